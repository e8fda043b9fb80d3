"""Encoding in the background: what the store has and the vectors lack, newest first, a small batch at a time."""

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

import numpy as np

from bot.errors import StoreError
from bot.lookup import Busy
from bot.meaning import Meaning
from bot.meaning.encoder import Encoder, Vectors
from bot.meaning.passages import Passages, passages
from bot.meaning.shelf import Coded, Shelves, Writing
from bot.models import Paper
from bot.store import Store

T = TypeVar("T")
Lexicon = dict[str, Vectors]

log = logging.getLogger("paperbot.meaning")

BATCH: Final = 16  # papers, some 0.35 s of CPU: what a crash loses at most
AT_ONCE: Final = 4  # papers, after which it looks whether it is to stop; few, since the others go first
LOOKED_AT: Final = 500  # papers read from the store at once
HEADING: Final = 0.3  # how much a heading tells of a paper against its abstract
NICENESS: Final = 19  # the last to get a core
START_S: Final = 15.0  # seconds that belong to the start of the bot, before anything is encoded

Progress = Callable[[int, int], None]
"""Told how many papers are encoded, and of how many."""


async def encode(
    store: Store,
    shelves: Shelves,
    encoder: Encoder,
    *,
    stop: asyncio.Event | None = None,
    most: int | None = None,
    gently: bool = False,
    progress: Progress = lambda _done, _of: None,
) -> int:
    """Encodes what is new or changed since, and forgets what is gone; resumes where it was stopped.

    Args:
        store: the papers.
        shelves: where their vectors go.
        encoder: makes them.
        stop: ends it within a few papers, which are kept.
        most: papers, after which the rest is left.
        gently: whether everybody else on the machine goes first.
        progress: told after each batch.

    Returns:
        How many papers were encoded.

    Raises:
        Busy: another process does it.
        OSError: the disk would not take it; what was encoded so far is kept.
    """
    thread = ThreadPoolExecutor(1, "meaning", initializer=_give_way if gently else None)
    try:
        with shelves.writing() as writing:
            return await _Round(store, encoder, writing, thread).go(stop or asyncio.Event(), most, progress)
    finally:
        thread.shutdown(wait=False)


async def keep_encoded(
    store: Store, meaning: Meaning, stop: asyncio.Event, every_s: float, start_s: float = START_S
) -> None:
    """Encodes gently whatever comes, until ``stop`` is set; what goes wrong is logged and stops nobody else."""
    await _waited(stop, start_s)
    while not stop.is_set():
        try:
            if (await asyncio.to_thread(lambda: meaning.condition)).mark != await store.mark():
                done = await encode(store, meaning.shelves, meaning.encoder, stop=stop, gently=True)
                log.info("%d papers encoded", done, extra={"action": "meaning"})
        except Busy:
            log.debug("another process encodes")
        except (StoreError, OSError) as error:
            log.warning("nothing is encoded for now: %s", error, extra={"action": "meaning"})
        except Exception:
            log.exception("papers are not encoded until the next start", extra={"action": "meaning"})
            return
        await _waited(stop, every_s)


async def _waited(stop: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)


class _Round:
    def __init__(self, store: Store, encoder: Encoder, writing: Writing, thread: Executor) -> None:
        self._store = store
        self._encoder = encoder
        self._writing = writing
        self._thread = thread
        self._done = 0

    async def go(self, stop: asyncio.Event, most: int | None, progress: Progress) -> int:
        goal = await self._store.mark()
        if not await self._is_ours():
            log.warning("vectors are of another database, and are made anew", extra={"action": "meaning"})
            await self._elsewhere(self._writing.clear)
        queue = [*await self._changed(), *await self._missing()]
        of = len(queue)
        if most is not None:
            queue = queue[:most]
        for at in range(0, len(queue), BATCH):
            if stop.is_set():
                return self._done
            papers = (await self._store.papers(queue[at : at + BATCH])).values()
            self._done += await self._elsewhere(partial(self._add, [*papers], stop))
            progress(self._done, of)
        if len(queue) == of and not stop.is_set():
            await self._elsewhere(partial(self._writing.follow, goal))
            await self._elsewhere(self._writing.tidy)
        return self._done

    def _add(self, papers: Sequence[Paper], stop: asyncio.Event) -> int:
        done: list[Coded] = []
        lexicon: dict[str, Vectors] = {}
        for at in range(0, len(papers), AT_ONCE):
            if stop.is_set():
                break
            told = {paper.seq: passages(paper) for paper in papers[at : at + AT_ONCE]}
            new = self._writing.unknown(word for one in told.values() for word in one.words)
            found, words = coded(self._encoder, told, [word for word in new if word not in lexicon])
            done += found
            lexicon |= words
        self._writing.add(done, lexicon)
        return len(done)

    async def _elsewhere(self, work: Callable[[], T]) -> T:
        """Does it in the thread; whoever is cancelled meanwhile waits for it, for the files are still being written."""
        job = asyncio.get_running_loop().run_in_executor(self._thread, work)
        try:
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            await asyncio.wait({job})
            raise

    async def _is_ours(self) -> bool:
        """False for vectors of another database: they are ahead, or the last of their papers is another."""
        have, goal = self._writing.mark, await self._store.mark()
        shelf = self._writing.shelf()
        last = int(shelf.seqs[-1]) if len(shelf) else 0
        if have.seq > goal.seq or have.change > goal.change or last > goal.seq:
            return False
        paper = (await self._store.papers([last])).get(last)
        if paper is None or passages(paper).digest == shelf.digest(last):
            return True
        return last in await self._store.changed(have.change)

    async def _changed(self) -> list[int]:
        """Papers with a vector that say something else now; the vectors of those that are gone go too."""
        since = await self._store.changed(self._writing.mark.change)
        shelf = self._writing.shelf()
        again: list[int] = []
        for at in range(0, len(since), LOOKED_AT):
            seqs = [seq for seq in since[at : at + LOOKED_AT] if shelf.digest(seq) is not None]
            papers = await self._store.papers(seqs)
            gone = [seq for seq in seqs if seq not in papers]
            await self._elsewhere(partial(self._writing.remove, gone))
            again += [seq for seq, paper in papers.items() if passages(paper).digest != shelf.digest(seq)]
        return again

    async def _missing(self) -> list[int]:
        """Papers without a vector, newest first."""
        seqs = np.array(await self._store.newest(), np.int64)
        return [int(seq) for seq in seqs[~np.isin(seqs, self._writing.shelf().seqs)]]


def coded(
    encoder: Encoder, told: Mapping[int, Passages], words: Sequence[str] = ()
) -> tuple[list[Coded], Lexicon]:
    """What is kept of papers, by seq, and the vectors of words; all texts are encoded in one go."""
    texts = list(told.values())
    parts = [part for one in texts for part in one.parts]
    headings = (one.heading for one in texts)
    vectors = encoder.encode([*(one.abstract for one in texts), *headings, *parts, *words])
    size, end = len(texts), len(vectors) - len(words)
    rest = vectors[2 * size : end]
    found = []
    at = 0
    each = zip(told.items(), vectors[:size], vectors[size : 2 * size], strict=True)
    for (seq, one), abstract, heading in each:
        whole = abstract * bool(one.abstract) + heading * (HEADING if one.abstract else 1)
        own = rest[at : at + len(one.parts)]
        found.append(Coded(seq, one.digest, _of_length_one(whole), own, one.words))
        at += len(one.parts)
    return found, dict(zip(words, vectors[end:], strict=True))


def _of_length_one(vector: Vectors) -> Vectors:
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector


def _give_way() -> None:
    """Lets everybody else go first, on Linux, where threads have a niceness of their own."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
