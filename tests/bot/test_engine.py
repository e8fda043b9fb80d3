"""The engine on a real database and index."""

import json
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot import stopwatch
from bot.engine import BUTTON_LIFE, Engine
from bot.errors import UserError
from bot.ingest import ingest
from bot.lookup import Index
from bot.message import Action, Message
from bot.models import Invocation, Paper, Ranked
from bot.store import Store

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
GARDEN = [
    {
        "title": "TurnipNet: Growing Turnips with Transformers",
        "author": "Ada Gardener; Ben Spade",
        "abstract": "We water turnips by attention. Code is at https://github.com/ada/turnip-net.",
        "year": 2024,
        "venue": "ICLR",
        "arxiv": "2401.00001",
    },
    *(
        {
            "title": f"Rakes and Regret, Part {number}",
            "author": "Cleo Rake",
            "abstract": f"Arms of a bandit are rakes; bound number {number} grows with the shed.",
            "year": 2020 + number,
            "venue": "ICML",
        }
        for number in range(1, 8)
    ),
]


async def open_engine(folder: Path, records: list[dict[str, object]], name: str = "garden") -> Engine:
    store = await Store.open(f"sqlite:///{folder / name}.db")
    index = Index.open(folder / "index")
    (folder / f"{name}.json").write_text(json.dumps(records), encoding="utf-8")
    await ingest(store, index, [folder / f"{name}.json"])
    return Engine(store, index)


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    engine = await open_engine(tmp_path, GARDEN)
    yield engine
    await engine.close()
    await engine._store.close()


async def headings(engine: Engine, query: str) -> list[str]:
    return [hit.paper.heading for hit in (await engine.find(query)).hits]


@pytest.mark.parametrize(
    "said",
    [
        "2401.00001",
        "https://arxiv.org/abs/2401.00001v2",
        "<https://arxiv.org/pdf/2401.00001|this one>",
        "https://github.com/ada/turnip-net",
        "have you seen https://arxiv.org/abs/2401.00001?",
    ],
)
async def test_a_pointer_finds_its_paper(engine: Engine, said: str) -> None:
    found = await engine.find(said)
    assert [hit.why.kind for hit in found.hits] == ["identifier"]
    assert found.hits[0].paper.heading.startswith("TurnipNet")


async def test_a_papers_own_id_finds_it(engine: Engine) -> None:
    paper = (await engine.find("turnipnet")).hits[0].paper
    assert await engine.resolve(paper.id) == paper


async def test_a_link_that_nobody_knows_finds_nothing_rather_than_a_guess(engine: Engine) -> None:
    assert (await engine.find("https://example.org/turnips/transformers")).hits == ()


async def test_pages_hold_five_and_never_mix_what_was_found_with_guesses(engine: Engine) -> None:
    first = await engine.find("rakes and regret")
    second = await engine.find("rakes and regret", page=2)
    assert (len(first.hits), first.more) == (5, "hits")
    assert len(second.hits) == 2
    assert not {hit.paper.id for hit in first.hits} & {hit.paper.id for hit in second.hits}
    for page in range(1, 5):
        assert len({hit.guess for hit in (await engine.find("rakes turnips", page)).hits}) <= 1


async def test_only_a_name_or_title_resolves(engine: Engine) -> None:
    named = await engine.resolve("turnip net")
    assert named is not None
    assert named.names == ("TurnipNet",)
    assert await engine.resolve("something about gardens") is None
    assert await engine.resolve("asdfgh") is None


async def test_a_random_paper_is_on_the_topic(engine: Engine) -> None:
    drawn = {paper.heading for _ in range(10) if (paper := await engine.random("turnip transformers"))}
    assert drawn == {GARDEN[0]["title"]}
    assert await engine.random("zeppelins") is None
    assert await engine.random() is not None


async def test_suggestions_fit_where_they_are_shown(engine: Engine) -> None:
    (first, *_) = await engine.suggest("turnipn")
    assert first.label == "TurnipNet: Growing Turnips with Transformers (2024)"
    assert len(first.label) <= 100


async def test_a_long_button_is_stored_and_comes_back_until_its_time_is_over(engine: Engine) -> None:
    action = Action("Next", Invocation.of("find", query="q" * 300))
    button = (await engine.buttons(Message("x", actions=(action,)), 100, NOW))[action]
    assert len(button) <= 100
    assert await engine.pressed(button, NOW + BUTTON_LIFE / 2) == action.invocation
    with pytest.raises(UserError) as refusal:
        await engine.pressed(button, NOW + BUTTON_LIFE + timedelta(seconds=1))
    assert refusal.value.key == "button-too-old"


async def test_near_equals_are_told_apart_by_their_texts(engine: Engine) -> None:
    assert (await headings(engine, "bound number 5 grows"))[0] == "Rakes and Regret, Part 5"


async def test_a_paper_that_changed_is_read_anew(engine: Engine, tmp_path: Path) -> None:
    assert (await engine.search("turnipnet", 1)).hits[0].paper.status == ""
    (tmp_path / "garden.json").write_text(json.dumps([GARDEN[0] | {"status": "Oral"}]), encoding="utf-8")
    await ingest(engine._store, engine._index, [tmp_path / "garden.json"])
    assert (await engine.search("turnipnet", 1)).hits[0].paper.status == "oral"


async def test_a_name_typed_too_badly_to_be_found_is_offered_as_its_paper_writes_it(engine: Engine) -> None:
    found = await engine.find("tornepnit")
    assert not found.sure
    assert found.instead == ("TurnipNet",)
    assert (await engine.find(found.instead[0])).sure


@pytest.mark.parametrize(
    "query", ["turnipnet", "zeppelins of nowhere", "xq", "turnips of mars zeppelin quartz"]
)
async def test_nothing_is_offered_that_would_find_nothing_or_is_not_needed(
    engine: Engine, query: str
) -> None:
    assert (await engine.find(query)).instead == ()


async def test_a_lookup_says_what_it_alone_took_without_reading_and_explaining_what_is_shown(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = 0.0

    def spent() -> float:
        return seconds

    read = engine._store.papers

    async def slowly(seqs: Sequence[int]) -> dict[int, Paper]:
        nonlocal seconds
        seconds += 10
        return await read(seqs)

    search = engine._index.search

    def searched(query: str, limit: int) -> tuple[Ranked, ...]:
        nonlocal seconds
        seconds += 0.25
        return search(query, limit)

    monkeypatch.setattr(stopwatch, "perf_counter", spent)
    monkeypatch.setattr(engine._store, "papers", slowly)
    monkeypatch.setattr(engine._index, "search", searched)
    found = await engine.search("turnips with transformers", 5)
    assert found.hits
    assert found.ms == 250
    assert seconds > 10
