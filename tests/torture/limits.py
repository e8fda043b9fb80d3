"""Platforms that hold the bot to their limits: nothing is sent while it was told to wait, and little is refused."""

import asyncio
import random
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from tests import outbox_child
from tests.torture.counts import Counts
from tests.torture.stage import (
    PLATFORMS,
    all_sent,
    database,
    lost_and_doubled,
    owe,
    serving,
    settings_for,
)

LONG, SHORT = (1_000, 50), (20, 10)  # posts, channels
MOST_REFUSED: Final = 100  # of Discord, in ten minutes
SPACE_S: Final = {"slack": 1.0, "discord": 1.0}  # from one message of a channel to the next
TOGETHER: Final = {"slack": (600, 60.0), "discord": (50, 1.0)}  # messages in so many seconds, of all channels
WHIM: Final = 0.05  # how often a limit is met out of the blue


@dataclass
class Limiter:
    """What a platform allows, and who did not keep to it.

    Attributes:
        platform: whose.
        refused: posts that were told to wait.
        impatient: posts that came while they had been told to wait.
    """

    platform: str
    refused: int = 0
    impatient: int = 0
    dice: random.Random = field(default_factory=lambda: random.Random(7))
    _until: dict[str, float] = field(default_factory=dict)
    _last: dict[str, float] = field(default_factory=dict)
    _all: deque[float] = field(default_factory=deque)

    def __call__(self, channel: str) -> tuple[float, bool] | None:
        """For how long a post to that channel must wait, and whether all others must, too; None where it is fine."""
        now = time.monotonic()
        for scope in ("", channel):
            if now < self._until.get(scope, 0):
                self.impatient += 1
                self.refused += 1
                return self._until[scope] - now, not scope
        most, within_s = TOGETHER[self.platform]
        while self._all and self._all[0] < now - within_s:
            self._all.popleft()
        if len(self._all) >= most:
            return self._wait("", within_s - (now - self._all[0]))
        if now - self._last.get(channel, 0) < SPACE_S[self.platform]:
            return self._wait(channel, 1.0)
        if self.dice.random() < WHIM:
            return self._wait(self.dice.choice(["", channel, channel]), float(self.dice.randrange(1, 5)))
        self._last[channel] = now
        self._all.append(now)
        return None

    def _wait(self, scope: str, seconds: float) -> tuple[float, bool]:
        self.refused += 1
        self._until[scope] = time.monotonic() + seconds
        return seconds, not scope


def run(*, long: bool) -> Counts:
    """Posts to many channels of both platforms at the same time."""
    return asyncio.run(_all(*(LONG if long else SHORT)))


async def _all(posts: int, channels: int) -> Counts:
    found = await asyncio.gather(*(_posted(one, posts, channels) for one in PLATFORMS))
    counts = {"posts": posts * len(found), "channels": channels * len(found)}
    counts["sent inside a wait"] = sum(one.impatient for one in found)
    for one in found:
        counts[f"refused by {one.platform}"] = one.refused
    assert counts["sent inside a wait"] == 0, counts
    assert counts["refused by discord"] <= MOST_REFUSED, counts
    return counts


async def _posted(platform: str, posts: int, channels: int) -> Limiter:
    texts, limiter = [f"Turnips {number}" for number in range(posts)], Limiter(platform)
    async with database("sqlite") as (url, folder, store), serving(platform) as server:
        server.limiter = limiter
        await owe(store, platform, texts, channels)
        child = outbox_child.started(platform, folder, settings_for(server, database=url))
        try:
            await all_sent(store, 900)
        finally:
            child.terminate()
            await asyncio.to_thread(child.join, 15)
        assert lost_and_doubled(server, texts) == (0, 0)
    return limiter
