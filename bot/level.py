"""Keeps the index level with the store: it may lag behind, be lost, or be another database's, and is made anew."""

import asyncio
import logging
from typing import Final

from bot.errors import StoreError
from bot.lookup import Damaged, Index, Writing
from bot.models import Mark
from bot.store import Store

log = logging.getLogger("paperbot.index")

BATCH: Final = 500  # papers read from the store at once
WRITER_PATIENCE_S: Final = 0.05  # of what runs once, for whoever else writes the index and adds the same
EMPTY_PATIENCE_S: Final = 20.0  # the same, where there is nothing yet to answer from
BEING_MADE: Final = "somebody else is making it just now"


class Level:
    """How far the index is with what the store holds.

    Args:
        store: the papers, already open.
        index: what finds them, already open.
        patience_s: how long lookups wait, from when the index begins to catch up with the store, before they
            answer from what is there; None waits to the end, as a command that runs once should.
    """

    def __init__(self, store: Store, index: Index, patience_s: float | None) -> None:
        self._store = store
        self._index = index
        self._patience_s = patience_s
        self._mark = Mark(0, 0)
        self._ours = False  # whether the index is known to be of this store
        self._catching_up: asyncio.Task[None] | None = None
        self._waited_out = 0.0  # when lookups stop waiting for it, by the event loop's clock

    @property
    def mark(self) -> Mark:
        """The store's, when last asked for."""
        return self._mark

    async def reach(self) -> None:
        """Brings the index to where the store is, however long that takes.

        Raises:
            StoreError: there is no index, and none can be made.
        """
        if not await self._is_level():
            await self._catch_up(None)

    async def wait(self) -> None:
        """Waits as long as patience allows; an index behind is served as it is, an empty one is waited for.

        Raises:
            StoreError: there is no index, and none can be made.
        """
        if not await self._is_level():
            await self._catch_up(None if self._index.mark.seq == 0 else self._patience_s)

    async def is_ours(self) -> bool:
        """Whether the index is this store's, once waited for; it may be behind all the same.

        Raises:
            StoreError: there is no index, and none can be made.
        """
        await self.wait()
        return self._ours

    async def close(self) -> None:
        """Stops what goes on in the background; the index keeps its last commit."""
        if self._catching_up and not self._catching_up.done():
            self._catching_up.cancel()
            await asyncio.wait({self._catching_up})

    async def _catch_up(self, patience_s: float | None) -> None:
        clock = asyncio.get_running_loop().time
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = asyncio.create_task(self._write_index(), name="index")
            self._waited_out = clock() + (self._patience_s or 0.0)
        task = self._catching_up
        # A lookup that comes while it goes on is held up by what is left: else each would be slow until the end.
        left_s = None if patience_s is None else max(self._waited_out - clock(), 0.0)
        await asyncio.wait({task}, timeout=left_s)
        failed = task.exception() if task.done() and not task.cancelled() else None
        if self._index.mark.seq == 0 and (await self._store.mark()).seq > 0:
            raise failed or StoreError("index-unusable", reason=BEING_MADE)
        if failed is not None:  # the last commit still answers
            log.warning("index stays behind: %s", failed, extra={"action": "index"})

    async def _is_level(self) -> bool:
        """Whether the index holds what the store does; whether it is this store's at all is asked once."""
        if self._index.is_behind:
            # Taking a commit up costs tens of milliseconds, which must not hold the event loop.
            await asyncio.to_thread(lambda: self._index.mark)
        if not self._ours and not await self._is_made_from_it():
            return False
        self._ours = True
        self._mark = await self._store.mark()
        return self._mark == self._index.mark

    async def _is_made_from_it(self) -> bool:
        """False for an index that was made from another database: it is ahead, or its last paper is another."""
        have, goal = self._index.mark, await self._store.mark()
        if have.seq > goal.seq or have.change > goal.change:
            return False
        last = (await self._store.papers([have.seq])).get(have.seq)
        return last is None or self._index.holds(last) or have.seq in await self._store.changed(have.change)

    async def _write_index(self) -> None:
        """Adds to the index what it lacks; leaves it to whoever else holds its writer.

        Raises:
            StoreError: the disk or the folder would not take it.
        """
        try:
            if not await self._is_made_from_it():
                await asyncio.to_thread(self._index.clear)
            # Whoever serves does not wait for an ingest, which may write for half a minute.
            busy_s = WRITER_PATIENCE_S if self._patience_s is None else 0.0
            wait_s = EMPTY_PATIENCE_S if self._index.mark.seq == 0 else busy_s
            writing = await asyncio.to_thread(self._index.writing, wait_s)
            if writing is not None:
                with writing:
                    await self._fill(writing)
        except (OSError, Damaged) as error:
            raise StoreError("index-unusable", reason=str(error)) from error

    async def _fill(self, writing: Writing) -> None:
        have, goal = self._index.mark, await self._store.mark()
        changed = await self._store.changed(have.change)
        for seqs in (changed[at : at + BATCH] for at in range(0, len(changed), BATCH)):
            papers = await self._store.papers(seqs)
            await asyncio.to_thread(writing.remove, [seq for seq in seqs if seq not in papers])
            await asyncio.to_thread(writing.add, list(papers.values()))
        async for papers_in_order in self._store.everything(after=have.seq):
            await asyncio.to_thread(writing.add, papers_in_order)
        await asyncio.to_thread(writing.commit, goal)
        log.info("index holds all %d papers", await self._store.count(), extra={"action": "index"})
