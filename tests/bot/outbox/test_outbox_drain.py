"""Draining the outbox: what is called, in which order, and what is left alone."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, text

from bot import buttons
from bot.deliveries import Blind, Broken, Delivery, Gone, Look, Missing, Outcome, Retry, Sent, Unknown
from bot.errors import StoreError
from bot.message import Action, Card, Message
from bot.models import Invocation, Place
from bot.outbox import Timings, drain
from bot.outbox import draining as loop
from bot.store import Store
from bot.store.tables import places

NOW = datetime(2026, 1, 1, tzinfo=UTC)
QUICK = Timings(send_timeout_s=0.5, lease_s=3, reconcile_wait_s=1)


class RecordingPost:
    """Takes what it is given, or does what the next outcome for the place's channel says."""

    button_length = 30

    def __init__(self) -> None:
        self.sent: list[Delivery] = []
        self.looked: list[Delivery] = []
        self.at: list[float] = []
        self.outcomes: dict[str, list[Outcome | Exception | float]] = defaultdict(list)
        self.looks: list[Look] = []
        self.unfit: set[str] = set()

    def render(self, delivery: Delivery) -> Mapping[str, Any]:
        if delivery.place.channel in self.unfit:
            raise RuntimeError("a fault of ours")
        return {"text": delivery.message.text, "size": delivery.size}

    def parts(self, delivery: Delivery) -> tuple[Message, ...]:
        more = () if delivery.thread else delivery.message.cards[1:]
        return tuple(Message(card.title, private=False) for card in more)

    async def send(self, delivery: Delivery) -> Outcome:
        self.sent.append(delivery)
        self.at.append(asyncio.get_running_loop().time())
        outcomes = self.outcomes[delivery.place.channel]
        outcome = outcomes.pop(0) if outcomes else Sent(f"ts-{delivery.id}")
        if isinstance(outcome, Exception):
            raise outcome
        if isinstance(outcome, float):
            await asyncio.sleep(outcome)
            return Sent("late")
        return outcome

    async def look(self, delivery: Delivery) -> Look:
        self.looked.append(delivery)
        return self.looks.pop(0) if self.looks else Missing()

    async def direct(self, place: Place, user: str) -> Place | None:
        return None if user == "left" else Place("slack", place.team, f"D-{user}")

    async def name(self, place: Place) -> str:
        return f"#{place.channel}"

    def texts(self) -> list[str]:
        return [one.message.text for one in self.sent]


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "POLL_S", 0.1)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{tmp_path / 'paperbot.db'}")
    yield store
    await store.close()


@asynccontextmanager
async def draining(
    store: Store, post: RecordingPost, timings: Timings = QUICK
) -> AsyncIterator[asyncio.Event]:
    stop = asyncio.Event()
    task = asyncio.create_task(drain(store, "slack", post, timings, stop))
    try:
        yield stop
    finally:
        stop.set()
        await task


async def owe(
    store: Store, text: str, channel: str = "C1", *cards: str, since: datetime | None = None
) -> None:
    message = Message(text, cards=tuple(map(Card, cards)), private=False)
    now = since or datetime.now(UTC)
    assert await store.outbox.owe(text, Place("slack", "T1", channel), "post", message, now=now)


async def settled(store: Store, states: Mapping[str, str], timeout_s: float = 40) -> None:
    """Waits until the deliveries, by key, are in these states."""
    async with asyncio.timeout(timeout_s):
        while True:
            found = await store.outbox.listed(
                ["planned", "sending", "sent", "unknown", "held", "dead", "gone"]
            )
            if {one.key: one.state for one in found} == dict(states):
                return
            await asyncio.sleep(0.05)


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


async def test_a_damaged_database_is_not_sent_from_until_it_is_mended(
    store: Store, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "DAMAGED_S", 0.1)
    check, broken = store.outbox.check, [True]

    async def checked() -> None:
        if broken:
            raise StoreError("store-damaged", path="paperbot.db")
        await check()

    store.outbox.check = checked  # type: ignore[method-assign]  # a page is torn
    post = RecordingPost()
    await owe(store, "turnips")
    async with draining(store, post):
        await asyncio.sleep(1)
        assert post.sent == []
        assert caplog.text.count("is damaged, so nothing is sent") == 1
        broken.clear()
        await settled(store, {"turnips": "sent"})


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


async def test_after_a_jump_of_the_clock_no_lease_is_taken_for_run_out_too_soon(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await owe(store, "turnips", since=NOW)
    (one,) = await store.outbox.due("slack", 1)
    assert await store.outbox.claim(replace(one, payload={}), "another process", 1, sending=True)
    now, jumps = store.outbox.now, [timedelta(0)] * 3

    async def jumping() -> datetime:
        return await now() + (jumps.pop() if jumps else timedelta(minutes=10))

    store.outbox.now = jumping  # type: ignore[method-assign]  # somebody sets the clock
    post = RecordingPost()
    post.looks = [Sent("ts-found")]
    async with draining(store, post):
        await asyncio.sleep(0.5)
        jumps.clear()
        await asyncio.sleep(2.5)
        assert "jumped" in caplog.text
        await settled(store, {"turnips": "sending"}, 0.1)
        await settled(store, {"turnips": "sent"})
    assert post.sent == []


async def test_what_a_full_disk_does_not_let_be_claimed_is_not_sent_and_goes_out_later(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    post = RecordingPost()
    await owe(store, "turnips " * 500)
    async with store._database.write() as connection:
        pages = await connection.scalar(text("PRAGMA page_count"))
        await connection.execute(text(f"PRAGMA max_page_count = {pages}"))
    async with draining(store, post):
        await asyncio.sleep(1.5)
        assert post.sent == []
        assert "is full" in caplog.text
        async with store._database.write() as connection:
            await connection.execute(text("PRAGMA max_page_count = 100000"))
        await settled(store, {"turnips " * 500: "sent"})


async def test_nothing_is_sent_when_half_of_the_lease_has_passed(store: Store) -> None:
    post = RecordingPost()
    remember, waits = store.remember, [1.6]

    async def slowly(*args: Any) -> None:
        await asyncio.sleep(waits.pop() if waits else 0)
        await remember(*args)

    store.remember = slowly  # type: ignore[method-assign,assignment]  # a database that takes its time
    long = Action("Show", Invocation.of("find", query="turnips " * 20))
    message = Message("slow", actions=(long,), private=False)
    assert await store.outbox.owe("slow", Place("slack", "T1", "C1"), "post", message, now=NOW)
    async with draining(store, post):
        await settled(store, {"slow": "sent"})
    (sent,) = post.sent
    assert sent.attempts == 2


async def test_a_machine_that_slept_between_claim_and_post_does_not_send(store: Store) -> None:
    post = RecordingPost()
    claim, now, slept = store.outbox.claim, store.outbox.now, [False]

    async def claimed(*args: Any, **named: Any) -> Delivery | None:
        found = await claim(*args, **named)
        if slept:
            slept[0] = True
        return found

    async def later() -> datetime:
        if slept and slept[0]:
            slept.clear()
            return await now() + timedelta(seconds=60)
        return await now()

    store.outbox.claim = claimed  # type: ignore[method-assign]  # the lid is closed right after it
    store.outbox.now = later  # type: ignore[method-assign]  # and the database's clock goes on
    await owe(store, "turnips")
    async with draining(store, post):
        await settled(store, {"turnips": "sent"})
    (sent,) = post.sent
    assert sent.attempts == 2


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
