"""Titles: the folded titles and names of papers, for ranking candidates and for titles that begin so."""

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.lookup.strings import Strings, bisect
from bot.models import Paper
from bot.text.fold import squeeze, tokens

_FIELDS, _VALUES = "\x1f", "\x1e"  # no folded text holds them
LONGEST_NAME = 60  # squeezed characters


@dataclass(frozen=True, slots=True)
class Card:
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
            seq, titled == "1", tuple(titles.split(_VALUES)), tuple(filter(None, names.split(_VALUES)))
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
        seqs: int64, ascending.
        packs: packed cards, in the order of ``seqs``.
        order: int32, places in ``seqs`` sorted by card, which is by title.
    """

    seqs: NDArray[np.int64]
    packs: Strings
    order: NDArray[np.int32]

    @classmethod
    def of(cls, packed: Mapping[int, str]) -> "Titles":
        """Those of packed cards by seq."""
        seqs = sorted(packed)
        texts = [packed[seq].encode() for seq in seqs]
        order = sorted(range(len(seqs)), key=texts.__getitem__)
        return cls(np.array(seqs, np.int64), Strings.of_bytes(texts), np.array(order, np.int32))

    @classmethod
    def merged(cls, several: Sequence[tuple["Titles", Collection[int]]]) -> "Titles":
        """All of them, each without the seqs that are gone from it; no seq is left in two of them."""
        seqs = np.concatenate([titles.seqs for titles, _ in several])
        owners = np.repeat(np.arange(len(several)), [len(titles.seqs) for titles, _ in several])
        places = np.concatenate([np.arange(len(titles.seqs)) for titles, _ in several])
        kept = ~np.concatenate([np.isin(titles.seqs, list(gone)) for titles, gone in several])
        by_seq = np.flatnonzero(kept)[np.argsort(seqs[kept])]
        become = np.full(len(seqs), -1, np.int32)
        become[by_seq] = np.arange(len(by_seq))

        def in_order(owner: int, titles: Titles) -> Iterator[tuple[bytes, int]]:
            for place, now in zip(titles.order, become[owners == owner][titles.order].tolist(), strict=True):
                if now >= 0:
                    yield titles.packs.raw(place), now

        packs = (several[owners[one]][0].packs.raw(places[one]) for one in by_seq)
        order = heapq.merge(*(in_order(owner, titles) for owner, (titles, _) in enumerate(several)))
        return cls(
            seqs[by_seq],
            Strings.of_bytes(packs),
            np.fromiter((place for _, place in order), np.int32, len(by_seq)),
        )

    def held(self, seqs: NDArray[np.int64]) -> set[int]:
        """Those of the seqs that are here."""
        places = np.searchsorted(self.seqs, seqs)
        places[places == len(self.seqs)] = 0
        return set(seqs[self.seqs[places] == seqs].tolist()) if len(self.seqs) else set()

    def cards_of(self, seqs: NDArray[np.int64]) -> list[Card]:
        """The cards of those of the papers that are here."""
        if not len(self.seqs):
            return []
        places = np.minimum(np.searchsorted(self.seqs, seqs), len(self.seqs) - 1)
        here = self.seqs[places] == seqs
        found = zip(seqs[here].tolist(), places[here].tolist(), strict=True)
        return [Card.unpack(seq, self.packs[place]) for seq, place in found]

    def beginning(self, text: str, limit: int) -> list[int]:
        """Seqs of papers whose first title begins so, in the order of titles."""
        first = bisect(self.packs, text, self.order)
        found = []
        for place in self.order[first : first + limit].tolist():
            if not self.packs.raw(place).startswith(text.encode()):
                break
            found.append(int(self.seqs[place]))
        return found
