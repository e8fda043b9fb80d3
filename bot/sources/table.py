"""Tables (CSV, TSV): a row that names the columns, then one paper a row."""

import csv
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from bot.models import Source
from bot.sources.authors import given_first
from bot.sources.encoding import Encoding
from bot.sources.listed import from_name
from bot.sources.records import reading
from bot.sources.stream import RECORD_CAP, decode, lines
from bot.sources.values import Fault, Item

DELIMITERS: Final = ",\t;"
MOST_LINES: Final = 200  # of one row; with more, a quotation mark is missing

_LONGEST_HEADER: Final = 10_000  # characters

# What columns are called, in small letters without blanks and signs, and the field of a record each is.
_COLUMNS: Final = {
    alias: field
    for field, aliases in {
        "title": "title papertitle documenttitle articletitle 标题 题目",
        "authors": "authors author authornames authorfullnames 作者",
        "abstract": "abstract abstractnote 摘要",
        "venue": "venue conference journal booktitle publication publicationtitle sourcetitle 会议 期刊",
        "year": "year publicationyear 年份",
        "status": "status decision",
        "keywords": "keywords keyword authorkeywords 关键词",
        "url": "url link site paperurl 链接",
        "openreview": "openreview",
        "doi": "doi",
        "arxiv": "arxiv arxivid eprint",
        "pdf": "pdf pdfurl pdflink",
    }.items()
    for alias in aliases.split()
}


def read(file: str, stream: Iterator[bytes]) -> Iterator[Item]:
    """The readings, numbered by record from 0; the header and blank lines do not count, broken rows do."""
    listed = from_name(file)
    encoding = Encoding()
    source = _Lines(stream, encoding)
    header = _header(source)
    delimiter = delimiter_of(header)
    fields = _fields(_cells(header, delimiter))
    record = -1
    for line, row in _rows(source, delimiter, len(fields)):
        if not row:
            continue
        record += 1
        if isinstance(row, list) and not any(map(str.strip, row)):
            continue  # the end of a sheet, where only formatting was
        said = (
            row
            if isinstance(row, Fault)
            else reading(_record(fields, row), Source(file, "record", record), listed)
        )
        yield said.at(file, f"line {line}") if isinstance(said, Fault) else said
    yield from encoding.report(file)


def is_table(head: str) -> bool:
    """Whether the first line names a title and at least one more column that is known here."""
    first = head.split("\n", 1)[0].split("\r", 1)[0]
    return len(first) <= _LONGEST_HEADER and bool(delimiter_of(first))


def delimiter_of(header: str) -> str:
    """The sign between the cells; empty for a line that names no columns of papers."""
    known, delimiter = max((_known(header, sign), sign) for sign in DELIMITERS)
    return delimiter if known > 1 else ""


def _header(source: "_Lines") -> str:
    line = ""
    while not line.strip():
        source.begin()
        line = next(source)
    return line


def _known(header: str, delimiter: str) -> int:
    fields = set(_fields(_cells(header, delimiter))) - {""}
    return len(fields) if "title" in fields else 0


def _reader(rows: Iterable[str], delimiter: str) -> Iterator[list[str]]:
    return csv.reader(rows, delimiter=delimiter, skipinitialspace=True)


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(_reader([line], delimiter), [])
    except csv.Error:  # longer than any cell
        return []


def _fields(header: list[str]) -> list[str]:
    """The record's field for each column; empty for those that are not read."""
    return [_COLUMNS.get("".join(filter(str.isalpha, cell.lower())), "") for cell in header]


def _record(fields: list[str], row: list[str]) -> dict[str, object]:
    record: dict[str, object] = {}
    for field, cell in zip(fields, row, strict=True):
        if field and cell.strip():
            record.setdefault(field, _people(cell) if field == "authors" else cell)
    return record


def _people(cell: str) -> str | list[str]:
    """``Ash, Ann; Birch, Ben`` -> a list of names; anything else stays to be split as lists write it."""
    names = cell.split(";")
    whole = len(names) > 1 and all(name.count(",") == 1 for name in names if name.strip())
    return [given_first(name) for name in names] if whole else cell


def _rows(source: "_Lines", delimiter: str, width: int) -> Iterator[tuple[int, list[str] | Fault]]:
    """The rows with the line each begins at; an empty one for a blank line, a fault for a broken one."""
    reader = _reader(source, delimiter)
    while True:
        source.begin()
        row: list[str] | Fault | None
        try:
            row = next(reader, None)
        except _Broken as error:
            row = error.fault
        except csv.Error:
            row = Fault("source-too-long", {"limit": csv.field_size_limit()})
        if row is None:
            return
        if isinstance(row, list) and row and len(row) != width:
            row = Fault("source-cells", {"found": len(row), "expected": width})
        line = source.first
        if isinstance(row, Fault):
            source.give_back(delimiter, width)
        yield line, row


class _Broken(Exception):  # noqa: N818 - carries a fault through csv.reader, which knows none
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.key)
        self.fault = fault


class _Lines:
    """The lines, as csv.reader asks for them; it asks for more than one a row where a cell has line breaks."""

    def __init__(self, stream: Iterator[bytes], encoding: Encoding) -> None:
        self._lines = enumerate(lines(_line_feeds(stream)), 1)
        self._encoding = encoding
        self._again: deque[tuple[int, str | None]] = deque()
        self._taken: list[tuple[int, str | None]] = []
        self._size = 0

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        if len(self._taken) == MOST_LINES or self._size > RECORD_CAP:
            raise _Broken(Fault("source-quote"))
        taken = self._again.popleft() if self._again else self._next()
        if taken is None:
            if self._taken:
                raise _Broken(Fault("source-quote"))
            raise StopIteration
        self._taken.append(taken)
        text = taken[1]
        if text is None:
            missing = Fault("source-quote") if len(self._taken) > 1 else None
            raise _Broken(missing or Fault("source-too-long", {"limit": RECORD_CAP}))
        self._size += len(text)
        return text

    def begin(self) -> None:
        """A row begins with the next line."""
        self._taken.clear()
        self._size = 0

    @property
    def first(self) -> int:
        """The number of the line the row began with."""
        return self._taken[0][0]

    def give_back(self, delimiter: str, width: int) -> None:
        """Lets what follows a broken row begin anew, where a missing quotation mark has swallowed whole rows."""
        for at, (_, text) in enumerate(self._taken[1:], 1):
            if text is None or len(_cells(text, delimiter)) == width:
                self._again.extendleft(reversed(self._taken[at:]))
                return

    def _next(self) -> tuple[int, str | None] | None:
        number, line = next(self._lines, (0, b""))
        if not number:
            return None
        if line is None:
            return number, None
        text, utf8 = decode(line)
        if not utf8:
            self._encoding.foreign(f"line {number}")
        return number, f"{text}\n"


def _line_feeds(stream: Iterator[bytes]) -> Iterator[bytes]:
    """The bytes with every line break written as one line feed; old spreadsheets write a carriage return."""
    held = b""
    for chunk in stream:
        text = held + chunk
        held = b"\r" if text.endswith(b"\r") else b""
        yield text.removesuffix(b"\r").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if held:
        yield b"\n"
