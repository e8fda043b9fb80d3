"""Votes for papers of the day in the database: who voted is kept as a hash."""

from hashlib import blake2b

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models import Place
from bot.store.connection import Database, insert_new
from bot.store.planned import at_place
from bot.store.subscription_rows import row_of_place
from bot.store.tables import votes


class Votes:
    """Votes for papers of the day. Every method may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def turn(self, place: Place, paper: str, person: str) -> tuple[bool, int]:
        """Counts somebody's vote, or takes it back; whether it counts now, and how many there are.

        Args:
            place: where the paper was paper of the day.
            paper: its id.
            person: see voter().
        """
        row = {**row_of_place(place), "paper": paper, "person": person}
        mine = (at_place(votes, place), votes.c.paper == paper, votes.c.person == person)
        async with self._database.write() as connection:
            counts = (await connection.execute(insert_new(connection, votes).values(row))).rowcount == 1
            if not counts:
                await connection.execute(delete(votes).where(*mine))
            return counts, await _count(connection, place, paper)

    async def count(self, place: Place, paper: str) -> int:
        """How many voted for the paper there."""
        async with self._database.read() as connection:
            return await _count(connection, place, paper)

    async def forget(self, person: str) -> None:
        """Takes all votes of a person back."""
        async with self._database.write() as connection:
            await connection.execute(delete(votes).where(votes.c.person == person))


def voter(platform: str, team: str, user: str) -> str:
    """By what a person is known among the votes: a hash, the same everywhere in their team."""
    return blake2b(f"{platform}\n{team}\n{user}".encode(), digest_size=16).hexdigest()


async def _count(connection: AsyncConnection, place: Place, paper: str) -> int:
    there = (at_place(votes, place), votes.c.paper == paper)
    return int(await connection.scalar(select(func.count()).select_from(votes).where(*there)) or 0)
