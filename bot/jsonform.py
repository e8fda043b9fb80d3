"""The console's JSON: hits and papers as plain dictionaries."""

import json
from typing import Any

import orjson

from bot.models import Found, Hit, Paper, Why


def answer(found: Found) -> dict[str, Any]:
    """How long the lookup alone took, whether anything is sure, and the hits."""
    return {"ms": round(found.ms, 3), "found": found.sure, "hits": [hit(one) for one in found.hits]}


def hit(one: Hit) -> dict[str, Any]:
    """A hit; a guess says that it is one."""
    form = _common(one.paper)
    places = form.pop("places")
    form |= {"score": round(one.score, 4), "why": {"field": one.why.kind, "words": one.why.words}}
    return form | {"places": places} | ({"guess": True} if one.guess else {})


def match(one: Paper) -> dict[str, Any]:
    """A paper that a query matches: a hit's fields; all matches are equal."""
    return hit(Hit(one, 1.0, Why("words")))


def paper(one: Paper) -> dict[str, Any]:
    """A paper with its text, readable and raw."""
    return _common(one) | {"names": one.names, "abstract": one.abstract, "raw": one.raw}


def dumps(value: Any) -> str:
    """One line of JSON."""
    try:
        return orjson.dumps(value).decode()
    except (
        TypeError
    ):  # orjson's word for an integer of more than 64 bits, for half a UTF-16 pair, for deep nesting
        return json.dumps(value, separators=(",", ":"))


def loads(line: bytes) -> Any:
    """What one line of JSON says, in full: large integers, and halves of UTF-16 pairs too. dumps() can write it.

    Raises:
        ValueError: it is no JSON, or its numbers or its nesting are beyond all measure.
    """
    try:
        value = json.loads(line.decode())  # orjson would round large integers, and refuse a half pair
        json.dumps(value, allow_nan=False)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise
    except ValueError as error:  # what Python says of it is for programmers
        raise ValueError("a number of too many digits, or one that is none in JSON") from error
    return value


def _common(one: Paper) -> dict[str, Any]:
    return {
        "id": one.id,
        "title": one.raw_title or one.title,  # as published: the heading is what is shown
        "heading": one.heading,
        "authors": one.authors,
        "venue": one.venue,
        "year": one.year,
        "url": one.links[0] if one.links else None,
        "places": [source.to_dict() for source in one.sources],
    }
