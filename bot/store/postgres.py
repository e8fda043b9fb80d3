"""PostgreSQL: several processes on several machines share one database. All that only PostgreSQL has is here.

Transactions that write take a lock of their queue first, which PostgreSQL gives back when they end. So they go
one after the other, as on SQLite with ``BEGIN IMMEDIATE``, and what is proven of one database holds on the other.
There are two queues, since what an ingest writes nobody else writes. A lock is held for a few round trips, and
none while a platform is spoken to.
"""

from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

import asyncpg
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.errors import StoreError
from bot.store.connection import PATIENCE_MS, READERS, Database
from bot.store.schema import Form, form, make_or_migrate

WRITERS: Final = 2  # connections, as many as there are queues
CONNECTING_S: Final = 10
STATEMENT_MS: Final = 60_000  # ours take well under a second
IDLE_MS: Final = 15_000  # within a transaction; a process that hangs there would keep its whole queue waiting
SILENCE_S: Final = 75  # without an answer, after which the server itself would have given up long ago

# The two numbers of a lock hold within a database: the first is the schema's, since a bot in another one shares
# no table with ours and must not make us wait.
_LOCKS: Final = "hashtext('paperbot ' || coalesce(current_schema(), ''))"
_STATE, _CORPUS = 1, 2

SETTINGS: Final = {
    "application_name": "paperbot",
    "lock_timeout": str(PATIENCE_MS),
    "statement_timeout": str(STATEMENT_MS),
    "idle_in_transaction_session_timeout": str(IDLE_MS),
}
# A plan that was made while the tables were empty would read them wholly once they are large. What is written is
# found by its key however much there is, and hundreds of rows at once need one plan.
READING: Final = SETTINGS | {"plan_cache_mode": "force_custom_plan"}


class PostgresDatabase(Database):
    """The connections to one database.

    Args:
        url: ``postgresql://…``, as libpq takes it.

    Raises:
        StoreError: it cannot be understood.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._address = _address(url)
        super().__init__(
            self._engine(READERS, READING, isolation_level="AUTOCOMMIT", pool_reset_on_return=None),
            self._engine(WRITERS, SETTINGS),
        )
        event.listen(self._writing.sync_engine, "begin", _take_turn)

    async def prepare(self, *, migrate: bool) -> None:
        """Makes or migrates the tables where that is asked for, and refuses to go on where it is needed."""
        async with self.read() as connection:
            if await connection.scalar(text("SHOW server_encoding")) != "UTF8":
                raise self._error("postgres-encoding")
            found = await connection.run_sync(self._form)
        if found == "current":
            return
        if not migrate:
            raise self._error("postgres-upgrade-first")
        await self._upgrade()

    async def _upgrade(self) -> None:
        """Waits for whoever is writing, and for another that upgrades, for as long as it takes."""
        engine = self._engine(1, {"application_name": "paperbot"}, patient=True)
        event.listen(engine.sync_engine, "begin", _take_all_turns)
        try:
            with self._telling():
                async with engine.begin() as connection:
                    await connection.run_sync(make_or_migrate, await connection.run_sync(self._form))
        finally:
            await engine.dispose()

    def _form(self, connection: Connection) -> Form:
        found = form(connection, shared=True)
        if found == "foreign":
            raise self._error("postgres-foreign")
        if found == "newer":
            raise self._error("postgres-newer")
        return found

    def _engine(
        self, connections: int, settings: dict[str, str], *, patient: bool = False, **options: Any
    ) -> AsyncEngine:
        async def connect() -> Any:
            try:
                return await asyncpg.connect(
                    self._url,
                    timeout=CONNECTING_S,
                    command_timeout=None if patient else SILENCE_S,
                    server_settings=settings,
                )
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
                raise self._refused(error) from error

        return create_async_engine(
            "postgresql+asyncpg://",  # how to connect is asyncpg's to read from our address
            async_creator=connect,
            pool_size=connections,
            max_overflow=0,
            pool_pre_ping=True,  # whoever comes after the server was restarted does not hear of it
            **options,
        )

    def _refused(self, error: Exception) -> StoreError:
        """The sentence for a connection that does not come about."""
        if isinstance(error, asyncpg.PostgresError):
            return self._error(_SENTENCES.get(error.sqlstate or "", "postgres-option"))
        return self._error("postgres-unreachable" if isinstance(error, OSError) else "postgres-option")

    def _told(self, error: DBAPIError | NoConnectionError | OSError) -> StoreError | None:
        if isinstance(error, NoConnectionError):
            return self._error("postgres-busy")
        if isinstance(error, OSError) or error.connection_invalidated:
            return self._error("postgres-lost")
        key = _SENTENCES.get(getattr(error.orig, "sqlstate", None) or "")
        return None if key is None else self._error(key)

    def _error(self, key: str) -> StoreError:
        return StoreError(key, database=self._address)


_SENTENCES: Final = {
    "08006": "postgres-lost",
    "25006": "postgres-read-only",
    "28000": "postgres-role",
    "28P01": "postgres-password",
    "3D000": "postgres-missing",
    "3F000": "postgres-rights",  # no schema in which to make tables
    "40001": "postgres-busy",
    "40P01": "postgres-busy",
    "42501": "postgres-rights",
    "53100": "postgres-full",
    "53300": "postgres-crowded",
    "55P03": "postgres-busy",
    "57014": "postgres-busy",
    "57P01": "postgres-lost",
    "57P02": "postgres-lost",
    "57P03": "postgres-starting",
    "58030": "postgres-disk",
    "XX001": "postgres-damaged",
    "XX002": "postgres-damaged",
}
"""What of appendix A of PostgreSQL's manual a person can do something about."""


def _address(url: str) -> str:
    """The address without user, password and options, as sentences may tell it.

    Raises:
        StoreError: it cannot be told apart for certain, and so no part of it is told.
    """
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:  # such as a password with a sign that must be written as %40 or the like
        raise StoreError("store-url") from None
    if parts.netloc.count("@") > 1 or "@" in parts.path + parts.query or parts.fragment:
        raise StoreError("store-url")
    return f"postgresql://{_host(parts)}{port}{parts.path}"


def _host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    return f"[{host}]" if ":" in host else host


def _take_turn(connection: Connection) -> None:
    options = connection.get_execution_options()
    turn = f"SELECT pg_advisory_xact_lock({_LOCKS}, {_CORPUS if options.get('corpus') else _STATE})"
    if options.get("durable"):
        turn += ", set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
        turn += " WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true)"
    connection.exec_driver_sql(turn)


def _take_all_turns(connection: Connection) -> None:
    for lock in (_CORPUS, _STATE):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCKS}, {lock})")
