"""Death at every step of the way of a post, one after the other, until the way is shorter: each is seen once.

The short form dies at every third place at which it waits for something, the long one at every line.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from sqlalchemy import update

from bot.deliveries import Delivery
from bot.message import Action, Card, Message
from bot.models import Invocation, Place
from bot.store import Store
from bot.store.tables import deliveries
from tests import outbox_child
from tests.slack_server import TEAM, SlackServer
from tests.torture import step_child
from tests.torture.counts import Counts
from tests.torture.stage import Server, all_sent, database, kinds, seen, serving, settings_for

AT_ONCE: Final = 6  # children
MOST: Final = 3_000  # steps of one way; none is as long
STRIDE: Final = 3  # of the short form
SECONDS: Final[dict[str, Any]] = {"send_timeout_s": 5, "lease_s": 600, "reconcile_wait_s": 1}
SINCE: Final = timedelta(seconds=2)  # that it is due
AGO_S: Final = 900  # since when a delivery in doubt is so: nobody waits any more

SENTENCE: Final = Message("Turnips", private=False)
LONG_QUERY: Final = Invocation.of("find", query="turnips " * 200)  # which a button cannot carry
DIGEST: Final = Message(
    "Twelve new papers",
    cards=tuple(Card(f"Turnips {number}", actions=(Action("Show", LONG_QUERY),)) for number in range(12)),
    private=False,
)


@dataclass(frozen=True)
class Way:
    """One way that a delivery may take.

    Attributes:
        platform: where.
        message: what is owed.
        doubt: whether another process has died over it: before the platform had it, or afterwards.
        fate: what happens to the first post.
        seen: how many messages people see of it in the end.
    """

    platform: str
    message: Message = SENTENCE
    doubt: str = ""
    fate: str = "ok"
    seen: int = 1


SHORT: Final = (Way("slack"), Way("discord"))
LONG: Final = (
    *SHORT,
    Way("slack", message=DIGEST, seen=2),
    Way("slack", doubt="before"),
    Way("slack", doubt="after"),
    Way("slack", fate="429"),
    Way("slack", fate="refused"),
    Way("discord", message=DIGEST),
    Way("discord", doubt="before"),
    Way("discord", doubt="after"),
    Way("discord", fate="429"),
    Way("discord", fate="refused"),
)


def run(*, long: bool) -> Counts:
    """Every way, on every database."""
    return asyncio.run(_all(long=long))


async def _all(*, long: bool) -> Counts:
    counts: Counter[str] = Counter({"ways": 0, "deaths": 0, "lost": 0, "doubled": 0})
    for kind in kinds() if long else ("sqlite",):
        for way in LONG if long and kind == "sqlite" else SHORT:
            counts += Counter(await _walked(kind, way, lines=long))
            counts["ways"] += 1
    assert counts["lost"] == counts["doubled"] == 0, counts
    assert counts["deaths"] > 10 * counts["ways"], counts
    return {name: counts[name] for name in ("ways", "deaths", "lost", "doubled")}


async def _walked(kind: str, way: Way, *, lines: bool) -> dict[str, int]:
    """One child dies at the first step, the next at the second, and so on; then one lives."""
    async with database(kind) as (url, folder, store), serving(way.platform) as server:
        given = settings_for(server, database=url, **SECONDS)
        start = _starter(way, folder, given, lines=lines)
        died = 0
        stride, owed = 1 if lines else STRIDE, list[int]()
        for first in range(0, MOST, AT_ONCE * stride):
            steps = range(first, first + AT_ONCE * stride, stride)
            owed += steps
            for step in steps:
                await _owe(store, server, way, step)
            children = [start(step) for step in steps]
            for child in children:
                await asyncio.to_thread(child.join)
            codes = [child.exitcode for child in children]
            assert set(codes) <= {0, step_child.DIED}, codes
            died += codes.count(step_child.DIED)
            if 0 in codes:
                break
        else:
            raise AssertionError("the way has no end")
        await _forgive(store)
        if way.fate == "429":
            server.fates_of.clear()  # told so by hundreds of channels, it would stop asking for ten minutes
        survivor = outbox_child.started(way.platform, folder, given | {"lease_s": 30})
        try:
            await all_sent(store, 120)
        finally:
            survivor.terminate()
            await asyncio.to_thread(survivor.join, 15)
        return {"deaths": died} | _judged(server, way, owed)


def _starter(way: Way, folder: Path, given: dict[str, Any], *, lines: bool) -> Callable[[int], Any]:
    def start(step: int) -> Any:
        args = (way.platform, _place(way, step).channel, folder / "child", given, step)
        child = outbox_child.CHILDREN.Process(target=step_child.run, args=args, kwargs={"lines": lines})
        child.start()
        return child

    return start


def _place(way: Way, step: int) -> Place:
    """A channel of its own for each step, so that it is known which delivery was doubled."""
    slack = way.platform == "slack"  # whose token speaks to one workspace only
    return Place(way.platform, TEAM if slack else f"T{step}", f"C{step}" if slack else f"{step + 1}00")


async def _owe(store: Store, server: Server, way: Way, step: int) -> None:
    where = _place(way, step)
    if way.fate != "ok":
        server.fates_of[where.channel] = [way.fate]
    key = f"{where.channel}:post"
    assert await store.outbox.owe(key, where, "post", way.message, now=datetime.now(UTC) - SINCE)
    if way.doubt:
        await _died_before(store, server, way, key)


async def _died_before(store: Store, server: Server, way: Way, key: str) -> None:
    """Another process has claimed it long ago, and perhaps even sent it."""
    (one,) = [one for one in await store.outbox.due(way.platform, 10_000) if one.key == key]
    post = outbox_child.a_post(way.platform, settings_for(server))
    async with post as ready:
        payload = dict(ready.render(one))
        claimed = await store.outbox.claim(replace(one, payload=payload), "gone", 600, sending=True)
        assert claimed is not None
        if way.doubt == "after":
            await ready.send(claimed)
    await _aged(store, claimed)


async def _aged(store: Store, one: Delivery) -> None:
    """Lets its lease run out long ago."""
    past = {name: deliveries.c[name] - AGO_S for name in ("first_try", "last_try", "lease_until")}
    async with store._database.write() as connection:
        await connection.execute(update(deliveries).where(deliveries.c.id == one.id).values(past))


async def _forgive(store: Store) -> None:
    """Lets the leases of the dead run out."""
    left = update(deliveries).where(deliveries.c.lease_until.is_not(None))
    async with store._database.write() as connection:
        await connection.execute(left.values(lease_until=1))


def _judged(server: Server, way: Way, owed: Iterable[int]) -> dict[str, int]:
    """How many messages are missing, and how many are there too often."""
    channels: Counter[str] = Counter()
    for one in server.shown if isinstance(server, SlackServer) else server.posted:
        channels[one.channel if not isinstance(one, dict) else one["channel_id"]] += 1
    counts = [channels[_place(way, step).channel] for step in owed]
    assert sum(seen(server).values()) == sum(counts)
    lost = sum(max(way.seen - count, 0) for count in counts)
    return {"lost": lost, "doubled": sum(max(count - way.seen, 0) for count in counts)}
