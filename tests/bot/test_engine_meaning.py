"""The engine where papers are also found by meaning."""

import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.encoding import encode
from bot.engine import Engine
from bot.ingest import ingest
from bot.lookup import Index
from bot.meaning import Encoder, Meaning
from bot.store import Store
from tests.encoders import Broken, Things

PAPERS = [
    {"title": "TurnipNet", "abstract": "Watering turnip after turnip.", "year": 2026},
    {"title": "Regret of Rakes", "abstract": "Arms of a bandit are rakes.", "year": 2025},
    {"title": "Sheds at Scale", "abstract": "A robot builds sheds.", "year": 2024},
]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{tmp_path}/paperbot.db")
    yield store
    await store.close()


async def engine(tmp_path: Path, store: Store, encoder: Encoder | None, *, most: int | None = None) -> Engine:
    index = Index.open(tmp_path / "index")
    (tmp_path / "list.json").write_text(json.dumps(PAPERS), encoding="utf-8")
    await ingest(store, index, [tmp_path / "list.json"])
    await encode(store, Meaning(tmp_path / "meaning", Things()).shelves, Things(), most=most)
    return Engine(store, index, meaning=Meaning(tmp_path / "meaning", encoder) if encoder else None)


async def answer(engine: Engine, query: str) -> list[tuple[str, bool, str]]:
    found = await engine.search(query, 10)
    return [(hit.paper.heading, hit.guess, hit.why.kind) for hit in found.hits]


async def test_a_description_in_other_words_brings_a_guess(tmp_path: Path, store: Store) -> None:
    found = await answer(await engine(tmp_path, store, Things()), "irrigating beets")
    assert found[0] == ("TurnipNet", True, "meaning")


async def test_the_encoder_is_loaded_before_the_first_lookup_where_there_are_vectors(
    tmp_path: Path, store: Store
) -> None:
    things = Things()
    await (await engine(tmp_path, store, things)).get_ready()
    assert things.encoded
    idle = Things()
    await Engine(store, Index.open(tmp_path / "index"), meaning=Meaning(tmp_path / "none", idle)).get_ready()
    assert not idle.encoded


async def test_an_encoder_that_fails_keeps_nobody_from_getting_ready(tmp_path: Path, store: Store) -> None:
    ready = await engine(tmp_path, store, Broken())
    await ready.get_ready()
    assert (await answer(ready, "Regret of Rakes"))[0][:2] == ("Regret of Rakes", False)


async def test_chinese_may_be_sure_by_its_meaning(tmp_path: Path, store: Store) -> None:
    found = await answer(await engine(tmp_path, store, Things()), "芜菁浇水")
    assert found[0][:2] == ("TurnipNet", False)
    assert all(guess for _, guess, _ in found[1:])


async def test_what_words_find_for_sure_asks_no_encoder(tmp_path: Path, store: Store) -> None:
    things = Things()
    found = await answer(await engine(tmp_path, store, things), "Regret of Rakes")
    assert found[0][:2] == ("Regret of Rakes", False)
    assert things.encoded == []


async def test_a_name_is_never_resolved_by_meaning(tmp_path: Path, store: Store) -> None:
    assert await (await engine(tmp_path, store, Things())).resolve("芜菁浇水") is None


async def test_lookups_do_not_wait_for_papers_that_are_not_encoded_yet(tmp_path: Path, store: Store) -> None:
    found = await answer(await engine(tmp_path, store, Things(), most=1), "slot machines")
    assert "Regret of Rakes" not in [heading for heading, _, _ in found]


async def test_without_the_extra_words_answer_alone(tmp_path: Path, store: Store) -> None:
    assert await answer(await engine(tmp_path, store, None), "irrigating beets") == []


async def test_a_broken_encoder_leaves_the_words_and_one_line_in_the_log(
    tmp_path: Path, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    broken = await engine(tmp_path, store, Broken())
    with caplog.at_level(logging.ERROR, "paperbot.meaning"):
        assert await answer(broken, "irrigating beets") == []
        assert await answer(broken, "irrigating roots") == []
    assert len(caplog.records) == 1


async def test_damaged_vectors_leave_the_words(tmp_path: Path, store: Store) -> None:
    made = await engine(tmp_path, store, Things())
    (tmp_path / "meaning" / "vectors-1").write_bytes(b"torn")
    assert await answer(made, "irrigating beets") == []
    assert (await answer(made, "Regret of Rakes"))[0][0] == "Regret of Rakes"
