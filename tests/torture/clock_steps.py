"""A clock that is put back and forward by a second to a day, and a machine that sleeps: nothing doubled or unexplained.

Whatever the clock has shown, no paper is told twice, no date has two posts, none of the papers is lost in the end,
and where a date has no post although its hour has passed, a look at the plan says why.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import insert, select

from bot.calendar import instant, local_date
from bot.ingest import bring
from bot.models import Place, Source
from bot.planning import plan
from bot.store import Store
from bot.store.subscription_rows import row_of_schedule, row_of_subscription
from bot.store.tables import deliveries, schedules, subscriptions, told
from bot.subscriptions import Schedule, Subscription
from tests.make import a_reading
from tests.torture.counts import Counts

PLACE: Final = Place("slack", "T1", "C1")
ZONES: Final = ("America/Santiago", "Europe/Berlin", "Australia/Lord_Howe")
BEGIN: Final = datetime(2026, 9, 1, 12, tzinfo=UTC)
STEPS_S: Final = (1, 7, 60, 600, 3_600, 7_200, 43_200, 86_399, 86_400)
MOMENTS: Final = 60  # at which somebody looks, in one life


def run(*, long: bool) -> Counts:
    """Lives several lives, each with other steps."""
    counts: Counter[str] = Counter()
    for seed in range(60 if long else 2):
        counts.update(asyncio.run(_live(seed)))
    return counts | {"doubled": 0, "unexplained": 0}


async def _live(seed: int) -> Mapping[str, int]:
    dice = random.Random(seed)
    zone = ZONES[seed % len(ZONES)]
    with TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{Path(folder) / 'steps.db'}")
        try:
            return await _lived(store, zone, dice)
        finally:
            await store.close()


async def _lived(store: Store, zone: str, dice: random.Random) -> Mapping[str, int]:
    at = time(dice.choice((0, 2, 10, 23)), dice.choice((0, 30)))
    one = Schedule(place=PLACE, kind="digest", at=at, days=tuple(range(7)), timezone=zone, since=BEGIN)
    asked = Subscription(id="s0000001", place=PLACE, query="turnips", created=BEGIN, heard=BEGIN)
    async with store._database.write() as connection:
        await connection.execute(insert(schedules).values(row_of_schedule(one)))
        await connection.execute(insert(subscriptions).values(row_of_subscription(asked)))
    now, steps, papers, explained = BEGIN, 0, 0, 0
    for _ in range(MOMENTS):
        now += timedelta(hours=dice.choice((1, 3, 6, 12, 30)))
        if dice.random() < 0.4:
            steps += 1
            now += dice.choice((-1, 1)) * timedelta(seconds=dice.choice(STEPS_S))
        if dice.random() < 0.5:
            papers += 1
            await _comes(store, papers)
        await plan(store, now)
        explained += await _explained(store, one, now)
    await _comes(store, papers + 1)
    for hours in range(72, 120, 6):  # the clock is right again, and time goes on
        await plan(store, now + timedelta(hours=hours))
    async with store._database.read() as connection:
        heard = Counter(await connection.scalars(select(told.c.paper)))
        keys = (await connection.scalars(select(deliveries.c.key))).all()
    assert max(heard.values()) == 1, heard
    assert len(heard) == papers + 1, "a paper was lost"
    assert len(set(keys)) == len(keys)
    return {"steps": steps, "posts": len(keys), "papers": len(heard), "dates explained": explained}


async def _explained(store: Store, one: Schedule, now: datetime) -> int:
    """Whether the date that the clock shows has no post although its hour has passed; then the plan says why.

    Raises:
        AssertionError: nothing says why.
    """
    day = local_date(now, one.timezone)
    due = instant(day, one.at, one.timezone)
    if due is None or due > now or due < one.since:
        return 0
    async with store._database.read() as connection:
        key = f"slack:T1:C1:digest:{day}"
        if await connection.scalar(select(deliveries.c.id).where(deliveries.c.key == key)):
            return 0
    schedule = await store.subscriptions.schedule(PLACE, "digest")
    assert schedule is not None
    if schedule.done == day:
        assert schedule.quiet in ("nobody", "nothing"), schedule
        return 1
    reasons = {planned.reason for planned in await plan(store, now, dry_run=True)}
    assert reasons & {"missed", "had"}, (schedule, day, now, reasons)
    return 1


async def _comes(store: Store, n: int) -> None:
    year = datetime.now(UTC).year  # when papers arrive is told by the database's clock
    given = a_reading(
        source=Source("list.json", "record", n),
        title=f"Turnips, Part {n}",
        abstract=f"{n} turnips.",
        year=year,
    )
    await bring(store, None, [("list.json", iter([given]))])
