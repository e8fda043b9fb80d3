"""What comes from Slack without Slack's shape: one line in the log, no traceback, not a word of it."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from adapters.slack import incoming, places
from adapters.slack.connect import Me
from adapters.slack.incoming import Malformed, understood
from tests.adapters.slack.conftest import serving
from tests.slack_person import KINDS, Kind, Person
from tests.slack_server import DIRECT, TEAM, SlackServer

COMMAND: dict[str, Any] = {
    "command": "/paper",
    "text": "private-words",
    "team_id": TEAM,
    "channel_id": "C1",
    "user_id": "U1",
    "user_name": "ada",
    "response_url": "http://127.0.0.1:9/private-words",
}
PRESSED: dict[str, Any] = {
    "type": "block_actions",
    "team": {"id": TEAM},
    "user": {"id": "U1", "username": "ada"},
    "container": {"channel_id": "C1", "message_ts": "1.0"},
    "actions": [{"type": "button", "action_id": "paperbot_0", "block_id": "b", "value": "1-random?"}],
    "response_url": "http://127.0.0.1:9/private-words",
}
SHORTCUT: dict[str, Any] = {
    "type": "message_action",
    "callback_id": "paperbot_lookup",
    "team": {"id": TEAM},
    "channel": {"id": "C1"},
    "user": {"id": "U1", "name": "ada"},
    "message": {"text": "private-words"},
    "response_url": "http://127.0.0.1:9/private-words",
}


def an_event(**fields: Any) -> dict[str, Any]:
    event = {"type": "message", "user": "U1", "channel": DIRECT, "channel_type": "im", "ts": "1.0"}
    return {
        "type": "event_callback",
        "team_id": TEAM,
        "event_id": "Ev1",
        "event": event | {"text": "private-words"} | fields,
    }


def without(body: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name not in names}


CASES: dict[str, tuple[Kind, dict[str, Any]]] = {
    "a command without a team": ("command", without(COMMAND, "team_id")),
    "a command without a way to answer": ("command", without(COMMAND, "response_url")),
    "a press of nothing": ("interaction", PRESSED | {"actions": []}),
    "a press of null": ("interaction", PRESSED | {"actions": [None]}),
    "a press without a value": (
        "interaction",
        PRESSED | {"actions": [{"type": "button", "action_id": "paperbot_0", "block_id": "b"}]},
    ),
    "a press of a number": (
        "interaction",
        PRESSED | {"actions": [{"type": "button", "action_id": "paperbot_0", "block_id": "b", "value": 7}]},
    ),
    "a press by nobody": ("interaction", without(PRESSED, "user")),
    "a press in a list": ("interaction", PRESSED | {"container": ["private-words"]}),
    "a shortcut on nothing": ("interaction", SHORTCUT | {"message": None}),
    "a shortcut of a team of lists": ("interaction", SHORTCUT | {"team": {"id": ["private-words"]}}),
    "an event of no team": ("event", without(an_event(), "team_id")),
    "an event without an id": ("event", without(an_event(), "event_id")),
    "an event in a list": ("event", an_event(channel=["private-words"])),
    "an event that says a number": ("event", an_event(text=7)),
    "an event with half a character": ("event", an_event(text="\ud800 private-words")),
    "an event of a list": ("event", an_event() | {"event": ["private-words"]}),
    "a lost place of no team": ("event", without(an_event(type="channel_archive"), "team_id")),
}
FRAMES = (
    *("[]", "null", "{x", "7", "[" * 100_000, '"private-words"'),
    '{"envelope_id":"e","type":"interactive","payload":["private-words"]}',
    '{"envelope_id":"e","type":"interactive","payload":null}',
    '{"envelope_id":["private-words"],"type":{},"payload":{}}',
)


async def until_told(caplog: pytest.LogCaptureFixture) -> None:
    async with asyncio.timeout(30):
        while not caplog.records:  # noqa: ASYNC110 - the log tells nobody
            await asyncio.sleep(0.01)


def assert_told_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "not understood, though it came from Slack"
    ]
    assert "private-words" not in caplog.text
    assert "Traceback" not in caplog.text


async def send(person: Person, slack: SlackServer, kind: Kind, payload: dict[str, Any]) -> None:
    if person.address:
        status = await person.status(kind, payload)
        assert status in {200, 400}
    else:
        slack.acks["e-malformed"] = asyncio.get_running_loop().create_future()
        envelope = {"envelope_id": "e-malformed", "type": KINDS[kind], "payload": payload}
        await slack.sockets[-1].send_str(json.dumps(envelope))


@pytest.mark.parametrize("case", CASES)
async def test_a_malformed_request_is_told_in_one_line(
    slack: SlackServer, person: Person, caplog: pytest.LogCaptureFixture, case: str
) -> None:
    caplog.clear()
    await send(person, slack, *CASES[case])
    await until_told(caplog)
    assert_told_in_one_line(caplog)
    assert not slack.shown


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame[:50])
async def test_a_malformed_frame_is_told_in_one_line_and_the_socket_stays(
    slack: SlackServer, data: Path, caplog: pytest.LogCaptureFixture, frame: str
) -> None:
    async with serving(slack, "socket", data) as (person, _):
        caplog.clear()
        await slack.sockets[-1].send_str(frame)
        await until_told(caplog)
        assert_told_in_one_line(caplog)
        await person.types("growing turnips")
        assert "Growing Turnips" in (await slack.until(1)).everything()
    assert len(slack.sockets) == 1


@pytest.mark.parametrize("hole", [None, 7, [], {}, "\ud800", [None]])
@pytest.mark.parametrize(
    ("read", "body"),
    [
        (incoming.command, COMMAND),
        (incoming.pressed, PRESSED),
        (incoming.shortcut, SHORTCUT),
        (lambda body: incoming.direct(body, "/paper"), an_event()),
        (lambda body: incoming.mention(body, "B1", "/paper"), an_event()),
        (lambda body: places.news(body, Me(TEAM, "B1", "B2")), an_event(type="tokens_revoked")),
    ],
)
def test_a_hole_anywhere_is_malformed_or_does_not_matter(read: Any, body: dict[str, Any], hole: Any) -> None:
    for holed in with_holes(body, hole):
        with suppress(Malformed):
            understood(read, holed)


def with_holes(whole: Any, hole: Any) -> list[Any]:
    """The same, each time with a hole elsewhere."""
    if isinstance(whole, dict):
        inside = [{**whole, name: one} for name, part in whole.items() for one in with_holes(part, hole)]
        return [hole, *inside, *(without(whole, name) for name in whole)]
    if isinstance(whole, list):
        return [hole, *([one] for one in with_holes(whole[0], hole))]
    return [hole]
