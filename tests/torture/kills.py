"""Two instances on each platform, killed at random, against servers that fail in every way: each post is seen once."""

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

from bot.store import Store
from tests import outbox_child
from tests.torture.counts import Counts
from tests.torture.stage import (
    PLATFORMS,
    Server,
    all_sent,
    database,
    kinds,
    lost_and_doubled,
    misfortune,
    owe,
    serving,
    settings_for,
)

INSTANCES: Final = 2  # on each platform
SECONDS: Final[dict[str, Any]] = {"send_timeout_s": 0.5, "lease_s": 2, "reconcile_wait_s": 1.5}
SLOW_S: Final = 0.8  # longer than an answer is waited for
LAG_S: Final = 1.5  # of history, at most: as long as reconcile_wait_s
NONCES_KEPT_S: Final = (
    4,
    12,
)  # as the bot believes, and as Discord keeps them: both ways to find out are used


def run(*, long: bool) -> Counts:
    """Kills; and once more without the keys by which posts are known again, which must double some."""
    return asyncio.run(_all(long=long))


async def _all(*, long: bool) -> Counts:
    """All at the same time: mostly they wait."""
    shares = {"sqlite": (10_000, 1_000), "postgres": (2_000, 200)} if long else {}
    games = [_played(kind, *shares.get(kind, (40, 8)), keys=True) for kind in kinds()]
    keyless = _played("sqlite", *((1_000, 100) if long else (30, 4)), keys=False)
    *found, without = await asyncio.gather(*games, keyless)
    counts = {name: sum(one[name] for one in found) for name in found[0]}
    assert counts["lost"] == counts["doubled"] == 0, counts
    assert without["doubled"] > 0, "a doubled post would not be seen"
    return counts | {"doubled without keys": without["doubled"]}


async def _played(kind: str, owed: int, kills: int, *, keys: bool) -> dict[str, int]:
    """So many posts and kills, shared out among the platforms."""
    async with database(kind) as (url, folder, store), AsyncExitStack() as stack:
        servers = {
            one: await stack.enter_async_context(serving(one, slow_s=SLOW_S, lag_s=LAG_S))
            for one in PLATFORMS
        }
        share, killed = owed // len(servers), kills // (len(servers) * INSTANCES)
        games = [
            _game(store, one, server, (url, folder, share, killed, keys)) for one, server in servers.items()
        ]
        found = await asyncio.gather(*games)
        lost, doubled = (sum(numbers) for numbers in zip(*found, strict=True))
        return {"kills": killed * len(servers) * INSTANCES, "owed": owed, "lost": lost, "doubled": doubled}


async def _game(
    store: Store, platform: str, server: Server, how: tuple[str, Path, int, int, bool]
) -> tuple[int, int]:
    url, folder, owed, kills, keys = how
    dice, texts = random.Random(20261201), [f"Turnips {number}" for number in range(owed)]
    server.fates = misfortune(dice, owed)
    if platform == "discord":
        server.nonces_kept_s = NONCES_KEPT_S[1]  # type: ignore[union-attr]  # it is Discord's
    await owe(store, platform, texts, max(owed // 5, 20))
    given = settings_for(server, database=url, **SECONDS)
    how_: dict[str, Any] = {"keys": keys, "nonces_kept_s": NONCES_KEPT_S[0]}

    def start() -> Any:
        return outbox_child.started(platform, folder / platform, given, **how_)

    left = await asyncio.gather(*(_reaped(server, dice, start, kills) for _ in range(INSTANCES)))
    try:
        await all_sent(store, 60 + owed)
    finally:
        await _ended(left)
    return lost_and_doubled(server, texts)


async def _reaped(server: Server, dice: random.Random, start: Any, kills: int) -> Any:
    """Kills one instance after the other; gives the last one, which lives."""
    child = start()
    for _ in range(kills):
        await _struck(server, dice)
        child.kill()
        await asyncio.to_thread(child.join)
        child = start()
    return child


async def _struck(server: Server, dice: random.Random) -> None:
    """Waits for a random moment: mostly one right after a post came in."""
    await asyncio.sleep(dice.uniform(0.1, 0.4))
    before, until = len(server.calls), time.monotonic() + dice.uniform(0.05, 0.5)
    while len(server.calls) == before and time.monotonic() < until:  # noqa: ASYNC110 - another process does it
        await asyncio.sleep(0.002)
    await asyncio.sleep(dice.choice([0, 0.002, 0.01, 0.05]))


async def _ended(children: Sequence[Any]) -> None:
    for child in children:
        child.terminate()
    for child in children:
        await asyncio.to_thread(child.join, 10)
        child.kill()
