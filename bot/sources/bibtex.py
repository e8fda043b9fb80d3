"""BibTeX: entries in braces behind an ``@`` that begins a line.

bibtexparser splits them; it is given one entry at a time, so that neither memory nor a missing brace goes beyond it.
"""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from bibtexparser.model import (
    Block,
    DuplicateBlockKeyBlock,
    DuplicateFieldKeyBlock,
    Entry,
    ImplicitComment,
    ParsingFailedBlock,
    String,
)
from bibtexparser.splitter import Splitter

from bot.models import Reading, Source
from bot.sources.bibtext import address, left_open, people, prose, value
from bot.sources.encoding import Encoding
from bot.sources.listed import Listed
from bot.sources.records import reading
from bot.sources.stream import RECORD_CAP, decode, lines
from bot.sources.values import Fault, Item
from bot.text.identify import identifiers_in

# What it says of broken entries is said by our reports, in the operator's language.
logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)

_BEGINS: Final = re.compile(rb"\s*@\w*[ \t]*[{(]")
_ENTRY: Final = re.compile(r"^[ \t]*@[A-Za-z]+[ \t]*[{(]", re.MULTILINE)
_NO_RECORDS: Final = ("@comment", "@string", "@preamble")
_UNCLOSED: Final = "Unexpected"  # how bibtexparser begins its reason when an entry or the file ends too early
_VENUE: Final = ("booktitle", "journal", "journaltitle", "eventtitle")
_YEAR: Final = ("year", "date")
_SHOWN: Final = 80  # characters of a key in a report


def read(file: str, stream: Iterator[bytes]) -> Iterator[Item]:
    """The readings, numbered by record from 0; broken entries count, comments and abbreviations do not.

    An entry speaks for itself: a file of them is as often somebody's library as a conference's list, and its name
    says nothing. Memory holds one entry, and the keys of all.
    """
    encoding = Encoding()
    shelf = _Shelf(file)
    for line, raw in _pieces(stream):
        if raw is None:
            yield shelf.broken(line, Fault("source-too-long", {"limit": RECORD_CAP}))
            continue
        text, utf8 = decode(raw)
        if not utf8:
            encoding.foreign(f"line {line}")
        for block in Splitter(text).split().blocks:
            yield from shelf.items(block, line)
    yield from encoding.report(file)


def is_bibtex(head: str) -> bool:
    """Whether some line begins an entry, an abbreviation or a comment."""
    return _ENTRY.search(head) is not None


@dataclass(slots=True)
class _Shelf:
    """What is known of a file so far."""

    file: str
    record: int = -1
    strings: dict[str, str] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)

    def items(self, block: Block, line: int) -> Iterator[Item]:
        """What one block of the piece that begins at that line gives."""
        at = line + (block.start_line or 0)
        if isinstance(block, DuplicateBlockKeyBlock) and block.ignore_error_block is not None:
            block = block.ignore_error_block
        if isinstance(block, DuplicateFieldKeyBlock) and block.ignore_error_block is not None:
            block = block.ignore_error_block  # the first of two equal fields counts, as in BibTeX itself
        if isinstance(block, String):
            self.strings[block.key.lower()] = value(block.value, self.strings)[0]
        elif isinstance(block, Entry):
            yield from self._entry(block, at, line)
        elif isinstance(block, ParsingFailedBlock):
            yield from self._failed(block, at)
        elif isinstance(block, ImplicitComment) and block.comment.startswith((",", "}")) and self.record >= 0:
            yield Fault("source-bibtex-brace").at(self.file, f"line {at}")

    def broken(self, line: int, fault: Fault) -> Item:
        """An entry that gives nothing but this report."""
        self.record += 1
        return fault.at(self.file, f"line {line}")

    def _failed(self, block: ParsingFailedBlock, at: int) -> Iterator[Item]:
        kind = (block.raw or "").lstrip().lower()
        if kind.startswith("@comment"):
            return
        fault = Fault("source-bibtex-sign")
        if str(getattr(block.error, "abort_reason", "")).startswith(_UNCLOSED):
            fault = Fault("source-bibtex-unclosed", {"line": at + left_open(block.raw or "")})
        if kind.startswith(_NO_RECORDS):
            yield fault.at(self.file, f"line {at}")
        else:
            yield self.broken(at, fault)

    def _entry(self, entry: Entry, at: int, line: int) -> Iterator[Item]:
        fields: dict[str, str] = {}
        for one in entry.fields:
            raw = str(one.value)
            text, end = value(raw, self.strings)
            if end < len(raw):
                row = line + one.start_line + raw.count("\n", 0, end)
                yield self.broken(row, Fault("source-bibtex-comma", {"field": one.key[:_SHOWN]}))
                return
            fields.setdefault(one.key.lower(), text)
        self.record += 1
        source = Source(self.file, "record", self.record)
        said = _front_matter(entry, fields) or reading(_record(fields), source, Listed())
        before = self.keys.setdefault(entry.key, at)
        if isinstance(said, Reading) and before != at and entry.key:
            fault = Fault("source-bibtex-key", {"key": entry.key[:_SHOWN], "line": before})
            yield fault.at(self.file, f"line {at}")
        yield said.at(self.file, f"line {at}") if isinstance(said, Fault) else said


def _front_matter(entry: Entry, fields: dict[str, str]) -> Fault | None:
    """What the entry is when it is a whole volume, which other entries refer to."""
    if entry.entry_type not in ("proceedings", "collection"):
        return None
    return Fault("source-front-matter", {"title": fields.get("title", entry.key)[:_SHOWN]})


def _record(fields: dict[str, str]) -> dict[str, object]:
    """The entry as records are."""
    title, subtitle = prose(fields.get("title", "")), prose(fields.get("subtitle", ""))
    venue = next((fields[name] for name in _VENUE if fields.get(name)), "")
    return {
        "title": f"{title}: {subtitle}" if subtitle else title,
        "abstract": prose(fields.get("abstract", "")),
        "authors": people(fields.get("author", "")),
        "venue": prose(venue),
        "year": next((fields[name] for name in _YEAR if fields.get(name)), ""),
        "keywords": prose(fields.get("keywords", "")),
        "url": address(fields.get("url", "")),
        "doi": address(fields.get("doi", "")),
        "arxiv": _arxiv(fields, venue),
    }


def _arxiv(fields: dict[str, str], venue: str) -> str:
    """The arXiv id, where reference managers put it; empty for none."""
    archive = fields.get("archiveprefix") or fields.get("eprinttype") or "arxiv"
    if archive.lower() == "arxiv" and (eprint := address(fields.get("eprint", ""))):
        return eprint
    volume = fields.get("volume", "")  # as DBLP has it: journal CoRR, volume abs/1706.03762
    said = f"arXiv:{volume.removeprefix('abs/')}" if volume.startswith("abs/") else venue
    return next((str(one) for one in identifiers_in(said) if one.scheme == "arxiv"), "")


def _pieces(stream: Iterator[bytes]) -> Iterator[tuple[int, bytes | None]]:
    """The text cut before every line that begins an entry, with its line; None for a piece beyond RECORD_CAP."""
    rows: list[bytes] = []
    start, size = 1, 0
    for number, line in enumerate(lines(stream), 1):
        if number > 1 and (line is None or _BEGINS.match(line)):
            yield start, b"\n".join(rows) if size <= RECORD_CAP else None
            rows, start, size = [], number, 0
        size += RECORD_CAP + 1 if line is None else len(line) + 1
        if line is not None and size <= RECORD_CAP:
            rows.append(line)
    yield start, b"\n".join(rows) if size <= RECORD_CAP else None
