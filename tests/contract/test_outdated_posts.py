"""No post goes out with a paper that was forgotten or withdrawn a moment ago, nor an empty one; on every database."""

from dataclasses import replace

import pytest

from bot.deliveries import Delivery
from bot.forget import forget
from bot.lookup import Index
from bot.models import Identifier
from bot.planning import amend, plan
from bot.store import Store
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

CHANGES = pytest.mark.parametrize(("changed", "word"), [(withdraws, "withdrawn"), (forgets, "forgotten")])


async def rendered(store: Store, *others: int) -> Delivery:
    """The post as planned(), rendered."""
    return replace(await planned(store, *others), payload={"text": "Turnips, Part 2"}, payload_hash="abc")


@CHANGES
async def test_a_post_waits_from_the_moment_in_which_its_paper_is_lost_until_it_is_mended(
    store: Store, index: Index, changed: Loss, word: str
) -> None:
    stale = await rendered(store, 1)
    await changed(store, index)
    assert await store.outbox.due("slack", 8) == ()
    assert await store.outbox.claim(stale, word, 60, sending=True) is None
    await amend(store, TUESDAY)
    (anew,) = await store.outbox.due("slack", 8)
    assert [card.title for card in anew.message.cards] == ["Turnips, Part 1"]
    assert await store.outbox.claim(replace(anew, payload={}), "me", 60, sending=True) is not None


@CHANGES
async def test_what_may_have_arrived_is_found_out_about_all_the_same(
    store: Store, index: Index, changed: Loss, word: str
) -> None:
    claimed = await store.outbox.claim(await rendered(store, 1), "me", 60, sending=True)
    assert claimed is not None
    unknown = replace(claimed, state="unknown", owner="", lease_until=None)
    assert await store.outbox.settle(claimed, unknown)
    await change(store, deliveries, not_before=1)
    await changed(store, index)
    assert [one.state for one in await store.outbox.due("slack", 8)] == ["unknown"], word


async def test_a_paper_that_says_something_else_now_holds_up_no_post(store: Store) -> None:
    await rendered(store, 1)
    await come(store, 2, file="third.json", status="Poster", identifiers=(Identifier("doi", "10.1/t2"),))
    assert (await store.mark()).change > 0
    assert len(await store.outbox.due("slack", 8)) == 1


async def test_a_post_of_other_papers_is_not_held_up(store: Store, index: Index) -> None:
    await rendered(store, 1)
    await come(store, 9, file="wrong.json", quiet=True)
    await forget(store, index, "wrong.json")
    assert len(await store.outbox.due("slack", 8)) == 1


async def test_a_paper_that_was_joined_with_an_earlier_one_is_missed_when_that_is_lost(
    store: Store, index: Index
) -> None:
    doi = (Identifier("doi", "10.1/t2"),)
    await come(store, 1, file="second.json", quiet=True)
    await wants(store, "turnips")
    await at(store)
    await come(store, 2, file="third.json", identifiers=doi)
    await plan(store, TUESDAY)
    await change(store, deliveries, not_before=1)
    await come(store, 1, file="second.json", quiet=True, identifiers=doi)
    await amend(store, TUESDAY)
    assert await store.count() == 1
    assert len(await store.outbox.due("slack", 8)) == 1
    for file in ("second.json", "third.json"):
        await forget(store, index, file)
    assert await store.count() == 0
    assert await store.outbox.due("slack", 8) == ()


@CHANGES
async def test_a_post_that_failed_waits_until_it_is_mended_when_it_is_sent_after_all(
    store: Store, index: Index, changed: Loss, word: str
) -> None:
    await rendered(store, 1)
    await becomes(store, state="dead")
    await changed(store, index)
    await amend(store, TUESDAY)
    (dead,) = await owed(store)
    assert await store.outbox.retry(dead.id), word
    assert await store.outbox.due("slack", 8) == ()
    await amend(store, TUESDAY)
    assert len(await store.outbox.due("slack", 8)) == 1
    assert await titles(store) == [["Turnips, Part 1"]]


@CHANGES
async def test_a_post_of_which_nothing_is_left_is_never_sent(
    store: Store, index: Index, changed: Loss, word: str
) -> None:
    one = await rendered(store)
    await changed(store, index)
    await amend(store, TUESDAY)
    for _ in range(2):
        assert not await store.outbox.retry(one.id)
        assert [(it.state, it.error) for it in await owed(store)] == [("dead", word)]
    assert await store.outbox.due("slack", 8) == ()


@CHANGES
async def test_a_post_that_failed_before_nothing_was_left_of_it_is_never_sent(
    store: Store, index: Index, changed: Loss, word: str
) -> None:
    one = await rendered(store)
    await becomes(store, state="dead", error="invalid_blocks")
    await changed(store, index)
    await amend(store, TUESDAY)
    await store.outbox.retry(one.id)
    assert await store.outbox.due("slack", 8) == ()
    await amend(store, TUESDAY)
    assert [(it.state, it.error) for it in await owed(store)] == [("dead", word)]
    assert not await store.outbox.retry(one.id)
