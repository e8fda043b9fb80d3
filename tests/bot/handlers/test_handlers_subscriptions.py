"""The list of subscriptions, what names one of them, and who may see and change it."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.deliveries import Gone
from bot.locale import words
from bot.models import Place
from bot.planning import plan
from bot.subscriptions import Subscription
from tests.talk import Talk

SAY = words()
C1, DIRECT = Place("slack", "T1", "C1"), Place("slack", "T1", "DU1")


async def made(talk: Talk, place: Place = DIRECT) -> list[Subscription]:
    return list(await talk.store.subscriptions.of_place(place))


async def test_a_removed_one_comes_back_as_it_was(ada: Talk) -> None:
    await ada.types("subscribe robot --weekly")
    before = await made(ada)
    await ada.types(f"unsubscribe {before[0].id}")
    assert await made(ada) == []
    await ada.presses("Undo")
    assert await made(ada) == before


@pytest.mark.parametrize("name", ["pause", "resume", "unsubscribe", "edit"])
async def test_what_names_no_subscription_is_looked_up(ada: Talk, name: str) -> None:
    assert SAY("note-looked-up", word=name) in await ada.types(f"{name} the garden")


@pytest.mark.parametrize("name", ["pause", "resume", "unsubscribe", "edit"])
async def test_a_word_that_names_none_of_somebodys_subscriptions_brings_them_up(ada: Talk, name: str) -> None:
    await ada.types("subscribe robot")
    (one,) = await made(ada)
    said = await ada.types(f"{name} rabbits")
    assert (
        f"There is no subscription “rabbits” of yours or of this place. There are: robot ({one.id})." in said
    )


async def test_options_of_a_command_are_no_words_to_look_up(ada: Talk) -> None:
    await ada.types("subscribe robot")
    await ada.types("edit old rule of robots --weekly")
    assert ada.last.text.startswith("There is no subscription “old rule of robots”")
    assert ada.last.cards == ()


async def test_whoever_removed_a_subscription_is_told_how_it_comes_back(ada: Talk) -> None:
    await ada.types("subscribe robot")
    (one,) = await made(ada)
    await ada.types("unsubscribe robot")
    said = await ada.types("unsubscribe robot")
    assert f"There are: none. Removed lately, and back with resume: robot ({one.id})." in said


async def test_a_removed_one_comes_back_by_its_rule(ada: Talk) -> None:
    await ada.types("subscribe robot")
    before = await made(ada)
    await ada.types("unsubscribe robot")
    await ada.types("resume robot")
    assert await made(ada) == before


async def test_a_rule_names_the_one_that_stands_before_one_that_was_removed(ada: Talk) -> None:
    for text in ("subscribe robot", "unsubscribe robot", "subscribe robot"):
        await ada.types(text)
    await ada.types("pause robot")
    assert [one.state for one in await made(ada)] == ["paused"]


async def test_a_number_of_the_list_names_a_subscription(ada: Talk) -> None:
    await ada.types("subscribe robot")
    ada.waits(minutes=1)
    await ada.types("subscribe turnip")
    await ada.types("unsubscribe 2")
    assert [one.query for one in await made(ada)] == ["robot"]


async def test_where_the_list_has_several_pages_a_number_names_none(ada: Talk) -> None:
    for rule in ("robot", "turnip", "lamps", "ruler", "rain", "shade"):
        await ada.types(f"subscribe {rule}")
    said = await ada.types("unsubscribe 1")
    assert len(await made(ada)) == 6
    assert "; 1 more" in said


async def test_everybody_in_a_place_sees_its_subscriptions_and_nobody_those_of_others(ada: Talk) -> None:
    await ada.types("subscribe robot --here")
    await ada.types("subscribe turnip")
    ben = ada.someone_else()
    await ben.types("subscriptions")
    assert [card.title for card in ben.last.cards] == ["robot"]
    await ada.types("subscriptions")
    assert [card.title for card in ada.last.cards] == ["robot", "turnip"]


async def test_somebody_elses_subscription_can_be_changed_by_who_manages_its_place(ada: Talk) -> None:
    await ada.types("subscribe robot --here")
    ben = ada.someone_else()
    ben.reach.strange = {"C1"}
    assert await ben.types("pause robot") == SAY("rights-slack")
    ben.reach.strange = set()
    await ben.types("pause robot")
    assert [one.state for one in await made(ada, C1)] == ["paused"]


async def test_a_subscription_of_another_team_is_unknown(ada: Talk) -> None:
    await ada.types("subscribe robot --here")
    (one,) = await made(ada, C1)
    elsewhere = replace(ada, caller=replace(ada.caller, place=Place("slack", "T2", "C1"), user="U1"))
    assert SAY("note-looked-up", word="pause") in await elsewhere.types(f"pause {one.id}")
    assert [one.state for one in await made(ada, C1)] == ["active"]


async def test_the_list_tells_when_the_next_post_comes(ada: Talk) -> None:
    await ada.types("subscribe robot --tz Asia/Kolkata")
    await ada.types("subscriptions")
    (card,) = ada.last.cards
    assert "The next post can come on Wednesday 2 December, 10:30." in card.lines[0][0].text
    assert re.fullmatch(r"s\w{7} · active", card.footer)


async def test_what_all_can_read_lists_only_the_places_subscriptions(ada: Talk) -> None:
    await ada.types("subscribe robot --here")
    await ada.types("subscribe turnip")
    ada.caller = replace(ada.caller, asked="mention")
    await ada.types("subscriptions")
    assert [card.title for card in ada.last.cards] == ["robot"]


async def test_the_list_shows_that_a_place_is_paused_and_how_to_bring_it_back(ada: Talk) -> None:
    await ada.types("subscribe robot --here")
    await ada.store.outbox.leave(C1, Gone("is_archived"))
    await ada.types("subscriptions")
    (card,) = ada.last.cards
    lines = [line[0].text for line in card.lines]
    assert SAY("subscriptions-silent", reason="is_archived") in lines
    (one,) = await made(ada, C1)
    assert SAY("cure-slack", id=one.id) in lines
    assert card.footer.endswith("place paused")


async def test_resuming_brings_a_place_back_once_the_bot_can_speak_there(ada: Talk) -> None:
    await ada.types("subscribe robot --here")
    await ada.store.outbox.leave(C1, Gone("not_in_channel"))
    ada.reach.silent = {"C1"}
    assert await ada.types("resume robot") == SAY("slack-invite")
    assert await ada.store.plans.reached(C1) == ("en", "not_in_channel")
    ada.reach.silent = set()
    await ada.types("resume robot")
    assert await ada.store.plans.reached(C1) == ("en", "")


async def test_the_list_tells_why_nothing_was_posted(ada: Talk) -> None:
    await ada.types("subscribe carrots --here")
    schedule = await ada.store.subscriptions.schedule(C1, "digest")
    assert schedule is not None
    await plan(ada.store, schedule.since + timedelta(hours=3))
    await ada.types("subscriptions")
    said = [line[0].text for line in ada.last.cards[0].lines]
    assert any(
        one.startswith("Nothing was posted on ") and one.endswith("no new papers came.") for one in said
    )


async def test_the_subscriptions_of_who_left_a_channel_pass_to_those_who_manage_it(ada: Talk) -> None:
    await ada.types("subscribe robot --here")
    (one,) = await made(ada, C1)
    away = replace(ada, caller=replace(ada.caller, place=Place("slack", "T1", "C2")))
    ada.reach.left = {"C1"}
    assert await away.types(f"pause {one.id}") == SAY("subscription-left", id=one.id)
    assert SAY("note-looked-up", word="pause") in await away.types(f"pause {one.id}")
    await ada.someone_else().types(f"pause {one.id}")
    assert [(it.state, it.owner) for it in await made(ada, C1)] == [("paused", "")]


async def test_a_weekly_one_says_what_the_places_other_days_are_for(ada: Talk) -> None:
    said = await ada.types("subscribe robot --here --weekly --days thu,fri")
    assert "every Thursday" in said
    assert (
        "on the first of that place's days, which are Thursday and Friday; daily ones on all of them." in said
    )


async def test_the_last_post_is_said_to_be_the_places_and_not_the_rules(ada: Talk) -> None:
    assert "of any kind" in SAY("subscriptions-last", place="#robots", last="Monday")
