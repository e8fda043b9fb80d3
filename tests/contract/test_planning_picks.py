"""Papers of the day as they are planned, on every database."""

from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import update

from bot.message import plain
from bot.planning import pick, plan
from bot.store import Store
from bot.store.tables import deliveries, papers
from tests.contract.planning import DAY, OTHER, PLACE, TUESDAY, at, change, come, keys_of, owed, wants


async def test_the_paper_of_the_day_goes_out_with_the_digest_of_the_same_hour(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await at(store, "paper")
    await come(store, 1, 2)
    (planned,) = await plan(store, TUESDAY)
    (delivery,) = await owed(store)
    assert (planned.kind, len(planned.papers)) == ("digest", 2)
    assert plain(delivery.message.cards[0].lines[0]).startswith("Paper of the day · ")
    assert await plan(store, TUESDAY + timedelta(minutes=1)) == ()


async def test_a_digest_and_a_paper_of_the_day_for_different_dates_are_two_posts(store: Store) -> None:
    await wants(store, "turnips")
    await at(store, at=time(23, 50))
    await at(store, "paper", at=time(0, 10), done=date(2026, 12, 1))
    await come(store, 1, 2)
    keys = [one.key for one in await plan(store, datetime(2026, 12, 2, 0, 20, tzinfo=UTC))]
    assert keys == ["slack:T1:C1:digest:2026-12-01", "slack:T1:C1:paper:2026-12-02"]


async def test_the_paper_of_the_day_has_its_own_hour_and_days(store: Store) -> None:
    await at(store, "paper", at=time(8), days=(1, 5))
    await come(store, *range(1, 5))
    keys = [one.key for n in range(7) for one in await plan(store, TUESDAY + n * DAY)]
    assert keys == ["slack:T1:C1:paper:2026-12-01", "slack:T1:C1:paper:2026-12-05"]


async def test_a_paper_of_the_day_that_was_told_of_is_not_news_any_more(store: Store) -> None:
    one = await wants(store, "turnips")
    await at(store, at=time(17))
    await at(store, "paper", at=time(10))
    await come(store, 1)
    (planned,) = await plan(store, TUESDAY)
    assert planned.kind == "paper"
    assert [one.reason for one in await plan(store, TUESDAY.replace(hour=17))] == ["nothing"]
    await change(store, deliveries, state="sent")
    assert await keys_of(store, PLACE, 1, one) == ["match", "picked"]


async def test_today_and_the_post_show_the_same_paper_and_it_stays_all_day(store: Store) -> None:
    await at(store, "paper")
    await come(store, *range(1, 20))
    asked = (await pick(store, PLACE, date(2026, 12, 1))).paper
    await come(store, *range(20, 200))
    assert (await pick(store, PLACE, date(2026, 12, 1), "carrots")).paper == asked
    (planned,) = await plan(store, TUESDAY)
    assert planned.papers == (asked,)


async def test_no_paper_of_the_day_comes_twice_until_the_corpus_is_used_up(store: Store) -> None:
    await at(store, "paper", days=tuple(range(7)), done=None)
    await come(store, *range(1, 8))
    shown = [one.papers[0].seq for n in range(14) for one in await plan(store, TUESDAY + n * DAY)]
    assert sorted(shown[:7]) == sorted(shown[7:]) == list(range(1, 8))


async def test_a_paper_of_the_day_that_is_withdrawn_before_it_goes_out_gives_way(store: Store) -> None:
    await come(store, *range(1, 4))
    first = (await pick(store, PLACE, date(2026, 12, 1))).paper
    assert first is not None
    async with store._database.write() as connection:
        await connection.execute(update(papers).where(papers.c.seq == first.seq).values(status="withdrawn"))
    second = (await pick(store, PLACE, date(2026, 12, 1))).paper
    assert second is not None
    assert second.seq != first.seq
    assert (await pick(store, PLACE, date(2026, 12, 1))).paper == second


async def test_a_paper_of_the_day_keeps_to_its_topic_and_there_may_be_none(store: Store) -> None:
    await come(store, *range(1, 30))
    found = (await pick(store, PLACE, date(2026, 12, 1), '"Part 7"')).paper
    assert found is not None
    assert found.title == "Turnips, Part 7"
    assert (await pick(store, OTHER, date(2026, 12, 1), "carrots")).paper is None
    await at(store, "paper", topic="carrots", place=OTHER)
    assert [one.reason for one in await plan(store, TUESDAY)] == ["dry"]
