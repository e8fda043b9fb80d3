"""Processes that die in the middle of what they write, and what another one finds then."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

from sqlalchemy import event

from bot.store import Store


class Died(BaseException):
    """The process is gone: nothing it does from here on reaches the disk."""


@contextmanager
def dying_after(store: Store, statements: int) -> Iterator[None]:
    left = statements

    def count(*_: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Died

    engine = store._database._writing.sync_engine
    for moment in ("before_cursor_execute", "commit"):
        event.listen(engine, moment, count)
    try:
        yield
    finally:
        for moment in ("before_cursor_execute", "commit"):
            event.remove(engine, moment, count)


@asynccontextmanager
async def a_store(folder: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{folder / 'paperbot.db'}")
    try:
        yield store
    finally:
        await store.close()


def let_lease_run_out(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "paperbot.db")) as database, database:
        database.execute("UPDATE ingests SET lease_until = 1 WHERE lease_until > 0")
