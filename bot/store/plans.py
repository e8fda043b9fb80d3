"""What planning asks of the database: who waits, what came, what a place was told, its papers of the day."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import and_, func, or_, select, update
from sqlalchemy.exc import IntegrityError

from bot.deliveries import Delivery
from bot.models import Paper, Place
from bot.store.connection import Database, insert_new
from bot.store.delivery_rows import delivery_of_row, moment, seconds
from bot.store.joined import forebears
from bot.store.planned import SHOWN, BeatenError, How, PlanStep, at_place, commit, reachable
from bot.store.rows import paper_of_row
from bot.store.subscription_rows import (
    place_of_row,
    row_of_place,
    schedule_of_row,
    subscription_of_row,
)
from bot.store.tables import (
    deliveries,
    ingests,
    papers,
    picks,
    places,
    schedules,
    subscriptions,
    told,
)
from bot.subscriptions import Arrival, Schedule, Subscription

MANY: Final = 500  # values in one IN list, papers in one batch
YEAR_S: Final = 31_556_952  # seconds of a mean year
FIRST: Final = 20  # papers of the ring's first batch: mostly one of them is the paper of the day


@dataclass(frozen=True, slots=True)
class Told:
    """That a place was told of a paper, or why not.

    Attributes:
        how: ``sent`` as new, ``picked`` as the paper of the day, or ``withdrawn`` and so not told of.
        at: aware, UTC: when that was decided.
        delivery: the number of the post, if there was one.
    """

    how: How
    at: datetime
    delivery: int | None


class Plans:
    """What planning asks of the database. Every method may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def schedules(self) -> tuple[Schedule, ...]:
        """The schedules that are on, of all places that can be spoken to."""
        wanted = select(schedules).where(schedules.c.is_on, reachable(schedules))
        return tuple(map(schedule_of_row, await self._rows(wanted)))

    async def schedules_of(self, place: Place) -> dict[str, Schedule]:
        """The schedules of one place by their kind, also those that are off."""
        wanted = select(schedules).where(at_place(schedules, place))
        return {row["kind"]: schedule_of_row(row) for row in await self._rows(wanted)}

    async def behind(self, upto: int) -> tuple[Place, ...]:
        """Places that can be spoken to and want to hear at once of something up to that seq."""
        columns = (subscriptions.c.platform, subscriptions.c.team, subscriptions.c.channel)
        wanted = select(*columns).where(
            subscriptions.c.cadence == "instant",
            subscriptions.c.state == "active",
            subscriptions.c.after_seq < upto,
            reachable(subscriptions),
        )
        return tuple(map(place_of_row, await self._rows(wanted.distinct().order_by(*columns))))

    async def subscriptions(self, place: Place) -> tuple[Subscription, ...]:
        """The active subscriptions of a place, oldest first."""
        active = (at_place(subscriptions, place), subscriptions.c.state == "active")
        wanted = select(subscriptions).where(*active).order_by(subscriptions.c.created, subscriptions.c.id)
        return tuple(map(subscription_of_row, await self._rows(wanted)))

    async def active(self) -> tuple[Subscription, ...]:
        """The active subscriptions of all places that can be spoken to."""
        wanted = select(subscriptions).where(subscriptions.c.state == "active", reachable(subscriptions))
        return tuple(map(subscription_of_row, await self._rows(wanted)))

    async def reached(self, place: Place) -> tuple[str, str]:
        """The place's language, and why it cannot be spoken to; both may be empty."""
        wanted = select(places.c.locale, places.c.gone).where(at_place(places, place))
        row = next(iter(await self._rows(wanted)), None)
        return (row["locale"], row["gone"] or "") if row else ("", "")

    async def arrivals(self, after: int, upto: int) -> AsyncIterator[tuple[Arrival, ...]]:
        """The papers above one seq and up to another, by seq, in batches; nothing is held between them.

        Without those that came quietly, and without most of those that are old by their year: when whole
        conferences of the past come in, they are not even read.
        """
        while after < upto:
            came = _ARRIVALS.where(papers.c.seq > after, papers.c.seq <= upto, _MAYBE_NEW)
            found = tuple(map(_arrival, await self._rows(came.order_by(papers.c.seq).limit(MANY))))
            if not found:
                return
            yield found
            after = found[-1].paper.seq

    async def these(self, seqs: Sequence[int]) -> AsyncIterator[tuple[Arrival, ...]]:
        """Of these papers, whose seqs ascend, those that are there, as arrivals() has them."""
        for some in (seqs[at : at + MANY] for at in range(0, len(seqs), MANY)):
            came = _ARRIVALS.where(papers.c.seq.in_(some)).order_by(papers.c.seq)
            yield tuple(map(_arrival, await self._rows(came)))

    async def came(self, after: int, upto: int) -> bool:
        """Whether papers came above one seq and up to another that could have been told of."""
        some = _ARRIVALS.where(papers.c.seq > after, papers.c.seq <= upto, _MAYBE_NEW).limit(1)
        return bool(await self._rows(some))

    async def arrival(self, paper: Paper) -> Arrival:
        """When a paper came."""
        (row,) = await self._rows(_ARRIVALS.where(papers.c.seq == paper.seq))
        return _arrival(row)

    async def told(self, place: Place, seqs: Sequence[int]) -> dict[int, Told]:
        """What the place was told of these papers, or of what has been joined with them since."""
        found: dict[int, Told] = {}
        for some in (seqs[at : at + MANY] for at in range(0, len(seqs), MANY)):
            async with self._database.read() as connection:
                once = [*((seq, seq) for seq in some), *await forebears(connection, some)]
                theirs = told.c.seq.in_({seq for seq, _ in once})
                numbered = (await connection.execute(_TOLD.where(at_place(told, place), theirs))).all()
                # A paper that was taken out and came again has another number, and the same id.
                again = _TOLD_BY_ID.where(at_place(told, place), papers.c.seq.in_(some))
                named = (await connection.execute(again)).all()
            known = {row.seq: row for row in numbered}
            for now, row in (
                *((now, known[seq]) for seq, now in once if seq in known),
                *((row.now, row) for row in named),
            ):
                found.setdefault(now, Told(row.how, moment(row.at), row.delivery))
        return found

    async def seen(self, place: Place, seqs: Sequence[int]) -> set[int]:
        """Those of these papers that the place has seen in a post."""
        return {seq for seq, one in (await self.told(place, seqs)).items() if one.how in SHOWN}

    async def told_by(self, delivery: Delivery) -> tuple[int, ...]:
        """The seqs of all papers that a post told of, in their order of arrival."""
        mine = select(told.c.seq).where(at_place(told, delivery.place), told.c.delivery == delivery.id)
        async with self._database.read() as connection:
            return tuple((await connection.scalars(mine.order_by(told.c.seq))).all())

    async def delivery(self, *, key: str = "", number: int = 0) -> Delivery | None:
        """A post by its key or its number."""
        wanted = deliveries.c.key == key if key else deliveries.c.id == number
        row = next(iter(await self._rows(select(deliveries).where(wanted))), None)
        return None if row is None else delivery_of_row(row)

    async def instants(self, place: Place, since: datetime) -> int:
        """How many instant posts were planned for the place since then."""
        # What goes into the thread of a post is no post of its own.
        some = (deliveries.c.kind == "instant", deliveries.c.thread.is_(None))
        count = select(func.count()).select_from(deliveries).where(at_place(deliveries, place), *some)
        async with self._database.read() as connection:
            return int(await connection.scalar(count.where(deliveries.c.planned >= seconds(since))) or 0)

    async def picked(self, place: Place) -> dict[date, str]:
        """The ids of the place's papers of the day, by their local dates."""
        mine = select(picks.c.day, picks.c.paper).where(at_place(picks, place))
        return {date.fromisoformat(row["day"]): row["paper"] for row in await self._rows(mine)}

    async def known(self, ids: Sequence[str]) -> set[str]:
        """Those of these ids that papers have now."""
        found: set[str] = set()
        async with self._database.read() as connection:
            for some in (ids[at : at + MANY] for at in range(0, len(ids), MANY)):
                found |= set(await connection.scalars(select(papers.c.id).where(papers.c.id.in_(some))))
        return found

    async def ids(self, seqs: Sequence[int]) -> dict[int, str]:
        """The ids of these papers, by seq; those that are no longer there are left out."""
        found: dict[int, str] = {}
        for some in (seqs[at : at + MANY] for at in range(0, len(seqs), MANY)):
            rows = await self._rows(select(papers.c.seq, papers.c.id).where(papers.c.seq.in_(some)))
            found |= {row["seq"]: row["id"] for row in rows}
        return found

    async def keep_pick(self, place: Place, day: date, paper: str, instead: str | None = None) -> str:
        """Stores a paper of the day, and returns the one that is stored then: whoever came first decides.

        Args:
            place: whose.
            day: local date.
            paper: its id.
            instead: the id stored before, which can no longer be shown.
        """
        mine = (at_place(picks, place), picks.c.day == day.isoformat())
        async with self._database.write() as connection:
            if instead is None:
                row = {**row_of_place(place), "day": day.isoformat(), "paper": paper}
                await connection.execute(insert_new(connection, picks).values(row))
            else:
                mended = update(picks).where(*mine, picks.c.paper == instead)
                await connection.execute(mended.values(paper=paper))
            return str(await connection.scalar(select(picks.c.paper).where(*mine)))

    async def ring(self, start: str, upto: int) -> AsyncIterator[tuple[Paper, ...]]:
        """All papers up to a seq once, by id, from the first at or behind ``start`` round to the one before it."""
        for side in (papers.c.id >= start, papers.c.id < start):
            last, size = "", FIRST
            while True:
                some = select(papers).where(side, papers.c.id > last, papers.c.seq <= upto)
                rows = await self._rows(some.order_by(papers.c.id).limit(size))
                found = tuple(map(paper_of_row, rows))
                if found:
                    yield found
                if len(found) < size:
                    break
                last, size = found[-1].id, MANY

    async def commit(self, step: PlanStep, now: datetime) -> bool:
        """Does one step in one transaction; False, and nothing is changed, where somebody else was first.

        If a post with this key was planned before, its date counts as planned and nothing else changes: what
        it would have told waits for the next one.
        """
        try:
            async with self._database.write(planning=True) as connection:
                return await commit(connection, step, now)
        except (IntegrityError, BeatenError):
            return False

    async def _rows(self, query: Any) -> Sequence[Any]:
        async with self._database.read() as connection:
            return (await connection.execute(query)).mappings().all()


_TOLD: Final = select(told.c.seq, told.c.how, told.c.at, told.c.delivery)
_TOLD_BY_ID: Final = _TOLD.add_columns(papers.c.seq.label("now")).join(papers, papers.c.id == told.c.paper)

_ARRIVALS: Final = select(papers, ingests.c.started, ingests.c.quiet).join(
    ingests, ingests.c.id == papers.c.ingest
)

# The year of arrival, at most one too high: so nothing is left out that bot.digest.withheld would let through.
_CAME: Final = ingests.c.started // YEAR_S + 1970
_MAYBE_NEW: Final = and_(
    ingests.c.quiet.is_(False),
    or_(papers.c.published.is_not(None), papers.c.year.is_(None), papers.c.year >= _CAME - 2),
)


def _arrival(row: Any) -> Arrival:
    return Arrival(paper_of_row(row), moment(row["started"]), quiet=row["quiet"])
