"""Votes for papers of the day; on every database."""

from datetime import date, timedelta

import pytest

from bot.errors import UserError
from bot.locale import words
from bot.models import Place
from bot.placing import Placing
from bot.planning import pick, plan
from bot.store import Store, voter
from tests.contract.planning import PLACE, TUESDAY, at, becomes, come, owed
from tests.make import a_caller

ADA, BEN = a_caller(user="U1"), a_caller(user="U2")


async def test_a_vote_counts_once_a_person_and_pressing_again_takes_it_back(store: Store) -> None:
    placing = Placing(store, "UTC")
    await come(store, 1, 2, 3)
    paper = (await pick(store, PLACE, date(2026, 12, 1))).paper
    assert paper is not None
    counted = [(await placing.vote(who, paper.id, TUESDAY))[1:] for who in (ADA, BEN, ADA, ADA)]
    assert counted == [(True, 1), (True, 2), (False, 1), (True, 2)]
    assert (await placing.today(ADA, TUESDAY, "")).votes == 2


async def test_only_what_was_a_paper_of_the_day_there_can_be_voted_for(store: Store) -> None:
    placing = Placing(store, "UTC")
    await come(store, 1)
    paper = (await pick(store, Place("discord", "G1", "42"), date(2026, 12, 1))).paper
    assert paper is not None
    with pytest.raises(UserError, match="not a paper of the day"):
        await placing.vote(ADA, paper.id, TUESDAY)


async def test_a_person_is_kept_as_a_hash_and_can_be_forgotten(store: Store) -> None:
    placing = Placing(store, "UTC")
    await come(store, 1)
    paper = (await pick(store, PLACE, date(2026, 12, 1))).paper
    assert paper is not None
    await placing.vote(ADA, paper.id, TUESDAY)
    await placing.vote(BEN, paper.id, TUESDAY)
    async with store._database.read() as connection:
        rows = (await connection.exec_driver_sql("SELECT * FROM votes")).all()
    assert not any("U1" in str(column) for row in rows for column in row)
    await store.votes.forget(voter("slack", "T1", "U1"))
    assert await store.votes.count(PLACE, paper.id) == 1


async def test_the_post_shows_the_votes_and_what_waits_to_be_shown_is_one_correction(store: Store) -> None:
    placing = Placing(store, "UTC")
    await come(store, 1, 2, 3)
    await at(store, "paper")
    await plan(store, TUESDAY)
    paper = (await pick(store, PLACE, date(2026, 12, 1))).paper
    assert paper is not None
    await placing.vote(ADA, paper.id, TUESDAY)
    assert len(await owed(store)) == 1  # nothing to correct before it was sent
    await becomes(store, state="sent", external_id="17.1")
    await placing.vote(BEN, paper.id, TUESDAY)
    await placing.vote(ADA, paper.id, TUESDAY)
    _, correction = await owed(store)
    assert (correction.kind, correction.corrects) == ("correction", "17.1")
    assert [action.label for action in correction.message.actions] == ["👍 1"]
    await becomes(store, state="sent")
    await placing.vote(BEN, paper.id, TUESDAY + timedelta(minutes=1))
    last = (await owed(store))[-1]
    assert [action.label for action in last.message.actions] == [words()("button-vote")]
