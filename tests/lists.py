"""Lists of made-up papers: as files and as readings, brought into a corpus, and what it holds then."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.ingest import Report, bring
from bot.models import Paper, Reading, Source
from bot.store import Store
from tests.make import a_reading


async def corpus(store: Store) -> list[Paper]:
    return [paper async for batch in store.everything() for paper in batch]


async def equal_corpus(store: Store) -> set[Paper]:
    """All that is equal in two databases that hold the same papers."""
    return {replace(paper, seq=0) for paper in await corpus(store)}


def a_list(path: Path, numbers: range, **more: Any) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps([a_record(number) | more for number in numbers]))
    return path


def a_record(number: int) -> dict[str, Any]:
    return {
        "title": f"Turnips, Part {number}",
        "abstract": f"We grow {number} turnips, water them and count them.",
        "author": f"Ann Ash{number};Ben Birch",
        "status": "Poster",
        "site": f"https://openreview.net/forum?id=turnip{number}",
    }


def at(number: int, title: str, file: str = "list.json", **more: Any) -> Reading:
    given = {"abstract": f"On {title.lower()} and little else.", "authors": ("Ann Ash",)} | more
    return a_reading(source=Source(file, "record", number), title=title, **given)


async def read(store: Store, *readings: Reading) -> Report:
    return await bring(store, None, [("list.json", iter(readings))])


async def titles(store: Store) -> dict[str, list[str]]:
    return {
        str(paper.title): [f"{one.file} {one.number}" for one in paper.sources]
        for paper in await corpus(store)
    }
