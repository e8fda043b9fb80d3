"""A process that posts on a disk that is full after so many bytes, until somebody makes room."""

import asyncio
import logging
import resource
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from sqlalchemy import func, select

from bot.app import open_app
from bot.store.tables import deliveries
from config.settings import only
from tests.outbox_child import DELIVER

PATIENCE_S: Final = 30.0


def run(platform: str, data: Path, given: dict[str, Any], *, room: int, full_s: float, told: Any) -> None:
    """Posts; says through ``told`` how many seconds after there was room all was sent.

    Args:
        platform: where.
        data: a folder of its own, with the database.
        given: settings.
        room: bytes by which the database's log may grow at first; nothing else of it grows meanwhile.
        full_s: seconds until there is room again.
        told: the end of a pipe.
    """
    logging.disable(logging.CRITICAL)
    back_s = asyncio.run(_run(platform, data, given, room, full_s))
    told.send(back_s)


async def _run(platform: str, data: Path, given: dict[str, Any], room: int, full_s: float) -> float:
    stop, none = asyncio.Event(), resource.RLIM_INFINITY
    left = select(func.count()).where(deliveries.c.state != "sent")
    async with open_app(only(data_dir=data, **given)) as app:
        assert await app.store.claim("the log is there", datetime.now(UTC), timedelta(days=1))
        log = Path(f"{app.settings.database_url.removeprefix('sqlite:///')}-wal").stat().st_size  # noqa: ASYNC240 - at once
        # Writing beyond the limit fails as on a full disk: Python ignores the signal that comes with it.
        resource.setrlimit(resource.RLIMIT_FSIZE, (log + room, none))
        work = asyncio.create_task(DELIVER[platform](app, stop))
        await asyncio.sleep(full_s)
        resource.setrlimit(resource.RLIMIT_FSIZE, (none, none))
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE_S:
            async with app.store._database._reading.connect() as reading:
                if not await reading.scalar(left):
                    break
            await asyncio.sleep(0.05)
        back_s = time.monotonic() - began
        stop.set()
        await work
        return back_s
