"""Which kind of database an address means."""

from bot.errors import StoreError
from bot.store.connection import Database
from bot.store.sqlite import PREFIX, SqliteDatabase


async def open_database(url: str, *, migrate: bool) -> Database:
    """Opens the database at ``sqlite:///PATH`` or ``postgresql://…``; see Database.prepare().

    Raises:
        StoreError: it cannot be used; the sentence says why and what to do, and tells no password.
    """
    database = _database(url)
    try:
        await database.prepare(migrate=migrate)
    except BaseException:
        await database.close()
        raise
    return database


def _database(url: str) -> Database:
    if url.startswith(PREFIX):
        return SqliteDatabase(url)
    if url.startswith(("postgresql://", "postgres://")):
        from bot.store.postgres import PostgresDatabase  # noqa: PLC0415 - the driver is slow to import

        return PostgresDatabase(url)
    raise StoreError("store-url")
