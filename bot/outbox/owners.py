"""Telling the owner of a place that is gone, or of a subscription that has long been silent, once."""

import asyncio
import logging
from datetime import timedelta
from typing import Final

from bot.deliveries import Lost
from bot.locale import DEFAULT, words
from bot.message import Action, Message
from bot.models import Invocation
from bot.outbox.post import Post
from bot.store import Store
from bot.subscriptions import Subscription

SILENT: Final = timedelta(days=30)  # without a match, after which the owner is told once
AT_ONCE: Final = 5  # subscriptions; whatever is to be sent waits for them

log = logging.getLogger("paperbot.outbox")


async def tell_owner(store: Store, post: Post, lost: Lost, timeout_s: float) -> None:
    """Owes the owner of a place that is gone a word about it; what hinders it now is tried again soon."""
    try:
        async with asyncio.timeout(timeout_s):
            direct = await post.direct(lost.place, lost.owner)
            name = await post.name(lost.place)
    except Exception as error:  # noqa: BLE001 - see above
        log.debug("an owner is not told yet: %s", type(error).__name__, extra={"action": "outbox"})
        return
    if direct is not None and direct != lost.place:
        said = words(lost.locale or DEFAULT)("outbox-gone", place=name, reason=lost.reason)
        where = f"{lost.place.platform}:{lost.place.team}:{lost.place.channel}"
        key = f"{where}:gone:{lost.since:%Y%m%dT%H%M%S}"
        await store.outbox.owe(key, direct, "notice", Message(said, private=False), now=lost.since)
    await store.outbox.told(lost.place)


async def tell_silence(store: Store, post: Post, platform: str, timeout_s: float, team: str = "") -> None:
    """Owes the owners of subscriptions that have matched nothing for 30 days a word about it, privately.

    With ``team`` only those of that one.
    """
    now = await store.outbox.now()
    for one in await store.subscriptions.unheard(platform, now - SILENT, AT_ONCE, team):
        locale, _ = await store.plans.reached(one.place)
        try:
            async with asyncio.timeout(timeout_s):
                direct = await post.direct(one.place, one.owner) if one.owner else None
                name = await post.name(one.place)
        except Exception as error:  # noqa: BLE001 - as above
            log.debug("an owner is not told yet: %s", type(error).__name__, extra={"action": "outbox"})
            continue
        if direct is not None:
            where = f"{one.place.platform}:{one.place.team}:{one.place.channel}"
            key = f"{where}:silent:{one.id}:{one.heard:%Y%m%dT%H%M%S}"
            since = await store.subscriptions.last_before(now - SILENT)
            came = (await store.mark()).seq > since
            said = _silence(one, name if direct != one.place else "", locale, came=came)
            await store.outbox.owe(key, direct, "notice", said, now=now)
        await store.subscriptions.silence_told(one, now)


def _silence(one: Subscription, where: str, locale: str, *, came: bool) -> Message:
    """That a subscription has long matched nothing, and what to do about it."""
    say = words(locale or DEFAULT)
    told: dict[str, str | int] = {
        "query": one.query,
        "place": where or say("where-direct"),
        "id": one.id,
        "days": SILENT.days,
    }
    labels = {"edit": "button-edit", "pause": "button-pause", "unsubscribe": "button-remove"}
    return Message(
        say("silent-no-match" if came else "silent-no-papers", **told),
        actions=tuple(
            Action(say(label), Invocation.of(name, subscription=one.id)) for name, label in labels.items()
        ),
        private=False,
    )
