"""Subscribing in Slack: typed with options, from a search, and by setting a channel up."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import App
from bot.locale import words
from bot.models import Place
from bot.subscriptions import Subscription
from tests.adapters.slack.conftest import serving
from tests.slack_person import Person
from tests.slack_server import DIRECT, SlackServer

SAY = words()
C1, C2, ADA = Place("slack", "T1", "C1"), Place("slack", "T1", "C2"), Place("slack", "T1", DIRECT)


@pytest.fixture
async def lab(slack: SlackServer, mode: str, data: Path) -> AsyncIterator[tuple[Person, App]]:
    """Ada in the workspace, and the bot behind it."""
    async with serving(slack, mode, data) as both:
        yield both


async def made(app: App, place: Place) -> tuple[Subscription, ...]:
    return await app.store.subscriptions.of_place(place)


async def test_typed_with_options_for_another_channel(lab: tuple[Person, App], slack: SlackServer) -> None:
    ada, app = lab
    await ada.types(
        "subscribe beans thrive --in <#C2|robots> --weekly --at 9 --days tue,thu --tz Europe/Berlin"
    )
    shown = await slack.until(1)
    (one,) = await made(app, C2)
    assert (one.query, one.cadence, one.owner) == ("beans thrive", "weekly", "U1")
    assert shown.user == "U1"
    assert "At 09:00 every Tuesday (Europe/Berlin), in #robots." in shown.everything()
    assert "Undo" in shown.buttons()


async def test_a_private_channels_id_is_enough(lab: tuple[Person, App], slack: SlackServer) -> None:
    ada, app = lab
    await ada.types("subscribe beans —in <#G7|>")
    await slack.until(1)
    assert await made(app, Place("slack", "T1", "G7"))


async def test_from_a_search_with_its_question_answered(lab: tuple[Person, App], slack: SlackServer) -> None:
    ada, app = lab
    await ada.types("carrots transformer")
    await ada.presses(await slack.until(1), "Subscribe to this search")
    question = await slack.until(2)
    assert "can be read in two ways" in question.everything()
    assert await made(app, ADA) == ()
    await ada.presses(question, next(one for one in question.buttons() if one.startswith("All its words")))
    done = await slack.until(3)
    (one,) = await made(app, ADA)
    assert one.query == "carrots AND transformer"
    await ada.presses(done, "Undo")
    await slack.until(4)
    assert await made(app, ADA) == ()


async def test_by_setting_a_channel_up(lab: tuple[Person, App], slack: SlackServer) -> None:
    ada, app = lab
    await ada.types("setup beans, peas --at 08:15 --tz Asia/Tokyo --daily")
    await ada.presses(await slack.until(1), "Subscribe")
    await slack.until(2)
    paper = await app.store.subscriptions.schedule(C1, "paper")
    assert [one.query for one in await made(app, C1)] == ["beans, peas"]
    assert paper
    assert (f"{paper.at:%H:%M}", paper.timezone, paper.on) == ("08:15", "Asia/Tokyo", True)


async def test_the_profiles_timezone_is_taken(lab: tuple[Person, App], slack: SlackServer) -> None:
    ada, _ = lab
    slack.zones["U1"] = "Asia/Kolkata"
    await ada.types("subscribe beans")
    assert "(Asia/Kolkata), in your direct messages" in (await slack.until(1)).everything()


async def test_where_the_bot_is_not_it_says_how_to_invite_it(
    lab: tuple[Person, App], slack: SlackServer
) -> None:
    ada, app = lab
    slack.absent = {"C2", "G7"}
    for number, channel in enumerate(("C2", "G7"), 1):
        await ada.types(f"subscribe beans --in <#{channel}|papers>")
        assert (await slack.until(number)).everything() == SAY("slack-invite")
        assert await made(app, Place("slack", "T1", channel)) == ()


async def test_who_is_no_member_decides_nothing_in_a_channel(
    lab: tuple[Person, App], slack: SlackServer
) -> None:
    ada, app = lab
    slack.outsiders = {"C2": {"U1"}}
    await ada.types("subscribe beans --in <#C2|robots>")
    assert (await slack.until(1)).everything() == SAY("rights-slack")
    assert await made(app, C2) == ()


async def test_a_direct_message_with_somebody_else_is_no_place(
    lab: tuple[Person, App], slack: SlackServer
) -> None:
    ada, app = lab
    await ada.types("subscribe beans --here", channel="D9")
    await slack.until(1)
    assert await made(app, Place("slack", "T1", "D9")) == ()


async def test_the_list_has_buttons_that_pause_and_remove(
    lab: tuple[Person, App], slack: SlackServer
) -> None:
    ada, app = lab
    await ada.types("subscribe beans --here")
    await slack.until(1)
    await ada.types("subscriptions")
    listed = await slack.until(2)
    await ada.presses(listed, "Pause")
    await slack.until(3)
    assert [one.state for one in await made(app, C1)] == ["paused"]
    await ada.presses(listed, "Remove")
    await slack.until(4)
    assert await made(app, C1) == ()


async def test_slack_out_of_reach_is_said_and_nothing_is_stored(
    lab: tuple[Person, App], slack: SlackServer
) -> None:
    ada, app = lab
    slack.errors["conversations.info"] = "fatal_error"
    await ada.types("subscribe beans --here")
    assert (await slack.until(1)).everything() == SAY("slack-not-told", error="fatal_error")
    assert await made(app, C1) == ()


async def test_a_channels_name_is_enough_where_the_bot_is(
    lab: tuple[Person, App], slack: SlackServer
) -> None:
    ada, app = lab
    await ada.types("subscribe beans --in #robots")
    await slack.until(1)
    assert await made(app, C2)
    await ada.types("subscribe beans --in #attic")
    assert (await slack.until(2)).everything() == SAY("slack-channel-unknown", channel="#attic")


async def test_a_timezone_that_nobody_here_knows_is_none(lab: tuple[Person, App], slack: SlackServer) -> None:
    ada, _ = lab
    slack.zones["U1"] = "Mars/Olympus"
    await ada.types("subscribe beans")
    assert "(UTC), in your direct messages" in (await slack.until(1)).everything()
