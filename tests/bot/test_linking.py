"""Which papers without a title are the same as titled ones: made-up papers among many others."""

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot import sources
from bot.linking import Link, Linker, same_text
from bot.merging import merge
from bot.models import Paper, Reading
from bot.witness import witness
from tests.make import a_reading

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared"
WORDS = re.findall(
    r"\w+",
    """
    hedge lawn spade compost mulch trellis orchard seedling pruning irrigation greenhouse fertilizer soil harvest
    blossom canopy root stem leaf petal thorn vine meadow furrow plough barn fence gate well bucket ladder rake hoe
    sickle basket crate cellar loft shed stable pond brook ridge valley slope
    """,
)
ABSTRACT = (
    "Watering turnips at dusk is costly. We propose MoonCan, which schedules nocturnal watering for sleepy turnips "
    "by a thermostat of dew. MoonCan saves water on every lawn and in every greenhouse we tried."
)
TITLE = "MoonCan: Nocturnal Watering for Sleepy Turnips with a Dew Thermostat"
NAMELESS = "Nocturnal Watering for Sleepy Turnips Costly at Dusk"
UNTITLED, TITLED = 1, 2


def untitled(seq: int, abstract: str, **more: object) -> Paper:
    plain = a_reading(title="", abstract=abstract, authors=(), venue="ICML", year=2026)
    return merge([witness(replace(plain, **more))], seq)  # type: ignore[arg-type]


def titled(seq: int, title: str, **more: object) -> Paper:
    plain = a_reading(title=title, abstract="", authors=("Ann Ash",), venue="ICML", year=2026)
    return merge([witness(replace(plain, **more))], seq)  # type: ignore[arg-type]


def others(count: int = 400) -> list[Paper]:
    """Papers of the same conference about other things, in words that recur."""
    dice = random.Random(7)
    return [titled(100 + seq, " ".join(dice.sample(WORDS, 6))) for seq in range(count)]


def links(texts: list[Paper], titles: list[Paper], refused: tuple[tuple[int, int], ...] = ()) -> list[Link]:
    linker = Linker(texts)
    linker.add([*titles, *others()])
    return list(linker.links(refused))


def pairs(texts: list[Paper], titles: list[Paper]) -> list[tuple[int, int]]:
    return [(one.untitled, one.titled) for one in links(texts, titles)]


def test_a_name_and_the_words_of_the_title_link_and_are_the_evidence() -> None:
    (found,) = links([untitled(UNTITLED, ABSTRACT)], [titled(TITLED, TITLE)])
    assert (found.untitled, found.titled) == (UNTITLED, TITLED)
    assert found.evidence[0] == "name MoonCan"
    assert {"nocturnal", "sleepy", "turnips"} <= set(found.evidence[1].removeprefix("words ").split(", "))


def test_rare_words_side_by_side_link_without_a_name() -> None:
    (found,) = links([untitled(UNTITLED, ABSTRACT)], [titled(TITLED, NAMELESS)])
    assert found.evidence[0].startswith("words ")


@pytest.mark.parametrize(
    "title",
    [
        "MoonCan: Blocked Furrow Ploughing for Efficient Barns",  # a name alone is no evidence
        "MoonCan: Rethinking Watering",
        "DewDrop: Nocturnal Watering for Sleepy Turnips at Dusk",  # another name, never mentioned
        "Turnips",
        "Greenhouse Lawn Watering",  # words that many papers hold
        "Sleepy Dusk: Turnips Costly, Watering Nocturnal",  # the same words, none of them side by side
    ],
)
def test_what_only_looks_alike_is_not_linked(title: str) -> None:
    assert pairs([untitled(UNTITLED, ABSTRACT)], [titled(TITLED, title)]) == []


@pytest.mark.parametrize("more", [{"venue": "NIPS"}, {"year": 2025}])
def test_another_venue_or_year_is_another_paper(more: dict[str, object]) -> None:
    assert pairs([untitled(UNTITLED, ABSTRACT)], [titled(TITLED, TITLE, **more)]) == []


@pytest.mark.parametrize("more", [{"venue": ""}, {"year": None}, {"venue": "", "year": None}])
def test_a_place_that_is_not_known_contradicts_nothing(more: dict[str, object]) -> None:
    assert pairs([untitled(UNTITLED, ABSTRACT)], [titled(TITLED, TITLE, **more)]) == [(UNTITLED, TITLED)]


def test_other_authors_are_another_paper() -> None:
    text = untitled(UNTITLED, ABSTRACT, authors=("Bob Birch",))
    assert pairs([text], [titled(TITLED, TITLE)]) == []


def test_a_title_that_fits_two_abstracts_is_nobodys() -> None:
    again = untitled(3, ABSTRACT.replace("every lawn", "each and every lawn"))
    assert pairs([untitled(UNTITLED, ABSTRACT), again], [titled(TITLED, TITLE)]) == []


def test_an_abstract_that_two_titles_fit_is_nobodys() -> None:
    again = titled(3, "MoonCan: Sleepy Turnips and Nocturnal Watering by a Thermostat of Dew")
    assert pairs([untitled(UNTITLED, ABSTRACT)], [titled(TITLED, TITLE), again]) == []


def test_of_two_papers_of_one_name_the_words_tell_the_right_one() -> None:
    namesake = titled(3, "MoonCan: Tin Telescopes for Amateur Astronomers")
    assert pairs([untitled(UNTITLED, ABSTRACT)], [titled(TITLED, TITLE), namesake]) == [(UNTITLED, TITLED)]


def test_what_was_refused_is_not_linked_again() -> None:
    assert links([untitled(UNTITLED, ABSTRACT)], [titled(TITLED, TITLE)], ((UNTITLED, TITLED),)) == []


def test_nothing_is_linked_where_too_little_is_known_of_how_common_words_are() -> None:
    linker = Linker([untitled(UNTITLED, ABSTRACT)])
    linker.add([titled(TITLED, NAMELESS)])
    assert linker.links() == ()


@pytest.mark.parametrize(
    ("abstract", "same"),
    [
        ("", True),
        (ABSTRACT, True),
        (ABSTRACT.replace("every lawn and in", "all lawns and"), True),
        (
            "We propose MoonCan, a telescope of tin for amateurs who look at the moon from their gardens.",
            False,
        ),
    ],
)
def test_a_titled_papers_own_abstract_must_be_the_same_text(abstract: str, same: bool) -> None:
    assert same_text(untitled(UNTITLED, ABSTRACT), titled(TITLED, TITLE, abstract=abstract)) is same


@pytest.mark.skipif(
    not (SHARED / "corpus").is_dir(), reason="the evaluation corpora are not beside the checkout"
)
def test_of_the_icml_2026_lists_no_abstract_gets_a_wrong_title_and_most_get_their_own() -> None:
    files = [*sorted((SHARED / "corpus").glob("*.txt")), SHARED / "corpus" / "titles.csv"]
    readings = [one for file in files for one in sources.read(file) if isinstance(one, Reading)]
    merged = [merge([witness(one)], seq) for seq, one in enumerate(readings)]
    papers = {paper.id: paper for paper in merged}
    by_seq = {paper.seq: paper for paper in papers.values()}
    linker = Linker(paper for paper in papers.values() if not paper.title)
    linker.add(papers.values())
    found = {(by_seq[one.untitled].sources[0], by_seq[one.titled].title) for one in linker.links()}
    right = 0
    for line in (SHARED / "eval" / "seeds_dev.jsonl").read_text(encoding="utf-8").splitlines():
        seed = json.loads(line)
        places = {(place["file"], place["paragraph"]) for place in seed["places"]}
        got = {title for source, title in found if (source.file, source.number) in places}
        assert got <= {(seed["title_link"] or {}).get("title")}, seed["id"]
        right += len(got)
    assert right >= 6
