"""The outbox table: what is due, claims under a lease, and how they end. Leases go by the database's clock."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from math import ceil
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Select,
    Update,
    and_,
    exists,
    func,
    insert,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.amendments import FORGOTTEN, WITHDRAWN
from bot.deliveries import Delivery, DeliveryState, Gone, Lost, Retry
from bot.message import Message
from bot.models import Place
from bot.store.connection import Clock, Database, insert_new
from bot.store.delivery_rows import delivery_of_row, moment, row_of_new, row_of_part, state_of
from bot.store.planned import whose
from bot.store.subscription_rows import place_of_row, row_of_place
from bot.store.tables import amendments, claims, deliveries, places, told
from bot.store.texts import to_json
from bot.store.turns import WAITING, as_read, at_place, due, limit_key, same_place

STUCK: Final[tuple[DeliveryState, ...]] = ("held", "dead", "gone")
OPEN: Final[tuple[DeliveryState, ...]] = ("planned", "sending", "unknown", "held", "gone")
# A post whose papers have all been withdrawn or taken out before anybody saw it.
_EMPTIED: Final = and_(deliveries.c.state == "dead", deliveries.c.error.in_((WITHDRAWN, FORGOTTEN)))
# A place that can be spoken to, whoever its server belongs to now.
_BACK: Final = {"gone": None, "gone_at": None, "gone_told": False, "tenant": None}


class Outbox:
    """Messages owed to places. Every method may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def check(self) -> None:
        """Reads the whole database, where that tells whether it is damaged: about a second for a million papers.

        Raises:
            StoreError: it is; what it says of what was sent cannot be trusted.
        """
        await self._database.check(deliveries)

    async def now(self) -> datetime:
        """The database's clock, never too early: the second under way is not over yet."""
        async with self._database.read() as connection:
            return moment(int(await connection.scalar(select(Clock())) or 0) + 1)

    async def owe(
        self, key: str, place: Place, kind: str, message: Message, *, silent: bool = False, now: datetime
    ) -> bool:
        """Puts a message into the outbox; False where one with this key is, or was, there."""
        delivery = Delivery(
            id=0, key=key, place=place, kind=kind, message=message, silent=silent, not_before=now
        )
        async with self._database.write(durable=True) as connection:
            new = insert_new(connection, deliveries).values(row_of_new(delivery, now))
            return (await connection.execute(new)).rowcount == 1

    async def due(
        self, platform: str, limit: int, refusing: Collection[str] = (), team: str = ""
    ) -> tuple[Delivery, ...]:
        """Deliveries to be sent or looked for now, at most one a place, those that wait longest first.

        Args:
            platform: whose.
            limit: of how many.
            refusing: teams to leave out.
            team: the only one that is asked for; empty for all.
        """
        mine = select(deliveries).where(whose(deliveries, platform, team), due())
        mine = mine.where(deliveries.c.team.not_in([*refusing])) if refusing else mine
        return await self._all(mine.order_by(deliveries.c.not_before, deliveries.c.id).limit(limit))

    async def expired(self, platform: str, team: str = "") -> tuple[Delivery, ...]:
        """Deliveries whose process ended, or hung, while it was sending them; for ``team`` see due()."""
        left = select(deliveries).where(whose(deliveries, platform, team), deliveries.c.state == "sending")
        return await self._all(left.where(deliveries.c.lease_until <= Clock()))

    async def elsewhere(self, platform: str, team: str) -> dict[str, int]:
        """How many deliveries of the platform wait for other teams than this one, by team."""
        waits = deliveries.c.platform == platform, deliveries.c.state.in_(WAITING)
        others = select(deliveries.c.team, func.count()).where(*waits, deliveries.c.team != team)
        async with self._database.read() as connection:
            found = await connection.execute(others.group_by(deliveries.c.team))
            return {str(other): int(count) for other, count in found}

    async def claim(
        self, delivery: Delivery, owner: str, lease_s: float, *, sending: bool
    ) -> Delivery | None:
        """The delivery as it now belongs to ``owner``; None where it is no longer due as it was read.

        Args:
            delivery: as read by due(), with the payload to be sent, which is stored with the claim.
            owner: who claims.
            lease_s: how long it shall belong to them.
            sending: whether it is about to be sent, or only to be looked for.
        """
        async with self._database.write(durable=sending) as connection:
            if not await as_read(connection, delivery):
                return None
            now = int(await connection.scalar(select(Clock())) or 0)  # one moment for all that is noted
            values: dict[str, Any] = {
                "owner": owner,
                "lease_until": now + ceil(lease_s),
                "payload": None if delivery.payload is None else to_json(delivery.payload),
                "payload_hash": delivery.payload_hash,
            }
            if sending:
                values |= {
                    "state": "sending",
                    "attempts": delivery.attempts + 1,
                    "first_try": func.coalesce(deliveries.c.first_try, now),
                    "last_try": now,
                }
            claim = update(deliveries).where(deliveries.c.id == delivery.id, due()).values(values)
            row = (await connection.execute(claim.returning(*deliveries.c))).mappings().one_or_none()
        return None if row is None else delivery_of_row(row)

    async def settle(
        self,
        before: Delivery,
        after: Delivery,
        parts: Sequence[Message] = (),
        said: Gone | Retry | None = None,
    ) -> bool:
        """Notes what became of a delivery; False, and nothing noted, where somebody else has it by now.

        Args:
            before: as claimed or read.
            after: as it is from now on.
            parts: what is owed to the thread of the message that was sent.
            said: what of it concerns others as well: what cannot be spoken to any more, whose places are paused,
                or who must be left in peace for a while.
        """
        async with self._database.write() as connection:
            if not await as_read(connection, before):
                return False
            after, said = await _where_it_is(connection, before, after, said)
            values = state_of(after)
            if after.state not in ("planned", "sending", "unknown"):
                values["settled"] = Clock()
            await connection.execute(update(deliveries).where(deliveries.c.id == before.id).values(values))
            for number, part in enumerate(parts, 2):
                await connection.execute(insert(deliveries).values(row_of_part(after, part, number)))
            if isinstance(said, Gone):
                await _known(connection, after.place)
                await _pause(connection, after.place, said)
            elif said is not None and said.scope != "place":
                await _limit(connection, before, said)
        return True

    async def back(self, place: Place) -> None:
        """A place can perhaps be spoken to again; what it is owed goes on."""
        if await self._any(at_place(places, place) & places.c.gone.is_not(None)):
            async with self._database.write() as connection:
                await resume(connection, at_place(places, place), at_place(deliveries, place))

    async def leave(self, place: Place, gone: Gone) -> None:
        """A place, or all within the scope, cannot be spoken to any more; what is owed there waits."""
        async with self._database.write() as connection:
            await _pause(connection, place, gone)

    async def readmit(self, platform: str, reasons: Collection[str], team: str = "") -> None:
        """Every place that was gone for one of these reasons is back, such as after a new token; for ``team`` see due()."""
        lost = and_(whose(places, platform, team), places.c.gone.in_([*reasons]))
        owed = and_(whose(deliveries, platform, team), deliveries.c.error.in_([*reasons]))
        waits = owed & (deliveries.c.state == "gone")
        if await self._any(lost) or await self._any(waits):
            async with self._database.write() as connection:
                await resume(connection, lost, owed)

    async def lost(self, platform: str, team: str = "") -> tuple[Lost, ...]:
        """Places that are gone, and whose owners were not told; for ``team`` see due()."""
        silent = select(places).where(whose(places, platform, team), places.c.gone.is_not(None))
        silent = silent.where(places.c.gone_told.is_(False), places.c.owner != "")
        async with self._database.read() as connection:
            return tuple(
                Lost(
                    place=Place(platform, row["team"], row["channel"]),
                    owner=row["owner"],
                    locale=row["locale"],
                    reason=row["gone"],
                    since=moment(row["gone_at"]),
                )
                for row in (await connection.execute(silent)).mappings()
            )

    async def told(self, place: Place) -> None:
        """The owner of a place that is gone knows, or cannot be told."""
        async with self._database.write() as connection:
            await connection.execute(update(places).where(at_place(places, place)).values(gone_told=True))

    async def get(self, id: int) -> Delivery | None:  # noqa: A002 - the public word for it
        """The delivery with this number."""
        found = await self._all(select(deliveries).where(deliveries.c.id == id))
        return found[0] if found else None

    async def listed(
        self, states: Collection[DeliveryState] = (*OPEN, "dead"), limit: int = 200
    ) -> tuple[Delivery, ...]:
        """Deliveries in these states, the oldest first."""
        some = select(deliveries).where(deliveries.c.state.in_([*states]))
        return await self._all(some.order_by(deliveries.c.id).limit(limit))

    async def retry(self, id: int) -> bool:  # noqa: A002 - as in get()
        """A person wants it sent, or sent again, also where its place was gone.

        False where it is not stuck, or has nothing left to tell of. What became of its papers is mended first.
        """
        anew = {"state": "planned", "attempts": 0, "looks": 1, "first_try": None, "settled": None}
        back = update(places).values(_BACK).where(same_place(places))
        back = back.where(deliveries.c.id == id)
        return await self._decide(id, STUCK, anew | {"not_before": Clock()}, (back, _amended(id)), ~_EMPTIED)

    async def drop(self, id: int) -> bool:  # noqa: A002 - as in get()
        """A person wants it never sent; False where it is sent already, or just being sent."""
        dropped = {"state": "dead", "error": "dropped", "settled": Clock()}
        return await self._decide(id, (*WAITING, "held", "gone"), dropped)

    async def _any(self, found: ColumnElement[bool]) -> bool:
        async with self._database.read() as connection:
            return bool(await connection.scalar(select(exists().where(found))))

    async def _decide(
        self,
        id: int,  # noqa: A002 - as in get()
        states: Collection[DeliveryState],
        values: dict[str, Any],
        besides: Sequence[Update] = (),
        only: ColumnElement[bool] = true(),  # noqa: B008 - a constant
    ) -> bool:
        free = or_(deliveries.c.lease_until.is_(None), deliveries.c.lease_until <= Clock())
        it = update(deliveries).where(deliveries.c.id == id, deliveries.c.state.in_([*states]), free, only)
        async with self._database.write() as connection:
            decided = (await connection.execute(it.values(values))).rowcount == 1
            for one in besides if decided else ():
                await connection.execute(one)
            return decided

    async def _all(self, query: Select[*tuple[Any, ...]]) -> tuple[Delivery, ...]:
        async with self._database.read() as connection:
            return tuple(map(delivery_of_row, (await connection.execute(query)).mappings()))


def _amended(number: int) -> Update:
    """What became of papers of which a delivery tells is to be mended anew, as for one that was never sent."""
    same = (told.c[name] == amendments.c[name] for name in ("platform", "team", "channel", "paper"))
    tells = exists().where(told.c.delivery == number, *same)
    events = amendments.c.event.in_((WITHDRAWN, FORGOTTEN))
    return update(amendments).where(amendments.c.delivery == number, events, tells).values(mends=True)


async def _where_it_is(
    connection: AsyncConnection, before: Delivery, after: Delivery, said: Gone | Retry | None
) -> tuple[Delivery, Gone | Retry | None]:
    """The outcome for a delivery whose place may have got another id while it was being sent to the former one.

    That the former one is gone is no news then: it is tried again where it belongs.
    """
    mine = select(deliveries).where(deliveries.c.id == before.id)
    row = (await connection.execute(mine)).mappings().one()
    if place_of_row(row) == before.place:
        return after, said
    after = replace(after, place=place_of_row(row), key=row["key"])
    if isinstance(said, Gone) and said.scope == "place":
        return replace(after, state="planned" if after.first_try is None else "unknown"), None
    return after, said


async def _known(connection: AsyncConnection, place: Place) -> None:
    """Sees to it that there is a row for the place."""
    row = {**row_of_place(place), "owner": "", "locale": "", "gone_told": False}
    new = insert_new(connection, places).values(row)
    await connection.execute(new)


async def _pause(connection: AsyncConnection, place: Place, gone: Gone) -> None:
    """Marks the known places that are gone, and lets what they are owed wait."""
    row = row_of_place(place)
    scopes = {
        "place": ("platform", "team", "channel"),
        "team": ("platform", "team"),
        "platform": ("platform",),
    }
    within = scopes[gone.scope]
    found = and_(*(places.c[name] == row[name] for name in within))
    told = {"gone": gone.reason, "gone_at": Clock(), "gone_told": False}
    await connection.execute(update(places).where(found, places.c.gone.is_(None)).values(told))
    owed = and_(*(deliveries.c[name] == row[name] for name in within))
    waiting = update(deliveries).where(owed, deliveries.c.state == "planned")
    await connection.execute(waiting.values(state="gone", error=gone.reason))


async def _limit(connection: AsyncConnection, delivery: Delivery, limited: Retry) -> None:
    """Notes that the platform wants to be left in peace, for every process that serves it."""
    key = limit_key(delivery, delivery.place.team if limited.scope == "team" else "")
    until = Clock() + 1 + ceil(limited.after_s)
    new = insert_new(connection, claims).values(key=key, until=until)
    if not (await connection.execute(new)).rowcount:
        longer = update(claims).where(claims.c.key == key, claims.c.until < until)
        await connection.execute(longer.values(until=until))


async def resume(connection: AsyncConnection, place: ColumnElement[bool], owed: ColumnElement[bool]) -> None:
    """The reverse of pausing; what may have arrived before the place was gone is looked for first."""
    await connection.execute(update(places).where(place).values(_BACK))
    for state, tried in (
        ("planned", deliveries.c.first_try.is_(None)),
        ("unknown", deliveries.c.first_try.is_not(None)),
    ):
        back = update(deliveries).where(owed, deliveries.c.state == "gone", tried)
        await connection.execute(back.values(state=state, not_before=Clock(), settled=None))
