"""Rules that may have been meant otherwise: what is asked, what is only said, and what a preview tells."""

import json
from datetime import time
from pathlib import Path

import pytest

from bot.ingest import ingest
from bot.locale import words
from bot.models import Place
from bot.subscriptions import Subscription
from tests.talk import Talk

SAY = words()
C1, DIRECT = Place("slack", "T1", "C1"), Place("slack", "T1", "DU1")


async def made(talk: Talk, place: Place = DIRECT) -> list[Subscription]:
    return list(await talk.store.subscriptions.of_place(place))


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


async def test_what_came_long_ago_is_not_of_the_last_thirty_days(ada: Talk) -> None:
    assert "2 of the 6 papers here match it; 2 of those that came" in await ada.types("preview garden robot")
    ada.waits(days=31)
    assert "2 of the 6 papers here match it; none of those that came" in await ada.types(
        "preview garden robot"
    )


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
