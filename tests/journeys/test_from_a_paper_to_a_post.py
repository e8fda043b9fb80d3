"""The second walk, on Slack and on Discord: somebody subscribes, papers come, and the place is told of each once."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

import pytest

from adapters.discord import app as discord_face
from adapters.discord import post as discord_post
from adapters.slack import app as slack_face
from adapters.slack import post as slack_post
from bot.app import App, open_app
from bot.ingest import ingest
from bot.models import Place
from bot.planning import plan
from bot.subscriptions import ScheduleKind
from config.settings import only
from tests.discord_objects import CHANNEL, GUILD, TOKEN
from tests.discord_server import DiscordServer
from tests.slack_person import Person
from tests.slack_server import SlackServer

MAIN = {"subscribe": "query", "why": "paper", "pause": "subscription", "daily": "state", "digest": "when"}


class Face(Protocol):
    """A platform with one channel, and Ada in it."""

    place: Place

    async def asks(self, name: str, what: str = "", **options: str) -> str:
        """Ada gives a command there; returns what she reads."""

    async def presses(self, label: str) -> str:
        """Ada presses a button on the last post, whose label begins so; returns what she reads."""

    def posts(self) -> list[str]:
        """What everybody in the channel sees: each message's notification and all its text."""


@dataclass
class OnSlack:
    slack: SlackServer
    place: Place = field(default=Place("slack", "T1", "C1"))

    async def asks(self, name: str, what: str = "", **options: str) -> str:
        flags = (
            f"--{value}" if key in ("where", "cadence") else f"--{key} {value}"
            for key, value in options.items()
        )
        before = self.slack.happened
        await Person(self.slack).types(" ".join([name, what, *flags]))
        return (await self.slack.until(before + 1)).everything()

    async def presses(self, label: str) -> str:
        post = [one for one in self.slack.shown if not one.user][-1]
        before, whole = self.slack.happened, next(one for one in post.buttons() if one.startswith(label))
        await Person(self.slack).presses(post, whole)
        return (await self.slack.until(before + 1)).everything()

    def posts(self) -> list[str]:
        return [f"{one.body['text']} {one.everything()}" for one in self.slack.shown if not one.user]


@dataclass
class OnDiscord:
    discord: DiscordServer
    place: Place = field(default=Place("discord", GUILD, CHANNEL))
    read: int = 0

    async def asks(self, name: str, what: str = "", **options: str) -> str:
        given: dict[str, Any] = {**({MAIN[name]: what} if what else {}), **options}
        await self.discord.command(name, **given)
        return await self._reads()

    async def presses(self, label: str) -> str:
        post = self.discord.posted[-1]
        rows = (button for row in post["components"] for button in row["components"])
        await self.discord.press(
            next(one["custom_id"] for one in rows if one["label"].startswith(label)), post
        )
        return await self._reads()

    async def _reads(self) -> str:
        async with asyncio.timeout(30):
            while True:
                for call in self.discord.calls[self.read :]:
                    self.read += 1
                    first = call.what.endswith("/callback") and call.body["type"] == 4
                    if first or call.what.startswith("PATCH /webhooks"):
                        return _text(call.body["data"] if first else call.body)
                await asyncio.sleep(0.01)

    def posts(self) -> list[str]:
        return [f"{one['content']} {_text(one)}" for one in self.discord.posted]


def _text(value: Any) -> str:
    """All that is to be read in a body, without the backslashes that Discord does not show."""
    if isinstance(value, dict):
        own = [value[key] for key in ("content", "title", "description") if isinstance(value.get(key), str)]
        return " ".join([*own, *(_text(one) for one in value.values())]).replace("\\", "")
    return " ".join(map(_text, value)) if isinstance(value, list) else ""


@asynccontextmanager
async def on_slack(data: Path) -> AsyncIterator[tuple[App, Face]]:
    async with SlackServer() as slack, AsyncExitStack() as stack:
        tokens = {"slack_bot_token": "xoxb-x", "slack_app_token": "xapp-x"}
        app = await stack.enter_async_context(
            open_app(only(data_dir=data, slack_api_url=slack.url, **tokens), patience_s=None)
        )
        await stack.enter_async_context(_at_work(slack_face.serve, slack_post.deliver, app=app))
        await slack.until_sockets(1)
        yield app, OnSlack(slack)


@asynccontextmanager
async def on_discord(data: Path) -> AsyncIterator[tuple[App, Face]]:
    async with DiscordServer().running() as discord, AsyncExitStack() as stack:
        urls = {"discord_api_url": discord.api_url, "discord_gateway_url": discord.gateway_url}
        app = await stack.enter_async_context(
            open_app(only(data_dir=data, discord_token=TOKEN, **urls), patience_s=None)
        )
        await stack.enter_async_context(_at_work(discord_face.serve, discord_post.deliver, app=app))
        await discord.connected()
        yield app, OnDiscord(discord)


@asynccontextmanager
async def _at_work(*parts: Any, app: App) -> AsyncIterator[None]:
    stop = asyncio.Event()
    tasks = [asyncio.create_task(part(app, stop)) for part in parts]
    try:
        yield
    finally:
        stop.set()
        await asyncio.gather(*tasks)


@pytest.fixture(params=[on_slack, on_discord])
async def lab(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[App, Face]]:
    async with request.param(tmp_path / "data") as both:
        yield both


async def come(app: App, tmp_path: Path, *titles: str) -> list[str]:
    """Papers of this year arrive in one file; returns their ids."""
    after = (await app.store.mark()).seq
    file = tmp_path / f"list{after}.jsonl"
    told = [
        {"title": title, "abstract": f"We study {title.lower()} in the field.", "author": "Ada Gardener"}
        for title in titles
    ]
    year = {"venue": "ICML", "year": datetime.now(UTC).year}
    file.write_text("\n".join(json.dumps(one | year) for one in told), encoding="utf-8")
    await ingest(app.store, app.index, [file])
    await app.engine.catch_up()
    return [paper.id async for batch in app.store.everything(after) for paper in batch]


async def told(app: App, face: Face, count: int) -> str:
    """What the bot plans now is posted; returns the last of ``count`` posts in all, no more and no fewer."""
    await plan(app.store, datetime.now(UTC))
    async with asyncio.timeout(30):
        while await app.store.outbox.listed():  # noqa: ASYNC110 - a table
            await asyncio.sleep(0.05)
    assert len(face.posts()) == count
    return face.posts()[-1] if count else ""


async def test_a_new_paper_is_told_at_once_and_once_until_its_subscription_is_paused(
    lab: tuple[App, Face], tmp_path: Path
) -> None:
    app, face = lab
    (old,) = await come(app, tmp_path, "Turnips of Last Week")
    read = await face.asks("subscribe", "turnips", where="here", cadence="instant")
    assert "It looks for papers that contain “turnips”." in read
    assert "As soon as papers come, in #" in read
    await told(app, face, 0)

    new, other = await come(app, tmp_path, "Turnips in Space", "Bees that Count")
    post = await told(app, face, 1)
    assert post.startswith("One new paper for “turnips”: Turnips in Space")
    assert "Bees" not in post
    await told(app, face, 1)

    assert "✓ It was told of here in a post sent on" in _one_line(await face.asks("why", new))
    assert "✗ It does not match “turnips”." in _one_line(await face.asks("why", other))
    assert "before the subscription was made" in _one_line(await face.asks("why", old))

    assert "Paused “turnips”" in await face.asks("pause", "turnips")
    (late,) = await come(app, tmp_path, "Turnips under Lamps")
    await told(app, face, 1)
    assert "Lamps" in await face.asks("why", late)


async def test_a_digest_and_the_paper_of_the_day_are_one_post_at_the_hour_that_was_set(
    lab: tuple[App, Face], tmp_path: Path
) -> None:
    app, face = lab
    await come(app, tmp_path, "Bees that Count")
    a_minute_ago = datetime.now(UTC) - timedelta(minutes=1)
    times = {"at": f"{a_minute_ago:%H:%M}", "days": "daily", "timezone": "UTC"}
    await face.asks("subscribe", "turnips", where="here", cadence="daily", **times)
    assert f"comes here at {times['at']}, every day" in await face.asks("daily", "on")
    await come(app, tmp_path, "Turnips in Space", "Turnips under Lamps")
    await told(app, face, 0)  # this day's minute had passed when it was set

    await _as_if_set_before(app, face.place)
    post = await told(app, face, 1)
    assert post.startswith("Paper of the day: ")
    assert "2 new papers for “turnips”" in post
    assert all(title in post for title in ("Turnips in Space", "Turnips under Lamps"))
    await told(app, face, 1)
    picked = post.removeprefix("Paper of the day: ").partition(". ")[0]
    assert picked in await face.asks("today")

    assert "it is the first" in await face.presses("👍")
    await told(app, face, 1)  # the same post, changed
    assert "👍 1" in _buttons(face)
    assert "it has none now" in await face.presses("👍")
    await told(app, face, 1)
    assert "👍 1" not in _buttons(face)


def _buttons(face: Face) -> str:
    """All of the last post as the platform has it, buttons included."""
    if isinstance(face, OnSlack):
        return str([one for one in face.slack.shown if not one.user][-1].body["blocks"])
    assert isinstance(face, OnDiscord)
    return str(face.discord.posted[-1]["components"])


async def _as_if_set_before(app: App, place: Place) -> None:
    kinds: tuple[ScheduleKind, ...] = ("digest", "paper")
    for kind in kinds:
        schedule = await app.store.subscriptions.schedule(place, kind)
        assert schedule
        since = schedule.since - timedelta(hours=1)
        await app.store.subscriptions.set_schedules(replace(schedule, since=since))


def _one_line(text: str) -> str:
    return " ".join(text.replace("*", "").split())
