"""What only a real PostgreSQL shows; the promises that both databases keep are in tests/contract."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from bot.errors import StoreError
from bot.store import Store
from bot.store.migrate import upgrade
from bot.store.postgres import SETTINGS, PostgresDatabase
from bot.store.tables import HEAD, metadata
from tests.databases import postgres_schema, postgres_server

NOW = datetime(2026, 12, 1, tzinfo=UTC)
DAY = timedelta(days=1)


async def refused(url: str, *, migrate: bool = False) -> str:
    with pytest.raises(StoreError) as raised:
        await Store.open(url, migrate=migrate)
    assert str(raised.value)
    return raised.value.key


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url, migrate=True)
    try:
        yield store
    finally:
        await store.close()


async def run(url: str, *statements: str) -> None:
    connection = await asyncpg.connect(url)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


async def migrated(url: str, to: str = "head") -> None:
    database = PostgresDatabase(url)
    async with database.write() as connection:
        await connection.run_sync(upgrade, to)
    await database.close()


async def schema(url: str) -> list[str]:
    """Everything PostgreSQL knows of the tables, apart from which schema they are in."""
    connection = await asyncpg.connect(url)
    name = await connection.fetchval("SELECT current_schema()")
    rows = await connection.fetch("""
        SELECT concat_ws(' ', table_name, ordinal_position, column_name, data_type, is_nullable, column_default)
            FROM information_schema.columns WHERE table_schema = current_schema()
        UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()
        UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
            FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
    """)
    await connection.close()
    lines = sorted(row[0].replace(f"{name}.", "") for row in rows)
    return [line for line in lines if "alembic_version" not in line]


async def test_only_db_upgrade_makes_the_tables(postgres: str) -> None:
    assert await refused(postgres) == "postgres-upgrade-first"
    assert await schema(postgres) == []
    async with opened(postgres) as store:
        assert await store.count() == 0
    await (await Store.open(postgres)).close()


async def test_a_fresh_database_equals_a_migrated_one(postgres: str) -> None:
    async with postgres_schema() as other, opened(postgres):
        await migrated(other)
        assert await schema(other) == await schema(postgres)
        assert len(await schema(postgres)) > 50


async def test_migrating_leaves_nothing_that_the_tables_do_not_say(postgres: str) -> None:
    def differences(connection: Connection) -> object:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, metadata)

    await migrated(postgres)
    database = PostgresDatabase(postgres)
    async with database.read() as connection:
        assert await connection.run_sync(differences) == []
    await database.close()


async def test_an_older_database_is_migrated_when_asked_and_refused_otherwise(postgres: str) -> None:
    await migrated(postgres, "0001")
    assert await refused(postgres) == "postgres-upgrade-first"
    async with opened(postgres) as store, store._database.read() as connection:
        assert await connection.scalar(text("SELECT version_num FROM alembic_version")) == HEAD


async def test_a_newer_database_is_refused_and_left_as_it_is(postgres: str) -> None:
    async with opened(postgres):
        pass
    await run(postgres, "UPDATE alembic_version SET version_num = '9999'")
    assert await refused(postgres) == "postgres-newer"
    assert await refused(postgres, migrate=True) == "postgres-newer"


async def test_tables_of_another_program_are_in_the_way_only_under_names_of_ours(postgres: str) -> None:
    await run(postgres, "CREATE TABLE turnips (id int)")
    async with opened(postgres) as store:
        assert await store.count() == 0
    async with postgres_schema() as other:
        await run(other, "CREATE TABLE papers (id int)")
        assert await refused(other, migrate=True) == "postgres-foreign"


async def test_upgrades_at_once_make_one_database(postgres: str) -> None:
    script = "import asyncio, sys\nfrom bot.store import Store\n"
    script += "asyncio.run(Store.open(sys.argv[1], migrate=True))"
    processes = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", script, postgres) for _ in range(3)
    ]
    assert [await process.wait() for process in processes] == [0, 0, 0]
    async with postgres_schema() as other, opened(other):
        assert await schema(other) == await schema(postgres)


async def test_what_a_real_server_refuses_is_told() -> None:
    server = urlsplit(postgres_server())
    assert await refused(server._replace(path="/no_such_garden").geturl()) == "postgres-missing"
    unknown = f"{server.query}&no_such_option=1".removeprefix("&")
    assert await refused(server._replace(query=unknown).geturl()) == "postgres-option"


async def test_a_user_who_may_not_make_tables_is_told(postgres: str) -> None:
    schema_of = postgres.rpartition("search_path=")[2]
    role = f"{schema_of}_guest"
    await run(postgres, f"CREATE ROLE {role}", f"GRANT USAGE ON SCHEMA {schema_of} TO {role}")
    try:
        assert await refused(f"{postgres}&role={role}", migrate=True) == "postgres-rights"
    finally:
        await run(postgres, f"DROP OWNED BY {role}", f"DROP ROLE {role}")


async def half_done(store: Store, fault: str) -> None:
    async with store._database.write() as connection:
        await connection.execute(text("INSERT INTO claims VALUES ('share', 1)"))
        await connection.execute(text(fault))


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("53100", "postgres-full"),
        ("58030", "postgres-disk"),
        ("XX001", "postgres-damaged"),
        ("25006", "postgres-read-only"),
        ("40P01", "postgres-busy"),
        ("57014", "postgres-busy"),
    ],
)
async def test_what_happens_in_a_transaction_is_told_and_the_next_one_goes_on(
    postgres: str, code: str, key: str
) -> None:
    async with opened(postgres) as store:
        with pytest.raises(StoreError) as told:
            await half_done(store, f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$")
        assert told.value.key == key
        assert told.value.__cause__ is not None
        assert await store.claim("share", NOW, DAY)


async def test_a_faulty_statement_of_ours_is_no_storeerror(postgres: str) -> None:
    async with opened(postgres) as store:
        with pytest.raises(Exception, match="turnips") as raised:
            async with store._database.read() as connection:
                await connection.execute(text("SELECT * FROM turnips"))
        assert not isinstance(raised.value, StoreError)


async def test_who_waits_too_long_for_another_writer_is_told_and_readers_do_not_wait(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(postgres) as slow:
        monkeypatch.setitem(SETTINGS, "lock_timeout", "50")
        async with opened(postgres) as quick, slow._database.write():
            assert await quick.count() == 0
            with pytest.raises(StoreError) as told:
                await quick.claim("share", NOW, DAY)
            assert told.value.key == "postgres-busy"
            async with quick.staging():
                pass  # an ingest has a queue of its own
        assert await slow.claim("share", NOW, DAY)


async def test_a_bot_in_another_schema_of_the_database_has_queues_of_its_own(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SETTINGS, "lock_timeout", "50")
    async with postgres_schema() as other, opened(postgres) as ours, opened(other) as theirs:
        async with ours._database.write():
            assert await theirs.claim("share", NOW, DAY)
        assert await ours.claim("share", NOW, DAY)


async def hang_while(store: Store, work: Awaitable[object]) -> None:
    async with store._database.write() as connection:
        await work
        await connection.execute(text("SELECT 1"))


async def test_a_process_that_hangs_in_a_transaction_loses_it_and_the_next_writer_goes_on(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SETTINGS, "idle_in_transaction_session_timeout", "100")
    async with opened(postgres) as hanging, opened(postgres) as other:
        with pytest.raises(StoreError) as told:
            await hang_while(hanging, other.claim("share", NOW, DAY))
        assert told.value.key == "postgres-lost"
        assert not await other.claim("share", NOW, DAY)
        assert await hanging.claim("another", NOW, DAY)


async def test_a_connection_that_is_cut_is_told_and_the_next_asker_gets_a_new_one(postgres: str) -> None:
    cut = text("SELECT pg_terminate_backend(pg_backend_pid())")
    async with opened(postgres) as store:
        for use in (store._database.read, store._database.write):
            with pytest.raises(StoreError) as told:
                async with use() as connection:
                    await connection.execute(cut)
            assert told.value.key == "postgres-lost"
            assert await store.count() == 0
        assert await store.claim("share", NOW, DAY)


async def test_whoever_is_idle_while_the_server_restarts_does_not_notice(postgres: str) -> None:
    async with opened(postgres) as store:
        async with store._database.read() as connection:
            mine = await connection.scalar(text("SELECT pg_backend_pid()"))
        await run(postgres, f"SELECT pg_terminate_backend({mine})")
        await asyncio.sleep(0.2)
        assert await store.count() == 0


async def test_a_transaction_may_ask_to_outlast_a_loss_of_power(postgres: str) -> None:
    level = text("SELECT current_setting('synchronous_commit')")
    async with opened(f"{postgres}&synchronous_commit=off") as store:
        for durable, expected in ((False, "off"), (True, "on"), (False, "off")):
            async with store._database.write(durable=durable) as connection:
                assert await connection.scalar(level) == expected
    stricter = opened(f"{postgres}&synchronous_commit=remote_apply")
    async with stricter as store, store._database.write(durable=True) as connection:
        assert await connection.scalar(level) == "remote_apply"


async def test_a_rolled_back_transaction_lets_the_next_writer_go(postgres: str) -> None:
    async with opened(postgres) as store:
        with pytest.raises(RuntimeError):
            async with store._database.write():
                raise RuntimeError
        assert await store.claim("share", NOW, DAY)
