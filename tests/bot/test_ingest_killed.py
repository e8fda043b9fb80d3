"""An ingest that is killed, cut off by the disk, or overtaken: at every point all or nothing is there."""

import asyncio
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.errors import UserError
from bot.ingest import bring, ingest, recover
from bot.lookup import Index
from bot.models import Mark, Reading
from tests.dying import Died, a_store, dying_after, let_lease_run_out
from tests.lists import a_list, at, equal_corpus, read, titles


async def test_an_ingest_that_dies_at_any_write_leaves_all_or_nothing(tmp_path: Path) -> None:
    known = [at(0, "Turnips"), at(1, "Carrots", abstract="")]
    more = [at(0, "Carrots", "new.json"), at(1, "Beetroot", "new.json"), at(0, "Turnips", status="Oral")]
    done, points = False, 0
    async with a_store(tmp_path / "whole") as store:
        await read(store, *known)
        before = await equal_corpus(store)
        await read(store, *more)
        after = await equal_corpus(store)
    while not done:
        folder = tmp_path / str(points)
        async with a_store(folder) as store:
            await read(store, *known)
            with dying_after(store, points):
                try:
                    await read(store, *more)
                    done = True
                except Died:
                    points += 1
        async with a_store(folder) as store:
            found = await equal_corpus(store)
            if not await store.unfinished():
                assert found in (before, after)
            assert len(found) in (len(before), len(after))
            let_lease_run_out(folder)
            await recover(store)
            assert await equal_corpus(store) in (before, after)
            await read(store, *more)
            assert await equal_corpus(store) == after
            assert leftovers(folder) == (0, 0)
    assert points > 10


def leftovers(folder: Path) -> tuple[int, int]:
    """Papers and readings that nobody can ever see."""
    unseen = "ingest IN (SELECT id FROM ingests WHERE upto IS NULL)"
    with closing(sqlite3.connect(folder / "paperbot.db")) as database:
        papers, readings = (
            database.execute(f"SELECT count(*) FROM {table} WHERE {unseen}").fetchone()[0]  # noqa: S608 - our words
            for table in ("papers", "readings")
        )
    return papers, readings


INGESTS = """
import asyncio, sys
from pathlib import Path
from bot.ingest import ingest
from bot.lookup import Index
from bot.store import Store

async def main(folder: Path) -> None:
    store = await Store.open(f"sqlite:///{folder / 'paperbot.db'}")
    index = Index.open(folder / "index")
    await ingest(store, index, [folder / "big.json"], lambda file, read: print(read, flush=True))

asyncio.run(main(Path(sys.argv[1])))
"""


async def test_a_killed_process_leaves_the_corpus_as_before_and_the_next_ingest_sweeps_up(
    tmp_path: Path,
) -> None:
    a_list(tmp_path / "big.json", range(20_000))
    async with a_store(tmp_path) as store:
        await read(store, at(0, "Turnips"))
        before = await equal_corpus(store)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", INGESTS, str(tmp_path), stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        for _ in range(3):
            assert await process.stdout.readline(), "it ended before it could be killed"
            assert await equal_corpus(store) == before  # read while the other process writes
        process.kill()
        await process.wait()
        assert leftovers(tmp_path)[0] >= 1000
        assert await equal_corpus(store) == before
        with pytest.raises(UserError) as refused:
            await read(store, at(0, "Carrots", "new.json"))
        assert refused.value.key == "ingest-running"
        let_lease_run_out(tmp_path)
        index = Index.open(tmp_path / "index")
        assert index.mark == Mark(0, 0)
        report = await ingest(store, index, [a_list(tmp_path / "small.json", range(3))])
        index.close()
        assert (report.added, await store.count(), leftovers(tmp_path)) == (3, 4, (0, 0))


async def test_who_lost_the_lease_writes_nothing_more(tmp_path: Path) -> None:
    async with a_store(tmp_path) as store:

        def slow() -> Iterator[Reading]:
            yield from (at(number, f"Turnips {number}") for number in range(600))
            let_lease_run_out(tmp_path)
            asyncio.run(rival(tmp_path))
            yield from (at(number, f"Turnips {number}") for number in range(600, 1200))

        with pytest.raises(UserError) as lost:
            await bring(store, None, [("list.json", slow())])
        assert lost.value.key == "ingest-lost"
        assert await titles(store) == {"Carrots": ["list.json 0"]}


async def rival(folder: Path) -> None:
    async with a_store(folder) as store:
        await read(store, at(0, "Carrots"))
