"""A file out of the corpus again: what only it told of goes, what others tell of too says what they say."""

from contextlib import AsyncExitStack
from difflib import SequenceMatcher
from pathlib import PurePath

from bot.errors import UserError
from bot.lookup import Index
from bot.reports import Forgotten
from bot.running import Run, follower, recover
from bot.store import Store

__all__ = ["Forgotten", "forget"]


async def forget(store: Store, index: Index, file: str) -> Forgotten:
    """Takes back what only that file brought; papers that were read elsewhere too keep what the others say.

    What a crash leaves undone is done by the next ingest or forget. The index follows as with an ingest.

    Args:
        store: the corpus.
        index: its index.
        file: the file's name, also with the folders it was in.

    Raises:
        UserError: no such file was ever ingested, or an ingest is running or took over.
        StoreError: the database cannot be written.
    """
    await recover(store)
    known = await store.files()
    name = file if file in known else PurePath(file).name
    if name not in known:
        raise _unknown(name, known)
    async with AsyncExitStack() as stack:
        staging = await stack.enter_async_context(store.staging())
        run = Run(staging, await follower(stack, store, index))
        await run.publish()
        forgotten = await run.forget(name)
        await run.finish(await store.mark())
    return forgotten


def _unknown(name: str, known: tuple[str, ...]) -> UserError:
    if not known:
        return UserError("forget-nothing", file=name)
    nearest = max(known, key=lambda one: SequenceMatcher(None, one.lower(), name.lower()).ratio())
    return UserError("forget-unknown", file=name, nearest=nearest)
