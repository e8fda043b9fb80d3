"""What one step of planning writes: the post, what it tells of, and how far that goes, all or nothing."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, Select, Table, and_, exists, insert, not_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.amendments import WITHDRAWN
from bot.deliveries import Delivery
from bot.models import Place
from bot.store.delivery_rows import row_of_new, seconds
from bot.store.subscription_rows import row_of_place, row_of_schedule
from bot.store.tables import amendments, deliveries, papers, places, schedules, subscriptions, told
from bot.subscriptions import Schedule, Subscription

How = Literal["sent", "picked", "withdrawn"]
MANY: Final = 500  # values in one IN list
SHOWN: Final[tuple[How, ...]] = ("sent", "picked")  # the place has seen them in a post


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStep:
    """One step of planning, for one place.

    Attributes:
        place: whose.
        upto: the last seq that was looked at.
        served: the subscriptions whose turn it was, as read; they have been told of everything up to ``upto``.
        heard: ids of the subscriptions that matched something, whose turn or not.
        planned: the schedules, as read, with the local date that is planned by this.
        delivery: the post, if there is something to say.
        told: seqs and what becomes of each.
        news: numbers of the amendments that the place has heard of, or that nobody there waits for.
        quiet: why there is no post, see bot.quiet; empty where there is one.
    """

    place: Place
    upto: int
    served: tuple[Subscription, ...] = ()
    heard: Collection[str] = ()
    planned: tuple[tuple[Schedule, date], ...] = ()
    delivery: Delivery | None = None
    told: Mapping[int, How] = field(default_factory=dict)
    news: Sequence[int] = ()
    quiet: str = ""


class BeatenError(Exception):
    """Another planner, or a person, has changed what this step was made from."""


async def commit(connection: AsyncConnection, step: PlanStep, now: datetime) -> bool:
    """Does one step within the transaction; False where a post with its key was planned before.

    Raises:
        BeatenError: what the step was made from has changed; the transaction must be rolled back.
    """
    for schedule, day in step.planned:
        same = [schedules.c[name].is_not_distinct_from(it) for name, it in row_of_schedule(schedule).items()]
        await _change(connection, schedules, same, done=day.isoformat(), quiet=step.quiet)
    number = None
    if step.delivery is not None:
        taken = select(deliveries.c.id).where(deliveries.c.key == step.delivery.key)
        if await connection.scalar(taken) is not None:
            return False
        row = insert(deliveries).values(row_of_new(step.delivery, now)).returning(deliveries.c.id)
        number = int((await connection.execute(row)).scalar_one())
    for one in step.served:
        # Whoever paused it, or asked for something else meanwhile, is not overruled; nor may its place have moved.
        as_read = {"id": one.id, "after_seq": one.after_seq, "state": "active", "query": one.query}
        as_read |= {"cadence": one.cadence, **row_of_place(one.place)}
        same = [subscriptions.c[name] == it for name, it in as_read.items()]
        await _change(connection, subscriptions, same, after_seq=step.upto)
    mine = (at_place(amendments, step.place), amendments.c.news)
    for n in step.news:
        await _change(connection, amendments, [*mine, amendments.c.n == n], news=False)
    if step.heard:
        matched = update(subscriptions).where(subscriptions.c.id.in_(list(step.heard)))
        await connection.execute(matched.values(heard=seconds(now), quiet_told=None))
    await _tell(connection, step, number, now)
    return True


async def _change(
    connection: AsyncConnection, table: Table, same: Iterable[ColumnElement[bool]], **values: object
) -> None:
    """Changes one row, if it still is as it was read."""
    changed = await connection.execute(update(table).where(*same).values(**values))
    if not changed.rowcount:
        raise BeatenError


async def _tell(connection: AsyncConnection, step: PlanStep, number: int | None, now: datetime) -> None:
    """Records what becomes of papers; that a paper of the day was told of before stays as it is."""
    picked = [seq for seq, how in step.told.items() if how == "picked"]
    kept: set[int] = set()
    if picked:
        before = select(told.c.seq).where(at_place(told, step.place), told.c.seq.in_(picked))
        kept = set(await connection.scalars(before))
    rows = [
        {
            **row_of_place(step.place),
            "seq": seq,
            "how": step.told[seq],
            "delivery": number if step.told[seq] in SHOWN else None,
            "at": seconds(now),
            "paper": paper,
            "version": version,
        }
        for seq, paper, version in await _known(
            connection, step.told, [seq for seq in step.told if seq not in kept]
        )
    ]
    if rows:
        await connection.execute(insert(told), rows)


async def _known(
    connection: AsyncConnection, told: Mapping[int, How], seqs: Sequence[int]
) -> Iterable[tuple[int, str, int]]:
    """Each seq with the id and version that its paper has now.

    Raises:
        BeatenError: a paper that is told of has just gone, or been withdrawn.
    """
    known: dict[int, tuple[str, int]] = {}
    for some in (seqs[at : at + MANY] for at in range(0, len(seqs), MANY)):
        theirs = select(papers.c.seq, papers.c.id, papers.c.version, papers.c.status).where(
            papers.c.seq.in_(some)
        )
        for seq, paper, version, status in await connection.execute(theirs):
            if status == WITHDRAWN and told[seq] in SHOWN:
                raise BeatenError
            known[seq] = paper, version
    if len(known) < len(seqs):
        raise BeatenError
    return [(seq, *known[seq]) for seq in seqs]


def at_place(table: Table, place: Place) -> ColumnElement[bool]:
    """That a row is of that place."""
    return and_(*(table.c[name] == value for name, value in row_of_place(place).items()))


def whose(table: Table, platform: str, team: str) -> ColumnElement[bool]:
    """That a row is of that platform, and of that team where one is given."""
    mine = table.c.platform == platform
    return and_(mine, table.c.team == team) if team else mine


def reachable(table: Table) -> ColumnElement[bool]:
    """That the row's place can be spoken to, as far as is known."""
    gone: Select[Any] = select(places.c.gone).where(
        places.c.platform == table.c.platform,
        places.c.team == table.c.team,
        places.c.channel == table.c.channel,
        places.c.gone.is_not(None),
    )
    return not_(exists(gone))
