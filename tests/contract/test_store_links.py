from pathlib import Path

from bot.ingest import bring
from bot.link import linked, unlink
from bot.lookup import Index
from bot.models import Reading
from bot.store import Store
from tests.bot.test_link import LIST, TABLE


async def read(store: Store, index: Index, name: str, readings: list[Reading]) -> None:
    await bring(store, index, [(name, iter(readings))])


async def test_a_join_is_kept_undone_and_never_made_again(store: Store, tmp_path: Path) -> None:
    index = Index.open(tmp_path / "index")
    await read(store, index, "list.txt", LIST)
    await read(store, index, "table.csv", TABLE)
    (one,) = await linked(store)
    (kept,) = await store.links()
    assert (kept.undone, kept.evidence) == (False, one.evidence)
    assert await store.count() == len(TABLE)
    assert await unlink(store, index, one.paper.id) == 1
    await read(store, index, "table.csv", TABLE)
    assert [link.undone for link in await store.links()] == [True]
    assert await linked(store) == ()
    assert await store.count() == len(TABLE) + 1
    index.close()
