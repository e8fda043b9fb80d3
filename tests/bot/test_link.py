"""Joining papers without a title with titled ones: a real database and a real index."""

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from bot.errors import UserError
from bot.forget import forget
from bot.ingest import bring
from bot.link import link, linked, unlink
from bot.lookup import Index
from bot.models import Reading, Source
from bot.store import Store
from tests.bot.test_linking import ABSTRACT, TITLE, others
from tests.dying import Died, a_store, dying_after, let_lease_run_out
from tests.lists import equal_corpus
from tests.make import a_reading

LIST = [
    a_reading(
        source=Source("list.txt", "paragraph", 1), title="", authors=(), abstract=ABSTRACT, venue="ICML"
    )
]
TABLE = [
    a_reading(source=Source("table.csv", "record", number), title=title, abstract="", venue="ICML")
    for number, title in enumerate([TITLE, *(paper.heading for paper in others())])
]
LIST = [replace(one, year=2026) for one in LIST]
TABLE = [replace(one, year=2026) for one in TABLE]


async def read(store: Store, index: Index, *sources: list[Reading]) -> None:
    await bring(store, index, [("some", iter(source)) for source in sources])


async def test_an_ingest_joins_the_abstract_of_a_list_with_its_row_of_a_table(
    store: Store, index: Index
) -> None:
    await read(store, index, LIST)
    (alone,) = await equal_corpus(store)
    await read(store, index, TABLE)
    (one,) = await linked(store)
    assert one.untitled == alone.id
    assert one.paper.title == TITLE
    assert one.paper.abstract == alone.abstract
    assert {source.file for source in one.paper.sources} == {"list.txt", "table.csv"}
    assert one.evidence[0] == "name MoonCan"
    assert await store.count() == len(TABLE)
    for former in (one.untitled, one.titled):
        assert await store.paper(former) == one.paper
    assert [hit.seq for hit in index.search(TITLE, 1)] == [one.paper.seq]


async def test_the_order_in_which_sources_come_never_matters(tmp_path: Path) -> None:
    found = []
    for number, order in enumerate([*permutations((LIST, TABLE)), (LIST + TABLE,)]):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with a_store(folder) as store:
            index = Index.open(folder / "index")
            for source in order:
                await read(store, index, source)
            await read(store, index, *order)  # and a second time changes nothing
            found.append(await equal_corpus(store))
            assert len(await linked(store)) == 1
            assert index.mark == await store.mark()
    assert found[0] == found[1] == found[2]


async def test_an_undone_join_stays_undone(store: Store, index: Index) -> None:
    await read(store, index, LIST, TABLE)
    (one,) = await linked(store)
    assert await unlink(store, index, one.titled) == 1
    apart = await equal_corpus(store)
    assert len(apart) == 1 + len(TABLE)
    await link(store, index)
    await forget(store, index, "table.csv")
    await read(store, index, TABLE)
    assert await equal_corpus(store) == apart
    assert await linked(store) == ()
    assert index.mark == await store.mark()


async def test_only_a_join_can_be_undone(store: Store, index: Index) -> None:
    await read(store, index, LIST, TABLE[1:])
    (alone,) = {paper for paper in await equal_corpus(store) if not paper.title}
    for wrong in (alone.id, "nonsense"):
        with pytest.raises(UserError) as refusal:
            await unlink(store, index, wrong)
        assert refusal.value.key == "link-unknown"


async def test_forgetting_the_table_undoes_the_join_and_its_return_makes_it_anew(
    store: Store, index: Index
) -> None:
    await read(store, index, LIST)
    before = await equal_corpus(store)
    await read(store, index, TABLE)
    joined = await equal_corpus(store)
    await forget(store, index, "table.csv")
    assert await equal_corpus(store) == before
    assert await linked(store) == ()
    await read(store, index, TABLE)
    assert await equal_corpus(store) == joined


@pytest.mark.parametrize("writes", range(2, 12))
async def test_a_join_that_was_killed_is_done_by_whoever_comes_next(tmp_path: Path, writes: int) -> None:
    async with a_store(tmp_path) as store:
        index = Index.open(tmp_path / "index")
        await read(store, index, LIST)
        try:
            with dying_after(store, writes):
                await read(store, index, TABLE)
        except Died:
            let_lease_run_out(tmp_path)
        await read(store, index, TABLE)
        (one,) = await linked(store)
        assert one.paper.title == TITLE
        assert await store.count() == len(TABLE)
