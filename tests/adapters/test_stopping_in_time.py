"""A bot that is told to stop ends soon, also when an answer of its hangs for ever."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord import app as discord_face
from adapters.slack import app as socket_face
from adapters.slack import web as web_face
from bot import stopping
from bot.app import App, open_app
from config.settings import load
from tests.adapters.slack.conftest import healthy, settings_for
from tests.discord_objects import TOKEN
from tests.discord_server import DiscordServer
from tests.slack_person import Person
from tests.slack_server import SlackServer

FOR_EVER_S = 3600.0
LONG_S = 60.0  # on the slowest machine; what hangs for ever takes longer

Serve = Callable[[App, asyncio.Event], Coroutine[Any, Any, None]]


@pytest.fixture(autouse=True)
def _little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "FINISH_S", 0.1)


@pytest.mark.parametrize(("mode", "serve"), [("socket", socket_face.serve), ("http", web_face.serve)])
async def test_an_answer_to_slack_that_hangs_is_given_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, mode: str, serve: Serve
) -> None:
    async with SlackServer(fates=["slow"], slow_s=FOR_EVER_S) as slack:
        settings = settings_for(slack, mode, tmp_path)
        async with open_app(settings) as app:
            stop = asyncio.Event()
            task = asyncio.create_task(serve(app, stop))
            address = "" if mode == "socket" else f"http://127.0.0.1:{settings.port}/slack/events"
            await (healthy(settings.port) if address else slack.until_sockets(1))
            await Person(slack, address).says("help")
            await slack.until(1, LONG_S)
            stop.set()
            async with asyncio.timeout(LONG_S):
                await task
    assert "gave up answers" in caplog.text


async def test_a_request_that_never_ends_does_not_hold_the_bot(tmp_path: Path) -> None:
    async def endless() -> Any:
        yield b"x"
        await asyncio.sleep(FOR_EVER_S)

    async with SlackServer() as slack, aiohttp.ClientSession() as session:
        settings = settings_for(slack, "http", tmp_path)
        async with open_app(settings) as app:
            stop = asyncio.Event()
            task = asyncio.create_task(web_face.serve(app, stop))
            await healthy(settings.port)
            address = f"http://127.0.0.1:{settings.port}/slack/events"
            request = asyncio.create_task(session.post(address, data=endless()))
            await asyncio.sleep(0.1)
            stop.set()
            async with asyncio.timeout(LONG_S):
                await task
            request.cancel()
            await asyncio.wait({request})


async def test_an_answer_to_discord_that_hangs_is_given_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Route, "BASE", Route.BASE)  # serve() changes these for the whole process
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(discord.client, "ExponentialBackoff", discord.client.ExponentialBackoff)  # type: ignore[attr-defined]
    async with DiscordServer().running() as server:
        settings = load(
            env_file=None,
            data_dir=tmp_path,
            discord_token=TOKEN,
            discord_api_url=server.api_url,
            discord_gateway_url=server.gateway_url,
        )
        async with open_app(settings, patience_s=None) as app:
            stop = asyncio.Event()
            task = asyncio.create_task(discord_face.serve(app, stop))
            await server.connected()
            server.fates, server.slow_s = ["slow"], FOR_EVER_S
            await server.say("<@100> turnips")
            await server.called(r"POST /channels/.*")
            stop.set()
            async with asyncio.timeout(LONG_S):
                await task
    assert "gave up answers" in caplog.text
