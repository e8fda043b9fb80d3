"""What stands around the papers' texts: venues, keywords, sources, years, and which papers have them."""

from collections.abc import Collection
from typing import Any, Final

import orjson
from sqlalchemy import ColumnElement, Integer, Select, cast, false, func, or_, select

from bot.store.connection import Database
from bot.store.tables import identifiers, ingests, papers, readings

MANY: Final = 500  # values in one IN list
AT_ONCE: Final = 10_000  # numbers in one answer: some 10 ms of the event loop

_VISIBLE: Final = papers.c.seq <= select(func.coalesce(func.max(ingests.c.upto), 0)).scalar_subquery()
_YEAR: Final = func.coalesce(
    func.nullif(papers.c.year, 0), cast(func.substr(papers.c.published, 1, 4), Integer)
)


class Facts:
    """What stands around the texts, each value once, and the papers by it. Every method may raise StoreError.

    Args:
        database: open.
        at_once: numbers in one answer of the database.
    """

    def __init__(self, database: Database, at_once: int = AT_ONCE) -> None:
        self._database = database
        self._at_once = at_once

    async def venues(self) -> list[str]:
        """The venues that papers have."""
        return await self._values(select(papers.c.venue).where(_VISIBLE).distinct())

    async def of_venues(self, venues: Collection[str]) -> list[int]:
        """The seqs of the papers of these venues, ascending; so it is with all below."""
        return await self._any_of(papers.c.venue, venues)

    async def keywords(self) -> dict[str, tuple[str, ...]]:
        """The lists of keywords that papers have, each by the text that it is stored as."""
        stored = await self._values(select(papers.c.keywords).where(_VISIBLE).distinct())
        return {one: tuple(orjson.loads(one)) for one in stored}

    async def of_keywords(self, stored: Collection[str]) -> list[int]:
        """The papers with these lists, as keywords() names them."""
        return await self._any_of(papers.c.keywords, stored)

    async def schemes(self) -> list[str]:
        """The schemes of the papers' own identifiers."""
        return await self._values(select(identifiers.c.scheme).where(identifiers.c.own).distinct())

    async def of_schemes(self, schemes: Collection[str]) -> list[int]:
        """The papers that are identified so, or whose links say that they are."""
        found = select(identifiers.c.seq).where(identifiers.c.own, identifiers.c.scheme.in_(schemes))
        return await self._seqs(papers.c.seq.in_(found))

    async def of_files(self, files: Collection[str]) -> list[int]:
        """The papers of which something was read in these files, see Store.files()."""
        return await self._seqs(papers.c.seq.in_(select(readings.c.seq).where(readings.c.file.in_(files))))

    async def of_years(self, first: int | None, last: int | None) -> list[int]:
        """The papers of these years, inclusive; a side that is None is open."""
        return await self._seqs(_YEAR.between(first or 0, last or 9_999))

    async def _any_of(self, column: ColumnElement[str], values: Collection[str]) -> list[int]:
        listed = list(values)
        some = [column.in_(listed[at : at + MANY]) for at in range(0, len(listed), MANY)]
        return await self._seqs(or_(false(), *some))

    async def _seqs(self, wanted: ColumnElement[bool]) -> list[int]:
        """All that are wanted, some at a time, so that nobody waits for a million."""
        found: list[int] = []
        while True:
            some = select(papers.c.seq).where(wanted, papers.c.seq > (found[-1] if found else 0), _VISIBLE)
            async with self._database.read() as connection:
                page = (await connection.scalars(some.order_by(papers.c.seq).limit(self._at_once))).all()
            found += page
            if len(page) < self._at_once:
                return found

    async def _values(self, wanted: Select[Any]) -> list[str]:
        async with self._database.read() as connection:
            return list(await connection.scalars(wanted))
