"""How the ten seconds after a signal are shared out, and how work in hand ends within its share.

A part has 8 s in all: FINISH_S, then GIVE_UP_S, and CLOSE_S for its goodbyes. All parts together have GRACE_S;
what is left of the ten seconds closes the index and the database.
"""

import asyncio
from collections.abc import Iterable
from typing import Any, Final

FINISH_S: Final = 6.5  # for what is in hand
GIVE_UP_S: Final = 0.5  # for what was cancelled to come to its end
CLOSE_S: Final = 1.0  # for a goodbye to a platform; a dead line would hold it for half a minute
GRACE_S: Final = 9.0  # for all parts


async def finish(tasks: Iterable["asyncio.Task[Any]"]) -> int:
    """Waits for the tasks at most FINISH_S, then gives up those that take longer; gives how many those are."""
    hand = set(tasks)
    _, late = await asyncio.wait(hand, timeout=FINISH_S) if hand else (hand, set())
    for task in late:
        task.cancel()
    if late:
        await asyncio.wait(late, timeout=GIVE_UP_S)
    return len(late)
