"""A workspace is served by its own token only, and what it has is read and changed by its own people only."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from adapters.slack import post as slack_post
from bot.app import App
from bot.deliveries import Gone
from bot.locale import words
from bot.message import Message
from bot.models import Place
from bot.planning import plan
from tests.adapters.slack.conftest import serving
from tests.contract.planning import TUESDAY, come, rows_of
from tests.slack_person import Ack, Person
from tests.slack_server import BOT_USER, SlackServer

SAY = words()
C1, MOVED = Place("slack", "T1", "C1"), Place("slack", "T1", "C1B")
SHARED = Place("slack", "T2", "C1")  # the same channel, as another workspace with which it is shared has it
NOW = datetime(2026, 1, 1, tzinfo=UTC)
MODES = pytest.mark.parametrize("mode", ["socket"])


@dataclass
class Outsider(Person):
    """Somebody of another workspace, in a channel that is shared with it."""

    async def _send(self, kind: Any, payload: dict[str, Any], **more: Any) -> Ack:
        team = {"team_id": "T2"} if "team_id" in payload else {"team": {"id": "T2"}}
        return await super()._send(kind, payload | team, **more)


@asynccontextmanager
async def delivering(app: App) -> AsyncIterator[None]:
    """The bot posts what it owes, too."""
    stop = asyncio.Event()
    work = asyncio.create_task(slack_post.deliver(app, stop))
    try:
        yield
    finally:
        stop.set()
        await work


async def owe(app: App, place: Place, key: str = "k") -> None:
    assert await app.store.outbox.owe(key, place, "post", Message("Turnips", private=False), now=NOW)


async def until_gone(app: App, place: Place, reason: str) -> None:
    async with asyncio.timeout(30):
        while (await app.store.plans.reached(place))[1] != reason:  # noqa: ASYNC110 - a table
            await asyncio.sleep(0.02)


async def test_people_of_another_workspace_neither_see_nor_change_what_a_shared_channel_has(
    slack: SlackServer, mode: str, data: Path
) -> None:
    async with serving(slack, mode, data) as (ada, app):
        await ada.types("subscribe turnips --here --tz UTC")
        await slack.until(1)
        await ada.types("daily on")
        await slack.until(2)
        await come(app.store, 7)
        await plan(app.store, TUESDAY.replace(year=TUESDAY.year + 1, month=3, day=2))
        (one,) = await app.store.subscriptions.of_place(C1)
        before = await rows_of(app.store, C1)
        assert before["deliveries"]
        stranger, said = Outsider(slack, ada.address), ""
        for number, asked in enumerate(
            [
                "subscriptions",
                *(f"{what} {one.id}" for what in ("pause", "resume", "unsubscribe")),
                f"edit {one.id} --at 9",
                f"why Growing Turnips with Transformers --subscription {one.id}",
                "why Growing Turnips with Transformers",
                "daily",
                "daily off",
                "digest now",
                "setup robots",
                "subscribe robots --here",
            ],
            3,
        ):
            await stranger.types(asked)
            said = (await slack.until(number)).everything()
            assert "“turnips”" not in said, asked
            assert f"{one.id} " not in said.replace(asked, ""), asked
        assert SAY("slack-other-workspace") in said
        assert await rows_of(app.store, C1) == before
        assert not any((await rows_of(app.store, SHARED)).values())


@MODES
async def test_a_token_posts_for_its_own_workspace_only_and_what_waits_for_another_is_told(
    slack: SlackServer, mode: str, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(slack, mode, data) as (_, app):
        await app.store.outbox.leave(SHARED, Gone("token_revoked", "team"))
        await app.store.subscriptions.know(SHARED, "U1", "en")
        await owe(app, SHARED, "another's")
        await owe(app, C1)
        async with delivering(app):
            await slack.until(1)
            await asyncio.sleep(2.5)  # the outbox has looked twice
        assert [one.channel for one in slack.shown] == ["C1"]
        (waits,) = await app.store.outbox.due("slack", 9)
        assert (waits.place, waits.attempts, waits.looks) == (SHARED, 0, 0)
        told = [one.getMessage() for one in caplog.records if "that wait for" in one.getMessage()]
        assert [text.partition(";")[0] for text in told] == ["posts that wait for slack T2: 1"]
        assert await app.store.plans.reached(SHARED) == ("en", "")


@MODES
async def test_a_new_token_brings_back_no_place_of_another_workspace(
    slack: SlackServer, mode: str, data: Path
) -> None:
    async with serving(slack, mode, data) as (_, app):
        for place in (C1, SHARED):
            await app.store.subscriptions.know(place, "", "en")
            await app.store.outbox.leave(place, Gone("token_revoked", "team"))
        async with delivering(app):
            await until_gone(app, C1, "")
        assert (await app.store.plans.reached(SHARED))[1] == "token_revoked"


@MODES
async def test_an_app_that_is_installed_again_posts_where_it_is_invited_again(
    slack: SlackServer, mode: str, data: Path
) -> None:
    async with serving(slack, mode, data) as (ada, app):
        await app.store.subscriptions.know(C1, "", "en")
        await owe(app, C1)
        await ada._says({"type": "app_uninstalled"})
        await until_gone(app, C1, "token_revoked")
        slack.absent = {"C1"}  # whoever uninstalls an app removes it from all channels
        async with delivering(app):
            await until_gone(app, C1, "not_in_channel")
            assert slack.shown == []
            slack.absent = set()
            await ada._says({"type": "member_joined_channel", "channel": "C1", "user": BOT_USER})
            assert (await slack.until(1)).channel == "C1"
        assert len(slack.shown) == 1


async def test_what_is_owed_to_a_channel_whose_id_changes_is_sent_once_to_the_new_one(
    slack: SlackServer, mode: str, data: Path
) -> None:
    async with serving(slack, mode, data) as (ada, app):
        await ada.types("subscribe turnips --here --tz UTC")
        await slack.until(1)
        await owe(app, C1, "slack:T1:C1:k")
        slack.absent = {"C1"}
        changed = {"type": "channel_id_changed", "old_channel_id": "C1", "new_channel_id": "C1B"}
        event = await ada._says(changed)
        async with delivering(app):
            shown = await slack.until(2)
            for _ in range(2):
                await ada.delivers(event)
            await ada.types("subscriptions", channel="C1B")
            assert "turnips" in (await slack.until(3)).everything()
        assert (shown.channel, shown.user) == ("C1B", "")
        assert [one.channel for one in slack.shown if not one.user] == ["C1B"]
        assert not any((await rows_of(app.store, C1)).values())
        assert (await app.store.plans.reached(MOVED))[1] == ""
