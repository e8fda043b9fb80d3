"""Claims, leases and ends of what is owed, on every database."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import insert, select, update

from bot.deliveries import Delivery, Gone, Retry, Scope
from bot.message import Action, Card, Message, Span
from bot.models import Invocation, Place
from bot.store import Store
from bot.store.tables import claims, deliveries, places

NOW = datetime(2026, 1, 1, tzinfo=UTC)  # long ago: whatever is owed since then is due
HERE, THERE = Place("slack", "T1", "C1"), Place("slack", "T1", "C2")
RICH = Message(
    "Three new papers",
    lead=(Span("Three"), Span(" new", strong=True)),
    cards=(Card("Turnips", "https://example.org/1", actions=(Action("Show", Invocation.of("show", paper="p1")),)),),
    private=False,
)  # fmt: skip


async def owe(store: Store, *keys: str, place: Place = HERE) -> None:
    for key in keys:
        assert await store.outbox.owe(key, place, "digest", RICH, now=NOW)


async def due(store: Store, platform: str = "slack") -> list[str]:
    return [one.key for one in await store.outbox.due(platform, 10)]


async def claimed(store: Store, owner: str = "me", lease_s: float = 60) -> Delivery:
    """What is due first, claimed to be sent."""
    first, *_ = await store.outbox.due("slack", 10)
    ready = replace(first, payload={"text": first.key}, payload_hash="abc")
    one = await store.outbox.claim(ready, owner, lease_s, sending=True)
    assert one is not None
    return one


async def sent(store: Store, one: Delivery) -> None:
    after = replace(one, state="sent", external_id=f"ts-{one.id}", owner="", lease_until=None)
    assert await store.outbox.settle(one, after)


async def later(store: Store, seconds: int = 5) -> None:
    """Lets time pass for whatever was sent."""
    async with store._database.write() as connection:
        await connection.execute(update(deliveries).values(settled=deliveries.c.settled - seconds))


async def test_what_is_owed_comes_back_as_it_is(store: Store) -> None:
    assert await store.outbox.owe("k", HERE, "paper", RICH, silent=True, now=NOW)
    (one,) = await store.outbox.due("slack", 10)
    assert (one.key, one.place, one.kind, one.message, one.silent) == ("k", HERE, "paper", RICH, True)
    assert (one.state, one.attempts, one.not_before, one.payload, one.thread) == ("planned", 0, NOW, None, "")
    assert await store.outbox.get(one.id) == one


async def test_the_same_key_is_owed_once(store: Store) -> None:
    await owe(store, "k")
    assert not await store.outbox.owe("k", THERE, "paper", RICH, now=NOW)
    assert len(await store.outbox.due("slack", 10)) == 1


async def test_what_is_for_later_or_for_another_platform_is_not_due(store: Store) -> None:
    assert await store.outbox.owe("k", HERE, "paper", RICH, now=datetime.now(UTC) + timedelta(hours=1))
    await owe(store, "d", place=Place("discord", "", "7"))
    assert await due(store) == []
    assert await due(store, "discord") == ["d"]


async def test_teams_that_refuse_us_are_left_out(store: Store) -> None:
    await owe(store, "k")
    assert await store.outbox.due("slack", 10, ["T1"]) == ()
    assert len(await store.outbox.due("slack", 10, ["T2"])) == 1


async def test_a_place_is_served_in_order_and_one_message_at_a_time(store: Store) -> None:
    await owe(store, "1", "2")
    await owe(store, "other", place=THERE)
    assert sorted(await due(store)) == ["1", "other"]
    one = await claimed(store)
    assert await due(store) == ["other"]
    await sent(store, one)
    assert await due(store) == ["other"]  # a second has not passed
    await later(store)
    assert await due(store) == ["2", "other"]


async def test_a_claim_stores_the_payload_and_begins_an_attempt(store: Store) -> None:
    await owe(store, "k")
    one = await claimed(store, lease_s=60)
    assert (one.state, one.owner, one.attempts, one.payload, one.payload_hash) == (
        *("sending", "me", 1),
        *({"text": "k"}, "abc"),
    )
    now = await store.outbox.now()
    assert one.first_try == one.last_try
    assert one.last_try is not None
    assert one.lease_until is not None
    assert timedelta(0) <= now - one.last_try <= timedelta(seconds=3)
    assert one.lease_until - one.last_try == timedelta(seconds=60)
    assert await store.outbox.get(one.id) == one


async def test_of_many_who_claim_at_once_one_gets_it(store: Store) -> None:
    await owe(store, "k")
    (one,) = await store.outbox.due("slack", 10)
    ready = replace(one, payload={})
    claims = (store.outbox.claim(ready, str(owner), 60, sending=True) for owner in range(10))
    assert len([claim for claim in await asyncio.gather(*claims) if claim]) == 1


async def test_whoever_lost_the_lease_settles_nothing(store: Store) -> None:
    await owe(store, "k")
    mine = await claimed(store, lease_s=1)
    await asyncio.sleep(2.1)
    (left,) = await store.outbox.expired("slack")
    assert left == mine
    assert await store.outbox.settle(left, replace(left, state="unknown", owner="", lease_until=None))
    assert not await store.outbox.settle(mine, replace(mine, state="sent"))
    found = await store.outbox.get(mine.id)
    assert found is not None
    assert found.state == "unknown"


async def test_a_late_settlement_counts_as_long_as_nobody_else_took_over(store: Store) -> None:
    await owe(store, "k")
    mine = await claimed(store, lease_s=1)
    await asyncio.sleep(2.1)
    await sent(store, mine)
    assert await store.outbox.expired("slack") == ()


async def test_a_look_holds_a_lease_too_and_begins_no_attempt(store: Store) -> None:
    await owe(store, "k", "behind")
    one = await claimed(store)
    assert await store.outbox.settle(one, replace(one, state="unknown", owner="", lease_until=None))
    (unknown,) = await store.outbox.due("slack", 10)
    looked = await store.outbox.claim(unknown, "me", 60, sending=False)
    assert looked is not None
    assert (looked.state, looked.attempts, looked.first_try) == ("unknown", 1, one.first_try)
    assert await due(store) == []
    assert await store.outbox.claim(unknown, "you", 60, sending=True) is None


async def test_one_in_doubt_holds_its_place_up_for_a_moment_only(store: Store) -> None:
    await owe(store, "doubtful", "next")
    one = await claimed(store)
    doubted = replace(one, state="unknown", owner="", lease_until=None, not_before=NOW + timedelta(days=9999))
    assert await store.outbox.settle(one, doubted)
    assert await due(store) == []
    async with store._database.write() as connection:
        await connection.execute(update(deliveries).values(last_try=deliveries.c.last_try - 5))
    assert await due(store) == ["next"]


async def test_what_corrects_a_message_keeps_its_order_and_holds_up_no_new_one(store: Store) -> None:
    await owe(store, "corrects-1", "corrects-1-again", "corrects-2", "new")
    async with store._database.write() as connection:
        for key, which in (("corrects-1", "1"), ("corrects-1-again", "1"), ("corrects-2", "2")):
            mine = update(deliveries).where(deliveries.c.key == key)
            await connection.execute(mine.values(corrects=which, kind="correction"))
    assert await due(store) == ["corrects-1", "corrects-2", "new"]
    async with store._database.write() as connection:
        waits = update(deliveries).where(deliveries.c.key == "corrects-1")
        await connection.execute(waits.values(not_before=2**33))
    assert await due(store) == ["corrects-2", "new"]


async def test_a_part_in_doubt_holds_up_its_thread_and_nothing_else(store: Store) -> None:
    await owe(store, "k", "next")
    one = await claimed(store)
    after = replace(one, state="sent", external_id="ts-1", owner="", lease_until=None)
    assert await store.outbox.settle(one, after, (Message("11 to 20"), Message("21 to 23")))
    await later(store)
    part = await claimed(store)
    assert part.key == "k#2"
    later_on = NOW + timedelta(days=9999)
    doubted = replace(part, state="unknown", owner="", lease_until=None, not_before=later_on)
    assert await store.outbox.settle(part, replace(doubted, last_try=NOW))
    assert await due(store) == []  # the last part comes before the next message, and after the one in doubt
    async with store._database.write() as connection:
        await connection.execute(update(deliveries).where(deliveries.c.key == "k#3").values(state="sent"))
    assert await due(store) == ["next"]


@pytest.mark.parametrize(
    ("scope", "left"),
    [("place", ["same team", "other team"]), ("team", ["other team"]), ("platform", [])],
)
async def test_whoever_wants_to_be_left_in_peace_is(store: Store, scope: Scope, left: list[str]) -> None:
    await owe(store, "k")
    await owe(store, "same team", place=THERE)
    await owe(store, "other team", place=Place("slack", "T2", "C1"))
    await owe(store, "other platform", place=Place("discord", "T1", "C1"))
    one = await claimed(store)
    waiting = replace(one, state="planned", owner="", lease_until=None, not_before=NOW + timedelta(days=9999))
    assert await store.outbox.settle(one, waiting, (), Retry(60, "429", scope))
    assert await due(store) == left
    assert await due(store, "discord") == ["other platform"]
    async with store._database.write() as connection:
        await connection.execute(update(claims).values(until=claims.c.until - 62))
    assert await due(store) == ["same team", "other team"]


async def test_the_longer_of_two_waits_holds(store: Store) -> None:
    await owe(store, "k")
    await owe(store, "same team", place=THERE)
    one = await claimed(store)
    for after_s in (60, 5):
        assert await store.outbox.settle(one, one, (), Retry(after_s, "429", "team"))
    async with store._database.write() as connection:
        await connection.execute(update(claims).values(until=claims.c.until - 30))
    assert await due(store) == []


async def test_where_history_may_not_be_read_for_a_while_posts_go_on(store: Store) -> None:
    await owe(store, "doubtful")
    await owe(store, "k", place=THERE)
    one = await claimed(store)
    doubted = replace(one, state="unknown", owner="", lease_until=None, not_before=NOW)
    assert await store.outbox.settle(one, doubted)
    assert await due(store) == ["doubtful", "k"]
    looked = await store.outbox.claim(doubted, "me", 60, sending=False)
    assert looked is not None
    assert await store.outbox.settle(looked, doubted, (), Retry(60, "429", "team"))
    assert await due(store) == ["k"]


async def test_parts_come_with_the_settlement_and_before_the_places_next_message(store: Store) -> None:
    await owe(store, "k", "next")
    one = await claimed(store)
    after = replace(one, state="sent", external_id="ts-1", owner="", lease_until=None)
    parts = (Message("11 to 20", private=False), Message("21 to 23", private=False))
    assert await store.outbox.settle(one, after, parts)
    assert not await store.outbox.settle(one, after, parts)
    await later(store)
    first, *_ = await store.outbox.due("slack", 10)
    assert (first.key, first.thread, first.message, first.place) == ("k#2", "ts-1", parts[0], HERE)
    keys = []
    while await store.outbox.due("slack", 10):
        part = await claimed(store)
        keys.append(part.key)
        await sent(store, part)
        await later(store)
    assert keys == ["k#2", "k#3", "next"]


async def test_a_place_that_is_gone_waits_with_all_it_is_owed_until_it_is_back(store: Store) -> None:
    await owe(store, "1", "2")
    await owe(store, "other", place=THERE)
    one = await claimed(store)
    gone = replace(one, state="gone", error="is_archived", owner="", lease_until=None, first_try=None)
    assert await store.outbox.settle(one, gone, (), Gone("is_archived"))
    await owe(store, "3")
    assert await due(store) == ["other"]
    assert [one.key for one in await store.outbox.listed(["gone"])] == ["1", "2"]
    await store.outbox.back(HERE)
    assert sorted(await due(store)) == ["1", "other"]


async def test_what_may_have_arrived_before_its_place_was_gone_is_looked_for_when_it_is_back(
    store: Store,
) -> None:
    await owe(store, "1")
    one = await claimed(store)
    gone = replace(one, state="gone", error="50001", owner="", lease_until=None)
    assert await store.outbox.settle(one, gone, (), Gone("50001"))
    await store.outbox.back(HERE)
    (back,) = await store.outbox.due("slack", 10)
    assert back.state == "unknown"


@pytest.mark.parametrize(("scope", "left"), [("place", ["2", "3"]), ("team", ["3"]), ("platform", [])])
async def test_a_revoked_token_pauses_every_known_place_it_was_for(
    store: Store, scope: str, left: list[str]
) -> None:
    for number, place in enumerate([HERE, THERE, Place("slack", "T2", "C9")], 1):
        await owe(store, str(number), place=place)
        row = {"platform": "slack", "team": place.team, "channel": place.channel}
        async with store._database.write() as connection:
            await connection.execute(insert(places).values(**row, owner="U1", locale="de", gone_told=False))
    one = await claimed(store)
    gone = replace(one, state="gone", error="token_revoked", owner="", lease_until=None, first_try=None)
    assert await store.outbox.settle(one, gone, (), Gone("token_revoked", scope))  # type: ignore[arg-type]  # a row above
    assert await due(store) == left
    await store.outbox.readmit("slack", ["another"])
    assert await due(store) == left
    await store.outbox.readmit("slack", ["token_revoked"])
    assert sorted(await due(store)) == ["1", "2", "3"]
    async with store._database.read() as connection:
        assert set((await connection.execute(select(places.c.owner, places.c.gone))).all()) == {("U1", None)}


async def known(store: Store, *known_places: Place) -> None:
    async with store._database.write() as connection:
        for place in known_places:
            row = {"platform": place.platform, "team": place.team, "channel": place.channel}
            await connection.execute(insert(places).values(**row, owner="U1", locale="", gone_told=False))


async def test_places_that_are_told_to_be_gone_wait_and_come_back_one_by_one_or_as_a_team(
    store: Store,
) -> None:
    await known(store, HERE, THERE)
    await owe(store, "1")
    await owe(store, "2", place=THERE)
    await store.outbox.leave(HERE, Gone("is_archived"))
    await store.outbox.leave(Place("slack", "T1", "C404"), Gone("is_archived"))  # nobody knows it
    assert await due(store) == ["2"]
    assert [(lost.place, lost.owner, lost.reason) for lost in await store.outbox.lost("slack")] == [
        (HERE, "U1", "is_archived")
    ]
    await store.outbox.back(THERE)
    assert await due(store) == ["2"]
    await store.outbox.leave(Place("slack", "T1", ""), Gone("token_revoked", "team"))
    assert await due(store) == []
    await store.outbox.back(HERE)
    assert await due(store) == ["1"]
    await store.outbox.back(THERE)
    assert sorted(await due(store)) == ["1", "2"]
    assert await store.outbox.lost("slack") == ()


async def test_an_owner_is_told_once_of_each_time_a_place_is_gone(store: Store) -> None:
    await known(store, HERE)
    for _ in range(2):
        await store.outbox.leave(HERE, Gone("is_archived"))
        assert len(await store.outbox.lost("slack")) == 1
        await store.outbox.told(HERE)
        assert await store.outbox.lost("slack") == ()
        await store.outbox.leave(HERE, Gone("is_archived"))
        assert await store.outbox.lost("slack") == ()
        await store.outbox.back(HERE)


async def test_a_person_sends_again_or_drops_what_is_held(store: Store) -> None:
    await owe(store, "1", "2")
    one = await claimed(store)
    assert not await store.outbox.drop(one.id)  # it is just being sent
    held = replace(one, state="held", error="missing_scope", owner="", lease_until=None)
    assert await store.outbox.settle(one, held)
    assert await due(store) == ["2"]  # it does not stand in the way
    assert await store.outbox.retry(one.id)
    again, *_ = await store.outbox.due("slack", 10)
    assert (again.key, again.state, again.attempts, again.first_try) == ("1", "planned", 0, None)
    assert again.payload == {"text": "1"}
    assert await store.outbox.drop(one.id)
    assert not await store.outbox.drop(one.id)
    assert await due(store) == ["2"]
    assert [(one.key, one.state) for one in await store.outbox.listed()] == [("1", "dead"), ("2", "planned")]


async def test_whoever_sends_what_is_gone_after_all_lets_its_place_be_tried_again(store: Store) -> None:
    await owe(store, "k", "next")
    one = await claimed(store)
    gone = replace(one, state="gone", owner="", lease_until=None, first_try=None)
    assert await store.outbox.settle(one, gone, (), Gone("is_archived"))
    await owe(store, "elsewhere", place=THERE)
    await store.outbox.leave(THERE, Gone("is_archived"))
    assert await due(store) == []
    assert await store.outbox.retry(one.id)
    assert await due(store) == ["k"]
