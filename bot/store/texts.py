"""Text as every database takes it: without NUL, which PostgreSQL refuses, and without halves of UTF-16 pairs.

Sources and chat platforms clean what they bring; this is the edge at which it is certain. Both become U+FFFD, so
that nothing vanishes unseen, and what is asked for is changed just as what was stored.
"""

import json
import re
from typing import Any, Final

import orjson
import sqlalchemy
from sqlalchemy import Dialect
from sqlalchemy.types import TypeDecorator

REPLACEMENT: Final = "\ufffd"
_HALVES: Final = re.compile("[\ud800-\udfff]")


class Text(TypeDecorator[str]):
    """The type of every text column, and of whatever is compared with one."""

    impl = sqlalchemy.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - SQLAlchemy's
        """The value as it is handed to the driver."""
        return None if value is None else storable(value)


def storable(text: str) -> str:
    """The text itself, mostly; encoding it finds out much faster than a regular expression would."""
    try:
        text.encode()
    except UnicodeEncodeError:
        text = _HALVES.sub(REPLACEMENT, text)
    return text.replace("\0", REPLACEMENT)


def to_json(value: Any) -> str:
    """Plain data as JSON that can be stored, read back with orjson.loads()."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # orjson's word for half a pair
        return storable(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
