import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.text.names import names, title_names

SHARED = Path(__file__).resolve().parents[3] / ".." / "shared"

# One turn of phrase each; what it introduces is on the right.
INTRODUCED = [
    ("We propose TurnipNet, a network that grows turnips.", ("TurnipNet",)),
    ("To mend this, we introduce Barn-Owl, which hunts mice at night.", ("Barn-Owl",)),
    ("Here we present Pomona, a method for peeling apples.", ("Pomona",)),
    ("This paper introduces the Orchard Ledger, a benchmark of old trees.", ("Orchard Ledger",)),
    ("We design a sampler called Hen3 for uneven fields.", ("Hen3",)),
    ("We build an irrigation planner, dubbed DRIP, for dry summers.", ("DRIP",)),
    ("We develop a small weather model, SkyLark, which runs on a watch.", ("SkyLark",)),
    ("We devise a new sowing method, i.e., SoWise, which needs no plough.", ("SoWise",)),
    ("We name the whole system that waters and weeds the beds as GardenOS.", ("GardenOS",)),
    ("The resulting estimator, HAIL, counts stones. HAIL needs no scales.", ("HAIL",)),
    ("Our WormLoop outperforms every rake we tried.", ("WormLoop",)),
    ("FROST (Fast Rows Over Sown Tilth) is introduced for cold soils.", ("FROST",)),
    ("We derive an unweeding algorithm (WEEDO) that guarantees a clean bed.", ("WEEDO",)),
    ("Central to all this is Root Divergence, a novel metric of tangled roots.", ("Root Divergence",)),
    ("We propose Compost Aware Rotation (CAR3), a plan for tired soils.", ("CAR3",)),
    ("We propose CAPER (Careful Apple Picking with Elastic Robots), a picker.", ("CAPER",)),
    ("We introduce GROW Greedy Rows Of Wheat, a novel field plan.", ("GROW",)),
    ("We propose constant plot rotation (CoPlo), which rests each bed in turn.", ("CoPlo",)),
    (
        "This yields **PeaR** (**Pe**nalised **a**pple **R**anking), a way to rank. We propose PeaR.",
        ("PeaR",),
    ),
    (r"We propose \textbf{MULCH}, a cover for bare soil.", ("MULCH",)),
    ("We propose bed rotation, a framework that rests tired soil.", ("bed rotation",)),
    ("We also introduce the lazy scarecrow for small fields.", ("lazy scarecrow",)),
    (
        "We measure health by ripeness, quantified via a Garden Vigour Score that adds up leaves.",
        ("Garden Vigour Score",),
    ),
    ("We find a decay, termed Petal Drift: blossoms fall early.", ("Petal Drift",)),
    ("We propose Plough+Harrow, which combines both tools.", ("Plough+Harrow",)),
    ("We present Sickle++, a harvester that builds on Sickle.", ("Sickle++",)),
    ("We propose a flat-file Seed Cache (SC) scheme.", ()),
]

# Mentioned, used, compared with, analysed, known to everybody: not introduced.
MENTIONED = [
    "We analyse a variant of KL-UCB (Farmer et al., 2020) for beds of tulips.",
    "We study Plough-SGD under drought.",
    "Existing methods like DigNet fail. We propose a new spade.",
    "Recent work introduced HoeFormer, a transformer for weeds.",
    "Large language models (LLMs) write poems. We develop LLM agents for gardeners.",
    "Principal component analysis (PCA) is old. We propose PCA, quickly.",
    "Experiments on ImageNet, CIFAR-10 and KITTI show that our method works.",
    "We propose a method and compare it with baselines such as TreeBoost and VineNet.",
    "We evaluate on RowBench, a benchmark of straight lines.",
    "We solve it with the Alternating Direction Method of Multipliers (ADMM).",
    "We study mixtures that satisfy an inequality called slow leaf fall (SLF). SLF makes autumn long.",
    "We prove a bound of $Q+R$ for all fields.",
]


@pytest.mark.parametrize(("abstract", "expected"), INTRODUCED)
def test_what_a_paper_introduces_is_named(abstract: str, expected: tuple[str, ...]) -> None:
    assert names(abstract) == expected


@pytest.mark.parametrize("abstract", MENTIONED)
def test_what_a_paper_only_mentions_is_not_named(abstract: str) -> None:
    assert names(abstract) == ()


def test_the_name_a_paper_keeps_coming_back_to_is_first() -> None:
    abstract = (
        "First, we propose SeedQA, a generator of questions. With these, we develop FarmHand, a robot. "
        "FarmHand weeds. FarmHand sows. FarmHand outperforms people."
    )
    assert names(abstract) == ("FarmHand", "SeedQA")


def test_a_repository_of_the_same_name_speaks_for_it() -> None:
    said = "We identify RakeLab problems in old sheds."
    assert names(said) == ()
    assert names(f"{said} Code: https://github.com/shed/RakeLab") == ("RakeLab",)


def test_two_letters_are_joined_by_their_bold_words() -> None:
    abstract = "We propose **root calibration** (RC), a method that adjusts roots."
    assert set(names(abstract)) == {"RC", "root calibration"}


def test_spellings_are_one_name_and_markup_is_gone() -> None:
    assert names("We propose **Soil-Scan**, a probe. SoilScan is cheap. **Soil-Scan** is small.") == (
        "Soil-Scan",
    )


@pytest.mark.parametrize(
    "raw", ["", " ", ".", "$", "**", r"\textbf{", "(((((", "Names", "名字", "a" * 100_000, "(A " * 30_000]
)
def test_garbage_has_no_names(raw: str) -> None:
    assert names(raw) == ()


words_and_marks = st.lists(
    st.sampled_from(
        [
            "We",
            "propose",
            "AB",
            "(AB)",
            "FooNet",
            "called",
            ",",
            ".",
            "**x**",
            "$a$",
            "a",
            "novel",
            "method",
            "\\",
        ]
    )
    | st.text(max_size=8),
    max_size=60,
).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(words_and_marks)
def test_names_are_distinct_lines_of_the_text_and_the_same_each_time(raw: str) -> None:
    found = names(raw)
    assert found == names(raw)
    assert len(set(found)) == len(found)
    assert all(name.strip() and "\n" not in name for name in found)


TITLES = [
    ("TurnipNet: growing turnips with transformers", ("TurnipNet",)),
    ("Adam: A Method for Stochastic Optimization", ("Adam",)),
    ("BERT: Pre-training of Deep Bidirectional Transformers", ("BERT",)),
    ("Attention Is All You Need", ()),
    ("Position: gardens deserve better", ()),
    ("A Survey of Spades: past and present", ()),
    ("Learning: a review", ()),
    ("Mask R-CNN: masks again", ("Mask R-CNN",)),
    ("Of Mice and Hens: a study", ()),
    ("R 3 L: rows, roots and rakes", ("R3L",)),
    ("Multi 2 : two gardens", ("Multi2",)),
    ("SC 2 -WM: a scarecrow", ("SC2-WM",)),
    ("4DPC 2 hat: Towards Point Clouds", ("4DPC2hat",)),
    ("Careful Apple Picker (CAP3) for tall trees", ("CAP3",)),
    ("Deep Q-Network (DQN)", ("DQN",)),
    ("Stochastic gradient descent (SGD) in the shed", ()),
    ("Sheds in Winter (Extended Abstract)", ()),
    ("SheddingLight - lamps for sheds", ("SheddingLight",)),
    ("Growing at 10:30 in the morning", ()),
    ("", ()),
    (":", ()),
    ("((((", ()),
]


@pytest.mark.parametrize(("title", "expected"), TITLES)
def test_a_title_names_what_stands_before_its_colon(title: str, expected: tuple[str, ...]) -> None:
    assert title_names(title) == expected


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80))
def test_title_names_take_any_title(title: str) -> None:
    assert all(title_names(title))


def _abstracts() -> Iterator[tuple[str, int, str]]:
    for file in sorted((SHARED / "corpus").glob("*.txt")):
        for number, paragraph in enumerate(file.read_text(encoding="utf-8").split("\n\n")[1:], 1):
            yield file.name, number, paragraph.strip()


def _folded(name: str) -> str:
    letters = "".join(c for c in name.casefold() if c.isalnum())
    return letters[:-1] if len(letters) > 3 and letters.endswith("s") else letters


@pytest.mark.skipif(
    not (SHARED / "eval" / "seeds_dev.jsonl").exists(),
    reason="the lists of ICML 2026 are not beside the project",
)
def test_names_of_the_icml_2026_lists_are_those_a_reader_found() -> None:
    raw = {(file, number): text for file, number, text in _abstracts()}
    right = found = wanted = 0
    for line in (SHARED / "eval" / "seeds_dev.jsonl").read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        place = truth["places"][0]
        want = {_folded(name) for name in truth["names"]}
        free = want | {_folded(name) for name in [*truth["concepts"], *truth["expansion"].values()]}
        have = {_folded(name) for name in names(raw[place["file"], place["paragraph"]])}
        right, wanted, found = (
            right + len(want & have),
            wanted + len(want),
            found + len(have - free) + len(want & have),
        )
    assert right / wanted >= 0.92
    assert right / found >= 0.95
