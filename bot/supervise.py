"""Runs the faces side by side in one process, so that losing one never takes another down."""

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.errors import PlatformRefused
from bot.stopping import GIVE_UP_S, GRACE_S

log = logging.getLogger("paperbot.run")

FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0

Serve = Callable[[asyncio.Event], Awaitable[None]]


async def supervise(
    parts: Mapping[str, Serve], beside: Mapping[str, Serve] | None = None, *, grace_s: float = GRACE_S
) -> bool:
    """Runs every part until a signal or until none is left.

    Args:
        parts: by name; each serves until its event is set.
        beside: what runs as long as some part does, such as the clock.
        grace_s: how long parts may take to finish after a signal.

    Returns:
        True when a signal ended it, False when every platform refused us.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for signum in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(signum, stop.set)
    keep = {name: asyncio.create_task(_keep(name, serve, stop), name=name) for name, serve in parts.items()}
    tasks = {*keep.values()}
    for name, serve in (beside or {}).items():
        tasks.add(asyncio.create_task(_keep(name, serve, stop), name=name))
    try:
        stopped = asyncio.create_task(stop.wait())
        everything = asyncio.ensure_future(asyncio.wait(keep.values()))
        await asyncio.wait({stopped, everything}, return_when=asyncio.FIRST_COMPLETED)
        asked = stop.is_set()
        stop.set()
        stopped.cancel()
        _, late = await asyncio.wait(tasks, timeout=grace_s)
        for task in late:
            log.warning("%s did not finish in time", task.get_name(), extra={"action": "stop"})
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=GIVE_UP_S)
        return asked
    finally:
        for signum in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(signum)


async def _keep(name: str, serve: Serve, stop: asyncio.Event) -> None:
    """Serves, and serves again after a fault of ours; a platform that refuses us is left alone."""
    pause_s = FIRST_PAUSE_S
    while not stop.is_set():
        try:
            await serve(stop)
        except PlatformRefused as refusal:
            log.error("%s: %s", name, refusal, extra={"action": "refused"})  # noqa: TRY400 - one sentence
            return
        except Exception:
            log.exception(
                "%s stopped by a fault, starts again in %d s", name, pause_s, extra={"action": "fault"}
            )
            await _sleep(pause_s, stop)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
        else:
            return


async def _sleep(seconds: float, stop: asyncio.Event) -> None:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return
