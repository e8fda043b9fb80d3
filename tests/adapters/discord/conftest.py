"""A bot with a few papers, for whatever plays Discord."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.app import App, open_app
from bot.ingest import ingest
from config.settings import Settings, load
from tests.discord_objects import TOKEN

PAPERS = [
    ("Growing Turnips with Transformers", "Ada Gardener;Ben Spade", "A transformer waters turnips."),
    ("TurnipNet: Turnips that Water Themselves", "Cleo Root", "Turnips open the tap when the soil is dry."),
    ("Turnips under Lamps", "Dan Field;Eva Moss", "Red light makes turnips sweeter than blue light."),
    ("A Survey of Turnips", "Fay Hill", "We read all that was written on turnips."),
    ("Turnips as Batteries", "Gus Lake", "Two turnips and a nail give enough current for a clock."),
    ("Turnips in Space", "Hal Star", "Turnips grow sideways without gravity."),
    ("Bees that Count", "Ivy Comb", "Bees count to four, and sometimes to five."),
]


@pytest.fixture(autouse=True)
def _point_discord_py_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py keeps its addresses for the whole process; serve() changes them."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(discord.client, "ExponentialBackoff", discord.client.ExponentialBackoff)  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with PAPERS, to be copied."""
    folder = tmp_path_factory.mktemp("corpus")
    listed = [
        {
            "title": title,
            "author": authors,
            "abstract": f"{abstract} We measure how well.",
            "status": "Poster",
            "site": f"https://openreview.net/forum?id=turnip{number}",
        }
        for number, (title, authors, abstract) in enumerate(PAPERS)
    ]
    (folder / "icml2026.json").write_text(json.dumps(listed), encoding="utf-8")

    async def fill() -> None:
        async with open_app(_settings(folder / "data"), patience_s=None) as app:
            await ingest(app.store, app.index, [folder / "icml2026.json"])

    asyncio.run(fill())
    return folder / "data"


def _settings(data: Path, **given: Any) -> Settings:
    return load(env_file=None, data_dir=data, discord_token=TOKEN, **given)


@pytest.fixture
async def app(corpus: Path, tmp_path: Path) -> AsyncIterator[App]:
    """The bot on its own copy of the corpus."""
    shutil.copytree(corpus, tmp_path / "data")
    async with open_app(_settings(tmp_path / "data"), patience_s=None) as opened:
        yield opened
