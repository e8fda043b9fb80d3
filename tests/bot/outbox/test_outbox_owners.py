"""Owners who are told that a subscription of theirs has long been silent."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.deliveries import Delivery, Gone
from bot.models import Place
from bot.outbox.owners import tell_silence
from bot.store import Store
from tests.contract.planning import PLACE, come, wants
from tests.recording_post import RecordingPost

OLD = datetime.now(UTC) - timedelta(days=31)
LATELY = datetime.now(UTC) - timedelta(days=29)


async def told(store: Store) -> list[Delivery]:
    """What is owed after a look, and another one."""
    for _ in range(2):
        await tell_silence(store, RecordingPost(), "slack", 5)
    return [one for one in await store.outbox.listed() if one.kind == "notice"]


async def test_a_subscription_silent_for_thirty_days_tells_its_owner_once_and_privately(store: Store) -> None:
    await wants(store, "turnips", owner="U7", heard=OLD)
    await come(store, 1)
    (notice,) = await told(store)
    assert notice.place == Place("slack", "T1", "D-U7")
    assert (
        "“turnips” (s0000001) to #C1 has matched nothing for 30 days, though papers came"
        in notice.message.text
    )
    assert [action.invocation.name for action in notice.message.actions] == ["edit", "pause", "unsubscribe"]


async def test_where_no_papers_came_at_all_the_rule_is_not_blamed(store: Store) -> None:
    await wants(store, "turnips", owner="U7", heard=OLD)
    (notice,) = await told(store)
    assert "no new papers came at all" in notice.message.text


@pytest.mark.parametrize(
    "fields",
    [{"heard": LATELY}, {"state": "paused"}, {"state": "removed"}, {"owner": "left"}, {"owner": ""}],
    ids=["lately", "paused", "removed", "left", "nobody"],
)
async def test_nobody_is_told_of(store: Store, fields: dict[str, object]) -> None:
    await wants(store, "turnips", **({"owner": "U7", "heard": OLD} | fields))  # type: ignore[arg-type]
    assert await told(store) == []


async def test_a_place_that_is_gone_has_another_reason_to_be_silent(store: Store) -> None:
    await store.subscriptions.know(PLACE, "U7", "en")
    await wants(store, "turnips", owner="U7", heard=OLD)
    await store.outbox.leave(PLACE, Gone("is_archived"))
    assert await told(store) == []


async def test_after_a_match_it_may_be_told_again_when_it_falls_silent_once_more(store: Store) -> None:
    one = await wants(store, "turnips", owner="U7", heard=OLD - timedelta(days=40))
    assert len(await told(store)) == 1
    await store.subscriptions.change(replace(one, heard=OLD), datetime.now(UTC))
    assert len(await told(store)) == 2
