"""Places that platforms tell to be gone or there again, heard by the faces."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord import app as discord_face
from adapters.slack import app as slack_face
from bot.app import App, open_app
from bot.deliveries import Gone
from bot.message import Message
from bot.models import Place
from config.settings import only
from tests.discord_objects import CHANNEL, GUILD, TOKEN, channel, guild
from tests.discord_server import DiscordServer
from tests.slack_person import Person
from tests.slack_server import BOT_USER, SlackServer

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@asynccontextmanager
async def serving(face: Any, app: App) -> AsyncIterator[None]:
    stop = asyncio.Event()
    task = asyncio.create_task(face.serve(app, stop))
    yield
    stop.set()
    await task


async def until_due(app: App, platform: str, keys: list[str]) -> None:
    async with asyncio.timeout(30):
        while [one.key for one in await app.store.outbox.due(platform, 9)] != keys:  # noqa: ASYNC110 - a table
            await asyncio.sleep(0.02)


async def test_a_slack_channel_that_is_archived_waits_until_it_is_there_again(tmp_path: Path) -> None:
    place = Place("slack", "T1", "C1")
    async with SlackServer() as slack:
        settings = only(
            data_dir=tmp_path, slack_bot_token="xoxb-x", slack_app_token="xapp-x", slack_api_url=slack.url
        )
        async with open_app(settings) as app:
            await app.store.subscriptions.know(place, "U1", "en")
            await app.store.outbox.owe("k", place, "post", Message("x", private=False), now=NOW)
            async with serving(slack_face, app):
                await slack.until_sockets(1)
                person = Person(slack, "")
                for event in ("channel_archive", "channel_unarchive", "channel_left"):
                    await person._says({"type": event, "channel": "C1"})
                    await until_due(app, "slack", ["k"] if event == "channel_unarchive" else [])
                await person._says({"type": "member_joined_channel", "channel": "C1", "user": "U7"})
                await asyncio.sleep(0.1)
                await until_due(app, "slack", [])
                await person._says({"type": "member_joined_channel", "channel": "C1", "user": BOT_USER})
                await until_due(app, "slack", ["k"])


async def test_a_discord_channel_that_may_be_spoken_to_again_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(discord.client, "ExponentialBackoff", discord.client.ExponentialBackoff)  # type: ignore[attr-defined]
    place = Place("discord", GUILD, CHANNEL)
    async with DiscordServer().running() as server:
        settings = only(
            data_dir=tmp_path,
            discord_token=TOKEN,
            discord_api_url=server.api_url,
            discord_gateway_url=server.gateway_url,
        )
        async with open_app(settings) as app:
            await app.store.subscriptions.know(place, "200", "en")
            await app.store.outbox.owe("k", place, "post", Message("x", private=False), now=NOW)
            await app.store.outbox.leave(place, Gone("403 50001"))
            async with serving(discord_face, app):
                await server.connected()
                await server.emit("CHANNEL_UPDATE", channel(CHANNEL) | {"guild_id": GUILD})
                await until_due(app, "discord", ["k"])
                await server.emit("CHANNEL_DELETE", channel(CHANNEL) | {"guild_id": GUILD})
                await until_due(app, "discord", [])


PRIVATE: dict[str, Any] = {"permission_overwrites": [{"id": GUILD, "type": 0, "allow": "0", "deny": "3072"}]}
THREAD = "302"


async def test_what_changes_under_a_discord_place_pauses_it_or_brings_it_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(discord.client, "ExponentialBackoff", discord.client.ExponentialBackoff)  # type: ignore[attr-defined]
    place, thread = Place("discord", GUILD, CHANNEL), Place("discord", GUILD, THREAD)
    here = channel(CHANNEL) | {"guild_id": GUILD}
    async with DiscordServer().running() as server:
        settings = only(
            data_dir=tmp_path,
            discord_token=TOKEN,
            discord_api_url=server.api_url,
            discord_gateway_url=server.gateway_url,
        )
        async with open_app(settings) as app:
            for one in (place, thread):
                await app.store.subscriptions.know(one, "200", "en")
            await app.store.outbox.owe("k", place, "post", Message("x", private=False), now=NOW)
            async with serving(discord_face, app):
                await server.connected()

                async def gone(which: Place, reason: str) -> None:
                    async with asyncio.timeout(30):
                        while (await app.store.plans.reached(which))[1] != reason:  # noqa: ASYNC110 - a table
                            await asyncio.sleep(0.02)

                await server.emit("CHANNEL_UPDATE", here | {"name": "renamed", "type": 5})
                await until_due(app, "discord", ["k"])  # a new name and another kind change nothing
                await app.store.outbox.leave(place, Gone("403 50001"))
                await server.emit("CHANNEL_UPDATE", here | PRIVATE)
                await server.emit("GUILD_ROLE_UPDATE", {"guild_id": GUILD, "role": guild()["roles"][0]})
                await server.emit(
                    "THREAD_DELETE", {"id": THREAD, "guild_id": GUILD, "parent_id": CHANNEL, "type": 11}
                )
                await gone(thread, "404 10003")
                await gone(place, "403 50001")  # whatever else changes while it cannot be spoken to
                await server.emit("CHANNEL_UPDATE", here)
                await gone(place, "")
                await server.emit("GUILD_DELETE", {"id": GUILD})
                await gone(place, "removed")
                joined = {key: value for key, value in guild().items() if key != "unavailable"}
                async with asyncio.timeout(30):
                    while (await app.store.plans.reached(place))[1]:
                        await server.emit("GUILD_CREATE", joined)  # the client may not be ready at first
                        await asyncio.sleep(0.2)
