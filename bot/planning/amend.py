"""Posts mended when papers they told of change: what nobody has seen yet is rewritten, what was sent is corrected."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.amending import event, holds, struck, without
from bot.amendments import WITHDRAWN, Amendment
from bot.deliveries import Delivery
from bot.locale import DEFAULT, Words, words
from bot.parts import head
from bot.store import Mending, Store

ENDED: Final = ("sent", "dead")  # states in which a delivery stays


async def amend(store: Store, now: datetime) -> None:
    """Notes what became of papers that places were told of, and mends the posts.

    Args:
        store: open.
        now: aware, UTC.
    """
    await _notice(store, now)
    for number, some in (await store.amendments.to_mend()).items():
        delivery = await store.plans.delivery(number=number)
        mending = await _mending(store, delivery, some, now) if delivery else Mending(done=some)
        if mending is not None:
            await store.amendments.mend(mending, now)


async def _notice(store: Store, now: datetime) -> None:
    """Goes through what changed since it was last looked at."""
    amendments = store.amendments
    after, goal = await amendments.read(), (await store.mark()).change
    while after < goal:
        upto, seqs = await amendments.changed(after)
        shown = await amendments.shown(seqs)
        papers = await store.papers(sorted({one.seq for one in shown}))
        found = [
            (one, event(one, paper), paper.version if paper else one.version)
            for one in shown
            for paper in [papers.get(one.seq)]
        ]
        if not await amendments.note(after, upto, found, now):
            return
        after = upto


async def _mending(
    store: Store, delivery: Delivery, some: Collection[Amendment], now: datetime
) -> Mending | None:
    """What is to be written for one post; None while nobody knows how it ends."""
    locale, _ = await store.plans.reached(delivery.place)
    say = words(locale or DEFAULT)
    if delivery.state in ("planned", "gone") and delivery.first_try is None:
        gone = {one.shown.paper for one in some}
        count = len(await store.plans.told_by(delivery)) - len(some)
        return Mending(done=some, rewritten=(delivery, without(delivery.message, gone, count, say)))
    if delivery.state not in ENDED:
        return None
    withdrawn = [one for one in some if one.event == WITHDRAWN]
    if not withdrawn or delivery.state != "sent":
        return Mending(done=some)
    parts = await store.amendments.in_thread(delivery)
    if any(part.state not in ENDED for part in parts):
        return None
    every = await store.amendments.withdrawn(delivery.id)
    last = max(withdrawn, key=lambda one: one.n).shown.paper
    changed = (_corrected(one, every, last, say, now) for one in (delivery, *parts) if one.external_id)
    return Mending(done=some, corrections=_those(changed))


def _corrected(
    sent: Delivery, withdrawn: Collection[str], last: str, say: Words, now: datetime
) -> Delivery | None:
    """What changes the message that was sent; None where it does not show any of these papers."""
    shown = sent.message if sent.thread else head(sent.message)
    if not holds(shown, withdrawn):
        return None
    return replace(
        sent,
        id=0,
        key=f"{sent.key}:{WITHDRAWN}:{last}",
        kind="correction",
        message=struck(sent.message, withdrawn, say),
        corrects=sent.external_id,
        external_id="",
        state="planned",
        attempts=0,
        looks=0,
        first_try=None,
        last_try=None,
        not_before=now,
        payload=None,
        payload_hash="",
        error="",
    )


def _those(found: Iterable[Delivery | None]) -> tuple[Delivery, ...]:
    return tuple(one for one in found if one is not None)
