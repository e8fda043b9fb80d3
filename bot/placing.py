"""Places and people as they are set up: the paper of the day, a digest now, one's own defaults, and why."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from bot.calendar import following, local_date
from bot.errors import UserError
from bot.locale import Words
from bot.message import Message
from bot.models import Caller, Paper, Place
from bot.planning import Planned, Rule, digest_now, pick, posted, recount, verdict
from bot.store import Store, voter
from bot.subscriptions import DailyStanding, Person, Schedule, Subscription
from bot.times import UNCHANGED, Times
from bot.walking import Walking

ANY: Final = "any"  # the topic that is none


@dataclass(frozen=True, slots=True)
class Today:
    """The paper of the day for one local date; None where no paper may be it."""

    paper: Paper | None
    day: date
    topic: str
    votes: int = 0


class Placing:
    """What people ask of places; whether they may is for the caller of these to check.

    Args:
        store: open.
        timezone: of a place for which nobody said another.
        walking: knows which papers may be on a topic; without it, all are gone through.
    """

    def __init__(self, store: Store, timezone: str, walking: Walking | None = None) -> None:
        self._store = store
        self._timezone = timezone
        self._walking = walking

    async def daily(self, place: Place, now: datetime) -> DailyStanding:
        """The place's paper of the day as it stands."""
        return _standing(await self._store.subscriptions.schedule(place, "paper"), now)

    async def set_daily(
        self,
        place: Place,
        now: datetime,
        *,
        on: bool,
        times: Times = UNCHANGED,
        topic: str = "",
        caller: Caller | None = None,
        known_timezone: str = "",
        locale: str = "",
    ) -> DailyStanding:
        """Stores the place's paper of the day; a timezone is the whole place's.

        Args:
            place: whose.
            now: aware, UTC.
            on: whether there is one.
            times: what is asked for; else as it was, else as the place's digest, else by default.
            topic: a query, or ``any`` for none; empty to leave it as it is.
            caller: who asks, for the timezone of a place that has none.
            known_timezone: what the platform tells of the caller, or empty.
            locale: what is spoken in the place, if nobody knows it yet; else the caller's.
        """
        subscriptions = self._store.subscriptions
        before = await subscriptions.schedule(place, "paper")
        digest = await subscriptions.schedule(place, "digest")
        start = before or replace(
            digest or await self._default(place, now, caller, known_timezone),
            kind="paper",
            done=None,
            since=now,
        )
        chosen = start.topic if not topic else "" if topic == ANY else topic
        after = replace(times.over(start, now), on=on, topic=chosen)
        if on and not (before and before.on):
            after = replace(after, since=now)
        moved = [after]
        if digest is not None and times.timezone:
            moved.append(Times(timezone=times.timezone).over(digest, now))
        if caller is not None:
            await subscriptions.know(place, caller.user, locale or caller.locale)
        await subscriptions.set_schedules(*moved)
        await self._store.outbox.back(place)
        return replace(_standing(after, now), before=before)

    async def today(self, caller: Caller, now: datetime, known_timezone: str) -> Today:
        """This place's paper of the day, which stays the same all the local date."""
        place = caller.place
        paper = await self._store.subscriptions.schedule(place, "paper")
        digest = await self._store.subscriptions.schedule(place, "digest")
        schedule = paper or digest or await self._default(place, now, caller, known_timezone)
        # What was set for a paper of the day that is off no longer holds.
        day, topic = local_date(now, schedule.timezone), paper.topic if paper and paper.on else ""
        found = (await pick(self._store, place, day, topic, walking=self._walking)).paper
        return Today(found, day, topic, await self._store.votes.count(place, found.id) if found else 0)

    async def vote(self, caller: Caller, id: str, now: datetime) -> tuple[Paper, bool, int]:  # noqa: A002 - the public word for it
        """Counts the caller's vote for a paper of the day of their place, or takes it back.

        Returns:
            The paper, whether the vote counts now, and how many there are.

        Raises:
            UserError: it was none there.
        """
        place = caller.place
        paper = await self._store.paper(id)
        if paper is None or id not in (await self._store.plans.picked(place)).values():
            raise UserError("vote-elsewhere")
        person = voter(place.platform, place.team, caller.user)
        counts, count = await self._store.votes.turn(place, id, person)
        await recount(self._store, place, paper, now)
        return paper, counts, count

    async def digest_now(self, place: Place, now: datetime) -> Planned | None:
        """Owes the place what is due and new at once; None when there is nothing."""
        return await digest_now(self._store, place, now)

    async def posted(self, place: Place, name: str, page: int, say: Words) -> Message:
        """One page of all papers of a post.

        Raises:
            UserError: there is no such post, or page.
        """
        return await posted(self._store, place, name, page, say)

    async def why(
        self, place: Place, subscription: Subscription | None, paper: Paper, now: datetime
    ) -> tuple[Rule, ...]:
        """Why a place was, or was not, told of a paper."""
        return await verdict(self._store, place, subscription, paper, now)

    async def person(self, caller: Caller) -> Person:
        """The caller's own defaults; empty ones where they set none."""
        where = {"platform": caller.place.platform, "team": caller.place.team, "user": caller.user}
        return await self._store.subscriptions.person(**where) or Person(**where)

    async def set_person(self, one: Person) -> None:
        """Stores somebody's own defaults."""
        await self._store.subscriptions.set_person(one)

    async def _default(
        self, place: Place, now: datetime, caller: Caller | None, known_timezone: str
    ) -> Schedule:
        own = (await self.person(caller)).timezone if caller else ""
        return Schedule(
            place=place, kind="digest", timezone=own or known_timezone or self._timezone, since=now
        )


def _standing(schedule: Schedule | None, now: datetime) -> DailyStanding:
    on = schedule is not None and schedule.on
    return DailyStanding(schedule, next=following(schedule, now) if schedule is not None and on else None)
