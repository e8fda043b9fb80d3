"""The paper of the day: chosen by a hash, the same on every machine, none twice before all had their turn. Pure."""

from collections.abc import Iterable, Mapping
from datetime import date
from hashlib import blake2b
from typing import Final

from bot.matching import Document, holds
from bot.models import Paper, Place
from bot.query import Query

NEVER: Final = ("rejected", "withdrawn")  # statuses


def ring_start(place: Place, day: date) -> str:
    """Where among the ids of papers the search for a paper of the day begins; the same on every machine.

    Ids are hashes themselves, so the first eligible one from here on is a matter of chance.
    """
    told = f"{place.platform}\n{place.team}\n{place.channel}\n{day}"
    return f"p{blake2b(told.encode(), digest_size=8).hexdigest()[:15]}"


class Picking:
    """The search for a paper of the day, along the ring of ids.

    Args:
        topic: what it must match, or None.
        had: how often each paper, by id, was one already; nothing is repeated before all had their turn.
    """

    def __init__(self, topic: Query | None, had: Mapping[str, int]) -> None:
        self.best: Paper | None = None
        self._tier = (0, False)
        self._topic = topic
        self._had = had

    def on_topic(self, papers: Iterable[Paper]) -> list[Paper]:
        """Those that may be a paper of the day and could still be better than the best so far."""
        may = [one for one in papers if eligible(one) and self._better((self._had.get(one.id, 0), False))]
        if self._topic is None:
            return may
        return [one for one in may if holds(self._topic, Document(one))]

    def look(self, papers: Iterable[Paper], told: Iterable[int]) -> bool:
        """Goes on along the ring; True when no later one can be better.

        Args:
            papers: as on_topic() gave them.
            told: seqs of those that the place has seen in a post.
        """
        seen = set(told)
        for one in papers:
            tier = (self._had.get(one.id, 0), one.seq in seen)
            if self._better(tier):
                self.best, self._tier = one, tier
        return self.best is not None and self._tier == (0, False)

    def _better(self, tier: tuple[int, bool]) -> bool:
        return self.best is None or tier < self._tier


def eligible(paper: Paper) -> bool:
    """Whether it may be a paper of the day."""
    return bool(paper.abstract) and paper.status not in NEVER
