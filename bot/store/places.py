"""What changes under places in the database: a server passes to somebody else, a channel gets another id."""

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, and_, delete, exists, func, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models import Place
from bot.store.connection import Database
from bot.store.outbox import resume
from bot.store.planned import at_place
from bot.store.subscription_rows import place_of_row, row_of_place
from bot.store.tables import (
    amendments,
    deliveries,
    picks,
    places,
    schedules,
    subscriptions,
    told,
    votes,
)

# What of a row is the same in two places makes it the same row; nothing where it is told by its own number.
SAME: Final[dict[Table, tuple[str, ...] | None]] = {
    subscriptions: None,
    deliveries: None,
    schedules: ("kind",),
    told: ("seq",),
    picks: ("day",),
    votes: ("paper", "person"),
    amendments: ("paper", "event"),
    places: (),
}
OF_A_PLACE: Final = tuple(SAME)


class Places:
    """What changes under places. Every method may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def returning(self, platform: str, team: str, tenant: str) -> tuple[Place, ...]:
        """The places of a server that cannot be spoken to, and may be again without anybody asking for it.

        What was gone before the server passed to somebody else waits until somebody there asks. Whoever had it hears
        no more of places in which they want nothing themselves.

        Args:
            platform: whose.
            team: the server.
            tenant: the platform's id of whose it is now.
        """
        here = and_(places.c.platform == platform, places.c.team == team)
        gone = here & places.c.gone.is_not(None)
        known = or_(places.c.tenant.is_(None), and_(places.c.gone.is_(None), places.c.tenant != tenant))
        async with self._database.read() as connection:
            passed = await connection.scalar(select(exists().where(here, known)))
        if passed:
            async with self._database.write() as connection:
                former = and_(here, places.c.tenant != tenant, places.c.owner == places.c.tenant)
                theirs = exists().where(
                    _same_place(subscriptions, places),
                    subscriptions.c.owner == places.c.owner,
                    subscriptions.c.state != "removed",
                )
                await connection.execute(update(places).where(former, ~theirs).values(owner=""))
                await connection.execute(update(places).where(here, known).values(tenant=tenant))
        async with self._database.read() as connection:
            rows = await connection.execute(select(places).where(gone, places.c.tenant == tenant))
            return tuple(map(place_of_row, rows.mappings()))

    async def move(self, old: Place, new: Place) -> None:
        """A place has another id from now on: all that is known of it, and all that it is owed, goes along.

        What the new one has already stays; replays change nothing. What is owed goes on: the platform has just told
        that the place is there.
        """
        async with self._database.write(durable=True) as connection:
            if old == new or not await _there(connection, old):
                return
            await _rename_keys(connection, old, new)
            for table, names in SAME.items():
                await _merge(connection, table, names, old, new)
            await resume(connection, at_place(places, new), at_place(deliveries, new))


async def _there(connection: AsyncConnection, place: Place) -> bool:
    """Whether anything is known of a place."""
    every = (select(literal(1)).where(at_place(table, place)).limit(1) for table in OF_A_PLACE)
    return any([await connection.scalar(one) for one in every])


async def _merge(
    connection: AsyncConnection, table: Table, names: tuple[str, ...] | None, old: Place, new: Place
) -> None:
    """Lets the rows of one place be another's, without those that it has already."""
    if names is not None:
        there = table.alias("there")
        alike = (there.c[name] == table.c[name] for name in names)
        taken = exists().where(at_place(there, new), *alike)  # type: ignore[arg-type]  # an alias has its columns
        await connection.execute(delete(table).where(at_place(table, old), taken))
    moved = update(table).where(at_place(table, old)).values(row_of_place(new))
    await connection.execute(moved)


async def _rename_keys(connection: AsyncConnection, old: Place, new: Place) -> None:
    """What is owed, or was sent, is known by the new id: nothing that was told under the old one is told again."""
    other = deliveries.alias("other")
    for form in _FORMS:
        before, after = form(old), form(new)
        renamed = literal(after) + func.substr(deliveries.c.key, len(before) + 1)
        mine: list[ColumnElement[bool]] = [
            at_place(deliveries, old),
            func.substr(deliveries.c.key, 1, len(before)) == before,
            ~exists().where(other.c.key == renamed),
        ]
        await connection.execute(update(deliveries).where(*mine).values(key=renamed))


# How keys begin: those of planning, and those of what an operator posts.
_FORMS: Final[tuple[Callable[[Place], str], ...]] = (
    lambda place: f"{place.platform}:{place.team}:{place.channel}:",
    lambda place: f"{place.platform}/{place.team}/{place.channel}:",
)


def _same_place(one: Any, other: Any) -> ColumnElement[bool]:
    """That rows of two tables are of the same place."""
    return and_(*(one.c[name] == other.c[name] for name in ("platform", "team", "channel")))
