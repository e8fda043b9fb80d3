"""A process that posts what is owed, to be killed: the whole adapter against a server on the loopback."""

import asyncio
import logging
import multiprocessing
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp

from adapters.discord import post as discord_post
from adapters.slack import post as slack_post
from adapters.slack.connect import Me, posting_client, secret
from bot.app import open_app
from bot.deliveries import Delivery, Look, Missing
from bot.outbox import Post
from config.settings import only
from tests.discord_objects import BOT, TOKEN
from tests.slack_server import BOT_ID, BOT_USER, TEAM

DELIVER: Final = {"slack": slack_post.deliver, "discord": discord_post.deliver}
CHILDREN: Final = multiprocessing.get_context("forkserver")
CHILDREN.set_forkserver_preload(
    ["tests.outbox_child", *(f"tests.torture.{one}_child" for one in ("step", "disk", "pair"))]
)
KEYS: Final = frozenset({"metadata", "nonce", "enforce_nonce"})


@asynccontextmanager
async def a_post(platform: str, given: dict[str, Any]) -> AsyncIterator[Post]:
    """What run() posts with, in this process."""
    settings = only(**given)
    if platform == "slack":
        key = slack_post.mark_key(secret(settings.slack_bot_token))
        yield slack_post.SlackPost(posting_client(settings), key, Me(TEAM, BOT_USER, BOT_ID))
        return
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {TOKEN}"}) as session:
        yield discord_post.DiscordPost(session, settings.discord_api_url, BOT)


def started(platform: str, data: Path, given: dict[str, Any], **how: Any) -> Any:
    """The process, see run()."""
    child = CHILDREN.Process(target=run, args=(platform, data, given), kwargs=how)
    child.start()
    return child


def run(
    platform: str, data: Path, given: dict[str, Any], *, keys: bool = True, nonces_kept_s: int | None = None
) -> None:
    """Posts until SIGTERM.

    Args:
        platform: where.
        data: a folder of its own.
        given: settings.
        keys: whether it can know its own posts again; without, it must double some.
        nonces_kept_s: for how long it believes that Discord drops repeats.
    """
    logging.disable(logging.WARNING)
    if nonces_kept_s is not None:
        discord_post.NONCE_KEPT_S = nonces_kept_s  # type: ignore[misc]  # in this process
    if not keys:
        slack_post.SlackPost = KeylessSlack  # type: ignore[misc]  # as above
        discord_post.DiscordPost = KeylessDiscord  # type: ignore[misc]
    asyncio.run(_run(platform, data, given))


async def _run(platform: str, data: Path, given: dict[str, Any]) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with open_app(only(data_dir=data, **given)) as app:
        await DELIVER[platform](app, stop)


class KeylessSlack(slack_post.SlackPost):
    """Posts without a mark, and never finds anything."""

    def render(self, delivery: Delivery) -> Mapping[str, Any]:
        return {name: value for name, value in super().render(delivery).items() if name not in KEYS}

    async def look(self, delivery: Delivery) -> Look:
        return Missing()


class KeylessDiscord(discord_post.DiscordPost):
    """The same for Discord."""

    def render(self, delivery: Delivery) -> Mapping[str, Any]:
        return {name: value for name, value in super().render(delivery).items() if name not in KEYS}

    async def look(self, delivery: Delivery) -> Look:
        return Missing()
