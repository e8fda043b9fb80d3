"""Every post is seen once: whatever the platform answers, and however often the process is killed.

PAPERBOT_TEST_KILLS makes it longer: it is how often the process is killed.
"""

import asyncio
import multiprocessing
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from adapters.discord.post import DiscordPost
from adapters.slack.connect import Me, posting_client
from adapters.slack.post import SlackPost
from bot.deliveries import Delivery, Look, Missing
from bot.message import Message
from bot.models import Place
from bot.outbox import Timings, drain
from bot.store import Store
from config.settings import only
from tests import outbox_child
from tests.databases import KINDS, a_database
from tests.discord_server import BOT, GUILD, TOKEN, DiscordServer
from tests.slack_server import BOT_ID, BOT_USER, TEAM, SlackServer

KILLS = int(os.environ.get("PAPERBOT_TEST_KILLS", "10"))
POSTS = 10
FATES = ("ok", "ok", "ok", "429", "500", "cut", "slow")
TEAMS = {"slack": TEAM, "discord": GUILD}
SECONDS: dict[str, Any] = {"send_timeout_s": 0.5, "lease_s": 2, "reconcile_wait_s": 2}  # slow: 1 s, lag: 1 s
CHILDREN = multiprocessing.get_context("forkserver")
CHILDREN.set_forkserver_preload(["tests.outbox_child"])

Server = SlackServer | DiscordServer


@pytest.fixture(params=KINDS)
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    async with a_database(request.param, tmp_path) as address:
        yield address


async def on_both(scenario: Callable[[str, Path, str], Awaitable[None]], tmp_path: Path, url: str) -> None:
    """Plays the scenario on both platforms at the same time, from one database: mostly it waits."""
    async with opened(url):
        pass
    await asyncio.gather(*(scenario(platform, tmp_path / platform, url) for platform in ("slack", "discord")))


@asynccontextmanager
async def serving(platform: str) -> AsyncIterator[Server]:
    if platform == "slack":
        async with SlackServer(scopes="commands,chat:write,channels:history", slow_s=1, lag_s=1) as slack:
            yield slack
    else:
        async with DiscordServer().running() as discord:
            discord.slow_s = 1
            yield discord


def settings_for(server: Server) -> dict[str, Any]:
    if isinstance(server, SlackServer):
        tokens = {"slack_bot_token": "xoxb-canary", "slack_app_token": "xapp-canary"}
        return tokens | {"slack_api_url": server.url} | SECONDS
    return {"discord_token": TOKEN, "discord_api_url": server.api_url} | SECONDS


def seen(server: Server) -> Counter[str]:
    """What people see, by its text; on Discord without the small print by which it is found again."""
    if isinstance(server, SlackServer):
        return Counter(one.body["text"] for one in server.shown)
    return Counter(str(one["content"]).partition("\n-# ")[0] for one in server.posted)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url, migrate=True)
    yield store
    await store.close()


async def owe(store: Store, platform: str, *texts: str) -> None:
    for number, text in enumerate(texts):
        place = Place(platform, TEAMS[platform], f"C{number}" if platform == "slack" else f"{number + 1}00")
        message = Message(text, private=False)
        assert await store.outbox.owe(f"{platform}:{text}", place, "post", message, now=datetime.now(UTC))


async def all_sent(store: Store, timeout_s: float) -> None:
    async with asyncio.timeout(timeout_s):
        while await store.outbox.listed():  # noqa: ASYNC110 - other processes do it
            await asyncio.sleep(0.1)


async def test_killed_at_any_moment_it_posts_everything_once(tmp_path: Path, url: str) -> None:
    await on_both(killed, tmp_path, url)


async def killed(platform: str, tmp_path: Path, url: str) -> None:
    dice, texts = random.Random(20261201), [f"Turnips {number}" for number in range(POSTS)]
    async with serving(platform) as server, opened(url) as store:
        server.fates = dice.choices(FATES, k=POSTS)
        await owe(store, platform, *texts)
        child = started(platform, tmp_path, server, url)
        for kill in range(KILLS):
            await struck(server, dice)
            child.kill()
            await asyncio.to_thread(child.join)
            if kill % 10 == 9 and len(await store.outbox.listed()) < POSTS:  # a longer run gets more to do
                more = [f"Turnips {number}" for number in range(len(texts), len(texts) + POSTS)]
                server.fates += dice.choices(FATES, k=POSTS)
                await owe(store, platform, *more)
                texts += more
            child = started(platform, tmp_path, server, url)
        try:
            await all_sent(store, 120 + KILLS)
        finally:
            child.terminate()
            await asyncio.to_thread(child.join, 10)
        assert seen(server) == Counter(texts)


async def struck(server: Server, dice: random.Random) -> None:
    """Waits for a random moment: mostly one right after a post came in."""
    before, until = handed_over(server), asyncio.get_running_loop().time() + dice.uniform(0.2, 2)
    while handed_over(server) == before and asyncio.get_running_loop().time() < until:  # noqa: ASYNC110 - as above
        await asyncio.sleep(0.001)
    await asyncio.sleep(dice.choice([0, 0.002, 0.01, 0.1]))


def handed_over(server: Server) -> int:
    """How many posts came in, whatever became of them."""
    if isinstance(server, SlackServer):
        return sum(method == "chat.postMessage" for method, _ in server.calls)
    return len(server.matching("POST /channels/.*"))


def started(platform: str, data: Path, server: Server, url: str) -> Any:
    given = settings_for(server) | {"database": url}
    child = CHILDREN.Process(target=outbox_child.run, args=(platform, data, given))
    child.start()
    return child


async def test_two_processes_on_one_database_double_nothing(tmp_path: Path, url: str) -> None:
    await on_both(two_processes, tmp_path, url)


async def two_processes(platform: str, tmp_path: Path, url: str) -> None:
    texts = [f"Turnips {number}" for number in range(POSTS)]
    async with serving(platform) as server, opened(url) as store:
        server.fates = ["ok", "cut", "ok", "500", "slow"]
        await owe(store, platform, *texts)
        children = [started(platform, tmp_path, server, url) for _ in range(2)]
        try:
            await all_sent(store, 120)
        finally:
            for child in children:
                child.terminate()
                await asyncio.to_thread(child.join, 10)
        assert seen(server) == Counter(texts)


class Keyless:
    """The same post without marks and nonces, which never looks: what must double, or these tests see nothing."""

    def __init__(self, post: SlackPost | DiscordPost) -> None:
        self._post = post
        self.button_length, self.parts = post.button_length, post.parts
        self.direct, self.name = post.direct, post.name

    def render(self, delivery: Delivery) -> dict[str, Any]:
        return {
            name: value
            for name, value in self._post.render(delivery).items()
            if name not in ("metadata", "nonce", "enforce_nonce")
        }

    async def send(self, delivery: Delivery) -> Any:
        return await self._post.send(delivery)

    async def look(self, delivery: Delivery) -> Look:
        return Missing()


async def test_without_keys_a_lost_answer_doubles_the_post(tmp_path: Path, url: str) -> None:
    await on_both(keyless, tmp_path, url)


async def keyless(platform: str, tmp_path: Path, url: str) -> None:
    timings = replace(Timings(**SECONDS), reconcile_wait_s=0)
    async with serving(platform) as server, opened(url) as store, aiohttp.ClientSession() as session:
        session.headers["Authorization"] = f"Bot {TOKEN}"
        server.fates = ["cut"]
        await owe(store, platform, "Turnips")
        post: SlackPost | DiscordPost
        if isinstance(server, SlackServer):
            post = SlackPost(posting_client(only(**settings_for(server))), b"k", Me(TEAM, BOT_USER, BOT_ID))
        else:
            post = DiscordPost(session, server.api_url, BOT)
        stop = asyncio.Event()
        task = asyncio.create_task(drain(store, platform, Keyless(post), timings, stop))
        await all_sent(store, 60)
        stop.set()
        await task
        assert seen(server) == Counter({"Turnips": 2})
