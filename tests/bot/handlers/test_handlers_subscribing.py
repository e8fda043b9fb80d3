"""Subscribing as people do it, on a real store."""

import asyncio
import json
import re
from dataclasses import replace
from datetime import time, timedelta
from pathlib import Path

import pytest

from bot.deliveries import Gone
from bot.ingest import ingest
from bot.locale import words
from bot.models import Place
from bot.planning import plan
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


async def test_a_phrase_that_hides_most_papers_is_asked_about_and_not_stored(ada: Talk) -> None:
    said = await ada.types("subscribe turnip growth")
    assert "“turnip growth” can be read in two ways" in said
    assert ada.labels == ["The phrase (1)", "All its words (4)"]
    assert await made(ada) == []


@pytest.mark.parametrize(
    ("button", "query"), [("The phrase", "turnip growth"), ("All its words", "turnip AND growth")]
)
async def test_the_chosen_reading_is_stored(ada: Talk, button: str, query: str) -> None:
    await ada.types("subscribe turnip growth --here --at 7pm")
    await ada.presses(button)
    (one,) = await made(ada, C1)
    schedule = await ada.store.subscriptions.schedule(C1, "digest")
    assert one.query == query
    assert schedule
    assert schedule.at == time(19)


@pytest.mark.parametrize(("typed", "meant"), [("turnipp", "turnip"), ("garden robotts", "garden robots")])
async def test_a_mistyped_rule_is_asked_about_with_the_words_that_are_here(
    ada: Talk, typed: str, meant: str
) -> None:
    said = await ada.types(f"subscribe {typed}")
    assert f"Nothing here matches “{typed}”; did you mistype it?" in said
    assert await made(ada) == []
    await ada.presses(meant)
    assert [one.query for one in await made(ada)] == [meant]


async def test_a_mistyped_rule_can_be_stored_as_written(ada: Talk) -> None:
    await ada.types("subscribe turnipp")
    await ada.presses("As written")
    assert [one.query for one in await made(ada)] == ["turnipp"]


async def test_a_preview_of_a_mistyped_rule_offers_the_words_that_are_here(ada: Talk) -> None:
    said = await ada.types("preview turnipp")
    assert "Perhaps you meant turnip; that would match 5." in said


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ('"garden robotts" AND author:gardener', '"garden robots" AND author:gardener'),
        ("turnipp AND growth -rain", "turnip AND growth AND NOT rain"),
        ("turnipp OR robbot", "turnip OR robot"),
        ("title:turnipp", "title:turnip"),
        ("turnips AND author:gardner", "turnips AND author:gardener"),
    ],
)
async def test_in_a_rule_of_several_terms_the_mistyped_ones_are_mended_with_one_press(
    ada: Talk, typed: str, meant: str
) -> None:
    assert "did you mistype it?" in await ada.types(f"subscribe {typed}")
    assert len(ada.labels) == 2
    assert await made(ada) == []
    await ada.presses(ada.labels[0])
    assert [one.query for one in await made(ada)] == [meant]


@pytest.mark.parametrize("typed", ["turnipp OR robot", "turnips AND venue:icmll", "turnips AND xylophones"])
async def test_a_rule_that_matches_or_in_which_nothing_is_mistyped_is_not_asked_about(
    ada: Talk, typed: str
) -> None:
    await ada.types(f"subscribe {typed}")
    assert [one.query for one in await made(ada)] == [typed]


async def test_a_rule_that_matches_nothing_is_told_so(ada: Talk) -> None:
    assert SAY("subscribe-nothing") in await ada.types("subscribe zzzqqq")


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


async def test_pause_and_undo(ada: Talk) -> None:
    await ada.types("subscribe robot")
    await ada.types("pause robot")
    assert [one.state for one in await made(ada)] == ["paused"]
    await ada.presses("Undo")
    assert [one.state for one in await made(ada)] == ["active"]


async def test_a_removed_one_comes_back_as_it_was(ada: Talk) -> None:
    await ada.types("subscribe robot --weekly")
    before = await made(ada)
    await ada.types(f"unsubscribe {before[0].id}")
    assert await made(ada) == []
    await ada.presses("Undo")
    assert await made(ada) == before


async def test_a_removed_one_is_kept_for_thirty_days(ada: Talk) -> None:
    await ada.types("subscribe robot")
    (one,) = await made(ada)
    await ada.types("unsubscribe robot")
    ada.waits(days=29)
    await ada.store.subscriptions.sweep(ada.now)
    assert await ada.store.subscriptions.get(one.id)
    ada.waits(days=2)
    await ada.store.subscriptions.sweep(ada.now)
    assert await ada.store.subscriptions.get(one.id) is None


async def test_edit_changes_what_is_named_and_undo_changes_it_back(ada: Talk) -> None:
    await ada.types("subscribe robot")
    await ada.types("edit robot --query lamps --weekly")
    assert [(one.query, one.cadence) for one in await made(ada)] == [("lamps", "weekly")]
    await ada.presses("Undo")
    assert [(one.query, one.cadence) for one in await made(ada)] == [("robot", "daily")]


async def test_edit_alone_shows_what_can_be_changed(ada: Talk) -> None:
    await ada.types("subscribe robot")
    said = await ada.types("edit robot")
    assert "edit SUBSCRIPTION [--query QUERY]" in said
    await ada.presses("Weekly")
    assert [one.cadence for one in await made(ada)] == ["weekly"]


async def test_a_doubtful_new_rule_is_asked_about(ada: Talk) -> None:
    await ada.types("subscribe robot")
    await ada.types("edit robot --query turnip growth")
    assert [one.query for one in await made(ada)] == ["robot"]
    await ada.presses("All its words")
    assert [one.query for one in await made(ada)] == ["turnip AND growth"]


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


async def test_preview_sets_off_what_matches_and_stores_nothing(ada: Talk) -> None:
    said = await ada.types("preview turnip growth")
    assert "It looks for papers that contain “turnip growth”." in said
    assert "With all its words anywhere, turnip AND growth, it would match 4." in said
    await ada.types("preview lamp OR ruler")
    strong = {span.text for card in ada.last.cards for line in card.lines for span in line if span.strong}
    assert "ruler" in strong
    assert await made(ada) == []


async def test_a_search_becomes_a_rule_with_its_slips_corrected_and_only_when_pressed_again(
    ada: Talk,
) -> None:
    await ada.types("find gardn robots in rain")
    said = await ada.presses("Subscribe to this search")
    assert "“garden robots in rain”" in said
    assert await made(ada) == []
    await ada.presses(ada.labels[0])
    assert [one.query for one in await made(ada)] == ["garden robots in rain"]


async def test_a_paper_found_by_its_number_offers_no_subscription(ada: Talk) -> None:
    await ada.types("find garden robot")
    (action, *_) = [one for one in ada.last.every_action() if one.label == "Show"]
    await ada.types(f"find {action.invocation.get('paper')}")
    assert ada.last.cards
    assert ada.labels == []


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


async def test_what_came_long_ago_is_not_of_the_last_thirty_days(ada: Talk) -> None:
    assert "2 of the 6 papers here match it; 2 of those that came" in await ada.types("preview garden robot")
    ada.waits(days=31)
    assert "2 of the 6 papers here match it; none of those that came" in await ada.types(
        "preview garden robot"
    )


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


async def test_what_all_can_read_lists_only_the_places_subscriptions(ada: Talk) -> None:
    await ada.types("subscribe robot --here")
    await ada.types("subscribe turnip")
    ada.caller = replace(ada.caller, asked="mention")
    await ada.types("subscriptions")
    assert [card.title for card in ada.last.cards] == ["robot"]


async def test_what_was_weighed_is_remembered_only_for_the_papers_there_are(
    ada: Talk, tmp_path: Path
) -> None:
    assert "2 of the 6 papers here match it" in await ada.types("preview garden robot")
    assert "2 of the 6 papers here match it" in await ada.types("subscribe garden   robot")
    assert [one.query for one in await made(ada)] == ["garden   robot"]
    file = tmp_path / "icml2027.json"
    file.write_text(
        json.dumps([{"title": "A Garden Robot Sings", "abstract": "It sings.", "author": "Cleo"}])
    )
    await ingest(ada.store, ada.app.index, [file])
    assert "3 of the 7 papers here match it" in await ada.types("preview garden robot")


async def test_undoing_the_removal_of_a_paused_one_leaves_it_paused(ada: Talk) -> None:
    await ada.types('subscribe "garden robot" --here')
    (one,) = await ada.store.subscriptions.of_place(ada.caller.place)
    await ada.types(f"pause {one.id}")
    await ada.types(f"unsubscribe {one.id}")
    await ada.presses("Undo")
    (back,) = await ada.store.subscriptions.of_place(ada.caller.place)
    assert (back.id, back.state) == (one.id, "paused")


async def test_an_instant_subscription_asks_for_no_timezone(ada: Talk) -> None:
    assert "timezone" not in await ada.types('subscribe "garden robot" --here --instant')


async def test_an_abbreviation_is_offered_with_what_it_is_short_for(ada: Talk, tmp_path: Path) -> None:
    texts = [
        "Turnip growth models (TGMs) are wide.",
        "Our turnip growth model (TGM) is deep.",
        "A turnip growth model (TGM).",
    ]
    papers = [{"title": f"Bed {at}", "abstract": text, "author": "A"} for at, text in enumerate(texts)]
    (tmp_path / "beds2026.json").write_text(json.dumps(papers), encoding="utf-8")
    await ingest(ada.app.store, ada.app.index, [tmp_path / "beds2026.json"])
    said = await ada.types("subscribe TGM --here")
    assert "turnip growth model" in said
    await ada.presses("Add what it is short for")
    (one,) = await ada.store.subscriptions.of_place(ada.caller.place)
    assert one.query == 'TGM OR "turnip growth model"'


async def test_chinese_is_offered_in_english_with_counts(ada: Talk) -> None:
    said = await ada.types("subscribe 机器人")
    assert "“机器人” is Chinese" in said
    assert ada.labels == ["In English (2)", "As written (0)"]
    assert await made(ada) == []


@pytest.mark.parametrize(("label", "query"), [("In English", "robot*"), ("As written", "机器人")])
async def test_one_press_chooses_the_language_of_a_rule(ada: Talk, label: str, query: str) -> None:
    await ada.types("subscribe 机器人")
    await ada.presses(label)
    assert [one.query for one in await made(ada)] == [query]


async def test_other_english_words_are_offered_where_the_usual_one_hides_most(ada: Talk) -> None:
    await ada.types("subscribe 生长")
    assert ada.labels == ["In English (0)", "With other words for it (4)", "As written (0)"]
    await ada.presses("With other words")
    assert [one.query for one in await made(ada)] == ['"grow" OR "growth"']


async def test_a_preview_in_chinese_leads_to_the_one_in_english(ada: Talk) -> None:
    await ada.types("preview 机器人")
    await ada.presses("In English (2)")
    assert any(card.title == "Garden Robots in Rain" for card in ada.last.cards)


async def test_an_edit_in_chinese_is_asked_about(ada: Talk) -> None:
    await ada.types("subscribe lamps")
    await ada.types("edit lamps --query 机器人")
    await ada.presses("In English")
    assert [one.query for one in await made(ada)] == ["robot*"]


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


async def test_only_who_manages_a_place_that_is_paused_brings_it_back(ada: Talk) -> None:
    await ada.types("subscribe robot --here")
    await ada.store.outbox.leave(C1, Gone("removed"))
    ada.reach.strange = {"C1"}
    assert await ada.types("resume robot") == SAY("rights-slack")
    assert await ada.store.plans.reached(C1) == ("en", "removed")
    ada.reach.strange = set()
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


async def test_updates_are_asked_for_and_read_back_and_can_be_undone(ada: Talk) -> None:
    assert "New versions and withdrawals are told as well." in await ada.types("subscribe robot --updates")
    await ada.types("edit robot --no-updates")
    assert [one.updates for one in await made(ada)] == [False]
    await ada.presses("Undo")
    assert [one.updates for one in await made(ada)] == [True]


async def test_a_weekly_one_says_what_the_places_other_days_are_for(ada: Talk) -> None:
    said = await ada.types("subscribe robot --here --weekly --days thu,fri")
    assert "every Thursday" in said
    assert (
        "on the first of that place's days, which are Thursday and Friday; daily ones on all of them." in said
    )


async def test_the_last_post_is_said_to_be_the_places_and_not_the_rules(ada: Talk) -> None:
    assert "of any kind" in SAY("subscriptions-last", place="#robots", last="Monday")
