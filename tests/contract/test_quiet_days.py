"""Days on which a place hears nothing, why, and who is told; on every database."""

from datetime import date, timedelta

import pytest
from sqlalchemy import select, update

from bot.deliveries import Gone
from bot.locale import words
from bot.planning import pick, plan, verdict
from bot.quiet import in_words
from bot.store import Store
from bot.store.tables import deliveries, ingests, picks, places, schedules, subscriptions, told
from tests.contract.planning import PLACE, TUESDAY, at, becomes, come, owed, paper, wants

DAY = timedelta(days=1)
SENT = {"state": "sent", "external_id": "17.1"}


async def quiet(store: Store) -> str:
    schedule = await store.subscriptions.schedule(PLACE, "digest")
    assert schedule is not None
    return schedule.quiet


async def test_that_nobody_published_and_that_nothing_matched_are_two_facts(store: Store) -> None:
    await wants(store, "carrots")
    await at(store)
    assert [one.reason for one in await plan(store, TUESDAY)] == ["nobody"]
    assert await quiet(store) == "nobody"
    await come(store, 1)
    assert [one.reason for one in await plan(store, TUESDAY + DAY)] == ["nothing"]
    assert await quiet(store) == "nothing"
    assert await owed(store) == []


@pytest.mark.parametrize("health", ["down", "stale"])
async def test_a_source_that_brings_nothing_is_a_fact_of_its_own_and_the_next_post_tells(
    store: Store, health: str
) -> None:
    await wants(store, "turnips")
    await at(store)
    assert await store.sources.fares("arXiv", health, TUESDAY)  # type: ignore[arg-type]
    assert not await store.sources.fares("arXiv", health, TUESDAY)  # type: ignore[arg-type]
    assert [one.reason for one in await plan(store, TUESDAY)] == [health]
    assert await quiet(store) == f"{health}:arXiv"
    assert await store.sources.fares("arXiv", "well", TUESDAY)
    await come(store, 1)
    await plan(store, TUESDAY + DAY)
    (post,) = await owed(store)
    assert post.message.footer.startswith("On Tuesday 1 December arXiv ")
    assert await quiet(store) == ""
    await come(store, 2)
    await plan(store, TUESDAY + 2 * DAY)
    assert (await owed(store))[1].message.footer == ""


async def test_a_post_says_that_a_source_is_down_while_it_is(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1)
    await store.sources.fares("arXiv", "down", TUESDAY, "503")
    await plan(store, TUESDAY)
    assert (await owed(store))[
        0
    ].message.footer == "arXiv cannot be read at the moment; what it has comes later."


def test_the_four_facts_have_four_sentences() -> None:
    said = {
        in_words(kept, date(2026, 12, 1), words())
        for kept in ("nobody", "nothing", "down:arXiv", "stale:arXiv")
    }
    assert len(said) == 4
    assert all("Tuesday 1 December" in one for one in said)
    assert in_words("", date(2026, 12, 1), words()) == ""


async def test_a_topic_that_runs_dry_says_so_once(store: Store) -> None:
    await at(store, "paper", topic="carrots")
    await come(store, 1)
    for day in range(3):
        assert [one.reason for one in await plan(store, TUESDAY + day * DAY)] == ["dry"]
    (said,) = await owed(store)
    assert (said.kind, said.place) == ("notice", PLACE)
    assert "“carrots”" in said.message.text


async def test_a_topic_that_is_used_up_begins_anew_and_says_so_once_a_round(store: Store) -> None:
    await at(store, "paper", topic="turnips", days=tuple(range(7)))
    await come(store, 1, 2)
    for day in range(6):
        await plan(store, TUESDAY + day * DAY)
    notes = [bool(one.message.footer) for one in await owed(store)]
    assert notes == [False, False, True, False, True, False]


async def test_what_was_planned_while_the_clock_stood_ahead_has_its_reason(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1)
    await plan(store, TUESDAY)
    early = TUESDAY - timedelta(hours=3)
    assert await plan(store, early) == ()
    assert [(one.reason, one.due) for one in await plan(store, early, dry_run=True)] == [("had", TUESDAY)]


async def test_why_tells_of_the_post_that_did_not_go_out(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1)
    async with store._database.write() as connection:
        await connection.execute(update(ingests).values(started=int((TUESDAY - DAY).timestamp())))
    rules = await verdict(store, PLACE, None, await paper(store, 1), TUESDAY + timedelta(hours=13))
    assert [rule.key for rule in rules[-2:]] == ["verdict-missed", "verdict-waits"]
    await plan(store, TUESDAY + DAY)
    await becomes(store, **SENT)
    rules = await verdict(store, PLACE, None, await paper(store, 1), TUESDAY + DAY)
    assert rules[-1].key == "verdict-sent"


async def test_a_place_that_has_been_gone_for_thirty_days_is_forgotten_with_all_that_was_its_own(
    store: Store,
) -> None:
    await wants(store, "turnips", owner="U1")
    await at(store)
    await come(store, 1, 2)
    await pick(store, PLACE, date(2026, 12, 1))
    await plan(store, TUESDAY)
    await store.subscriptions.know(PLACE, "U1", "en")
    await store.outbox.leave(PLACE, Gone("is_archived"))
    now = await store.outbox.now()
    await store.subscriptions.sweep(now + 29 * DAY)
    assert len(await store.subscriptions.of_place(PLACE)) == 1
    await store.subscriptions.sweep(now + 31 * DAY)
    async with store._database.read() as connection:
        for table in (subscriptions, schedules, told, picks, deliveries, places):
            assert (await connection.execute(select(table))).all() == [], table.name


async def test_a_place_that_came_back_in_time_stays(store: Store) -> None:
    await wants(store, "turnips")
    await store.subscriptions.know(PLACE, "U1", "en")
    await store.outbox.leave(PLACE, Gone("is_archived"))
    await store.outbox.back(PLACE)
    await store.subscriptions.sweep(await store.outbox.now() + 31 * DAY)
    assert len(await store.subscriptions.of_place(PLACE)) == 1
