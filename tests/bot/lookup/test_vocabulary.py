import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from bot.lookup import vocabulary
from bot.lookup.documents import compounds
from bot.lookup.parts import Part
from bot.lookup.titles import Titles
from bot.lookup.vocabulary import Vocabulary
from tests.columns import whole

COUNTS = {
    "turnip": 50,
    "turnips": 20,
    "tulip": 3,
    "carrot": 10,
    "graph": 900,
    "grape": 2,
    "naive": 4,
    "学": 1,
}
WORD = st.text("abcdé1", min_size=1, max_size=8)


def arrays(vocabulary: Vocabulary) -> list[tuple[str, list[int]]]:
    return whole(Part(Titles.of({}), vocabulary).columns())[5:]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("turnpi", "turnip"),
        ("trunip", "turnip"),
        ("carott", "carrot"),
        ("grahp", "graph"),
        ("grapg", "graph"),
        ("nayve", "naive"),
    ],
)
def test_the_word_that_was_meant_comes_first(wrong: str, right: str) -> None:
    assert Vocabulary.of(COUNTS).near(wrong, 2, 5)[0].word == right


def test_a_changed_first_letter_costs_more() -> None:
    near = Vocabulary.of({"hurnip": 1, "turnig": 1}).near("turnip", 1, 5)
    assert [one.word for one in near] == ["turnig", "hurnip"]


def test_a_frequent_word_outweighs_a_part_of_an_edit() -> None:
    near = Vocabulary.of({"grape": 1, "graph": 1000}).near("grapx", 2, 5)
    assert near[0].word == "graph"


@given(st.dictionaries(WORD, st.integers(1, 100), min_size=1, max_size=40), WORD)
@settings(max_examples=150, deadline=None)
def test_every_word_within_one_edit_is_near(counts: dict[str, int], wrong: str) -> None:
    near = {one.word for one in Vocabulary.of(counts).near(wrong, 1, 100)}
    expected = {word for word in counts if OSA.distance(wrong, word) == 1 and len(word) > 2}
    assert expected <= near
    assert all(OSA.distance(wrong, word) == 1 for word in near)


@given(st.dictionaries(WORD, st.integers(1, 100), max_size=40), WORD)
@settings(max_examples=100, deadline=None)
def test_counts_and_completions_are_those_of_the_words(counts: dict[str, int], prefix: str) -> None:
    vocabulary = Vocabulary.of(counts)
    assert sorted(vocabulary.all()) == sorted(counts)
    assert {word: vocabulary.count(word) for word in counts} == counts
    assert vocabulary.count(prefix) == counts.get(prefix, 0)
    begun = {word: count for word, count in counts.items() if word.startswith(prefix)}
    assert dict(vocabulary.completions(prefix, 100)) == begun


def test_an_unfinished_word_may_be_mistyped_too() -> None:
    assert Vocabulary.of(COUNTS).near("turmi", 1, 5, begins=True)[0].word == "turnip"


def test_an_empty_vocabulary_knows_nothing() -> None:
    empty = Vocabulary.of({})
    assert (empty.near("turnip", 2, 5), empty.count("turnip"), empty.completions("t", 5)) == ([], 0, [])


def test_what_is_too_long_to_be_a_word_is_near_nothing() -> None:
    assert Vocabulary.of(COUNTS).near("turnip" * 100, 2, 5) == []


@given(st.text("ab -_.,(学é1", max_size=40))
@settings(max_examples=200, deadline=None)
def test_compounds_are_what_hyphens_join(folded: str) -> None:
    assert compounds(folded) == [one.replace("-", "") for one in re.findall(r"[^\W_]+(?:-[^\W_]+)+", folded)]


@given(st.lists(st.dictionaries(WORD, st.integers(1, 100), max_size=20), min_size=1, max_size=4))
@settings(max_examples=100, deadline=None)
def test_merging_adds_counts_up(several: list[dict[str, int]]) -> None:
    total: Counter[str] = Counter()
    for counts in several:
        total.update(counts)
    merged = vocabulary.merged([Vocabulary.of(counts) for counts in several])
    assert whole(merged) == arrays(Vocabulary.of(total))
