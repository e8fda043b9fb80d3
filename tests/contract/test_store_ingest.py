"""Papers come in, are read meanwhile, and survive the process that brings them, on every database."""

import asyncio
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from bot.errors import UserError
from bot.ingest import bring
from bot.models import Paper, Reading, Source
from bot.store import Store
from bot.store.tables import ingests, papers, readings
from tests.alike import ALIKE
from tests.make import a_reading

INGESTS = """
import asyncio, sys
from pathlib import Path
from bot import sources
from bot.ingest import bring
from bot.store import Store

async def main(url: str, path: Path) -> None:
    store = await Store.open(url)
    stream = sources.read(path)
    await bring(store, None, [(path.name, stream)], lambda file, read: print(read, flush=True))
    await store.close()

asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
"""


def turnips(number: int) -> Reading:
    source = Source("list.json", "record", number)
    return a_reading(source=source, title=f"Turnips, Part {number}", abstract=f"We grow {number} turnips.")


def a_list(folder: Path, count: int) -> Path:
    records = [
        {"title": one.title, "abstract": one.abstract, "author": list(one.authors)}
        for one in map(turnips, range(count))
    ]
    (folder / "list.json").write_text(json.dumps(records))
    return folder / "list.json"


async def corpus(store: Store) -> set[Paper]:
    """All papers, however they are numbered."""
    return {replace(paper, seq=0) async for batch in store.everything() for paper in batch}


async def let_lease_run_out(store: Store) -> None:
    async with store._database.write() as connection:
        await connection.execute(update(ingests).where(ingests.c.lease_until > 0).values(lease_until=1))


async def hidden(store: Store) -> int:
    """How many papers and readings are there that nobody sees."""
    async with store._database.read() as connection:
        unpublished = select(ingests.c.id).where(ingests.c.upto.is_(None))
        counts = [
            await connection.scalar(select(func.count()).where(table.c.ingest.in_(unpublished)))
            for table in (papers, readings)
        ]
    return sum(count or 0 for count in counts)


async def test_readings_that_come_one_by_one_make_the_same_corpus(store: Store, tmp_path: Path) -> None:
    other = await Store.open(f"sqlite:///{tmp_path / 'other.db'}")
    await bring(other, None, [("all", iter(ALIKE))])
    for one in reversed(ALIKE):
        await bring(store, None, [("one", iter([one]))])
    assert await corpus(store) == await corpus(other)
    report = await bring(store, None, [("all", iter(ALIKE))])
    assert (report.added, report.updated, report.duplicates) == (0, 0, len(ALIKE))
    await other.close()


async def test_lookups_go_on_meanwhile_and_see_all_or_nothing(store: Store, url: str, tmp_path: Path) -> None:
    seen: list[int] = []
    other = await Store.open(url)

    async def look() -> None:
        while True:
            seen.append(await other.count())
            assert len(await other.papers(range(1, 20))) in (0, 19)
            await asyncio.sleep(0.005)

    looking = asyncio.create_task(look())
    try:
        await bring(store, None, [("list.json", map(turnips, range(1200)))])
        await asyncio.sleep(0.1)
        assert not looking.done(), looking.exception()
    finally:
        looking.cancel()
        await other.close()
    assert sorted(set(seen)) == [0, 1200]


async def test_a_killed_ingest_leaves_the_corpus_as_before_and_the_next_one_sweeps_up(
    store: Store, url: str, tmp_path: Path
) -> None:
    await bring(store, None, [("first", iter([a_reading()]))])
    before = await corpus(store)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", INGESTS, url, str(a_list(tmp_path, 10_000))), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    for _ in range(2):
        assert await process.stdout.readline(), "it ended before it could be killed"
    process.kill()
    await process.wait()
    assert await hidden(store) >= 1000
    assert await corpus(store) == before
    with pytest.raises(UserError, match="Another ingest"):
        await bring(store, None, [("list.json", iter([turnips(1)]))])
    await let_lease_run_out(store)
    report = await bring(store, None, [("list.json", iter([turnips(1)]))])
    assert (report.added, await store.count(), await hidden(store)) == (1, 2, 0)


async def test_who_lost_the_lease_writes_nothing_more(store: Store, url: str) -> None:
    def slow() -> Iterator[Reading]:
        yield from map(turnips, range(600))
        asyncio.run(rival(url))
        yield from map(turnips, range(600, 1200))

    with pytest.raises(UserError) as lost:
        await bring(store, None, [("list.json", slow())])
    assert lost.value.key == "ingest-lost"
    assert {paper.title for paper in await corpus(store)} == {"Carrots"}


async def rival(url: str) -> None:
    store = await Store.open(url)
    await let_lease_run_out(store)
    await bring(store, None, [("other.json", iter([a_reading(title="Carrots")]))])
    await store.close()


async def test_others_write_while_papers_come(store: Store, url: str) -> None:
    other = await Store.open(url)
    bringing = asyncio.create_task(bring(store, None, [("list.json", map(turnips, range(1000)))]))
    written = 0
    while not bringing.done():
        await other.release("key")
        written += 1
    assert ((await bringing).added, written > 10) == (1000, True)
    await other.close()
