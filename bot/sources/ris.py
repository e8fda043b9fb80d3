"""RIS, as reference managers and publishers export it: a tag of two letters a line, from TY to ER."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from bot.models import Source
from bot.sources.authors import given_first
from bot.sources.encoding import Encoding
from bot.sources.listed import Listed
from bot.sources.records import reading
from bot.sources.stream import RECORD_CAP, decode, lines
from bot.sources.values import Fault, Item
from bot.text.identify import identifiers_in

_BEGINS: Final = re.compile(r"^\ufeff?TY {1,2}- ?\w", re.MULTILINE)
_TAG: Final = re.compile(r"([A-Z][A-Z0-9]) {1,2}-(?: +(.*)|$)")

# Tags that say the same, the one that is meant for it first.
_TITLE: Final = ("TI", "T1", "CT", "BT")
_AUTHORS: Final = ("AU", "A1")
_ABSTRACT: Final = ("AB", "N2")
_VENUE: Final = ("T2", "JF", "JO", "JA", "J2", "C3")
_YEAR: Final = ("PY", "Y1", "DA")
_PDF: Final = ("L1",)


@dataclass(slots=True)
class _Record:
    """A record as far as it has been read; ``size`` in bytes."""

    line: int
    tags: dict[str, list[str]] = field(default_factory=dict)
    last: str = ""
    size: int = 0


def read(file: str, stream: Iterator[bytes]) -> Iterator[Item]:
    """The readings, numbered by record from 0; a record without its ER ends where the next one begins."""
    encoding = Encoding()
    for number, record in enumerate(_records(stream, encoding)):
        said = (
            reading(_fields(record.tags), Source(file, "record", number), Listed())
            if record.size <= RECORD_CAP
            else Fault("source-too-long", {"limit": RECORD_CAP})
        )
        yield said.at(file, f"line {record.line}") if isinstance(said, Fault) else said
    yield from encoding.report(file)


def is_ris(head: str) -> bool:
    """Whether some line begins a record."""
    return _BEGINS.search(head) is not None


def _records(stream: Iterator[bytes], encoding: Encoding) -> Iterator[_Record]:
    record: _Record | None = None
    for number, line in enumerate(lines(stream), 1):
        text, utf8 = decode(line) if line is not None else ("", True)
        if not utf8:
            encoding.foreign(f"line {number}")
        text = text.strip()
        tag = _TAG.fullmatch(text)
        if tag and tag[1] in ("TY", "ER"):
            if record:
                yield record
            record = _Record(number) if tag[1] == "TY" else None
        elif record:
            record.size += RECORD_CAP + 1 if line is None else len(line)
            if record.size <= RECORD_CAP:
                _add(record, tag, text)
    if record:
        yield record


def _add(record: _Record, tag: re.Match[str] | None, text: str) -> None:
    """One more line: a tag, or what the last one could not hold."""
    if tag:
        record.last = tag[1]
        record.tags.setdefault(record.last, []).append((tag[2] or "").strip())
    elif text and record.last:
        record.tags[record.last].append(f"{record.tags[record.last].pop()}\n{text}".strip())


def _fields(tags: dict[str, list[str]]) -> dict[str, object]:
    """The record as others are."""
    title, venue = _first(tags, _TITLE), _first(tags, _VENUE)
    pages = [*tags.get("UR", ()), *tags.get("L2", ())]
    keywords = tags.get("KW", [])
    return {
        "title": title,
        "abstract": "\n".join(_all(tags, _ABSTRACT)),
        "authors": [given_first(name) for name in _all(tags, _AUTHORS)],
        "venue": venue,
        "year": _first(tags, _YEAR),
        "keywords": keywords if len(keywords) > 1 else "".join(keywords),
        "doi": _first(tags, ("DO",)),
        "arxiv": next((str(one) for one in identifiers_in(venue) if one.scheme == "arxiv"), ""),
        "pdf": _first(tags, _PDF),
        **dict(zip(("url", "link"), pages, strict=False)),
    }


def _first(tags: dict[str, list[str]], names: tuple[str, ...]) -> str:
    return next(iter(_all(tags, names)), "")


def _all(tags: dict[str, list[str]], names: tuple[str, ...]) -> list[str]:
    """What stands under the first of the tags that hold something."""
    return next((held for name in names if (held := list(filter(None, tags.get(name, ()))))), [])
