"""A channel that gets another id keeps what it has and is told nothing twice; on every database."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from bot.deliveries import Delivery, Gone
from bot.locale import words
from bot.message import Message
from bot.models import Place
from bot.planning import amend, pick, plan, posted, verdict
from bot.store import Mending, PlanStep, Store, voter
from bot.store.tables import deliveries
from bot.subscriptions import Subscription
from tests.contract.planning import (
    PLACE,
    TUESDAY,
    at,
    becomes,
    change,
    come,
    keys_of,
    owed,
    paper,
    rows_of,
    subscription,
    titles,
    wants,
)

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
NEW = Place("slack", "T1", "C1B")
SENT = {"state": "sent", "external_id": "17.1"}


def without_place(found: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """The same without what tells which place it is."""
    return {
        name: [
            {key: it for key, it in row.items() if key not in ("channel", "key", "tenant")} for row in some
        ]
        for name, some in found.items()
    }


async def lived_in(store: Store) -> None:
    """The place has some of everything, and a post that is owed."""
    await store.subscriptions.know(PLACE, "U1", "en")
    await wants(store, "turnips", updates=True, owner="U1")
    await at(store)
    await at(store, "paper")
    await come(store, 1, 2)
    first = (await pick(store, PLACE, TUESDAY.date())).paper
    assert first is not None
    await store.votes.turn(PLACE, first.id, voter("slack", "T1", "U1"))
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    await come(store, 1, status="Withdrawn")
    await come(store, 3)
    await plan(store, TUESDAY + DAY)


async def test_everything_of_a_place_is_there_under_its_new_id(store: Store) -> None:
    await lived_in(store)
    before = await rows_of(store, PLACE)
    assert all(before.values()), before
    await store.places.move(PLACE, NEW)
    assert not any((await rows_of(store, PLACE)).values())
    assert without_place(await rows_of(store, NEW)) == without_place(before)


async def test_telling_of_it_again_changes_nothing(store: Store) -> None:
    await lived_in(store)
    await store.places.move(PLACE, NEW)
    await store.outbox.leave(NEW, Gone("is_archived"))
    before = await rows_of(store, NEW)
    await store.places.move(PLACE, NEW)
    await store.places.move(NEW, NEW)
    assert await rows_of(store, NEW) == before


async def test_nothing_else_moves(store: Store) -> None:
    alike = [("slack", "T1", "C2"), ("slack", "T2", "C1"), ("slack", "T1", "C1X"), ("discord", "T1", "C1")]
    elsewhere = [Place(*one) for one in alike]
    for number, place in enumerate(elsewhere):
        await wants(store, "turnips", f"s200000{number}", place=place)
        await at(store, place=place)
    await lived_in(store)
    before = [await rows_of(store, place) for place in elsewhere]
    assert all(one["deliveries"] and one["told"] for one in before)
    await store.places.move(PLACE, NEW)
    assert [await rows_of(store, place) for place in elsewhere] == before


SAID = Message("Turnips", private=False)


@pytest.mark.parametrize("cadence", ["daily", "weekly", "instant"])
async def test_what_was_told_under_the_old_id_is_not_told_under_the_new_one(
    store: Store, cadence: Any
) -> None:
    await wants(store, "turnips", cadence=cadence)
    await at(store, days=(1, 2), done=date(2026, 11, 25))
    await come(store, 1, 2)
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    await store.places.move(PLACE, NEW)
    for later in (MINUTE, DAY, 7 * DAY):
        await plan(store, TUESDAY + later)
    assert len(await owed(store)) == 1
    await come(store, 2, 3)
    for minute in range(3):
        await plan(store, TUESDAY + 14 * DAY + minute * MINUTE)
    assert [(one.place, sorted(card.title for card in one.message.cards)) for one in await owed(store)][
        1:
    ] == [(NEW, ["Turnips, Part 3"])]


async def test_why_tells_of_what_was_sent_under_the_old_id(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1)
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    await store.places.move(PLACE, NEW)
    seq = (await paper(store, 1)).seq
    assert [rule.key for rule in await verdict(store, NEW, None, (await store.papers([seq]))[seq], TUESDAY)][
        -1
    ] == "verdict-sent"
    assert (await keys_of(store, PLACE, seq))[-1] == "nobody"


async def test_a_topic_that_has_run_dry_is_told_of_once(store: Store) -> None:
    await at(store, "paper", topic="leeks")
    await come(store, 1)
    await plan(store, TUESDAY)
    await store.places.move(PLACE, NEW)
    await plan(store, TUESDAY + DAY)
    assert [(one.kind, one.place) for one in await owed(store)] == [("notice", NEW)]


async def test_the_paper_of_the_day_stays_for_the_day_and_is_not_had_again(store: Store) -> None:
    await come(store, 1, 2)
    first = (await pick(store, PLACE, TUESDAY.date())).paper
    await store.places.move(PLACE, NEW)
    assert first is not None
    assert (await pick(store, NEW, TUESDAY.date())).paper == first
    assert (await pick(store, NEW, TUESDAY.date() + DAY)).paper not in (first, None)


async def test_show_all_of_an_old_post_still_shows_it(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, *range(1, 13))
    await plan(store, TUESDAY)
    (one,) = await owed(store)
    name = one.key.removeprefix("slack:T1:C1:")
    await store.places.move(PLACE, NEW)
    assert (await posted(store, NEW, name, 1, words())).cards


async def test_what_is_owed_goes_to_the_new_id_and_what_may_have_arrived_is_looked_for_there(
    store: Store,
) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1)
    await plan(store, TUESDAY)
    await change(store, deliveries, not_before=1)
    doubted = await a_claim(store, PLACE)
    unknown = replace(doubted, state="unknown", owner="", lease_until=None, not_before=doubted.not_before)
    assert await store.outbox.settle(doubted, unknown)
    await store.outbox.leave(PLACE, Gone("channel_not_found"))
    await store.places.move(PLACE, NEW)
    (one,) = await store.outbox.due("slack", 9)
    assert (one.place, one.state, one.payload) == (NEW, "unknown", doubted.payload)
    assert one.key.startswith("slack:T1:C1B:digest:")


async def a_claim(store: Store, place: Place) -> Delivery:
    (read,) = [one for one in await store.outbox.due("slack", 9) if one.place == place]
    claimed = await store.outbox.claim(replace(read, payload={"text": "x"}), "me", 60, sending=True)
    assert claimed is not None
    return claimed


async def being_sent(store: Store) -> Delivery:
    assert await store.outbox.owe("slack:T1:C1:k", PLACE, "post", SAID, now=TUESDAY - 900 * DAY)
    return await a_claim(store, PLACE)


async def test_a_post_whose_channel_moved_while_it_was_sent_is_sent_to_the_new_one(store: Store) -> None:
    claimed = await being_sent(store)
    await store.places.move(PLACE, NEW)
    told = Gone("channel_not_found")
    gone = replace(claimed, state="gone", error=told.reason, first_try=None, owner="", lease_until=None)
    assert await store.outbox.settle(claimed, gone, said=told)
    (one,) = await store.outbox.due("slack", 9)
    assert (one.place, one.state) == (NEW, "planned")
    assert [await store.plans.reached(place) for place in (PLACE, NEW)] == [("", ""), ("", "")]


async def test_the_thread_of_a_post_whose_channel_moved_while_it_was_sent_is_in_the_new_one(
    store: Store,
) -> None:
    claimed = await being_sent(store)
    await store.places.move(PLACE, NEW)
    sent = replace(claimed, state="sent", external_id="17.1", owner="", lease_until=None)
    assert await store.outbox.settle(claimed, sent, [Message("the rest", private=False)])
    assert [(one.place, one.key, one.thread) for one in await owed(store)] == [
        (NEW, "slack:T1:C1B:k", ""),
        (NEW, "slack:T1:C1B:k#2", "17.1"),
    ]


async def test_a_revoked_token_is_noted_though_the_channel_moved_while_it_was_used(store: Store) -> None:
    claimed = await being_sent(store)
    await store.places.move(PLACE, NEW)
    told = Gone("token_revoked", "team")
    gone = replace(claimed, state="gone", error=told.reason, first_try=None, owner="", lease_until=None)
    assert await store.outbox.settle(claimed, gone, said=told)
    assert (await store.plans.reached(NEW))[1] == "token_revoked"


async def test_a_step_that_was_planned_for_the_old_id_is_refused(store: Store) -> None:
    one = await wants(store, "turnips", cadence="instant")
    await come(store, 1)
    post = Delivery(
        id=0, key="slack:T1:C1:instant:1", place=PLACE, kind="instant", message=SAID, not_before=TUESDAY
    )
    step = PlanStep(place=PLACE, upto=1, served=(one,), delivery=post, told={1: "sent"})
    await store.places.move(PLACE, NEW)
    assert not await store.plans.commit(step, TUESDAY)
    await plan(store, TUESDAY)
    assert [(one.place, one.key) for one in await owed(store)] == [(NEW, "slack:T1:C1B:instant:1")]


async def test_what_became_of_papers_is_noted_for_the_new_id(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1)
    await plan(store, TUESDAY)
    (shown,) = await store.amendments.shown({1: 1})
    await come(store, 1, status="Withdrawn")
    await store.places.move(PLACE, NEW)
    upto = (await store.mark()).change
    assert not await store.amendments.note(0, upto, [(shown, "withdrawn", 0)], TUESDAY)
    await amend(store, TUESDAY)
    assert [(one.place, one.state, one.error) for one in await owed(store)] == [(NEW, "dead", "withdrawn")]


async def test_a_post_that_was_to_be_mended_under_the_old_id_is_mended_under_the_new_one(
    store: Store,
) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1, 2)
    await plan(store, TUESDAY)
    (shown,) = await store.amendments.shown({1: 1})
    await come(store, 1, status="Withdrawn")
    assert await store.amendments.note(0, (await store.mark()).change, [(shown, "withdrawn", 0)], TUESDAY)
    ((_, some),) = (await store.amendments.to_mend()).items()
    await store.places.move(PLACE, NEW)
    (read,) = await owed(store)
    assert not await store.amendments.mend(Mending(done=some, rewritten=(read, None)), TUESDAY)
    await amend(store, TUESDAY)
    assert await titles(store) == [["Turnips, Part 2"]]


def of(found: Iterable[Subscription]) -> list[str]:
    return sorted(one.id for one in found)


async def test_what_the_new_id_has_already_stays(store: Store) -> None:
    await lived_in(store)
    await wants(store, "leeks", "s0000002", place=NEW)
    await at(store, place=NEW, timezone="Asia/Tokyo")
    await store.subscriptions.know(NEW, "U9", "de")
    await come(store, 4)
    await plan(store, TUESDAY + 2 * DAY)
    await store.outbox.owe("slack:T1:C1B:digest:2026-12-01", NEW, "digest", SAID, now=TUESDAY)
    count = len(await owed(store))
    await store.places.move(PLACE, NEW)
    assert of(await store.subscriptions.of_place(NEW)) == ["s0000001", "s0000002"]
    assert (await store.plans.schedules_of(NEW))["digest"].timezone == "Asia/Tokyo"
    assert set(await store.plans.schedules_of(NEW)) == {"digest", "paper"}
    assert await store.plans.reached(NEW) == ("de", "")
    assert {one.place for one in await owed(store)} == {NEW}
    assert len({one.key for one in await owed(store)}) == count
    assert (await subscription(store)).place == NEW


async def test_a_place_that_was_gone_for_its_old_id_is_back(store: Store) -> None:
    await lived_in(store)
    await store.outbox.leave(PLACE, Gone("channel_not_found"))
    await store.places.move(PLACE, NEW)
    assert (await store.plans.reached(NEW))[1] == ""
    assert {one.state for one in await owed(store)} <= {"sent", "planned"}
