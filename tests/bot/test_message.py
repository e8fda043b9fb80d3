"""Messages as plain values."""

import json

from bot.message import Action, Card, Field, Message, Span, from_dict, to_dict
from bot.models import Invocation

MESSAGE = Message(
    "all of it",
    lead=(Span("lead", strong=True), Span("link", url="https://example.org")),
    cards=(
        Card(
            "title",
            "https://example.org/1",
            lines=((Span("a"),), ()),
            fields=(Field("Venue", "ICML"),),
            footer="foot",
            actions=(Action("Show", Invocation.of("show", "typed", paper="p1")),),
        ),
        Card("bare"),
    ),
    actions=(Action("Next", Invocation.of("find", query="q", page="2"), replaces=True),),
    footer="small",
    private=False,
    once="share:1",
)


def test_a_message_comes_back_from_storage_as_it_was() -> None:
    assert from_dict(json.loads(json.dumps(to_dict(MESSAGE)))) == MESSAGE


def test_every_button_is_listed_in_the_order_shown() -> None:
    assert [action.label for action in MESSAGE.every_action()] == ["Show", "Next"]
