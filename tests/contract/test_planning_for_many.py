"""Planning for many places: what has come is gone over once, and each place is told what it asked for."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import insert, select

from bot.ingest import bring
from bot.models import Paper, Place, Source
from bot.planning import Rulebook, plan
from bot.store import Store
from bot.store.delivery_rows import delivery_of_row
from bot.store.subscription_rows import row_of_schedule, row_of_subscription
from bot.store.tables import deliveries, schedules, subscriptions
from bot.subscriptions import Schedule, Subscription
from tests.make import a_paper, a_reading

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
TUESDAY = datetime(2026, 12, 1, 10, 30, tzinfo=UTC)
THIS_YEAR = datetime.now(UTC).year  # when papers arrive is told by the database's clock
CROPS = ("turnips", "leeks", "carrots")


class Counted(Rulebook):
    """A rulebook that says how many papers it has gone over."""

    def __init__(self) -> None:
        super().__init__()
        self.papers = 0

    def match(self, papers: Sequence[Paper]) -> list[tuple[int, str]]:
        self.papers += len(papers)
        return super().match(papers)


def place(number: int) -> Place:
    return Place("slack", "T1", f"C{number}")


async def come(store: Store, first: int, count: int) -> None:
    """Papers arrive, each about one crop."""
    readings = [
        a_reading(
            source=Source("list.json", "record", n),
            title=f"Crops, Part {n}",
            abstract=f"Shed {n} has {CROPS[n % 3]}.",
            year=THIS_YEAR,
        )
        for n in range(first, first + count)
    ]
    await bring(store, None, [("list.json", iter(readings))])


async def wants(store: Store, number: int, query: str, **fields: Any) -> None:
    one = Subscription(
        id=f"s{number:04}{len(query):03}",
        place=place(number),
        query=query,
        created=LONG_AGO,
        heard=LONG_AGO,
        **fields,
    )
    schedule = Schedule(place=place(number), kind="digest", since=LONG_AGO, done=date(2026, 11, 30))
    async with store._database.write() as connection:
        await connection.execute(insert(subscriptions).values(row_of_subscription(one)))
        await connection.execute(insert(schedules).values(row_of_schedule(schedule)))


async def told(store: Store) -> dict[str, list[str]]:
    async with store._database.read() as connection:
        rows = (await connection.execute(select(deliveries))).mappings()
        owed = [delivery_of_row(row) for row in rows]
    return {one.place.channel: sorted(card.title for card in one.message.cards) for one in owed}


def parts(*numbers: int) -> list[str]:
    return sorted(f"Crops, Part {n}" for n in numbers)


async def test_each_place_is_told_what_it_asked_for_and_the_papers_are_gone_over_once(store: Store) -> None:
    for number in range(9):
        await wants(store, number, CROPS[number % 3])
    await come(store, 1, 6)
    rulebook = Counted()
    await plan(store, TUESDAY, rulebook=rulebook)
    assert await told(store) == {f"C{n}": parts(*([3, 6], [1, 4], [2, 5])[n % 3]) for n in range(9)}
    assert (rulebook.papers, len(rulebook)) == (6, 3)


async def test_nobody_is_told_of_what_came_before_them(store: Store) -> None:
    await come(store, 1, 3)
    await wants(store, 1, "turnips OR leeks")
    await wants(store, 2, "leeks OR turnips", after_seq=3)
    await come(store, 4, 3)
    await plan(store, TUESDAY)
    assert await told(store) == {"C1": parts(1, 3, 4, 6), "C2": parts(4, 6)}


async def test_weekly_ones_wait_for_their_day_and_instant_ones_for_nothing(store: Store) -> None:
    await wants(store, 1, "turnips", cadence="weekly")
    await wants(store, 2, "turnips", cadence="instant")
    await come(store, 1, 3)
    early = TUESDAY.replace(hour=8)
    await plan(store, early)
    assert await told(store) == {"C2": parts(3)}
    await plan(store, TUESDAY)
    assert await told(store) == {"C2": parts(3)}


async def test_a_tick_at_which_it_is_nobodys_turn_goes_over_nothing(store: Store) -> None:
    await wants(store, 1, "turnips")
    await come(store, 1, 3)
    rulebook = Counted()
    await plan(store, TUESDAY.replace(hour=8), rulebook=rulebook)
    assert (rulebook.papers, len(rulebook)) == (0, 0)


async def test_a_rule_that_cannot_be_read_stops_no_other_place(store: Store) -> None:
    await wants(store, 1, "((")
    await wants(store, 2, "turnips")
    await come(store, 1, 3)
    await plan(store, TUESDAY)
    assert await told(store) == {"C2": parts(3)}


def test_a_rulebook_forgets_what_nobody_asks_for_when_it_is_full() -> None:
    rulebook = Rulebook(kept=2)
    rulebook.know(["turnips", "leeks", "carrots"])
    rulebook.know(["turnips", "leeks"])
    assert len(rulebook) == 2
    paper = a_paper(title="Turnips, leeks and carrots")
    assert sorted(rulebook.match([paper])) == [(0, "leeks"), (0, "turnips")]
    rulebook.know(["carrots"])
    assert (0, "carrots") in rulebook.match([paper])
