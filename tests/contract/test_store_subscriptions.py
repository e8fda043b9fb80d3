"""Who wants to hear of what, on every database."""

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from bot.ingest import bring
from bot.models import Place
from bot.store import Store
from bot.store.subscriptions import KEPT
from bot.subscriptions import Person, Schedule, Subscription
from tests.make import a_reading

HERE, THERE = Place("slack", "T1", "C1"), Place("slack", "T1", "C2")
NOW = datetime(2026, 12, 1, 10, 30, tzinfo=UTC)
DIGEST = Schedule(place=HERE, kind="digest", since=NOW)


def wanted(id: str, **fields: Any) -> Subscription:  # noqa: A002 - the public word for it
    given: dict[str, Any] = {"id": id, "place": HERE, "query": "turnips", "owner": "U1"}
    return Subscription(**(given | {"created": NOW, "heard": NOW} | fields))


async def test_a_subscription_comes_back_as_it_is_by_place_owner_and_id(store: Store) -> None:
    first, second = wanted("s2", query="größer, „∞“"), wanted("s1", created=NOW + timedelta(hours=1))
    elsewhere = wanted("s3", place=THERE, owner="U2", cadence="instant", after_seq=2**40)
    for one in (second, first, elsewhere):
        await store.subscriptions.add(one)
    assert await store.subscriptions.get("s3") == elsewhere
    assert await store.subscriptions.get("s4") is None
    assert await store.subscriptions.of_place(HERE) == (first, second)
    assert await store.subscriptions.of_owner("slack", "T1", "U2") == (elsewhere,)
    assert await store.subscriptions.of_owner("slack", "T2", "U1") == ()


async def test_a_change_leaves_how_far_it_has_read(store: Store) -> None:
    one = wanted("s1", after_seq=7)
    await store.subscriptions.add(one)
    await store.subscriptions.change(replace(one, query="carrots", cadence="weekly", after_seq=0), NOW)
    assert await store.subscriptions.get("s1") == replace(one, query="carrots", cadence="weekly")


async def test_a_removed_one_can_be_brought_back_for_a_while(store: Store) -> None:
    one = wanted("s1")
    await store.subscriptions.add(one)
    await store.subscriptions.change(replace(one, state="removed"), NOW)
    assert await store.subscriptions.of_place(HERE) == ()
    await store.subscriptions.sweep(NOW + KEPT - timedelta(seconds=1))
    assert await store.subscriptions.get("s1") == replace(one, state="removed")
    await store.subscriptions.sweep(NOW + KEPT)
    assert await store.subscriptions.get("s1") is None


async def test_a_schedule_takes_the_place_of_the_former_one_but_not_of_what_was_planned(store: Store) -> None:
    planned = replace(DIGEST, done=date(2026, 12, 1))
    await store.subscriptions.add(wanted("s1"), [planned])
    moved = replace(DIGEST, at=time(17, 5), days=(0, 6), timezone="Asia/Kolkata", topic="x", on=False)
    await store.subscriptions.set_schedules(moved)
    assert await store.subscriptions.schedule(HERE, "digest") == replace(moved, done=planned.done)
    assert await store.subscriptions.schedule(HERE, "paper") is None
    assert await store.subscriptions.schedule(THERE, "digest") is None


async def test_schedules_set_at_once_make_one(store: Store, url: str) -> None:
    other = await Store.open(url)
    await asyncio.gather(
        *(
            one.subscriptions.set_schedules(replace(DIGEST, at=time(hour)))
            for hour in range(5)
            for one in (store, other)
        )
    )
    await other.close()
    assert len(await store.plans.schedules()) == 1


async def test_a_persons_defaults_are_kept_and_changed(store: Store) -> None:
    ada = Person(platform="slack", team="T1", user="U1", timezone="Europe/Berlin")
    assert await store.subscriptions.person("slack", "T1", "U1") is None
    await store.subscriptions.set_person(ada)
    await store.subscriptions.set_person(replace(ada, locale="zh"))
    assert await store.subscriptions.person("slack", "T1", "U1") == replace(ada, locale="zh")


async def test_whoever_brought_the_bot_first_stays_its_owner(store: Store) -> None:
    await asyncio.gather(*(store.subscriptions.know(HERE, f"U{n}", "de") for n in range(4)))
    await store.subscriptions.know(HERE, "U9", "fr")
    assert await store.plans.reached(HERE) == ("de", "")


async def test_what_came_before_a_moment_is_known_by_its_last_number(store: Store) -> None:
    await bring(store, None, [("list.json", iter([a_reading(), a_reading(title="Carrots")]))])
    now = datetime.now(UTC)
    assert await store.subscriptions.last_before(now - timedelta(hours=1)) == 0
    assert await store.subscriptions.last_before(now + timedelta(hours=1)) == 2


async def test_a_place_without_posts_has_no_last_one(store: Store) -> None:
    assert await store.subscriptions.last_post(HERE) is None
