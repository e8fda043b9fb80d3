"""How papers come into the corpus: written where nobody sees them, published in one stroke, then settled.

One ingest at a time, under a lease by the database's clock that every transaction renews: so ``seq`` grows with
publication and can be everybody's watermark. What must change papers that are visible waits in ``readings``
(not settled) until the ingest is published; whoever writes next goes on where a killed process stopped.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import ColumnElement, and_, delete, false, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import StoreError, UserError
from bot.models import Paper, Source
from bot.store.connection import Clock, Database, insert_new
from bot.store.links import StoredLink, read_links
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
        links: those that there were when it began.
    """

    def __init__(self, database: Database, ingest: int, base: int, last_n: int) -> None:
        self.ingest = ingest
        self.base = base
        self._database = database
        self._last_seq = base
        self._last_n = last_n
        self.published = False
        self.links: list[StoredLink] = []

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
        by_file: dict[tuple[str, str], set[int]] = {}
        for one in sources:
            by_file.setdefault((one.file, one.kind), set()).add(one.number)
        return await self._kept(
            *(
                and_(readings.c.file == file, readings.c.kind == kind, readings.c.number.in_(some))
                for (file, kind), numbers in by_file.items()
                for some in _chunks(sorted(numbers))
            )
        )

    async def sharing(self, keys: Iterable[int]) -> list[Kept]:
        """The readings that have one of these keys, with all other readings of their papers."""
        alone: set[int] = set()  # the numbers of those that have no paper yet
        seqs: set[int] = set()
        async with self._database.read() as connection:
            for some in _chunks(sorted(keys)):
                rows = await connection.execute(
                    select(readings.c.n, readings.c.seq)
                    .join(identities, identities.c.n == readings.c.n)
                    .where(identities.c.key.in_(some))
                )
                for n, seq in rows:
                    alone |= {n} if seq is None else set()
                    seqs |= {seq} - {None}
        return await self._kept(
            *(readings.c.n.in_(some) for some in _chunks(sorted(alone))),
            *(readings.c.seq.in_(some) for some in _chunks(sorted(seqs))),
        )

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

    async def untitled(self) -> list[Paper]:
        """All papers without a title, also those that nobody sees yet."""
        async with self._database.read() as connection:
            rows = await connection.execute(select(papers).where(papers.c.title.is_(None)))
            return list(map(paper_of_row, rows.mappings()))

    async def titled(self, venues: Collection[str]) -> AsyncIterator[list[Paper]]:
        """Papers with a title whose venue is one of these, or not known, in batches; also those nobody sees yet."""
        after = 0
        named = select(papers).where(papers.c.title.is_not(None))
        if "" not in venues:
            named = named.where(papers.c.venue.in_({*venues, ""}))
        while True:
            some = named.where(papers.c.seq > after).order_by(papers.c.seq).limit(MANY)
            async with self._database.read() as connection:
                rows = (await connection.execute(some)).mappings().all()
            if not rows:
                return
            yield list(map(paper_of_row, rows))
            after = rows[-1]["seq"]

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
            self.links = await read_links(connection)
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

    async def _kept(self, *wheres: ColumnElement[bool]) -> list[Kept]:
        """The readings for which one of these is true, in their order.

        Their papers are read by themselves and once each: a paper that a thousand records name is as long as all
        of them, and must not come with every one.
        """
        rows: dict[int, Row] = {}
        async with self._database.read() as connection:
            for where in wheres:
                found = await connection.execute(select(readings).where(where))
                rows |= {row["n"]: row for row in found.mappings()}
        theirs = await self.papers({row["seq"] for row in rows.values()} - {None})
        return await asyncio.to_thread(_kept_of_rows, [rows[n] for n in sorted(rows)], theirs)


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


def _kept_of_rows(rows: Iterable[Row], theirs: Mapping[int, Paper]) -> list[Kept]:
    return [
        Kept(
            row["n"],
            row["seq"],
            row["settled"],
            row["ingest"],
            row["digest"],
            # A paper is missing only where another run has taken over, and then nothing more is written.
            reading_of(Source(row["file"], row["kind"], row["number"]), row["said"], theirs.get(row["seq"])),
        )
        for row in rows
    ]


def _chunks(values: Sequence[int]) -> Iterable[Sequence[int]]:
    return (values[at : at + MANY] for at in range(0, len(values), MANY))
