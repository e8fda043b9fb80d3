"""What PostgreSQL says when it does not let us in, said to us by a server of our own; it needs none installed."""

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.errors import StoreError
from bot.store import Store

PASSWORD = "turnip-secret"


@asynccontextmanager
async def a_server_that_says(code: str) -> AsyncIterator[str]:
    """The address of a server that answers every connection with an error of that SQLSTATE."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        length = struct.unpack("!i", await reader.readexactly(4))[0]
        await reader.readexactly(length - 4)
        told = f"SFATAL\0C{code}\0Mno, {PASSWORD}\0\0".encode()
        writer.write(b"E" + struct.pack("!i", len(told) + 4) + told)
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        yield f"postgresql://ada:{PASSWORD}@127.0.0.1:{port}/garden?sslmode=disable"


async def refused(url: str) -> StoreError:
    with pytest.raises(StoreError) as raised:
        await Store.open(url)
    assert "secret" not in str(raised.value)
    return raised.value


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("28P01", "postgres-password"),
        ("28000", "postgres-role"),
        ("3D000", "postgres-missing"),
        ("42501", "postgres-rights"),
        ("42704", "postgres-option"),
        ("53300", "postgres-crowded"),
        ("53100", "postgres-full"),
        ("57P03", "postgres-starting"),
    ],
)
async def test_a_refusal_is_told_in_one_sentence_without_user_and_password(code: str, key: str) -> None:
    async with a_server_that_says(code) as url:
        error = await refused(url)
    assert error.key == key
    assert "ada" not in str(error)
    assert "postgresql://127.0.0.1:" in str(error)
    assert str(error).count("/garden") == 1
    assert error.__cause__ is not None


@pytest.mark.parametrize("url", ["postgresql://ada:secret@127.0.0.1:1/db", "postgresql:///db?host=/nowhere"])
async def test_where_nothing_listens_the_sentence_says_so(url: str) -> None:
    assert (await refused(url)).key == "postgres-unreachable"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ada:se@cret@host/db",
        "postgresql://ada:/secret@host/db",
        "postgresql://ada:12/secret@host/db",
        "postgresql://ada:?secret@host/db",
        "postgresql://ada:#secret@host/db",
        "postgresql://ada:1#secret/db",
        "postgresql://ada:secret",
        "postgresql://[secret",
        "postgresql://host:99999/secret",
    ],
)
async def test_an_address_with_a_sign_that_must_be_escaped_is_refused_without_a_word_of_it(url: str) -> None:
    error = await refused(url)
    assert error.key == "store-url"
    assert "%40" in str(error)


@pytest.mark.parametrize("options", ["sslmode=secret", "turnip", "target_session_attrs=secret"])
async def test_an_option_that_cannot_be_understood_is_told(options: str) -> None:
    assert (await refused(f"postgresql://127.0.0.1:1/db?{options}")).key == "postgres-option"


async def test_a_server_that_hangs_up_is_told(unused_tcp_port: int) -> None:
    async def hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", unused_tcp_port):
        error = await refused(f"postgresql://ada@127.0.0.1:{unused_tcp_port}/db")
    assert error.key == "postgres-unreachable"
