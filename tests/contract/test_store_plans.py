"""What planning asks of the database, and that a step is done once, wholly or not at all."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Table, insert, update

from bot.ingest import bring
from bot.models import Paper, Place, Source
from bot.store import PlanStep, Store
from bot.store.subscription_rows import row_of_schedule, row_of_subscription
from bot.store.tables import changes, ingests, papers, places, schedules, subscriptions
from bot.subscriptions import Schedule, Subscription
from tests.make import a_delivery, a_reading

PLACE = Place("slack", "T1", "C1")
OTHER = Place("discord", "G1", "42")
THEN = datetime(2026, 1, 1, tzinfo=UTC)
NOW = datetime(2026, 12, 1, 10, 30, tzinfo=UTC)
TODAY = date(2026, 12, 1)


async def put(store: Store, table: Table, **row: Any) -> None:
    async with store._database.write() as connection:
        await connection.execute(insert(table).values(**row))


async def wants(store: Store, id: str, **fields: Any) -> Subscription:  # noqa: A002 - the public word for it
    given: dict[str, Any] = {"id": id, "place": PLACE, "query": "turnips", "created": THEN, "heard": THEN}
    one = Subscription(**(given | fields))
    await put(store, subscriptions, **row_of_subscription(one))
    return one


async def schedule(store: Store, **fields: Any) -> Schedule:
    given: dict[str, Any] = {"place": PLACE, "kind": "digest", "since": THEN}
    one = Schedule(**(given | fields))
    await put(store, schedules, **row_of_schedule(one))
    return one


async def gone(store: Store, place: Place, reason: str | None) -> None:
    row = {"platform": place.platform, "team": place.team, "channel": place.channel}
    await put(store, places, **row, owner="U1", locale="de", gone=reason, gone_told=False)


@pytest.fixture
async def corpus(store: Store) -> list[Paper]:
    readings = [
        a_reading(
            source=Source("list.json", "record", n), title=f"Turnips, Part {n}", abstract=f"{n} turnips."
        )
        for n in range(1, 61)
    ]
    await bring(store, None, [("list.json", iter(readings))])
    return [paper async for batch in store.everything() for paper in batch]


async def collected(batches: AsyncIterator[tuple[Any, ...]]) -> list[Any]:
    return [one async for batch in batches for one in batch]


async def step(store: Store, **fields: Any) -> PlanStep:
    """A post to PLACE, with everything it is made from."""
    one, at = await wants(store, "s0000001"), await schedule(store)
    given: dict[str, Any] = {
        "place": PLACE,
        "upto": 60,
        "served": (one,),
        "heard": (one.id,),
        "planned": ((at, TODAY),),
        "delivery": a_delivery(id=0, not_before=NOW),
        "told": {1: "sent", 2: "sent", 3: "withdrawn"},
    }
    return PlanStep(**(given | fields))


async def state(store: Store) -> tuple[int, datetime, date | None, int]:
    """The watermark, when it was heard, the date planned, and how many of three papers were decided on."""
    (one,) = await store.plans.subscriptions(PLACE)
    (at,) = await store.plans.schedules()
    return one.after_seq, one.heard, at.done, len(await store.plans.told(PLACE, [1, 2, 3]))


UNTOUCHED = (0, THEN, None, 0)


async def test_a_step_is_done_wholly(store: Store, corpus: list[Paper]) -> None:
    assert await store.plans.commit(await step(store), NOW)
    assert await state(store) == (60, NOW, TODAY, 3)
    delivery = await store.plans.delivery(key=a_delivery().key)
    assert delivery is not None
    assert delivery == await store.plans.delivery(number=delivery.id)
    assert (delivery.message, delivery.state) == (a_delivery().message, "planned")
    told = await store.plans.told(PLACE, [1, 3, 4])
    assert {seq: (one.how, one.at, one.delivery) for seq, one in told.items()} == {
        1: ("sent", NOW, delivery.id),
        3: ("withdrawn", NOW, None),
    }
    assert await store.plans.seen(PLACE, [1, 2, 3, 4]) == {1, 2}
    assert await store.plans.told_by(delivery) == (1, 2)
    assert await store.plans.told(OTHER, [1, 2, 3]) == {}


@pytest.mark.parametrize(
    ("table", "meanwhile"),
    [
        (subscriptions, {"after_seq": 60}),
        (subscriptions, {"state": "paused"}),
        (subscriptions, {"query": "carrots"}),
        (subscriptions, {"cadence": "weekly"}),
        (schedules, {"done": "2026-12-01"}),
        (schedules, {"at": "17:00"}),
        (schedules, {"is_on": False}),
    ],
)
async def test_a_step_gives_way_to_whoever_changed_what_it_was_made_from(
    store: Store, corpus: list[Paper], table: Table, meanwhile: dict[str, object]
) -> None:
    made = await step(store)
    async with store._database.write() as connection:
        await connection.execute(update(table).values(**meanwhile))
    assert not await store.plans.commit(made, NOW)
    assert await store.plans.delivery(key=a_delivery().key) is None
    assert await store.plans.told(PLACE, [1, 2, 3]) == {}


async def test_a_step_gives_way_where_a_paper_was_told_of_meanwhile(
    store: Store, corpus: list[Paper]
) -> None:
    made = await step(store)
    assert await store.plans.commit(PlanStep(place=PLACE, upto=60, told={2: "picked"}), NOW)
    assert not await store.plans.commit(made, NOW)
    assert await state(store) == (0, THEN, None, 1)


@pytest.mark.parametrize("gone", [9, 999], ids=["withdrawn", "taken out"])
async def test_a_step_gives_way_where_a_paper_has_just_been(
    store: Store, corpus: list[Paper], gone: int
) -> None:
    one = await wants(store, "s0000001")
    async with store._database.write() as connection:
        await connection.execute(update(papers).where(papers.c.seq == 9).values(status="withdrawn"))
    step = PlanStep(place=PLACE, upto=60, served=(one,), told={8: "sent", gone: "sent"})
    assert not await store.plans.commit(step, NOW)
    assert await store.plans.told(PLACE, [8, gone]) == {}
    assert await store.plans.commit(replace(step, told={8: "sent", 9: "withdrawn"}), NOW)


async def test_a_second_post_with_the_same_key_only_marks_the_date(store: Store, corpus: list[Paper]) -> None:
    made = await step(store)
    assert await store.outbox.owe(a_delivery().key, PLACE, "digest", a_delivery().message, now=NOW)
    assert not await store.plans.commit(made, NOW)
    assert await state(store) == (0, THEN, TODAY, 0)


async def test_of_many_planners_at_once_one_is_first(store: Store, url: str, corpus: list[Paper]) -> None:
    made, second = await step(store), await Store.open(url)
    try:
        done = await asyncio.gather(
            *(one.plans.commit(made, NOW) for one in (store, second) for _ in range(5))
        )
    finally:
        await second.close()
    assert sum(done) == 1
    assert await state(store) == (60, NOW, TODAY, 3)


async def test_a_paper_of_the_day_that_was_told_of_before_stays_as_it_was(
    store: Store, corpus: list[Paper]
) -> None:
    await store.plans.commit(PlanStep(place=PLACE, upto=60, told={1: "sent"}), THEN)
    assert await store.plans.commit(PlanStep(place=PLACE, upto=60, told={1: "picked", 2: "picked"}), NOW)
    told = await store.plans.told(PLACE, [1, 2])
    assert {seq: (one.how, one.at) for seq, one in told.items()} == {1: ("sent", THEN), 2: ("picked", NOW)}


async def test_what_was_told_of_a_joined_paper_was_told_of_the_paper_it_went_into(
    store: Store, corpus: list[Paper]
) -> None:
    await store.plans.commit(PlanStep(place=PLACE, upto=60, told={9: "sent"}), NOW)
    await put(store, changes, seq=9, into=5)
    assert set(await store.plans.told(PLACE, [4, 5])) == {5}
    await put(store, changes, seq=5, into=3)
    assert set(await store.plans.told(PLACE, [3, 4])) == {3}


async def test_a_paper_that_was_taken_out_and_came_again_was_told_of_by_its_id(
    store: Store, corpus: list[Paper]
) -> None:
    await store.plans.commit(PlanStep(place=PLACE, upto=60, told={9: "sent"}), NOW)
    async with store._database.write() as connection:
        await connection.execute(update(papers).where(papers.c.seq == 9).values(id="p"))
        await connection.execute(update(papers).where(papers.c.seq == 50).values(id=corpus[8].id))
    assert set(await store.plans.told(PLACE, [49, 50])) == {50}
    assert await store.plans.told(OTHER, [50]) == {}


async def test_only_places_that_can_be_spoken_to_and_have_something_on_are_planned_for(store: Store) -> None:
    mine, _, theirs = (
        await schedule(store),
        await schedule(store, kind="paper", on=False),
        await schedule(store, place=OTHER),
    )
    assert set(await store.plans.schedules()) == {mine, theirs}
    assert await store.plans.schedules_of(OTHER) == {"digest": theirs}
    await gone(store, OTHER, "is_archived")
    await gone(store, PLACE, None)
    assert await store.plans.schedules() == (mine,)
    assert await store.plans.reached(PLACE) == ("de", "")
    assert await store.plans.reached(OTHER) == ("de", "is_archived")
    assert await store.plans.reached(Place("slack", "T1", "C9")) == ("", "")


async def test_a_place_is_behind_while_an_active_instant_subscription_has_not_seen_everything(
    store: Store,
) -> None:
    await wants(store, "s0000001", cadence="instant", after_seq=5)
    await wants(store, "s0000002", cadence="instant", after_seq=3)
    await wants(store, "s0000003", cadence="instant", state="paused", place=OTHER)
    await wants(store, "s0000004", place=OTHER)
    assert await store.plans.behind(6) == (PLACE,)
    assert await store.plans.behind(4) == (PLACE,)
    assert await store.plans.behind(3) == ()
    await gone(store, PLACE, "not_in_channel")
    assert await store.plans.behind(6) == ()


async def test_arrivals_come_by_number_with_their_moment(store: Store, corpus: list[Paper]) -> None:
    before = datetime.now(UTC) - timedelta(minutes=5)
    found = await collected(store.plans.arrivals(57, 59))
    assert [one.paper.seq for one in found] == [58, 59]
    assert all(before < one.at <= datetime.now(UTC) + timedelta(seconds=2) and not one.quiet for one in found)
    assert await store.plans.arrival(corpus[57]) == found[0]
    assert await collected(store.plans.arrivals(60, 60)) == []


@pytest.mark.parametrize(
    "came",
    [
        datetime(2026, 1, 1, 0, 0, 1, tzinfo=UTC),
        datetime(2027, 12, 31, 23, 59, tzinfo=UTC),
        datetime(2028, 12, 31, 23, 59, tzinfo=UTC),
        NOW,
    ],
)
async def test_arrivals_leave_out_only_what_is_told_to_nobody(
    store: Store, corpus: list[Paper], came: datetime
) -> None:
    async with store._database.write() as connection:
        await connection.execute(update(ingests).values(started=int(came.timestamp())))
        for seq in range(1, 11):
            aged = update(papers).where(papers.c.seq == seq)
            await connection.execute(aged.values(year=came.year + 2 - seq if seq < 10 else None))
        dated = update(papers).where(papers.c.seq == 9)
        await connection.execute(dated.values(published="2026-11-30T00:00:00+00:00"))
    left = {one.paper.seq for one in await collected(store.plans.arrivals(0, 10))}
    assert {1, 2, 3, 9, 10} <= left  # next year, this, last, an old year with a date, no year
    assert left.isdisjoint({6, 7, 8})
    async with store._database.write() as connection:
        await connection.execute(update(ingests).values(quiet=True))
    assert await collected(store.plans.arrivals(0, 10)) == []


async def test_the_ring_passes_every_paper_once_from_where_it_begins(
    store: Store, corpus: list[Paper]
) -> None:
    ids = sorted(paper.id for paper in corpus)
    for start in ("p", ids[17], ids[59] + "0", "q"):
        expected = [*(one for one in ids if one >= start), *(one for one in ids if one < start)]
        assert [paper.id for paper in await collected(store.plans.ring(start, 60))] == expected
    assert len(await collected(store.plans.ring(ids[17], 20))) == 20
    assert await store.plans.known([ids[3], "p000000000000000"]) == {ids[3]}
    assert await store.plans.ids([5, 99]) == {5: corpus[4].id}


async def test_the_first_paper_of_the_day_that_is_stored_stays(store: Store) -> None:
    kept = await asyncio.gather(*(store.plans.keep_pick(PLACE, TODAY, f"p{n:015x}") for n in range(5)))
    assert len(set(kept)) == 1
    assert await store.plans.picked(PLACE) == {TODAY: kept[0]}
    assert await store.plans.keep_pick(PLACE, TODAY, "pnew", instead="pother") == kept[0]
    assert await store.plans.keep_pick(PLACE, TODAY, "pnew", instead=kept[0]) == "pnew"
    assert await store.plans.picked(OTHER) == {}


async def test_instant_posts_are_counted_by_place_and_from_a_moment_on(store: Store) -> None:
    for n in range(3):
        delivery = a_delivery(id=0, kind="instant", key=f"key{n}", not_before=NOW)
        at = NOW + timedelta(hours=n)
        await store.plans.commit(PlanStep(place=PLACE, upto=0, delivery=delivery), at)
    part = a_delivery(id=0, kind="instant", key="key0#2", thread="17.0001", not_before=NOW)
    await store.plans.commit(PlanStep(place=PLACE, upto=0, delivery=part), NOW)
    await store.plans.commit(
        PlanStep(place=PLACE, upto=0, delivery=replace(part, kind="digest", key="d")), NOW
    )
    assert await store.plans.instants(PLACE, NOW) == 3
    assert await store.plans.instants(PLACE, NOW + timedelta(minutes=1)) == 2
    assert await store.plans.instants(OTHER, NOW) == 0
