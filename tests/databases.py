"""Empty databases for tests: a file, or a schema in the PostgreSQL that PAPERBOT_TEST_POSTGRES_URL names."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import asyncpg
import pytest

SERVER = "PAPERBOT_TEST_POSTGRES_URL"
REQUIRED = "PAPERBOT_REQUIRE_POSTGRES"


KINDS = ("sqlite", "postgres")


@asynccontextmanager
async def a_database(kind: str, folder: Path) -> AsyncIterator[str]:
    """The address of an empty database of that kind."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'data' / 'paperbot.db'}"
        return
    async with postgres_schema() as url:
        yield url


def postgres_server() -> str:
    """The address of the test database; without one the test is skipped, or fails where it must not be."""
    server = os.environ.get(SERVER, "")
    if not server:
        reason = f"{SERVER} is not set"
        if os.environ.get(REQUIRED):
            pytest.fail(reason)
        pytest.skip(reason)
    return server


@asynccontextmanager
async def postgres_schema() -> AsyncIterator[str]:
    """An address under which the database is empty; what was made there is gone afterwards."""
    server, name = postgres_server(), f"paperbot_{uuid4().hex}"
    connection = await asyncpg.connect(server)
    try:
        await connection.execute(f"CREATE SCHEMA {name}")
        yield server + ("&" if "?" in server else "?") + urlencode({"search_path": name})
    finally:
        await connection.execute(f"DROP SCHEMA IF EXISTS {name} CASCADE")
        await connection.close()
