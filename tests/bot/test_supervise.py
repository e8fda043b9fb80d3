"""Faces side by side: one that is lost never takes another down."""

import asyncio
import os
import signal

from bot.errors import PlatformRefused
from bot.supervise import supervise


async def refused(_stop: asyncio.Event) -> None:
    raise PlatformRefused("button-too-old")


async def test_the_process_ends_when_no_platform_is_left() -> None:
    assert await supervise({"a": refused, "b": refused}) is False


async def test_a_refused_platform_leaves_the_other_running_until_a_signal() -> None:
    served: list[str] = []

    async def healthy(stop: asyncio.Event) -> None:
        await asyncio.sleep(0.05)
        os.kill(os.getpid(), signal.SIGTERM)
        await stop.wait()
        served.append("finished what was in hand")

    assert await supervise({"bad": refused, "good": healthy}) is True
    assert served == ["finished what was in hand"]


async def test_a_part_that_hangs_is_cancelled_after_the_grace() -> None:
    async def hangs(_stop: asyncio.Event) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.Event().wait()

    assert await asyncio.wait_for(supervise({"hangs": hangs}, grace_s=0.05), 30) is True


async def test_a_part_that_fails_by_a_fault_of_ours_starts_again() -> None:
    starts: list[int] = []

    async def fails_once(stop: asyncio.Event) -> None:
        starts.append(len(starts))
        if len(starts) == 1:
            raise RuntimeError("a fault")
        os.kill(os.getpid(), signal.SIGTERM)
        await stop.wait()

    assert await supervise({"flaky": fails_once}) is True
    assert starts == [0, 1]
