"""What is owed to this terminal, told when somebody sits down at it."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from secrets import token_hex

from rich.console import Console

from adapters.terminal.reach import PLACE
from adapters.terminal.render import render
from bot.app import App
from bot.deliveries import Sent
from bot.message import to_text
from bot.outbox import Timings, next_state
from bot.planning import plan

AT_ONCE = 10
PACE_S = 2.1  # the outbox hands out a place's messages one a second, by whole seconds


async def deliver(app: App, out: Console) -> None:
    """Plans what is due and prints what is owed here, each once."""
    await plan(app.store, datetime.now(UTC) - timedelta(seconds=PACE_S))
    settings, outbox, owner = app.settings, app.store.outbox, token_hex(8)
    timings = Timings(settings.send_timeout_s, settings.lease_s, settings.reconcile_wait_s)
    while due := await outbox.due(PLACE.platform, AT_ONCE):
        for delivery in due:
            shown = replace(delivery, payload={"text": to_text(delivery.message)})
            mine = await outbox.claim(shown, owner, settings.lease_s, sending=True)
            if mine is None:
                return
            if not mine.corrects:  # what is on the screen stays as it is
                out.print(render(mine.message, {}))
                out.print()
            await outbox.settle(mine, next_state(mine, Sent("shown"), await outbox.now(), timings))
        await asyncio.sleep(PACE_S)
