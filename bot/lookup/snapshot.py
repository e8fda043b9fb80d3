"""Snapshot: one commit of the index, unchanging, as lookups read it."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bot.lookup.files import Part, State
from bot.lookup.postings import View
from bot.lookup.titles import Card
from bot.lookup.vocabulary import Near


@dataclass(frozen=True, slots=True)
class LivePart:
    """A part, and which papers in it no longer count."""

    part: Part
    gone: frozenset[int]


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
        for live in reversed(self.parts):
            if seq not in live.gone and (card := live.part.titles.get(seq)):
                return card
        return None

    def beginning(self, text: str, limit: int) -> list[int]:
        """Seqs of papers whose title begins so; at most ``limit`` from each part."""
        return [
            seq
            for live in self.parts
            for seq in live.part.titles.beginning(text, limit)
            if seq not in live.gone
        ]

    def count(self, word: str) -> int:
        """How many papers hold the word, nearly: papers replaced since may count twice."""
        return sum(live.part.vocabulary.count(word) for live in self.parts)

    def completions(self, prefix: str, limit: int) -> list[tuple[str, int]]:
        """The most frequent words that begin so, with their counts."""
        found: dict[str, int] = {}
        for live in self.parts:
            for word, count in live.part.vocabulary.completions(prefix, limit):
                found[word] = found.get(word, 0) + count
        return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]

    def near(self, word: str, most: int, limit: int) -> list[Near]:
        """Known words within ``most`` edits, cheapest first."""
        found: dict[str, Near] = {}
        for near in self._near(word, most, limit):
            known = found.get(near.word)
            found[near.word] = near if known is None else replace(near, cost=min(near.cost, known.cost))
        return sorted(found.values(), key=lambda near: (near.cost, near.word))[:limit]

    def _near(self, word: str, most: int, limit: int) -> Iterator[Near]:
        for live in self.parts:
            yield from live.part.vocabulary.near(word, most, limit)
