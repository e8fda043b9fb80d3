"""Subscribing on Discord, and who may; permissions and options are played by SimCord."""

from collections.abc import Iterable
from typing import Any

import discord
import pytest
from simcord import Env
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.results import InteractionResult, ResponseMessage

from adapters.discord.client import Client
from bot.app import App
from bot.locale import words
from bot.models import Place
from bot.subscriptions import Subscription

SAY = words()


@pytest.fixture
def simcord_bot(app: App) -> Client:
    return Client(app)


@pytest.fixture
def channel(simcord_env: Env) -> ChannelHandle:
    return simcord_env.create_guild("Lab").create_text_channel("papers")


@pytest.fixture
def curator(simcord_env: Env, channel: ChannelHandle) -> MemberActor:
    role = simcord_env.guild.create_role(
        "curators", permissions=discord.Permissions(manage_channels=True, view_channel=True)
    )
    return simcord_env.guild.add_member(simcord_env.create_user("ada", global_name="Ada"), roles=[role])


@pytest.fixture
def reader(simcord_env: Env, channel: ChannelHandle) -> MemberActor:
    return simcord_env.guild.add_member(simcord_env.create_user("ben", global_name="Ben"))


def components(message: ResponseMessage | discord.Message | None) -> Iterable[Any]:
    assert message is not None
    found = message.components
    return walk_components([one if isinstance(one, dict) else one.to_dict() for one in found])


def text_of(message: ResponseMessage | None) -> str:
    text = "\n".join(one["content"] for one in components(message) if one["type"] == 10)
    return text.replace("\\", "")  # what Discord shows of escaped Markdown


def labels(message: ResponseMessage | None) -> list[str]:
    return [one["label"] for one in components(message) if one["type"] == 2]


async def press(who: MemberActor, on: ResponseMessage | None, label: str) -> ResponseMessage | None:
    """The answer to the first button that begins so."""
    assert on is not None
    buttons = [one for one in components(on) if one["type"] == 2]
    button = next(one["custom_id"] for one in buttons if one["label"].startswith(label))
    return (await who.click(on, custom_id=button)).response


async def made(app: App, team: str, channel: str) -> tuple[Subscription, ...]:
    return await app.store.subscriptions.of_place(Place("discord", team, channel))


async def here(app: App, channel: ChannelHandle, env: Env) -> tuple[Subscription, ...]:
    return await made(app, str(env.guild.id), str(channel.id))


async def test_typed_with_options_for_this_channel(
    app: App, simcord_env: Env, curator: MemberActor, channel: ChannelHandle
) -> None:
    result = await curator.slash(
        channel, "paper subscribe", query="turnips", where="here", cadence="weekly", at="9", days="tue,thu"
    )
    (one,) = await here(app, channel, simcord_env)
    assert result.ephemeral
    assert (one.query, one.cadence) == ("turnips", "weekly")
    assert "At 09:00 every Tuesday (UTC), in #papers." in text_of(result.response)
    assert SAY("subscribe-timezone") in text_of(result.response)


async def test_a_channel_chosen_from_discords_list(
    app: App, simcord_env: Env, curator: MemberActor, channel: ChannelHandle
) -> None:
    other = simcord_env.guild.create_text_channel("robots")
    result = await curator.slash(channel, "paper subscribe", query="turnips", channel=other)
    assert "in #robots." in text_of(result.response)
    assert len(await here(app, other, simcord_env)) == 1


async def test_without_a_place_it_comes_as_a_direct_message(
    app: App, reader: MemberActor, channel: ChannelHandle
) -> None:
    result = await reader.slash(channel, "paper subscribe", query="turnips")
    assert "in your direct messages" in text_of(result.response)
    listed = await reader.slash(channel, "paper subscriptions")
    assert "turnips" in text_of(listed.response)


async def test_from_a_search_with_its_question_answered_and_undone(
    app: App, simcord_env: Env, reader: MemberActor, channel: ChannelHandle
) -> None:
    found = await reader.slash(channel, "paper find", query="turnips clock")
    question = await press(reader, found.response, "Subscribe to this search")
    assert "can be read in two ways" in text_of(question)
    done = await press(reader, question, "All its words")
    assert "papers that contain “turnips” and “clock”" in text_of(done)
    gone = await press(reader, done, "Undo")
    assert "Removed “turnips AND clock”" in text_of(gone)


async def test_by_setting_a_channel_up(
    app: App, simcord_env: Env, curator: MemberActor, channel: ChannelHandle
) -> None:
    asked = await curator.slash(
        channel, "paper setup", query="turnips, bees", at="08:15", timezone="Asia/Tokyo", daily=True
    )
    await press(curator, asked.response, "Subscribe")
    place = Place("discord", str(simcord_env.guild.id), str(channel.id))
    paper = await app.store.subscriptions.schedule(place, "paper")
    assert [one.query for one in await here(app, channel, simcord_env)] == ["turnips, bees"]
    assert paper
    assert (f"{paper.at:%H:%M}", paper.timezone) == ("08:15", "Asia/Tokyo")


@pytest.mark.parametrize("name", ["subscribe", "setup"])
async def test_who_may_not_manage_the_channel_is_told_so(
    app: App, simcord_env: Env, reader: MemberActor, channel: ChannelHandle, name: str
) -> None:
    options = {"where": "here"} if name == "subscribe" else {}
    result = await reader.slash(channel, f"paper {name}", query="turnips", **options)
    assert text_of(result.response) == SAY("rights-discord")
    assert await here(app, channel, simcord_env) == ()


async def test_the_right_counts_in_that_channel_not_in_this_one(
    app: App, simcord_env: Env, reader: MemberActor, channel: ChannelHandle
) -> None:
    own = simcord_env.guild.create_text_channel(
        "own", overwrites={reader: discord.PermissionOverwrite(manage_channels=True)}
    )
    refused = await reader.slash(own, "paper subscribe", query="turnips", channel=channel)
    assert text_of(refused.response) == SAY("rights-discord")
    taken = await reader.slash(channel, "paper subscribe", query="turnips", channel=own)
    assert "in #own." in text_of(taken.response)


async def test_where_the_bot_may_not_post_the_cure_is_told(
    app: App, simcord_env: Env, curator: MemberActor, channel: ChannelHandle
) -> None:
    everyone = simcord_env.guild.default_role
    locked = simcord_env.guild.create_text_channel(
        "locked", overwrites={everyone: discord.PermissionOverwrite(send_messages=False)}
    )
    result = await curator.slash(channel, "paper subscribe", query="turnips", channel=locked)
    assert text_of(result.response) == SAY("discord-cannot-post")
    assert await here(app, locked, simcord_env) == ()


async def test_suggestions_for_subscriptions_and_timezones(
    app: App, reader: MemberActor, channel: ChannelHandle
) -> None:
    result: InteractionResult = await reader.slash(channel, "paper subscribe", query="turnips")
    assert result.response
    (one,) = await reader.autocomplete(channel, "paper pause", "subscription", "turn")
    assert one["name"] == f"turnips ({one['value']})"
    zones = await reader.autocomplete(channel, "paper settings", "timezone", "kolk")
    assert [zone["value"] for zone in zones] == ["Asia/Kolkata"]
    paused = await reader.slash(channel, "paper pause", subscription=one["value"])
    assert "Paused “turnips”" in text_of(paused.response)
    assert labels(paused.response) == ["Undo"]


async def test_what_was_chosen_and_is_not_there_is_refused_not_looked_up(
    reader: MemberActor, channel: ChannelHandle
) -> None:
    result = await reader.slash(channel, "paper pause", subscription="s1234567")
    assert text_of(result.response) == SAY("subscription-unknown", text="s1234567")


async def test_lines_said_to_the_bot_are_terms_of_which_one_is_enough(app: App, simcord_env: Env) -> None:
    cleo = simcord_env.create_user("cleo")
    await cleo.send_dm("subscribe turnips\nbees")
    (one,) = await made(app, "", str(cleo.dm_channel.id))
    assert one.query == "turnips\nbees"
