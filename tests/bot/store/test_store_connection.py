"""Real files, each wrong in its way; whoever runs the tests may be root, so rights are not what stops us."""

import asyncio
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from bot.errors import StoreError
from bot.models import Identifier
from bot.store import Store, sqlite
from bot.store import connection as connection_module

NOW = datetime(2026, 12, 1, tzinfo=UTC)


def at(path: Path) -> str:
    return f"sqlite:///{path}"


def a_file_in_the_way(folder: Path) -> Path:
    (folder / "file").write_text("")
    return folder / "file" / "paperbot.db"


def a_folder(folder: Path) -> Path:
    (folder / "paperbot.db").mkdir()
    return folder / "paperbot.db"


def no_database(folder: Path) -> Path:
    (folder / "notes.txt").write_text("turnips, carrots, beetroot\n" * 100)
    return folder / "notes.txt"


def another_programs(folder: Path) -> Path:
    with closing(sqlite3.connect(folder / "other.db")) as database, database:
        database.execute("CREATE TABLE turnips (id INTEGER)")
    return folder / "other.db"


async def a_later_one(folder: Path) -> Path:
    await (await Store.open(at(folder / "paperbot.db"))).close()
    with closing(sqlite3.connect(folder / "paperbot.db")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    return folder / "paperbot.db"


@pytest.mark.parametrize(
    ("make", "key"),
    [
        (a_file_in_the_way, "store-no-folder"),
        (a_folder, "store-is-folder"),
        (no_database, "store-not-ours"),
        (another_programs, "store-foreign"),
        (a_later_one, "store-newer"),
    ],
)
async def test_what_cannot_be_opened_is_told_in_one_sentence_and_left_as_it_is(
    tmp_path: Path, make: Callable[[Path], Path], key: str
) -> None:
    made = make(tmp_path)
    path = await made if asyncio.iscoroutine(made) else made
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(StoreError) as refused:
        await Store.open(at(path))
    assert refused.value.key == key
    assert str(path.parent) in str(refused.value)
    assert before == (path.read_bytes() if path.is_file() else None)


@pytest.mark.parametrize(
    "url", ["mysql://ada:turnip@localhost/paperbot", "sqlite:///", "sqlite:///:memory:", "paperbot.db"]
)
async def test_an_address_that_is_none_of_ours_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(StoreError) as refused:
        await Store.open(url)
    assert refused.value.key == "store-url"
    assert "turnip" not in str(refused.value)


async def test_missing_folders_are_made_and_odd_names_are_names(tmp_path: Path) -> None:
    path = tmp_path / "a ?mode=ro" / "50% é" / "paperbot.db"
    store = await Store.open(at(path))
    assert await store.count() == 0
    await store.close()
    assert path.is_file()


async def test_a_database_damaged_in_the_middle_is_told_when_it_is_met(tmp_path: Path) -> None:
    path = tmp_path / "paperbot.db"
    store = await Store.open(at(path))
    await store.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 4])
    with pytest.raises(StoreError) as refused:
        await use(path)
    assert refused.value.key == "store-damaged"
    assert refused.value.__cause__ is not None


async def use(path: Path) -> None:
    store = await Store.open(at(path))
    try:
        await store.claim("share", NOW, timedelta(days=1))
        await store.count()
        await store.identified(Identifier("doi", "10.1000/1"))
    finally:
        await store.close()


async def test_who_waits_too_long_for_another_writer_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE_MS", 50)
    path = tmp_path / "paperbot.db"
    store = await Store.open(at(path))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert await store.count() == 0  # reading goes on
        with pytest.raises(StoreError) as refused:
            await store.claim("share", NOW, timedelta(days=1))
        assert refused.value.key == "store-busy"
        other.execute("ROLLBACK")
        assert await store.claim("share", NOW, timedelta(days=1))
    await store.close()


async def test_a_writer_waits_for_another_that_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "paperbot.db"
    store = await Store.open(at(path))
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        claimed = asyncio.create_task(store.claim("share", NOW, timedelta(days=1)))
        await asyncio.sleep(0.3)
        assert not claimed.done()
        other.execute("COMMIT")
        assert await claimed
    await store.close()


async def test_a_full_disk_is_told_and_writing_goes_on_once_there_is_room(tmp_path: Path) -> None:
    store = await Store.open(at(tmp_path / "paperbot.db"))
    async with store._database.write() as connection:
        pages = await connection.scalar(text("PRAGMA page_count"))
        await connection.execute(text(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(StoreError) as refused:
        await store.remember({"text": "turnip " * 10_000}, "key", NOW)
    assert refused.value.key == "store-full"
    async with store._database.write() as connection:
        await connection.execute(text("PRAGMA max_page_count = 100000"))
    await store.remember({"text": "turnip " * 10_000}, "key", NOW)
    await store.close()


@pytest.mark.parametrize(
    ("use", "constant"), [({"corpus": True}, "INGEST_SPARES_MB"), ({"planning": True}, "PLANNING_SPARES_MB")]
)
async def test_what_is_owed_already_has_the_last_of_the_disk_for_itself(
    tmp_path: Path, use: dict[str, bool], constant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(at(tmp_path / "paperbot.db"))
    async with store._database.write(**use):
        pass
    monkeypatch.setattr(connection_module, constant, 10**9)  # a petabyte: there is no such disk
    with pytest.raises(StoreError, match=r"less than .* MB left; make room"):
        async with store._database.write(**use):
            pass
    async with store._database.write():
        pass
    await store.close()


async def test_damage_is_found_wherever_it_is_and_so_is_an_index_that_lacks_a_row(tmp_path: Path) -> None:
    path = tmp_path / "paperbot.db"
    store = await Store.open(at(path))
    await store.outbox.check()
    async with store._database.write() as connection:
        await connection.execute(text("INSERT INTO claims VALUES ('k', 1)"))
        await connection.execute(text("CREATE TABLE spare (x TEXT)"))
        await connection.execute(text("INSERT INTO spare VALUES (hex(randomblob(20000)))"))
        page = await connection.scalar(text("SELECT rootpage FROM sqlite_master WHERE name = 'spare'"))
    await store.close()
    with path.open("r+b") as file:  # a page of a table that nobody uses is torn
        file.seek((int(page) - 1) * 4096)
        file.write(b"\xff" * 4096)
    store = await Store.open(at(path))
    with pytest.raises(StoreError, match="nothing is sent from it; stop paperbot, and put your last backup"):
        await store.outbox.check()
    await store.close()


async def test_every_connection_is_set_up_as_design_asks(tmp_path: Path) -> None:
    store = await Store.open(at(tmp_path / "paperbot.db"))
    asked = {"journal_mode": "wal", "foreign_keys": 1, "busy_timeout": 5000, "mmap_size": 0}
    for use in (store._database.read, store._database.write):
        async with use() as connection:
            for pragma, value in asked.items():
                assert await connection.scalar(text(f"PRAGMA {pragma}")) == value
    await store.close()


async def test_a_transaction_may_ask_to_outlast_a_loss_of_power(tmp_path: Path) -> None:
    store = await Store.open(at(tmp_path / "paperbot.db"))
    for durable, level in ((False, 1), (True, 2), (False, 1)):
        async with store._database.write(durable=durable) as connection:
            assert await connection.scalar(text("PRAGMA synchronous")) == level
    await store.close()


async def test_a_faulty_statement_of_ours_is_no_storeerror(tmp_path: Path) -> None:
    store = await Store.open(at(tmp_path / "paperbot.db"))
    with pytest.raises(Exception, match="no such table") as raised:
        async with store._database.read() as connection:
            await connection.execute(text("SELECT * FROM turnips"))
    assert not isinstance(raised.value, StoreError)
    await store.close()


OPENS = """
import asyncio, sys
from bot.store import Store

async def main():
    store = await Store.open(sys.argv[1])
    print(await store.count())
    await store.close()

asyncio.run(main())
"""


async def test_processes_that_start_at_once_make_one_database(tmp_path: Path) -> None:
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", OPENS, at(tmp_path / "new" / "paperbot.db"), stdout=asyncio.subprocess.PIPE
        )
        for _ in range(4)
    ]
    assert [(await process.communicate())[0] for process in processes] == [b"0\n"] * 4


def test_opening_what_is_up_to_date_does_not_import_alembic(tmp_path: Path) -> None:
    script = OPENS + "\nassert not [name for name in sys.modules if name.startswith('alembic')]\n"
    for _ in range(2):
        subprocess.run([sys.executable, "-c", script, at(tmp_path / "paperbot.db")], check=True)  # noqa: S603 - ours


async def test_opening_again_is_quick(tmp_path: Path) -> None:
    await (await Store.open(at(tmp_path / "paperbot.db"))).close()
    times = []
    for _ in range(5):
        began = time.process_time()
        await (await Store.open(at(tmp_path / "paperbot.db"))).close()
        times.append(time.process_time() - began)
    assert min(times) < 0.2


async def test_the_mark_is_read_again_only_after_somebody_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, other = [await Store.open(at(tmp_path / "paperbot.db")) for _ in range(2)]
    await store.mark()
    reading = store._database.at_once
    read: list[object] = []

    async def counted(work: Callable[[Connection], object]) -> object:
        read.append(work)
        return await reading(work)

    monkeypatch.setattr(store._database, "at_once", counted)
    for _ in range(3):
        await store.mark()
    assert not read
    await other.claim("turnips", NOW, timedelta(days=1))
    for _ in range(3):
        await store.mark()
    assert len(read) == 1
    await store.close()
    await other.close()


async def test_where_nothing_tells_whether_somebody_wrote_the_mark_is_read_each_time(tmp_path: Path) -> None:
    database = sqlite.SqliteDatabase(at(tmp_path / "paperbot.db"))
    assert database.version() is not None
    (tmp_path / "paperbot.db").write_bytes(b"turnips" * 1000)
    await database.close()
    closed = sqlite.SqliteDatabase(at(tmp_path / "paperbot.db"))
    assert closed.version() is None
    await closed.close()


async def test_whether_somebody_wrote_is_not_waited_for(tmp_path: Path) -> None:
    database = sqlite.SqliteDatabase(at(tmp_path / "paperbot.db"))
    with closing(sqlite3.connect(tmp_path / "paperbot.db", isolation_level=None)) as other:
        other.execute("CREATE TABLE turnips (id INTEGER)")
        assert database.version() is not None
        other.execute("BEGIN EXCLUSIVE")
        assert database.version() is None
        assert database._watching is not None
        assert database._watching.execute("PRAGMA busy_timeout").fetchone() == (0,)
        other.execute("ROLLBACK")
    await database.close()
