"""Work in hand ends within its share of the time after a signal."""

import asyncio

import pytest

from bot import stopping


def test_the_shares_of_a_part_are_within_eight_seconds_and_all_within_ten() -> None:
    assert stopping.FINISH_S + stopping.GIVE_UP_S + stopping.CLOSE_S <= 8
    assert stopping.GRACE_S + stopping.GIVE_UP_S < 10


async def test_nothing_in_hand_is_finished_at_once() -> None:
    assert await stopping.finish([]) == 0


async def test_what_is_nearly_done_is_waited_for() -> None:
    done = asyncio.Event()
    task = asyncio.create_task(done.wait())
    asyncio.get_running_loop().call_later(0.01, done.set)
    assert await stopping.finish([task]) == 0
    assert task.result()


async def test_what_hangs_for_ever_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "FINISH_S", 0.01)
    task = asyncio.create_task(asyncio.Event().wait())
    assert await stopping.finish([task]) == 1
    assert task.cancelled()


async def test_what_will_not_be_cancelled_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "FINISH_S", 0.01)
    monkeypatch.setattr(stopping, "GIVE_UP_S", 0.01)
    end = asyncio.Event()

    async def stubborn() -> None:
        while not end.is_set():
            try:
                await end.wait()
            except asyncio.CancelledError:
                continue

    task = asyncio.create_task(stubborn())
    assert await stopping.finish([task]) == 1
    assert not task.done()
    end.set()
    await task
