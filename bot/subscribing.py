"""Subscriptions as people handle them: what a rule would bring, what is in doubt, what is stored and changed."""

import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.calendar import following, local_date
from bot.cards import short
from bot.deliveries import Delivery
from bot.digest import delivery_key, understood
from bot.errors import UserError
from bot.locale import DEFAULT, words
from bot.models import Caller, Place, Suggestion
from bot.posts import best_of
from bot.query import Query
from bot.scales import Scales
from bot.store import PlanStep, Store
from bot.subscriptions import (
    LINES,
    LISTED,
    Cadence,
    Digest,
    Entry,
    Schedule,
    Standing,
    Subscription,
    SubscriptionState,
)
from bot.times import UNCHANGED, Times, following_along
from bot.walking import Walking
from bot.weighing import Weighed

NAMED: Final = 85  # characters of a query in a suggestion
MOST: Final = 50  # subscriptions of one place

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another
_LENGTH: Final = 7


class Subscribing:
    """What people ask of subscriptions; whether they may is for the caller of these to check.

    Args:
        store: open.
        timezone: of a place for which nobody said another.
        walking: knows which papers may match; without it, all are gone through.
    """

    def __init__(self, store: Store, timezone: str, walking: Walking | None = None) -> None:
        self._store = store
        self._timezone = timezone
        self._scales = Scales(store, walking or Walking(store))

    async def weigh(self, text: str, now: datetime, most: int) -> Weighed:
        """What a rule would bring, see Scales.weigh()."""
        return await self._scales.weigh(text, now, most)

    async def weigh_mended(
        self, text: str, now: datetime, most: int, mend: Callable[[str], Awaitable[str]]
    ) -> Weighed:
        """The same; where that is nothing, also what it would bring with its slips corrected, see Scales.mended()."""
        return await self._scales.mended(await self.weigh(text, now, most), now, most, mend)

    async def add(
        self,
        caller: Caller,
        place: Place,
        query: Query,
        now: datetime,
        *,
        cadence: Cadence = "daily",
        updates: bool = False,
        times: Times = UNCHANGED,
        known_timezone: str = "",
        locale: str = "",
    ) -> Standing:
        """Stores a subscription that has seen all papers there are, and its place's times.

        Args:
            caller: who makes it.
            place: where it speaks.
            query: the rule.
            now: aware, UTC.
            cadence: how often.
            updates: whether also new versions and withdrawals are told.
            times: of the place, for all its posts.
            known_timezone: what the platform tells of the caller, or empty.
            locale: what is spoken in the place, if nobody knows it yet; else the caller's.

        Raises:
            UserError: the place has it already, or has too many.
        """
        here = await self._store.subscriptions.of_place(place)
        for one in here:
            if understood(one.query) == query:
                raise UserError("subscribe-again", query=one.query, id=one.id)
        if len(here) >= MOST:
            raise UserError("subscribe-too-many", most=MOST)
        before = await self._store.subscriptions.schedule(place, "digest")
        schedule = times.over(before or await self.default(place, caller, now, known_timezone), now)
        one = Subscription(
            id=f"s{''.join(secrets.choice(_LETTERS) for _ in range(_LENGTH))}",
            place=place,
            query=query.text,
            cadence=cadence,
            updates=updates,
            after_seq=(await self._store.mark()).seq,
            owner=caller.user,
            created=now,
            heard=now,
        )
        await self._store.subscriptions.know(place, caller.user, locale or caller.locale)
        if not await self._store.subscriptions.add(one, await self._moved(before, schedule, now)):
            raise UserError("subscribe-at-once", query=query.text)
        await self._store.outbox.back(place)
        return self._standing(one, schedule, now, before=before if before != schedule else None)

    async def change(
        self,
        one: Subscription,
        now: datetime,
        *,
        query: str = "",
        cadence: Cadence | None = None,
        state: SubscriptionState | None = None,
        updates: bool | None = None,
        times: Times = UNCHANGED,
    ) -> Standing:
        """Stores what is different from now on: of the subscription, and of its place's times."""
        awake = bool(query) or (state == "active" and one.state != "active")
        changed = replace(
            one,
            query=query or one.query,
            cadence=cadence or one.cadence,
            state=state or one.state,
            updates=one.updates if updates is None else updates,
            heard=now if awake else one.heard,
        )
        before = await self._store.subscriptions.schedule(one.place, "digest")
        schedule = times.over(before or self._plain(one.place, now), now)
        await self._store.subscriptions.change(changed, now, await self._moved(before, schedule, now))
        return self._standing(changed, schedule, now, before=before if before != schedule else None)

    async def pass_on(self, one: Subscription) -> None:
        """It belongs to who manages its place from now on."""
        await self._store.subscriptions.pass_on(one)

    async def silent(self, place: Place) -> bool:
        """Whether the place is paused, since it could not be spoken to."""
        _, gone = await self._store.plans.reached(place)
        return bool(gone)

    async def back(self, place: Place) -> None:
        """The place can be spoken to again; what it is owed goes on."""
        await self._store.outbox.back(place)

    async def post_best(self, one: Subscription, now: datetime) -> bool:
        """Owes its place the best of what was there before; False where nothing matches, or it had them already."""
        counted = (await self.weigh(one.query, now, LINES)).counted
        best = [matched for matched in counted.best if matched.paper.status != "withdrawn"]
        if not best:
            return False
        schedule = await self._store.subscriptions.schedule(one.place, "digest")
        digest = Digest(
            place=one.place,
            kind="digest",
            day=local_date(now, schedule.timezone if schedule else self._timezone),
            name=f"best:{one.id}",
            entries=tuple(Entry(matched.paper, {one: matched.words}) for matched in best),
        )
        locale, _ = await self._store.plans.reached(one.place)
        message = best_of(digest, one.query, words(locale or DEFAULT))
        seqs = [entry.paper.seq for entry in digest.entries]
        before = await self._store.plans.told(one.place, seqs)
        step = PlanStep(
            place=one.place,
            upto=0,
            delivery=Delivery(
                id=0,
                key=delivery_key(one.place, digest.name),
                place=one.place,
                kind=digest.kind,
                message=message,
                silent=True,
                not_before=now,
            ),
            told={seq: "sent" for seq in seqs if seq not in before},
        )
        return await self._store.plans.commit(step, now)

    async def find(self, caller: Caller, text: str, *, removed: bool = False) -> Subscription | None:
        """The one subscription that ``text`` names, of those the caller may see.

        By its id, its query, or its number in the list where that has but one page, and so no two of a number.

        Args:
            caller: sees their own, and those of the place.
            text: as typed.
            removed: whether it may be one that was removed lately; what still stands comes first.
        """
        wanted = text.strip().strip('"“”').casefold()
        one = await self._store.subscriptions.get(wanted)
        if one is not None and _sees(caller, one):
            return one if removed or one.state != "removed" else None
        seen = await self.seen(caller)
        gone = reversed(await self.seen(caller, removed=True)) if removed else ()
        named = (one for one in (*seen, *gone) if one.query.strip('"').casefold() == wanted)
        numbered = {str(number): one for number, one in enumerate(seen, 1)} if len(seen) <= LISTED else {}
        return next(named, numbered.get(wanted))

    async def seen(self, caller: Caller, *, removed: bool = False) -> tuple[Subscription, ...]:
        """The subscriptions that the caller may see: the place's, then their own elsewhere; oldest first.

        Where the answer is for all to see, only the place's.
        With ``removed`` those that were removed lately instead.
        """
        place = caller.place
        here = await self._store.subscriptions.of_place(place, removed=removed)
        if caller.asked == "mention":
            return here
        own = await self._store.subscriptions.of_owner(
            place.platform, place.team, caller.user, removed=removed
        )
        return tuple(dict.fromkeys((*here, *own)))

    async def suggest(self, caller: Caller, text: str, limit: int) -> tuple[Suggestion, ...]:
        """The caller's and the place's subscriptions whose query or id holds what is half typed."""
        wanted = text.strip().casefold()
        found = [one for one in await self.seen(caller) if wanted in f"{one.query} {one.id}".casefold()]
        return tuple(Suggestion(one.id, f"{short(one.query, NAMED)} ({one.id})") for one in found[:limit])

    async def standing(self, subscriptions: Sequence[Subscription], now: datetime) -> tuple[Standing, ...]:
        """How each stands, with its last and next post."""
        found = []
        for one in subscriptions:
            schedule = await self._store.subscriptions.schedule(one.place, "digest")
            standing = self._standing(one, schedule or self._plain(one.place, now), now)
            last = await self._store.subscriptions.last_post(one.place)
            _, silent = await self._store.plans.reached(one.place)
            found.append(replace(standing, last=last, silent=silent))
        return tuple(found)

    async def knows_timezone(self, caller: Caller, place: Place) -> bool:
        """Whether somebody said in which timezone the caller, or the place, lives."""
        own = await self._store.subscriptions.person(place.platform, caller.place.team, caller.user)
        return (
            bool(own and own.timezone)
            or await self._store.subscriptions.schedule(place, "digest") is not None
        )

    async def planned_for(self, place: Place, caller: Caller, now: datetime, known_timezone: str) -> Schedule:
        """The digest's schedule as it is, or as it would be at first; see default()."""
        before = await self._store.subscriptions.schedule(place, "digest")
        return before or await self.default(place, caller, now, known_timezone)

    async def default(self, place: Place, caller: Caller, now: datetime, known_timezone: str) -> Schedule:
        """The digest's schedule for a place that has none yet.

        Args:
            place: whose.
            caller: whose own timezone comes first.
            now: aware, UTC.
            known_timezone: what the platform tells of the caller, or empty.
        """
        paper = await self._store.subscriptions.schedule(place, "paper")
        person = await self._store.subscriptions.person(place.platform, caller.place.team, caller.user)
        known = (paper.timezone if paper else "", person.timezone if person else "", known_timezone)
        return Schedule(
            place=place, kind="digest", timezone=next(filter(None, known), self._timezone), since=now
        )

    async def _moved(self, before: Schedule | None, after: Schedule, now: datetime) -> list[Schedule]:
        """The schedules to be stored: the digest's if it is another, and the paper of the day's that goes along."""
        if after == before:
            return []
        paper = await self._store.subscriptions.schedule(after.place, "paper")
        if paper is None:
            return [after]
        return [after, following_along(paper, before or after, after, now)]

    def _plain(self, place: Place, now: datetime) -> Schedule:
        return Schedule(place=place, kind="digest", timezone=self._timezone, since=now)

    def _standing(
        self, one: Subscription, schedule: Schedule, now: datetime, before: Schedule | None = None
    ) -> Standing:
        silent = one.state != "active" or one.cadence == "instant"
        due = None if silent else following(schedule, now, weekly=one.cadence == "weekly")
        return Standing(one, schedule, before, due)


def _sees(caller: Caller, one: Subscription) -> bool:
    mine, its = caller.place, one.place
    own = one.owner == caller.user and its.platform == mine.platform and its.team in (mine.team, "")
    return own or its == mine
