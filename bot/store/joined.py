"""What numbers of papers stand for: joining gives a paper the number of another one."""

from collections import defaultdict
from collections.abc import Collection
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import changes, papers

MANY: Final = 500  # values in one IN list


async def forebears(connection: AsyncConnection, seqs: Collection[int]) -> list[tuple[int, int]]:
    """The numbers that went into these papers, directly or through others, each with the paper it is in now."""
    found: set[tuple[int, int]] = set()
    frontier = {(seq, seq) for seq in seqs}
    while frontier:
        heirs_of: dict[int, list[int]] = defaultdict(list)
        for seq, now in frontier:
            heirs_of[seq].append(now)
        into: set[tuple[int, int]] = set()
        for some in _chunks(heirs_of):
            joined = select(changes.c.seq, changes.c.into).where(changes.c.into.in_(some))
            rows = (await connection.execute(joined)).all()
            into |= {(row.seq, now) for row in rows for now in heirs_of[row.into]}
        frontier = into - found
        found |= frontier
    return sorted(found)


async def heirs(connection: AsyncConnection, seqs: Collection[int]) -> dict[int, int]:
    """Each of these numbers with the paper it stands for now; one that is gone stands for itself."""
    now = {seq: seq for seq in seqs}
    frontier, been = set(now), set(now)
    while frontier:
        into: dict[int, int] = {}
        for some in _chunks(frontier):
            there = set(await connection.scalars(select(papers.c.seq).where(papers.c.seq.in_(some))))
            gone = [seq for seq in some if seq not in there]
            joined = select(changes.c.seq, changes.c.into).where(
                changes.c.seq.in_(gone), changes.c.into.is_not(None)
            )
            into |= {row.seq: row.into for row in await connection.execute(joined.order_by(changes.c.n))}
        now = {seq: into.get(at, at) for seq, at in now.items()}
        frontier = set(into.values()) - been
        been |= frontier
    return now


def _chunks(seqs: Collection[int]) -> list[list[int]]:
    every = sorted(seqs)
    return [every[at : at + MANY] for at in range(0, len(every), MANY)]
