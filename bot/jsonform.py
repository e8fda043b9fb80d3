"""The console's JSON: hits and papers as plain dictionaries."""

from typing import Any

import orjson

from bot.models import Found, Hit, Paper, Why


def answer(found: Found) -> dict[str, Any]:
    """Whether anything is sure, and the hits."""
    return {"found": found.sure, "hits": [hit(one) for one in found.hits]}


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
    return orjson.dumps(value).decode()


def _common(one: Paper) -> dict[str, Any]:
    return {
        "id": one.id,
        "title": one.title,
        "heading": one.heading,
        "authors": one.authors,
        "venue": one.venue,
        "year": one.year,
        "url": one.links[0] if one.links else None,
        "places": [source.to_dict() for source in one.sources],
    }
