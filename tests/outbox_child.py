"""A process that posts what is owed, to be killed: the whole adapter against a server on the loopback."""

import asyncio
import signal
from pathlib import Path
from typing import Any

from adapters.discord import post as discord_post
from adapters.slack import post as slack_post
from bot.app import open_app
from config.settings import only

DELIVER = {"slack": slack_post.deliver, "discord": discord_post.deliver}


def run(platform: str, data: Path, given: dict[str, Any]) -> None:
    """Posts until SIGTERM."""
    asyncio.run(_run(platform, data, given))


async def _run(platform: str, data: Path, given: dict[str, Any]) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with open_app(only(data_dir=data, **given)) as app:
        await DELIVER[platform](app, stop)
