"""What became of papers after places were told of them, in the database."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, FromClause, and_, bindparam, delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.amendments import FORGOTTEN, RETURNED, WITHDRAWN, Amendment, Shown
from bot.deliveries import Delivery
from bot.message import Message, to_dict
from bot.models import Paper, Place
from bot.store.connection import Clock, Database, insert_new
from bot.store.delivery_rows import delivery_of_row, moment, row_of_new
from bot.store.joined import forebears, heirs
from bot.store.noting import Found, it, note, which
from bot.store.outdated import READ
from bot.store.planned import SHOWN, BeatenError, at_place
from bot.store.subscription_rows import place_of_row
from bot.store.tables import amendments, changes, deliveries, ingests, papers, told, watermarks
from bot.store.texts import to_json
from bot.store.turns import as_read

MANY: Final = 500  # values in one IN list, changes or amendments at a time


def _same(one: FromClause, other: FromClause) -> ColumnElement[bool]:
    """That rows of two tables are of the same paper, as it was told of, in the same place."""
    return and_(*(one.c[name] == other.c[name] for name in ("platform", "team", "channel", "paper")))


_NOTED: Final = amendments.alias("noted")
_NOW_WITHDRAWN: Final = (
    exists().where(_same(_NOTED, told), _NOTED.c.event == WITHDRAWN).correlate(told).label("now_withdrawn")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mending:
    """What is written to mend one post, all or nothing.

    Attributes:
        done: the amendments that are seen to by it.
        rewritten: a delivery that surely nobody has seen, with what it shall say instead; None to send nothing.
        corrections: deliveries that change what was sent.
    """

    done: Collection[Amendment]
    rewritten: tuple[Delivery, Message | None] | None = None
    corrections: Sequence[Delivery] = field(default_factory=tuple)


class Amendments:
    """What became of papers after places were told of them. Every method may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self) -> int:
        """The number of the last change that was looked at."""
        async with self._database.read() as connection:
            return int(await connection.scalar(select(watermarks.c.n).where(watermarks.c.name == READ)) or 0)

    async def changed(self, after: int) -> tuple[int, dict[int, int]]:
        """The next changes: the number of the last of them, and each paper's seq with what it is now.

        What a paper was joined with stands for it; one that is gone stands for itself.
        """
        some = select(changes.c.n, changes.c.seq).where(changes.c.n > after).order_by(changes.c.n).limit(MANY)
        async with self._database.read() as connection:
            rows = (await connection.execute(some)).all()
            return (rows[-1].n if rows else after), await heirs(connection, {seq for _, seq in rows})

    async def shown(self, seqs: Mapping[int, int]) -> tuple[Shown, ...]:
        """Where these papers, or what has been joined with them, were told of.

        Args:
            seqs: as told of, each with what the paper is now.
        """
        found: list[Shown] = []
        async with self._database.read() as connection:
            once = dict(await forebears(connection, set(seqs.values()))) | dict(seqs)
            for some in (list(once)[at : at + MANY] for at in range(0, len(once), MANY)):
                theirs = select(told, _NOW_WITHDRAWN).where(
                    told.c.seq.in_(some), told.c.how.in_(SHOWN), told.c.paper.is_not(None)
                )
                rows = (await connection.execute(theirs)).mappings()
                found += [_shown(row, once[row["seq"]]) for row in rows]
        return tuple(found)

    async def note(self, after: int, upto: int, found: Sequence[Found], now: datetime) -> bool:
        """Notes what became of papers, each event once a place; False where somebody else has noted it.

        Args:
            after: the number of the last change that had been looked at, as read.
            upto: that of the last that has been now.
            found: papers as told of, what became of each, and its version now.
            now: aware, UTC.
        """
        async with self._database.write() as connection:
            if not await _still_there(connection, found) or not await _advance(connection, after, upto):
                return False
            await note(connection, found, now)
        return True

    async def returned(self) -> tuple[Shown, ...]:
        """Papers that were taken out after they had been told of, and have come again under another number."""
        wanted = select(told, papers.c.seq.label("now"), _NOW_WITHDRAWN).select_from(amendments)
        wanted = wanted.join(told, _same(amendments, told))
        wanted = wanted.join(papers, papers.c.id == amendments.c.paper)
        horizon = select(func.max(ingests.c.upto)).scalar_subquery()
        wanted = wanted.where(amendments.c.event == FORGOTTEN, amendments.c.mends.is_(False))
        async with self._database.read() as connection:
            return tuple(
                _shown(row, row["now"])
                for row in (await connection.execute(wanted.where(papers.c.seq <= horizon))).mappings()
            )

    async def take_back(self, found: Sequence[Found], now: datetime) -> None:
        """Notes that papers have come again, and what has become of them meanwhile.

        Args:
            found: each as it was told of, what became of it, and its version now.
            now: aware, UTC.
        """
        async with self._database.write() as connection:
            if not await _still_there(connection, found):
                return
            rows = [which(shown) | {"seq": shown.seq} for shown, _, _ in found]
            gone = delete(amendments).where(*it(amendments), amendments.c.event == FORGOTTEN)
            await connection.execute(gone, rows)
            await connection.execute(update(told).where(*it(told)).values(seq=bindparam("seq")), rows)
            await note(connection, found, now)

    async def to_mend(self) -> dict[int, tuple[Amendment, ...]]:
        """What is to be mended, by the number of the delivery."""
        some = select(amendments).where(amendments.c.mends).order_by(amendments.c.n).limit(MANY)
        found: dict[int, tuple[Amendment, ...]] = {}
        for one in await self._all(some):
            found[one.shown.delivery or 0] = (*found.get(one.shown.delivery or 0, ()), one)
        return found

    async def withdrawn(self, number: int) -> set[str]:
        """The ids of the papers of a delivery that were withdrawn after it told of them."""
        of_it = (amendments.c.delivery == number, amendments.c.event == WITHDRAWN)
        async with self._database.read() as connection:
            return set(await connection.scalars(select(amendments.c.paper).where(*of_it)))

    async def returned_to(self, delivery: Delivery, paper: Paper) -> bool:
        """Whether a paper of a delivery was withdrawn after it told of it, and no longer is."""
        its = or_(amendments.c.seq == paper.seq, amendments.c.paper == paper.id)
        noted = exists().where(amendments.c.delivery == delivery.id, amendments.c.event == RETURNED, its)
        async with self._database.read() as connection:
            return bool(await connection.scalar(select(noted)))

    async def in_thread(self, head: Delivery) -> tuple[Delivery, ...]:
        """What followed a delivery in its thread, in order."""
        parts = select(deliveries).where(
            at_place(deliveries, head.place), deliveries.c.thread == head.external_id
        )
        async with self._database.read() as connection:
            rows = (await connection.execute(parts.order_by(deliveries.c.id))).mappings()
            return tuple(one for row in rows if (one := delivery_of_row(row)).kind == head.kind)

    async def mend(self, mending: Mending, now: datetime) -> bool:
        """Mends one post; False, and nothing is changed, where the post or what became of its papers is no longer
        as it was read, such as when it is being sent at this moment.
        """
        try:
            async with self._database.write(durable=True) as connection:
                await _mend(connection, mending, now)
        except BeatenError:
            return False
        return True

    async def correct(self, correction: Delivery, now: datetime) -> None:
        """Owes a correction, instead of earlier ones of the same message that nobody has begun to send."""
        waiting = (
            deliveries.c.corrects == correction.corrects,
            at_place(deliveries, correction.place),
            deliveries.c.state == "planned",
            deliveries.c.attempts == 0,
            deliveries.c.lease_until.is_(None),
        )
        async with self._database.write(durable=True) as connection:
            await connection.execute(delete(deliveries).where(*waiting))
            await connection.execute(insert_new(connection, deliveries).values(row_of_new(correction, now)))

    async def places_with_news(self) -> frozenset[Place]:
        """Places of which some want to hear of what became of papers."""
        some = select(amendments.c.platform, amendments.c.team, amendments.c.channel).where(amendments.c.news)
        async with self._database.read() as connection:
            return frozenset(map(place_of_row, (await connection.execute(some.distinct())).mappings()))

    async def news(self, place: Place) -> tuple[Amendment, ...]:
        """What a place is still to hear of."""
        mine = select(amendments).where(at_place(amendments, place), amendments.c.news)
        return await self._all(mine.order_by(amendments.c.n).limit(MANY))

    async def _all(self, query: Any) -> tuple[Amendment, ...]:
        async with self._database.read() as connection:
            return tuple(map(_amendment, (await connection.execute(query)).mappings()))


def _amendment(row: Any) -> Amendment:
    shown = Shown(place=place_of_row(row), seq=row["seq"], paper=row["paper"], delivery=row["delivery"])
    return Amendment(n=row["n"], shown=shown, event=row["event"], at=moment(row["at"]))


def _shown(row: Any, now: int) -> Shown:
    """What a row of ``told`` tells of; ``now`` is the paper's seq as it is."""
    return Shown(
        place=place_of_row(row),
        seq=now,
        paper=row["paper"],
        version=row["version"] or 0,
        delivery=row["delivery"],
        withdrawn=row["now_withdrawn"],
    )


async def _mend(connection: AsyncConnection, mending: Mending, now: datetime) -> None:
    """Mends one post within the transaction.

    Raises:
        BeatenError: what the mending was made from has changed; the transaction must be rolled back.
    """
    for done in mending.done:
        there = at_place(amendments, done.shown.place)
        open_still = update(amendments).where(amendments.c.n == done.n, amendments.c.mends, there)
        if not (await connection.execute(open_still.values(mends=False))).rowcount:
            raise BeatenError
    if mending.rewritten is not None:
        events = {done.event for done in mending.done} - {RETURNED}
        why = WITHDRAWN if events == {WITHDRAWN} else FORGOTTEN
        await _rewrite(connection, *mending.rewritten, why)
        for done in mending.done:
            await _untell(connection, done)
    for one in mending.corrections:
        await connection.execute(insert_new(connection, deliveries).values(row_of_new(one, now)))


async def _still_there(connection: AsyncConnection, found: Sequence[Found]) -> bool:
    """Whether no place of these has got another id since they were read."""
    tells = select(told.c.seq).where(*it(told))
    one_of_each = {shown.place: which(shown) for shown, _, _ in found}.values()
    return all([await connection.scalar(tells, one) is not None for one in one_of_each])


async def _advance(connection: AsyncConnection, after: int, upto: int) -> bool:
    mine = update(watermarks).where(watermarks.c.name == READ, watermarks.c.n == after)
    if (await connection.execute(mine.values(n=upto))).rowcount:
        return True
    if after:
        return False
    first = insert_new(connection, watermarks).values(name=READ, n=upto)
    return bool((await connection.execute(first)).rowcount)


async def _rewrite(connection: AsyncConnection, one: Delivery, message: Message | None, why: str) -> None:
    """Lets a delivery say something else, or nothing and why, if surely nobody has seen it and nobody is sending it.

    Raises:
        BeatenError: somebody is, may have, or has rewritten it meanwhile.
    """
    values: dict[str, Any] = {"state": "dead", "error": why, "settled": Clock()}
    if message is not None:
        values = {"message": to_json(to_dict(message)), "payload": None, "payload_hash": ""}
    unseen: tuple[ColumnElement[bool], ...] = (
        deliveries.c.id == one.id,
        deliveries.c.state.in_(("planned", "gone")),
        deliveries.c.first_try.is_(None),
        or_(deliveries.c.lease_until.is_(None), deliveries.c.lease_until <= Clock()),
    )
    if not await as_read(connection, one):
        raise BeatenError
    if not (await connection.execute(update(deliveries).where(*unseen).values(values))).rowcount:
        raise BeatenError


async def _untell(connection: AsyncConnection, one: Amendment) -> None:
    """The place was not told of the paper after all."""
    mine = and_(at_place(told, one.shown.place), told.c.paper == one.shown.paper)
    if one.event == RETURNED:  # it is told of after all
        return
    if one.event == WITHDRAWN:
        await connection.execute(update(told).where(mine).values(how=WITHDRAWN, delivery=None))
        # Nobody there has seen the paper, so that it was withdrawn is no news to them.
        await connection.execute(update(amendments).where(amendments.c.n == one.n).values(news=False))
    else:
        await connection.execute(delete(told).where(mine))
        await connection.execute(delete(amendments).where(amendments.c.n == one.n))  # it may happen again
