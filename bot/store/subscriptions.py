"""Subscriptions, schedules and people's own defaults in the database."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Table, and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models import Place
from bot.store.connection import Database, insert_new
from bot.store.places import OF_A_PLACE
from bot.store.planned import reachable, whose
from bot.store.rows import Row
from bot.store.subscription_rows import (
    place_of_row,
    row_of_place,
    row_of_schedule,
    row_of_subscription,
    schedule_of_row,
    subscription_of_row,
)
from bot.store.tables import (
    deliveries,
    ingests,
    people,
    places,
    schedules,
    subscriptions,
)
from bot.subscriptions import Person, Schedule, ScheduleKind, Subscription

KEPT: Final = timedelta(days=30)  # that a removed one, and a place that is gone, can be brought back
SWEPT: Final = 20  # places in one transaction; the rest is swept the next time


class Subscriptions:
    """Who wants to hear of what, and when. Every method may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, one: Subscription, moved: Iterable[Schedule] = ()) -> bool:
        """Stores a new subscription, and its place's schedules as they are from now on.

        False, and nothing is stored, where the place has this very query already: a button was pressed twice.
        """
        same = (
            _at(subscriptions, one.place),
            subscriptions.c.query == one.query,
            subscriptions.c.state != "removed",
        )
        async with self._database.write() as connection:
            if await connection.scalar(select(func.count()).where(*same)):
                return False
            await connection.execute(insert(subscriptions).values(row_of_subscription(one)))
            await _put_all(connection, moved)
        return True

    async def get(self, id: str) -> Subscription | None:  # noqa: A002 - the public word for it
        """The subscription with this id, also a removed one."""
        found = await self._all(subscriptions.c.id == id)
        return found[0] if found else None

    async def of_place(self, place: Place, *, removed: bool = False) -> tuple[Subscription, ...]:
        """A place's subscriptions, oldest first; the removed ones instead where these are asked for."""
        return await self._all(_at(subscriptions, place), _removed(removed))

    async def of_owner(
        self, platform: str, team: str, user: str, *, removed: bool = False
    ) -> tuple[Subscription, ...]:
        """Those that somebody of a team made, oldest first; the removed ones instead where these are asked for.

        On Discord a direct message belongs to no team, and so to whoever is in it.
        """
        mine = and_(
            subscriptions.c.platform == platform,
            subscriptions.c.team.in_({team, ""}),
            subscriptions.c.owner == user,
        )
        return await self._all(mine, _removed(removed))

    async def change(self, one: Subscription, now: datetime, moved: Iterable[Schedule] = ()) -> None:
        """Stores query, cadence, state, updates and when it was last heard of, and its place's schedules as they are from now on.

        How far it has read stays as it is: a post may be going out at this moment.
        """
        ended = int(now.timestamp()) if one.state == "removed" else None
        values = {"query": one.query, "cadence": one.cadence, "state": one.state, "ended": ended}
        # Somebody has just looked at it: it counts as silent from here on.
        values |= {"updates": one.updates, "heard": int(one.heard.timestamp()), "quiet_told": None}
        async with self._database.write() as connection:
            await connection.execute(update(subscriptions).where(subscriptions.c.id == one.id).values(values))
            await _put_all(connection, moved)

    async def schedule(self, place: Place, kind: ScheduleKind) -> Schedule | None:
        """When the place wants its digest, or its paper of the day; None where nobody has said."""
        wanted = select(schedules).where(_at(schedules, place), schedules.c.kind == kind)
        async with self._database.read() as connection:
            row = (await connection.execute(wanted)).mappings().one_or_none()
        return None if row is None else schedule_of_row(row)

    async def set_schedules(self, *moved: Schedule) -> None:
        """Stores schedules, new or changed."""
        async with self._database.write() as connection:
            await _put_all(connection, moved)

    async def person(self, platform: str, team: str, user: str) -> Person | None:
        """Somebody's own defaults."""
        wanted = select(people).where(
            people.c.platform == platform, people.c.team == team, people.c.user == user
        )
        async with self._database.read() as connection:
            row = (await connection.execute(wanted)).mappings().one_or_none()
        return None if row is None else _person_of_row(row)

    async def set_person(self, one: Person) -> None:
        """Stores somebody's own defaults."""
        row = {
            "platform": one.platform,
            "team": one.team,
            "user": one.user,
            "timezone": one.timezone,
            "locale": one.locale,
        }
        async with self._database.write() as connection:
            await _put(connection, people, row)

    async def know(self, place: Place, owner: str, locale: str) -> None:
        """Notes who brought the bot to a place and what is spoken there, unless that is known."""
        row = {**row_of_place(place), "owner": owner, "locale": locale, "gone_told": False}
        async with self._database.write() as connection:
            await connection.execute(insert_new(connection, places).values(row))

    async def last_before(self, moment: datetime) -> int:
        """The seq of the last paper that had come by then; 0 where there was none."""
        wanted = select(func.coalesce(func.max(ingests.c.upto), 0))
        async with self._database.read() as connection:
            return int(
                await connection.scalar(wanted.where(ingests.c.started < int(moment.timestamp()))) or 0
            )

    async def last_post(self, place: Place) -> datetime | None:
        """When the place last got a post of ours, as far as that is still known."""
        sent = select(func.max(deliveries.c.settled)).where(
            _at(deliveries, place), deliveries.c.state == "sent", deliveries.c.corrects.is_(None)
        )
        async with self._database.read() as connection:
            at = await connection.scalar(sent)
        return None if at is None else datetime.fromtimestamp(at, UTC)

    async def unheard(
        self, platform: str, before: datetime, limit: int, team: str = ""
    ) -> tuple[Subscription, ...]:
        """Active ones that have matched nothing since then, whose places can be spoken to and owners were not told.

        With ``team`` only that one's.
        """
        return await self._all(
            whose(subscriptions, platform, team),
            subscriptions.c.state == "active",
            subscriptions.c.heard <= int(before.timestamp()),
            subscriptions.c.quiet_told.is_(None),
            reachable(subscriptions),
            limit=limit,
        )

    async def silence_told(self, one: Subscription, now: datetime) -> None:
        """Its owner knows that it has been silent, or cannot be told; for as long as it stays silent."""
        mine = update(subscriptions).where(subscriptions.c.id == one.id)
        async with self._database.write() as connection:
            await connection.execute(mine.values(quiet_told=int(now.timestamp())))

    async def pass_on(self, one: Subscription) -> None:
        """It belongs to who manages its place from now on: its owner is no longer there."""
        mine = update(subscriptions).where(subscriptions.c.id == one.id)
        async with self._database.write() as connection:
            await connection.execute(mine.values(owner=""))

    async def sweep(self, now: datetime) -> None:
        """Forgets those that were removed too long ago to be brought back, and places that have been gone as long."""
        over = int((now - KEPT).timestamp())
        async with self._database.write() as connection:
            removed = (subscriptions.c.state == "removed", subscriptions.c.ended <= over)
            await connection.execute(delete(subscriptions).where(*removed))
            lost = (places.c.gone.is_not(None), places.c.gone_at <= over)
            for row in (await connection.execute(select(places).where(*lost).limit(SWEPT))).mappings().all():
                for table in OF_A_PLACE:
                    await connection.execute(delete(table).where(_at(table, place_of_row(row))))

    async def _all(
        self, *conditions: ColumnElement[bool], limit: int | None = None
    ) -> tuple[Subscription, ...]:
        wanted = select(subscriptions).where(*conditions).limit(limit)
        async with self._database.read() as connection:
            rows = await connection.execute(wanted.order_by(subscriptions.c.created, subscriptions.c.id))
            return tuple(map(subscription_of_row, rows.mappings()))


async def _put_all(connection: AsyncConnection, every: Iterable[Schedule]) -> None:
    for one in every:
        await _put(connection, schedules, row_of_schedule(one))


async def _put(connection: AsyncConnection, table: Table, row: Mapping[str, object]) -> None:
    """Stores a row in place of the one with its key; what a schedule has planned so far is planning's to say."""
    mine = and_(*(column == row[column.name] for column in table.primary_key))
    changed = {name: value for name, value in row.items() if name not in ("done", "quiet")}
    if not (await connection.execute(update(table).where(mine).values(changed))).rowcount:
        await connection.execute(insert(table).values(row))


def _removed(wanted: bool) -> ColumnElement[bool]:
    state = subscriptions.c.state
    return state == "removed" if wanted else state != "removed"


def _at(table: Table, place: Place) -> ColumnElement[bool]:
    return and_(
        table.c.platform == place.platform, table.c.team == place.team, table.c.channel == place.channel
    )


def _person_of_row(row: Row) -> Person:
    return Person(
        platform=row["platform"],
        team=row["team"],
        user=row["user"],
        timezone=row["timezone"],
        locale=row["locale"],
    )
