"""Values for tests, each with the fields that do not matter filled in."""

from datetime import UTC, datetime
from typing import Any

from bot.deliveries import Delivery
from bot.message import Message
from bot.models import Caller, Paper, Place, Reading, Source


def a_reading(**fields: Any) -> Reading:
    """A reading of one titled paper."""
    given: dict[str, Any] = {
        "source": Source("list.json", "record", 0),
        "title": "Growing Turnips with Transformers",
        "abstract": "We grow turnips. A transformer waters them, and the turnips grow 3 times as fast.",
        "authors": ("Ada Gardener", "Ben Spade"),
        "venue": "ICML",
        "year": 2026,
    }
    return Reading(**(given | fields))


def a_paper(**fields: Any) -> Paper:
    """One titled paper."""
    title = fields.get("title", "Growing Turnips with Transformers")
    given: dict[str, Any] = {
        "id": "p000000000000001",
        "seq": 1,
        "title": title,
        "heading": title or "TurnipNet: growing turnips with transformers",
        "authors": ("Ada Gardener", "Ben Spade"),
        "abstract": "We grow turnips. A transformer waters them, and the turnips grow 3 times as fast.",
        "venue": "ICML",
        "year": 2026,
        "sources": (Source("list.json", "record", 0),),
    }
    return Paper(**(given | fields))


def a_caller(**fields: Any) -> Caller:
    """Somebody in a channel of a Slack workspace."""
    given: dict[str, Any] = {"place": Place("slack", "T1", "C1"), "user": "U1", "name": "ada"}
    return Caller(**(given | fields))


def a_delivery(**fields: Any) -> Delivery:
    """A message owed to a Slack channel."""
    given: dict[str, Any] = {
        "id": 1,
        "key": "slack:T1:C1:digest:2026-12-01",
        "place": Place("slack", "T1", "C1"),
        "kind": "digest",
        "message": Message("Three new papers on turnips", private=False),
        "not_before": datetime(2026, 12, 1, 9, 30, tzinfo=UTC),
    }
    return Delivery(**(given | fields))
