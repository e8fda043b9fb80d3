"""What a place hears of a withdrawal that is taken back; on every database."""

from contextlib import closing
from datetime import timedelta
from pathlib import Path

from bot.amendments import RETURNED
from bot.forget import forget
from bot.locale import words
from bot.lookup import Index
from bot.message import plain
from bot.planning import amend, plan, posted, recount, verdict
from bot.store import Store
from tests.contract.planning import PLACE, TUESDAY, at, becomes, come, owed, paper, wants

DAY = timedelta(days=1)
SENT = {"state": "sent", "external_id": "17.1"}


async def told_of(store: Store, *numbers: int, updates: bool = False) -> None:
    """A post of these papers has been sent."""
    await wants(store, "turnips", updates=updates)
    await at(store)
    await come(store, *numbers)
    await plan(store, TUESDAY)
    await becomes(store, **SENT)


async def is_now(store: Store, n: int, status: str) -> None:
    """A paper's list gives it another status, and planning goes round."""
    await come(store, n, status=status)
    await amend(store, TUESDAY)


async def shown(store: Store) -> list[str]:
    """The titles that the post shows when all its corrections are sent."""
    return sorted(card.title for card in (await owed(store))[-1].message.cards)


async def test_a_post_is_corrected_again_when_a_withdrawal_is_taken_back(store: Store) -> None:
    await told_of(store, 1, 2)
    await is_now(store, 2, "Withdrawn")
    await is_now(store, 2, "Poster")
    sent, _, back = await owed(store)
    assert (back.kind, back.corrects) == ("correction", "17.1")
    assert back.key.startswith(f"{sent.key}:{RETURNED}:{(await paper(store, 2)).id}:")
    assert back.message == sent.message


async def test_a_withdrawn_paper_taken_out_and_back_without_its_withdrawal_is_corrected_again(
    store: Store, tmp_path: Path
) -> None:
    await told_of(store, 1)
    await is_now(store, 1, "Withdrawn")
    with closing(Index.open(tmp_path / "index")) as index:
        await forget(store, index, "list.json")
    await amend(store, TUESDAY)
    await come(store, 1, status="Poster", file="mended.json")
    await amend(store, TUESDAY)
    assert await shown(store) == ["Turnips, Part 1"]
    rules = await verdict(store, PLACE, None, await paper(store, 1), TUESDAY)
    assert rules[-1].key == "verdict-returned"


async def test_nothing_more_is_owed_while_nothing_more_happens(store: Store) -> None:
    await told_of(store, 1)
    for status in ("Withdrawn", "Poster", "Oral", "Spotlight"):
        await is_now(store, 1, status)
    assert len(await owed(store)) == 3


async def test_each_withdrawal_and_return_is_shown_however_often_it_happens(store: Store) -> None:
    await told_of(store, 1)
    for _ in range(2):
        await is_now(store, 1, "Withdrawn")
        assert await shown(store) == ["Withdrawn: Turnips, Part 1"]
        await is_now(store, 1, "Poster")
        assert await shown(store) == ["Turnips, Part 1"]
    assert len(await owed(store)) == 5


async def test_what_is_still_withdrawn_stays_marked_beside_what_is_back(store: Store) -> None:
    await told_of(store, 1, 2)
    for n, status in ((1, "Withdrawn"), (2, "Withdrawn"), (2, "Poster")):
        await is_now(store, n, status)
    assert await shown(store) == ["Turnips, Part 2", "Withdrawn: Turnips, Part 1"]


async def test_a_withdrawal_taken_back_before_the_post_is_settled_leaves_it_as_it_was(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1)
    await plan(store, TUESDAY)
    await becomes(store, state="unknown", first_try=1, last_try=1)
    await is_now(store, 1, "Withdrawn")
    await is_now(store, 1, "Poster")
    async with store._database.write() as connection:
        await connection.exec_driver_sql("UPDATE deliveries SET state = 'sent', external_id = '17.1'")
    await amend(store, TUESDAY)
    assert await shown(store) == ["Turnips, Part 1"]


async def test_neither_show_all_nor_a_vote_marks_what_is_back(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await at(store, "paper")
    await come(store, 1)
    await plan(store, TUESDAY)
    await becomes(store, **SENT)
    await is_now(store, 1, "Withdrawn")
    await is_now(store, 1, "Poster")
    await recount(store, PLACE, await paper(store, 1), TUESDAY + DAY)
    assert await shown(store) == ["Turnips, Part 1"]
    page = await posted(store, PLACE, "digest:2026-12-01", 1, words())
    assert [card.title for card in page.cards] == ["Turnips, Part 1"]


async def test_why_tells_that_it_was_withdrawn_for_a_while(store: Store) -> None:
    await told_of(store, 1)
    await is_now(store, 1, "Withdrawn")
    await is_now(store, 1, "Poster")
    rules = await verdict(store, PLACE, None, await paper(store, 1), TUESDAY)
    assert [rule.key for rule in rules[-2:]] == ["verdict-sent", "verdict-returned"]


async def test_why_does_not_call_withdrawn_what_was_so_only_when_its_turn_came(store: Store) -> None:
    await wants(store, "turnips")
    await at(store)
    await come(store, 1, status="Withdrawn")
    await plan(store, TUESDAY)
    await is_now(store, 1, "Poster")
    rules = await verdict(store, PLACE, None, await paper(store, 1), TUESDAY)
    assert [rule.key for rule in rules if "withdrawn" in rule.key] == ["verdict-was-withdrawn"]


async def test_those_who_heard_of_the_withdrawal_hear_that_it_was_taken_back(store: Store) -> None:
    await told_of(store, 1, updates=True)
    await is_now(store, 1, "Withdrawn")
    await plan(store, TUESDAY + DAY)
    await is_now(store, 1, "Poster")
    await plan(store, TUESDAY + 2 * DAY)
    news = (await owed(store))[-1].message
    assert news.text == "One update on papers from earlier posts: Turnips, Part 1 (no longer withdrawn)"
    assert plain(news.cards[0].lines[0]).startswith("No longer withdrawn · ")


async def test_nobody_hears_of_a_withdrawal_that_was_taken_back_before_they_could(store: Store) -> None:
    await told_of(store, 1, updates=True)
    await is_now(store, 1, "Withdrawn")
    await is_now(store, 1, "Poster")
    await plan(store, TUESDAY + DAY)
    assert [one.kind for one in await owed(store)] == ["digest", "correction", "correction"]
