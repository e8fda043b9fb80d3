import asyncio
import re
from pathlib import Path

import pytest

from tests.adapters.slack.conftest import serving
from tests.slack_person import Person
from tests.slack_server import DIRECT, SlackServer


async def settled() -> None:
    """Gives the bot time for an answer that must not come."""
    await asyncio.sleep(0.3)


async def test_a_command_is_acknowledged_at_once_and_answered_for_the_caller(
    slack: SlackServer, person: Person
) -> None:
    ack = await person.types("find growing turnips")
    shown = await slack.until(1)
    assert ack.seconds < 3  # what Slack allows
    assert ack.body in ("", '""')
    assert (shown.channel, shown.user, shown.thread) == ("C1", "U1", "")
    assert "Growing Turnips with Transformers" in shown.everything()


async def test_pages_turn_in_place_and_back(slack: SlackServer, person: Person) -> None:
    await person.types("transformers that grow, by ada gardener")
    first = await slack.until(1)
    before = first.everything()
    await person.presses(first, "Next page")
    await slack.until(2)
    assert len(slack.shown) == 1
    assert "Page 2" in first.everything()
    await person.presses(first, "Previous page")
    await slack.until(3)
    assert len(slack.shown) == 1
    assert before.split()[-20:] == first.everything().split()[-20:]


async def test_show_leaves_the_list_where_it_is_and_answers_the_presser(
    slack: SlackServer, person: Person
) -> None:
    await person.types("growing turnips")
    listed = await slack.until(1)
    await person.presses(listed, "Show")
    card = await slack.until(2)
    assert card is not listed
    assert (card.channel, card.user) == ("C1", "U1")
    assert "A transformer waters them" in card.everything()


async def test_share_is_seen_by_all_once_with_a_name_and_works_without_membership(
    slack: SlackServer, person: Person
) -> None:
    slack.absent.add("C1")
    await person.types("show growing turnips with transformers")
    card = await slack.until(1)
    await person.presses(card, "Share")
    shared = await slack.until(2)
    assert (shared.channel, shared.user) == ("C1", "")
    assert "Shared by ada" in shared.everything()
    await person.presses(card, "Share")
    again = await slack.until(3)
    assert again.user == "U1"
    assert "already" in again.everything()


async def test_share_can_be_typed(slack: SlackServer, person: Person) -> None:
    await person.types("show growing turnips with transformers --share")
    shared = await slack.until(1)
    assert shared.user == ""
    assert "Shared by ada" in shared.everything()


async def test_a_share_said_in_a_mention_has_the_persons_name(slack: SlackServer, person: Person) -> None:
    await person.mentions("show growing turnips with transformers --share")
    assert "Shared by Ada Lovelace" in (await slack.until(1)).everything()


@pytest.mark.parametrize("error", ["missing_scope", "user_not_found"])
async def test_a_share_goes_on_without_a_name(slack: SlackServer, person: Person, error: str) -> None:
    slack.errors["users.info"] = error
    await person.mentions("show growing turnips with transformers --share")
    assert "Shared by" in (await slack.until(1)).everything()


async def test_a_share_that_slack_refuses_says_what_to_do_and_can_be_tried_again(
    slack: SlackServer, person: Person
) -> None:
    await person.types("show growing turnips with transformers")
    card = await slack.until(1)
    slack.absent.add("C1")
    await person.presses(card, "Share", url=False)
    told = await slack.until(2)
    assert told.channel == "U1"
    assert "/invite @paperbot" in told.everything()
    slack.absent.clear()
    await person.presses(card, "Share", url=False)
    assert (await slack.until(3)).user == ""


async def test_an_answer_that_slack_will_not_show_is_explained(slack: SlackServer, person: Person) -> None:
    slack.errors["chat.postMessage"] = "is_archived"
    await person.mentions("growing turnips")
    told = await slack.until(1)
    assert told.user == "U1"
    assert "is_archived" in told.everything()


async def test_a_share_whose_answer_is_lost_is_not_posted_twice(slack: SlackServer, person: Person) -> None:
    await person.types("show growing turnips with transformers")
    card = await slack.until(1)
    slack.lose |= {"response_url"}
    await person.presses(card, "Share")
    await slack.until(2)
    await settled()
    assert [one.user for one in slack.shown] == ["U1", ""]


@pytest.mark.parametrize(
    ("thread", "answered_in"), [({}, None), ({"thread_ts": "1600000000.1"}, "1600000000.1")]
)
async def test_a_mention_is_answered_in_its_thread_for_all(
    slack: SlackServer, person: Person, thread: dict[str, str], answered_in: str | None
) -> None:
    event = await person.mentions("growing turnips", **thread)
    shown = await slack.until(1)
    assert (shown.channel, shown.user) == ("C1", "")
    assert shown.thread == (answered_in or event["event"]["ts"])
    assert "Growing Turnips with Transformers" in shown.everything()


async def test_a_button_in_a_thread_answers_the_presser_in_the_thread(
    slack: SlackServer, person: Person
) -> None:
    await person.mentions("growing turnips")
    public = await slack.until(1)
    before = public.everything()
    await person.presses(public, "Show")
    card = await slack.until(2)
    assert (card.user, card.thread) == ("U1", public.thread)
    assert public.everything() == before


async def test_a_name_alone_gets_help(slack: SlackServer, person: Person) -> None:
    await person.mentions("")
    assert "find QUERY" in (await slack.until(1)).everything()


async def test_a_direct_message_is_answered_with_a_message_that_stays(
    slack: SlackServer, person: Person
) -> None:
    await person.says("/paper growing turnips")
    shown = await slack.until(1)
    assert (shown.channel, shown.user, shown.thread) == (DIRECT, "", "")
    assert "Growing Turnips with Transformers" in shown.everything()


async def test_a_thread_in_a_direct_message_is_answered_there(slack: SlackServer, person: Person) -> None:
    await person.says("growing turnips", thread_ts="1600000000.1")
    assert (await slack.until(1)).thread == "1600000000.1"


async def test_a_command_in_the_bots_direct_message_stays(slack: SlackServer, person: Person) -> None:
    await person.types("growing turnips", channel=DIRECT)
    assert (await slack.until(1)).user == ""


async def test_a_command_between_two_people_is_answered_for_the_caller_only(
    slack: SlackServer, person: Person
) -> None:
    await person.types("growing turnips", channel="D2")
    assert (await slack.until(1)).user == "U1"


async def test_the_bot_does_not_answer_itself_or_edits(slack: SlackServer, person: Person) -> None:
    await person.says("growing turnips", user="UBOT")
    await person.says("growing turnips", bot_id="BBOT")
    await person.says("growing turnips", subtype="message_changed", hidden=True)
    await person.delivers(
        {
            "type": "event_callback",
            "event_id": "Ev9",
            "team_id": "T1",
            "event": {"type": "app_home_opened", "user": "U1"},
        }
    )
    await settled()
    assert slack.shown == []


@pytest.mark.parametrize(("thread", "answered_in"), [("", ""), ("1600000000.1", "1600000000.1")])
async def test_the_shortcut_looks_a_message_up_for_the_caller(
    slack: SlackServer, person: Person, thread: str, answered_in: str
) -> None:
    message = {"text": "have you read <https://openreview.net/forum?id=garden3|this>?"}
    await person.looks_up(message | ({"thread_ts": thread} if thread else {}))
    shown = await slack.until(1)
    assert (shown.channel, shown.user, shown.thread) == ("C1", "U1", answered_in)
    assert "Growing Radishes" in shown.everything()


async def test_the_shortcut_takes_no_commands_from_others(slack: SlackServer, person: Person) -> None:
    await person.looks_up({"text": "help"})
    assert "find QUERY" not in (await slack.until(1)).everything()


async def test_a_redelivered_event_is_answered_once(slack: SlackServer, person: Person) -> None:
    event = await person.mentions("growing turnips")
    await person.delivers(event, retry_attempt=1, retry_reason="timeout")
    await person.delivers(event)
    await slack.until(1)
    await settled()
    assert len(slack.shown) == 1


async def test_a_message_that_is_two_events_is_answered_once(slack: SlackServer, person: Person) -> None:
    event = await person.says("growing turnips")
    await person.delivers(event | {"event_id": "Ev-other"})
    await slack.until(1)
    await settled()
    assert len(slack.shown) == 1


async def test_a_retry_of_what_was_never_answered_is_answered(slack: SlackServer, person: Person) -> None:
    event = {
        "type": "message",
        "text": "turnips",
        "channel": DIRECT,
        "channel_type": "im",
        "user": "U1",
        "ts": "9.9",
    }
    await person.delivers(
        {"type": "event_callback", "event_id": "Ev7", "team_id": "T1", "event": event}, retry_attempt=1
    )
    assert "Growing Turnips" in (await slack.until(1)).everything()


async def test_after_a_restart_events_are_known_and_buttons_work(
    slack: SlackServer, mode: str, data: Path
) -> None:
    async with serving(slack, mode, data) as (person, _):
        event = await person.mentions("growing turnips")
        await slack.until(1)
        await person.types("transformers that grow, by ada gardener")
        listed = await slack.until(2)
    async with serving(slack, mode, data) as (person, _):
        await person.delivers(event)
        await person.presses(listed, "Next page")
        await slack.until(3)
        await settled()
    assert "Page 2" in listed.everything()
    assert len(slack.shown) == 2


async def test_two_instances_answer_an_event_once(slack: SlackServer, mode: str, data: Path) -> None:
    async with serving(slack, mode, data) as (one, _), serving(slack, mode, data) as (other, _):
        event = await one.mentions("growing turnips")
        await other.delivers(event)
        await slack.until(1)
        await settled()
    assert len(slack.shown) == 1


async def test_a_button_nobody_knows_says_so(slack: SlackServer, person: Person) -> None:
    await person.types("growing turnips")
    await person.presses(await slack.until(1), "0-show?paper=p1")
    assert "too old" in (await slack.until(2)).everything()


async def test_too_fast_is_asked_again_once_slack_allows(slack: SlackServer, person: Person) -> None:
    slack.fail_once["chat.postMessage"] = [429]
    slack.fail_once["response_url"] = [429]
    await person.says("growing turnips")
    await person.types("growing turnips")
    await slack.until(2)
    assert sorted(one.user for one in slack.shown) == ["", "U1"]


async def test_a_worn_out_response_url_is_not_the_end(slack: SlackServer, person: Person) -> None:
    await person.types("growing turnips")
    listed = await slack.until(1)
    for url in slack.urls.values():
        url.left = 0
    await person.presses(listed, "Show", url=False)
    assert (await slack.until(2)).user == "U1"


def lose_database(data: Path) -> None:
    for file in data.glob("paperbot.db*"):
        file.unlink()
    (data / "paperbot.db").mkdir()


async def test_what_fails_behind_never_costs_the_acknowledgement(
    slack: SlackServer, mode: str, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(slack, mode, data) as (person, app):
        await app.store.close()
        await asyncio.to_thread(lose_database, data)
        ack = await person.types("growing turnips")
        await slack.until(1)
        await person.mentions("growing turnips")
        shown = await slack.until(2)
    assert ack.seconds < 3  # what Slack allows
    assert shown.thread
    reference = re.search(r"under (\w+)", shown.everything())
    assert reference is not None
    assert f"reference {reference[1]}" in caplog.text


async def test_an_answer_that_slack_refuses_costs_no_acknowledgement(
    slack: SlackServer, person: Person, caplog: pytest.LogCaptureFixture
) -> None:
    slack.errors |= {"chat.postMessage": "fatal_error"}
    ack = await person.delivers(await person.mentions("growing turnips") | {"event_id": "Ev-later"})
    await settled()
    assert ack.seconds < 3  # what Slack allows
    assert "fatal_error" in caplog.text


async def test_secrets_reach_no_log(
    slack: SlackServer, mode: str, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    async with serving(slack, mode, data) as (person, _):
        slack.errors |= {"chat.postEphemeral": "invalid_auth"}
        await person.types("growing turnips")
        shown = await slack.until(1)
        slack.fail_once["response_url"] = [500]
        await person.presses(shown, "Show")
        await slack.drop()
        await settled()
    for secret in ("canary", "ticket=", "/respond/", "8f742231b10e"):
        assert secret not in caplog.text


async def test_stopping_finishes_what_is_in_hand(slack: SlackServer, mode: str, data: Path) -> None:
    async with serving(slack, mode, data) as (person, _):
        slack.fail_once["chat.postMessage"] = [429]
        await person.says("growing turnips")
    assert len(slack.shown) == 1
