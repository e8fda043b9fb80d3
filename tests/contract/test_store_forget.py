from pathlib import Path

from bot.forget import forget
from bot.ingest import bring
from bot.lookup import Index
from bot.models import Identifier, Source
from bot.store import Store
from tests.make import a_reading

ARXIV = (Identifier("arxiv", "2601.00001"),)
ONE = tuple(a_reading(source=Source("one.json", "record", n), title=f"Turnips {n}") for n in range(3))
TWO = (
    a_reading(source=Source("two.json", "record", 0), title="Turnips 1", status="Oral"),
    a_reading(source=Source("two.json", "record", 1), title="Carrots", identifiers=ARXIV),
)


async def test_forgetting_a_file_leaves_what_others_say_and_can_be_undone(
    store: Store, tmp_path: Path
) -> None:
    index = Index.open(tmp_path / "index")
    await bring(store, index, [("one.json", iter(ONE)), ("two.json", iter(TWO))])
    forgotten = await forget(store, index, "two.json")
    assert (forgotten.removed, forgotten.updated) == (1, 1)
    assert (await store.count(), await store.files()) == (3, ("one.json",))
    assert await store.identified(ARXIV[0]) == ()
    assert index.mark == await store.mark()
    report = await bring(store, index, [("two.json", iter(TWO))])
    assert (report.added, report.updated, await store.count()) == (1, 1, 4)
    index.close()


async def test_a_file_that_is_half_forgotten_is_forgotten_by_the_next_ingest(store: Store) -> None:
    await bring(store, None, [("one.json", iter(ONE)), ("two.json", iter(TWO))])
    async with store.staging() as staging:
        await staging.begin_forgetting("two.json")
    assert await store.unfinished()
    await bring(store, None, [("one.json", iter(ONE))])
    assert not await store.unfinished()
    assert await store.files() == ("one.json",)
