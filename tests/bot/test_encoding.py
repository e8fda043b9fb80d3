"""Encoding in the background, on a real database and real files."""

import asyncio
import json
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import pytest

from bot import encoding
from bot.encoding import encode, keep_encoded
from bot.forget import forget
from bot.ingest import ingest
from bot.lookup import Busy, Index
from bot.meaning import Meaning
from bot.meaning.encoder import Vectors
from bot.meaning.passages import passages
from bot.store import Store
from tests.encoders import Broken, Things


def a_record(number: int, **fields: object) -> dict[str, object]:
    return {"title": f"Turnips {number}", "abstract": f"We water garden {number}.", "year": 2020, **fields}


class Garden:
    """A corpus with its vectors, in a folder."""

    def __init__(self, folder: Path, store: Store, encoder: Things) -> None:
        self.folder = folder
        self.store = store
        self.index = Index.open(folder / "index")
        self.encoder = encoder
        self.meaning = Meaning(folder / "meaning", encoder)

    async def bring(self, *records: dict[str, object], name: str = "garden") -> None:
        (self.folder / f"{name}.json").write_text(json.dumps(records), encoding="utf-8")
        await ingest(self.store, self.index, [self.folder / f"{name}.json"])

    async def encode(self, **options: object) -> int:
        return await encode(self.store, self.meaning.shelves, self.encoder, **options)  # type: ignore[arg-type]

    def held(self) -> list[int]:
        return [int(seq) for seq in self.meaning.shelves.now().seqs]


@pytest.fixture
async def garden(tmp_path: Path) -> AsyncIterator[Garden]:
    store = await Store.open(f"sqlite:///{tmp_path}/paperbot.db")
    yield Garden(tmp_path, store, Things())
    await store.close()


async def test_every_paper_gets_a_vector_once(garden: Garden) -> None:
    await garden.bring(*map(a_record, range(3)))
    assert await garden.encode() == 3
    assert garden.held() == [1, 2, 3]
    assert garden.meaning.condition.mark == await garden.store.mark()
    assert await garden.encode() == 0
    await garden.bring(*map(a_record, range(5)))
    assert await garden.encode() == 2


async def test_the_newest_come_first(garden: Garden) -> None:
    await garden.bring(
        a_record(1, year=2024), a_record(2, year=2026), a_record(3, year=2026), a_record(4, year=None)
    )
    assert await garden.encode(most=2) == 2
    assert garden.held() == [2, 3]
    assert await garden.encode(most=1) == 1
    assert garden.held() == [1, 2, 3]


async def test_what_was_stopped_goes_on_where_it_was(garden: Garden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "BATCH", 2)
    await garden.bring(*map(a_record, range(5)))
    stop = asyncio.Event()
    assert await garden.encode(stop=stop, progress=lambda _done, _of: stop.set()) == 2
    assert len(garden.held()) == 2
    before = len(garden.encoder.encoded)
    assert await garden.encode() == 3
    assert not set(garden.encoder.encoded[before:]) & set(garden.encoder.encoded[:before])


async def test_a_paper_that_changed_is_encoded_anew_and_the_others_are_not(garden: Garden) -> None:
    await garden.bring(a_record(1), a_record(2))
    await garden.encode()
    await garden.bring(a_record(1, abstract="Robots dig the field, at last."), a_record(2))
    garden.encoder.encoded.clear()
    assert await garden.encode() == 1
    assert "Robots dig the field, at last." in garden.encoder.encoded
    paper = (await garden.store.papers([1]))[1]
    assert garden.meaning.shelves.now().digest(1) == passages(paper).digest


async def test_the_vector_of_a_forgotten_paper_goes(garden: Garden) -> None:
    await garden.bring(a_record(1), name="one")
    await garden.bring(a_record(2), name="two")
    await garden.encode()
    await forget(garden.store, garden.index, "one.json")
    assert await garden.encode() == 0
    assert garden.held() == [2]


async def test_vectors_of_another_database_are_made_anew(garden: Garden, tmp_path: Path) -> None:
    await garden.bring(*map(a_record, range(3)))
    await garden.encode()
    (tmp_path / "other").mkdir()
    other = Garden(tmp_path, await Store.open(f"sqlite:///{tmp_path}/other/paperbot.db"), Things())
    await other.bring(*(a_record(number, title=f"Robots {number}") for number in range(3)), name="other")
    assert await other.encode() == 3
    await other.store.close()


async def test_one_process_encodes(garden: Garden) -> None:
    await garden.bring(a_record(1))
    with garden.meaning.shelves.writing(), pytest.raises(Busy):
        await garden.encode()


async def test_a_broken_encoder_leaves_what_is_there(garden: Garden) -> None:
    await garden.bring(a_record(1))
    await garden.encode()
    await garden.bring(a_record(1), a_record(2))
    with pytest.raises(ImportError):
        await encode(garden.store, garden.meaning.shelves, Broken())
    assert garden.held() == [1]


async def test_a_paper_without_an_abstract_is_encoded_by_what_it_is_called(garden: Garden) -> None:
    await garden.bring({"title": "Irrigating a field by machine", "year": 2020}, a_record(2))
    await garden.encode()
    best = max(garden.meaning.near("Irrigating a field by machine"), key=lambda near: near.score)
    assert best.seq == 1


async def test_papers_like_another_are_found_without_it(garden: Garden) -> None:
    await garden.bring(
        a_record(1, title="A", abstract="Watering turnip after turnip in the garden."),
        a_record(2, title="B", abstract="To irrigate a beet in the field."),
        a_record(3, title="C", abstract="A robot plays a bandit."),
    )
    await garden.encode()
    near = sorted(garden.meaning.like(1), key=lambda near: -near.score)
    assert [one.seq for one in near] == [2, 3]
    assert garden.meaning.like(99) == ()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not true():  # noqa: ASYNC110 - what is waited for is in files
            await asyncio.sleep(0.01)


async def test_what_comes_while_the_bot_runs_is_encoded_in_the_background(garden: Garden) -> None:
    stop = asyncio.Event()
    running = asyncio.create_task(keep_encoded(garden.store, garden.meaning, stop, 0.01, 0))
    await garden.bring(a_record(1))
    await until(lambda: garden.held() == [1])
    await garden.bring(a_record(1), a_record(2))
    await until(lambda: garden.held() == [1, 2])
    stop.set()
    await asyncio.wait_for(running, 20)


async def test_a_process_beside_one_that_encodes_waits_for_its_turn(garden: Garden) -> None:
    await garden.bring(a_record(1))
    stop = asyncio.Event()
    with garden.meaning.shelves.writing():
        running = asyncio.create_task(keep_encoded(garden.store, garden.meaning, stop, 0.01, 0))
        await asyncio.sleep(0.1)
        assert garden.held() == []
    await until(lambda: garden.held() == [1])
    stop.set()
    await asyncio.wait_for(running, 20)


async def test_a_broken_encoder_is_one_line_in_the_log_until_the_next_start(
    garden: Garden, caplog: pytest.LogCaptureFixture
) -> None:
    await garden.bring(a_record(1))
    broken = Meaning(garden.folder / "meaning", Broken())
    await asyncio.wait_for(keep_encoded(garden.store, broken, asyncio.Event(), 0.01, 0), 20)
    assert [record.levelname for record in caplog.records if record.name == "paperbot.meaning"] == ["ERROR"]


async def test_stopping_keeps_what_was_done_within_a_batch(garden: Garden) -> None:
    await garden.bring(*map(a_record, range(12)))
    stop = asyncio.Event()

    class Stopping(Things):
        def encode(self, texts: Sequence[str]) -> Vectors:
            stop.set()
            return super().encode(texts)

    assert await encode(garden.store, garden.meaning.shelves, Stopping(), stop=stop) == encoding.AT_ONCE
    assert len(garden.held()) == encoding.AT_ONCE
    assert garden.meaning.condition.mark != await garden.store.mark()


@pytest.mark.skipif(sys.platform != "linux", reason="only there threads have a niceness of their own")
async def test_in_the_background_everybody_else_goes_first(garden: Garden) -> None:
    niceness: list[int] = []

    class Watched(Things):
        def encode(self, texts: Sequence[str]) -> Vectors:
            niceness.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
            return super().encode(texts)

    await garden.bring(a_record(1))
    before = os.getpriority(os.PRIO_PROCESS, 0)
    await encode(garden.store, garden.meaning.shelves, Watched(), gently=True)
    assert niceness == [encoding.NICENESS]
    assert os.getpriority(os.PRIO_PROCESS, 0) == before
