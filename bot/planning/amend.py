"""Posts mended when papers they told of change: what nobody has seen yet is rewritten, what was sent is corrected."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from bot.amending import counted, event, holds, struck, voted_for, without
from bot.amendments import RETURNED, WITHDRAWN, Amendment, Shown
from bot.deliveries import Delivery
from bot.locale import DEFAULT, Words, words
from bot.message import Message
from bot.models import Paper, Place
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
        if mending is None or not await store.amendments.mend(mending, now) or delivery is None:
            continue
        for one in mending.corrections:
            if one.corrects == delivery.external_id:
                await _catch_up(store, delivery, one.message, now)


async def _notice(store: Store, now: datetime) -> None:
    """Goes through what changed since it was last looked at."""
    amendments = store.amendments
    after, goal = await amendments.read(), (await store.mark()).change
    while after < goal:
        upto, seqs = await amendments.changed(after)
        found = await _found(store, await amendments.shown(seqs))
        news = [(one, what, version) for one, what, version in found if what or version != one.version]
        if not await amendments.note(after, upto, news, now):
            return
        after = upto
    if returned := await amendments.returned():
        await amendments.take_back(await _found(store, returned), now)


async def _found(store: Store, shown: Collection[Shown]) -> list[tuple[Shown, str, int]]:
    """What became of papers that were told of, and their versions now."""
    papers = await store.papers(sorted({one.seq for one in shown}))
    return [
        (one, event(one, paper), paper.version if paper else one.version)
        for one in shown
        for paper in [papers.get(one.seq)]
    ]


async def _mending(
    store: Store, delivery: Delivery, some: Collection[Amendment], now: datetime
) -> Mending | None:
    """What is to be written for one post; None while nobody knows how it ends."""
    locale, _ = await store.plans.reached(delivery.place)
    say = words(locale or DEFAULT)
    if delivery.state in ("planned", "gone") and delivery.first_try is None:
        gone = {one.shown.paper for one in some if one.event != RETURNED}
        if not gone:
            return Mending(done=some)
        count = len(await store.plans.told_by(delivery)) - len(gone)
        return Mending(done=some, rewritten=(delivery, without(delivery.message, gone, count, say)))
    if delivery.state not in ENDED:
        return None
    visible = [one for one in some if one.event in (WITHDRAWN, RETURNED)]
    if not visible or delivery.state != "sent":
        return Mending(done=some)
    parts = await store.amendments.in_thread(delivery)
    if any(part.state not in ENDED for part in parts):
        return None
    every = await store.amendments.withdrawn(delivery.id)
    shown = await _as_now(store, delivery, say)
    last = max(visible, key=lambda one: one.n)
    name = f"{last.event}:{last.shown.paper}:{last.n}"
    changing = every | {one.shown.paper for one in visible}
    now_shown = ((delivery, shown), *((part, struck(part.message, every, say)) for part in parts))
    changed = [
        _correction(one, message, name, now)
        for one, message in now_shown
        if one.external_id and holds(one.message if one.thread else head(one.message), changing)
    ]
    return Mending(done=some, corrections=changed)


async def recount(store: Store, place: Place, paper: Paper, now: datetime) -> None:
    """Lets the post with a paper of the day show how many votes it has, where that post was sent.

    Args:
        store: open.
        place: where.
        paper: which.
        now: aware, UTC.
    """
    told = (await store.plans.told(place, [paper.seq])).get(paper.seq)
    sent = await store.plans.delivery(number=told.delivery) if told and told.delivery else None
    if sent is None or sent.state != "sent" or not sent.external_id or not voted_for(sent.message):
        return
    await _catch_up(store, sent, None, now)


async def _catch_up(store: Store, sent: Delivery, said: Message | None, now: datetime) -> None:
    """Corrects a post until it shows what there is: others may vote, or withdraw papers, at the same moment.

    Args:
        store: open.
        sent: the post.
        said: what its last correction says; None where none was made.
        now: aware, UTC.
    """
    locale, _ = await store.plans.reached(sent.place)
    say, number = words(locale or DEFAULT), 0
    while (shown := await _as_now(store, sent, say)) != said:
        name = f"votes:{now:%Y%m%dT%H%M%S.%f}:{number}"
        await store.amendments.correct(_correction(sent, shown, name, now), now)
        said, number = shown, number + 1


async def _as_now(store: Store, sent: Delivery, say: Words) -> Message:
    """What a post shows now: which papers were withdrawn since, and how many votes there are."""
    shown = struck(sent.message, await store.amendments.withdrawn(sent.id), say)
    paper = voted_for(shown)
    return counted(shown, paper, await store.votes.count(sent.place, paper), say) if paper else shown


def _correction(sent: Delivery, message: Message, name: str, now: datetime) -> Delivery:
    """What changes the message that was sent."""
    return Delivery(
        id=0,
        key=f"{sent.key}:{name}",
        place=sent.place,
        kind="correction",
        message=message,
        silent=True,
        not_before=now,
        size=sent.size,
        thread=sent.thread,
        corrects=sent.external_id,
    )
