"""Rows of subscriptions and schedules to values and back."""

from datetime import UTC, date, datetime, time
from typing import Any

from bot.models import Place
from bot.store.rows import Row
from bot.subscriptions import Schedule, Subscription


def subscription_of_row(row: Row) -> Subscription:
    """The subscription of a row of ``subscriptions``."""
    return Subscription(
        id=row["id"],
        place=place_of_row(row),
        query=row["query"],
        cadence=row["cadence"],
        after_seq=row["after_seq"],
        state=row["state"],
        owner=row["owner"],
        created=datetime.fromtimestamp(row["created"], UTC),
        heard=datetime.fromtimestamp(row["heard"], UTC),
        updates=row["updates"],
    )


def row_of_subscription(one: Subscription) -> dict[str, Any]:
    """The row of ``subscriptions``, without when it was removed."""
    return {
        "id": one.id,
        **row_of_place(one.place),
        "query": one.query,
        "cadence": one.cadence,
        "after_seq": one.after_seq,
        "state": one.state,
        "owner": one.owner,
        "created": int(one.created.timestamp()),
        "heard": int(one.heard.timestamp()),
        "updates": one.updates,
    }


def schedule_of_row(row: Row) -> Schedule:
    """The schedule of a row of ``schedules``."""
    return Schedule(
        place=place_of_row(row),
        kind=row["kind"],
        on=row["is_on"],
        at=time.fromisoformat(row["at"]),
        days=tuple(map(int, row["days"])),
        timezone=row["timezone"],
        topic=row["topic"],
        done=date.fromisoformat(row["done"]) if row["done"] else None,
        since=datetime.fromtimestamp(row["since"], UTC),
        quiet=row["quiet"],
    )


def row_of_schedule(one: Schedule) -> dict[str, Any]:
    """The row of ``schedules``."""
    return {
        **row_of_place(one.place),
        "kind": one.kind,
        "is_on": one.on,
        "at": f"{one.at:%H:%M}",
        "days": "".join(map(str, one.days)),
        "timezone": one.timezone,
        "topic": one.topic,
        "done": one.done and one.done.isoformat(),
        "since": int(one.since.timestamp()),
        "quiet": one.quiet,
    }


def place_of_row(row: Row) -> Place:
    """The place that a row belongs to."""
    return Place(row["platform"], row["team"], row["channel"])


def row_of_place(place: Place) -> dict[str, Any]:
    """The columns that say which place a row belongs to."""
    return {"platform": place.platform, "team": place.team, "channel": place.channel}
