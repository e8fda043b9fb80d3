"""One JSON value's text -> the value, or what is wrong with it; the repairs that are safe are made."""

import re

import orjson

from bot.sources.stream import decode
from bot.sources.values import Fault

# Raw control characters are not allowed in JSON, but stand in many a file; a blank does no harm.
_CONTROLS = bytes(max(code, 32) for code in range(256))
_ESCAPE = re.compile(
    rb"\\(?:(?P<pair>u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    rb"|(?P<lone>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
_NOT_A_NUMBER = re.compile(rb"(?<![\w\"])-?(?:NaN|Infinity|inf|nan)(?![\w\"])")


def parse(raw: bytes) -> tuple[dict[str, object] | Fault, bool]:
    """The record, or the fault; and whether the text was UTF-8.

    Raw control characters become blanks, lone surrogates the replacement character, and what is not UTF-8 is
    read as Windows-1252. Numbers that are none (NaN, infinity, beyond what a double holds) and more than 1,024
    levels are faults.
    """
    try:
        return _record(orjson.loads(raw)), True
    except orjson.JSONDecodeError:
        text, utf8 = decode(raw)
    repaired = _ESCAPE.sub(_whole, text.encode().translate(_CONTROLS))
    try:
        return _record(orjson.loads(repaired)), utf8
    except orjson.JSONDecodeError as error:
        return _fault(error, repaired), utf8


def _record(value: object) -> dict[str, object] | Fault:
    return value if isinstance(value, dict) else Fault("source-not-a-record")


def _whole(match: re.Match[bytes]) -> bytes:
    return rb"\ufffd" if match["lone"] else match[0]


def _fault(error: orjson.JSONDecodeError, text: bytes) -> Fault:
    if "infinity" in error.msg or _NOT_A_NUMBER.match(text, len(error.doc[: error.pos].encode())):
        return Fault("source-not-a-number")
    if "depth" in error.msg:
        return Fault("source-too-deep")
    return Fault("source-not-json", {"column": error.pos + 1})
