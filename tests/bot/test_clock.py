"""The alarm clock: what it does when a tick fails."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot import clock
from bot.app import open_app
from bot.errors import StoreError
from bot.models import Mark
from config.settings import only


async def test_after_an_outage_of_the_database_it_plans_within_seconds_and_has_told_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clock, "TROUBLED", timedelta(seconds=0.05))
    async with open_app(only(data_dir=tmp_path, tick_s=3600)) as app:
        mark, full, planned = app.store.mark, [True] * 3, asyncio.Event()

        async def failing() -> Mark:
            if full:
                full.pop()
                raise StoreError("store-full", path="paperbot.db")
            planned.set()
            return await mark()

        app.store.mark = failing  # type: ignore[method-assign]  # the disk is full for a while
        stop = asyncio.Event()
        task = asyncio.create_task(clock.serve(app, stop))
        async with asyncio.timeout(30):  # an hour would pass until the next tick
            await planned.wait()
        stop.set()
        await task
    assert caplog.text.count("nothing is planned for now") == 1
    assert "is full" in caplog.text
