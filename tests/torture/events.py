"""What the platforms tell again, or tell two instances: each is handled once."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from discord.gateway import DiscordWebSocket
from discord.http import Route
from sqlalchemy import func, select

from adapters.discord.app import serve as serve_discord
from bot.app import App, open_app
from bot.ingest import ingest
from bot.store.tables import subscriptions
from config.settings import only
from tests.adapters.slack.conftest import TOPICS
from tests.adapters.slack.conftest import serving as serving_slack
from tests.discord_objects import TOKEN
from tests.discord_server import DiscordServer
from tests.slack_server import SlackServer
from tests.torture.counts import Counts

TIMES: Final = 10  # that Slack delivers an event
LONG, SHORT = 40, 4  # of each kind; a place may have 50 subscriptions
PATIENCE_S: Final = 30.0  # on a busy machine
QUIET_S: Final = 0.5  # in which a second answer would have come


def run(*, long: bool) -> Counts:
    """Slack's events over HTTP, ten times each, at two instances; Discord's interactions at two instances."""
    return asyncio.run(_all(LONG if long else SHORT))


async def _all(count: int) -> Counts:
    with TemporaryDirectory(prefix="paperbot-", ignore_cleanup_errors=True) as folder:
        slack, discord = Path(folder, "slack"), Path(folder, "discord")
        for data in (slack, discord):
            await _filled(data)
        return await _on_slack(slack, count) | await _on_discord(discord, count)


async def _on_slack(data: Path, count: int) -> dict[str, int]:
    async with SlackServer() as slack, AsyncExitStack() as stack:
        one, app = await stack.enter_async_context(serving_slack(slack, "http", data))
        other, _ = await stack.enter_async_context(serving_slack(slack, "http", data))
        for number in range(count):
            event = await one.says(_rule(number))
            again = [
                (one, other)[time % 2].delivers(event, **({"retry_attempt": time} if time % 3 else {}))
                for time in range(1, TIMES)
            ]
            await asyncio.gather(*again)
            await slack.until(number + 1)
        await asyncio.sleep(QUIET_S)
        rules = await _rules(app, "slack")
        assert (len(slack.shown), rules) == (count, count), (len(slack.shown), rules)
        return {"events of Slack": count, "deliveries of them": TIMES * count, "answers": len(slack.shown)}


async def _on_discord(data: Path, count: int) -> dict[str, int]:
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY  # serve() changes them for the whole process
    async with DiscordServer().running() as discord, AsyncExitStack() as stack:
        app = await stack.enter_async_context(_serving(data, discord))
        await stack.enter_async_context(_serving(data, discord))
        await discord.connected(identified=2)
        for number in range(count):
            await discord.command("subscribe", query=_rule(number).partition(" ")[2])
            await discord.answered(number + 1)
        await _until_kept(app, "discord", count)  # the first answer may be that one is coming
        await asyncio.sleep(QUIET_S)
        answers, rules = discord.answers, await _rules(app, "discord")
        assert (answers, rules) == (count, count), (answers, rules)
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway
    return {"interactions of Discord": count, "answers to them": answers}


@asynccontextmanager
async def _serving(data: Path, discord: DiscordServer) -> AsyncIterator[App]:
    settings = only(
        data_dir=data,
        discord_token=TOKEN,
        discord_api_url=discord.api_url,
        discord_gateway_url=discord.gateway_url,
    )
    async with open_app(settings, patience_s=None) as app:
        stop = asyncio.Event()
        task = asyncio.create_task(serve_discord(app, stop))
        try:
            yield app
        finally:
            stop.set()
            await task


def _rule(number: int) -> str:
    """A subscription that nobody has made before."""
    topic, other = TOPICS[number % len(TOPICS)].lower(), TOPICS[number // len(TOPICS) % len(TOPICS)].lower()
    return f'subscribe "{topic}" OR "{other}" OR "number {number}"'


async def _rules(app: App, platform: str) -> int:
    """How many subscriptions there are."""
    rows = select(func.count()).where(subscriptions.c.platform == platform)
    async with app.store._database.read() as connection:
        return int(await connection.scalar(rows) or 0)


async def _until_kept(app: App, platform: str, count: int) -> None:
    """Waits for so many subscriptions."""
    async with asyncio.timeout(PATIENCE_S):
        while await _rules(app, platform) < count:  # noqa: ASYNC110 - a table
            await asyncio.sleep(0.05)


async def _filled(data: Path) -> None:
    """Papers about the garden."""
    listed = [
        {"title": f"Growing {one} with Transformers", "abstract": f"We grow {one.lower()}.", "author": "Ada"}
        for one in TOPICS
    ]
    file = data.parent / "icml2026.json"
    file.write_text(json.dumps(listed), encoding="utf-8")
    async with open_app(only(data_dir=data)) as app:
        await ingest(app.store, app.index, [file])
        await app.engine.catch_up()
