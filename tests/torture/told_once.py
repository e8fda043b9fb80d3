"""Works that are published, edited, listed elsewhere, withdrawn and forgotten at random: each is told once.

A place hears of a work at most once in what was sent to it, whatever versions, sources and edits there are and in
whatever order; of nothing that was withdrawn when the post was planned; and where a work was withdrawn after it was
sent, the last correction of its post says so, and no longer than it is.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import delete, insert, select, update

from bot.deliveries import Delivery, Gone
from bot.forget import forget
from bot.ingest import bring
from bot.lookup import Index
from bot.models import Place, Reading, Source
from bot.planning import amend, plan
from bot.store import Store
from bot.store.delivery_rows import delivery_of_row
from bot.store.subscription_rows import row_of_schedule, row_of_subscription
from bot.store.tables import deliveries, schedules, subscriptions
from bot.subscriptions import Schedule, Subscription
from tests.make import a_reading
from tests.torture.counts import Counts

PLACES: Final = (Place("slack", "T1", "C1"), Place("discord", "G1", "42"))
LONG_AGO: Final = datetime(2020, 1, 1, tzinfo=UTC)
BEGIN: Final = datetime(2026, 12, 1, 10, 30, tzinfo=UTC)
FILES: Final = ("a.json", "b.json", "c.json")
WORKS: Final = 12
MARK: Final = "Withdrawn: "
MOMENTS: Final = 50  # of one life


def run(*, long: bool) -> Counts:
    """Lives several lives."""
    counts: Counter[str] = Counter()
    for seed in range(60 if long else 1):
        counts.update(asyncio.run(_live(seed)))
    return counts | {"doubled": 0, "told though withdrawn": 0, "uncorrected": 0}


async def _live(seed: int) -> Mapping[str, int]:
    with TemporaryDirectory() as folder:
        store, index = (
            await Store.open(f"sqlite:///{Path(folder) / 'once.db'}"),
            Index.open(Path(folder) / "index"),
        )
        try:
            await _settle_in(store)
            return await _lived(store, index, random.Random(seed))
        finally:
            index.close()
            await store.close()


async def _lived(store: Store, index: Index, dice: random.Random) -> Mapping[str, int]:
    now, done = BEGIN, Counter[str]()
    for _ in range(MOMENTS):
        what = dice.choice(("come", "come", "come", "plan", "plan", "sent", "forget", "gone", "back"))
        done[what] += 1
        if what == "come":
            file = dice.choice(FILES)
            works = dice.sample(range(WORKS), dice.randint(1, 4))
            await bring(store, None, [(file, iter([_reading(n, file, dice) for n in works]))])
        elif what == "plan":
            now += timedelta(minutes=dice.choice((1, 5, 1440)))
            before = await _withdrawn(store)
            first = await _last(store)
            await plan(store, now)
            for one in await _posts(store, first):
                assert one.kind == "correction" or not before & set(_titles(one)), (one.key, before)
        elif what == "sent":
            await _sent(store)
        elif what == "forget":
            file = dice.choice(FILES)
            if file in await store.files():
                await forget(store, index, file)
                await amend(store, now)
        elif what == "gone":
            await store.subscriptions.know(dice.choice(PLACES), "U1", "en")
            await store.outbox.leave(dice.choice(PLACES), Gone("is_archived"))
        else:
            for place in PLACES:
                await store.outbox.back(place)
    for place in PLACES:
        await store.outbox.back(place)
    for day in (2, 3):
        await plan(store, now + timedelta(days=day))
        await _sent(store)
    await amend(store, now)
    await _sent(store)
    posts = [one for one in await _posts(store, 0) if one.state == "sent"]
    heard = Counter((one.place, title) for one in posts if one.kind != "correction" for title in _titles(one))
    assert max(heard.values(), default=0) <= 1, heard.most_common(3)
    await _all_corrected(store, posts)
    corrections = sum(one.kind == "correction" for one in posts)
    return {
        "told": len(heard),
        "posts": len(posts) - corrections,
        "corrections": corrections,
        "ingests": done["come"],
    }


async def _all_corrected(store: Store, posts: list[Delivery]) -> None:
    """That whatever shows a paper says in the end whether it is withdrawn now.

    Raises:
        AssertionError: something does not.
    """
    withdrawn = await _withdrawn(store)
    there = {one.heading async for batch in store.everything() for one in batch}
    shows: dict[tuple[Place, str], Delivery] = {}
    for one in posts:
        shows[one.place, one.corrects or one.external_id] = one
    for one in shows.values():
        assert not withdrawn & set(_titles(one)), (one.key, withdrawn)
        marked = {title.removeprefix(MARK) for title in _titles(one) if title.startswith(MARK)}
        assert not marked & there - withdrawn, (one.key, marked, withdrawn)


def _reading(n: int, file: str, dice: random.Random) -> Reading:
    fields: dict[str, Any] = {
        "year": datetime.now(UTC).year,  # when papers arrive is told by the database's clock
        "venue": dice.choice(("ICML", "ICML", "NeurIPS")),
        "status": dice.choice(("", "Poster", "Poster", "Withdrawn")) if dice.random() < 0.5 else "",
        "version": dice.choice((0, 1, 2, 3)),
        "abstract": f"We grow turnips of kind {n}{dice.choice(('.', ', and eat them.'))}",
        "keywords": dice.choice(((), ("turnips",))),
    }
    number = n if dice.random() < 0.8 else 100 + dice.randint(0, 50)  # a list whose records have moved
    return a_reading(
        source=Source(file, "record", number), title=_title(n), authors=(f"Ada Gardener {n}",), **fields
    )


def _title(n: int) -> str:
    return f"Turnips, Part {n}"


def _titles(one: Delivery) -> list[str]:
    return [card.title for card in one.message.cards]


async def _settle_in(store: Store) -> None:
    async with store._database.write() as connection:
        for n, place in enumerate(PLACES):
            cadence = ("instant", "daily")[n]
            asked = Subscription(
                id=f"s000000{n}",
                place=place,
                query="turnips",
                cadence=cadence,  # type: ignore[arg-type]  # one of the two
                created=LONG_AGO,
                heard=LONG_AGO,
            )
            await connection.execute(insert(subscriptions).values(row_of_subscription(asked)))
            hour = Schedule(
                place=place, kind="digest", days=tuple(range(7)), since=LONG_AGO, done=date(2026, 11, 30)
            )
            await connection.execute(insert(schedules).values(row_of_schedule(hour)))


async def _withdrawn(store: Store) -> set[str]:
    every = [one async for batch in store.everything() for one in batch]
    return {one.heading for one in every if one.status == "withdrawn"}


async def _last(store: Store) -> int:
    async with store._database.read() as connection:
        return int(
            await connection.scalar(select(deliveries.c.id).order_by(deliveries.c.id.desc()).limit(1)) or 0
        )


async def _posts(store: Store, after: int) -> list[Delivery]:
    async with store._database.read() as connection:
        rows = await connection.execute(
            select(deliveries).where(deliveries.c.id > after).order_by(deliveries.c.id)
        )
        return [delivery_of_row(row) for row in rows.mappings()]


async def _sent(store: Store) -> None:
    """Everything that is planned is sent."""
    async with store._database.write() as connection:
        for one in await connection.scalars(select(deliveries.c.id).where(deliveries.c.state == "planned")):
            mine = update(deliveries).where(deliveries.c.id == one)
            await connection.execute(mine.values(state="sent", external_id=str(one), settled=1))
        await connection.execute(delete(deliveries).where(deliveries.c.state == "dead"))
