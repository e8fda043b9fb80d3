"""Ingest from end to end: real files, a real database, a real index."""

import asyncio
import json
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from bot import sources
from bot.errors import UserError
from bot.ingest import bring, ingest
from bot.locale import words
from bot.lookup import Index
from bot.models import Identifier, Mark, Paper, Reading, Source
from bot.store import Store, rows, staging
from tests.alike import ALIKE
from tests.dying import a_store
from tests.lists import a_list, a_record, at, corpus, equal_corpus, read, titles
from tests.make import a_reading

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "corpus"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the corpus is not beside the project")


async def test_a_folder_is_brought_and_found_at_once(store: Store, index: Index, tmp_path: Path) -> None:
    a_list(tmp_path / "lists" / "icml2026.json", range(3))
    a_list(tmp_path / "lists" / "nips2026.json", range(2, 6))
    report = await ingest(store, index, [tmp_path / "lists"])
    assert (report.added, report.updated, report.duplicates) == (6, 0, 1)
    assert index.mark == await store.mark() == Mark(6, 0)
    assert [hit.seq for hit in index.search("turnips part 4")][:1] == [5]


async def test_the_same_again_changes_nothing_in_any_order(
    store: Store, index: Index, tmp_path: Path
) -> None:
    files = [a_list(tmp_path / f"list{n}.json", range(n, n + 4)) for n in range(3)]
    await ingest(store, index, files)
    before, mark = await corpus(store), await store.mark()
    for again in (files, files[::-1], files[1:2], [*files, *files]):
        report = await ingest(store, index, again)
        assert (report.added, report.updated) == (0, 0)
        assert report.duplicates == 4 * len(set(again))
    assert await corpus(store) == before
    assert await store.mark() == mark


async def test_a_renamed_file_only_adds_where_the_papers_were_read(
    store: Store, index: Index, tmp_path: Path
) -> None:
    await ingest(store, index, [a_list(tmp_path / "one.json", range(3), venue="ICML", year=2026)])
    report = await ingest(store, index, [a_list(tmp_path / "two.json", range(3), venue="ICML", year=2026)])
    assert (report.added, report.updated, report.duplicates) == (0, 0, 3)
    assert {paper.sources for paper in await corpus(store)} == {
        (Source("one.json", "record", n), Source("two.json", "record", n)) for n in range(3)
    }
    assert await store.changed(0) == ()


async def test_the_progress_is_told_by_file(store: Store, index: Index, tmp_path: Path) -> None:
    told: list[tuple[str, int]] = []
    file = a_list(tmp_path / "one.json", range(1200))
    await ingest(store, index, [file], lambda name, read: told.append((name, read)))
    assert told[-1] == ("one.json", 1200)
    assert len(told) > 1


async def test_a_file_without_papers_is_named_and_spares_the_others(
    store: Store, index: Index, tmp_path: Path
) -> None:
    (tmp_path / "broken.json").write_bytes(b"\x00\x01\x02 nothing")
    good = a_list(tmp_path / "good.json", range(2))
    report = await ingest(store, index, [tmp_path / "broken.json", good])
    assert (report.added, report.unreadable) == (2, ("broken.json",))
    told = report.to_dict(words())
    assert (told["added"], told["updated"], told["duplicates"]) == (2, 0, 0)
    assert told["skipped"][0]["file"] == "broken.json"
    assert set(told["skipped"][0]) == {"file", "place", "reason"}


async def test_a_path_that_is_not_there_is_told_before_anything_is_read(
    store: Store, index: Index, tmp_path: Path
) -> None:
    with pytest.raises(UserError):
        await ingest(store, index, [a_list(tmp_path / "good.json", range(2)), tmp_path / "missing.json"])
    assert await store.count() == 0


async def test_ingest_goes_on_without_the_index_while_another_writes_it(
    store: Store, index: Index, tmp_path: Path
) -> None:
    writing = index.writing()
    assert writing is not None
    with writing:
        report = await ingest(store, index, [a_list(tmp_path / "one.json", range(3))])
    assert report.added == 3
    assert (await store.mark(), index.mark) == (Mark(3, 0), Mark(0, 0))


async def test_an_index_that_is_behind_is_not_told_of_the_new_alone(
    store: Store, index: Index, tmp_path: Path
) -> None:
    await bring(store, None, [("early.json", iter([a_reading(title="Beetroot")]))])
    await ingest(store, index, [a_list(tmp_path / "one.json", range(3))])
    assert index.mark == Mark(0, 0)


async def test_a_correction_reaches_store_index_and_changes(
    store: Store, index: Index, tmp_path: Path
) -> None:
    await ingest(store, index, [a_list(tmp_path / "one.json", range(3))])
    report = await ingest(store, index, [a_list(tmp_path / "one.json", range(3), status="Reject")])
    assert (report.added, report.updated, report.duplicates) == (0, 3, 0)
    assert {paper.status for paper in await corpus(store)} == {"rejected"}
    assert await store.changed(0) == (1, 2, 3)
    assert index.mark == await store.mark()


# What an edited file means for what was read before.


async def test_a_mended_title_takes_the_place_of_the_wrong_one(store: Store) -> None:
    await read(store, at(0, "Tunrips"))
    (before,) = await corpus(store)
    report = await read(store, at(0, "Turnips", abstract=before.abstract))
    (after,) = await corpus(store)
    assert (report.added, report.updated) == (0, 1)
    assert (after.title, after.seq, after.other_titles) == ("Turnips", before.seq, ())


async def test_a_record_put_in_front_moves_the_others_and_loses_none(store: Store) -> None:
    await read(store, at(0, "Turnips"), at(1, "Carrots"))
    report = await read(store, at(0, "Beetroot"), at(1, "Turnips"), at(2, "Carrots"))
    assert (report.added, report.updated) == (1, 0)
    assert await titles(store) == {
        "Turnips": ["list.json 1"],
        "Carrots": ["list.json 2"],
        "Beetroot": ["list.json 0"],
    }


async def test_another_file_of_the_same_name_takes_nothing_away(store: Store) -> None:
    await read(store, at(0, "Turnips"), at(1, "Carrots"))
    await read(store, at(0, "Beetroot"))
    assert set(await titles(store)) == {"Turnips", "Carrots", "Beetroot"}
    report = await read(store, at(0, "Turnips"), at(1, "Carrots"))
    assert (report.added, report.updated, report.duplicates) == (0, 0, 2)


async def test_two_files_of_one_name_in_one_run_are_two_sources(store: Store) -> None:
    for _ in range(2):
        await read(store, at(0, "Turnips"), at(0, "Carrots"))
        assert set(await titles(store)) == {"Turnips", "Carrots"}


async def test_records_that_change_places_stay_two_papers(store: Store) -> None:
    await read(store, at(0, "Turnips"), at(1, "Carrots"))
    await read(store, at(0, "Carrots"), at(1, "Turnips"))
    assert await titles(store) == {"Turnips": ["list.json 1"], "Carrots": ["list.json 0"]}


async def test_what_joins_two_known_papers_leaves_one_and_tells_of_the_other(store: Store) -> None:
    arxiv = (Identifier("arxiv", "2601.00001"),)
    await read(store, at(0, "Turnips"), at(1, "Turnips, First Draft", identifiers=arxiv))
    report = await read(store, at(0, "Turnips", "new.json", identifiers=arxiv, status="Oral"))
    (paper,) = await corpus(store)
    assert (report.added, report.updated) == (0, 2)
    assert (paper.seq, paper.title, paper.other_titles) == (1, "Turnips", ("Turnips, First Draft",))
    assert set(await store.changed(0)) == {1, 2}


async def test_a_paper_that_comes_apart_keeps_its_number_and_the_rest_gets_a_new_one(store: Store) -> None:
    bare: dict[str, Any] = {"abstract": "", "venue": "ICML", "year": 2026}
    await read(store, at(0, "Turnips", authors=(), **bare), at(1, "Turnips", **bare))
    assert await store.count() == 1
    report = await read(store, at(2, "Turnips", authors=("Ben Birch",), **bare))
    assert await store.count() == 3
    assert report.added == 2
    assert {paper.authors: paper.seq for paper in await corpus(store)}[()] == 1
    assert (await store.mark()).seq == 3


# Any order of arrival, in any number of runs, gives the same papers.


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(ALIKE), unique=True, min_size=2, max_size=9), st.data())
def test_no_order_of_arrival_makes_another_corpus(some: list[Reading], data: st.DataObject) -> None:
    order = data.draw(st.permutations(some))
    cut = data.draw(st.integers(0, len(order)))

    async def papers(folder: str, *runs: list[Reading]) -> set[Paper]:
        store = await Store.open(f"sqlite:///{folder}/paperbot.db")
        for run in runs:
            await read(store, *run)
        assert not await store.unfinished()
        found = await equal_corpus(store)
        await store.close()
        return found

    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        assert asyncio.run(papers(one, some)) == asyncio.run(papers(other, order[:cut], order[cut:]))


# What it costs.


async def test_a_batch_holds_the_write_lock_for_a_moment_only(tmp_path: Path) -> None:
    a_list(tmp_path / "list.json", range(3000))
    began: list[float] = []
    held: list[float] = []
    async with a_store(tmp_path) as store:
        engine = store._database._writing.sync_engine
        event.listen(engine, "begin", lambda _: began.append(time.process_time()))
        event.listen(engine, "commit", lambda _: held.append(time.process_time() - began[-1]))
        await bring(store, None, [("list.json", sources.read(tmp_path / "list.json"))])
    assert len(held) > 6
    assert sorted(held)[len(held) // 2] < 0.25  # the median, since the machine may be busy


async def test_a_paper_listed_400_times_is_decoded_a_few_times_and_not_once_for_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoded: list[int] = []

    def counted(row: rows.Row) -> Paper:
        decoded.append(row["seq"])
        return rows.paper_of_row(row)

    monkeypatch.setattr(staging, "paper_of_row", counted)
    (tmp_path / "list.json").write_text(json.dumps([a_record(1)] * 400))
    (tmp_path / "more.json").write_text(json.dumps([a_record(1)]))
    async with a_store(tmp_path) as store:
        await bring(store, None, [("list.json", sources.read(tmp_path / "list.json"))])
        report = await bring(store, None, [("more.json", sources.read(tmp_path / "more.json"))])
        assert (report.added, report.duplicates) == (0, 1)
        assert len((await corpus(store))[0].sources) == 401
    assert 1 <= len(decoded) < 20


# What the lists beside the project give.


@needs_shared
async def test_the_five_lists_give_94_papers_and_one_duplicate(store: Store, index: Index) -> None:
    files = sorted(SHARED.glob("00*.txt"))
    report = await ingest(store, index, files)
    assert (report.added, report.updated, report.duplicates, report.skipped) == (94, 0, 1, ())
    papers = await corpus(store)
    assert {(paper.venue, paper.year, paper.title) for paper in papers} == {("ICML", 2026, None)}
    (twice,) = [paper for paper in papers if len(paper.sources) > 1]
    assert [(one.file[:3], one.kind, one.number) for one in twice.sources] == [
        ("000", "paragraph", 7),
        ("001", "paragraph", 13),
    ]
    again = await ingest(store, index, files[::-1])
    assert (again.added, again.updated, again.duplicates) == (0, 0, 95)
    assert await corpus(store) == papers


@needs_shared
@pytest.mark.parametrize(
    ("file", "title", "other"),
    [
        ("icml2017", "Visualizing and Understanding Multilayer", "Understanding the Representation"),
        ("icml2018", "Distilling the Posterior", "Adversarial Distillation"),
        ("icml2018", "Riemannian Stochastic Recursive Gradient Algorithm with", "Riemannian Stochastic"),
        ("icml2019", "Data Poisoning Attacks in Multi-Party", "Universal Multi-Party Poisoning"),
    ],
)
async def test_a_paper_listed_under_its_old_and_new_title_is_one(
    store: Store, file: str, title: str, other: str
) -> None:
    await bring(store, None, [(file, sources.read(SHARED / f"{file}.json"))])
    (paper,) = [paper for paper in await corpus(store) if str(paper.title).startswith(title)]
    assert len(paper.other_titles) == 1
    assert paper.other_titles[0].startswith(other)
    assert paper.abstract
    assert paper.status in ("oral", "poster")
    assert len([paper for paper in await corpus(store) if paper.other_titles]) == (
        2 if file == "icml2018" else 1
    )
