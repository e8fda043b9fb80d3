"""Links between readings without a title and titled ones: which there are, and how one is made and undone."""

from dataclasses import dataclass

import orjson
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import links
from bot.store.texts import to_json


@dataclass(frozen=True, slots=True)
class StoredLink:
    """Two readings, each with all that say the same, that are one paper because of what they say.

    Attributes:
        key: what both share from then on, see bot.witness.link_key.
        untitled: first key of the reading without a title, see bot.witness.keys.
        titled: first key of the one with a title.
        evidence: what tells so.
        undone: whether a person has said that they are two papers, which is for good.
    """

    key: int
    untitled: int
    titled: int
    evidence: tuple[str, ...] = ()
    undone: bool = False


def row_of_link(one: StoredLink) -> dict[str, object]:
    """The row of ``links``."""
    return {
        "key": one.key,
        "untitled": one.untitled,
        "titled": one.titled,
        "evidence": to_json(one.evidence),
        "undone": one.undone,
    }


async def read_links(connection: AsyncConnection) -> list[StoredLink]:
    """All links, undone ones too, by their keys."""
    rows = await connection.execute(select(links).order_by(links.c.key))
    return [
        StoredLink(row.key, row.untitled, row.titled, tuple(orjson.loads(row.evidence)), row.undone)
        for row in rows
    ]
