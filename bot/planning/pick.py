"""The paper of the day of a place: the one stored for the date, or the one that is chosen and stored now."""

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from bot.digest import understood
from bot.models import Paper, Place
from bot.picking import Picking, eligible, ring_start
from bot.store import Store
from bot.walking import Walking

log = logging.getLogger("paperbot.planning")


@dataclass(frozen=True, slots=True)
class Picked:
    """A paper of the day.

    Attributes:
        paper: None where no paper may be one, or none is on the topic.
        anew: whether all that may be one have been, and it begins anew with this.
    """

    paper: Paper | None
    anew: bool = False


async def pick(
    store: Store,
    place: Place,
    day: date,
    topic: str = "",
    *,
    keep: bool = True,
    walking: Walking | None = None,
) -> Picked:
    """The place's paper of the day; whoever asks first, planning or a person, has it stored for all that date.

    Args:
        store: open.
        place: whose.
        day: local date there.
        topic: a query, or empty.
        keep: False to look without storing.
        walking: knows which papers may be on the topic; without it, all are gone through until one is.
    """
    picked = await store.plans.picked(place)
    kept = picked.pop(day, None)
    paper = await store.paper(kept) if kept else None
    had = await _had(store, picked)
    if paper is None or not eligible(paper):
        paper = await _chosen(store, place, day, topic, had, walking=walking or Walking(store))
        if paper is not None and keep:
            stored = await store.plans.keep_pick(place, day, paper.id, instead=kept)
            paper = paper if stored == paper.id else await store.paper(stored)
    before = had.get(paper.id, 0) if paper else 0
    return Picked(paper, 0 < before == max(had.values(), default=0))


async def _chosen(
    store: Store, place: Place, day: date, topic: str, had: Mapping[str, int], *, walking: Walking
) -> Paper | None:
    query = understood(topic) if topic else None
    if topic and query is None:
        log.warning("the topic of a place's paper of the day cannot be read", extra={"action": "plan"})
        return None
    mark = await store.mark()
    if query is not None and walking.is_barren(query, mark):
        return None
    picking = Picking(query, had)
    async for papers in walking.ring(ring_start(place, day), mark.seq, query):
        fitting = await asyncio.to_thread(picking.on_topic, papers)
        seen = await store.plans.seen(place, [one.seq for one in fitting]) if fitting else set()
        if picking.look(fitting, seen):
            break
    if query is not None and picking.best is None:
        walking.found_none(query, mark)
    return picking.best


async def _had(store: Store, picked: Mapping[date, str]) -> Counter[str]:
    """How often each paper was one, by the id it has now: joining may have given it another."""
    had = Counter(picked.values())
    known = await store.plans.known(list(had))
    for former in had.keys() - known:
        paper = await store.paper(former)
        if paper is not None:
            had[paper.id] += had[former]
    return had
