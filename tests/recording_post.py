"""A post that takes whatever it is given, and an outbox that drains into it."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from bot.deliveries import Delivery, Look, Missing, Outcome, Sent
from bot.message import Card, Message
from bot.models import Place
from bot.outbox import Timings, drain
from bot.store import Store

QUICK = Timings(send_timeout_s=0.5, lease_s=3, reconcile_wait_s=1)


class RecordingPost:
    """Takes what it is given, or does what the next outcome for the place's channel says."""

    button_length = 30

    def __init__(self) -> None:
        self.sent: list[Delivery] = []
        self.looked: list[Delivery] = []
        self.at: list[float] = []
        self.outcomes: dict[str, list[Outcome | Exception | float]] = defaultdict(list)
        self.looks: list[Look] = []
        self.unfit: set[str] = set()

    def render(self, delivery: Delivery) -> Mapping[str, Any]:
        if delivery.place.channel in self.unfit:
            raise RuntimeError("a fault of ours")
        return {"text": delivery.message.text, "size": delivery.size}

    def parts(self, delivery: Delivery) -> tuple[Message, ...]:
        more = () if delivery.thread else delivery.message.cards[1:]
        return tuple(Message(card.title, private=False) for card in more)

    async def send(self, delivery: Delivery) -> Outcome:
        self.sent.append(delivery)
        self.at.append(asyncio.get_running_loop().time())
        outcomes = self.outcomes[delivery.place.channel]
        outcome = outcomes.pop(0) if outcomes else Sent(f"ts-{delivery.id}")
        if isinstance(outcome, Exception):
            raise outcome
        if isinstance(outcome, float):
            await asyncio.sleep(outcome)
            return Sent("late")
        return outcome

    async def look(self, delivery: Delivery) -> Look:
        self.looked.append(delivery)
        return self.looks.pop(0) if self.looks else Missing()

    async def direct(self, place: Place, user: str) -> Place | None:
        return None if user == "left" else Place("slack", place.team, f"D-{user}")

    async def name(self, place: Place) -> str:
        return f"#{place.channel}"

    def texts(self) -> list[str]:
        return [one.message.text for one in self.sent]


@asynccontextmanager
async def draining(
    store: Store, post: RecordingPost, timings: Timings = QUICK
) -> AsyncIterator[asyncio.Event]:
    stop = asyncio.Event()
    task = asyncio.create_task(drain(store, "slack", post, timings, stop))
    try:
        yield stop
    finally:
        stop.set()
        await task


async def owe(
    store: Store, text: str, channel: str = "C1", *cards: str, since: datetime | None = None
) -> None:
    message = Message(text, cards=tuple(map(Card, cards)), private=False)
    now = since or datetime.now(UTC)
    assert await store.outbox.owe(text, Place("slack", "T1", channel), "post", message, now=now)


async def settled(store: Store, states: Mapping[str, str], timeout_s: float = 40) -> None:
    """Waits until the deliveries, by key, are in these states."""
    async with asyncio.timeout(timeout_s):
        while True:
            found = await store.outbox.listed(
                ["planned", "sending", "sent", "unknown", "held", "dead", "gone"]
            )
            if {one.key: one.state for one in found} == dict(states):
                return
            await asyncio.sleep(0.05)
