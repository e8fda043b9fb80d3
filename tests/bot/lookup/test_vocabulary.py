import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from bot.lookup.documents import compounds
from bot.lookup.files import Part
from bot.lookup.strings import Strings, after, bisect
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


def arrays(vocabulary: Vocabulary) -> list[list[int]]:
    return [array.tolist() for array in Part(Titles.of({}), vocabulary).arrays()]


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
    assert vocabulary.words.all() == sorted(counts, key=str.encode)
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
    merged = Vocabulary.merged([Vocabulary.of(counts) for counts in several])
    assert arrays(merged) == arrays(Vocabulary.of(total))


def test_words_are_numbered_through_however_many_are_looked_at_in_one_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = arrays(Vocabulary.of(COUNTS))
    monkeypatch.setattr("bot.lookup.strings.SOME", 3)
    assert arrays(Vocabulary.of(COUNTS)) == whole


@given(st.lists(st.text(max_size=5), max_size=20), st.text(max_size=5))
@settings(max_examples=100, deadline=None)
def test_strings_come_back_and_are_found_in_their_order(texts: list[str], wanted: str) -> None:
    ordered = sorted(text.encode("utf-8", "replace").decode() for text in texts)
    ordered.sort(key=str.encode)
    strings = Strings.of(ordered)
    assert strings.all() == ordered
    assert [strings[place] for place in range(len(strings))] == ordered
    assert bisect(strings, wanted) == sum(text.encode() < wanted.encode() for text in ordered)


@given(st.text(max_size=5), st.text(st.characters(exclude_characters="\U0010ffff"), max_size=5))
@settings(max_examples=100, deadline=None)
def test_what_begins_so_lies_before_what_comes_after(prefix: str, rest: str) -> None:
    assert prefix.encode() <= (prefix + rest).encode() < after(prefix).encode()


def test_cards_come_back_whole() -> None:
    cards = [
        Card.of(a_paper(seq=3, title="Turnips: A Study", other_titles=("On Turnips",), names=("M+Turnip",))),
        Card.of(a_paper(seq=1, title=None, heading="Leeks", names=())),
        Card.of(a_paper(seq=2, title="🙂", names=("🙂", "x"))),
    ]
    titles = Titles.of({card.seq: card.packed() for card in cards})
    assert titles.cards_of(titles.seqs) == sorted(cards, key=lambda card: card.seq)
    assert titles.held(np.array([3, 4])) == {3}
    assert titles.beginning("turn", 5) == [3]
    assert cards[0].names == ("mturnip", "mplusturnip", "turnips")
    assert (cards[0].titled, cards[1].titled) == (True, False)


def test_merged_titles_are_those_of_all_cards_together() -> None:
    cards = {
        seq: Card.of(a_paper(seq=seq, title=f"{word} and leeks")).packed()
        for seq, word in enumerate(["Turnips", "Beets", "Turnips", "Chard", "Apples", "Beets"], 1)
    }
    first = Titles.of({seq: cards[seq] for seq in (1, 2, 4)} | {6: "older\x1f\x1f1"})
    second = Titles.of({seq: cards[seq] for seq in (3, 5, 6)})
    merged, whole = Titles.merged([(first, {6}), (second, frozenset())]), Titles.of(cards)
    assert merged.seqs.tolist() == whole.seqs.tolist()
    assert merged.packs.all() == whole.packs.all()
    assert merged.order.tolist() == whole.order.tolist()
    assert merged.held(np.array([9, 3, 1])) == {1, 3}
