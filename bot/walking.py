"""Walks over the corpus for rules: every paper that may match one of them, and few others."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Final

from bot.errors import StoreError
from bot.lookup import Damaged, Index
from bot.models import Paper
from bot.query import Query
from bot.store import Store

BATCH: Final = 250  # papers: few ms of reading on the event loop, then matching beside it
ORDERED: Final = 20_000  # papers that are put in the order of their ids; among more, one is soon met


class Walking:
    """Papers among which are all that match a rule.

    Args:
        store: the papers.
        index: what knows which of them may match; without it, every walk is one over all papers.
        ready: brings the index up to date as far as there is time, and says whether it is this store's.
    """

    def __init__(
        self, store: Store, index: Index | None = None, ready: Callable[[], Awaitable[bool]] | None = None
    ) -> None:
        self._store = store
        self._index = index
        self._ready = ready

    async def papers(self, *queries: Query) -> AsyncIterator[Sequence[Paper]]:
        """In batches, by seq: every paper that matches any of the rules, and others."""
        seqs, after = await self._may_match(queries)
        for some in (seqs[at : at + BATCH] for at in range(0, len(seqs), BATCH)):
            yield tuple((await self._store.papers(some)).values())
        async for papers in self._store.everything(after=after, batch=BATCH):
            yield papers

    async def ring(self, start: str, upto: int, query: Query | None) -> AsyncIterator[Sequence[Paper]]:
        """In batches, as Plans.ring() has them, the papers up to a seq among which are all that match the rule."""
        seqs, after = await self._may_match([query] if query else [])
        if after < upto or len(seqs) > ORDERED:
            async for papers in self._store.plans.ring(start, upto):
                yield papers
            return
        ids = await self._store.plans.ids([seq for seq in seqs if seq <= upto])
        order = sorted(ids, key=lambda seq: (ids[seq] < start, ids[seq]))
        for some in (order[at : at + BATCH] for at in range(0, len(order), BATCH)):
            yield tuple((await self._store.papers(some)).values())

    async def _may_match(self, queries: Sequence[Query]) -> tuple[Sequence[int], int]:
        """The seqs, ascending, of papers up to some seq that may match, and that seq; beyond it, any may."""
        if self._index is None or not queries or (self._ready and not await self._is_ready(self._ready)):
            return (), 0
        found: set[int] = set()
        marks = set()
        for query in queries:
            try:
                seqs, mark = await asyncio.to_thread(self._index.holding, query)
            except Damaged:
                return (), 0
            marks.add(mark)
            if seqs is None or len(marks) > 1:  # written meanwhile: these are of two states
                return (), 0
            found.update(seqs)
        mark = marks.pop()
        found.update(await self._store.changed(mark.change))
        return sorted(seq for seq in found if seq <= mark.seq), mark.seq

    async def _is_ready(self, ready: Callable[[], Awaitable[bool]]) -> bool:
        try:
            return await ready()
        except StoreError:  # no index, and none can be made: the store alone answers
            return False
