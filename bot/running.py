"""One run that changes the corpus, step by step: what it has done so far, and what it does next."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from typing import Final

from bot import settling
from bot.keyed import Keyed, by_end, first_key, keyed, next_batch
from bot.linking import Linker, same_text
from bot.lookup import Index, Writing
from bot.models import Mark, Paper, Reading, Source
from bot.reports import Forgotten, Report
from bot.settling import Item
from bot.sources import Skipped
from bot.store import Kept, Staging, Step, Store, StoredLink
from bot.witness import edited, link_key, witness

log = logging.getLogger("paperbot.ingest")

SETTLED_AT_ONCE: Final = 300  # readings

Progress = Callable[[str, int], None]
"""Told the file that is being read and how many readings have come so far, a few times a second."""


async def recover(store: Store) -> None:
    """Ends what a killed process has begun, if there is such a thing: joining, or forgetting a file.

    Raises:
        UserError: another ingest is running, which will do it.
    """
    if await store.unfinished():
        async with store.staging() as staging:
            run = Run(staging, None)
            await run.publish()
            await run.settle()
            for file in await staging.forgetting():
                await run.forget(file)


async def follower(stack: AsyncExitStack, store: Store, index: Index) -> Writing | None:
    """The index's writer, if it is free and the index is level with the store."""
    writing = await asyncio.to_thread(index.writing)
    if writing is None:
        return None
    if index.mark != await store.mark():
        with writing:  # given back at once
            return None
    return stack.enter_context(writing)


_Decision = Callable[[Sequence[Item], Mapping[int, Paper], Callable[[], int]], Step]


class Run:
    """One run: what it has done so far, and its next steps."""

    def __init__(self, staging: Staging, follower: Writing | None) -> None:
        self.report = Report()
        self._staging = staging
        self._follower = follower
        self._readings = 0
        self._links = by_end(staging.links)

    async def read(self, name: str, stream: Iterator[Reading | Skipped], progress: Progress) -> None:
        """Stages one source."""
        before = self._readings
        skipped: list[Skipped] = []
        while batch := await asyncio.to_thread(next_batch, stream, skipped, self._links):
            self._readings += len(batch)
            await self._stage(batch)
            progress(name, self._readings)
        unreadable = () if self._readings > before else (name,)
        self.report = replace(
            self.report,
            skipped=(*self.report.skipped, *skipped),
            unreadable=(*self.report.unreadable, *unreadable),
        )

    @property
    def has_read(self) -> bool:
        """Whether any source gave a reading."""
        return self._readings > 0

    async def publish(self) -> None:
        """Makes all that was read visible."""
        added = await self._staging.publish()
        self.report = replace(self.report, added=added)

    async def link(self) -> None:
        """Finds the papers without a title that are surely the same as titled ones, and lets them wait to be joined."""
        untitled = await self._staging.untitled()
        if not untitled:
            return
        linker = await asyncio.to_thread(Linker, untitled)
        async for titled in self._staging.titled({paper.venue for paper in untitled}):
            await asyncio.to_thread(linker.add, titled)
        undone = {(one.untitled, one.titled) for one in self._staging.links if one.undone}
        found = await asyncio.to_thread(linker.links, await self._papers_of(undone))
        papers = await self._staging.papers({seq for one in found for seq in (one.untitled, one.titled)})
        links = []
        for one in found:
            if same_text(papers[one.untitled], papers[one.titled]):
                ends = first_key(papers[one.untitled]), first_key(papers[one.titled])
                links.append(StoredLink(link_key(*ends), *ends, one.evidence))
        if links:
            self._links = by_end([*self._staging.links, *links])
            await self._decide(partial(settling.link, links=links), await self._at_ends(links))
            self._staging.links += links

    async def unlink(self, links: Sequence[StoredLink]) -> None:
        """Lets readings that were linked wait to be parted; a person's word, which no later run overrules."""
        gone = {one.key for one in links}
        self._staging.links = [
            replace(one, undone=one.undone or one.key in gone) for one in self._staging.links
        ]
        self._links = by_end(self._staging.links)
        await self._decide(partial(settling.unlink, links=links), await self._at_ends(links))

    async def settle(self) -> None:
        """Joins what touches papers that were visible before."""
        while waiting := await self._staging.unsettled(SETTLED_AT_ONCE):
            former = await self._staging.at([one.reading.source for one in waiting])
            kept = {one.n: one for one in (*waiting, *former)}.values()
            step = await self._decide(settling.settle, await asyncio.to_thread(self._items, kept))
            base = self._staging.base
            self.report = replace(
                self.report,
                added=self.report.added + len(step.new) - sum(seq > base for seq in step.gone),
                updated=self.report.updated + sum(seq <= base for seq in step.told),
            )

    async def forget(self, file: str) -> Forgotten:
        """Takes a file back; all must be published and settled.

        Every step leaves papers that agree with their readings, so it may end at any of them and go on later.
        """
        done = Forgotten()
        await self._staging.begin_forgetting(file)
        while leaving := await self._staging.of(file, SETTLED_AT_ONCE):
            items = await asyncio.to_thread(self._items, leaving)
            step = await self._decide(partial(settling.forget, file=file), items)
            removed = sum(into is None for into in step.gone.values())
            done = Forgotten(done.removed + removed, done.updated + len(step.told) - removed)
        await self._staging.end_forgetting(file)
        return done

    async def finish(self, mark: Mark) -> None:
        """Lets the index show it all, and counts."""
        await self._follow(lambda index: index.commit(mark))
        known = self._readings - self.report.added - self.report.updated
        self.report = replace(self.report, duplicates=max(known, 0))

    async def _at_ends(self, links: Iterable[StoredLink]) -> list[Item]:
        """All readings of the papers that links join."""
        kept = await self._staging.sharing({end for one in links for end in (one.untitled, one.titled)})
        return await asyncio.to_thread(self._items, kept)

    async def _papers_of(self, pairs: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
        """The seqs of papers whose readings have these first keys; pairs of which one is not here are left out."""
        pairs = list(pairs)
        seqs: dict[int, int] = {}
        for kept in await self._staging.sharing({key for pair in pairs for key in pair}):
            if kept.seq is not None:
                seqs[keyed(kept.reading, {}).keys[0]] = kept.seq
        return {(seqs[one], seqs[other]) for one, other in pairs if one in seqs and other in seqs}

    async def _stage(self, batch: Sequence[Keyed]) -> None:
        here = await self._staging.at([one.witness.reading.source for one in batch])
        fresh = await asyncio.to_thread(self._fresh, batch, here)
        if fresh:
            await self._decide(settling.stage, fresh)

    def _fresh(self, batch: Iterable[Keyed], here: Iterable[Kept]) -> list[Item]:
        """What its place does not say already."""
        known: dict[Source, dict[int, Kept]] = defaultdict(dict)
        for kept in here:
            known[kept.reading.source][kept.digest] = kept
        fresh: list[Item] = []
        seen: set[tuple[Source, int]] = set()
        for one in batch:
            source = one.witness.reading.source
            if one.digest in known[source] or (source, one.digest) in seen:
                continue
            seen.add((source, one.digest))
            former = [kept for kept in known[source].values() if kept.ingest != self._staging.ingest]
            fresh.append(
                Item(
                    self._staging.next_n(),
                    one.witness,
                    one.keys,
                    one.digest,
                    self._staging.ingest,
                    fresh=True,
                    settled=not former,
                    edits=any(edited(witness(kept.reading), one.witness) for kept in former),
                )
            )
        return fresh

    async def _decide(self, decide: _Decision, items: Sequence[Item]) -> Step:
        """Looks around the items, decides, writes, and lets the index follow."""
        near = sorted([*items, *await self._near(items)], key=lambda item: item.n)
        papers = await self._staging.papers({item.seq for item in near if item.seq is not None})
        step = await asyncio.to_thread(decide, near, papers, self._staging.next_seq)
        await self._staging.write(step)
        await self._follow(lambda index: index.remove(step.gone))
        await self._follow(lambda index: index.add([*step.new, *step.changed]))
        return step

    async def _near(self, items: Iterable[Item]) -> list[Item]:
        """What else shares a key with the items, directly or through others."""
        asked = {item.n for item in items}
        known: set[int] = set()
        found: dict[int, Item] = {}
        wanted = {key for item in items for key in item.keys}
        while wanted:
            kept = [one for one in await self._staging.sharing(wanted) if one.n not in asked]
            asked |= {one.n for one in kept}
            known |= wanted
            new = await asyncio.to_thread(self._items, kept)
            found |= {item.n: item for item in new}
            wanted = {key for item in new for key in item.keys} - known
        return list(found.values())

    def _items(self, kept: Iterable[Kept]) -> list[Item]:
        return [self._item(one) for one in kept]

    def _item(self, kept: Kept) -> Item:
        one = keyed(kept.reading, self._links)
        visible = kept.ingest != self._staging.ingest or self._staging.published
        return Item(
            kept.n,
            one.witness,
            one.keys,
            kept.digest,
            kept.ingest,
            kept.seq,
            visible=visible,
            settled=kept.settled,
        )

    async def _follow(self, do: Callable[[Writing], None]) -> None:
        if self._follower is None:
            return
        try:
            await asyncio.to_thread(do, self._follower)
        except Exception:
            # The index can be made again from the store at any time; the corpus must not wait for it.
            log.exception("the index could not follow the ingest", extra={"action": "ingest"})
            self._follower = None
