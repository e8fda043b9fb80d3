"""An empty corpus and its index, for tests that bring papers and take them out again."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.lookup import Index
from bot.store import Store
from tests.dying import a_store


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with a_store(tmp_path) as store:
        yield store


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    index = Index.open(tmp_path / "index")
    yield index
    index.close()
