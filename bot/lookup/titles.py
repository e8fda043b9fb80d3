"""Titles: the folded titles and names of papers, for ranking candidates and for titles that begin so."""

from collections.abc import Iterable, Iterator
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
    def of(cls, packed: dict[int, str]) -> "Titles":
        """Those of packed cards by seq."""
        seqs = sorted(packed)
        texts = [packed[seq] for seq in seqs]
        encoded = [text.encode() for text in texts]
        order = sorted(range(len(seqs)), key=encoded.__getitem__)
        return cls(np.array(seqs, np.int64), Strings.of(texts), np.array(order, np.int32))

    def packed(self) -> dict[int, str]:
        """The reverse of of()."""
        return dict(zip(self.seqs.tolist(), self.packs.all(), strict=True))

    def __contains__(self, seq: int) -> bool:
        place = int(np.searchsorted(self.seqs, seq))
        return place < len(self.seqs) and int(self.seqs[place]) == seq

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
            if not self.packs.bytes(place).startswith(text.encode()):
                break
            found.append(int(self.seqs[place]))
        return found
