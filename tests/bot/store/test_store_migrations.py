import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text

from bot.store import Store
from bot.store.migrate import HOME, upgrade
from bot.store.tables import HEAD, metadata


def scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(HOME))
    return ScriptDirectory.from_config(config)


REVISIONS = [script.revision for script in reversed(list(scripts().walk_revisions()))]


def migrated(path: Path, to: str = "head") -> None:
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        upgrade(connection, to)
    engine.dispose()


def schema(path: Path) -> list[str]:
    """Everything SQLite knows of the tables, apart from how their making was spelt."""
    with closing(sqlite3.connect(path)) as database:
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        known: list[tuple[Any, ...]] = []
        for table in sorted(tables):
            for pragma in ("table_xinfo", "foreign_key_list"):
                known += [(table, pragma, *row) for row in database.execute(f"PRAGMA {pragma}({table})")]
            for index in database.execute(f"PRAGMA index_list({table})").fetchall():
                columns = database.execute(f"PRAGMA index_xinfo({index[1]})").fetchall()
                known.append((table, "index", *index[1:], tuple(columns)))
        made = database.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    options = {
        name: (bool(re.search("AUTOINCREMENT", sql)), bool(re.search("WITHOUT ROWID", sql)))
        for name, sql in made
    }
    return sorted(map(repr, known)) + sorted(map(repr, options.items()))


def test_the_head_that_start_up_compares_with_is_the_last_migration() -> None:
    assert scripts().get_current_head() == HEAD


async def test_a_fresh_database_equals_a_migrated_one(tmp_path: Path) -> None:
    await (await Store.open(f"sqlite:///{tmp_path / 'fresh.db'}")).close()
    migrated(tmp_path / "migrated.db")
    fresh = [line for line in schema(tmp_path / "fresh.db") if "alembic_version" not in line]
    assert fresh == [line for line in schema(tmp_path / "migrated.db") if "alembic_version" not in line]


def test_migrating_leaves_nothing_that_the_tables_do_not_say(tmp_path: Path) -> None:
    migrated(tmp_path / "migrated.db")
    engine = create_engine(f"sqlite:///{tmp_path / 'migrated.db'}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


@pytest.mark.parametrize("revision", REVISIONS[:-1])
async def test_a_database_of_any_earlier_form_is_migrated_when_it_is_opened(
    tmp_path: Path, revision: str
) -> None:
    path = tmp_path / "paperbot.db"
    migrated(path, revision)
    store = await Store.open(f"sqlite:///{path}")
    assert await store.count() == 0
    await store.close()
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]


def test_a_migration_that_fails_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "paperbot.db"
    engine = create_engine(f"sqlite:///{path}", isolation_level="AUTOCOMMIT")
    with engine.connect() as connection, pytest.raises(RuntimeError):
        in_a_transaction_that_fails(connection)
    engine.dispose()
    assert schema(path) == []


def in_a_transaction_that_fails(connection: Connection) -> None:
    connection.execute(text("BEGIN IMMEDIATE"))
    try:
        upgrade(connection)
        raise RuntimeError
    finally:
        connection.execute(text("ROLLBACK"))
