"""The walk of planning: who is due, what is new to them, and one transaction a post.

Planning twice is harmless, in one process or in several: a step is refused where its watermarks have moved, and
every post has a key of its own.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Final

from bot.calendar import Due, began, due, local_date
from bot.deliveries import Delivery
from bot.digest import (
    Gathering,
    Rule,
    candidates,
    delivery_key,
    digest_name,
    dry_name,
    in_one_post,
    instant_name,
    rules,
    updated,
    updates_name,
)
from bot.errors import StoreError
from bot.locale import DEFAULT, Words, words
from bot.message import Message
from bot.models import Paper, Place
from bot.planning.amend import amend
from bot.planning.pick import pick
from bot.planning.planned import Kind, Planned, not_going
from bot.planning.rulebook import Rulebook, digests_due, met
from bot.planning.turn import Around, Turn
from bot.planning.unnoted import NewsOf, news_to_come
from bot.posts import compose
from bot.quiet import fact, footnote, quiet
from bot.store import How, PlanStep, Store
from bot.subscriptions import INSTANT_A_DAY, Digest, Schedule, Subscription, Update
from bot.walking import Walking

log = logging.getLogger("paperbot.planning")

UTC_NAME: Final = "UTC"
Schedules = Mapping[str, Schedule]


async def plan(
    store: Store,
    now: datetime,
    *,
    dry_run: bool = False,
    walking: Walking | None = None,
    rulebook: Rulebook | None = None,
) -> tuple[Planned, ...]:
    """Puts every post that is due into the outbox; returns them, and what was due without one.

    Args:
        store: open.
        now: aware, UTC.
        dry_run: only look: nothing is stored, and what was missed is told as well.
        walking: knows which papers may be on a topic; without it, all are gone through until one is.
        rulebook: keeps the rules from one planning to the next.

    Raises:
        StoreError: the database cannot be used. A fault with one place is logged and stops no other.
    """
    to_come: NewsOf = {}
    if dry_run:
        to_come = await news_to_come(store, now)
    else:
        await amend(store, now)
    upto = (await store.mark()).seq
    behind = set(await store.plans.behind(upto))
    by_place: dict[Place, dict[str, Schedule]] = defaultdict(dict)
    for schedule in await store.plans.schedules():
        by_place[schedule.place][schedule.kind] = schedule
    around = Around(
        upto,
        now,
        await store.sources.unwell(),
        frozenset(to_come) if dry_run else await store.amendments.places_with_news(),
        dry_run,
        walking,
        await met(
            store, Rulebook() if rulebook is None else rulebook, digests_due(by_place, now), behind, upto
        ),
        to_come,
    )
    planned: list[Planned] = []
    for place in dict.fromkeys((*by_place, *sorted(behind | around.with_news, key=repr))):
        walk = _Walk(store, place, by_place.get(place, {}), around)
        try:
            planned += await walk.scheduled()
            if (place in behind or place in around.with_news) and not walk.told_all:
                planned += await walk.instant()
        except StoreError:
            raise
        except Exception:
            log.exception("planning for a place failed", extra={"action": "fault"})
    return tuple(planned)


async def digest_now(store: Store, place: Place, now: datetime) -> Planned | None:
    """Posts what is new to a place at once, whatever the hour; None when there is nothing."""
    schedules = {
        kind: schedule for kind, schedule in (await store.plans.schedules_of(place)).items() if schedule.on
    }
    unwell, with_news = await store.sources.unwell(), await store.amendments.places_with_news()
    walk = _Walk(store, place, schedules, Around((await store.mark()).seq, now, unwell, with_news))
    planned = await walk.asked()
    return planned if planned and not planned.reason else None


class _Walk:
    """One place's planning at one moment.

    Attributes:
        told_all: whether a digest was planned, which holds what would otherwise be told at once.
    """

    def __init__(self, store: Store, place: Place, schedules: Schedules, around: Around) -> None:
        self.told_all = False
        self._spoken: Words | None = None
        self._store = store
        self._place = place
        self._schedules = schedules
        self._around = around
        self._upto = around.upto
        self._now = around.now
        self._dry_run = around.dry_run
        digest = schedules.get("digest") or schedules.get("paper")
        self._timezone = digest.timezone if digest else UTC_NAME

    async def scheduled(self) -> list[Planned]:
        """The digest and the paper of the day; in one post where both are due for the same date."""
        dues = {kind: found for kind, one in self._schedules.items() if (found := due(one, self._now))}
        if not dues:
            return not_going(self._place, self._schedules.values(), self._now) if self._dry_run else []
        days = sorted({one.day for one in dues.values()})
        return [
            await self._of_day({kind: one for kind, one in dues.items() if one.day == day}) for day in days
        ]

    async def _of_day(self, dues: Mapping[str, Due]) -> Planned:
        kinds = sorted(dues)  # every planner takes their rows in the same order
        first = dues[kinds[0]]
        turn = Turn(first.day, first.at, planned=tuple((self._schedules[kind], first.day) for kind in kinds))
        gathered, paper, note = Gathering(), None, ""
        if "digest" in dues:
            self.told_all = True
            subscriptions = await self._store.plans.subscriptions(self._place)
            served = [one for one in subscriptions if one.cadence != "weekly" or first.weekly]
            turn, gathered = await self._gather(replace(turn, subscriptions=subscriptions), served)
            note = await self._note(first, gathered)
        kind: Kind = "digest" if "digest" in dues else "paper"
        if "paper" in dues:
            paper, said = await self._picked(turn.day)
            note = "\n".join(filter(None, [note, said]))
        name = digest_name(turn.day)
        digest = in_one_post(
            self._place, turn.day, gathered, paper, name=name, note=note, updates=turn.updates
        )
        planned = await self._settle(turn, gathered, digest, kind)
        if kind == "paper" and planned.reason == "nothing":
            return replace(planned, reason="dry" if self._schedules["paper"].topic else "nobody")
        return planned

    async def _picked(self, day: date) -> tuple[Paper | None, str]:
        """The paper of the day, and what is to be said of it; where its topic has run dry, the place is told once."""
        topic = self._schedules["paper"].topic
        picked = await pick(
            self._store, self._place, day, topic, keep=not self._dry_run, walking=self._around.walking
        )
        if picked.paper is None and topic and not self._dry_run:
            key, said = (
                delivery_key(self._place, dry_name(topic)),
                (await self._say())("post-dry", topic=topic),
            )
            message = Message(said, private=False)
            await self._store.outbox.owe(key, self._place, "notice", message, silent=True, now=self._now)
        if not picked.anew:
            return picked.paper, ""
        say = await self._say()
        return picked.paper, say("post-anew", topic=topic) if topic else say("post-anew-all")

    async def instant(self) -> list[Planned]:
        """What has just come for those who want to hear at once: a burst is one post."""
        day = local_date(self._now, self._timezone)
        since = began(day, self._timezone)
        if await self._store.plans.instants(self._place, since) >= INSTANT_A_DAY:
            enough = Planned(place=self._place, kind="instant", day=day, due=self._now, reason="enough")
            return [enough] if self._dry_run else []
        subscriptions = await self._store.plans.subscriptions(self._place)
        served = [one for one in subscriptions if one.cadence == "instant"]
        turn, gathered = await self._gather(Turn(day, self._now, subscriptions), served)
        name = instant_name(gathered.seqs) if gathered.seqs else ""
        name = name or (updates_name(turn.news) if turn.updates else "")
        digest = in_one_post(self._place, day, gathered, name=name, updates=turn.updates)
        planned = await self._settle(turn, gathered, digest, "instant")
        return [planned] if planned.key else []

    async def asked(self) -> Planned | None:
        """What is new to the place, for all its subscriptions."""
        day = local_date(self._now, self._timezone)
        subscriptions = await self._store.plans.subscriptions(self._place)
        turn, gathered = await self._gather(Turn(day, self._now, subscriptions), subscriptions)
        if not gathered.seqs and not turn.updates:
            return None
        name = digest_name(day, gathered.seqs, asked=True) if gathered.seqs else updates_name(turn.news)
        digest = in_one_post(self._place, day, gathered, name=name, updates=turn.updates)
        return await self._settle(turn, gathered, digest, "digest")

    async def _gather(self, turn: Turn, served: Sequence[Subscription]) -> tuple[Turn, Gathering]:
        """Everything that came after the watermarks of those whose turn it is, and was not told of before."""
        understood = rules(turn.subscriptions, served)
        if len(understood) < len(turn.subscriptions):
            log.warning("a subscription cannot be read any more, and waits", extra={"action": "plan"})
        ready = tuple(rule.subscription for rule in understood if rule.due)
        gathered = Gathering()
        after = min((one.after_seq for one in ready), default=None)
        seqs = self._around.met.by(understood)
        arrivals = (
            self._store.plans.arrivals(self._upto if after is None else after, self._upto)
            if seqs is None
            else self._store.plans.these(seqs)
        )
        async for batch in arrivals:
            found = await asyncio.to_thread(candidates, batch, understood)
            if found:
                seqs = [one.entry.paper.seq for one in found]
                gathered.add(found, await self._store.plans.told(self._place, seqs))
        updates, news = await self._updates(understood) if self._place in self._around.with_news else ((), ())
        served_now = tuple(one for one in ready if one.after_seq < self._upto)
        return replace(turn, served=served_now, after=after, updates=updates, news=news), gathered

    async def _updates(self, understood: Sequence[Rule]) -> tuple[tuple[Update, ...], tuple[int, ...]]:
        """What became of papers of earlier posts, and which amendments are done with by it."""
        to_come = self._around.to_come
        news = to_come[self._place] if self._dry_run else await self._store.amendments.news(self._place)
        papers = await self._store.papers([one.shown.seq for one in news])
        found = [(one.n, *updated(one, papers.get(one.shown.seq), understood)) for one in news]
        updates = tuple(update for _, update, _ in found if update is not None)
        return updates, tuple(n for n, _, done in found if done)

    async def _say(self) -> Words:
        if self._spoken is None:
            locale, _ = await self._store.plans.reached(self._place)
            self._spoken = words(locale or DEFAULT)
        return self._spoken

    async def _note(self, first: Due, gathered: Gathering) -> str:
        """A footnote where a source brings, or brought, nothing, or where something was due earlier."""
        schedule = self._schedules["digest"]
        if late := footnote(schedule.quiet, schedule.done, self._around.unwell, await self._say()):
            return late
        if not first.missed or gathered.earliest is None or gathered.earliest > first.missed[-1]:
            return ""
        day = local_date(first.missed[-1], self._timezone)
        say = await self._say()
        weekday, month = say(f"day-{day.weekday()}"), say(f"month-{day.month}")
        return say("post-missed", weekday=weekday, day=day.day, month=month)

    async def _settle(self, turn: Turn, gathered: Gathering, digest: Digest | None, kind: Kind) -> Planned:
        """Stores the step, and says what it came to."""
        nothing = Planned(place=self._place, kind=kind, day=turn.day, due=turn.due, reason="nothing")
        why = ""
        if digest is None and kind == "digest":
            came = turn.after is None or await self._store.plans.came(turn.after, self._upto)
            why = quiet(came=came, unwell=self._around.unwell)
            nothing = replace(nothing, reason=fact(why) or "nothing")
        planned = Planned.of(digest, turn.due) if digest else nothing
        if self._dry_run:
            return planned
        step = PlanStep(
            place=self._place,
            upto=self._upto,
            served=turn.served,
            heard=gathered.heard,
            planned=turn.planned,
            delivery=await self._delivery(digest) if digest else None,
            told=_told(gathered, digest.pick if digest else None),
            news=turn.news,
            quiet=why,
        )
        if await self._store.plans.commit(step, self._now):
            return planned
        return replace(nothing, reason="beaten")

    async def _delivery(self, digest: Digest) -> Delivery:
        return Delivery(
            id=0,
            key=delivery_key(digest.place, digest.name),
            place=digest.place,
            kind=digest.kind,
            message=compose(digest, await self._say()),
            silent=digest.kind != "instant",
            not_before=self._now,
        )


def _told(gathered: Gathering, paper: Paper | None) -> dict[int, How]:
    told: dict[int, How] = dict.fromkeys(gathered.seqs, "sent")
    told |= dict.fromkeys(gathered.withheld, "withdrawn")
    if paper is not None:
        told.setdefault(paper.seq, "picked")
    return told
