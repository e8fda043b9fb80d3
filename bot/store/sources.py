"""How the live sources fare, in the database."""

import logging
from datetime import datetime
from typing import Any, Final, Literal

from sqlalchemy import insert, select, update

from bot.store.connection import Database
from bot.store.delivery_rows import moment, seconds
from bot.store.tables import sources
from bot.subscriptions import Unwell

log = logging.getLogger("paperbot.sources")

WELL: Final = "well"


class Sources:
    """How the live sources fare. Every method may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def fares(
        self, name: str, health: Literal["well", "down", "stale"], now: datetime, reason: str = ""
    ) -> bool:
        """Notes how a source fares; True where that is news, of which whoever runs the bot is told in the log."""
        news = await self._note(name, health, now, reason)
        if news:
            level = logging.INFO if health == WELL else logging.WARNING
            log.log(level, "the source %s is %s %s", name, health, reason, extra={"action": "source"})
        return news

    async def _note(self, name: str, health: str, now: datetime, reason: str) -> bool:
        mine = sources.c.name == name
        row: dict[str, Any] = {"health": health, "reason": reason}
        async with self._database.write() as connection:
            before = await connection.scalar(select(sources.c.health).where(mine))
            if before is None:
                await connection.execute(insert(sources).values(name=name, since=seconds(now), **row))
                return health != WELL
            since = {} if before == health else {"since": seconds(now)}
            await connection.execute(update(sources).where(mine).values(**row, **since))
            return bool(before != health)

    async def unwell(self) -> tuple[Unwell, ...]:
        """The sources that bring nothing at the moment."""
        found = select(sources).where(sources.c.health != WELL).order_by(sources.c.since, sources.c.name)
        async with self._database.read() as connection:
            return tuple(
                Unwell(row["name"], row["health"], moment(row["since"]), row["reason"])
                for row in (await connection.execute(found)).mappings()
            )
