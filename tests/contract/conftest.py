"""Every promise here is kept by every database; a third one joins as a third parameter."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from tests.databases import postgres_schema


@pytest.fixture(params=["sqlite", "postgres"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'data' / 'paperbot.db'}"
        return
    async with postgres_schema() as address:
        yield address


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url, migrate=True)
    yield store
    await store.close()
