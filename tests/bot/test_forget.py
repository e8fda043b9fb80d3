"""Forgetting a file: a real database, a real index, and processes that die."""

import asyncio
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import UserError
from bot.forget import Forgotten, forget
from bot.ingest import bring, ingest
from bot.locale import words
from bot.lookup import Index
from bot.models import Identifier, Paper, Reading, Source
from bot.store import Store
from tests.alike import ALIKE
from tests.dying import Died, a_store, dying_after, let_lease_run_out
from tests.lists import equal_corpus
from tests.make import a_reading


def at(file: str, number: int, title: str, **more: object) -> Reading:
    given = {"abstract": f"On {title.lower()} and little else.", "authors": ("Ann Ash",)} | more
    return a_reading(source=Source(file, "record", number), title=title, **given)


ONE = (at("one.json", 0, "Turnips"), at("one.json", 1, "Carrots"), at("one.json", 2, "Beets"))
TWO = (at("two.json", 0, "Carrots"), at("two.json", 1, "Beets", status="Oral"), at("two.json", 2, "Leeks"))


async def read(store: Store, *readings: Reading, index: Index | None = None) -> None:
    await bring(store, index, [("some.json", iter(readings))])


async def corpus(store: Store) -> dict[str, Paper]:
    return {str(paper.title): paper async for batch in store.everything() for paper in batch}


async def test_what_only_the_file_told_of_goes_and_what_others_tell_of_stays(
    store: Store, index: Index
) -> None:
    await read(store, *ONE, *TWO)
    before = await corpus(store)
    assert before["Beets"].status == "oral"
    assert await forget(store, index, "two.json") == Forgotten(removed=1, updated=1)
    after = await corpus(store)
    assert set(after) == {"Turnips", "Carrots", "Beets"}
    assert after["Beets"].status == ""
    assert {paper.seq for paper in after.values()} == {before[title].seq for title in after}
    assert {source.file for paper in after.values() for source in paper.sources} == {"one.json"}
    assert await store.files() == ("one.json",)


async def test_the_index_follows_and_readers_of_the_corpus_hear_of_it(store: Store, index: Index) -> None:
    await read(store, *ONE, *TWO, index=index)
    leeks, beets = [(await corpus(store))[title].seq for title in ("Leeks", "Beets")]
    assert index.search("leeks")
    await forget(store, index, "two.json")
    assert index.mark == await store.mark()
    assert leeks not in [hit.seq for hit in index.search("leeks")]
    assert await store.changed(0) == (beets, leeks)


async def test_a_number_that_is_gone_is_never_given_again(store: Store, index: Index) -> None:
    await read(store, *TWO)
    gone = {paper.seq for paper in (await corpus(store)).values()}
    await forget(store, index, "two.json")
    assert (await store.count(), await store.sample(0.5)) == (0, None)
    await read(store, *TWO)
    assert not gone & {paper.seq for paper in (await corpus(store)).values()}


async def test_papers_that_the_file_joined_come_apart_and_are_no_news(store: Store, index: Index) -> None:
    arxiv = (Identifier("arxiv", "2601.00001"),)
    await read(store, at("one.json", 0, "Turnips"), at("one.json", 1, "On Turnips", identifiers=arxiv))
    apart = await equal_corpus(store)
    await read(store, at("two.json", 0, "Turnips", identifiers=arxiv))
    assert await store.count() == 1
    await forget(store, index, "two.json")
    assert await equal_corpus(store) == apart
    seq = (await store.mark()).seq
    told = [one async for some in store.plans.arrivals(0, seq) for one in some]
    assert (await store.count(), len(told)) == (2, 1)
    assert not told[0].quiet


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(ALIKE), unique=True, min_size=2, max_size=9), st.data())
def test_it_is_as_if_the_file_had_never_been_read_and_can_be_read_again(
    some: list[Reading], data: st.DataObject
) -> None:
    file = data.draw(st.sampled_from(sorted({one.source.file for one in some})))
    its = [one for one in some if one.source.file == file]
    others = [one for one in some if one.source.file != file]

    async def check(folder: Path) -> None:
        index = Index.open(folder / "index")
        async with a_store(folder / "never") as never, a_store(folder / "forgotten") as store:
            await read(never, *others)
            await read(store, *some)
            whole = await equal_corpus(store)
            await forget(store, index, file)
            assert await equal_corpus(store) == await equal_corpus(never)
            assert await store.files() == await never.files()
            await read(store, *its)
            assert await equal_corpus(store) == whole
        index.close()

    with TemporaryDirectory() as folder:
        asyncio.run(check(Path(folder)))


@pytest.mark.parametrize("name", ["list.json", "folder/list.json", "/folder/list.json"])
async def test_a_file_may_be_named_with_its_folders(store: Store, index: Index, name: str) -> None:
    await read(store, at("list.json", 0, "Turnips"))
    await forget(store, index, name)
    assert await store.count() == 0


async def test_a_file_that_was_never_ingested_is_told_with_the_nearest_that_was(
    store: Store, index: Index
) -> None:
    await read(store, *ONE, at("icml2018.json", 0, "Leeks"))
    before = await store.mark()
    with pytest.raises(UserError) as refused:
        await forget(store, index, "lists/ICML2019.json")
    assert refused.value.told == {"file": "ICML2019.json", "nearest": "icml2018.json"}
    assert "icml2018.json" in refused.value.say(words())
    assert await store.mark() == before


async def test_nothing_can_be_forgotten_where_nothing_is(store: Store, index: Index) -> None:
    with pytest.raises(UserError) as refused:
        await forget(store, index, "list.json")
    assert refused.value.key == "forget-nothing"
    assert refused.value.say(words())


async def test_a_file_is_forgotten_once(store: Store, index: Index) -> None:
    await read(store, *ONE, *TWO)
    await forget(store, index, "two.json")
    with pytest.raises(UserError):
        await forget(store, index, "two.json")


async def test_nothing_is_forgotten_while_an_ingest_runs(store: Store, index: Index) -> None:
    await read(store, *ONE)
    async with store.staging():
        with pytest.raises(UserError) as refused:
            await forget(store, index, "one.json")
    assert refused.value.key == "ingest-running"
    assert await store.count() == 3


async def test_it_goes_on_without_the_index_while_another_writes_it(store: Store, index: Index) -> None:
    await read(store, *ONE, index=index)
    writing = index.writing()
    assert writing is not None
    with writing:
        await forget(store, index, "one.json")
    assert await store.count() == 0
    assert index.mark != await store.mark()


# Killed at every point; whoever comes next ends it.


@pytest.mark.parametrize("next_one", ["ingest", "forget"])
async def test_what_dies_in_the_middle_is_ended_by_the_next(tmp_path: Path, next_one: str) -> None:
    async with a_store(tmp_path / "whole") as store:
        await read(store, *ONE, *TWO)
        before = await equal_corpus(store)
    async with a_store(tmp_path / "never") as store:
        await read(store, *ONE)
        after = await equal_corpus(store)
    index = Index.open(tmp_path / "index")
    done, points, halves = False, 0, 0
    while not done:
        folder = tmp_path / str(points)
        async with a_store(folder) as store:
            await read(store, *ONE, *TWO)
            with dying_after(store, points):
                try:
                    await forget(store, index, "two.json")
                    done = True
                except Died:
                    points += 1
        let_lease_run_out(folder)
        async with a_store(folder) as store:
            begun = await store.unfinished()
            halves += begun
            found = await equal_corpus(store)
            if next_one == "ingest":
                await read(store, *ONE)
            else:
                await read(store, at("other.json", 0, "Parsnips"))
                await forget(store, index, "other.json")
            assert found in (before, after)
            assert await equal_corpus(store) == (after if begun else found)
            assert not await store.unfinished()
    index.close()
    assert points > 8
    assert halves > 4


FORGETS = """
import asyncio, sys
from pathlib import Path
from bot import running
from bot.forget import forget
from bot.lookup import Index
from bot.store import Store

async def main(folder: Path) -> None:
    running.SETTLED_AT_ONCE = 50
    store = await Store.open(f"sqlite:///{folder / 'paperbot.db'}")
    index = Index.open(folder / "index")
    print("begins", flush=True)
    await forget(store, index, "big.json")

asyncio.run(main(Path(sys.argv[1])))
"""


async def test_a_killed_process_leaves_whole_papers_and_the_next_ingest_ends_it(tmp_path: Path) -> None:
    for name, numbers in (("big.json", range(1500)), ("small.json", range(0, 1500, 10))):
        (tmp_path / name).write_text(json.dumps([{"title": f"Turnips, Part {n}"} for n in numbers]))
    index = Index.open(tmp_path / "index")
    async with a_store(tmp_path) as store:
        await ingest(store, index, [tmp_path / "big.json", tmp_path / "small.json"])
        index.close()
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", FORGETS, str(tmp_path), stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        assert await process.stdout.readline()
        while await store.count() == 1500:  # noqa: ASYNC110 - another process is waited for
            await asyncio.sleep(0.002)
        process.kill()
        await process.wait()
        assert 150 < await store.count() < 1500
        assert await store.unfinished()
        let_lease_run_out(tmp_path)
        index = Index.open(tmp_path / "index")
        report = await ingest(store, index, [tmp_path / "small.json"])
        index.close()
        assert (report.added, report.duplicates, await store.count()) == (0, 150, 150)
        assert await store.files() == ("small.json",)
