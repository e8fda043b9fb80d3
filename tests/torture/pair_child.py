"""A process with a clock and both adapters, as ``paperbot run`` has them."""

import asyncio
import logging
import signal
from pathlib import Path
from typing import Any

from bot import clock
from bot.app import open_app
from config.settings import only
from tests.outbox_child import DELIVER


def run(data: Path, given: dict[str, Any]) -> None:
    """Plans and posts until SIGTERM."""
    logging.disable(logging.WARNING)
    asyncio.run(_run(data, given))


async def _run(data: Path, given: dict[str, Any]) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with open_app(only(data_dir=data, **given)) as app:
        await asyncio.gather(clock.serve(app, stop), *(deliver(app, stop) for deliver in DELIVER.values()))
