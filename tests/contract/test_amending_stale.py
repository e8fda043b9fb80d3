"""Whoever read a post before it was rewritten neither sends nor stores it as it was; on every database."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.deliveries import Delivery
from bot.lookup import Index
from bot.planning import amend, plan
from bot.store import Mending, Store
from bot.store.tables import deliveries
from tests.contract.planning import (
    TUESDAY,
    Loss,
    at,
    becomes,
    change,
    come,
    forgets,
    owed,
    planned,
    titles,
    wants,
    withdraws,
)

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


CHANGES = pytest.mark.parametrize("changed", [withdraws, forgets])


async def read_before(store: Store, index: Index, changed: Loss) -> Delivery:
    """A post of two papers as somebody read it before it was rewritten, and rendered it."""
    read = await planned(store, 1)
    await changed(store, index)
    await plan(store, TUESDAY + MINUTE)
    return replace(read, payload={"text": "Turnips, Part 1; Turnips, Part 2"}, payload_hash="abc")


@CHANGES
async def test_a_post_read_before_it_was_rewritten_cannot_be_claimed(
    store: Store, index: Index, changed: Loss
) -> None:
    stale = await read_before(store, index, changed)
    assert await store.outbox.claim(stale, "me", 60, sending=True) is None
    (anew,) = await store.outbox.due("slack", 8)
    assert (anew.payload, [card.title for card in anew.message.cards]) == (None, ["Turnips, Part 1"])
    assert await store.outbox.claim(replace(anew, payload={}), "me", 60, sending=True) is not None


@CHANGES
async def test_a_post_read_before_it_was_rewritten_cannot_be_settled(
    store: Store, index: Index, changed: Loss
) -> None:
    stale = await read_before(store, index, changed)
    assert not await store.outbox.settle(stale, replace(stale, looks=1))
    assert [one.payload for one in await owed(store)] == [None]


async def test_a_paper_forgotten_while_its_post_was_about_to_be_sent_is_told_of_once(
    store: Store, index: Index
) -> None:
    stale = await read_before(store, index, forgets)
    assert await store.outbox.claim(stale, "me", 60, sending=True) is None
    await becomes(store, state="sent", external_id="17.1")
    await come(store, 2, file="right.json")
    await plan(store, TUESDAY + DAY)
    assert await titles(store) == [["Turnips, Part 1"], ["Turnips, Part 2"]]


async def test_a_post_that_is_being_sent_is_corrected_and_not_rewritten(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1, 2)
    await plan(store, TUESDAY)
    (read,) = await owed(store)
    await change(store, deliveries, not_before=1)
    claimed = await store.outbox.claim(replace(read, payload={}), "me", 60, sending=True)
    assert claimed is not None
    await come(store, 2, status="Withdrawn")
    await amend(store, TUESDAY)
    ((_, some),) = (await store.amendments.to_mend()).items()
    assert not await store.amendments.mend(Mending(done=some, rewritten=(read, None)), TUESDAY)
    assert await owed(store) == [claimed]
    after = replace(claimed, state="sent", external_id="17.1", owner="", lease_until=None)
    assert await store.outbox.settle(claimed, after)
    await amend(store, TUESDAY)
    assert [one.kind for one in await owed(store)] == ["digest", "correction"]


@CHANGES
async def test_a_post_that_failed_and_is_sent_after_all_is_mended_first(
    store: Store, index: Index, changed: Loss
) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1)
    await come(store, 2, file="second.json")
    await plan(store, TUESDAY)
    await becomes(store, state="dead")
    await changed(store, index)
    await amend(store, TUESDAY)
    (dead,) = await owed(store)
    assert await store.outbox.retry(dead.id)
    await amend(store, TUESDAY)
    assert await titles(store) == [["Turnips, Part 1"]]


async def test_a_post_rewritten_by_two_at_once_keeps_what_the_first_wrote(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1, 2, 3)
    await plan(store, TUESDAY)
    (read,) = await owed(store)
    await come(store, 2, status="Withdrawn")
    await amend(store, TUESDAY)
    assert not await store.amendments.mend(Mending(done=(), rewritten=(read, read.message)), TUESDAY)
    assert sorted((await titles(store))[0]) == ["Turnips, Part 1", "Turnips, Part 3"]
