"""Snapshot: one commit of the index, unchanging, as lookups read it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from bot.lookup.files import State
from bot.lookup.parts import Part
from bot.lookup.postings import View
from bot.lookup.titles import Card
from bot.lookup.vocabulary import Near


@dataclass(frozen=True, slots=True)
class LivePart:
    """A part, and which papers in it no longer count."""

    part: Part
    gone: frozenset[int]

    @property
    def papers(self) -> int:
        """How many papers in it count."""
        return len(self.part.titles.seqs) - len(self.gone)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One commit.

    Attributes:
        view: its postings; None for an index that holds nothing.
        state: its number, mark and parts.
        parts: the parts, oldest first.
    """

    view: View | None = None
    state: State = field(default_factory=State)
    parts: tuple[LivePart, ...] = ()

    @property
    def papers(self) -> int:
        """How many papers there are."""
        return self.view.papers if self.view else 0

    def card(self, seq: int) -> Card | None:
        """A paper's card; None for one that is not here."""
        return next(iter(self.cards([seq])), None)

    def cards(self, seqs: Sequence[int]) -> list[Card]:
        """The cards of those papers that are here, in any order."""
        wanted = np.array(seqs, np.int64)
        return [
            card
            for live in self.parts
            for card in live.part.titles.cards_of(wanted)
            if card.seq not in live.gone
        ]

    def beginning(self, text: str, limit: int) -> list[int]:
        """Seqs of papers whose title begins so; at most ``limit`` from each part."""
        return [
            seq
            for live in self.parts
            for seq in live.part.titles.beginning(text, limit)
            if seq not in live.gone
        ]

    def count(self, word: str) -> int:
        """How many papers hold the word as it is written, nearly: papers replaced since may count twice."""
        return sum(live.part.vocabulary.count(word) for live in self.parts)

    def completions(self, prefix: str, limit: int) -> list[tuple[str, int]]:
        """The most frequent words that begin so, with their counts."""
        found: dict[str, int] = {}
        for live in self.parts:
            for word, count in live.part.vocabulary.completions(prefix, limit):
                found[word] = found.get(word, 0) + count
        return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]

    def near(self, word: str, most: int, limit: int, *, begins: bool = False) -> list[Near]:
        """Known words within ``most`` edits, cheapest first; with ``begins``, those whose beginning is."""
        found: dict[str, Near] = {}
        for live in self.parts:
            for near in live.part.vocabulary.near(word, most, limit, begins=begins):
                known = found.get(near.word)
                found[near.word] = near if known is None or near.cost < known.cost else known
        return sorted(found.values(), key=lambda near: (near.cost, near.word))[:limit]
