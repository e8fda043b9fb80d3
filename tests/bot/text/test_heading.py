from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.text.heading import LONGEST, heading
from bot.text.phrases import clip, sentences, shorten
from bot.text.wording import gerund, told

SHARED = Path(__file__).resolve().parents[3] / ".." / "shared"

# One way of saying what a paper is about each.
NAMED = [
    (
        "We propose TurnipNet, a novel network for growing turnips in clay.",
        "TurnipNet: network for growing turnips in clay",
    ),
    (
        "We propose TurnipNet, a framework that learns to grow turnips from seed.",
        "TurnipNet: growing turnips from seed",
    ),
    (
        "We introduce HOE, which breaks hard soil into small crumbs.",
        "HOE: breaking hard soil into small crumbs",
    ),
    (
        "We propose **C**areful **A**pple **P**icking (**CAP**). CAP is kind to trees.",
        "CAP: Careful Apple Picking",
    ),
    (
        "We propose Careful Apple Picking (CAP), a framework that enables quiet harvests in old orchards.",
        "CAP: Careful Apple Picking for quiet harvests in old orchards",
    ),
    (
        "Long-term storage of winter apples is hard. We propose SLATE (Slow Lidded Airtight Tray Exchange).",
        "SLATE: Slow Lidded Airtight Tray Exchange for long-term storage of winter apples",
    ),
    (
        "We design a weeding planner for wet gardens, dubbed WetWeed, and test it.",
        "WetWeed: weeding planner for wet gardens",
    ),
    (
        "We propose a new gaRden-wide Apple Kitchen mEthod, dubbed RAKE.",
        "RAKE: garden-wide Apple Kitchen method",
    ),
    (
        "We introduce SprayLite to treat old vines with half of the copper.",
        "SprayLite: treating old vines with half of the copper",
    ),
    (
        "We propose PlotWise, the first planner of mixed beds. PlotWise needs no map.",
        "PlotWise: first planner of mixed beds",
    ),
    (
        "We propose **root calibration** (RC), a gardening method that adjusts young roots.",
        "Root calibration: gardening method that adjusts young roots",
    ),
]
NAMELESS = [
    ("We study the problem of growing turnips in the dark.", "Growing turnips in the dark"),
    (
        "In this paper, we provide a comprehensive analysis of frost on early potatoes.",
        "Analysis of frost on early potatoes",
    ),
    (
        "We prove that tired soil recovers within three winters of rest.",
        "Tired soil recovers within three winters of rest",
    ),
    (
        "We revisit the classical theory of crop rotation in small gardens.",
        "Revisiting theory of crop rotation in small gardens",
    ),
    (
        "Many rakes are bad. We address this problem for clay via a sharp analysis of rake teeth (Farmer et al., 2020).",
        "Sharp analysis of rake teeth",
    ),
    ("A robot for picking ripe pears at night is presented.", "Robot for picking ripe pears at night"),
    ("The goal of this paper is to teach robots to prune old roses.", "Teaching robots to prune old roses"),
    (
        "Robust hedge trimming is costly. We reformulate it as a shortest path problem over leaves.",
        "Robust hedge trimming as a shortest path problem over leaves",
    ),
    (
        "Tall hedge trimming is costly. We propose a new blade schedule.",
        "Blade schedule for tall hedge trimming",
    ),
    (
        "Late Frost Damage (LFD) ruins orchards. We propose a cheap predictor of LFD from leaf colour.",
        "Cheap predictor of Late Frost Damage from leaf colour",
    ),
    (
        "We present a method that can be used to water beds, and it saves time.",
        "Watering beds",
    ),
]


@pytest.mark.parametrize(("abstract", "expected"), NAMED)
def test_a_name_is_followed_by_what_it_is(abstract: str, expected: str) -> None:
    assert heading(abstract) == expected


@pytest.mark.parametrize(("abstract", "expected"), NAMELESS)
def test_without_a_name_the_heading_is_what_the_paper_does(abstract: str, expected: str) -> None:
    assert heading(abstract) == expected


def test_a_phrase_that_points_elsewhere_is_no_heading() -> None:
    abstract = "We study slow rakes for narrow gardens. We propose such a method for this problem."
    assert heading(abstract) == "Slow rakes for narrow gardens"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("Turnips", "Turnips"),
        ("turnips grow.", "turnips grow."),
        ("Turnips " * 40, "Turnips " * 10 + "Turnips…"),
        ("https://turnips.example/a_$_b", "https://turnips.example/a__b"),
        ("土豆很好吃", "土豆很好吃"),
        ("", ""),
        ("We propose", "We propose"),
    ],
)
def test_text_that_says_nothing_of_the_kind_is_shown_from_its_beginning(raw: str, expected: str) -> None:
    assert heading(raw) == expected


SHORTENED = [
    ("short enough", 40, "short enough"),
    ("a planner that waters every bed by reading the clouds above", 50, "a planner that waters every bed"),
    ("rakes, hoes, and spades for the long winter evenings of the year", 40, "rakes, hoes"),
    (
        "a robot that controls both the hose and the sprinkler of the garden",
        40,
        "a robot that controls the hose",
    ),
    (
        "links between tall hedges and small birds in early spring mornings",
        42,
        "links between tall hedges and small birds",
    ),
    ("combining old rakes with new handles of considerable length", 30, ""),
    ("oneverylongwordthatdoesnotstopanywhereatall", 20, ""),
]


@pytest.mark.parametrize(("phrase", "limit", "expected"), SHORTENED)
def test_a_phrase_stops_where_a_reader_would_pause(phrase: str, limit: int, expected: str) -> None:
    assert shorten(phrase, limit) == expected


def test_sentences_end_neither_at_abbreviations_nor_at_numbers_and_also_without_a_blank() -> None:
    text = "Rakes cost 3.5 coins, e.g. Many et al. (2020) agree.Hoes cost more! So it is."
    assert sentences(text) == (
        "Rakes cost 3.5 coins, e.g. Many et al. (2020) agree.",
        "Hoes cost more!",
        "So it is.",
    )


def test_clip_keeps_whole_words() -> None:
    assert clip("one two three", 9) == "one two…"
    assert clip("onetwothree", 6) == "onetw…"
    assert clip("one", 3) == "one"


@pytest.mark.parametrize(
    ("verb", "doing"),
    [
        ("learns", "learning"),
        ("uses", "using"),
        ("plans", "planning"),
        ("ties", "tying"),
        ("goes", "going"),
        ("teaches", "teaching"),
        ("applies", "applying"),
        ("controls", "controlling"),
        ("is", ""),
        ("the", ""),
        ("quickly", ""),
    ],
)
def test_verbs_become_nouns(verb: str, doing: str) -> None:
    assert gerund(verb) == doing


def test_a_phrase_begins_where_it_tells_something() -> None:
    assert told("a novel and simple framework that efficiently waters beds") == "efficiently watering beds"
    assert told("the first method for weeding") == "first method for weeding"
    assert told("the problem of weeding") == "weeding"


marked_text = st.lists(
    st.sampled_from(
        [
            "We propose",
            "AB-Net",
            "(AB-Net)",
            ", a method",
            "that",
            "learns",
            "of the",
            "both",
            "and",
            ".",
            "**x**",
            "$a_1$",
            "\\alpha",
            "\n",
            "which",
            "such as",
            "(",
        ]
    )
    | st.text(max_size=12),
    max_size=60,
).map(" ".join)


@settings(max_examples=200, deadline=None)
@given(marked_text)
def test_every_heading_is_short_plain_and_the_same_each_time(raw: str) -> None:
    made = heading(raw)
    assert made == heading(raw)
    assert len(made) <= LONGEST
    assert not any(mark in made for mark in ("\\", "$", "**", "\n"))
    assert made or not any(letter.isalpha() for letter in raw)


@pytest.mark.parametrize(
    "raw",
    [
        "(" * 100_000,
        "We propose " * 10_000,
        "a, " * 40_000,
        "A" * 100_000,
        "**" * 50_000,
        "(A) " * 25_000,
        "We show that " + "x" * 100_000,
    ],
)
def test_hostile_length_is_no_matter(raw: str) -> None:
    assert len(heading(raw)) <= LONGEST


@pytest.mark.skipif(
    not (SHARED / "corpus").exists(), reason="the lists of ICML 2026 are not beside the project"
)
def test_headings_of_the_icml_2026_lists_tell_their_papers_apart() -> None:
    abstracts = {
        paragraph.strip()
        for file in (SHARED / "corpus").glob("*.txt")
        for paragraph in file.read_text(encoding="utf-8").split("\n\n")[1:]
    }
    made = {heading(abstract) for abstract in abstracts}
    assert len(made) == len(abstracts) == 94
    assert all(15 <= len(each) <= LONGEST and "…" not in each for each in made)
