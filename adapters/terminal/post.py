"""What is owed to this terminal, told when somebody sits down at it."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from secrets import token_hex

from rich.console import Console

from adapters.terminal.reach import PLACE
from adapters.terminal.render import render
from bot.app import App
from bot.message import to_text
from bot.planning import plan

LEASE_S = 60.0
AT_ONCE = 10
PACE_S = 2.1  # the outbox hands out a place's messages one a second, by whole seconds


async def deliver(app: App, out: Console) -> None:
    """Plans what is due and prints what is owed here, each once."""
    await plan(app.store, datetime.now(UTC) - timedelta(seconds=PACE_S))
    outbox, owner = app.store.outbox, token_hex(8)
    while due := await outbox.due(PLACE.platform, AT_ONCE):
        for delivery in due:
            shown = replace(delivery, payload={"text": to_text(delivery.message)})
            mine = await outbox.claim(shown, owner, LEASE_S, sending=True)
            if mine is None:
                return
            out.print(render(mine.message, {}))
            out.print()
            await outbox.settle(mine, replace(mine, state="sent", external_id="shown", lease_until=None))
        await asyncio.sleep(PACE_S)
