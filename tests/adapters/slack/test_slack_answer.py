from typing import Any

import pytest

from adapters.slack.answer import Way, ways
from adapters.slack.incoming import Ask, Kind
from bot.message import Message
from bot.models import Place
from tests.make import a_caller

TURNS = "1r" + "random?"  # a button whose answer takes the place of its message
OPENS = "1-" + "random?"


def an_ask(kind: Kind, channel: str = "C1", **fields: Any) -> Ask:
    given: dict[str, Any] = {"response_url": "https://slack.example/k1"} if kind != "mention" else {}
    return Ask(kind=kind, caller=a_caller(place=Place("slack", "T1", channel)), **(given | fields))


PRIVATE, PUBLIC = Message("for you"), Message("for all", private=False)


@pytest.mark.parametrize(
    ("ask", "message", "how"),
    [
        (an_ask("command"), PRIVATE, ("respond", "whisper")),
        (an_ask("command"), PUBLIC, ("respond to all", "post")),
        (an_ask("command", "D1"), PRIVATE, ("post", "respond")),
        (an_ask("command", "D1"), PUBLIC, ("post", "respond")),
        (an_ask("mention"), PRIVATE, ("post",)),
        (an_ask("mention"), PUBLIC, ("post",)),
        (an_ask("direct", "D1", response_url=""), PRIVATE, ("post",)),
        (an_ask("shortcut"), PRIVATE, ("respond", "whisper")),
        (an_ask("shortcut", "D1"), PRIVATE, ("respond", "whisper")),
        (an_ask("button", button=OPENS, ephemeral=True), PRIVATE, ("respond", "whisper")),
        (an_ask("button", button=OPENS, ephemeral=True), PUBLIC, ("respond to all", "post")),
        (an_ask("button", button=OPENS), PUBLIC, ("respond to all", "post")),
        (an_ask("button", button=OPENS, response_url=""), PUBLIC, ("post",)),
        (an_ask("button", button=OPENS, response_url=""), PRIVATE, ("whisper",)),
        (an_ask("button", "D1", button=OPENS), PRIVATE, ("post", "respond")),
        (an_ask("button", button=TURNS, ephemeral=True), PRIVATE, ("replace", "whisper")),
        (an_ask("button", "D1", button=TURNS), PRIVATE, ("replace", "post")),
        (an_ask("button", button=TURNS), PRIVATE, ("respond", "whisper")),
    ],
)
def test_an_answer_goes_where_it_belongs(ask: Ask, message: Message, how: tuple[Way, ...]) -> None:
    assert ways(ask, message) == how
