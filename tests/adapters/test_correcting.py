"""Messages that were sent and are corrected: the same message shows it, no new one, whatever happens on the way."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from adapters.discord import post as discord_post
from adapters.slack import post as slack_post
from bot.app import App, open_app
from bot.deliveries import Broken, Retry, Sent, Unknown
from bot.models import Place
from bot.planning import amend, plan
from bot.store.tables import deliveries
from config.settings import only
from tests.contract.planning import come, wants
from tests.discord_objects import CHANNEL, GUILD, TOKEN
from tests.discord_server import DiscordServer
from tests.make import a_delivery
from tests.slack_server import SlackServer

A_CORRECTION = a_delivery(kind="correction", corrects="17.1")
PAPERS = 14  # more than one message of Slack shows


@dataclass
class Face:
    """One platform with the bot's posting side at work.

    Attributes:
        app: the bot.
        place: a channel.
        texts: what everybody sees there, a text a message.
        changes: how often a message was changed.
    """

    app: App
    place: Place
    texts: Callable[[], list[str]]
    changes: Callable[[], int]

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not true():  # noqa: ASYNC110 - what people see
                await asyncio.sleep(0.05)

    async def settled(self) -> None:
        async with asyncio.timeout(60):
            while await self.app.store.outbox.listed(("planned", "sending", "unknown")):  # noqa: ASYNC110 - a table
                await asyncio.sleep(0.05)


@asynccontextmanager
async def on_slack(data: Path) -> AsyncIterator[Face]:
    async with SlackServer() as slack:
        settings = only(
            data_dir=data, slack_bot_token="xoxb-x", slack_app_token="xapp-x", slack_api_url=slack.url
        )
        async with delivering(settings, slack_post.deliver) as app:
            yield Face(
                app,
                Place("slack", "T1", "C1"),
                lambda: [one.everything() for one in slack.shown],
                lambda: sum(method == "chat.update" for method, _ in slack.calls),
            )


@asynccontextmanager
async def on_discord(data: Path) -> AsyncIterator[Face]:
    async with DiscordServer().running() as discord:
        settings = only(
            data_dir=data,
            discord_token=TOKEN,
            discord_api_url=discord.api_url,
            discord_gateway_url=discord.gateway_url,
        )
        async with delivering(settings, discord_post.deliver) as app:
            yield Face(
                app,
                Place("discord", GUILD, CHANNEL),
                lambda: [str(one) for one in discord.posted],
                lambda: len(discord.matching("PATCH .*")),
            )


@asynccontextmanager
async def delivering(
    settings: Any, deliver: Callable[[App, asyncio.Event], Awaitable[None]]
) -> AsyncIterator[App]:
    async with AsyncExitStack() as stack:
        app = await stack.enter_async_context(open_app(settings, patience_s=None))
        stop = asyncio.Event()
        task = asyncio.ensure_future(deliver(app, stop))
        yield app
        stop.set()
        await task


@pytest.mark.parametrize("platform", [on_slack, on_discord], ids=["slack", "discord"])
async def test_the_posted_card_of_a_withdrawn_paper_says_so(tmp_path: Path, platform: Any) -> None:
    async with platform(tmp_path) as face:
        store = face.app.store
        await wants(store, "turnips", place=face.place, cadence="instant")
        await come(store, *range(1, PAPERS + 1))
        await plan(store, datetime.now(UTC))
        await face.until(lambda: bool(face.texts()))
        await face.settled()
        before = face.texts()
        shown = sorted(
            {int(n) for n in re.findall(r"Turnips, Part (\d+)", " ".join(before).replace("\\", ""))}
        )
        await come(store, shown[0], shown[-1], status="Withdrawn")
        await amend(store, datetime.now(UTC))
        await face.settled()
        after = face.texts()
        assert len(after) == len(before)
        assert " ".join(after).count("Withdrawn: ") == 2
        assert 1 <= face.changes() <= 2
        async with store._database.read() as connection:
            states = await connection.execute(deliveries.select().with_only_columns(deliveries.c.state))
            assert {state for (state,) in states} == {"sent"}


@pytest.mark.parametrize(
    "corrected", [lambda it: slack_post.corrected(it, A_CORRECTION), discord_post.corrected]
)
def test_a_change_whose_answer_is_lost_is_made_again(corrected: Any) -> None:
    assert corrected(Unknown("cut")) == Retry(0, "cut")
    assert corrected(Sent("17.1")) == Sent("17.1")
    assert corrected(Broken("invalid_blocks")) == Broken("invalid_blocks")


def test_what_can_no_longer_be_changed_is_left_alone_or_waits() -> None:
    assert slack_post.corrected(Broken("message_not_found"), A_CORRECTION) == Sent("17.1")
    assert slack_post.corrected(Broken("edit_window_closed"), A_CORRECTION) == Sent("17.1")
    assert discord_post.classify(404, {}, {"code": 10008}) == Sent("")
    assert discord_post.corrected(Broken("400 30046")) == Retry(600, "400 30046")
