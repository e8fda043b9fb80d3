"""Titles: the folded titles and names of papers, for ranking candidates and for titles that begin so."""

import heapq
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.lookup.coding import Coding
from bot.lookup.strings import Strings, narrow
from bot.models import Paper
from bot.text.fold import squeeze, tokens

_FIELDS, _VALUES = "\x1f", "\x1e"  # no folded text holds them
LONGEST_NAME = 60  # squeezed characters

_SOME = 1 << 14  # cards that are in memory at a time
_FEW = 256  # cards of each that are in memory while many are put in order
_CODED = 2_000  # cards from which the list of words is worth its bytes
_LOOKED_AT = 4_096  # cards, half a megabyte: the first dozen that are looked at on the way to any
_SAMPLE = 1 << 14  # cards, at least, that tell which words are frequent


class Card(NamedTuple):  # made a hundred times a lookup, in a third of a dataclass's time
    """What ranking needs of one paper.

    Attributes:
        seq: the paper's.
        titled: False when the first title is a heading of our own making.
        titles: token texts, the one that is shown first.
        names: squeezed.
        year: of publication; 0 where it is not known.
    """

    seq: int
    titled: bool
    titles: tuple[str, ...]
    names: tuple[str, ...]
    year: int = 0

    @classmethod
    def of(cls, paper: Paper) -> "Card":
        """The paper's."""
        shown = [paper.title or paper.heading, *paper.other_titles]
        titles = dict.fromkeys(" ".join(tokens(title)) for title in shown)
        names = dict.fromkeys(name for name in _names(paper, shown) if 1 < len(name) <= LONGEST_NAME)
        return cls(paper.seq, paper.title is not None, tuple(titles), tuple(names), paper.year or 0)

    def packed(self) -> str:
        """As one string."""
        titles, names = _VALUES.join(self.titles), _VALUES.join(self.names)
        return f"{titles}{_FIELDS}{names}{_FIELDS}{int(self.titled)}{self.year or ''}"

    @classmethod
    def unpack(cls, seq: int, packed: str) -> "Card":
        """The reverse of packed."""
        titles, names, rest = packed.split(_FIELDS)
        return cls(
            seq,
            rest[0] == "1",
            tuple(titles.split(_VALUES)),
            tuple(names.split(_VALUES)) if names else (),
            int(rest[1:] or 0),
        )


def _names(paper: Paper, titles: Iterable[str]) -> Iterator[str]:
    for name in paper.names:
        yield squeeze(name)
        if "+" in name.strip("+"):  # "M+Adam" is also said "M plus Adam"
            yield squeeze(name.replace("+", " plus "))
    for title in titles:
        head, colon, _ = title.partition(":")
        if colon:
            yield squeeze(head)


@dataclass(frozen=True, slots=True)
class Titles:
    """The cards of many papers.

    Attributes:
        seqs: int32, int64 where they are larger, ascending.
        packs: packed and coded cards, in the order of ``seqs``.
        order: int32, places in ``seqs`` sorted by card, which is by title.
        coding: of the cards.
        looked_at: some cards by their place in ``order``: whoever seeks begins at the same ones.
    """

    seqs: NDArray[np.int32] | NDArray[np.int64]
    packs: Strings
    order: NDArray[np.int32]
    coding: Coding
    looked_at: dict[int, str] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, packed: Mapping[int, str]) -> "Titles":
        """Those of packed cards by seq."""
        seqs = sorted(packed)
        texts = [packed[seq] for seq in seqs]
        order = sorted(range(len(seqs)), key=texts.__getitem__)
        coding = Coding()
        packs = Strings.of(map(coding.encode, texts))
        return cls(_narrow(np.array(seqs, np.int64)), packs, np.array(order, np.int32), coding)

    def columns(self) -> tuple[NDArray[Any], ...]:
        """What is kept of them: runs of seqs, text and sizes of packs, order, words of coding."""
        words = np.frombuffer(self.coding.packed(), np.uint8)
        return _runs(self.seqs), self.packs.text, _least(np.diff(self.packs.starts)), self.order, words

    @classmethod
    def of_columns(cls, *columns: NDArray[Any]) -> "Titles":
        """The reverse of columns()."""
        runs, text, sizes, order, words = columns
        firsts, lengths = runs.reshape(2, -1)
        ends = np.cumsum(lengths)
        seqs = np.arange(ends[-1] if len(ends) else 0) + np.repeat(firsts - ends + lengths, lengths)
        starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)])
        packs = Strings(text, narrow(starts, int(starts[-1])))
        return cls(_narrow(seqs), packs, order, Coding.unpack(words.tobytes()))

    def packed(self, places: NDArray[np.integer]) -> list[str]:
        """The cards at these places."""
        return self.coding.decode_all(self.packs.several(places))

    def held(self, seqs: NDArray[np.int64]) -> set[int]:
        """Those of the seqs that are here."""
        return set(seqs[self._found(seqs)[0]].tolist())

    def cards_of(self, seqs: NDArray[np.int64]) -> list[Card]:
        """The cards of those of the papers that are here."""
        here, places = self._found(seqs)
        return list(map(Card.unpack, seqs[here].tolist(), self.packed(places[here])))

    def beginning(self, text: str, limit: int) -> list[int]:
        """Seqs of papers whose first title begins so, in the order of titles."""
        first = bisect_left(range(len(self.order)), text, key=self._nth)
        some = range(first, min(first + limit, len(self.order)))
        last = first + bisect_left(some, True, key=lambda nth: not self._nth(nth).startswith(text))
        return list(self.seqs[self.order[first:last]].tolist())

    def _nth(self, nth: int) -> str:
        """One card by its place in the order."""
        card = self.looked_at.get(nth)
        if card is None:
            card = self.coding.decode(self.packs[int(self.order[nth])])
            if len(self.looked_at) < _LOOKED_AT:
                self.looked_at[nth] = card
        return card

    def _found(self, seqs: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Which of the seqs are here, and at which places."""
        if not len(self.seqs):
            return np.zeros(len(seqs), bool), np.zeros(len(seqs), np.int64)
        # Of two types of number the search would turn all that are here into the larger one.
        alike = np.minimum(seqs, self.seqs[-1]).astype(self.seqs.dtype)
        places = np.searchsorted(self.seqs, alike)
        return self.seqs[places] == seqs, places


def merged(several: Sequence[tuple[Titles, Collection[int]]]) -> Iterator[tuple[int, NDArray[Any]]]:
    """The arrays of all of them, each without the seqs that are gone from it, piece by piece: of which, and what.

    They are those of columns(). No seq is left in two of them. Only some cards are in memory at a time.
    """
    seqs = np.concatenate([titles.seqs for titles, _ in several])
    kept = np.flatnonzero(~np.concatenate([np.isin(titles.seqs, list(gone)) for titles, gone in several]))
    by_seq = kept[np.argsort(seqs[kept], kind="stable")]
    yield 0, _runs(seqs[by_seq])
    begins = np.cumsum([0, *(len(titles.seqs) for titles, _ in several)])
    cards = _Cards([titles for titles, _ in several], begins)
    coding = Coding()
    if len(by_seq) >= _CODED:
        coding = Coding.of(cards.taken(by_seq[:: len(by_seq) // _SAMPLE + 1]))
    yield 4, np.frombuffer(coding.packed(), np.uint8)
    sizes = array("I")
    yield 1, np.empty(0, np.uint8)
    for first in range(0, len(by_seq), _SOME):
        texts = [coding.encode(card).encode() for card in cards.taken(by_seq[first : first + _SOME])]
        sizes.extend(map(len, texts))
        yield 1, np.frombuffer(b"".join(texts), np.uint8)
    yield 2, _least(np.frombuffer(sizes, np.uint32))
    become = np.full(len(seqs), -1, np.int32)
    become[by_seq] = np.arange(len(by_seq), dtype=np.int32)
    del seqs, kept, by_seq, sizes
    places = (become[begin:end] for begin, end in pairwise(begins.tolist()))
    order = heapq.merge(*map(_in_order, (titles for titles, _ in several), places))
    yield 3, np.empty(0, np.int32)
    while some := [place for _, place in islice(order, _SOME)]:
        yield 3, np.array(some, np.int32)


@dataclass(frozen=True, slots=True)
class _Cards:
    """The cards of several, numbered through.

    Attributes:
        several: where they are.
        begins: the number of each one's first card, and of all.
    """

    several: Sequence[Titles]
    begins: NDArray[np.int64]

    def taken(self, numbers: NDArray[np.int64]) -> list[str]:
        """The cards with these numbers, packed."""
        owners = np.searchsorted(self.begins, numbers, side="right") - 1
        places = numbers - self.begins[owners]
        cards = np.empty(len(numbers), object)
        for owner in np.unique(owners).tolist():
            here = owners == owner
            cards[here] = self.several[owner].packed(places[here])
        return list(cards)


def _in_order(titles: Titles, become: NDArray[np.int32]) -> Iterator[tuple[str, int]]:
    """The packed cards by title, each with its place to be, without those that have none."""
    for first in range(0, len(titles.order), _FEW):
        places = titles.order[first : first + _FEW]
        places = places[become[places] >= 0]
        yield from zip(titles.packed(places), become[places].tolist(), strict=True)


def _runs(seqs: NDArray[Any]) -> NDArray[np.int64]:
    """Seqs that follow each other as one run: the first of each, then the length of each."""
    begins = np.flatnonzero(np.concatenate([[True], np.diff(seqs) != 1])) if len(seqs) else np.empty(0, int)
    return np.concatenate([seqs[begins], np.diff(np.concatenate([begins, [len(seqs)]]))]).astype(np.int64)


def _least(sizes: NDArray[Any]) -> NDArray[Any]:
    """The sizes in as few bytes as hold the largest; it is rarely above 255."""
    return sizes.astype(np.min_scalar_type(sizes.max(initial=0)))


def _narrow(seqs: NDArray[np.int64]) -> NDArray[np.int32] | NDArray[np.int64]:
    return narrow(seqs, int(seqs[-1])) if len(seqs) else narrow(seqs, 0)
