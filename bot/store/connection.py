"""Opens a database: one connection that writes, several that read, and errors in words.

Everything that only SQLite has is in this file.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, BigInteger, Connection, event, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from bot.errors import StoreError
from bot.store.tables import HEAD, metadata

SQLITE: Final = "sqlite:///"
PATIENCE_MS: Final = 5000  # for another writer; our own transactions last at most some 200 ms
READERS: Final = 8  # connections; a lookup holds one for about a millisecond

_VERSIONS: Final = "alembic_version"  # Alembic's own table
_VERSION: Final = "SELECT version_num FROM alembic_version"
_TABLES: Final = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"


class Clock(FunctionElement[int]):
    """The database's own clock, which all processes share: whole seconds since 1970."""

    type = BigInteger()
    inherit_cache = True


@compiles(Clock)
def _clock(_element: Clock, _compiler: SQLCompiler, **_: Any) -> str:
    return "CAST(extract(epoch FROM clock_timestamp()) AS bigint)"


@compiles(Clock, "sqlite")
def _clock_of_sqlite(_element: Clock, _compiler: SQLCompiler, **_: Any) -> str:
    return "CAST(strftime('%s', 'now') AS integer)"


class Database:
    """The connections to one database.

    Args:
        path: of the SQLite file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._reading = _engine(path, READERS, isolation_level="AUTOCOMMIT", pool_reset_on_return=None)
        self._writing = _engine(path, 1)
        event.listen(self._writing.sync_engine, "begin", _begin_immediate)

    @classmethod
    async def open(cls, url: str) -> "Database":
        """Opens the database, and makes or migrates it where that is needed.

        Raises:
            StoreError: it cannot be used; the sentence says why and what to do.
        """
        path = _path_of(url)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError("store-no-folder", path=str(path.parent), reason=_reason(error)) from error
        if path.is_dir():
            raise StoreError("store-is-folder", path=str(path))
        database = cls(path)
        try:
            await database._prepare()
        except BaseException:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        """Closes every connection."""
        await self._reading.dispose()
        await self._writing.dispose()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection on which every statement sees the database as it is at that moment.

        Raises:
            StoreError: the database cannot be read.
        """
        with self._telling():
            async with self._reading.connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self, *, durable: bool = False) -> AsyncIterator[AsyncConnection]:
        """One transaction that writes; committed at the end, rolled back on an exception. Keep it short.

        Args:
            durable: whether it must also outlast a loss of power; what was committed outlasts a crash anyway.

        Raises:
            StoreError: the database cannot be written, or somebody else has been writing for too long.
        """
        with self._telling():
            async with self._writing.execution_options(durable=durable).begin() as connection:
                yield connection

    async def _prepare(self) -> None:
        async with self.read() as connection:
            tables = set(await connection.scalars(text(_TABLES)))
            if tables and _VERSIONS not in tables:
                raise StoreError("store-foreign", path=str(self._path))
            if tables and await connection.scalar(text(_VERSION)) == HEAD:
                return
        await self._keep_log_apart()
        async with self.write() as connection:  # who comes second waits here, and then finds all done
            await connection.run_sync(self._make_or_migrate)

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

    def _make_or_migrate(self, connection: Connection) -> None:
        if not connection.scalars(text(_TABLES)).all():
            metadata.create_all(connection, checkfirst=False)
            connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY)"))
            connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})
            return
        version = connection.scalar(text(_VERSION))
        if version == HEAD:
            return
        from bot.store.migrate import upgrade  # noqa: PLC0415 - Alembic is slow to import, and rarely needed

        if not upgrade(connection, version):
            raise StoreError("store-newer", path=str(self._path))

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Turns what a person can mend into a sentence, keeping the cause."""
        try:
            yield
        except DBAPIError as error:
            key = _SENTENCES.get(_code(error) & 0xFF)
            if key is None:
                raise
            raise StoreError(key, path=str(self._path)) from error


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


def _code(error: DBAPIError) -> int:
    return int(getattr(error.orig, "sqlite_errorcode", 0))


def _path_of(url: str) -> Path:
    if url.startswith(("postgresql://", "postgres://")):
        raise StoreError("store-postgresql")
    path = url.removeprefix(SQLITE)
    if path == url or path in ("", ":memory:"):
        raise StoreError("store-url", url=url)
    return Path(path).expanduser()


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


def _engine(path: Path, connections: int, **options: Any) -> AsyncEngine:
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        pool_size=connections,
        max_overflow=0,
        # Without an isolation level the driver begins no transactions of its own.
        connect_args={"timeout": PATIENCE_MS / 1000, "isolation_level": None},
        **options,
    )
    event.listen(engine.sync_engine, "connect", _set_up)
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
