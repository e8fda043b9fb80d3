"""What is owed to this terminal, told when somebody sits down at it, and while they sit there."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from secrets import token_hex
from typing import Final

from rich.console import Console

from adapters.terminal.reach import PLACE
from adapters.terminal.render import render
from bot.app import App
from bot.deliveries import Delivery, DeliveryState, Sent
from bot.message import to_text
from bot.outbox import Timings, next_state
from bot.planning import Rulebook, plan
from bot.store import Store

AT_ONCE = 10
PACE_S = 2.1  # the outbox hands out a place's messages one a second, by whole seconds
WAITING: Final[tuple[DeliveryState, ...]] = ("planned",)
LOOKS = 6  # for what is due within that time


def _nothing() -> None:
    """What is done before the first thing is printed, where nobody says otherwise."""


async def deliver(
    app: App, out: Console, rulebook: Rulebook | None = None, *, before: Callable[[], None] = _nothing
) -> bool:
    """Plans what is due and prints what is owed here, each once; gives whether anything was.

    Args:
        app: the bot.
        out: where it is printed.
        rulebook: keeps the rules from one time to the next.
        before: called once before anything is printed.
    """
    await plan(app.store, datetime.now(UTC) - timedelta(seconds=PACE_S), rulebook=rulebook)
    told = False
    settings, outbox, owner = app.settings, app.store.outbox, token_hex(8)
    timings = Timings(settings.send_timeout_s, settings.lease_s, settings.reconcile_wait_s)
    while due := await _due(app.store):
        for delivery in due:
            shown = replace(delivery, payload={"text": to_text(delivery.message)})
            mine = await outbox.claim(shown, owner, settings.lease_s, sending=True)
            if mine is None:
                return told
            if not told:
                before()
            told = True
            if not mine.corrects:  # what is on the screen stays as it is
                out.print(render(mine.message, {}))
                out.print()
            await outbox.settle(mine, next_state(mine, Sent("shown"), await outbox.now(), timings))
        await asyncio.sleep(PACE_S)
    return told


async def _due(store: Store) -> tuple[Delivery, ...]:
    """What is to be printed, also what a command has just owed, which may be due only with the next second."""
    for _ in range(LOOKS):
        if due := await store.outbox.due(PLACE.platform, AT_ONCE):
            return due
        soon = await store.outbox.now() + timedelta(seconds=PACE_S)
        waiting = await store.outbox.listed(WAITING)
        if not any(one.place == PLACE and one.not_before <= soon for one in waiting):
            break
        await asyncio.sleep(PACE_S / LOOKS)
    return ()
