"""Subscribing as people do it, on a real store."""

import asyncio
from dataclasses import replace
from datetime import time

import pytest

from bot.locale import words
from bot.models import Place
from bot.subscriptions import Subscription
from tests.talk import Talk

SAY = words()
C1, DIRECT = Place("slack", "T1", "C1"), Place("slack", "T1", "DU1")


async def made(talk: Talk, place: Place = DIRECT) -> list[Subscription]:
    return list(await talk.store.subscriptions.of_place(place))


async def test_a_plain_rule_is_stored_at_once_and_read_back(ada: Talk) -> None:
    said = await ada.types("subscribe garden robot")
    (one,) = await made(ada)
    assert (one.query, one.cadence, one.owner, one.state) == ("garden robot", "daily", "U1", "active")
    assert f"Subscribed ({one.id}).\nIt looks for papers that contain “garden robot”." in said
    assert "2 of the 6 papers here match it" in said
    assert "At 10:30, Monday to Friday (UTC), in your direct messages." in said
    assert [card.title for card in ada.last.cards[1:]] == [
        "Garden Robots in Rain",
        "Robots that Water Gardens",
    ]
    assert ada.labels == ["Undo"]


async def test_what_is_there_already_counts_as_seen(ada: Talk) -> None:
    await ada.types("subscribe garden robot")
    (one,) = await made(ada)
    assert one.after_seq == (await ada.store.mark()).seq == 6


async def test_options_say_where_how_often_and_when(ada: Talk) -> None:
    said = await ada.types("subscribe robot --here --weekly --at 9 --days tue,thu --tz europe/berlin")
    (one,) = await made(ada, C1)
    schedule = await ada.store.subscriptions.schedule(C1, "digest")
    assert one.cadence == "weekly"
    assert schedule
    assert (schedule.at, schedule.days, schedule.timezone) == (time(9), (1, 3), "Europe/Berlin")
    assert "At 09:00 every Tuesday (Europe/Berlin), in #papers." in said


async def test_undo_takes_a_subscription_back(ada: Talk) -> None:
    await ada.types("subscribe robot")
    await ada.presses("Undo")
    assert await made(ada) == []


async def test_undo_also_gives_the_place_its_hour_back(ada: Talk) -> None:
    await ada.types("subscribe robot --at 8")
    said = await ada.types("subscribe turnip --at 9")
    assert "This moves all daily and weekly posts of that place; until now they came at 08:00" in said
    await ada.presses("Undo")
    schedule = await ada.store.subscriptions.schedule(DIRECT, "digest")
    assert schedule
    assert schedule.at == time(8)
    assert [one.query for one in await made(ada)] == ["robot"]


async def test_the_same_rule_twice_in_a_place_is_one_subscription(ada: Talk) -> None:
    await ada.types("subscribe robot")
    assert "There is a subscription to “robot” already" in await ada.types("subscribe  robot")
    assert len(await made(ada)) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("subscribe robot --dayly", "perhaps you mean --daily"),
        ("subscribe robot --colour", "--colour is no option here."),
        ("subscribe robot --at", "--at needs a value behind it."),
        ("subscribe robot --at 25:00", "“25:00” is no time of day"),
        ("subscribe robot --days soon", "“soon” are no days"),
        ("subscribe robot --tz Berlim", "perhaps you mean Europe/Berlin"),
        ('subscribe "robot', "This quotation mark is not closed"),
        ("subscribe -robot", "This only says what to leave out"),
        ("subscribe", "subscribe needs QUERY"),
    ],
)
async def test_what_cannot_be_taken_is_refused_with_a_cure_and_not_stored(
    ada: Talk, text: str, said: str
) -> None:
    assert said in await ada.types(text)
    assert await made(ada) == []


async def test_where_the_bot_cannot_speak_nothing_is_stored(ada: Talk) -> None:
    ada.reach.silent = {"C2"}
    assert await ada.types("subscribe robot --in #other") == SAY("slack-invite")
    assert await made(ada, replace(C1, channel="C2")) == []


async def test_who_does_not_manage_a_channel_cannot_subscribe_it(ada: Talk) -> None:
    ada.reach.strange = {"C1"}
    assert await ada.types("subscribe robot --here") == SAY("rights-slack")
    assert await made(ada, C1) == []


async def test_rights_are_looked_at_again_when_a_question_is_answered(ada: Talk) -> None:
    await ada.types("subscribe turnip growth --here")
    ada.reach.strange = {"C1"}
    assert await ada.presses("The phrase") == SAY("rights-slack")
    assert await made(ada, C1) == []


async def test_the_platforms_timezone_is_taken_where_nobody_said_another(ada: Talk) -> None:
    ada.reach.zone = "Asia/Kolkata"
    assert "(Asia/Kolkata)" in await ada.types("subscribe robot")


async def test_a_timezone_that_nobody_knows_is_asked_for_once(ada: Talk) -> None:
    asked = SAY("subscribe-timezone")
    assert asked in await ada.types("subscribe robot --here")
    assert asked not in await ada.types("subscribe robot")


async def test_the_timezone_is_not_asked_for_before_something_is_stored(ada: Talk) -> None:
    await ada.types("subscribe turnip growth")
    assert SAY("subscribe-timezone") in await ada.presses("The phrase")


async def test_a_channel_begins_with_what_comes_unless_the_best_are_asked_for(ada: Talk) -> None:
    await ada.types("subscribe robot --here")
    assert ada.labels == ["Undo", "Post the best there now"]
    done, key = ada.last, f"slack:T1:C1:best:{(await made(ada, C1))[0].id}"
    assert await ada.store.plans.delivery(key=key) is None
    await ada.presses("Post the best")
    owed = await ada.store.plans.delivery(key=key)
    assert owed
    assert owed.message.lead[0].text == "The best 2 papers so far for “robot”"
    assert not owed.message.private
    assert len(await ada.store.plans.told_by(owed)) == 2  # so that they are corrected if they are withdrawn
    ada.last = done
    assert "already" in await ada.presses("Post the best")


async def test_two_presses_at_the_same_moment_store_one(ada: Talk) -> None:
    await ada.types("subscribe turnip growth")
    twin = replace(ada)
    await asyncio.gather(ada.presses("The phrase"), twin.presses("The phrase"))
    assert len(await made(ada)) == 1


async def test_posts_speak_what_is_spoken_in_the_place(ada: Talk) -> None:
    await ada.types("subscribe robot --in #other")
    await ada.types("subscribe robot --here")
    assert (await ada.store.plans.reached(replace(C1, channel="C2")))[0] == "de"
    assert (await ada.store.plans.reached(C1))[0] == "en"


async def test_an_instant_subscription_asks_for_no_timezone(ada: Talk) -> None:
    assert "timezone" not in await ada.types('subscribe "garden robot" --here --instant')


async def test_who_no_longer_manages_a_channel_changes_nothing_of_it_but_what_is_their_own(ada: Talk) -> None:
    await ada.types("subscribe robot --here")
    await ada.types("daily on")
    (one,) = await made(ada, C1)
    before = await ada.store.plans.schedules_of(C1)
    ada.reach.strange = {"C1"}
    for asked in (
        f"edit {one.id} --at 9",
        f"edit {one.id} --query lamps --tz Asia/Tokyo",
        "daily off",
        "digest now",
        "subscribe lamps --here",
        "setup lamps",
    ):
        assert await ada.types(asked) == SAY("rights-slack"), asked
    assert await ada.someone_else().types(f"pause {one.id}") == SAY("rights-slack")
    assert ([*await made(ada, C1)], await ada.store.plans.schedules_of(C1)) == ([one], before)
    await ada.types(f"pause {one.id}")
    assert [it.state for it in await made(ada, C1)] == ["paused"]
