from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.lookup import titles
from bot.lookup.coding import MOST, Coding
from bot.lookup.parts import Part, load_part, save_part
from bot.lookup.titles import Card, Titles
from bot.lookup.vocabulary import Vocabulary
from tests.columns import whole
from tests.make import a_paper


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
    cards = {
        seq: Card.of(a_paper(seq=seq, title=f"{word} and leeks")).packed()
        for seq, word in enumerate(["Turnips", "Beets", "Turnips", "Chard", "Apples", "Beets"], 1)
    }
    first = Titles.of({seq: cards[seq] for seq in (1, 2, 4)} | {6: "older\x1f\x1f1"})
    second = Titles.of({seq: cards[seq] for seq in (3, 5, 6)})
    merged = titles.merged([(first, {6}), (second, frozenset())])
    assert whole(merged) == whole(Part(Titles.of(cards), Vocabulary.of({})).columns())[:5]


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
    assert whole(titles.merged(parts)) == whole(Part(Titles.of(cards), Vocabulary.of({})).columns())[:5]


def test_a_seq_beyond_32_bits_is_held_too() -> None:
    titles = Titles.of({5: "five", 1 << 40: "far"})
    assert titles.held(np.array([1 << 40, 5, 1 << 50])) == {5, 1 << 40}
    assert Titles.of({5: "five"}).held(np.array([1 << 40, (1 << 32) + 5])) == set()


# Coding


TITLES = st.text("abcé学. \x1e~|A", max_size=30)
NAMES = st.text("abc\x1e学", max_size=10)
CARDS = st.lists(st.tuples(TITLES, NAMES).map(lambda two: f"{two[0]}\x1f{two[1]}\x1f1"), max_size=8)


@given(CARDS, CARDS)
@settings(max_examples=200, deadline=None)
def test_coded_cards_come_back_as_they_were(some: list[str], others: list[str]) -> None:
    coding = Coding.of(others * 2)
    again = Coding.unpack(coding.packed())
    coded = [coding.encode(card) for card in (*some, *others)]
    assert again.decode_all(coded) == list(map(again.decode, coded)) == [*some, *others]


def test_as_many_words_are_coded_as_there_are_characters() -> None:
    coding = Coding(f"word{number}" for number in range(MOST + 5))
    card = f"word0 word{MOST - 1} word{MOST} turnip\x1fname\x1f1"
    assert coding.decode(coding.encode(card)) == card
    assert coding.encode(card)[2:] == f" word{MOST} turnip \x1fname\x1f1"


def test_many_cards_take_a_third_of_their_bytes_and_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.lookup.titles._CODED", 100)
    monkeypatch.setattr("bot.lookup.titles._SAMPLE", 40)
    cards = {
        seq: Card.of(a_paper(seq=seq, title=f"Growing vegetable {seq % 9} with attention by night", names=()))
        for seq in range(1, 201)
    }
    odd = Titles.of({seq: cards[seq].packed() for seq in cards if seq % 2})
    even = Titles.of({seq: cards[seq].packed() for seq in cards if not seq % 2})
    columns = [*titles.merged([(odd, ()), (even, ())])]
    columns += ((number, piece) for number, piece in Part(odd, Vocabulary.of({})).columns() if number > 4)
    part = load_part(tmp_path, save_part(tmp_path, "part-1", columns))
    assert len(part.titles.packs.text) * 3 < len(odd.packs.text) + len(even.packs.text)
    assert part.titles.cards_of(np.arange(1, 201)) == list(cards.values())
    assert part.titles.beginning("growing vegetable 7 with", 5) == [7, 16, 25, 34, 43]
    again = titles.merged([(part.titles, {7})])
    rest = load_part(tmp_path, save_part(tmp_path, "part-2", [*again, *columns[-6:]]))
    assert rest.titles.beginning("growing vegetable 7 with", 3) == [16, 25, 34]
