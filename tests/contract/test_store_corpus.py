from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.errors import UserError
from bot.ingest import bring
from bot.models import Identifier, Mark, Paper, Reading, Source
from bot.store import Store
from tests.make import a_reading


def turnips(number: int, **fields: object) -> Reading:
    return a_reading(
        source=Source("list.json", "record", number),
        title=f"Turnips, Part {number}",
        abstract=f"We grow {number} turnips.",
        **fields,
    )


async def brought(store: Store, *readings: Reading) -> list[Paper]:
    await bring(store, None, [("list.json", iter(readings))])
    return [paper async for batch in store.everything() for paper in batch]


async def test_an_empty_corpus_has_no_papers_and_no_marks(store: Store) -> None:
    assert await store.count() == 0
    assert await store.mark() == Mark(0, 0)
    assert await store.papers([1, 2]) == {}
    assert await store.paper("p000000000000001") is None
    assert await store.sample(0.5) is None
    assert [batch async for batch in store.everything()] == []


async def test_papers_come_back_as_they_are_whichever_way_they_are_asked_for(store: Store) -> None:
    reading = turnips(
        0, identifiers=(Identifier("arxiv", "2601.00001"),), links=("https://arxiv.org/abs/2601.00001",)
    )
    (paper,) = await brought(store, reading)
    assert (paper.seq, paper.title, paper.authors) == (1, "Turnips, Part 0", ("Ada Gardener", "Ben Spade"))
    assert await store.paper(paper.id) == paper
    assert await store.papers([7, paper.seq]) == {paper.seq: paper}
    assert await store.identified(Identifier("arxiv", "2601.00001")) == (paper,)
    assert await store.sample(0.99) == paper


async def test_papers_are_numbered_without_gaps_in_the_order_they_arrive(store: Store) -> None:
    await brought(store, *map(turnips, range(3)))
    papers = await brought(store, *map(turnips, range(2, 5)))
    assert [paper.seq for paper in papers] == [1, 2, 3, 4, 5]
    assert [paper.title for paper in papers] == [f"Turnips, Part {n}" for n in range(5)]
    assert await store.mark() == Mark(5, 0)


async def test_a_mark_that_was_asked_for_is_told_anew_once_another_process_has_written(
    store: Store, url: str
) -> None:
    other = await Store.open(url)
    for known in range(1, 4):
        await brought(other, turnips(known))
        assert await store.mark() == await store.mark() == Mark(known, 0)
    await other.close()


async def test_everything_begins_after_a_number_and_comes_in_batches(store: Store) -> None:
    await brought(store, *map(turnips, range(7)))
    batches = [[paper.seq for paper in batch] async for batch in store.everything(after=2, batch=2)]
    assert batches == [[3, 4], [5, 6], [7]]


async def test_a_thousand_papers_are_fetched_at_once_in_the_order_asked(store: Store) -> None:
    await brought(store, *map(turnips, range(1200)))
    seqs = list(range(1200, 0, -1))
    assert list(await store.papers(seqs)) == seqs


async def test_what_an_abstract_links_to_finds_the_paper_after_the_one_that_is_meant(store: Store) -> None:
    meant = Identifier("arxiv", "2601.00001")
    linking = turnips(0)
    linking = replace(linking, abstract="We build on https://arxiv.org/abs/2601.00001v2 and grow turnips.")
    papers = await brought(store, linking, turnips(1, identifiers=(meant,)))
    assert await store.identified(meant) == (papers[1], papers[0])


@pytest.mark.parametrize("part", [0.0, 0.34, 0.5, 0.67, 0.999999])
async def test_a_sample_lies_where_it_was_asked_for(store: Store, part: float) -> None:
    papers = await brought(store, *map(turnips, range(3)))
    assert await store.sample(part) == papers[int(part * 3)]


async def test_a_paper_that_changes_is_told_once_and_new_ones_are_not(store: Store) -> None:
    bare = turnips(0, year=None)
    (before,) = await brought(store, replace(bare, abstract=""))
    assert await store.changed(0) == ()
    richer = replace(bare, source=Source("other.json", "record", 0))
    (after,) = await brought(store, richer)
    assert await store.changed(0) == (before.seq,)
    assert (after.seq, after.id, after.abstract) == (before.seq, before.id, "We grow 0 turnips.")
    assert await store.changed((await store.mark()).change) == ()


async def test_a_paper_keeps_answering_to_an_earlier_id_after_it_was_joined_with_another(
    store: Store,
) -> None:
    arxiv = (Identifier("arxiv", "2601.00001"),)
    one, other = turnips(0), turnips(1)
    papers = await brought(store, one, other)
    bridge = replace(one, source=Source("new.json", "record", 0), identifiers=arxiv)
    second = replace(other, source=Source("new.json", "record", 1), identifiers=arxiv)
    (joined,) = await brought(store, bridge, second)
    assert {paper.id for paper in papers} >= {joined.id}
    assert joined.seq == 1
    assert set(await store.changed(0)) == {1, 2}
    assert await store.papers([1, 2]) == {1: joined}
    for paper in papers:
        assert await store.paper(paper.id) == joined


async def test_two_ingests_at_once_are_refused_in_words(store: Store) -> None:
    async with store.staging():
        with pytest.raises(UserError) as refused:
            await bring(store, None, [("list.json", iter([turnips(0)]))])
    assert refused.value.key == "ingest-running"
    assert "has been running since 20" in str(refused.value)
    assert await brought(store, turnips(0))


async def test_an_ingest_that_fails_leaves_the_corpus_as_before_and_the_way_free(store: Store) -> None:
    before = await brought(store, turnips(0))

    def broken() -> Iterator[Reading]:
        yield from map(turnips, range(1, 1500))
        raise RuntimeError("the source broke")

    with pytest.raises(RuntimeError):
        await bring(store, None, [("list.json", broken())])
    assert [paper async for batch in store.everything() for paper in batch] == before
    assert [paper.seq for paper in await brought(store, turnips(3))] == [1, 2]
