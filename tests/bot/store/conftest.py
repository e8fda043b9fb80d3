from collections.abc import AsyncIterator

import pytest

from tests.databases import postgres_schema


@pytest.fixture
async def postgres() -> AsyncIterator[str]:
    """The address of an empty schema."""
    async with postgres_schema() as url:
        yield url
