"""What became of papers is noted: each event once a place, and a withdrawal no longer than it lasts."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.amendments import FORGOTTEN, RETURNED, WITHDRAWN, Shown
from bot.models import Place
from bot.store.connection import insert_new
from bot.store.delivery_rows import seconds
from bot.store.planned import at_place
from bot.store.subscription_rows import row_of_place
from bot.store.tables import amendments, subscriptions, told

Found = tuple[Shown, str, int]
"""A paper as it was told of, what became of it (empty for nothing), and its version now."""

_ENDS: Final = {WITHDRAWN: RETURNED, RETURNED: WITHDRAWN}  # each takes the other back


async def note(connection: AsyncConnection, found: Sequence[Found], now: datetime) -> None:
    """Notes what became of papers, each event once a place; one that takes another back stands in its stead."""
    versions = [
        which(shown) | {"version": version} for shown, _, version in found if version != shown.version
    ]
    if versions:
        mine = update(told).where(*it(told)).values(version=bindparam("version"))
        await connection.execute(mine, versions)
    events = [(shown, event) for shown, event, _ in found if event]
    wanted = {place for place in {shown.place for shown, _ in events} if await _wanted(connection, place)}
    rows = [
        {
            **row_of_place(shown.place),
            "seq": shown.seq,
            "paper": shown.paper,
            "event": event,
            "at": seconds(now),
            "delivery": shown.delivery,
            "mends": shown.delivery is not None and event in (FORGOTTEN, WITHDRAWN, RETURNED),
            "news": event != FORGOTTEN
            and shown.place in wanted
            and not await _unheard(connection, shown, _ENDS.get(event)),
        }
        for shown, event in events
    ]
    if rows:
        await connection.execute(insert_new(connection, amendments), rows)
    # Only now, so that no number is given again: what is owed for an event is known by the event's number.
    if ended := [which(shown) | {"ended": _ENDS[event]} for shown, event in events if event in _ENDS]:
        over = delete(amendments).where(*it(amendments), amendments.c.event == bindparam("ended"))
        await connection.execute(over, ended)


async def _unheard(connection: AsyncConnection, shown: Shown, event: str | None) -> bool:
    """Whether nobody there has heard yet of what is taken back now."""
    if event is None:
        return False
    waits = select(amendments.c.news).where(*it(amendments), amendments.c.event == event)
    return bool(await connection.scalar(waits, which(shown)))


def which(shown: Shown) -> dict[str, Any]:
    """The parameters of it()."""
    return {
        f"its_{name}": value for name, value in (row_of_place(shown.place) | {"paper": shown.paper}).items()
    }


def it(table: Table) -> list[ColumnElement[bool]]:
    """That a row is of a paper in a place, both given as parameters."""
    return [table.c[name] == bindparam(f"its_{name}") for name in ("platform", "team", "channel", "paper")]


async def _wanted(connection: AsyncConnection, place: Place) -> bool:
    """Whether somebody there has asked for updates."""
    asked = (at_place(subscriptions, place), subscriptions.c.updates, subscriptions.c.state == "active")
    return bool(await connection.scalar(select(func.count()).select_from(subscriptions).where(*asked)))
