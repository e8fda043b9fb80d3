"""Telling the owner of a place that is gone, once."""

import asyncio
import logging

from bot.deliveries import Lost
from bot.locale import DEFAULT, words
from bot.message import Message
from bot.outbox.post import Post
from bot.store import Store

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
