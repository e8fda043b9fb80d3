"""A process that posts one delivery and dies at a given step of the way."""

import asyncio
import linecache
import logging
import os
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any, Final

from sqlalchemy import func, select

from adapters.discord import post as discord_post
from adapters.slack import post as slack_post
from bot.app import open_app
from bot.deliveries import Delivery
from bot.outbox import draining
from bot.store import connection, outbox
from bot.store.tables import deliveries
from config.settings import only
from tests.outbox_child import DELIVER

DIED: Final = 77  # the exit code
OFTEN: Final = 2  # that one line counts as a step
PATH: Final = frozenset(str(one.__file__) for one in (draining, outbox, slack_post, discord_post))
BELOW: Final = frozenset({str(connection.__file__)})
ENDS: Final = ("sent", "dead", "held", "gone")


def run(platform: str, channel: str, data: Path, given: dict[str, Any], at: int, *, lines: bool) -> None:
    """Posts what is owed to the channel, and is gone at that step; 0 is the exit code where the way is shorter.

    A step is a line of the code that sends, down to the transactions, with whatever line called it, each time it is
    reached until the third; or, where ``lines`` is False, one before or after which it waits for something, above them.
    """
    logging.disable(logging.CRITICAL)
    sys.settrace(Death(at, lines=lines).entered)
    asyncio.run(_run(platform, channel, data, given))
    os._exit(0)


class Death:
    """Counts steps."""

    def __init__(self, at: int, *, lines: bool) -> None:
        self._left = at
        self._lines = lines
        self._reached: Counter[object] = Counter()
        self._path = PATH | BELOW if lines else PATH

    def entered(self, frame: FrameType, _event: str, _argument: object) -> Any:
        """A function is entered, or gone on with."""
        if frame.f_code.co_filename not in self._path:
            return None
        waited = False

        def stepped(frame: FrameType, event: str, _argument: object) -> Any:
            nonlocal waited
            if event == "line":
                line = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
                waits = "await" in line or "async with" in line
                if self._is_new(frame) if self._lines else waits or waited:
                    self._step()
                waited = waits
            return stepped

        return stepped

    def _is_new(self, frame: FrameType) -> bool:
        """Whether this line was reached less often from where it is reached now; what is polled comes to an end."""
        outer = frame.f_back
        while outer is not None and outer.f_code.co_filename not in PATH:
            outer = outer.f_back
        caller = (outer.f_code, outer.f_lineno) if outer else None
        self._reached[frame.f_code, frame.f_lineno, caller] += 1
        return self._reached[frame.f_code, frame.f_lineno, caller] <= OFTEN

    def _step(self) -> None:
        self._left -= 1
        if self._left < 0:
            os._exit(DIED)


async def _run(platform: str, channel: str, data: Path, given: dict[str, Any]) -> None:
    stop = asyncio.Event()
    async with open_app(only(data_dir=data, **given)) as app:
        due, expired = app.store.outbox.due, app.store.outbox.expired

        async def my_due(*args: Any) -> tuple[Delivery, ...]:
            return tuple(one for one in await due(platform, 1000, *args[2:]) if one.place.channel == channel)

        async def my_expired(*_: Any) -> tuple[Delivery, ...]:
            return tuple(one for one in await expired(platform) if one.place.channel == channel)

        app.store.outbox.due = my_due  # type: ignore[method-assign,assignment]  # others' are left alone
        app.store.outbox.expired = my_expired  # type: ignore[method-assign,assignment]  # as above
        work = asyncio.create_task(DELIVER[platform](app, stop))
        mine = select(func.count()).where(deliveries.c.channel == channel, deliveries.c.state.not_in(ENDS))
        while True:  # not by way of the store, whose lines are steps
            async with app.store._database._reading.connect() as reading:
                if not await reading.scalar(mine):
                    break
            await asyncio.sleep(0.02)
        stop.set()
        await work
