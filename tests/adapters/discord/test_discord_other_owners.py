"""A server that passes to somebody else: what stays, who is told, and what waits until it is asked for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.discord.app import serve
from bot.app import App, open_app
from bot.deliveries import Gone
from bot.message import Message
from bot.models import Place
from bot.subscriptions import Subscription
from config.settings import only
from tests.contract.planning import rows_of, wants
from tests.discord_objects import ADA, CHANNEL, GUILD, OWNER, TOKEN, Json, channel, guild
from tests.discord_server import DiscordServer

PLACE = Place("discord", GUILD, CHANNEL)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
async def server() -> AsyncIterator[DiscordServer]:
    async with DiscordServer().running() as running:
        yield running


@pytest.fixture
async def app(server: DiscordServer, tmp_path: Path) -> AsyncIterator[App]:
    reached = {"discord_api_url": server.api_url, "discord_gateway_url": server.gateway_url}
    async with open_app(only(data_dir=tmp_path, discord_token=TOKEN, **reached)) as opened:
        yield opened


@asynccontextmanager
async def serving(app: App, server: DiscordServer) -> AsyncIterator[None]:
    stop = asyncio.Event()
    task = asyncio.create_task(serve(app, stop))
    await server.connected()
    try:
        yield
    finally:
        stop.set()
        await task


async def settled(app: App, owner: str) -> None:
    """Until the bot has noted whose the server is."""
    async with asyncio.timeout(30):
        while (await rows_of(app.store, PLACE))["places"][0]["tenant"] != owner:  # noqa: ASYNC110 - a table
            await asyncio.sleep(0.02)


async def gone(app: App, reason: str) -> None:
    async with asyncio.timeout(30):
        while (await app.store.plans.reached(PLACE))[1] != reason:  # noqa: ASYNC110 - a table
            await asyncio.sleep(0.02)


async def due(app: App) -> list[str]:
    return [one.key for one in await app.store.outbox.due("discord", 9)]


def passed_to(owner: str, **fields: object) -> Json:
    return (
        {key: value for key, value in guild().items() if key != "unavailable"} | {"owner_id": owner} | fields
    )


async def lived_in(app: App, owner: str = OWNER) -> Subscription:
    """The server's owner brought the bot there, and somebody has subscribed; a post is owed."""
    await app.store.subscriptions.know(PLACE, OWNER, "en")
    await app.store.outbox.owe("k", PLACE, "post", Message("x", private=False), now=NOW)
    return await wants(app.store, "turnips", place=PLACE, owner=owner)


async def test_what_a_place_has_stays_when_its_server_passes_to_somebody_else(
    app: App, server: DiscordServer
) -> None:
    one = await lived_in(app)
    async with serving(app, server):
        await settled(app, OWNER)
        before = await rows_of(app.store, PLACE)
        await server.emit("GUILD_UPDATE", passed_to(ADA))
        await settled(app, ADA)
        after = await rows_of(app.store, PLACE)
        assert after.pop("places") == [before.pop("places")[0] | {"tenant": ADA}]
        assert after == before
        await server.command("pause", subscription=one.id)
        await server.answered(1)
        assert [it.state for it in await app.store.subscriptions.of_place(PLACE)] == ["paused"]


@pytest.mark.parametrize(("owns", "told"), [(OWNER, [OWNER]), (ADA, [])])
async def test_a_former_owner_hears_of_a_place_only_where_they_have_subscribed(
    app: App, server: DiscordServer, owns: str, told: list[str]
) -> None:
    await lived_in(app, owns)
    async with serving(app, server):
        await settled(app, OWNER)
        await server.emit("GUILD_UPDATE", passed_to(ADA))
        await settled(app, ADA)
        await server.emit("CHANNEL_DELETE", channel(CHANNEL) | {"guild_id": GUILD})
        await gone(app, "404 10003")
        assert [one.owner for one in await app.store.outbox.lost("discord")] == told


async def test_what_was_owed_to_a_server_waits_for_its_new_owners_to_ask_for_it(
    app: App, server: DiscordServer
) -> None:
    one = await lived_in(app)
    async with serving(app, server):
        await settled(app, OWNER)
        await server.emit("GUILD_DELETE", {"id": GUILD})
        await gone(app, "removed")
        await server.emit("GUILD_CREATE", passed_to(ADA))
        for kind in (0, 5):
            await server.emit("CHANNEL_UPDATE", channel(CHANNEL) | {"guild_id": GUILD, "type": kind})
        await server.emit("GUILD_ROLE_UPDATE", {"guild_id": GUILD, "role": guild()["roles"][0]})
        await server.command("subscriptions")
        await server.answered(1)
        await asyncio.sleep(0.5)
        await gone(app, "removed")
        assert await due(app) == []
        assert await app.store.outbox.lost("discord") != ()  # who subscribed there
        await server.command("resume", subscription=one.id)
        await server.answered(2)
        await gone(app, "")
        assert await due(app) == ["k"]


async def test_a_server_that_lets_the_bot_in_again_under_the_same_owner_goes_on(
    app: App, server: DiscordServer
) -> None:
    await lived_in(app)
    async with serving(app, server):
        await settled(app, OWNER)
        await server.emit("GUILD_DELETE", {"id": GUILD})
        await gone(app, "removed")
        await server.emit("GUILD_CREATE", passed_to(OWNER))
        await gone(app, "")
        assert await due(app) == ["k"]


async def test_whose_the_server_was_is_known_after_a_restart(app: App, server: DiscordServer) -> None:
    await lived_in(app)
    async with serving(app, server):
        await settled(app, OWNER)
    await app.store.outbox.leave(PLACE, Gone("403 50001"))
    assert await app.store.places.returning("discord", GUILD, ADA) == ()
    assert await app.store.places.returning("discord", GUILD, OWNER) == (PLACE,)
