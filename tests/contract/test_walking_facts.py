"""What stands around the texts tells which papers may match a rule: all that do, and no others."""

from datetime import UTC, datetime

import pytest

from bot.ingest import bring
from bot.matching import Document, holds
from bot.models import Identifier, Reading, Source
from bot.query import parse
from bot.store import Store
from bot.store.facts import Facts
from bot.store.opening import open_database
from bot.walking import Walking
from tests.make import a_reading


def readings() -> list[Reading]:
    around: list[dict[str, object]] = [
        {"venue": "ICML", "year": 2026},
        {"venue": "ICML Workshop on Gardens", "year": 2025, "keywords": ("garden robots", "soil")},
        {"venue": "NeurIPS", "year": None, "published": datetime(2024, 5, 1, tzinfo=UTC)},
        {"venue": "", "year": None, "keywords": ("cs.LG", "stat.ML")},
        {"venue": "NeurIPS", "year": 2026, "keywords": ("cs.LG",)},
        {"venue": "ACL", "year": 2023, "identifiers": (Identifier("arxiv", "2301.00001"),)},
    ]
    return [
        a_reading(source=Source("list.json", "record", n), title=f"Turnips, Part {n}", **fields)
        for n, fields in enumerate(around)
    ]


@pytest.mark.parametrize(
    ("rule", "count"),
    [
        ("venue:icml", 2),
        ("venue:neurips", 2),
        ("venue:emnlp", 0),
        ('venue:"icml workshop"', 1),
        ("venue:neur*", 2),
        ("category:cs.LG", 2),
        ('category:"garden robots"', 1),
        ("category:physics", 0),
        ("source:arxiv", 1),
        ("source:list.json", 6),
        ("source:acl", 0),
        ("year:2026", 2),
        ("year:2024..2025", 2),
        ("year:..2024", 2),
        ("year:2025..", 3),
        ("venue:icml year:2026", 1),
        ("venue:icml OR category:stat.ML", 3),
        ("(venue:icml OR venue:acl) AND year:..2025", 2),
        ("venue:icml OR turnips", 6),
        ("year:2026 -venue:icml", 2),
    ],
)
async def test_those_that_may_match_are_those_around_which_it_stands(
    store: Store, rule: str, count: int
) -> None:
    await bring(store, None, [("list.json", iter(readings()))])
    query = parse(rule)
    may = await Walking(store).may_match(query)
    everything = [paper async for some in store.everything() for paper in some]
    assert len(may) == count
    assert {paper.seq for paper in everything if holds(query, Document(paper))} <= {*may}


async def test_more_papers_than_one_answer_holds_are_all_told(url: str) -> None:
    database = await open_database(url, migrate=True)
    store, facts = Store(database), Facts(database, at_once=2)
    some = (a_reading(source=Source("a.json", "record", n), title=f"Turnip {n}") for n in range(5))
    await bring(store, None, [("a.json", some)])
    assert await facts.of_venues(["ICML"]) == [1, 2, 3, 4, 5]
    assert await facts.of_years(2025, None) == [1, 2, 3, 4, 5]
    await store.close()
