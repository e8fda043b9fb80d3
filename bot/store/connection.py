"""What every database of ours does: it reads, it writes in short transactions, and it tells errors in words."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any, Final, TypeVar

from sqlalchemy import BigInteger, Connection, Insert, Table
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from bot.errors import StoreError

PATIENCE_MS: Final = 5000  # for another writer; our own transactions last at most some 200 ms
INGEST_SPARES_MB: Final = 500  # of the disk; below, posts go on that are owed, and nothing new is taken in
PLANNING_SPARES_MB: Final = 100  # below, what is owed is still noted as sent, and nothing new is owed
READERS: Final = 8  # connections; a lookup holds one for about a millisecond


T = TypeVar("T")


class Clock(FunctionElement[int]):
    """The database's own clock, which all processes share: whole seconds since 1970."""

    type = BigInteger()
    inherit_cache = True


@compiles(Clock)
def _clock(_element: Clock, _compiler: SQLCompiler, **_: Any) -> str:
    return "CAST(floor(extract(epoch FROM clock_timestamp())) AS bigint)"


@compiles(Clock, "sqlite")
def _clock_of_sqlite(_element: Clock, _compiler: SQLCompiler, **_: Any) -> str:
    return "CAST(strftime('%s', 'now') AS integer)"


def insert_new(connection: AsyncConnection, table: Table) -> Insert:
    """An insert that leaves out, and does not count, rows whose key is taken: no error, so the transaction goes on."""
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - slow to load, for those who have no PostgreSQL

        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()


class Database:
    """The connections to one database; each kind of database is a subclass, in a file of its own.

    Args:
        reading: gives connections in autocommit mode.
        writing: gives connections that begin transactions.
    """

    def __init__(self, reading: AsyncEngine, writing: AsyncEngine) -> None:
        self._reading = reading
        self._writing = writing

    async def prepare(self, *, migrate: bool) -> None:
        """Sees to it that the tables are there in their newest form.

        Args:
            migrate: whether to make or change them; a database in a file, which is ours alone, does so anyway.

        Raises:
            StoreError: they are not, or cannot be made; the sentence says why and what to do.
        """
        raise NotImplementedError

    async def check(self, exactly: Table) -> None:
        """Finds damage, where the database does not find it by itself; ``exactly`` is checked with its indexes.

        Raises:
            StoreError: it is damaged; the sentence says how to restore it.
        """

    async def close(self) -> None:
        """Closes every connection."""
        await self._reading.dispose()
        await self._writing.dispose()

    def version(self) -> int | None:
        """A number that another has taken the place of once anybody has written; None where nothing tells.

        It is asked for before what it is to vouch for is read.
        """
        return None

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection on which every statement sees the database as it is at that moment.

        Raises:
            StoreError: the database cannot be read.
        """
        with self._telling():
            async with self._reading.connect() as connection:
                yield connection

    async def at_once(self, work: Callable[[Connection], T]) -> T:
        """What some work gives that reads, and waits for nothing else: what every lookup asks for.

        Raises:
            StoreError: the database cannot be read.
        """
        async with self.read() as connection:
            return await connection.run_sync(work)

    def write(
        self, *, durable: bool = False, corpus: bool = False, planning: bool = False
    ) -> AbstractAsyncContextManager[AsyncConnection]:
        """One transaction that writes; committed at the end, rolled back on an exception. Keep it short.

        Transactions go one after the other, across all processes: each sees all that the one before it wrote,
        and what it has read stays true until it ends.

        Args:
            durable: whether it must also outlast a loss of power; what was committed outlasts a crash anyway.
            corpus: whether it writes the tables of the corpus, and no others. Such transactions may have a queue
                of their own, so that whoever owes a message never waits for an ingest.
            planning: whether it owes something new. Such transactions and those of the corpus leave some of the
                disk free, so that what is owed already can always be sent.

        Raises:
            StoreError: the database cannot be written, or somebody else has been writing for too long.
        """
        spared_mb = INGEST_SPARES_MB if corpus else PLANNING_SPARES_MB if planning else 0
        return self._transaction(spared_mb, durable=durable, corpus=corpus)

    @asynccontextmanager
    async def _transaction(self, spared_mb: int, **options: Any) -> AsyncIterator[AsyncConnection]:
        with self._telling():
            if spared_mb:
                self._spare(spared_mb)
            async with self._writing.execution_options(**options).begin() as connection:
                yield connection

    def _spare(self, megabytes: int) -> None:
        """Sees to it that so much of the disk is left free, where the disk is ours to see.

        Raises:
            StoreError: it is not.
        """

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Turns what a person can mend into a sentence, keeping the cause."""
        try:
            yield
        except (DBAPIError, NoConnectionError, OSError) as error:
            told = self._told(error)
            if told is None:
                raise
            raise told from error

    def _told(self, error: DBAPIError | NoConnectionError | OSError) -> StoreError | None:
        """The sentence for what reading or writing met; None for a fault of ours."""
        raise NotImplementedError
