"""Walks over the corpus for a rule: whatever the index knows, every paper that matches is met."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from bot.engine import Engine
from bot.ingest import ingest
from bot.lookup import Index
from bot.matching import Document, holds
from bot.models import Place
from bot.picking import ring_start
from bot.planning import pick
from bot.query import parse
from bot.store import Store
from bot.walking import Walking

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
PLACE = Place("slack", "T1", "C1")


def records(first: int, count: int) -> list[dict[str, object]]:
    return [
        {
            "title": f"Rakes and Regret, Part {number}",
            "author": "Cleo Rake",
            "abstract": f"Shed {number} has {'turnips' if number % 10 == 0 else 'leeks and carrots'}.",
            "venue": "ICML",
            "year": 2026,
        }
        for number in range(first, first + count)
    ]


async def bring(store: Store, index: Index, folder: Path, name: str, some: list[dict[str, object]]) -> None:
    (folder / name).write_text(json.dumps(some), encoding="utf-8")
    await ingest(store, index, [folder / name])


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    store, index = await Store.open(f"sqlite:///{tmp_path}/garden.db"), Index.open(tmp_path / "index")
    await bring(store, index, tmp_path, "garden.json", records(1, 100))
    engine = Engine(store, index)
    yield engine
    await engine.close()
    await store.close()


async def met(walking: Walking, *rules: str) -> tuple[int, set[str]]:
    """How many papers were met, and which of them match one of the rules."""
    queries = [parse(rule) for rule in rules]
    seqs = sorted({seq for query in queries for seq in await walking.may_match(query)})
    papers = [paper async for some in walking.papers(seqs) for paper in some]
    assert [paper.seq for paper in papers] == seqs
    return len(papers), {
        one.heading for one in papers if any(holds(query, Document(one)) for query in queries)
    }


async def test_few_papers_are_met_besides_those_that_match(engine: Engine) -> None:
    count, matching = await met(engine.walking, "turnips")
    assert (count, len(matching)) == (10, 10)


async def test_all_papers_are_met_where_any_may_match(engine: Engine) -> None:
    assert await met(engine.walking, "turnips", "title:rakes") == (
        100,
        {f"Rakes and Regret, Part {n}" for n in range(1, 101)},
    )


async def test_without_an_index_all_papers_are_met(engine: Engine) -> None:
    count, matching = await met(Walking(engine._store), "turnips")
    assert (count, len(matching)) == (100, 10)


async def test_papers_that_the_index_does_not_have_yet_are_met(engine: Engine, tmp_path: Path) -> None:
    await bring(engine._store, Index.open(tmp_path / "another"), tmp_path, "more.json", records(101, 20))
    count, matching = await met(Walking(engine._store, engine._index), "turnips")
    assert (count, len(matching)) == (30, 12)


async def test_papers_that_changed_since_are_met(engine: Engine, tmp_path: Path) -> None:
    changed = records(1, 1)[0] | {
        "abstract": "Shed 1 has leeks and carrots. And turnips, in the end.",
        "arxiv": "2601.00001",
    }
    await bring(engine._store, Index.open(tmp_path / "another"), tmp_path, "again.json", [changed])
    _, matching = await met(Walking(engine._store, engine._index), "turnips OR leeks")
    assert "Rakes and Regret, Part 1" in matching


async def test_an_index_of_another_database_is_not_believed(engine: Engine, tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/other.db")
    await bring(store, Index.open(tmp_path / "another"), tmp_path, "other.json", records(201, 40))
    other = Engine(store, engine._index)
    assert len((await met(other.walking, "turnips"))[1]) == 4
    await other.close()
    await store.close()


@pytest.mark.parametrize("topic", ["turnips", "leeks", "pumpkins", "venue:icml", ""])
async def test_the_paper_of_the_day_is_the_same_with_and_without_an_index(engine: Engine, topic: str) -> None:
    store = engine._store
    for day in (date(2026, 12, 1), date(2026, 12, 2)):
        found = [
            await pick(store, PLACE, day, topic, keep=False, walking=walking)
            for walking in (None, engine.walking)
        ]
        assert found[0] == found[1]
        assert (found[0].paper is None) == (topic == "pumpkins")


async def test_a_topic_that_nothing_is_on_is_not_looked_for_twice(engine: Engine, tmp_path: Path) -> None:
    store, walking, day = engine._store, engine.walking, date(2026, 12, 1)
    query, mark = parse("pumpkins"), await store.mark()
    assert not walking.is_barren(query, mark)
    assert (await pick(store, PLACE, day, "pumpkins", walking=walking)).paper is None
    assert walking.is_barren(query, mark)
    pumpkin = records(101, 1)[0] | {"abstract": "Shed 101 has pumpkins."}
    await bring(store, engine._index, tmp_path, "pumpkin.json", [pumpkin])
    found = (await pick(store, PLACE, day, "pumpkins", walking=walking)).paper
    assert found is not None
    assert found.abstract == "Shed 101 has pumpkins."


async def test_the_ring_of_a_topic_begins_where_the_ring_of_all_does(engine: Engine) -> None:
    start, upto = ring_start(PLACE, date(2026, 12, 1)), (await engine._store.mark()).seq
    query = parse("turnips")

    async def order(walking: Walking) -> list[str]:
        ring = [one async for some in walking.ring(start, upto, query) for one in some]
        return [one.id for one in ring if holds(query, Document(one))]

    assert await order(engine.walking) == await order(Walking(engine._store))
    assert len(await order(engine.walking)) == 10


async def test_what_a_rule_would_bring_is_counted_exactly(engine: Engine) -> None:
    weighed = await engine.subscribing.weigh("turnips -shed", NOW, 3)
    assert (weighed.counted.total, weighed.corpus) == (0, 100)
    weighed = await engine.subscribing.weigh("shed turnips", NOW, 3)
    assert weighed.loosely is not None
    assert (weighed.counted.total, weighed.loosely.total) == (0, 10)
    assert weighed.doubtful
