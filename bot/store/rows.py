"""Rows to values and back: nothing here knows the database, only what a row looks like."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Any, Final

import orjson

from bot.models import Identifier, Paper, Reading, Source
from bot.store.texts import to_json
from bot.text.identify import identifiers_in, identify
from bot.text.links import to_address

Row = Mapping[Any, Any]

PREFIX: Final = 40  # characters; ample for "arXiv preprint: "

_DIGITS: Final = 4  # before the stop of 2106.09685 and of 2020.acl-main.1
_NUMBER: Final = re.compile(rf"\.(?<=\d{{{_DIGITS}}}\.)\w")  # begins with the stop, which is found fast
_ADDRESS: Final = re.compile(r"://|\.\w+/|10\.\d|/\d{7}")  # https://, arxiv.org/, 10.1000/, hep-th/9901001
_TEXTS: Final = ("names", "other_titles", "authors", "links", "keywords")


@dataclass(frozen=True, slots=True)
class Kept:
    """A reading as the store keeps it.

    Attributes:
        n: its number.
        seq: of its paper; None while it waits to be joined with one that is visible.
        settled: False while its neighbourhood is to be gone over again after the ingest is published.
        ingest: the run that brought it.
        digest: of all it says, see digest().
        reading: what it says.
    """

    n: int
    seq: int | None
    settled: bool
    ingest: int
    digest: int
    reading: Reading


def digest(reading: Reading) -> int:
    """A number of 63 bits, equal for readings that say the same, wherever they stand."""
    # A source that tells no version counts as it did before versions were kept.
    version = {"version": reading.version} if reading.version else {}
    told = blake2b(to_json(_told(reading) | version).encode(), digest_size=8).digest()
    return int.from_bytes(told, "big") >> 1


def row_of_paper(paper: Paper, ingest: int) -> dict[str, object]:
    """The row of ``papers``."""
    return {
        "seq": paper.seq,
        "id": paper.id,
        "ingest": ingest,
        "title": paper.title,
        "heading": paper.heading,
        "abstract": paper.abstract,
        "raw": None if paper.raw == paper.abstract else paper.raw,
        "raw_title": None if paper.raw_title == (paper.title or "") else paper.raw_title,
        "venue": paper.venue,
        "year": paper.year,
        "status": paper.status,
        "published": paper.published and paper.published.isoformat(),
        "version": paper.version,
        **{name: to_json(getattr(paper, name)) for name in _TEXTS},
        "identifiers": to_json([[one.scheme, one.value] for one in paper.identifiers]),
        "sources": to_json([[one.file, one.kind, one.number] for one in paper.sources]),
    }


def paper_of_row(row: Row) -> Paper:
    """The paper of a row of ``papers``."""
    return Paper(
        id=row["id"],
        seq=row["seq"],
        title=row["title"],
        heading=row["heading"],
        abstract=row["abstract"],
        raw=row["abstract"] if row["raw"] is None else row["raw"],
        raw_title=(row["title"] or "") if row["raw_title"] is None else row["raw_title"],
        venue=row["venue"],
        year=row["year"],
        status=row["status"],
        published=datetime.fromisoformat(row["published"]) if row["published"] else None,
        version=row["version"],
        identifiers=tuple(Identifier(*one) for one in orjson.loads(row["identifiers"])),
        sources=tuple(Source(*one) for one in orjson.loads(row["sources"])),
        **{name: tuple(orjson.loads(row[name])) for name in _TEXTS},
    )


def rows_of_identifiers(paper: Paper) -> list[dict[str, object]]:
    """The rows of ``identifiers``: the paper's own with its pages, then what its abstract links to."""
    pages = set(map(to_address, paper.identifiers))
    own = {*paper.identifiers, *filter(None, map(identify, set(paper.links) - pages))}
    linked = {*identifiers_in(_from_first_link(paper.raw))} - own
    return [
        {"scheme": one.scheme, "value": one.value, "seq": paper.seq, "own": one in own}
        for one in (*own, *linked)
    ]


def _from_first_link(text: str) -> str:
    """The text from somewhat before the first thing that may be an identifier; mostly there is none.

    Seeking identifiers through all abstracts takes longer than all else that is done with them.
    """
    starts = []
    if number := _NUMBER.search(text):
        starts.append(number.start() - _DIGITS)
    if "/" in text and (address := _ADDRESS.search(text)):
        starts.append(address.start())
    return text[text.rfind(" ", 0, max(min(starts) - PREFIX, 0)) + 1 :] if starts else ""


def said(reading: Reading, paper: Paper | None) -> str:
    """What the reading says otherwise than its paper, as JSON; everything where there is no paper yet."""
    told, known = _told(reading) | {"version": reading.version}, _told_by(paper)
    return to_json({name: value for name, value in told.items() if value != known[name]})


def reading_of(source: Source, what: str, paper: Paper | None) -> Reading:
    """The reverse of said()."""
    told: dict[str, Any] = _told_by(paper) | orjson.loads(what)
    return Reading(
        source=source,
        title=told["title"],
        abstract=told["abstract"],
        authors=tuple(told["authors"]),
        venue=told["venue"],
        year=told["year"],
        status=told["status"],
        identifiers=tuple(Identifier(*one) for one in told["identifiers"]),
        links=tuple(told["links"]),
        keywords=tuple(told["keywords"]),
        published=datetime.fromisoformat(told["published"]) if told["published"] else None,
        version=told["version"],
    )


def _told(reading: Reading) -> dict[str, object]:
    return {
        "title": reading.title,
        "abstract": reading.abstract,
        "authors": list(reading.authors),
        "venue": reading.venue,
        "year": reading.year,
        "status": reading.status,
        "identifiers": _lists(reading.identifiers),
        "links": list(reading.links),
        "keywords": list(reading.keywords),
        "published": reading.published and reading.published.isoformat(),
    }


def _told_by(paper: Paper | None) -> dict[str, object]:
    if paper is None:
        return _told(_SILENT) | {"version": 0}
    return {
        "title": paper.raw_title or paper.title or "",
        "abstract": paper.raw,
        "authors": list(paper.authors),
        "venue": paper.venue,
        "year": paper.year,
        "status": paper.status,
        "identifiers": _lists(paper.identifiers),
        "links": list(paper.links),
        "keywords": list(paper.keywords),
        "published": paper.published and paper.published.isoformat(),
        "version": paper.version,
    }


def _lists(identifiers: Iterable[Identifier]) -> list[list[str]]:
    return [[one.scheme, one.value] for one in identifiers]


_SILENT: Final = Reading(source=Source("", "record", 0))
