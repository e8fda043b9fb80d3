"""What has come, matched against the rules of all places at once, before each place is planned by itself."""

import asyncio
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from bot.calendar import Due, due
from bot.digest import Rule, understood
from bot.matching import Document, Registry
from bot.models import Paper, Place
from bot.store import Store
from bot.subscriptions import Schedule, Subscription

KEPT: Final = 100_000  # rules, of some 200 bytes each; with more of them those that nobody has are forgotten


class Rulebook:
    """The rules of all places, kept ready from one planning to the next. Equal rules of many are one."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._registry = Registry()
        self._numbers: dict[str, int] = {}  # by the rule's text
        self._texts: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def know(self, texts: Iterable[str]) -> None:
        """Takes in rules that are new; those that cannot be read are left out."""
        wanted = set(texts)
        if len(self._numbers) > max(self._kept, len(wanted)):
            for text in self._numbers.keys() - wanted:
                number = self._numbers.pop(text)
                self._registry.remove(number)
                del self._texts[number]
        for text in wanted - self._numbers.keys():
            query = understood(text)
            if query is not None:
                self._numbers[text] = number = self._registry.add(query)
                self._texts[number] = text

    def match(self, papers: Sequence[Paper]) -> list[tuple[int, str]]:
        """The numbers of papers, as they are given, each with the text of a rule that it matches."""
        hits = self._registry.match([Document(one) for one in papers])
        return [(paper, self._texts[number]) for paper, number in hits]


@dataclass(frozen=True, slots=True)
class Met:
    """Which of the papers that came match which rules.

    Attributes:
        after: the seq above which papers were gone over.
        seqs: of those that match, ascending, by the rule's text; of every rule that was asked for.
    """

    after: int = 0
    seqs: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def by(self, rules: Iterable[Rule]) -> list[int] | None:
        """The seqs, ascending, of what those whose turn it is asked for; None where it was not gone over for them."""
        found: set[int] = set()
        for rule in rules:
            one = rule.subscription
            if not rule.due:
                continue
            if one.query not in self.seqs or one.after_seq < self.after:
                return None
            seqs = self.seqs[one.query]
            found.update(seqs[bisect_right(seqs, one.after_seq) :])
        return sorted(found)


NOTHING_MET: Final = Met()


def digests_due(by_place: Mapping[Place, Mapping[str, Schedule]], now: datetime) -> dict[Place, Due]:
    """The digests that are due, by their places; a place whose schedule cannot be used is left to its own planning."""
    turns: dict[Place, Due] = {}
    for place, schedules in by_place.items():
        with suppress(Exception):
            if "digest" in schedules and (turn := due(schedules["digest"], now)):
                turns[place] = turn
    return turns


async def met(
    store: Store, rulebook: Rulebook, digests: Mapping[Place, Due], instant: AbstractSet[Place], upto: int
) -> Met:
    """Goes once over what came after the first of the watermarks of all whose turn it is.

    Args:
        store: open.
        rulebook: keeps the rules from one planning to the next.
        digests: the places whose digest is due.
        instant: other places that want to hear at once of something new.
        upto: the last seq of the corpus.
    """
    if not digests and not instant:
        return NOTHING_MET
    asking = [one for one in await store.plans.active() if _is_its_turn(one, digests, instant)]
    behind = [one for one in asking if one.after_seq < upto]
    after = min((one.after_seq for one in behind), default=upto)
    seqs: dict[str, list[int]] = defaultdict(list)
    await asyncio.to_thread(rulebook.know, [one.query for one in behind])
    async for batch in store.plans.arrivals(after, upto):
        for number, text in await asyncio.to_thread(rulebook.match, [one.paper for one in batch]):
            seqs[text].append(batch[number].paper.seq)
    return Met(after, {one.query: seqs.get(one.query, []) for one in asking})


def _is_its_turn(one: Subscription, digests: Mapping[Place, Due], instant: AbstractSet[Place]) -> bool:
    if digest := digests.get(one.place):
        return one.cadence != "weekly" or digest.weekly
    return one.place in instant and one.cadence == "instant"
