"""Votes for papers of the day; on every database."""

from datetime import date

import pytest

from bot.errors import UserError
from bot.models import Place
from bot.placing import Placing
from bot.planning import pick
from bot.store import Store, voter
from tests.contract.planning import PLACE, TUESDAY, come
from tests.make import a_caller

ADA, BEN = a_caller(user="U1"), a_caller(user="U2")


async def test_a_vote_counts_once_a_person_and_pressing_again_takes_it_back(store: Store) -> None:
    placing = Placing(store, "UTC")
    await come(store, 1, 2, 3)
    paper = await pick(store, PLACE, date(2026, 12, 1))
    assert paper is not None
    counted = [(await placing.vote(who, paper.id))[1:] for who in (ADA, BEN, ADA, ADA)]
    assert counted == [(True, 1), (True, 2), (False, 1), (True, 2)]
    assert (await placing.today(ADA, TUESDAY, "")).votes == 2


async def test_only_what_was_a_paper_of_the_day_there_can_be_voted_for(store: Store) -> None:
    placing = Placing(store, "UTC")
    await come(store, 1)
    paper = await pick(store, Place("discord", "G1", "42"), date(2026, 12, 1))
    assert paper is not None
    with pytest.raises(UserError, match="not a paper of the day"):
        await placing.vote(ADA, paper.id)


async def test_a_person_is_kept_as_a_hash_and_can_be_forgotten(store: Store) -> None:
    placing = Placing(store, "UTC")
    await come(store, 1)
    paper = await pick(store, PLACE, date(2026, 12, 1))
    assert paper is not None
    await placing.vote(ADA, paper.id)
    await placing.vote(BEN, paper.id)
    async with store._database.read() as connection:
        rows = (await connection.exec_driver_sql("SELECT * FROM votes")).all()
    assert not any("U1" in str(column) for row in rows for column in row)
    await store.votes.forget(voter("slack", "T1", "U1"))
    assert await store.votes.count(PLACE, paper.id) == 1
