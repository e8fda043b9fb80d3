"""From papers that come to posts that are owed, on every database."""

import asyncio
from datetime import UTC, date, datetime, time, timedelta

import pytest
from sqlalchemy import func, insert, select

from bot.errors import UserError
from bot.locale import words
from bot.message import plain, to_text
from bot.planning import Planned, digest_now, plan, posted
from bot.store import Store
from bot.store.tables import papers, places, schedules, subscriptions, told
from tests.contract.planning import (
    DAY,
    LONG_AGO,
    OTHER,
    PLACE,
    THIS_YEAR,
    TUESDAY,
    at,
    change,
    come,
    done,
    keys_of,
    owed,
    subscription,
    titles,
    wants,
)

SAY = words()


async def test_a_digest_goes_out_at_its_hour_once_with_all_that_is_new(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1, 2)
    assert await plan(store, TUESDAY - timedelta(minutes=1)) == ()
    (planned,) = await plan(store, TUESDAY)
    assert (planned.key, planned.kind, planned.day, planned.due) == (
        "slack:T1:C1:digest:2026-12-01",
        "digest",
        date(2026, 12, 1),
        TUESDAY,
    )
    assert await plan(store, TUESDAY + timedelta(seconds=30)) == ()
    (delivery,) = await owed(store)
    assert (delivery.key, delivery.place, delivery.silent, delivery.state) == (
        planned.key,
        PLACE,
        True,
        "planned",
    )
    assert sorted(card.title for card in delivery.message.cards) == ["Turnips, Part 1", "Turnips, Part 2"]
    assert (await subscription(store)).after_seq == 2
    assert (await subscription(store)).heard == TUESDAY


async def test_a_quiet_day_is_planned_and_says_nothing(store: Store) -> None:
    await wants(store, "carrots")
    await at(store)
    await come(store, 1)
    (planned,) = await plan(store, TUESDAY)
    assert (planned.reason, planned.key, planned.papers) == ("nothing", "", ())
    assert await owed(store) == []
    assert await done(store) == date(2026, 12, 1)
    assert (await subscription(store)).after_seq == 1
    assert (await subscription(store)).heard == LONG_AGO


async def test_looking_stores_nothing(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await at(store, "paper")
    await come(store, 1)
    first = await plan(store, TUESDAY, dry_run=True)
    assert [one.key for one in first] == ["slack:T1:C1:digest:2026-12-01"]
    assert await plan(store, TUESDAY, dry_run=True) == first
    assert await owed(store) == []
    assert await store.plans.picked(PLACE) == {}
    assert await plan(store, TUESDAY) == first


async def test_looking_tells_what_was_missed(store: Store) -> None:
    await at(store)
    (planned,) = await plan(store, TUESDAY + timedelta(hours=13), dry_run=True)
    assert (planned.reason, planned.day, planned.due) == ("missed", date(2026, 12, 1), TUESDAY)
    assert await plan(store, TUESDAY + timedelta(hours=13)) == ()


async def test_what_was_missed_joins_the_next_digest_with_a_footnote(store: Store) -> None:
    await wants(store, "turnips")
    await at(store, since=datetime.now(UTC) - 10 * DAY, done=None, days=tuple(range(7)))
    await come(store, 1)
    tomorrow = datetime.now(UTC) + DAY
    now = datetime.combine((tomorrow + 2 * DAY).date(), time(10, 30), UTC)
    (planned,) = await plan(store, now)
    assert planned.key
    (delivery,) = await owed(store)
    day = now.date() - DAY
    assert delivery.message.footer == (
        f"Some of this was due on {day:%A} {day.day} {day:%B}, when no post went out."
    )


async def test_instant_posts_come_at_once_and_a_burst_is_one(store: Store) -> None:
    await wants(store, "turnips", cadence="instant")
    await come(store, 1)
    (first,) = await plan(store, TUESDAY)
    assert (first.kind, first.key) == ("instant", "slack:T1:C1:instant:1")
    assert await plan(store, TUESDAY + timedelta(seconds=30)) == ()
    await come(store, *range(2, 10))
    (second,) = await plan(store, TUESDAY + timedelta(seconds=60))
    assert (second.key, len(second.papers)) == ("slack:T1:C1:instant:2", 8)
    assert [one.silent for one in await owed(store)] == [False, False]


async def test_after_five_instant_posts_a_day_the_rest_joins_the_daily_one(store: Store) -> None:
    await wants(store, "turnips", cadence="instant")
    await at(store, at=time(17))
    for n in range(1, 8):
        await come(store, n)
        await plan(store, TUESDAY + timedelta(minutes=n))
    assert len(await owed(store)) == 5
    (enough,) = await plan(store, TUESDAY + timedelta(minutes=9), dry_run=True)
    assert enough.reason == "enough"
    (digest,) = await plan(store, TUESDAY.replace(hour=17, minute=0))
    assert (digest.kind, [one.title for one in digest.papers]) == (
        "digest",
        ["Turnips, Part 6", "Turnips, Part 7"],
    )
    await come(store, 8)
    assert await plan(store, TUESDAY + timedelta(hours=10)) == ()
    (tomorrow,) = await plan(store, TUESDAY + timedelta(hours=14))
    assert tomorrow.kind == "instant"


async def test_a_day_of_instant_posts_is_the_places_own(store: Store) -> None:
    await wants(store, "turnips", cadence="instant")
    await at(
        store, at=time(17), timezone="Pacific/Auckland", done=date(2026, 12, 1)
    )  # it is the 2nd there from 11:00 on
    for n in range(1, 7):
        await come(store, n)
        await plan(store, TUESDAY + timedelta(minutes=n))
    assert len(await owed(store)) == 5
    (planned,) = await plan(store, TUESDAY + timedelta(minutes=31))
    assert (planned.kind, planned.day) == ("instant", date(2026, 12, 2))


async def test_a_digest_holds_what_would_be_told_at_once_as_well(store: Store) -> None:
    await wants(store, "turnips", cadence="instant")
    await wants(store, "2 turnips", "s0000002")
    await at(store)
    await come(store, 1, 2)
    (planned,) = await plan(store, TUESDAY)
    assert (planned.kind, len(planned.papers)) == ("digest", 2)


async def test_weekly_subscriptions_are_served_on_the_first_of_the_days(store: Store) -> None:
    await wants(store, "turnips", cadence="weekly")
    await at(store)
    await come(store, 1)
    days = [TUESDAY + n * DAY for n in range(8)]
    keys = [one.key for day in days for one in await plan(store, day) if one.key]
    assert keys == ["slack:T1:C1:digest:2026-12-07"]


async def test_a_paper_is_told_to_a_place_once_and_to_each_place(store: Store) -> None:
    await wants(store, "turnips", cadence="instant")
    await wants(store, "growing OR grow", "s0000002")
    await wants(store, "turnips", "s0000003", place=OTHER)
    await at(store)
    await at(store, place=OTHER)
    await come(store, 1)
    (instant, elsewhere) = await plan(store, TUESDAY - timedelta(minutes=5)), await plan(store, TUESDAY)
    assert [(one.place, one.kind) for one in instant] == [(PLACE, "instant")]
    assert [(one.place, one.reason) for one in elsewhere] == [(PLACE, "nothing"), (OTHER, "")]
    assert to_text((await owed(store))[0].message).count("Turnips, Part 1") == 1
    assert "“growing OR grow”: grow" in to_text((await owed(store))[0].message)


async def test_a_paper_joined_with_one_that_was_told_of_is_not_told_of_again(store: Store) -> None:
    await wants(store, "turnips", cadence="instant", after_seq=1)
    await wants(store, "turnips", "s0000002", cadence="weekly")
    await at(store)
    await come(store, 1)
    await come(store, 2)
    await plan(store, TUESDAY)  # tells of the second
    async with store._database.write() as connection:
        await connection.exec_driver_sql('INSERT INTO changes (seq, "into") VALUES (2, 1)')
    assert set(await store.plans.told(PLACE, [1, 2])) == {1, 2}
    assert [one.reason for one in await plan(store, TUESDAY + 6 * DAY)] == ["nothing"]


async def test_places_that_cannot_be_spoken_to_wait_and_lose_nothing(store: Store) -> None:
    await wants(store, "turnips")
    await wants(store, "turnips", "s0000002", cadence="instant")
    await at(store)
    await come(store, 1)
    row = {
        "platform": "slack",
        "team": "T1",
        "channel": "C1",
        "owner": "U1",
        "locale": "en",
        "gone_told": False,
    }
    async with store._database.write() as connection:
        await connection.execute(insert(places).values(**row, gone="is_archived"))
    assert await plan(store, TUESDAY) == ()
    assert (await keys_of(store, PLACE, 1))[-1] == "silent"
    await change(store, places, gone=None)
    assert [len(one.papers) for one in await plan(store, TUESDAY + DAY)] == [1]


async def test_paused_subscriptions_hear_nothing(store: Store) -> None:
    await wants(store, "turnips", state="paused")
    await wants(store, "turnips", "s0000002", state="removed", cadence="instant")
    await at(store)
    await come(store, 1)
    assert [one.reason for one in await plan(store, TUESDAY)] == ["nothing"]
    assert (await subscription(store)).after_seq == 0


async def test_old_papers_are_seen_without_a_row_each_and_why_explains_it(store: Store) -> None:
    one = await wants(store, "turnips", cadence="instant")
    await come(store, *range(1, 51), year=THIS_YEAR - 5)
    await come(store, 51, published=datetime.now(UTC) - 20 * DAY)
    await come(store, 52, year=THIS_YEAR - 1)
    (planned,) = await plan(store, TUESDAY)
    assert [paper.seq for paper in planned.papers] == [52]
    async with store._database.read() as connection:
        assert await connection.scalar(select(func.count()).select_from(told)) == 1
    assert await keys_of(store, PLACE, 7, one) == ["match", "after", "old-year"]
    assert await keys_of(store, PLACE, 51, one) == ["match", "after", "old"]
    assert await keys_of(store, PLACE, 52, one) == ["match", "on-its-way"]


async def test_what_came_quietly_is_told_to_nobody(store: Store) -> None:
    one = await wants(store, "turnips", cadence="instant")
    await come(store, 1, quiet=True)
    assert await plan(store, TUESDAY) == ()
    assert await keys_of(store, PLACE, 1, one) == ["match", "after", "backfill"]


async def test_withdrawn_papers_are_not_told_of_also_when_they_come_back(store: Store) -> None:
    one = await wants(store, "turnips", cadence="instant")
    await come(store, 1, status="Withdraw")
    assert await plan(store, TUESDAY) == ()
    assert await keys_of(store, PLACE, 1, one) == ["match", "after", "new", "withdrawn"]
    await change(store, papers, status="poster")
    assert (await keys_of(store, PLACE, 1, one))[-1] == "was-withdrawn"


async def test_a_flood_is_one_post_of_which_every_paper_is_reached(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, *range(1, 251))
    (planned,) = await plan(store, TUESDAY)
    assert (len(planned.papers), planned.more) == (100, 150)
    (delivery,) = await owed(store)
    assert plain(delivery.message.lead) == "250 new papers for “turnips”"
    assert delivery.message.footer == "and 240 more"
    reached: set[str] = set()
    for page in range(1, 26):
        message = await posted(store, PLACE, "digest:2026-12-01", page, SAY)
        assert message.private
        reached |= {card.title for card in message.cards}
    assert reached == {f"Turnips, Part {n}" for n in range(1, 251)}
    for page in (0, 26):
        with pytest.raises(UserError):
            await posted(store, PLACE, "digest:2026-12-01", page, SAY)


async def test_a_post_that_is_not_there_has_no_pages(store: Store) -> None:
    with pytest.raises(UserError) as refused:
        await posted(store, PLACE, "digest:2026-12-01", 1, SAY)
    assert refused.value.key == "post-gone"


async def test_two_planners_at_once_come_to_one_post(store: Store, url: str) -> None:
    await wants(store, "turnips")
    await wants(store, "turnips", "s0000002", cadence="instant", place=OTHER)
    await at(store)
    await at(store, "paper")
    await come(store, *range(1, 30))
    second = await Store.open(url)
    try:
        both = await asyncio.gather(*(plan(one, TUESDAY) for one in (store, second) for _ in range(3)))
    finally:
        await second.close()
    assert sorted(one.key for planned in both for one in planned if one.key) == [
        "discord:G1:42:instant:1",
        "slack:T1:C1:digest:2026-12-01",
    ]
    assert len(await owed(store)) == 2


async def test_whoever_changes_a_subscription_meanwhile_is_not_overruled(store: Store) -> None:
    await wants(store, "turnips")
    schedule = await at(store)
    await come(store, 1)
    served = await store.plans.subscriptions(PLACE)
    await change(store, subscriptions, state="paused")
    from bot.store import PlanStep

    step = PlanStep(place=PLACE, upto=1, served=served, planned=((schedule, date(2026, 12, 1)),))
    assert not await store.plans.commit(step, TUESDAY)
    assert await done(store) == date(2026, 11, 30)
    assert (await subscription(store)).after_seq == 0


async def test_a_date_that_had_its_post_has_no_second_and_its_papers_join_the_next(store: Store) -> None:
    await wants(store, "turnips")
    await at(store, days=tuple(range(7)))
    await come(store, 1)
    await plan(store, TUESDAY)
    await come(store, 2)
    await change(store, schedules, done=None)  # as after a clock that was wrong
    (again,) = await plan(store, TUESDAY + timedelta(minutes=1))
    assert again.reason == "beaten"
    assert await done(store) == date(2026, 12, 1)
    assert await plan(store, TUESDAY + timedelta(minutes=2)) == ()
    (tomorrow,) = await plan(store, TUESDAY + DAY)
    assert [one.title for one in tomorrow.papers] == ["Turnips, Part 2"]


async def test_the_papers_of_a_later_ingest_wait_for_the_post_after(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1)
    await plan(store, TUESDAY)
    await come(store, 2)
    await plan(store, TUESDAY + DAY)
    assert await titles(store) == [["Turnips, Part 1"], ["Turnips, Part 2"]]


async def test_digest_now_posts_what_is_new_whatever_the_hour_and_leaves_the_hour_alone(store: Store) -> None:
    await wants(store, "turnips", cadence="weekly")
    await at(store)
    assert await digest_now(store, PLACE, TUESDAY) is None
    await come(store, 1)
    planned = await digest_now(store, PLACE, TUESDAY - timedelta(hours=2))
    assert isinstance(planned, Planned)
    assert planned.key == "slack:T1:C1:digest:2026-12-01:1"
    assert await digest_now(store, PLACE, TUESDAY - timedelta(hours=2)) is None
    assert await done(store) == date(2026, 11, 30)
    assert len(await owed(store)) == 1


async def test_one_place_that_cannot_be_planned_stops_no_other(store: Store) -> None:
    await wants(store, "turnips", "s0000002", place=OTHER)
    await at(store, timezone="Mars/Olympus")
    await at(store, place=OTHER)
    await come(store, 1)
    assert [one.place for one in await plan(store, TUESDAY)] == [OTHER]


async def test_a_rule_that_cannot_be_read_waits_and_stops_no_other(store: Store) -> None:
    broken = await wants(store, "((", "s0000002")
    await wants(store, "turnips")
    await at(store)
    await come(store, 1)
    assert [len(one.papers) for one in await plan(store, TUESDAY)] == [1]
    assert (await subscription(store, "s0000002")).after_seq == 0
    assert (await keys_of(store, PLACE, 1, broken))[0] == "unreadable"
