"""Titles: the folded titles and names of papers, for ranking candidates and for titles that begin so."""

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.lookup.strings import PIECE, Strings, bisect, narrow
from bot.models import Paper
from bot.text.fold import squeeze, tokens

_FIELDS, _VALUES = "\x1f", "\x1e"  # no folded text holds them
LONGEST_NAME = 60  # squeezed characters

_SOME = 1 << 14  # cards that are put in order in one go


class Card(NamedTuple):  # made a hundred times a lookup, in a third of a dataclass's time
    """What ranking needs of one paper.

    Attributes:
        seq: the paper's.
        titled: False when the first title is a heading of our own making.
        titles: token texts, the one that is shown first.
        names: squeezed.
    """

    seq: int
    titled: bool
    titles: tuple[str, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, paper: Paper) -> "Card":
        """The paper's."""
        shown = [paper.title or paper.heading, *paper.other_titles]
        titles = dict.fromkeys(" ".join(tokens(title)) for title in shown)
        names = dict.fromkeys(name for name in _names(paper, shown) if 1 < len(name) <= LONGEST_NAME)
        return cls(paper.seq, paper.title is not None, tuple(titles), tuple(names))

    def packed(self) -> str:
        """As one string."""
        titles, names = _VALUES.join(self.titles), _VALUES.join(self.names)
        return f"{titles}{_FIELDS}{names}{_FIELDS}{int(self.titled)}"

    @classmethod
    def unpack(cls, seq: int, packed: str) -> "Card":
        """The reverse of packed."""
        titles, names, titled = packed.split(_FIELDS)
        return cls(
            seq, titled == "1", tuple(titles.split(_VALUES)), tuple(names.split(_VALUES)) if names else ()
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
        packs: packed cards, in the order of ``seqs``.
        order: int32, places in ``seqs`` sorted by card, which is by title.
    """

    seqs: NDArray[np.int32] | NDArray[np.int64]
    packs: Strings
    order: NDArray[np.int32]

    @classmethod
    def of(cls, packed: Mapping[int, str]) -> "Titles":
        """Those of packed cards by seq."""
        seqs = sorted(packed)
        texts = [packed[seq].encode() for seq in seqs]
        order = sorted(range(len(seqs)), key=texts.__getitem__)
        return cls(_narrow(np.array(seqs, np.int64)), Strings.of_bytes(texts), np.array(order, np.int32))

    def held(self, seqs: NDArray[np.int64]) -> set[int]:
        """Those of the seqs that are here."""
        return set(seqs[self._found(seqs)[0]].tolist())

    def cards_of(self, seqs: NDArray[np.int64]) -> list[Card]:
        """The cards of those of the papers that are here."""
        here, places = self._found(seqs)
        return list(map(Card.unpack, seqs[here].tolist(), self.packs.several(places[here])))

    def beginning(self, text: str, limit: int) -> list[int]:
        """Seqs of papers whose first title begins so, in the order of titles."""
        first = bisect(self.packs, text, self.order)
        found = []
        for place in self.order[first : first + limit].tolist():
            if not self.packs.raw(place).startswith(text.encode()):
                break
            found.append(int(self.seqs[place]))
        return found

    def _found(self, seqs: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Which of the seqs are here, and at which places."""
        if not len(self.seqs):
            return np.zeros(len(seqs), bool), np.zeros(len(seqs), np.int64)
        # Of two types of number the search would turn all that are here into the larger one.
        alike = np.clip(seqs, 0, self.seqs[-1]).astype(self.seqs.dtype)
        places = np.searchsorted(self.seqs, alike)
        return self.seqs[places] == seqs, places


def merged(several: Sequence[tuple[Titles, Collection[int]]]) -> Iterator[tuple[int, NDArray[Any]]]:
    """The arrays of all of them, each without the seqs that are gone from it, piece by piece: of which, and what.

    They are ``seqs``, text and starts of ``packs``, and ``order``. No seq is left in two of them.
    """
    seqs = np.concatenate([titles.seqs for titles, _ in several])
    kept = np.flatnonzero(~np.concatenate([np.isin(titles.seqs, list(gone)) for titles, gone in several]))
    by_seq = kept[np.argsort(seqs[kept], kind="stable")]
    yield 0, _narrow(seqs[by_seq].astype(np.int64))
    sizes = np.concatenate([np.diff(titles.packs.starts) for titles, _ in several])[by_seq]
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)])
    yield 2, narrow(starts, int(starts[-1]))
    begins = np.cumsum([0, *(len(titles.seqs) for titles, _ in several)]).tolist()
    yield from ((1, text) for text in _texts([titles.packs for titles, _ in several], begins, by_seq, sizes))
    become = np.full(len(seqs), -1, np.int32)
    become[by_seq] = np.arange(len(by_seq), dtype=np.int32)
    del seqs, kept, by_seq, sizes, starts
    places = (become[begin:end] for begin, end in pairwise(begins))
    order = heapq.merge(*map(_in_order, (titles for titles, _ in several), places))
    yield 3, np.empty(0, np.int32)
    while some := [place for _, place in islice(order, _SOME)]:
        yield 3, np.array(some, np.int32)


def _texts(
    several: Sequence[Strings], begins: Sequence[int], chosen: NDArray[np.int64], sizes: NDArray[Any]
) -> Iterator[NDArray[np.uint8]]:
    """The chosen of all strings, numbered through from where each one's begin, one after another; also their sizes."""
    yield np.empty(0, np.uint8)
    if not len(chosen):
        return
    # Mostly they stand side by side already, and a run of them is taken in one.
    ends = np.searchsorted(begins, chosen, side="right")
    new = (
        (np.diff(chosen) != 1)
        | (np.diff(ends) != 0)
        | (np.diff(np.cumsum(sizes, dtype=np.int64) // PIECE) != 0)
    )
    firsts = np.concatenate([[0], np.flatnonzero(new) + 1])
    lasts = np.concatenate([firsts[1:], [len(chosen)]]) - 1
    for owner, first, last in zip(ends[firsts] - 1, chosen[firsts], chosen[lasts], strict=True):
        strings, begin = several[owner], begins[owner]
        yield strings.text[strings.starts[first - begin] : strings.starts[last - begin + 1]]


def _in_order(titles: Titles, become: NDArray[np.int32]) -> Iterator[tuple[bytes, int]]:
    """The packed cards by title, each with its place to be, without those that have none."""
    for first in range(0, len(titles.order), _SOME):
        places = titles.order[first : first + _SOME]
        for place, now in zip(places.tolist(), become[places].tolist(), strict=True):
            if now >= 0:
                yield titles.packs.raw(place), now


def _narrow(seqs: NDArray[np.int64]) -> NDArray[np.int32] | NDArray[np.int64]:
    return narrow(seqs, int(seqs[-1])) if len(seqs) else narrow(seqs, 0)
