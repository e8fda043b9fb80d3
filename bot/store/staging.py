"""How papers come into the corpus: written where nobody sees them, published in one stroke, then settled.

One ingest at a time, under a lease by the database's clock that every transaction renews: so ``seq`` grows with
publication and can be everybody's watermark. What must change papers that are visible waits in ``readings``
(not settled) until the ingest is published; whoever writes next goes on where a killed process stopped.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import ColumnElement, delete, false, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import StoreError, UserError
from bot.models import Paper, Source
from bot.store.connection import Clock, Database, insert_new
from bot.store.rows import Kept, Row, paper_of_row, reading_of
from bot.store.steps import Step, writes
from bot.store.tables import forgetting, identities, ingests, papers, readings

LEASE_S: Final = 60  # every batch renews it, and a batch takes well under a second
MANY: Final = 500  # values in one IN list, rows of one transaction that removes


class Staging:
    """One run of ingest.

    Attributes:
        ingest: its number.
        base: the last visible seq when it began; what it brings lies above.
        published: whether all can see what it brought.
    """

    def __init__(self, database: Database, ingest: int, base: int, last_n: int) -> None:
        self.ingest = ingest
        self.base = base
        self._database = database
        self._last_seq = base
        self._last_n = last_n
        self.published = False

    @classmethod
    @asynccontextmanager
    async def open(cls, database: Database, *, quiet: bool = False) -> AsyncIterator["Staging"]:
        """Begins a run and ends it; what was not published by then is taken back.

        Args:
            database: open.
            quiet: whether nobody is to be told of the papers that it brings.

        Raises:
            UserError: another run has not ended.
        """
        ingest = await _begin(database, quiet=quiet)
        staging = cls(database, ingest, 0, 0)
        try:
            await staging._take_over()
            yield staging
        finally:
            await staging._end()

    def next_seq(self) -> int:
        """A number for a new paper."""
        self._last_seq += 1
        return self._last_seq

    def next_n(self) -> int:
        """A number for a new reading."""
        self._last_n += 1
        return self._last_n

    async def at(self, sources: Sequence[Source]) -> list[Kept]:
        """The readings kept for these places."""
        found: list[Kept] = []
        by_file: dict[tuple[str, str], list[int]] = {}
        for one in sources:
            by_file.setdefault((one.file, one.kind), []).append(one.number)
        for (file, kind), numbers in by_file.items():
            for some in _chunks(sorted(set(numbers))):
                here = (readings.c.file == file, readings.c.kind == kind, readings.c.number.in_(some))
                found += await self._kept(*here)
        return found

    async def sharing(self, keys: Iterable[int]) -> list[Kept]:
        """The readings that have one of these keys, with all other readings of their papers."""
        numbers: set[int] = set()
        seqs: set[int] = set()
        async with self._database.read() as connection:
            for some in _chunks(sorted(keys)):
                rows = await connection.execute(
                    select(readings.c.n, readings.c.seq)
                    .join(identities, identities.c.n == readings.c.n)
                    .where(identities.c.key.in_(some))
                )
                for n, seq in rows:
                    numbers.add(n)
                    seqs |= {seq} - {None}
        found: dict[int, Kept] = {}
        for some in _chunks(sorted(numbers)):
            found |= {one.n: one for one in await self._kept(readings.c.n.in_(some))}
        for some in _chunks(sorted(seqs)):
            found |= {one.n: one for one in await self._kept(readings.c.seq.in_(some))}
        return [found[n] for n in sorted(found)]

    async def unsettled(self, limit: int) -> list[Kept]:
        """The first readings whose neighbourhood is to be gone over again; ask once all is published."""
        waiting = select(readings.c.n).where(readings.c.settled == false())
        async with self._database.read() as connection:
            numbers = (await connection.scalars(waiting.order_by(readings.c.n).limit(limit))).all()
        return await self._kept(readings.c.n.in_(numbers))

    async def of(self, file: str, limit: int) -> list[Kept]:
        """The first readings of a file that are kept."""
        here = select(readings.c.n).where(readings.c.file == file).limit(limit)
        async with self._database.read() as connection:
            numbers = (await connection.scalars(here)).all()
        return await self._kept(readings.c.n.in_(numbers))

    async def forgetting(self) -> tuple[str, ...]:
        """The files that somebody has begun to take back."""
        async with self._database.read() as connection:
            return tuple(await connection.scalars(select(forgetting.c.file).order_by(forgetting.c.file)))

    async def begin_forgetting(self, file: str) -> None:
        """From here on the file is taken back, if need be by a later run; papers that come apart are no news.

        Raises:
            UserError: the run was held up for so long that another one has taken over.
        """
        async with self._transaction() as connection:
            await connection.execute(update(ingests).where(ingests.c.id == self.ingest).values(quiet=True))
            await connection.execute(insert_new(connection, forgetting).values(file=file))

    async def end_forgetting(self, file: str) -> None:
        """Nothing is left of the file.

        Raises:
            UserError: as begin_forgetting().
        """
        async with self._transaction() as connection:
            await connection.execute(delete(forgetting).where(forgetting.c.file == file))

    async def papers(self, seqs: Iterable[int]) -> dict[int, Paper]:
        """Papers by seq, also those that nobody sees yet."""
        found: dict[int, Paper] = {}
        async with self._database.read() as connection:
            for some in _chunks(sorted(seqs)):
                rows = await connection.execute(select(papers).where(papers.c.seq.in_(some)))
                found |= {row["seq"]: paper_of_row(row) for row in rows.mappings()}
        return found

    async def write(self, step: Step) -> None:
        """Does one step, wholly or not at all.

        Raises:
            UserError: the run was held up for so long that another one has taken over.
        """
        statements = await asyncio.to_thread(writes, step, self.ingest)
        async with self._transaction() as connection:
            for statement, rows in statements:
                if rows:
                    await connection.execute(statement, rows)
            if self.published and step.new:  # a joined paper came apart: its other half is visible at once
                await self._raise_horizon(connection)

    async def publish(self) -> int:
        """Makes everything visible, all at once; the number of papers that came.

        Raises:
            UserError: the run was held up for so long that another one has taken over.
        """
        async with self._transaction() as connection:
            await self._raise_horizon(connection)
        self.published = True
        mine = select(func.count()).select_from(papers).where(papers.c.ingest == self.ingest)
        async with self._database.read() as connection:
            return int(await connection.scalar(mine) or 0)

    async def _raise_horizon(self, connection: AsyncConnection) -> None:
        mine = ingests.c.id == self.ingest
        await connection.execute(update(ingests).where(mine).values(upto=self._last_seq))

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of ours alone; it renews the lease."""
        mine = (ingests.c.id == self.ingest, ingests.c.lease_until > 0)
        async with self._database.write(corpus=True) as connection:
            renewed = await connection.execute(
                update(ingests).where(*mine).values(lease_until=Clock() + LEASE_S)
            )
            if not renewed.rowcount:
                raise UserError("ingest-lost")
            yield connection

    async def _take_over(self) -> None:
        """Removes what a run left behind that died before it was published."""
        left = select(ingests.c.id).where(ingests.c.upto.is_(None), ingests.c.id != self.ingest)
        async with self._database.read() as connection:
            dead = (await connection.scalars(left)).all()
        for ingest in dead:
            await self._remove(ingest)
        async with self._database.read() as connection:
            self._last_n = await connection.scalar(select(func.coalesce(func.max(readings.c.n), 0))) or 0
            self.base = await connection.scalar(select(func.coalesce(func.max(ingests.c.upto), 0))) or 0
        self._last_seq = self.base

    async def _remove(self, ingest: int) -> None:
        for table, key in ((readings, readings.c.n), (papers, papers.c.seq)):
            some = select(key).where(table.c.ingest == ingest).limit(MANY)
            removed = MANY
            while removed == MANY:
                async with self._transaction() as connection:
                    removed = (await connection.execute(delete(table).where(key.in_(some)))).rowcount
        async with self._transaction() as connection:
            await connection.execute(delete(ingests).where(ingests.c.id == ingest))

    async def _end(self) -> None:
        """Lets the next one begin at once; removing is left to it where this one cannot."""
        mine = update(ingests).where(ingests.c.id == self.ingest).values(lease_until=0)
        with suppress(StoreError):  # the lease runs out by itself
            async with self._database.write(corpus=True) as connection:
                await connection.execute(mine)

    async def _kept(self, *where: ColumnElement[bool]) -> list[Kept]:
        query = select(readings, *_PAPER).outerjoin(papers, papers.c.seq == readings.c.seq).where(*where)
        async with self._database.read() as connection:
            rows = (await connection.execute(query.order_by(readings.c.n))).mappings()
            return [_kept_of_row(row) for row in rows]


async def _begin(database: Database, *, quiet: bool) -> int:
    running = select(ingests.c.started, ingests.c.lease_until - Clock()).where(
        ingests.c.lease_until > Clock()
    )
    async with database.write(corpus=True) as connection:
        other = (await connection.execute(running.limit(1))).first()
        if other is not None:
            since = datetime.fromtimestamp(other[0], UTC)
            raise UserError("ingest-running", since=f"{since:%Y-%m-%d %H:%M:%S}", seconds=int(other[1]))
        # Whoever comes back from the dead finds that its lease is gone.
        await connection.execute(update(ingests).where(ingests.c.lease_until > 0).values(lease_until=0))
        row = insert(ingests).values(started=Clock(), lease_until=Clock() + LEASE_S, quiet=quiet)
        return int((await connection.execute(row.returning(ingests.c.id))).scalar_one())


_PAPER: Final = [column.label(f"paper_{column.name}") for column in papers.c]


def _kept_of_row(row: Row) -> Kept:
    paper = None
    if row["seq"] is not None:
        paper = paper_of_row({column.name: row[f"paper_{column.name}"] for column in papers.c})
    source = Source(row["file"], row["kind"], row["number"])
    return Kept(
        row["n"],
        row["seq"],
        row["settled"],
        row["ingest"],
        row["digest"],
        reading_of(source, row["said"], paper),
    )


def _chunks(values: Sequence[int]) -> Iterable[Sequence[int]]:
    return (values[at : at + MANY] for at in range(0, len(values), MANY))
