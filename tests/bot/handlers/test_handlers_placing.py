"""A place's paper of the day, a digest now, why, setup, and people's own defaults, on a real store."""

import json
from datetime import time
from pathlib import Path

import pytest

from bot.ingest import ingest
from bot.locale import words
from bot.models import Place
from bot.subscriptions import Schedule
from tests.talk import Talk

SAY = words()
C1 = Place("slack", "T1", "C1")


async def paper(talk: Talk) -> Schedule | None:
    return await talk.store.subscriptions.schedule(C1, "paper")


async def test_the_paper_of_the_day_stays_the_same_all_day(ada: Talk) -> None:
    first = await ada.types("today")
    assert ada.last.lead[0].text == "Paper of the day, Tuesday 1 December"
    ada.waits(hours=12)
    assert await ada.types("today") == first


async def test_daily_alone_tells_how_it_stands_and_changes_nothing(ada: Talk) -> None:
    assert await ada.types("daily") == SAY("daily-off")
    assert await paper(ada) is None


async def test_daily_on_is_read_back_and_can_be_undone(ada: Talk) -> None:
    said = await ada.types("daily on --at 09:00 --days mon,wed --topic turnip")
    assert said == (
        "A paper of the day on “turnip” comes here at 09:00, Monday and Wednesday (UTC). "
        "The next post can come on Wednesday 2 December, 09:00."
    )
    stored = await paper(ada)
    assert stored
    assert (stored.on, stored.at, stored.days, stored.topic) == (True, time(9), (0, 2), "turnip")
    await ada.presses("Undo")
    stored = await paper(ada)
    assert stored
    assert not stored.on


async def test_the_paper_of_the_day_begins_with_the_places_own_hour(ada: Talk) -> None:
    await ada.types("subscribe robot --here --at 8 --tz Asia/Tokyo")
    await ada.types("daily on")
    stored = await paper(ada)
    assert stored
    assert (stored.at, stored.timezone) == (time(8), "Asia/Tokyo")


async def test_it_goes_along_when_the_digest_is_moved_unless_it_has_its_own_hour(ada: Talk) -> None:
    await ada.types("subscribe robot --here --at 8")
    await ada.types("daily on --days mon")
    await ada.types("edit robot --at 9 --days fri --tz Asia/Tokyo")
    stored = await paper(ada)
    assert stored
    assert (stored.at, stored.days, stored.timezone) == (time(9), (0,), "Asia/Tokyo")


async def test_a_timezone_is_the_whole_places(ada: Talk) -> None:
    await ada.types("subscribe robot --here")
    await ada.types("daily on --tz Asia/Tokyo")
    digest = await ada.store.subscriptions.schedule(C1, "digest")
    assert digest
    assert digest.timezone == "Asia/Tokyo"


@pytest.mark.parametrize("text", ["daily on", "digest now", "setup robot"])
async def test_who_does_not_manage_the_place_is_told_so(ada: Talk, text: str) -> None:
    ada.reach.strange = {"C1"}
    assert await ada.types(text) == SAY("rights-slack")
    assert await paper(ada) is None


@pytest.mark.parametrize("text", ["daily on", "digest now", "setup robot"])
async def test_where_the_bot_cannot_speak_the_cure_is_told(ada: Talk, text: str) -> None:
    ada.reach.silent = {"C1"}
    assert await ada.types(text) == SAY("slack-invite")
    assert await paper(ada) is None


async def test_a_topic_that_cannot_be_read_is_refused(ada: Talk) -> None:
    assert "This bracket is not closed" in await ada.types("daily on --topic (turnip")
    assert await paper(ada) is None


async def test_a_topic_in_chinese_is_met_in_english_too(ada: Talk) -> None:
    assert "“机器人 OR robot*”" in await ada.types("daily on --topic 机器人")
    assert "Robot" in await ada.types("today")


async def test_a_topic_without_papers_says_how_to_change_it(ada: Talk) -> None:
    await ada.types("daily on --topic zeppelin")
    assert "No paper here is on the topic “zeppelin”" in await ada.types("today")


async def test_the_topic_of_a_paper_of_the_day_that_is_off_binds_today_no_more(ada: Talk) -> None:
    await ada.types("daily on --topic zeppelin")
    await ada.types("daily off")
    assert "Paper of the day" in await ada.types("today")


async def test_setup_reads_hour_days_and_paper_of_the_day_back_before_it_stores(ada: Talk) -> None:
    said = await ada.types("setup robot --at 09:00 --days mon --daily")
    assert "Then its posts come at 09:00, Monday" in said
    assert "A paper of the day comes here at 09:00, Monday" in said
    assert "A paper of the day" not in await ada.types("setup robot --at 09:00")


async def test_sharing_what_a_command_shows_is_told_how(ada: Talk) -> None:
    assert await ada.types("today --share") == SAY("find-share-of-command", command="today")


async def test_digest_now_without_news_says_so(ada: Talk) -> None:
    await ada.types("subscribe robot --here")
    assert await ada.types("digest now") == SAY("digest-nothing")


async def test_setup_asks_once_and_then_stores_everything(ada: Talk) -> None:
    said = await ada.types("setup robot, lamp --at 09:30 --tz Asia/Tokyo --daily")
    assert "papers that contain “robot” or “lamp”" in said
    assert await ada.store.subscriptions.of_place(C1) == ()
    said = await ada.presses("Subscribe")
    (one,) = await ada.store.subscriptions.of_place(C1)
    stored = await paper(ada)
    assert one.query == "robot, lamp"
    assert stored
    assert (stored.on, stored.at, stored.timezone) == (True, time(9, 30), "Asia/Tokyo")
    assert "A paper of the day comes here at 09:30" in said


async def test_undo_takes_the_whole_setup_back(ada: Talk) -> None:
    await ada.types("setup robot --daily")
    await ada.presses("Subscribe")
    await ada.presses("Undo")
    stored = await paper(ada)
    assert await ada.store.subscriptions.of_place(C1) == ()
    assert stored
    assert not stored.on


async def test_why_goes_rule_by_rule(ada: Talk) -> None:
    await ada.types("subscribe garden robot --here")
    await ada.types("why Slow Growth")
    (card,) = ada.last.cards
    lines = ["".join(span.text for span in line) for line in card.lines[1:]]
    assert lines[0] == "✗ It does not match “garden robot”."


async def test_why_can_be_asked_of_one_subscription(ada: Talk) -> None:
    await ada.types("subscribe garden robot --here")
    await ada.types("subscribe growth --here")
    made = await ada.store.subscriptions.of_place(C1)
    robot = next(one for one in made if one.query == "garden robot")
    await ada.types(f"why Slow Growth {robot.id}")
    asked = ada.last
    await ada.types(f"why Slow Growth --subscription {robot.id}")
    assert ada.last == asked
    assert "✗ It does not match “garden robot”." in asked.text


async def test_why_of_no_paper_is_looked_up(ada: Talk) -> None:
    assert SAY("note-looked-up", word="why") in await ada.types("why should I trust you")


async def test_ones_own_timezone_is_that_of_new_places(ada: Talk) -> None:
    assert "Your timezone is Europe/Berlin." in await ada.types("settings --timezone berlin")
    assert "(Europe/Berlin)" in await ada.types("subscribe robot")


async def test_a_language_that_nobody_speaks_is_refused(ada: Talk) -> None:
    assert "I do not speak “tlh”" in await ada.types("settings --language tlh")


@pytest.mark.parametrize(
    "text", ["today we choose", "daily arxiv digest", "digest of papers", "settings of robots"]
)
async def test_a_text_that_begins_like_a_command_is_looked_up(ada: Talk, text: str) -> None:
    assert SAY("note-looked-up", word=text.partition(" ")[0]) in await ada.types(text)


async def arrives(talk: Talk, folder: Path, *titles: str) -> None:
    """New papers of this year come in."""
    papers = [{"title": title, "abstract": f"All about {title}.", "author": "Cleo Root"} for title in titles]
    file = folder / f"icml2026-{len(titles)}.json"
    file.write_text(json.dumps(papers), encoding="utf-8")
    await ingest(talk.store, talk.app.index, [file])


async def test_digest_now_owes_what_is_new_once(ada: Talk, tmp_path: Path) -> None:
    await ada.types('subscribe "moon turnip" --here')
    await arrives(ada, tmp_path, "A Moon Turnip", "A Moon Turnip in Orbit")
    said = await ada.types("digest now")
    assert said.startswith("2 papers are on the way: A Moon Turnip")
    assert await ada.types("digest now") == SAY("digest-nothing")


async def test_why_tells_of_a_paper_that_is_on_its_way_and_of_one_that_is_not(
    ada: Talk, tmp_path: Path
) -> None:
    await ada.types('subscribe "moon turnip" --here')
    await arrives(ada, tmp_path, "A Moon Turnip", "A Sun Radish")
    await ada.types("digest now")
    assert "✓ It is in a post that is on its way" in await ada.types("why A Moon Turnip")
    assert '✗ It does not match “"moon turnip"”.' in await ada.types("why A Sun Radish")


async def test_show_all_gives_every_paper_of_a_post_a_page_at_a_time(ada: Talk, tmp_path: Path) -> None:
    await ada.types("subscribe moon --here")
    await arrives(ada, tmp_path, *(f"Moon Turnip Number {number}" for number in range(12)))
    await ada.types("digest now")
    owed = await ada.store.plans.delivery(number=1)
    assert owed
    ada.last = owed.message
    await ada.presses("Show all")
    assert len(ada.last.cards) == 10
    await ada.presses("Next page")
    assert len(ada.last.cards) == 2
