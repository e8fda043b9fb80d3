"""JSON lists: one array of records, taken apart one record at a time, so that it never is in memory whole."""

import re
from collections.abc import Iterator

from bot.models import Source
from bot.sources.encoding import Encoding
from bot.sources.jsontext import parse
from bot.sources.listed import from_name
from bot.sources.records import reading
from bot.sources.stream import RECORD_CAP
from bot.sources.values import Fault, Item

# Under these an object may hold its list of papers.
LIST_KEYS = frozenset(
    (b"papers", b"records", b"data", b"results", b"items", b"notes", b"articles", b"entries")
)

# A whole string, a bracket, or the beginning of a string whose end has not come yet.
_TOKEN = re.compile(rb'"(?P<text>[^"\\]*+(?:\\.[^"\\]*+)*+)"|[{}\[\]]|"', re.DOTALL)
_BARE = re.compile(rb'[^\s,\[\]{}"]+')
_BETWEEN = re.compile(rb"[\s,}]*")  # a bracket too many does no harm
_RECORDS = re.compile(rb"\s*[{\]]")
_FIRST_KEY = re.compile(rb'\{\s*+("(?:[^"\\]|\\.){0,80}")\s*+:')
_NEXT = rb"(?:\}\s*+,?|,)\s*+(?=\{\s*+%s\s*+:)"
_OVERLAP = 256  # bytes kept while the beginning of a next record is looked for

Parsed = tuple[dict[str, object] | Fault, bool]  # the record, and whether its text was UTF-8


def read(file: str, stream: Iterator[bytes]) -> Iterator[Item]:
    """The readings, numbered by record from 0; broken records count."""
    listed = from_name(file)
    encoding = Encoding()
    for number, (value, utf8) in enumerate(Splitter(stream)):
        place = f"record {number}"
        if not utf8:
            encoding.foreign(place)
        said = value if isinstance(value, Fault) else reading(value, Source(file, "record", number), listed)
        yield said.at(file, place) if isinstance(said, Fault) else said
    yield from encoding.report(file)


def list_begins(head: bytes) -> int | None:
    """Where the records begin in an object such as ``{"papers": [...]}``; None when it holds no such list."""
    depth, key = 0, b""
    for match in _TOKEN.finditer(head):
        token = match[0]
        if token == b"[" and depth == 1 and key in LIST_KEYS and _RECORDS.match(head, match.end()):
            return match.end()
        if token in (b"{", b"["):
            depth += 1
        elif token in (b"}", b"]"):
            depth -= 1
        elif depth == 1 and match["text"]:
            key = match["text"]
    return None


class Splitter:
    """Iterates over the records of an array, or of several arrays or records one after another.

    Memory is bounded by RECORD_CAP and one chunk. After a broken record it goes on at the next place that
    looks like the beginning of one: an object that starts with the same key.
    """

    def __init__(self, stream: Iterator[bytes]) -> None:
        self._stream = stream
        self._text = b""
        self._at = 0
        self._open = 0  # brackets around the records
        self._wrapped = False

    def __iter__(self) -> Iterator[Parsed]:
        self._more()
        begins = list_begins(self._text) if self._text.lstrip().startswith(b"{") else None
        if begins is not None:
            self._at, self._open, self._wrapped = begins, 1, True
        while self._at_a_value():
            end = self._end()
            if end is None or end - self._at > RECORD_CAP:
                yield self._give_up(), True
                continue
            parsed = parse(self._text[self._at : end])
            if isinstance(parsed[0], Fault):
                # A missing quotation mark or bracket swallows the neighbours: give them back.
                end = self._next_record(self._first_key(), end) or end
            self._at = end
            yield parsed
        if self._open > 0:
            yield Fault("source-cut"), True

    def _more(self) -> bool:
        """Takes the next chunk in and lets go of what lies behind."""
        chunk = next(self._stream, None)
        if chunk is None:
            return False
        self._text = self._text[self._at :] + chunk
        self._at = 0
        return True

    def _at_a_value(self) -> bool:
        """Moves to where the next value begins; False at the end of the list or file."""
        while True:
            between = _BETWEEN.match(self._text, self._at)
            self._at = between.end() if between else self._at
            here = self._text[self._at : self._at + 1]
            if here in (b"[", b"]"):
                self._at += 1
                self._open += 1 if here == b"[" else -1
                if self._wrapped and self._open == 0:
                    return False
            elif here:
                return True
            elif not self._more():
                return False

    def _end(self) -> int | None:
        """Where the value ends; None when the file ends first or the value is too long."""
        scanned, depth = 0, 0
        while True:
            if bare := _BARE.match(self._text, self._at):
                if bare.end() < len(self._text):
                    return bare.end()
            else:
                for match in _TOKEN.finditer(self._text, self._at + scanned):
                    token = self._text[match.start()]
                    if token in b"{[":
                        depth += 1
                    elif token in b"}]":
                        depth -= 1
                    elif match["text"] is None:
                        break
                    if depth <= 0:
                        return match.end()
                    scanned = match.end() - self._at
            if self._held() > RECORD_CAP or not self._more():
                return None

    def _give_up(self) -> Fault:
        """Moves from a value without an end to the next record, or to the end of the file."""
        too_long = self._held() > RECORD_CAP
        key = self._first_key()
        while (found := self._next_record(key)) is None:
            self._at = max(self._at, len(self._text) - _OVERLAP)
            if not self._more():
                self._at, self._open = len(self._text), 0
                break
        else:
            self._at = found
        if too_long:
            return Fault("source-too-long", {"limit": RECORD_CAP})
        return Fault("source-cut" if found is None else "source-broken")

    def _held(self) -> int:
        return len(self._text) - self._at

    def _first_key(self) -> bytes | None:
        match = _FIRST_KEY.match(self._text, self._at)
        return match[1] if match else None

    def _next_record(self, key: bytes | None, end: int | None = None) -> int | None:
        """Where, after this one and before ``end``, a record begins that starts with the key."""
        if key is None:
            return None
        match = re.compile(_NEXT % re.escape(key)).search(self._text, self._at + 1, end or len(self._text))
        return match.end() if match else None
