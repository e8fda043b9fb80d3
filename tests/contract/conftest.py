"""Every promise here is kept by every database; a third one joins as a third parameter."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.lookup import Index
from bot.store import Store
from tests.databases import KINDS, a_database


@pytest.fixture(params=KINDS)
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    async with a_database(request.param, tmp_path) as address:
        yield address


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url, migrate=True)
    yield store
    await store.close()


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    index = Index.open(tmp_path / "index")
    yield index
    index.close()
