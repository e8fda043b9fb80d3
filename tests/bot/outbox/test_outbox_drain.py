"""Draining the outbox: what is called, in which order, and what is left alone."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import insert

from bot import buttons
from bot.deliveries import Broken, Gone, Retry
from bot.message import Action, Message
from bot.models import Invocation, Place
from bot.outbox import drain
from bot.outbox import draining as loop
from bot.store import Store
from bot.store.tables import places
from tests.recording_post import QUICK, RecordingPost, draining, owe, settled

NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def test_what_is_owed_is_sent_as_rendered(store: Store) -> None:
    post = RecordingPost()
    await owe(store, "turnips")
    async with draining(store, post):
        await settled(store, {"turnips": "sent"})
    (sent,) = post.sent
    assert (sent.payload, sent.state, sent.attempts) == ({"text": "turnips", "size": 0}, "sending", 1)
    (kept,) = await store.outbox.listed(["sent"])
    assert (kept.external_id, kept.owner, kept.lease_until) == (f"ts-{kept.id}", "", None)


async def test_a_channel_hears_one_message_a_second_and_others_do_not_wait_for_it(store: Store) -> None:
    post = RecordingPost()
    for text_, channel in [("1", "C1"), ("2", "C1"), ("other", "C2")]:
        await owe(store, text_, channel)
    async with draining(store, post):
        await settled(store, {"1": "sent", "2": "sent", "other": "sent"})
    at = dict(zip(post.texts(), post.at, strict=True))
    assert at["2"] - at["1"] >= 1
    assert abs(at["other"] - at["1"]) < 0.5


async def test_a_limit_of_one_channel_stalls_no_other(store: Store) -> None:
    post = RecordingPost()
    post.outcomes["C1"] = [Retry(1337, "429")]
    await owe(store, "limited", "C1")
    await owe(store, "behind", "C1")
    await owe(store, "free", "C2")
    async with draining(store, post):
        await settled(store, {"limited": "planned", "behind": "planned", "free": "sent"})
        await asyncio.sleep(1.2)
    assert sorted(post.texts()) == ["free", "limited"]


async def test_what_is_too_large_goes_out_smaller(store: Store) -> None:
    post = RecordingPost()
    post.outcomes["C1"] = [Broken("msg_too_long"), Broken("msg_too_long")]
    post.outcomes["C2"] = [Broken("no")] * 3
    await owe(store, "long")
    await owe(store, "never", "C2")
    async with draining(store, post):
        await settled(store, {"long": "sent", "never": "dead"})
    assert [one.payload["size"] for one in post.sent if one.key == "long" and one.payload] == [0, 1, 2]
    (dead,) = await store.outbox.listed(["dead"])
    assert dead.error == "no"


async def test_one_that_cannot_be_rendered_ends_dead_and_poisons_nothing(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    post = RecordingPost()
    post.unfit = {"C1"}
    await owe(store, "unfit", "C1")
    await owe(store, "fine", "C2")
    async with draining(store, post):
        await settled(store, {"unfit": "dead", "fine": "sent"})
    assert post.texts() == ["fine"]


async def test_a_place_that_is_gone_is_called_once_and_what_it_is_owed_waits(store: Store) -> None:
    post = RecordingPost()
    post.outcomes["C1"] = [Gone("is_archived")]
    for text_ in ("1", "2"):
        await owe(store, text_)
    await owe(store, "other", "C2")
    async with draining(store, post):
        await settled(store, {"1": "gone", "2": "gone", "other": "sent"})
        await asyncio.sleep(1.2)
    assert sorted(post.texts()) == ["1", "other"]


@pytest.mark.parametrize(("owner", "told"), [("U7", 1), ("left", 0), ("", 0)])
async def test_the_owner_of_a_place_that_is_gone_hears_of_it_once_where_possible(
    store: Store, owner: str, told: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "TELL_S", 0.0)
    async with store._database.write() as connection:
        row = {"platform": "slack", "team": "T1", "channel": "C1", "owner": owner, "locale": "en"}
        await connection.execute(insert(places).values(**row, gone_told=False))
    post = RecordingPost()
    post.outcomes["C1"] = [Gone("is_archived")]
    await owe(store, "1")
    async with draining(store, post):
        await asyncio.sleep(3.5)
    words = [one.message.text for one in post.sent if one.place.channel == "D-U7"]
    assert len(words) == told
    assert all(said.startswith("I can no longer post in #C1 (is_archived).") for said in words)
    assert post.texts()[0] == "1"
    assert len(post.sent) == 1 + told


async def test_a_refused_token_is_not_used_again(store: Store) -> None:
    post = RecordingPost()
    post.outcomes["C1"] = [Gone("401", "platform")]
    await owe(store, "1", "C1")
    stop = asyncio.Event()
    task = asyncio.create_task(drain(store, "slack", post, QUICK, stop))
    async with asyncio.timeout(30):
        await task
    for number in range(5):
        await owe(store, f"later {number}", f"D{number}")
    assert post.texts() == ["1"]


async def test_what_waited_for_a_new_token_goes_out_with_it(store: Store) -> None:
    await owe(store, "turnips")
    await store.outbox.leave(Place("slack", "T1", "C1"), Gone("token_revoked", "team"))
    post, stop = RecordingPost(), asyncio.Event()
    task = asyncio.create_task(drain(store, "slack", post, QUICK, stop, mended=("token_revoked",)))
    await settled(store, {"turnips": "sent"})
    stop.set()
    await task


async def test_what_a_button_cannot_carry_is_kept_before_the_post_goes_out(store: Store) -> None:
    invocation = Invocation.of("find", query="turnips " * 20)
    message = Message("buttons", actions=(Action("Show", invocation),), private=False)
    assert await store.outbox.owe("buttons", Place("slack", "T1", "C1"), "post", message, now=NOW)
    async with draining(store, RecordingPost()):
        await settled(store, {"buttons": "sent"})
    kept = await store.recall(buttons.key_of(invocation), datetime.now(UTC))
    assert kept == invocation.to_dict()


async def test_the_thread_follows_its_message(store: Store) -> None:
    post = RecordingPost()
    await owe(store, "head", "C1", "one", "two", "three")
    await owe(store, "next", "C1")
    async with draining(store, post):
        await settled(store, {"head": "sent", "head#2": "sent", "head#3": "sent", "next": "sent"}, 20)
    assert post.texts() == ["head", "two", "three", "next"]
    assert [one.thread for one in post.sent] == ["", "ts-1", "ts-1", ""]


async def test_when_told_to_stop_it_takes_nothing_new_and_finishes_what_is_in_hand(store: Store) -> None:
    post = RecordingPost()
    post.outcomes["C1"] = [0.4]
    await owe(store, "in hand")
    async with draining(store, post) as stop:
        while not post.sent:  # noqa: ASYNC110 - there is nothing to wait on
            await asyncio.sleep(0.01)
        stop.set()
        await owe(store, "new", "C2")
    assert post.texts() == ["in hand"]
    assert [(one.key, one.state) for one in await store.outbox.listed(["sent"])] == [("in hand", "sent")]


async def test_two_drains_on_one_database_double_nothing(tmp_path: Path, store: Store) -> None:
    other = await Store.open(f"sqlite:///{tmp_path / 'paperbot.db'}")
    post = RecordingPost()
    for number in range(30):
        await owe(store, str(number), f"C{number % 15}")
    async with draining(store, post), draining(other, post):
        await settled(store, {str(number): "sent" for number in range(30)}, 20)
    assert sorted(post.texts(), key=int) == [str(number) for number in range(30)]
    await other.close()
