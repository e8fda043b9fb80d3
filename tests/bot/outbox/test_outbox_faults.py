"""A damaged database, a full disk, a slow or jumping clock: nothing is sent that might be sent twice."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text

from bot.deliveries import Delivery, Sent
from bot.errors import StoreError
from bot.message import Action, Message
from bot.models import Invocation, Place
from bot.outbox import draining as loop
from bot.store import Store
from tests.recording_post import RecordingPost, draining, owe, settled

NOW = datetime(2026, 1, 1, tzinfo=UTC)


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
