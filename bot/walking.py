"""Walks over the corpus for rules: every paper that may match one, and few others."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import reduce
from typing import Final

import numpy as np
import numpy.typing as npt

from bot.errors import StoreError
from bot.lookup import Damaged, Index
from bot.matching import stands_in
from bot.models import Mark, Paper
from bot.query import And, Or, Phrase, Query, Tree, Years, every_term
from bot.query.tree import FieldName
from bot.store import Store

BATCH: Final = 250  # papers: few ms of reading on the event loop, then matching beside it
ORDERED: Final = 20_000  # papers that are put in the order of their ids; among more, one is soon met
BARREN: Final = 256  # rules of which is remembered that no paper was found for them

Seqs = npt.NDArray[np.int64]

_AROUND: Final[tuple[FieldName, ...]] = (
    "venue",
    "category",
    "source",
)  # of which the store knows who has what


class Walking:
    """Papers among which are all that match a rule.

    Args:
        store: the papers.
        index: what knows which of them may have some words; without it, any may.
        ready: brings the index up to date as far as there is time, and says whether it is this store's.
    """

    def __init__(
        self, store: Store, index: Index | None = None, ready: Callable[[], Awaitable[bool]] | None = None
    ) -> None:
        self._store = store
        self._index = index
        self._ready = ready
        self._barren: dict[Query, Mark] = {}

    async def may_match(self, query: Query) -> Sequence[int]:
        """The seqs, ascending, of papers among which are all that match; a range where any paper may."""
        upto = (await self._store.mark()).seq
        found = await self._of(query.tree, upto)
        return range(1, upto + 1) if found is None else found[found <= upto].tolist()

    async def papers(self, seqs: Sequence[int]) -> AsyncIterator[Sequence[Paper]]:
        """These papers in batches, without those that are no longer there."""
        for some in (seqs[at : at + BATCH] for at in range(0, len(seqs), BATCH)):
            yield list((await self._store.papers(some)).values())

    async def ring(self, start: str, upto: int, query: Query | None) -> AsyncIterator[Sequence[Paper]]:
        """In batches, as Plans.ring() has them, the papers up to a seq among which are all that match the rule."""
        seqs = await self.may_match(query) if query else range(upto)
        if isinstance(seqs, range) or len(seqs) > ORDERED:
            async for met in self._store.plans.ring(start, upto):
                yield met
            return
        ids = await self._store.plans.ids([seq for seq in seqs if seq <= upto])
        async for papers in self.papers(sorted(ids, key=lambda seq: (ids[seq] < start, ids[seq]))):
            yield papers

    def is_barren(self, query: Query, mark: Mark) -> bool:
        """Whether no paper was found for a rule when the corpus was as it is now."""
        return self._barren.get(query) == mark

    def found_none(self, query: Query, mark: Mark) -> None:
        """Remembers that, for whoever asks again."""
        while len(self._barren) >= BARREN:
            del self._barren[next(iter(self._barren))]
        self._barren[query] = mark

    async def _of(self, tree: Tree, upto: int) -> Seqs | None:
        """The papers that may match; None for any."""
        if not any(isinstance(term, Years) or term.field in _AROUND for term, _ in every_term(tree)):
            return await self._holding(tree, upto)
        match tree:
            case And(terms) | Or(terms):
                parts = [await self._of(term, upto) for term in terms]
                known = [one for one in parts if one is not None]
                if isinstance(tree, And):
                    return reduce(np.intersect1d, known) if known else None
                return reduce(np.union1d, known) if len(known) == len(parts) else None
            case Years(first, last):
                return _array(await self._store.facts.of_years(first, last))
            case Phrase():
                return await self._around(tree)
            case _:
                return None

    async def _around(self, phrase: Phrase) -> Seqs:
        """The papers with a venue, keywords or a source in which the phrase stands."""
        facts = self._store.facts

        def fitting(texts: Sequence[str]) -> list[str]:
            return [text for text in texts if stands_in(phrase, text)]

        if phrase.field == "venue":
            return _array(await facts.of_venues(await asyncio.to_thread(fitting, await facts.venues())))
        if phrase.field == "category":
            kept = await facts.keywords()
            words = await asyncio.to_thread(fitting, list({word for some in kept.values() for word in some}))
            lists = [key for key, some in kept.items() if not {*some}.isdisjoint(words)]
            return _array(await facts.of_keywords(lists))
        identified = await facts.of_schemes(fitting(await facts.schemes()))
        files = await asyncio.to_thread(fitting, await self._store.files())
        return np.union1d(_array(identified), _array(await facts.of_files(files)))

    async def _holding(self, tree: Tree, upto: int) -> Seqs | None:
        """What the index knows of words, and all papers that came or changed since it was written."""
        if self._index is None or (self._ready and not await self._is_ready(self._ready)):
            return None
        try:
            seqs, mark = await asyncio.to_thread(self._index.holding, Query(tree, str(tree)))
        except Damaged:
            return None
        if seqs is None:
            return None
        known = _array(seqs)
        later = (*await self._store.changed(mark.change), *range(mark.seq + 1, upto + 1))
        return np.union1d(known[known <= mark.seq], _array(later))

    async def _is_ready(self, ready: Callable[[], Awaitable[bool]]) -> bool:
        try:
            return await ready()
        except StoreError:  # no index, and none can be made: the store alone answers
            return False


def _array(seqs: Sequence[int]) -> Seqs:
    return np.array(seqs, np.int64)
