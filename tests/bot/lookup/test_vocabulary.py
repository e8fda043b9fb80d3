import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

from bot.lookup import titles, vocabulary
from bot.lookup.documents import compounds
from bot.lookup.parts import Column, Part
from bot.lookup.strings import Strings, bisect
from bot.lookup.titles import Card, Titles
from bot.lookup.vocabulary import Vocabulary
from tests.make import a_paper

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


def whole(columns: Iterable[Column]) -> list[tuple[str, list[int]]]:
    """The arrays that come piece by piece, each with its type."""
    pieces: defaultdict[int, list[NDArray[Any]]] = defaultdict(list)
    for number, piece in columns:
        pieces[number].append(piece)
        assert piece.dtype == pieces[number][0].dtype
    joined = [np.concatenate(pieces[number]) for number in range(len(pieces))]
    return [(array.dtype.str, array.tolist()) for array in joined]


def arrays(vocabulary: Vocabulary) -> list[tuple[str, list[int]]]:
    return whole(Part(Titles.of({}), vocabulary).columns())[4:]


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


@given(st.lists(st.text(max_size=5), max_size=20), st.text(max_size=5))
@settings(max_examples=100, deadline=None)
def test_strings_come_back_and_are_found_in_their_order(texts: list[str], wanted: str) -> None:
    ordered = sorted(text.encode("utf-8", "replace").decode() for text in texts)
    ordered.sort(key=str.encode)
    strings = Strings.of(ordered)
    assert strings.all() == ordered
    assert [strings[place] for place in range(len(strings))] == ordered
    smaller = sum(text.encode() < wanted.encode() for text in ordered)
    assert bisect(strings, wanted, range(len(ordered))) == smaller


def test_cards_come_back_whole() -> None:
    cards = [
        Card.of(a_paper(seq=3, title="Turnips: A Study", other_titles=("On Turnips",), names=("M+Turnip",))),
        Card.of(a_paper(seq=1, title=None, heading="Leeks", names=())),
        Card.of(a_paper(seq=2, title="🙂", names=("🙂", "x"))),
    ]
    titles = Titles.of({card.seq: card.packed() for card in cards})
    assert titles.cards_of(np.array([1, 2, 3, 4])) == sorted(cards, key=lambda card: card.seq)
    assert titles.held(np.array([3, 4])) == {3}
    assert titles.beginning("turn", 5) == [3]
    assert cards[0].names == ("mturnip", "mplusturnip", "turnips")
    assert (cards[0].titled, cards[1].titled) == (True, False)


def test_merged_titles_are_those_of_all_cards_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.lookup.titles._SOME", 2)
    monkeypatch.setattr("bot.lookup.titles.PIECE", 30)
    cards = {
        seq: Card.of(a_paper(seq=seq, title=f"{word} and leeks")).packed()
        for seq, word in enumerate(["Turnips", "Beets", "Turnips", "Chard", "Apples", "Beets"], 1)
    }
    first = Titles.of({seq: cards[seq] for seq in (1, 2, 4)} | {6: "older\x1f\x1f1"})
    second = Titles.of({seq: cards[seq] for seq in (3, 5, 6)})
    merged = titles.merged([(first, {6}), (second, frozenset())])
    assert whole(merged) == whole(Part(Titles.of(cards), Vocabulary.of({})).columns())[:4]


@given(st.lists(st.sets(st.integers(0, 40)), min_size=1, max_size=4), st.sets(st.integers(0, 40)))
@settings(max_examples=100, deadline=None)
def test_titles_are_merged_whichever_part_they_stand_in(several: list[set[int]], gone: set[int]) -> None:
    parts: list[tuple[Titles, set[int]]] = []
    cards: dict[int, str] = {}
    known: set[int] = set()
    for seqs in several:
        mine = {seq: f"title {seq % 7} of {seq}" for seq in seqs}
        dead = {seq for seq in seqs if seq in known or seq in gone}
        parts.append((Titles.of(mine), dead))
        cards |= {seq: mine[seq] for seq in seqs - dead}
        known |= seqs
    assert whole(titles.merged(parts)) == whole(Part(Titles.of(cards), Vocabulary.of({})).columns())[:4]


def test_a_seq_beyond_32_bits_is_held_too() -> None:
    titles = Titles.of({5: "five", 1 << 40: "far"})
    assert titles.held(np.array([1 << 40, 5, 1 << 50])) == {5, 1 << 40}
    assert Titles.of({5: "five"}).held(np.array([1 << 40, (1 << 32) + 5])) == set()
