"""The tables as they are found, and how they come into their newest form; the transaction is the caller's."""

from typing import Final, Literal

from sqlalchemy import Connection, inspect, text

from bot.store.tables import HEAD, metadata

Form = Literal["empty", "foreign", "older", "current", "newer"]
ALEMBICS: Final = "alembic_version"  # the table in which Alembic keeps the version


def form(connection: Connection, *, shared: bool) -> Form:
    """What is found in the database, where it is ``shared`` beside tables of other programs."""
    there = set(inspect(connection).get_table_names())
    if ALEMBICS not in there:
        in_the_way = there & set(metadata.tables) if shared else there
        return "foreign" if in_the_way else "empty"
    version = connection.scalar(text("SELECT version_num FROM alembic_version"))
    if version == HEAD:
        return "current"
    from bot.store.migrate import known  # noqa: PLC0415 - Alembic is slow to import, and rarely needed

    return "older" if known(version) else "newer"


def make_or_migrate(connection: Connection, found: Form) -> None:
    """Makes the tables where there are none, and migrates older ones."""
    if found == "empty":
        metadata.create_all(connection, checkfirst=False)
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY)"))
        connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})
    elif found == "older":
        from bot.store.migrate import upgrade  # noqa: PLC0415 - as above

        upgrade(connection)
