"""What the tortures of the outbox share: platforms on the loopback, what is owed there, and what people see of it."""

import asyncio
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import insert

from bot.deliveries import Delivery
from bot.message import Message
from bot.models import Place
from bot.store import Store
from bot.store.delivery_rows import row_of_new
from bot.store.tables import deliveries
from tests.databases import KINDS, REQUIRED, SERVER, a_database
from tests.discord_objects import GUILD, TOKEN
from tests.discord_server import DiscordServer
from tests.slack_server import TEAM, SlackServer

PLATFORMS: Final = ("slack", "discord")
TEAMS: Final = {"slack": TEAM, "discord": GUILD}
FATES: Final = ("429", "500", "cut", "slow", "late", "down")  # a twentieth each; the rest is well
SCOPES: Final = "commands,chat:write,channels:history"

Server = SlackServer | DiscordServer


def kinds() -> tuple[str, ...]:
    """The databases there are: PostgreSQL only where the tests are told of one."""
    there = os.environ.get(SERVER) or os.environ.get(REQUIRED)
    return KINDS if there else ("sqlite",)


@asynccontextmanager
async def database(kind: str) -> AsyncIterator[tuple[str, Path, Store]]:
    """An empty one: its address, a folder for whoever uses it, and the store."""
    with TemporaryDirectory(prefix="paperbot-", ignore_cleanup_errors=True) as folder:
        async with a_database(kind, Path(folder)) as url:
            store = await Store.open(url, migrate=True)
            try:
                yield url, Path(folder), store
            finally:
                await store.close()


@asynccontextmanager
async def serving(platform: str, *, slow_s: float = 0, lag_s: float = 0) -> AsyncIterator[Server]:
    """The platform; on Slack history lags by up to ``lag_s``."""
    if platform == "slack":
        async with SlackServer(scopes=SCOPES, slow_s=slow_s, lag_s=lag_s, dice=random.Random(1)) as slack:
            yield slack
    else:
        async with DiscordServer().running() as discord:
            discord.slow_s = slow_s
            yield discord


def misfortune(dice: random.Random, count: int) -> list[str]:
    """What happens to that many posts."""
    return [dice.choice(FATES) if dice.random() < len(FATES) / 20 else "ok" for _ in range(count)]


def settings_for(server: Server, **given: Any) -> dict[str, Any]:
    """How the bot reaches it."""
    if isinstance(server, SlackServer):
        tokens = {"slack_bot_token": "xoxb-canary", "slack_app_token": "xapp-canary"}
        return tokens | {"slack_api_url": server.url} | given
    return {"discord_token": TOKEN, "discord_api_url": server.api_url} | given


def place(platform: str, number: int) -> Place:
    """One of many channels."""
    return Place(platform, TEAMS[platform], f"C{number}" if platform == "slack" else f"{number + 1}00")


async def owe(store: Store, platform: str, texts: Iterable[str], channels: int, *, ago_s: float = 0) -> None:
    """Owes the texts, evenly to so many channels, all at once."""
    now = datetime.now(UTC) - timedelta(seconds=ago_s)
    owed = [
        Delivery(
            id=0,
            key=f"{platform}:{text}",
            place=place(platform, number % channels),
            kind="post",
            message=Message(text, private=False),
            not_before=now,
        )
        for number, text in enumerate(texts)
    ]
    async with store._database.write(durable=True) as connection:
        await connection.execute(insert(deliveries), [row_of_new(one, now) for one in owed])


async def all_sent(store: Store, timeout_s: float) -> None:
    """Waits until nothing is owed."""
    async with asyncio.timeout(timeout_s):
        while await store.outbox.listed(limit=1):  # noqa: ASYNC110 - other processes do it
            await asyncio.sleep(0.2)


def everything(server: Server) -> list[tuple[str, str]]:
    """Channel and whole text of every message that people see."""
    if isinstance(server, SlackServer):
        return [(one.channel, one.everything()) for one in server.shown]
    return [(str(one["channel_id"]), str(one["embeds"])) for one in server.posted]


def seen(server: Server) -> Counter[str]:
    """What people see, by its text; on Discord without the small print by which it is found again."""
    if isinstance(server, SlackServer):
        return Counter(str(one.body["text"]) for one in server.shown)
    return Counter(str(one["content"]).partition("\n-# ")[0] for one in server.posted)


def lost_and_doubled(server: Server, texts: Iterable[str]) -> tuple[int, int]:
    """How many of the texts nobody saw, and how many posts were seen too often."""
    found, owed = seen(server), set(texts)
    return len(owed - found.keys()), sum(count - 1 for count in found.values()) + len(found.keys() - owed)
