"""A database in a file: one connection that writes, several that read. All that only SQLite has is here."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from shutil import disk_usage
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, Table, create_engine, event, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.errors import StoreError
from bot.store.connection import PATIENCE_MS, READERS, Database, T
from bot.store.schema import Form, form, make_or_migrate

PREFIX: Final = "sqlite:///"
MEGABYTE: Final = 1_000_000  # bytes


class SqliteDatabase(Database):
    """The connections to one file.

    Args:
        url: ``sqlite:///PATH``.

    Raises:
        StoreError: there is no such place for a file.
    """

    def __init__(self, url: str) -> None:
        self._path = _path_of(url)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError("store-no-folder", path=str(self._path.parent), reason=_reason(error)) from error
        if self._path.is_dir():
            raise self._error("store-is-folder")
        super().__init__(_engine(self._path, READERS, **_READING), _engine(self._path, 1))
        event.listen(self._writing.sync_engine, "begin", _begin_immediate)
        self._watching: sqlite3.Connection | None = None
        self._threads = _set_up_each(
            create_engine(URL.create("sqlite", database=str(self._path)), **_options(READERS), **_READING)
        )

    async def prepare(self, *, migrate: bool) -> None:  # noqa: ARG002 - the file is ours alone
        """Makes the tables on first use, and migrates them."""
        async with self.read() as connection:
            if await connection.run_sync(self._form) == "current":
                return
        await self._keep_log_apart()
        async with self.write() as connection:  # who comes second waits here, and then finds all done
            await connection.run_sync(make_or_migrate, await connection.run_sync(self._form))

    def version(self) -> int | None:
        """SQLite's own, of a connection that never writes; it is known within microseconds."""
        try:
            if self._watching is None:  # it waits for no lock, for nobody else would be served meanwhile
                driver = _options(1)["connect_args"] | {"timeout": 0}
                self._watching = sqlite3.connect(self._path, **driver)
                self._watching.execute("PRAGMA mmap_size = 0")
            return int(self._watching.execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error:
            return None  # whoever reads will hear what is wrong

    async def at_once(self, work: Callable[[Connection], T]) -> T:
        """As everywhere, in one thread: to go there and back for each step would take four times as long."""

        def done() -> T:
            with self._threads.connect() as connection:
                return work(connection)

        with self._telling():
            return await asyncio.to_thread(done)

    async def close(self) -> None:
        """Closes every connection; one that a thread still reads from is let go once it has read."""
        self._threads.dispose()
        if self._watching is not None:
            self._watching.close()
        await super().close()

    async def check(self, exactly: Table) -> None:
        """Reads every page; an index that lacks a row is damage that only the slower check of a table finds."""
        async with self.read() as connection:
            for pragma in (f"integrity_check({exactly.name})", "quick_check(1)"):
                found = (await connection.execute(text(f"PRAGMA {pragma}"))).scalars().all()
                if found != ["ok"]:
                    raise self._error("store-damaged")

    def _form(self, connection: Connection) -> Form:
        found = form(connection, shared=False)
        if found == "foreign":
            raise self._error("store-foreign")
        if found == "newer":
            raise self._error("store-newer")
        return found

    async def _keep_log_apart(self) -> None:
        """Sets WAL, which the file then keeps; SQLite does not wait by itself while another process does so."""
        clock = asyncio.get_running_loop().time
        until = clock() + PATIENCE_MS / 1000
        while True:
            try:
                async with self.read() as connection:
                    await connection.execute(text("PRAGMA journal_mode = WAL"))
            except StoreError as error:
                if error.key != "store-busy" or clock() > until:
                    raise
                await asyncio.sleep(0.05)
            else:
                return

    def _spare(self, megabytes: int) -> None:
        if disk_usage(self._path.parent).free < megabytes * MEGABYTE:
            raise StoreError("store-little-room", path=str(self._path), megabytes=megabytes)

    def _told(self, error: DBAPIError | NoConnectionError | OSError) -> StoreError | None:
        if isinstance(error, NoConnectionError):
            return self._error("store-busy")
        code = getattr(error.orig, "sqlite_errorcode", 0) if isinstance(error, DBAPIError) else 0
        key = _SENTENCES.get(int(code) & 0xFF)
        return None if key is None else self._error(key)

    def _error(self, key: str) -> StoreError:
        return StoreError(key, path=str(self._path))


_SENTENCES: Final = {
    sqlite3.SQLITE_BUSY: "store-busy",
    sqlite3.SQLITE_LOCKED: "store-busy",
    sqlite3.SQLITE_FULL: "store-full",
    sqlite3.SQLITE_CORRUPT: "store-damaged",
    sqlite3.SQLITE_NOTADB: "store-not-ours",
    sqlite3.SQLITE_CANTOPEN: "store-cannot-open",
    sqlite3.SQLITE_READONLY: "store-read-only",
    sqlite3.SQLITE_PERM: "store-read-only",
    sqlite3.SQLITE_IOERR: "store-disk",
}
"""SQLite's primary result codes that a person can do something about."""


def _path_of(url: str) -> Path:
    path = url.removeprefix(PREFIX)
    if path in ("", ":memory:"):
        raise StoreError("store-url")
    return Path(path).expanduser()


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


_READING: Final[dict[str, Any]] = {"isolation_level": "AUTOCOMMIT", "pool_reset_on_return": None}


def _engine(path: Path, connections: int, **options: Any) -> AsyncEngine:
    url = URL.create("sqlite+aiosqlite", database=str(path))
    engine = create_async_engine(url, **_options(connections), **options)
    _set_up_each(engine.sync_engine)
    return engine


def _options(connections: int) -> dict[str, Any]:
    # Without an isolation level the driver begins no transactions of its own.
    driver = {"timeout": PATIENCE_MS / 1000, "isolation_level": None, "check_same_thread": False}
    return {"pool_size": connections, "max_overflow": 0, "connect_args": driver}


def _set_up_each(engine: Engine) -> Engine:
    event.listen(engine, "connect", _set_up)
    return engine


def _set_up(connection: DBAPIConnection, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("foreign_keys = ON", "mmap_size = 0"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediate(connection: Connection) -> None:
    """Takes the write lock first: a transaction that reads and then writes could not wait for it later."""
    level = "FULL" if connection.get_execution_options().get("durable") else "NORMAL"
    connection.exec_driver_sql(f"PRAGMA synchronous = {level}")
    connection.exec_driver_sql("BEGIN IMMEDIATE")
