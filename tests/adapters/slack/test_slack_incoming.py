from typing import Any

import pytest

from adapters.slack import incoming
from adapters.slack.incoming import typed


@pytest.mark.parametrize(
    ("handed_on", "written"),
    [
        ("find diffusion policy", "find diffusion policy"),
        ("<https://arxiv.org/abs/1706.03762>", "https://arxiv.org/abs/1706.03762"),
        (
            "<https://arxiv.org/abs/1706.03762|https://arxiv.org/abs/1706.03762>",
            "https://arxiv.org/abs/1706.03762",
        ),
        ("<http://arxiv.org/abs/1706.03762|arxiv.org/abs/1706.03762>", "arxiv.org/abs/1706.03762"),
        ("see <https://arxiv.org/abs/1706.03762|this paper> now", "see https://arxiv.org/abs/1706.03762 now"),
        ("<https://x.org/f?a=1&amp;b=2>", "https://x.org/f?a=1&b=2"),
        ("Q&amp;A for x &lt; y &gt; z", "Q&A for x < y > z"),
        ("&amp;lt; stays an entity", "&lt; stays an entity"),
        ("by <@U123|ada>", "by @ada"),
        ("by <@U123>", "by"),
        ("in <#C1|papers> --here", "in #papers --here"),
        ("<!here> look", "@here look"),
        ("<!subteam^S1|@robotics> look", "@robotics look"),
        ("<mailto:ada@lab.org|ada@lab.org>", "ada@lab.org"),
        ("  --page 2 ", "--page 2"),
        ("", ""),
    ],
)
def test_text_is_read_as_the_person_typed_it(handed_on: str, written: str) -> None:
    assert typed(handed_on) == written


def an_event(**fields: Any) -> dict[str, Any]:
    event = {
        "type": "message",
        "user": "U1",
        "channel": "D1",
        "channel_type": "im",
        "ts": "1.0",
        "text": "PRAC",
    }
    return {"team_id": "T1", "event_id": "Ev1", "event": event | fields}


@pytest.mark.parametrize(
    "fields",
    [
        {"bot_id": "B1"},
        {"subtype": "message_changed", "hidden": True},
        {"subtype": "message_deleted"},
        {"subtype": "channel_join"},
        {"subtype": "bot_message"},
        {"user": "USLACKBOT"},
        {"user": None},
        {"channel_type": "channel"},
        {"channel_type": "mpim"},
    ],
)
def test_what_no_person_said_to_the_bot_is_no_question(fields: dict[str, Any]) -> None:
    assert incoming.direct(an_event(**fields), "/paper") is None


@pytest.mark.parametrize("subtype", ["file_share", "thread_broadcast"])
def test_a_file_or_a_broadcast_with_words_is_a_question(subtype: str) -> None:
    ask = incoming.direct(an_event(subtype=subtype), "/paper")
    assert ask is not None
    assert ask.text == "PRAC"


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("<@UBOT> persona pruner", "persona pruner"),
        ("<@UBOT|paperbot>: persona pruner", "persona pruner"),
        ("who knows, <@UBOT>, persona pruner", "who knows persona pruner"),
        ("<@UBOT> /paper find PRAC", "find PRAC"),
        ("<@UBOT> /lit find PRAC", "find PRAC"),
        ("<@UBOT>", ""),
        ("<@UBOT> ask <@U2>", "ask"),
    ],
)
def test_a_mention_is_what_is_said_beside_the_name(said: str, asked: str) -> None:
    ask = incoming.mention(an_event(type="app_mention", channel="C1", text=said), "UBOT", "/lit")
    assert ask is not None
    assert ask.text == asked
    assert ask.caller.asked == "mention"


@pytest.mark.parametrize(("thread", "answered_in"), [({}, "1.0"), ({"thread_ts": "0.5"}, "0.5")])
def test_a_mention_is_answered_in_its_thread(thread: dict[str, str], answered_in: str) -> None:
    ask = incoming.mention(an_event(channel="C1", **thread), "UBOT", "/paper")
    assert ask is not None
    assert ask.thread == answered_in


def test_an_event_is_known_again_by_its_id_and_by_its_message() -> None:
    ask = incoming.direct(an_event(), "/paper")
    assert ask is not None
    assert ask.keys == ("slack:Ev1", "slack:T1:D1:1.0")


def test_a_command_in_a_direct_message_is_asked_directly() -> None:
    body = {"team_id": "T1", "channel_id": "D9", "user_id": "U1", "user_name": "ada", "response_url": "u"}
    assert incoming.command(body).caller.asked == "direct"
    assert incoming.command(body | {"channel_id": "C9"}).caller.asked == "command"
