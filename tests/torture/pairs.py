"""Two clocks and two of each adapter on one database, of either kind: as one."""

import asyncio
import json
import random
from collections import Counter
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, get_args

from bot.app import App, open_app
from bot.deliveries import DeliveryState
from bot.ingest import ingest
from bot.subscriptions import Subscription
from config.settings import only
from tests import outbox_child
from tests.torture import pair_child
from tests.torture.counts import Counts
from tests.torture.stage import (
    PLATFORMS,
    Server,
    all_sent,
    database,
    everything,
    kinds,
    misfortune,
    place,
    serving,
    settings_for,
)

LONG, SHORT = (40, 5), (4, 1)  # places on each platform; ingests, of two papers each
SECONDS: Final[dict[str, Any]] = {
    "tick_s": 0.5,
    "send_timeout_s": 1,
    "lease_s": 3,
    "reconcile_wait_s": 1.5,
}
SLOW_S: Final = 1.5
STATES: Final[tuple[DeliveryState, ...]] = get_args(DeliveryState)
INSTANT: Final = 5  # posts a place and day that go out at once


def run(*, long: bool) -> Counts:
    """Papers come in while both plan and post; every place hears of every paper once."""
    return asyncio.run(_all(*(LONG if long else SHORT)))


async def _all(places: int, ingests: int) -> Counts:
    found = await asyncio.gather(*(_together(kind, places, ingests) for kind in kinds()))
    counts = Counter[str]()
    for one in found:
        counts.update(one)
    assert counts["lost"] == counts["doubled"] == 0, counts
    return counts | {"lost": 0, "doubled": 0}


async def _together(kind: str, places: int, ingests: int) -> dict[str, int]:
    """One database, one instance that only ingests, and two that do all the rest."""
    assert ingests <= INSTANT, "what is more joins the daily post"
    dice = random.Random(4)
    async with database(kind) as (url, folder, store), AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(serving(one, slow_s=SLOW_S)) for one in PLATFORMS]
        given: dict[str, Any] = {"database": url, **SECONDS}
        for server in servers:
            server.fates = misfortune(dice, places * ingests)
            given |= settings_for(server)
        app = await stack.enter_async_context(open_app(only(data_dir=folder / "home", **given)))
        where = [place(platform, number) for platform in PLATFORMS for number in range(places)]
        for number, one in enumerate(where):
            await app.store.subscriptions.add(_rule(f"s{number:07}", one))
        children = [_started(folder / f"child{number}", given) for number in range(2)]
        try:
            for number in range(ingests):
                await _brought(app, folder, number)
                await _planned(app, len(where) * (number + 1))
            await all_sent(store, 300)
        finally:
            for child in children:
                child.terminate()
            for child in children:
                await asyncio.to_thread(child.join, 15)
        lost, doubled = _heard(servers, places, 2 * ingests)
        return {"places": len(where), "papers": 2 * ingests, "lost": lost, "doubled": doubled}


def _started(data: Path, given: dict[str, Any]) -> Any:
    child = outbox_child.CHILDREN.Process(target=pair_child.run, args=(data, given))
    child.start()
    return child


def _rule(name: str, where: Any) -> Subscription:
    now = datetime.now(UTC)
    return Subscription(
        id=name, place=where, query="turnips", cadence="instant", owner="U1", created=now, heard=now
    )


async def _brought(app: App, folder: Path, number: int) -> None:
    """Two papers that everybody asked for."""
    titles = [_title(2 * number), _title(2 * number + 1)]
    listed = [
        {"title": one, "abstract": f"We grow turnips of kind {one}.", "author": f"{one} Author"}
        for one in titles
    ]
    file = folder / f"icml2026-{number}.json"
    file.write_text(json.dumps(listed), encoding="utf-8")
    await ingest(app.store, app.index, [file])


def _title(number: int) -> str:
    words = ("Amber", "Birch", "Cedar", "Dahlia", "Elder", "Fennel", "Ginger", "Hazel", "Iris", "Juniper")
    return f"{words[number]} Turnips"


async def _planned(app: App, count: int) -> None:
    """Waits until every place has its post of that ingest in the outbox."""
    async with asyncio.timeout(120):
        while len(await app.store.outbox.listed(STATES, 10_000)) < count:  # noqa: ASYNC110 - others do it
            await asyncio.sleep(0.2)


def _heard(servers: list[Server], places: int, papers: int) -> tuple[int, int]:
    """How often a place has not heard of a paper, and how often it has heard once too much."""
    times = Counter[tuple[str, int]]()
    for server in servers:
        for channel, said in everything(server):
            times.update((channel, number) for number in range(papers) if _title(number) in said)
    wanted = len(servers) * places * papers
    return wanted - len(times), sum(times.values()) - len(times)
