"""Which format a file is of, told from how it begins and never from its name."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import orjson

from bot.sources import abstracts, bibtex, jsonlines, jsonlist, ris, table
from bot.sources.stream import decode
from bot.sources.values import Fault, Item

# What is certainly no list of papers, by its first bytes, and the sentence that says so.
_REFUSED = (
    (b"\x1f\x8b", "source-packed"),  # gzip within gzip
    (b"PK\x03\x04", "source-packed"),  # zip, and with it xlsx and docx
    (b"BZh", "source-packed"),
    (b"\xfd7zXZ", "source-packed"),
    (b"\x28\xb5\x2f\xfd", "source-packed"),  # zstd
    (b"7z\xbc\xaf", "source-packed"),
    (b"%PDF", "source-pdf"),
)
_MARKUP = re.compile(rb"<(?:!doctype|\?xml|html|head|body|!--)", re.IGNORECASE)
_CONTROLS = bytes(code for code in range(0x20) if code not in b"\t\n\r\f")
_LINES_LOOKED_AT = 20


@dataclass(frozen=True, slots=True)
class Format:
    """One format of source.

    Attributes:
        name: for logs.
        begins: whether a file that begins so is of the format; told the first HEAD bytes or all there are,
            without blanks in front.
        read: yields the items of a file, told its name and its bytes.
    """

    name: str
    begins: Callable[[bytes], bool]
    read: Callable[[str, Iterator[bytes]], Iterator[Item]]


def _json_lines(head: bytes) -> bool:
    """Some line is a record; but an object over several lines begins with a line that is only its bracket."""
    first, *others = head.split(b"\n")[:_LINES_LOOKED_AT]
    return first.startswith(b"{") and first.strip() != b"{" and any(map(_is_record, (first, *others)))


def _is_record(line: bytes) -> bool:
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return isinstance(value, dict) and ("abstract" in value or jsonlist.list_begins(line) is None)


def _json_list(head: bytes) -> bool:
    return bool(re.match(rb'\[\s*(?:[\[{"\]]|$)|\{\s*(?:["}]|$)', head))


def _table(head: bytes) -> bool:
    return table.is_table(decode(head)[0])


def _bibtex(head: bytes) -> bool:
    return bibtex.is_bibtex(decode(head)[0])


def _ris(head: bytes) -> bool:
    return ris.is_ris(decode(head)[0])


def _abstract_list(head: bytes) -> bool:
    return abstracts.is_list(decode(head)[0])


# The first that fits is taken. A new format is a file with a read() and a row here.
FORMATS = (
    Format("json lines", _json_lines, jsonlines.read),
    Format("json list", _json_list, jsonlist.read),
    Format("table", _table, table.read),
    Format("bibtex", _bibtex, bibtex.read),
    Format("ris", _ris, ris.read),
    Format("abstract list", _abstract_list, abstracts.read),
)


def detect(head: bytes) -> Format | Fault:
    """The format, or why it is none of ours.

    Args:
        head: the first bytes, as UTF-8.
    """
    head = head.lstrip()
    if not head:
        return Fault("source-empty")
    for magic, key in _REFUSED:
        if head.startswith(magic):
            return Fault(key)
    if _MARKUP.match(head):
        return Fault("source-web-page")
    if len(head.translate(None, _CONTROLS)) < 0.95 * len(head):
        return Fault("source-binary")
    return next((known for known in FORMATS if known.begins(head)), Fault("source-unrecognised"))
