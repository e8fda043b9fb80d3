"""Whose turn it is: which rows of the outbox table may be claimed now. By the database's clock."""

from typing import Any, Final

from sqlalchemy import ColumnElement, and_, case, exists, literal, not_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.deliveries import Delivery, DeliveryState
from bot.models import Place
from bot.store.connection import Clock
from bot.store.delivery_rows import maybe_seconds, message_of
from bot.store.outdated import outdated
from bot.store.tables import claims, deliveries, places

WAITING: Final[tuple[DeliveryState, ...]] = ("planned", "unknown")
PACE_S: Final = 2  # whole seconds from one message to the next of a place: always more than one second passes
DOUBT_S: Final = 2  # whole seconds for which one in doubt keeps its turn; looking for it may take minutes
LIMIT: Final = "limit:"  # begins the key of a claim that lasts for as long as a platform asked for patience

_OTHER: Final = deliveries.alias("other")


def due() -> ColumnElement[bool]:
    """Whether a row may be claimed: its time has come, its place is there, it is its turn, and it is still true."""
    return and_(
        deliveries.c.state.in_(WAITING),
        deliveries.c.not_before <= Clock(),
        or_(deliveries.c.lease_until.is_(None), deliveries.c.lease_until <= Clock()),
        not_(exists().where(same_place(places), places.c.gone.is_not(None))),
        not_(exists().where(claims.c.key.in_(_limits()), claims.c.until > Clock())),
        not_(exists().where(same_place(_OTHER), _OTHER.c.id != deliveries.c.id, _in_the_way())),
        not_(outdated()),
    )


def _in_the_way() -> ColumnElement[bool]:
    """Whether another delivery of the place is being sent, comes first, or has just been sent.

    One in doubt gives its turn away soon, but not within a thread, whose parts are numbered. What corrects a
    message comes in order with what else corrects it, and holds up no new one.
    """
    mine, its = deliveries.c.thread, _OTHER.c.thread
    turn = or_(
        _OTHER.c.state == "planned",
        its == mine,
        _OTHER.c.last_try > Clock() - DOUBT_S,
    )
    answers = its.is_not(None) & mine.is_(None)  # they belong to an earlier message
    apart = its.is_(None) & mine.is_not(None)
    first = or_(answers, and_(_OTHER.c.id < deliveries.c.id, not_(apart)))
    alike = _OTHER.c.corrects.is_not_distinct_from(deliveries.c.corrects)
    return or_(
        _OTHER.c.state == "sending",
        and_(_OTHER.c.state.in_(WAITING), turn, first, alike),
        and_(_OTHER.c.state == "sent", _OTHER.c.settled > Clock() - PACE_S),
    )


def _limits() -> list[ColumnElement[str]]:
    """Keys of what may forbid a delivery: whoever may not send may not repeat what is in doubt either."""
    platform, team = deliveries.c.platform, deliveries.c.team
    send, look = literal(f"{LIMIT}send:") + platform + ":", literal(f"{LIMIT}look:") + platform + ":"
    looks = [case((deliveries.c.state == "unknown", key)) for key in (look, look + team)]
    return [send, send + team, *looks]


def same_place(table: Any) -> ColumnElement[bool]:
    """That the row of another table is of the delivery's place."""
    names = ("platform", "team", "channel")
    return and_(*(table.c[name] == deliveries.c[name] for name in names))


def limit_key(delivery: Delivery, team: str) -> str:
    """The key under which it is kept that the platform, or one of its teams, wants to be left in peace."""
    what = "send" if delivery.state == "sending" else "look"
    return f"{LIMIT}{what}:{delivery.place.platform}:{team}"


def at_place(table: Any, place: Place) -> ColumnElement[bool]:
    return and_(
        table.c.platform == place.platform, table.c.team == place.team, table.c.channel == place.channel
    )


async def as_read(connection: AsyncConnection, delivery: Delivery) -> bool:
    """Whether the row is as it was read: same state, attempt, owner and lease, and it says the same.

    What it says may have been rewritten since it was read; whatever was made from the former message, such as its
    payload, must not be written over that. In a transaction that writes the answer stays true until it ends.
    """
    same = select(deliveries.c.message).where(
        deliveries.c.id == delivery.id,
        deliveries.c.state == delivery.state,
        deliveries.c.attempts == delivery.attempts,
        deliveries.c.size == delivery.size,
        deliveries.c.owner == delivery.owner,
        deliveries.c.lease_until.is_not_distinct_from(maybe_seconds(delivery.lease_until)),
    )
    message = await connection.scalar(same)
    return message is not None and message_of(message) == delivery.message
