"""The Store: what others ask of the database, in values."""

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from typing import Final

import orjson
from sqlalchemy import BigInteger, Select, case, delete, false, func, literal, select, update

from bot.models import Identifier, Mark, Paper
from bot.store.amendments import Amendments
from bot.store.connection import Database, insert_new
from bot.store.facts import Facts
from bot.store.links import StoredLink, read_links
from bot.store.opening import open_database
from bot.store.outbox import Outbox
from bot.store.places import Places
from bot.store.plans import Plans
from bot.store.rows import paper_of_row
from bot.store.sources import Sources
from bot.store.staging import Staging
from bot.store.subscriptions import Subscriptions
from bot.store.tables import (
    changes,
    claims,
    forgetting,
    identifiers,
    identities,
    ingests,
    invocations,
    papers,
    readings,
)
from bot.store.texts import to_json
from bot.store.votes import Votes

MANY: Final = 500  # values in one IN list; every database takes as many

PAPER_ID: Final = re.compile("p[0-9a-f]{15}")

HORIZON: Final = select(func.coalesce(func.max(ingests.c.upto), 0)).scalar_subquery()
VISIBLE: Final = papers.c.seq <= HORIZON
_MARK: Final = select(HORIZON, select(func.coalesce(func.max(changes.c.n), 0)).scalar_subquery())


class Store:
    """The corpus and the little state that the bot keeps, in one database.

    Every method may raise StoreError: the database cannot be used as it stands.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._marked: tuple[int | None, Mark] = (
            None,
            Mark(0, 0),
        )  # the mark, and the database's version then
        self.outbox = Outbox(database)
        self.places = Places(database)
        self.plans = Plans(database)
        self.amendments = Amendments(database)
        self.facts = Facts(database)
        self.sources = Sources(database)
        self.votes = Votes(database)
        self.subscriptions = Subscriptions(database)

    @classmethod
    async def open(cls, url: str, *, migrate: bool = False) -> "Store":
        """Opens the database at ``sqlite:///PATH`` or ``postgresql://…``.

        Args:
            url: its address.
            migrate: whether to make or migrate the tables on PostgreSQL, as ``paperbot db upgrade`` does; on
                SQLite they are made and migrated whenever that is needed.

        Raises:
            StoreError: it cannot be used; the sentence says why and what to do.
        """
        return cls(await open_database(url, migrate=migrate))

    async def close(self) -> None:
        """Closes every connection; what was committed is kept."""
        await self._database.close()

    async def mark(self) -> Mark:
        """How far the corpus goes now."""
        version = self._database.version()
        if version is None or version != self._marked[0]:
            found = await self._database.at_once(lambda connection: connection.execute(_MARK).one())
            self._marked = version, Mark(*found)
        return self._marked[1]

    async def count(self) -> int:
        """How many papers there are."""
        async with self._database.read() as connection:
            return int(await connection.scalar(select(func.count()).where(VISIBLE)) or 0)

    async def papers(self, seqs: Sequence[int]) -> dict[int, Paper]:
        """The papers with these numbers, by number; those that are not, or no longer, there are left out."""
        found: dict[int, Paper] = {}
        for at in range(0, len(seqs), MANY):
            some = select(papers).where(papers.c.seq.in_(seqs[at : at + MANY]), VISIBLE)
            found |= {paper.seq: paper for paper in await self._all(some)}
        return {seq: found[seq] for seq in seqs if seq in found}

    async def paper(self, id: str) -> Paper | None:  # noqa: A002 - the public word for it
        """The paper with this id, or with this as an earlier id: joining may give a paper another one."""
        found = await self._all(select(papers).where(papers.c.id == id, VISIBLE))
        if not found:
            found = await self._once_called(id)
        return found[0] if found else None

    async def identified(self, identifier: Identifier) -> tuple[Paper, ...]:
        """Papers that are, or link to, what is identified; those that are it come first."""
        named = select(papers).join(identifiers, identifiers.c.seq == papers.c.seq)
        named = named.where(
            identifiers.c.scheme == identifier.scheme, identifiers.c.value == identifier.value
        )
        return await self._all(named.where(VISIBLE).order_by(identifiers.c.own.desc(), papers.c.seq))

    async def everything(self, after: int = 0, batch: int = MANY) -> AsyncIterator[tuple[Paper, ...]]:
        """All papers whose seq is above ``after``, by seq, in batches; nothing is held between them."""
        while True:
            some = select(papers).where(papers.c.seq > after, VISIBLE).order_by(papers.c.seq).limit(batch)
            found = await self._all(some)
            if not found:
                return
            yield found
            after = found[-1].seq

    async def changed(self, after: int) -> tuple[int, ...]:
        """Numbers of papers that changed or went since that change, each once, in the order of their last."""
        last = func.max(changes.c.n)
        since = select(changes.c.seq).where(changes.c.n > after).group_by(changes.c.seq).order_by(last)
        async with self._database.read() as connection:
            return tuple((await connection.scalars(since)).all())

    async def newest(self) -> tuple[int, ...]:
        """The numbers of all papers, those of the latest year first, and of a year what came last."""
        order = (
            select(papers.c.seq)
            .where(VISIBLE)
            .order_by(func.coalesce(papers.c.year, 0).desc(), papers.c.seq.desc())
        )
        async with self._database.read() as connection:
            return tuple((await connection.scalars(order)).all())

    async def sample(self, at: float) -> Paper | None:
        """The paper that lies ``at`` (from 0 up to, not including, 1) of the way through the corpus.

        Even odds as long as few papers were taken out; costs the same at a million papers.
        """
        seq = 1 + int(at * (await self.mark()).seq)
        for side in (
            select(papers).where(papers.c.seq >= seq).order_by(papers.c.seq),
            select(papers).where(papers.c.seq < seq).order_by(papers.c.seq.desc()),
        ):
            if found := await self._all(side.where(VISIBLE).limit(1)):
                return found[0]
        return None

    async def remember(self, data: Mapping[str, object], key: str, until: datetime) -> None:
        """Keeps plain data under a key until then; the same key again keeps it longer, never shorter."""
        expires = literal(_seconds(until), BigInteger)
        mine = update(invocations).where(invocations.c.key == key)
        later = case((invocations.c.until > expires, invocations.c.until), else_=expires)
        row = {"data": to_json(data), "until": expires}
        async with self._database.write() as connection:
            new = insert_new(connection, invocations).values(key=key, **row)
            if not (await connection.execute(new)).rowcount:
                await connection.execute(mine.values(data=row["data"], until=later))

    async def recall(self, key: str, now: datetime) -> dict[str, object] | None:
        """What was kept under the key; None when nothing was, or its time is over."""
        wanted = select(invocations.c.data).where(
            invocations.c.key == key, invocations.c.until > _seconds(now)
        )
        async with self._database.read() as connection:
            data = await connection.scalar(wanted)
        return None if data is None else orjson.loads(data)

    async def claim(self, key: str, now: datetime, keep: timedelta) -> bool:
        """True for the first who asks for the key within ``keep``, across all processes."""
        async with self._database.write() as connection:
            for table in (claims, invocations):
                await connection.execute(delete(table).where(table.c.until <= _seconds(now)))
            new = insert_new(connection, claims).values(key=key, until=_seconds(now + keep))
            return (await connection.execute(new)).rowcount == 1

    async def release(self, key: str) -> None:
        """Gives a claimed key back: the next who asks gets it."""
        async with self._database.write() as connection:
            await connection.execute(delete(claims).where(claims.c.key == key))

    async def links(self) -> list[StoredLink]:
        """The links between papers without a title and titled ones, undone ones too."""
        async with self._database.read() as connection:
            return await read_links(connection)

    async def files(self) -> tuple[str, ...]:
        """The names of the files whose papers are here, sorted."""
        async with self._database.read() as connection:
            return tuple(sorted(await connection.scalars(select(readings.c.file).distinct())))

    async def unfinished(self) -> bool:
        """Whether an ingest was killed between publishing and joining, or a file is only half forgotten."""
        first = select(readings.c.ingest).where(readings.c.settled == false()).order_by(readings.c.n).limit(1)
        async with self._database.read() as connection:
            if await connection.scalar(select(forgetting.c.file).limit(1)) is not None:
                return True
            ingest = await connection.scalar(first)
            published = select(ingests.c.id).where(ingests.c.id == ingest, ingests.c.upto.is_not(None))
            return ingest is not None and await connection.scalar(published) is not None

    def staging(self, *, quiet: bool = False) -> AbstractAsyncContextManager[Staging]:
        """The one place from which papers come into the corpus, see Staging.

        Raises:
            UserError: another ingest is running.
        """
        return Staging.open(self._database, quiet=quiet)

    async def _all(self, query: Select[*tuple[object, ...]]) -> tuple[Paper, ...]:
        return await self._database.at_once(
            lambda connection: tuple(map(paper_of_row, connection.execute(query).mappings()))
        )

    async def _once_called(self, id: str) -> tuple[Paper, ...]:  # noqa: A002 - as in paper()
        if not PAPER_ID.fullmatch(id):
            return ()
        key = int(id[1:], 16)  # an id is the first identity key of a reading, see bot.witness.keys
        holders = select(readings.c.seq).join(identities, identities.c.n == readings.c.n)
        holders = holders.where(identities.c.key == key)
        return await self._all(
            select(papers).where(papers.c.seq.in_(holders), VISIBLE).order_by(papers.c.seq)
        )


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
