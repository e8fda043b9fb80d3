"""A place with a subscription to turnips, and papers about turnips that come, for tests of planning."""

from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import insert, select, update

from bot.deliveries import Delivery
from bot.forget import forget
from bot.ingest import bring
from bot.lookup import Index
from bot.models import Paper, Place, Reading, Source
from bot.planning import plan, verdict
from bot.store import Store
from bot.store.delivery_rows import delivery_of_row
from bot.store.places import OF_A_PLACE
from bot.store.subscription_rows import (
    row_of_place,
    row_of_schedule,
    row_of_subscription,
    schedule_of_row,
    subscription_of_row,
)
from bot.store.tables import deliveries, schedules, subscriptions
from bot.subscriptions import Schedule, Subscription
from tests.make import a_reading

PLACE = Place("slack", "T1", "C1")
OTHER = Place("discord", "G1", "42")
DAY = timedelta(days=1)
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
TUESDAY = datetime(2026, 12, 1, 10, 30, tzinfo=UTC)
THIS_YEAR = datetime.now(UTC).year  # when papers arrive is told by the database's clock


async def come(
    store: Store, *numbers: int, quiet: bool = False, file: str = "list.json", **fields: Any
) -> None:
    """Papers about turnips arrive, in one ingest."""
    await bring(store, None, [(file, iter([turnips(n, file, **fields) for n in numbers]))], quiet=quiet)


def turnips(n: int, file: str = "list.json", **fields: Any) -> Reading:
    """What the list says of one of them."""
    given = {"title": f"Turnips, Part {n}", "abstract": f"We grow {n} turnips.", "year": THIS_YEAR}
    return a_reading(**({"source": Source(file, "record", n)} | given | fields))


Loss = Callable[[Store, Index], Awaitable[None]]
"""What takes the second of two lists' papers away."""


async def withdraws(store: Store, _index: Index) -> None:
    """Its paper is withdrawn."""
    await come(store, 2, file="second.json", status="Withdrawn")


async def forgets(store: Store, index: Index) -> None:
    """The list is forgotten."""
    await forget(store, index, "second.json")


async def wants(store: Store, query: str, id: str = "s0000001", **fields: Any) -> Subscription:  # noqa: A002 - the public word for it
    """Somebody subscribes in the place."""
    given: dict[str, Any] = {"id": id, "place": PLACE, "query": query, "created": LONG_AGO, "heard": LONG_AGO}
    one = Subscription(**(given | fields))
    async with store._database.write() as connection:
        await connection.execute(insert(subscriptions).values(row_of_subscription(one)))
    return one


async def at(store: Store, kind: str = "digest", **fields: Any) -> Schedule:
    """The place gets its hour."""
    given: dict[str, Any] = {"place": PLACE, "kind": kind, "since": LONG_AGO, "done": date(2026, 11, 30)}
    one = Schedule(**(given | fields))
    async with store._database.write() as connection:
        await connection.execute(insert(schedules).values(row_of_schedule(one)))
    return one


async def owed(store: Store) -> list[Delivery]:
    """Everything in the outbox, in order."""
    async with store._database.read() as connection:
        rows = (await connection.execute(select(deliveries).order_by(deliveries.c.id))).mappings()
        return [delivery_of_row(row) for row in rows]


async def becomes(store: Store, **values: Any) -> None:
    """Every delivery that is planned becomes something else."""
    async with store._database.write() as connection:
        await connection.execute(update(deliveries).where(deliveries.c.state == "planned").values(**values))


async def paper(store: Store, n: int) -> Paper:
    """The one with that number, by its title."""
    every = [one async for batch in store.everything() for one in batch]
    return next(one for one in every if one.heading == f"Turnips, Part {n}")


async def change(store: Store, table: Any, **values: Any) -> None:
    """Changes every row of a table."""
    async with store._database.write() as connection:
        await connection.execute(update(table).values(**values))


async def titles(store: Store) -> list[list[str]]:
    """The titles of the cards of everything in the outbox."""
    return [[card.title for card in one.message.cards] for one in await owed(store)]


async def planned(store: Store, *others: int) -> Delivery:
    """A post, due now, of these papers and of one that is about to change; as a drain reads it."""
    await wants(store, "turnips")
    await at(store)
    await come(store, *others)
    await come(store, 2, file="second.json")
    await plan(store, TUESDAY)
    await change(store, deliveries, not_before=1)
    (read,) = await store.outbox.due("slack", 8)
    return read


async def subscription(store: Store, id: str = "s0000001") -> Subscription:  # noqa: A002
    """The subscription with that id as it is now."""
    async with store._database.read() as connection:
        mine = select(subscriptions).where(subscriptions.c.id == id)
        return subscription_of_row((await connection.execute(mine)).mappings().one())


async def done(store: Store) -> date | None:
    """The date for which the place's one schedule has planned last."""
    async with store._database.read() as connection:
        return schedule_of_row((await connection.execute(select(schedules))).mappings().one()).done


async def keys_of(store: Store, place: Place, paper_at: int, one: Subscription | None = None) -> list[str]:
    """The rules that bear on the paper with that seq, as sentences' keys."""
    paper = (await store.papers([paper_at]))[paper_at]
    return [rule.key.removeprefix("verdict-") for rule in await verdict(store, place, one, paper, TUESDAY)]


async def rows_of(store: Store, place: Place) -> dict[str, list[dict[str, Any]]]:
    """All that is stored of a place, by table."""
    found = {}
    async with store._database.read() as connection:
        for table in OF_A_PLACE:
            mine = (table.c[name] == it for name, it in row_of_place(place).items())
            some = (await connection.execute(select(table).where(*mine))).mappings()
            found[table.name] = sorted((dict(row) for row in some), key=repr)
    return found
