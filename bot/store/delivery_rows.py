"""Rows of the outbox to deliveries and back. Moments become whole seconds, rounded up: no wait is shorter than asked."""

from datetime import UTC, datetime
from math import ceil
from typing import Any

import orjson

from bot.deliveries import Delivery
from bot.message import Message, from_dict, to_dict
from bot.models import Place
from bot.store.connection import Clock
from bot.store.rows import Row
from bot.store.texts import to_json


def delivery_of_row(row: Row) -> Delivery:
    """The delivery of a row of ``deliveries``."""
    return Delivery(
        id=row["id"],
        key=row["key"],
        place=Place(row["platform"], row["team"], row["channel"]),
        kind=row["kind"],
        message=message_of(row["message"]),
        silent=row["silent"],
        state=row["state"],
        attempts=row["attempts"],
        first_try=_maybe(row["first_try"]),
        last_try=_maybe(row["last_try"]),
        looks=row["looks"],
        not_before=moment(row["not_before"]),
        lease_until=_maybe(row["lease_until"]),
        owner=row["owner"],
        size=row["size"],
        payload=None if row["payload"] is None else orjson.loads(row["payload"]),
        payload_hash=row["payload_hash"],
        external_id=row["external_id"],
        thread=row["thread"] or "",
        corrects=row["corrects"] or "",
        error=row["error"],
    )


def message_of(text: str) -> Message:
    """The message of the column of that name."""
    return from_dict(orjson.loads(text))


def row_of_new(delivery: Delivery, now: datetime) -> dict[str, Any]:
    """The row of a delivery that is planned at that moment; its number is the database's to give."""
    return {
        "key": delivery.key,
        "platform": delivery.place.platform,
        "team": delivery.place.team,
        "channel": delivery.place.channel,
        "kind": delivery.kind,
        "message": to_json(to_dict(delivery.message)),
        "silent": delivery.silent,
        "planned": seconds(now),
        "thread": delivery.thread or None,
        "corrects": delivery.corrects or None,
        **state_of(delivery),
    }


def state_of(delivery: Delivery) -> dict[str, Any]:
    """What of a row changes as the delivery goes its way."""
    return {
        "state": delivery.state,
        "attempts": delivery.attempts,
        "looks": delivery.looks,
        "first_try": maybe_seconds(delivery.first_try),
        "last_try": maybe_seconds(delivery.last_try),
        "not_before": seconds(delivery.not_before),
        "lease_until": maybe_seconds(delivery.lease_until),
        "owner": delivery.owner,
        "size": delivery.size,
        "payload": None if delivery.payload is None else to_json(delivery.payload),
        "payload_hash": delivery.payload_hash,
        "external_id": delivery.external_id,
        "error": delivery.error,
    }


def row_of_part(head: Delivery, message: Message, number: int) -> dict[str, Any]:
    """The row of what goes into the thread of a delivery that was sent; parts are counted from 2."""
    part = Delivery(
        id=0,
        key=f"{head.key}#{number}",
        place=head.place,
        kind=head.kind,
        message=message,
        silent=head.silent,
        thread=head.external_id,
        not_before=head.not_before,
    )
    return row_of_new(part, head.not_before) | {"planned": Clock(), "not_before": Clock()}


def moment(seconds: int) -> datetime:
    """Seconds since 1970 as a moment."""
    return datetime.fromtimestamp(seconds, UTC)


def seconds(at: datetime) -> int:
    """The reverse of moment(), rounded up."""
    return ceil(at.timestamp())


def maybe_seconds(at: datetime | None) -> int | None:
    """As seconds(), and nothing for nothing."""
    return None if at is None else seconds(at)


def _maybe(at: int | None) -> datetime | None:
    return None if at is None else moment(at)
