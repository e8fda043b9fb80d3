"""What people see on Discord; its permissions, limits and rules of interaction are played by SimCord."""

from collections.abc import Callable, Iterable
from typing import Any

import discord
import pytest
from simcord import Env
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.results import InteractionResult, ResponseMessage

from adapters.discord.client import INTENTS, Client
from bot.app import App
from bot.commands import BY_NAME, COMMANDS
from bot.locale import words

SAY = words()
BEST = "Growing Turnips with Transformers"
SLIP = "growin turnips with transformer"


@pytest.fixture
def simcord_bot(app: App) -> Client:
    return Client(app)


@pytest.fixture
def channel(simcord_env: Env) -> ChannelHandle:
    return simcord_env.create_guild("Lab").create_text_channel("papers")


@pytest.fixture
def ada(simcord_env: Env, channel: ChannelHandle) -> MemberActor:
    return simcord_env.guild.add_member(simcord_env.create_user("ada", global_name="Ada"))


@pytest.fixture
def ben(simcord_env: Env, channel: ChannelHandle) -> MemberActor:
    return simcord_env.guild.add_member(simcord_env.create_user("ben", global_name="Ben"))


@pytest.fixture
def at_bot(simcord_env: Env) -> str:
    user = simcord_env.bot.user
    assert user
    return str(user.mention)


def components(message: ResponseMessage | discord.Message | None) -> Iterable[Any]:
    assert message is not None
    found = message.components
    return walk_components([one if isinstance(one, dict) else one.to_dict() for one in found])


def text_of(message: ResponseMessage | discord.Message | None) -> str:
    return "\n".join(one["content"] for one in components(message) if one["type"] == 10)


def labels(message: ResponseMessage | discord.Message | None) -> list[str]:
    return [one["label"] for one in components(message) if one["type"] == 2]


def posted(channel: ChannelHandle) -> list[str]:
    """What the bot has posted in a place for all to see."""
    return [text_of(one) for one in channel.history() if one.author.bot]


def answer(result: InteractionResult) -> ResponseMessage:
    assert result.response
    return result.response


async def found(ada: MemberActor, channel: ChannelHandle, query: str = "turnips") -> ResponseMessage:
    return answer(await ada.slash(channel, "paper find", query=query))


async def press(who: MemberActor, on: ResponseMessage | discord.Message, label: str) -> ResponseMessage:
    """The answer to the first button with that label."""
    button = next(one["custom_id"] for one in components(on) if one.get("label") == label)
    return answer(await who.click(on, custom_id=button))


def test_no_privileged_intent_is_asked_for() -> None:
    assert INTENTS.value == 4609


def test_every_command_of_the_table_is_bound(app: App) -> None:
    group = Client(app).tree.get_command("paper")
    assert isinstance(group, discord.app_commands.Group)
    bound = {one.name: one for one in group.commands if isinstance(one, discord.app_commands.Command)}
    assert list(bound) == [command.name for command in COMMANDS]
    for command in COMMANDS:
        options = {one.name: one for one in bound[command.name].parameters}
        assert list(options) == [option.name for option in command.options]
        assert [option.required for option in command.options] == [one.required for one in options.values()]
        assert all(SAY(option.summary_key) == options[option.name].description for option in command.options)
        assert bound[command.name].description == SAY(command.summary_key)


async def test_an_answer_in_a_channel_is_for_the_caller_alone(
    ada: MemberActor, channel: ChannelHandle
) -> None:
    listed = await found(ada, channel, SLIP)
    assert listed.ephemeral
    assert f"[{BEST}]" in text_of(listed)
    assert posted(channel) == []


async def test_an_answer_in_a_direct_message_stays(simcord_env: Env) -> None:
    cleo = simcord_env.create_user("cleo")
    result = await cleo.slash("paper find", query=SLIP)
    assert not result.ephemeral
    assert BEST in posted(cleo.dm_channel)[0]
    assert "Share" not in labels(result.response)


async def test_suggestions_name_papers_and_carry_their_ids(ada: MemberActor, channel: ChannelHandle) -> None:
    choices = await ada.autocomplete(channel, "paper find", "query", "growing turn")
    assert choices[0]["name"] == f"{BEST} (2026)"
    result = await ada.slash(channel, "paper find", query=choices[0]["value"])
    assert text_of(result.response).count("### ") == 1
    assert BEST in text_of(result.response)


@pytest.mark.parametrize("typed", ["", "   ", "@everyone", "字" * 300])
async def test_whatever_is_typed_gets_suggestions_or_none(
    ada: MemberActor, channel: ChannelHandle, typed: str
) -> None:
    choices = await ada.autocomplete(channel, "paper show", "paper", typed)
    assert all(1 <= len(one["name"]) <= 100 for one in choices)


async def test_next_page_takes_the_place_of_an_answer_that_one_person_sees(
    ada: MemberActor, channel: ChannelHandle
) -> None:
    first = await found(ada, channel)
    second = await press(ada, first, "Next page")
    assert second.id == first.id
    assert "Page 2" in text_of(first)
    assert labels(first)[-1] == "Previous page"


async def test_show_answers_below_and_leaves_the_list(ada: MemberActor, channel: ChannelHandle) -> None:
    listed = await found(ada, channel, SLIP)
    before = text_of(listed)
    shown = await press(ada, listed, "Show")
    assert shown.ephemeral
    assert "We measure how well." in text_of(shown)
    assert text_of(listed) == before


async def test_a_mention_is_answered_for_all_to_see(
    ada: MemberActor, channel: ChannelHandle, at_bot: str
) -> None:
    asked = await ada.send(channel, f"hey {at_bot}   {SLIP}")
    answer = channel.history()[-1]
    assert BEST in text_of(answer)
    assert answer.reference
    assert answer.reference.message_id == asked.id


async def test_a_button_below_a_public_answer_answers_whoever_presses(
    ada: MemberActor, ben: MemberActor, channel: ChannelHandle, at_bot: str
) -> None:
    await ada.send(channel, f"{at_bot} turnips")
    before = posted(channel)
    turned = await press(ben, channel.history()[-1], "Next page")
    assert turned.ephemeral
    assert "Page 2" in text_of(turned)
    assert posted(channel) == before


async def test_a_button_in_a_direct_message_turns_the_page_in_place(simcord_env: Env) -> None:
    cleo = simcord_env.create_user("cleo")
    await cleo.send_dm("turnips")
    await cleo.click(cleo.dm_channel.history()[-1], label="Next page")
    (answer,) = posted(cleo.dm_channel)
    assert "Page 2" in answer


async def test_a_direct_message_is_answered_in_place(simcord_env: Env) -> None:
    cleo = simcord_env.create_user("cleo")
    await cleo.send_dm(SLIP)
    (answer,) = posted(cleo.dm_channel)
    assert BEST in answer


async def test_an_empty_mention_gets_help(ada: MemberActor, channel: ChannelHandle, at_bot: str) -> None:
    await ada.send(channel, at_bot)
    (answer,) = posted(channel)
    assert SAY("help-find") in answer


async def test_what_is_not_said_to_the_bot_is_not_answered(
    simcord_env: Env, ada: MemberActor, channel: ChannelHandle, at_bot: str
) -> None:
    robot = simcord_env.guild.add_member(simcord_env.create_user("robot", bot=True))
    await ada.send(channel, "turnips")
    await robot.send(channel, f"{at_bot} turnips")
    assert len(channel.history()) == 2


async def test_thanks_to_an_answer_are_no_question(
    ada: MemberActor, channel: ChannelHandle, at_bot: str
) -> None:
    await ada.send(channel, f"{at_bot} turnips")
    await ada.send(channel, "thanks", reply_to=channel.history()[-1])
    assert len(posted(channel)) == 1


async def test_share_posts_a_card_once_and_says_who(ada: MemberActor, channel: ChannelHandle) -> None:
    listed = await found(ada, channel, SLIP)
    said = [text_of(await press(ada, listed, "Share")) for _ in range(2)]
    assert said == [SAY("discord-shared"), SAY("share-already")]
    (card,) = posted(channel)
    assert BEST in card
    assert "Shared by Ada" in card


async def test_share_as_an_option_posts_the_card_too(ada: MemberActor, channel: ChannelHandle) -> None:
    result = await ada.slash(channel, "paper show", paper=BEST, share=True)
    assert result.ephemeral
    assert text_of(result.response) == SAY("discord-shared")
    assert len(posted(channel)) == 1


async def test_share_where_the_bot_may_not_write_says_the_cure_and_can_be_tried_again(
    simcord_env: Env, ada: MemberActor
) -> None:
    locked = simcord_env.guild.create_text_channel(
        "locked",
        overwrites={simcord_env.guild.default_role: discord.PermissionOverwrite(send_messages=False)},
    )
    for _ in range(2):
        result = await ada.slash(locked, "paper show", paper=BEST, share=True)
        assert text_of(result.response) == SAY("discord-may-not-post")
    assert posted(locked) == []


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("show", {"paper": "no such thing"}, SAY("show-unknown", query="no such thing")),
        ("find", {"query": "turnips", "page": 99}, SAY("error-page", page="99")),
        ("help", {"command": "dance"}, SAY("help-unknown", command="dance", commands=", ".join(BY_NAME))),
        ("find", {"query": "asdfgh"}, f"{SAY('find-nothing', query='asdfgh')} {SAY('find-nothing-cure')}"),
    ],
)
async def test_a_mistake_is_answered_with_one_private_sentence(
    ada: MemberActor, channel: ChannelHandle, name: str, options: dict[str, Any], sentence: str
) -> None:
    said = answer(await ada.slash(channel, f"paper {name}", **options))
    assert said.ephemeral
    assert text_of(said) == sentence


async def test_nothing_the_bot_sends_can_ping(
    simcord_env: Env, ada: MemberActor, channel: ChannelHandle, at_bot: str
) -> None:
    listed = await found(ada, channel)
    await press(ada, listed, "Next page")
    await press(ada, listed, "Share")
    await ada.send(channel, f"{at_bot} <@1> @everyone turnips")
    bodies = [one for one in simcord_env.http_requests if one.method in ("POST", "PATCH", "PUT")]
    sent = [_message(one) for one in bodies if "commands" not in one.path]
    assert len(sent) == 5
    assert all(one["allowed_mentions"] == {"parse": []} for one in sent)


def _message(request: Any) -> dict[str, Any]:
    body = dict(request.json)
    return dict(body.get("data", body))


async def test_commands_are_told_only_when_they_changed(simcord_env: Env, app: App) -> None:
    told: Callable[[], int] = lambda: sum(one.method == "PUT" for one in simcord_env.http_requests)  # noqa: E731 - read twice
    assert told() == 1
    await simcord_env.restart_bot(Client(app))
    assert told() == 1
