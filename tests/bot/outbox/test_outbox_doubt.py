"""What nobody knows to have arrived: looked for, sent again as it was, or held."""

from datetime import UTC, datetime

import pytest

from bot.deliveries import Blind, Look, Missing, Retry, Sent, Unknown
from bot.outbox import draining as loop
from bot.store import Store
from tests.recording_post import RecordingPost, draining, owe, settled

NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def test_an_unknown_one_is_looked_for_before_it_is_sent_again(store: Store) -> None:
    post = RecordingPost()
    post.outcomes["C1"] = [Unknown("500")]
    post.looks = [Missing(), Sent("ts-found")]
    await owe(store, "turnips")
    async with draining(store, post):
        await settled(store, {"turnips": "sent"})
    assert len(post.sent) == 1
    assert len(post.looked) == 2
    (kept,) = await store.outbox.listed(["sent"])
    assert kept.external_id == "ts-found"


async def test_a_missing_one_is_sent_again_exactly_as_before(store: Store) -> None:
    post = RecordingPost()
    post.outcomes["C1"] = [2.0]  # later than the time-out
    await owe(store, "turnips")
    async with draining(store, post):
        await settled(store, {"turnips": "sent"}, 20)
    first, second = post.sent
    assert first.payload == second.payload
    assert first.payload_hash == second.payload_hash != ""
    assert 2 <= len(post.looked) <= 3
    assert post.at[1] - post.at[0] >= 4


@pytest.mark.parametrize(
    ("look", "sent"),
    [(Sent("ts-found"), 0), (Missing(), 1), (Blind("missing_scope"), 1), (Retry(0, "no history"), 1)],
)
async def test_what_was_due_before_the_start_is_looked_for_since_the_database_may_be_a_backup(
    store: Store, look: Look, sent: int
) -> None:
    post = RecordingPost()
    post.looks = [look]
    await owe(store, "turnips", since=NOW)
    async with draining(store, post):
        await settled(store, {"turnips": "sent"})
    assert (len(post.looked), len(post.sent)) == (1, sent)
    assert post.looked[0].payload == {"text": "turnips", "size": 0}
    assert post.looked[0].attempts == 0


async def test_where_history_may_not_be_asked_for_a_while_nothing_waits_for_it(store: Store) -> None:
    post = RecordingPost()
    post.looks = [Retry(60, "429")]
    for number in range(20):
        await owe(store, str(number), f"C{number}", since=NOW)
    async with draining(store, post):
        await settled(store, {str(number): "sent" for number in range(20)})
    assert len(post.looked) <= loop.AT_ONCE
    assert len(post.sent) == 20


async def test_what_nobody_can_look_for_is_held_and_stands_in_nobodys_way(store: Store) -> None:
    post = RecordingPost()
    post.outcomes["C1"] = [Unknown("500")]
    post.looks = [Blind("missing_scope")]
    await owe(store, "doubtful")
    await owe(store, "next")
    async with draining(store, post):
        await settled(store, {"doubtful": "held", "next": "sent"})


async def test_an_unexpected_error_while_sending_counts_as_unknown(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    post = RecordingPost()
    post.outcomes["C1"] = [RuntimeError("oops")]
    post.looks = [Sent("ts-1")]
    await owe(store, "turnips")
    async with draining(store, post):
        await settled(store, {"turnips": "sent"})
    assert len(post.sent) == 1
