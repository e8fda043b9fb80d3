"""A bot with a small garden of papers, and somebody in a channel who talks to it."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import open_app
from bot.ingest import ingest
from config.settings import only
from tests.fakes import FakeReach
from tests.make import a_caller
from tests.talk import Talk

TEXTS = [
    ("Robots that Water Gardens", "A robot waters the garden at night. The garden robot saves water."),
    ("Garden Robots in Rain", "We let garden robots work in the rain, and count the turnips."),
    ("Turnip Growth under Lamps", "Red light makes turnips sweeter than blue light."),
    ("The Growth of a Turnip Patch", "A turnip patch needs shade; its growth is slow."),
    ("Slow Growth", "Growth of the turnip is slow where it is dry."),
    ("Growth and the Turnip", "We measure growth with a ruler beside every turnip."),
]


@pytest.fixture
async def ada(tmp_path: Path) -> AsyncIterator[Talk]:
    """Ada, in the channel C1 of a Slack workspace."""
    papers = [{"title": title, "abstract": text, "author": "Ada Gardener"} for title, text in TEXTS]
    (tmp_path / "icml2026.json").write_text(json.dumps(papers), encoding="utf-8")
    async with open_app(only(data_dir=tmp_path / "data"), patience_s=None) as app:
        await ingest(app.store, app.index, [tmp_path / "icml2026.json"])
        yield Talk(app, FakeReach(), a_caller())
