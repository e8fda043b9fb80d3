"""The index beside the store: lost, another's, in other hands, and made anew."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import level as module
from bot.errors import StoreError
from bot.ingest import bring
from bot.level import Level
from bot.lookup import Index
from bot.models import Reading, Source
from bot.store import Store

SERVING_S = 60.0


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{tmp_path / 'garden.db'}")
    await tell(store, "garden", 8)
    yield store
    await store.close()


async def tell(store: Store, of: str, count: int) -> None:
    """So many papers into the store, which the index is not told of."""
    papers = [Reading(source=Source(of, "record", n), title=f"A {of} with {n} corners") for n in range(count)]
    await bring(store, None, [(of, iter(papers))])


async def test_a_lost_index_is_made_again_from_the_store(store: Store, tmp_path: Path) -> None:
    await Level(store, Index.open(tmp_path / "index"), None).reach()
    for file in (tmp_path / "index").iterdir():
        file.unlink()
    index = Index.open(tmp_path / "index")
    level = Level(store, index, None)
    await level.wait()
    assert index.mark == level.mark == await store.mark()
    assert index.search("garden with 3 corners", 1)
    await level.close()


@pytest.mark.parametrize("count", [1, 8], ids=["smaller", "as large"])
async def test_the_index_of_another_database_is_made_anew(store: Store, tmp_path: Path, count: int) -> None:
    await Level(store, Index.open(tmp_path / "index"), None).reach()
    other = await Store.open(f"sqlite:///{tmp_path / 'other.db'}")
    await tell(other, "zeppelin", count)
    index = Index.open(tmp_path / "index")
    level = Level(other, index, None)
    await level.wait()
    assert await level.is_ours()
    assert index.search("zeppelin with 0 corners", 1)
    assert all(hit.guess for hit in index.search("garden", 5))
    await level.close()
    await other.close()


async def test_an_index_that_cannot_be_made_is_no_empty_answer(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "EMPTY_PATIENCE_S", 0.05)
    (tmp_path / "blocked").write_text("a file where a folder should be")
    level = Level(store, Index.open(tmp_path / "blocked"), None)
    with pytest.raises(StoreError) as refusal:
        await level.wait()
    assert refusal.value.key == "index-unusable"
    await level.close()


async def test_the_last_commit_serves_while_somebody_else_writes_the_index(
    store: Store, tmp_path: Path
) -> None:
    index = Index.open(tmp_path / "index")
    level = Level(store, index, SERVING_S)
    await level.reach()
    before = index.mark
    writing = Index.open(tmp_path / "index").writing()
    assert writing is not None
    with writing:
        await tell(store, "marrow", 1)
        await level.wait()
        assert index.mark == before != await store.mark()
    await level.wait()
    assert index.mark == await store.mark()
    await level.close()
