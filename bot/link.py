"""Papers without a title and titled ones that are surely the same: joined, listed, and parted at a person's word."""

from contextlib import AsyncExitStack
from dataclasses import dataclass

from bot.errors import UserError
from bot.lookup import Index
from bot.models import Paper
from bot.running import Run, follower, recover
from bot.store import Store, StoredLink

__all__ = ["Linked", "link", "linked", "unlink"]


@dataclass(frozen=True, slots=True)
class Linked:
    """A join that is in force.

    Attributes:
        untitled: id of the paper without a title, as it was called alone.
        titled: id of the titled one, likewise.
        paper: what both are now.
        evidence: what tells so.
    """

    untitled: str
    titled: str
    paper: Paper
    evidence: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """The console's JSON form."""
        return {
            "untitled": self.untitled,
            "titled": self.titled,
            "title": self.paper.title,
            "places": [source.to_dict() for source in self.paper.sources],
            "evidence": list(self.evidence),
        }


async def link(store: Store, index: Index) -> None:
    """Joins papers without a title with titled ones, as an ingest does with what it brings; the index follows.

    Raises:
        UserError: an ingest is running or took over.
        StoreError: the database cannot be written.
    """
    await recover(store)
    async with AsyncExitStack() as stack:
        staging = await stack.enter_async_context(store.staging(quiet=True))
        run = Run(staging, await follower(stack, store, index))
        await run.publish()
        await run.link()
        await run.settle()
        await run.finish(await store.mark())


async def linked(store: Store) -> tuple[Linked, ...]:
    """The joins that are in force, by the places where the untitled papers were read."""
    found = [one for link in await store.links() if (one := await _in_force(store, link))]
    return tuple(sorted(found, key=lambda one: one.paper.sources))


async def unlink(store: Store, index: Index, id: str) -> int:  # noqa: A002 - the public word for it
    """Parts a paper that was joined, and for good: no later ingest joins the two again.

    Args:
        store: the corpus.
        index: its index.
        id: the joined paper's, or that of either of the two.

    Returns:
        How many joins were undone.

    Raises:
        UserError: no such paper was joined, or an ingest is running or took over.
        StoreError: the database cannot be written.
    """
    await recover(store)
    paper = await store.paper(id)
    async with AsyncExitStack() as stack:
        staging = await stack.enter_async_context(store.staging(quiet=True))
        joins = [
            link
            for link in staging.links
            if paper and (one := await _in_force(store, link)) and one.paper.seq == paper.seq
        ]
        if not joins:
            raise UserError("link-unknown", id=id)
        run = Run(staging, await follower(stack, store, index))
        await run.publish()
        await run.unlink(joins)
        await run.settle()
        await run.finish(await store.mark())
    return len(joins)


async def _in_force(store: Store, link: StoredLink) -> Linked | None:
    """The join as it is now; None where it was undone, or one of the two is not here any more."""
    ends = [f"p{key:015x}" for key in (link.untitled, link.titled)]
    papers = [await store.paper(end) for end in ends]
    one, other = papers
    if link.undone or one is None or other is None or one.seq != other.seq:
        return None
    return Linked(ends[0], ends[1], one, link.evidence)
