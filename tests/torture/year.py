"""A year of many places in zones with daylight saving, with restarts, outages and clocks put back: exact counts.

The short form lives through ten weeks of few places. What each place must get is counted by itself: a date's post is
owed where somebody looked within twelve hours of its moment, and before the next date's.
"""

import asyncio
import gc
import random
from bisect import bisect_left
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import func, insert, select, update

from bot.calendar import instant
from bot.ingest import bring
from bot.models import Place, Source
from bot.planning import Rulebook, plan
from bot.store import Store
from bot.store.subscription_rows import row_of_schedule, row_of_subscription
from bot.store.tables import deliveries, picks, schedules, subscriptions, told
from bot.subscriptions import Schedule, ScheduleKind, Subscription
from tests.make import a_reading
from tests.torture.counts import Counts

ZONES: Final = (
    "Europe/Berlin",
    "America/New_York",
    "America/Santiago",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "America/Nuuk",
    "Asia/Kolkata",
    "Pacific/Apia",
)
HOURS: Final = (time(0, 0), time(2, 30), time(23, 30))
DAYS: Final = ((0, 1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4), *((day % 7,) for day in range(48)))  # a fiftieth each
LATE: Final = timedelta(hours=12)
DAY: Final = timedelta(days=1)
GROWTH: Final = 1.10  # of memory, from the fifth part of the year to its end


@dataclass(frozen=True, slots=True)
class Length:
    """How much is lived through."""

    places: int
    begin: date
    days: int
    restarts: int


@dataclass(frozen=True, slots=True)
class Lived:
    """What happened on the way.

    Attributes:
        memory: bytes that the process held, now and then.
        came: when papers on turnips did.
        put_back: how often the clock was.
    """

    memory: tuple[int, ...]
    came: tuple[datetime, ...]
    put_back: int


LONG: Final = Length(500, date(2026, 1, 1), 365, 50)
SHORT: Final = Length(8, date(2026, 2, 27), 50, 8)


def run(*, long: bool) -> Counts:
    """Lives through it."""
    return asyncio.run(_live(LONG if long else SHORT))


async def _live(length: Length) -> Counts:
    dice = random.Random(20261201)
    wanted = list(_schedules(length))
    owed = {one: list(_occurrences(one, length)) for one in wanted}
    moments = sorted({at for every in owed.values() for _, at in every})
    away = _outages(moments, length.restarts, dice)
    ticks = [at for at in moments if not any(begin <= at < end for begin, end in away)]
    ticks = sorted({*ticks, *(end for _, end in away)})
    with TemporaryDirectory() as folder:
        async with _opened(Path(folder)) as store:
            await _settle_in(store, wanted, length)
        lived = await _through(Path(folder), ticks, away, length)
        async with _opened(Path(folder)) as store:
            counted = await _counted(store, owed, ticks, lived.came)
    early, late = lived.memory[len(lived.memory) // 5], lived.memory[-1]
    assert length is SHORT or late <= GROWTH * early, lived.memory
    return {
        "places": length.places,
        "restarts": len(away),
        "clocks put back": lived.put_back,
        **counted,
        "% of early memory at the end": round(100 * late / early),
    }


async def _through(
    folder: Path, ticks: Sequence[datetime], away: Sequence[tuple[datetime, datetime]], length: Length
) -> Lived:
    """Plans at every tick."""
    memory: list[int] = []
    came: list[datetime] = []
    papers, dice = iter(range(1, 10_000)), random.Random(length.places)
    waiting, put_back = [end for _, end in away], 0
    # A clock that is put back to when a missed post was not yet too late sends it: right, and not counted here.
    missed = [end for begin, end in away if end - begin > LATE]
    at, come = 0, length.begin - DAY
    while at < len(ticks):
        async with _opened(folder) as store:
            rulebook = Rulebook()
            while at < len(ticks):
                now = ticks[at]
                while come <= now.date():  # a paper a day
                    await _come(store, [next(papers)], "turnips")
                    came.append(now)
                    come += DAY
                for one in await plan(store, now, rulebook=rulebook):
                    assert one.reason in ("", "nothing", "nobody"), one
                if dice.random() < 0.05 and not any(end <= now <= end + 2 * DAY for end in missed):
                    put_back += 1
                    back = timedelta(seconds=dice.randint(1, 86_400))
                    assert [
                        one for one in await plan(store, now - back, rulebook=rulebook) if not one.reason
                    ] == []
                at += 1
                if at % 50 == 0:
                    await _sent(store)
                    gc.collect()
                    memory.append(_memory())
                if waiting and now >= waiting[0]:
                    waiting.pop(0)
                    break  # this process ends, the next one begins
    return Lived(tuple(memory), tuple(came), put_back)


async def _counted(
    store: Store,
    owed: dict[Schedule, list[tuple[date, datetime]]],
    ticks: Sequence[datetime],
    came: Sequence[datetime],
) -> Counts:
    """Compares what went out with what was owed.

    Raises:
        AssertionError: a date had no post, two, or one that it should not have.
    """
    digests: set[tuple[Place, date, datetime]] = set()  # of the place that comes now
    posts = dict.fromkeys(("digest", "paper"), 0)
    for one, every in owed.items():
        prefix = f"{one.place.platform}:{one.place.team}:{one.place.channel}:{one.kind}:"
        served = set(_seen_to(every, ticks, came if one.kind == "digest" else ()))
        if one.kind == "digest":
            digests = {(one.place, *it) for it in served}
        # A paper of the day that falls due with a digest goes out in one post with it.
        keys = {
            f"{prefix}{day}"
            for day, at in served
            if one.kind == "digest" or (one.place, day, at) not in digests
        }
        async with store._database.read() as connection:
            mine = select(deliveries.c.key).where(deliveries.c.key.startswith(prefix))
            sent = set(await connection.scalars(mine))
        assert sent == keys, (one, sorted(sent ^ keys))
        posts[one.kind] += len(keys)
    async with store._database.read() as connection:
        total = await connection.scalar(select(func.count()).select_from(deliveries))
        doubled = await connection.scalar(
            select(func.count()).select_from(
                select(told.c.channel, told.c.paper)
                .group_by(told.c.channel, told.c.paper)
                .having(func.count() > 1)
                .subquery()
            )
        )
        repeated = await connection.scalar(
            select(func.count()).select_from(
                select(picks.c.channel, picks.c.paper)
                .group_by(picks.c.channel, picks.c.paper)
                .having(func.count() > 1)
                .subquery()
            )
        )
    assert total == sum(posts.values())
    assert (doubled, repeated) == (0, 0)
    return {"digests": posts["digest"], "papers of the day": posts["paper"], "doubled": 0}


def _seen_to(
    every: Sequence[tuple[date, datetime]], ticks: Sequence[datetime], came: Sequence[datetime]
) -> Iterator[tuple[date, datetime]]:
    """The dates whose post somebody was there for, and when; only those for which something was new, if ``came`` tells."""
    before = datetime.min.replace(tzinfo=UTC)
    for (day, at), (_, after) in pairwise([*every, (date.max, datetime.max.replace(tzinfo=UTC))]):
        seen = bisect_left(ticks, at)
        if seen < len(ticks) and ticks[seen] - at <= LATE and ticks[seen] < after:
            if not came or any(before < one <= ticks[seen] for one in came):
                yield day, ticks[seen]
            before = ticks[seen]


def _schedules(length: Length) -> Iterator[Schedule]:
    begin = datetime.combine(length.begin, time(), UTC)
    for n in range(length.places):
        kinds: tuple[ScheduleKind, ...] = ("digest", "paper") if n % 5 == 0 else ("digest",)
        for kind in kinds:
            yield Schedule(
                place=Place("slack", "T1", f"C{n:04}"),
                kind=kind,
                at=HOURS[(n + (kind == "paper")) % len(HOURS)],
                days=DAYS[n % len(DAYS)],
                timezone=ZONES[n % len(ZONES)],
                topic="carrots" if kind == "paper" else "",
                since=begin,
            )


def _occurrences(one: Schedule, length: Length) -> Iterator[tuple[date, datetime]]:
    """The dates that a place asks for, and their moments, within the time."""
    begin = datetime.combine(length.begin, time(), UTC)
    for n in range(-1, length.days + 1):  # the local date may be ahead of that of UTC, or behind
        day = length.begin + n * DAY
        at = instant(day, one.at, one.timezone) if day.weekday() in one.days else None
        if at is not None and begin <= at < begin + length.days * DAY:
            yield day, at


def _outages(moments: Sequence[datetime], many: int, dice: random.Random) -> list[tuple[datetime, datetime]]:
    """When nobody was there: mostly a moment, sometimes hours, rarely days."""
    found: list[tuple[datetime, datetime]] = []
    for n, begin in enumerate(sorted(dice.sample(moments[5:-20], many))):
        hours = dice.choice((40, 80)) if n % 10 == 5 else dice.choice((0.01, 0.1, 1, 5, 11))
        start = max([begin, *(end for _, end in found[-1:])])
        found.append((start, start + timedelta(hours=hours)))
    return found


@asynccontextmanager
async def _opened(folder: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{folder / 'year.db'}")
    yield store
    await store.close()


async def _settle_in(store: Store, wanted: Sequence[Schedule], length: Length) -> None:
    """The places as their people set them up, and a paper of the day for each date there will be."""
    made = [
        Subscription(id=f"s{n:07}", place=one.place, query="turnips", created=one.since, heard=one.since)
        for n, one in enumerate(wanted)
        if one.kind == "digest"
    ]
    async with store._database.write() as connection:
        await connection.execute(insert(subscriptions), [row_of_subscription(one) for one in made])
        await connection.execute(insert(schedules), [row_of_schedule(one) for one in wanted])
    await _come(store, range(length.days + 9), "carrots")


async def _come(store: Store, numbers: Sequence[int], plant: str) -> None:
    year = datetime.now(UTC).year  # when papers arrive is told by the database's clock
    given = [
        a_reading(
            source=Source(plant, "record", n), title=f"{plant}, Part {n}", abstract=f"{n} {plant}.", year=year
        )
        for n in numbers
    ]
    await bring(store, None, [(plant, iter(given))])


async def _sent(store: Store) -> None:
    async with store._database.write() as connection:
        done = update(deliveries).where(deliveries.c.state == "planned")
        await connection.execute(done.values(state="sent", external_id="1", settled=1))


def _memory() -> int:
    """Bytes that the process holds."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * 4096
