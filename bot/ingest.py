"""Files into the corpus: read, join, store where nobody sees it, publish in one stroke, and feed the index."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

from bot import sources
from bot.lookup import Index
from bot.models import Reading
from bot.reports import Report
from bot.running import Progress, Run, follower, recover
from bot.sources import Skipped
from bot.store import Store

__all__ = ["Progress", "Report", "bring", "ingest", "recover"]


async def ingest(
    store: Store,
    index: Index,
    paths: Iterable[Path],
    progress: Progress = lambda _file, _read: None,
    *,
    quiet: bool = False,
) -> Report:
    """Brings all papers of the files, and of the files in the folders, into the corpus; see bring().

    Raises:
        UserError: a path is not there, another ingest is running, or it took over.
        StoreError: the database cannot be written; nothing was brought.
    """
    files = await asyncio.to_thread(lambda: list(sources.files(paths)))
    return await bring(
        store, index, ((file.name, sources.read(file)) for file in files), progress, quiet=quiet
    )


async def bring(
    store: Store,
    index: Index | None,
    streams: Iterable[tuple[str, Iterator[Reading | Skipped]]],
    progress: Progress = lambda _file, _read: None,
    *,
    quiet: bool = False,
) -> Report:
    """Brings what named sources say into the corpus, which shows either nothing of it or all of it.

    The index follows at once where nobody else is writing it, otherwise at its next lookup.
    Nobody is told of the papers that come ``quiet``: a backfill announces nothing.

    Raises:
        UserError: another ingest is running, or it took over.
        StoreError: the database cannot be written; nothing was brought.
    """
    await recover(store)
    async with AsyncExitStack() as stack:
        staging = await stack.enter_async_context(store.staging(quiet=quiet))
        run = Run(staging, await follower(stack, store, index) if index else None)
        for name, stream in streams:
            await run.read(name, stream, progress)
        if run.has_read:
            await run.link()
        await run.publish()
        await run.settle()
        await run.finish(await store.mark())
    return run.report
