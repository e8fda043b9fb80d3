"""What a place hears, and does not, of papers that change after it was told of them; on every database."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.amendments import WITHDRAWN
from bot.forget import forget
from bot.ingest import bring
from bot.locale import words
from bot.lookup import Index
from bot.message import plain
from bot.models import Place, Source
from bot.planning import amend, plan, posted, verdict
from bot.store import Store
from tests.contract.planning import PLACE, TUESDAY, at, becomes, come, owed, paper, turnips, wants

DAY = timedelta(days=1)
OTHER = Place("discord", "G1", "42")
SENT = {"state": "sent", "external_id": "17.1"}


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    index = Index.open(tmp_path / "index")
    yield index
    index.close()


async def titles(store: Store) -> list[list[str]]:
    return [[card.title for card in one.message.cards] for one in await owed(store)]


async def test_a_withdrawn_paper_is_taken_out_of_a_post_that_nobody_has_seen(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1, 2, 3)
    await plan(store, TUESDAY)
    await come(store, 2, status="Withdrawn")
    await plan(store, TUESDAY + timedelta(minutes=1))
    (one,) = await owed(store)
    assert sorted(card.title for card in one.message.cards) == ["Turnips, Part 1", "Turnips, Part 3"]
    assert one.message.text.startswith("2 papers: ")
    assert "Part 2" not in one.message.text
    rules = await verdict(store, PLACE, None, await paper(store, 2), TUESDAY)
    assert rules[-1].key == "verdict-withdrawn"


async def test_a_post_of_nothing_but_withdrawn_papers_is_not_sent(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1)
    await plan(store, TUESDAY)
    await come(store, 1, status="Withdrawn")
    await plan(store, TUESDAY + timedelta(minutes=1))
    assert [one.state for one in await owed(store)] == ["dead"]


async def test_the_card_of_a_paper_that_is_withdrawn_later_is_corrected_once(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1, 2)
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    await come(store, 2, status="Withdrawn")
    for minute in range(3):
        await plan(store, TUESDAY + timedelta(minutes=minute))
    sent, correction = await owed(store)
    gone = await paper(store, 2)
    assert correction.key.startswith(f"{sent.key}:{WITHDRAWN}:{gone.id}:")
    assert (correction.kind, correction.corrects, correction.external_id) == ("correction", "17.1", "")
    assert (correction.place, correction.state, correction.attempts) == (PLACE, "planned", 0)
    assert sorted(card.title for card in correction.message.cards) == [
        "Turnips, Part 1",
        "Withdrawn: Turnips, Part 2",
    ]


async def test_a_second_withdrawal_is_corrected_beside_the_first(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1, 2, 3)
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    for n in (2, 3):
        await come(store, n, status="Withdrawn")
        await amend(store, TUESDAY)
        await becomes(store, state="sent")
    rules = await verdict(store, PLACE, None, await paper(store, 2), TUESDAY)
    assert [rule.key for rule in rules[-2:]] == ["verdict-sent", "verdict-withdrawn-since"]
    last = (await owed(store))[-1].message.cards
    assert sorted(card.title.partition(":")[0] for card in last) == [
        "Turnips, Part 1",
        "Withdrawn",
        "Withdrawn",
    ]


async def test_a_correction_waits_until_it_is_known_how_the_post_ended(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1)
    await plan(store, TUESDAY)
    await becomes(store, state="unknown", first_try=1, last_try=1)
    await come(store, 1, status="Withdrawn")
    await amend(store, TUESDAY)
    assert len(await owed(store)) == 1
    async with store._database.write() as connection:
        await connection.exec_driver_sql("UPDATE deliveries SET state = 'sent', external_id = '17.1'")
    await amend(store, TUESDAY)
    assert [one.kind for one in await owed(store)] == ["digest", "correction"]


async def test_a_paper_withdrawn_from_a_post_is_not_told_of_when_it_comes_again(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1, 2)
    await plan(store, TUESDAY)
    await come(store, 2, status="Withdrawn")
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    await come(store, 2, status="Poster", file="other.json")
    await plan(store, TUESDAY + DAY)
    assert await titles(store) == [["Turnips, Part 1"]]


async def test_a_wrong_ingest_that_is_forgotten_in_time_is_not_told_of(store: Store, index: Index) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1)
    await come(store, 2, 3, file="wrong.json")
    await plan(store, TUESDAY)
    await forget(store, index, "wrong.json")
    await amend(store, TUESDAY)
    assert await titles(store) == [["Turnips, Part 1"]]
    await becomes(store, **SENT)
    await come(store, 2, file="right.json")
    await plan(store, TUESDAY + DAY)
    assert (await titles(store))[1:] == [["Turnips, Part 2"]]


async def test_what_was_told_is_not_told_again_after_its_list_was_forgotten_and_read_anew(
    store: Store, index: Index
) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1)
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    await forget(store, index, "list.json")
    await come(store, 1, 2, file="mended.json")
    await plan(store, TUESDAY + DAY)
    assert (await titles(store))[1:] == [["Turnips, Part 2"]]


NEVER_AGAIN = [
    {"published": datetime(2026, 11, 30, tzinfo=UTC)},
    {"year": 2025},
    {"venue": "NeurIPS"},
    {"keywords": ("turnips",)},
    {"abstract": "We grow turnips, and more."},
    {"status": "Oral"},
    {"links": ("https://example.org/turnips",)},
    {"file": "another-feed.json"},
    {"source": Source("list.json", "record", 99)},
    {"version": 2},
]


@pytest.mark.parametrize("edit", NEVER_AGAIN, ids=lambda edit: next(iter(edit)))
async def test_no_edit_other_source_or_version_is_told_as_new(store: Store, edit: dict[str, object]) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1, version=1)
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    await come(store, 1, **({"version": 1} | edit))  # type: ignore[arg-type]
    await plan(store, TUESDAY + DAY)
    assert await titles(store) == [["Turnips, Part 1"]]


async def test_an_old_paper_does_not_become_news_by_a_later_date(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1, published=datetime(2020, 1, 1, tzinfo=UTC), year=2020)
    await plan(store, TUESDAY)
    await come(store, 1, published=datetime.now(UTC))
    await plan(store, TUESDAY + DAY)
    assert await owed(store) == []


async def test_show_all_marks_what_was_withdrawn(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, *range(1, 13))
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    last = (await titles(store))[0][-1]
    await come(store, int(last.rpartition(" ")[2]), status="Withdrawn")
    await amend(store, TUESDAY)
    page = await posted(store, PLACE, "digest:2026-12-01", 2, words())
    assert [card.title for card in page.cards][-1] == f"Withdrawn: {last}"


async def test_a_new_version_is_told_once_to_those_who_asked_and_to_nobody_else(store: Store) -> None:
    await wants(store, "turnips", updates=True)
    await wants(store, "turnips", "s0000002", place=OTHER)
    for place in (PLACE, OTHER):
        await at(store, place=place)
    await come(store, 1, 2, version=1)
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    await come(store, 1, version=2)
    for day in (1, 2):
        await plan(store, TUESDAY + day * DAY)
    news = (await owed(store))[2:]
    assert [(one.place, one.key) for one in news] == [(PLACE, "slack:T1:C1:digest:2026-12-02")]
    assert news[0].message.text == "One update on papers from earlier posts: Turnips, Part 1 (new version 2)"
    assert plain(news[0].message.cards[0].lines[0]).startswith("New version (2) · ")


async def test_a_dry_run_tells_of_updates_as_planning_would_and_notes_nothing(store: Store) -> None:
    await wants(store, "turnips", updates=True)
    await at(store)
    await come(store, 1, 2, version=1)
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    await come(store, 1, version=2)
    await come(store, 2, version=1, status="Withdrawn")
    read = await store.amendments.read()
    (dry,) = await plan(store, TUESDAY + DAY, dry_run=True)
    assert await store.amendments.read() == read
    line = "slack T1 C1: digest of 2026-12-02: 2 updates: Turnips, Part 1; Turnips, Part 2"
    assert dry.say(words()) == line
    assert await plan(store, TUESDAY + DAY) == (dry,)
    assert [one.reason for one in await plan(store, TUESDAY + 2 * DAY, dry_run=True)] == ["nobody"]


async def test_a_dry_run_tells_nothing_of_a_withdrawal_that_was_taken_back_unheard(store: Store) -> None:
    await wants(store, "turnips", updates=True)
    await at(store)
    await come(store, 1)
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    await come(store, 1, status="Withdrawn")
    await amend(store, TUESDAY)
    await come(store, 1, status="Poster")
    (dry,) = await plan(store, TUESDAY + DAY, dry_run=True)
    assert dry.reason == "nobody"


@pytest.mark.parametrize("dry_run", [True, False])
async def test_that_a_paper_nobody_has_seen_was_withdrawn_is_no_update(
    store: Store, *, dry_run: bool
) -> None:
    await wants(store, "turnips", updates=True)
    await at(store)
    await come(store, 1)
    await plan(store, TUESDAY)
    await come(store, 1, status="Withdrawn")
    (planned,) = await plan(store, TUESDAY + DAY, dry_run=dry_run)
    assert planned.reason == "nobody"
    if not dry_run:
        assert [(one.state, one.error) for one in await owed(store)] == [("dead", "withdrawn")]


async def test_an_update_joins_what_is_new_in_one_post(store: Store) -> None:
    await wants(store, "turnips", updates=True)
    await at(store)
    await come(store, 1, version=1)
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    await come(store, 1, version=3)
    await come(store, 2)
    await plan(store, TUESDAY + DAY)
    last = (await owed(store))[-1].message
    assert [card.title for card in last.cards] == ["Turnips, Part 2", "Turnips, Part 1"]
    assert plain(last.lead) == "One new paper for “turnips” · One update on papers from earlier posts"


async def test_a_withdrawal_is_told_to_those_who_asked_for_updates_and_the_card_corrected(
    store: Store,
) -> None:
    await wants(store, "turnips", cadence="instant", updates=True)
    await come(store, 1)
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    await come(store, 1, status="Withdrawn")
    for minute in range(3):
        await plan(store, TUESDAY + timedelta(minutes=minute))
    assert [one.kind for one in await owed(store)] == ["instant", "correction", "instant"]
    news = (await owed(store))[-1].message
    assert news.text == "One update on papers from earlier posts: Turnips, Part 1 (withdrawn)"
    assert plain(news.cards[0].lines[0]).casefold().count("withdrawn") == 1


async def test_an_update_for_a_weekly_subscription_waits_for_its_day(store: Store) -> None:
    await wants(store, "turnips", cadence="weekly", updates=True)
    await at(store)
    await come(store, 1, version=1)
    await plan(store, TUESDAY + 6 * DAY)
    await becomes(store, **SENT)
    await come(store, 1, version=2)
    await plan(store, TUESDAY + 7 * DAY)
    assert len(await owed(store)) == 1
    await plan(store, TUESDAY + 13 * DAY)
    assert len(await owed(store)) == 2


async def test_a_version_that_is_told_first_by_another_source_is_no_news(store: Store) -> None:
    await wants(store, "turnips", updates=True)
    await at(store)
    await come(store, 1)
    await plan(store, TUESDAY)
    await come(store, 1, version=3, file="arxiv.json")
    await plan(store, TUESDAY + DAY)
    await come(store, 1, version=3, file="again.json")
    await plan(store, TUESDAY + 2 * DAY)
    assert len(await owed(store)) == 1


async def test_a_told_paper_that_was_taken_out_and_comes_again_withdrawn_is_corrected(
    store: Store, index: Index
) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1)
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    await forget(store, index, "list.json")
    await amend(store, TUESDAY)
    assert len(await owed(store)) == 1
    await come(store, 1, status="Withdrawn", file="mended.json")
    await amend(store, TUESDAY)
    assert [one.kind for one in await owed(store)] == ["digest", "correction"]


async def test_a_wrong_ingest_can_be_forgotten_in_time_more_than_once(store: Store, index: Index) -> None:
    await wants(store, "turnips")
    await at(store)
    for day in range(3):
        await come(store, 1, file="wrong.json")
        await plan(store, TUESDAY + day * DAY)
        await forget(store, index, "wrong.json")
        await amend(store, TUESDAY + day * DAY)
    assert [one.state for one in await owed(store)] == ["dead"] * 3


async def test_a_feed_that_moved_with_all_it_had_floods_nobody(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, *range(1, 41))
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    moved = [turnips(n, "moved.json", source=Source("moved.json", "record", 90 - n)) for n in range(1, 41)]
    await bring(store, None, [("moved.json", iter(moved))])
    assert [one.reason for one in await plan(store, TUESDAY + DAY)] == ["nobody"]
    assert len(await owed(store)) == 1
