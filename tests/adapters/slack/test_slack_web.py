import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path

import aiohttp
import pytest

from adapters.slack import web as web_face
from bot.app import open_app
from bot.errors import PlatformRefused
from tests.adapters.slack.conftest import healthy, serving, settings_for
from tests.slack_person import signature
from tests.slack_server import SlackServer

BODY = b"token=x&command=/paper&text=private-words"


def now(ago_s: int = 0) -> str:
    return str(int(time.time()) - ago_s)


# A body and the headers to it, made when the test runs: what was signed long ago is refused for that.
REFUSED: dict[str, Callable[[], tuple[bytes, dict[str, str]]]] = {
    "nothing signed": lambda: (BODY, {}),
    "empty headers": lambda: (BODY, {"X-Slack-Request-Timestamp": "", "X-Slack-Signature": ""}),
    "a timestamp without digits": lambda: (BODY, signature(BODY, "yesterday")),
    "an empty signature": lambda: (BODY, signature(BODY, now()) | {"X-Slack-Signature": ""}),
    "a signature beyond ASCII": lambda: (BODY, signature(BODY, now()) | {"X-Slack-Signature": "v0=é"}),
    "another secret": lambda: (BODY, signature(BODY, now(), "other")),
    "another body": lambda: (BODY, signature(b"text=else", now())),
    "too old": lambda: (BODY, signature(BODY, now(400))),
    "from the future": lambda: (BODY, signature(BODY, now(-4000))),
    "no UTF-8": lambda: (b"\xff\xfe", signature(b"\xff\xfe", now())),
    "a timestamp without end": lambda: (BODY, signature(BODY, "9" * 5000)),
}


async def post(address: str, body: bytes, headers: dict[str, str]) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session:
        answer = await session.post(address, data=body, headers=headers)
        return answer.status, await answer.text()


@pytest.mark.parametrize("case", REFUSED)
async def test_what_slack_did_not_sign_is_refused_in_one_line(
    slack: SlackServer, data: Path, caplog: pytest.LogCaptureFixture, case: str
) -> None:
    async with serving(slack, "http", data) as (person, _):
        caplog.clear()
        body, headers = REFUSED[case]()
        status, _ = await post(person.address, body, headers)
        assert status == 401
        assert [record.levelname for record in caplog.records] == ["WARNING"]
        assert "private-words" not in caplog.text


async def test_a_giant_body_is_refused_before_it_is_hashed(slack: SlackServer, data: Path) -> None:
    async with serving(slack, "http", data) as (person, _):
        body = b"x" * (1024**2 + 1)
        assert (await post(person.address, body, signature(body, now())))[0] == 413


async def test_slack_can_verify_the_address(slack: SlackServer, data: Path) -> None:
    body = json.dumps({"type": "url_verification", "challenge": "c-1", "token": "x"}).encode()
    async with serving(slack, "http", data) as (person, _):
        headers = signature(body, now()) | {"Content-Type": "application/json"}
        status, text = await post(person.address, body, headers)
    assert status == 200
    assert "c-1" in text


NONSENSE = (
    *(
        "",
        "[]",
        "null",
        "{x",
        "7",
        '"private-words"',
        "[" * 100_000,
        "{}",
        '{"private-words":1}',
        "private-words",
    ),
    *("payload={x", "payload=[1]", "payload=null", "payload=7", "payload={}", "payload=%7B", "payload="),
    'payload={"type":"block_actions","actions":[]}',
    'payload={"type":"block_actions","actions":null,"team":[]}',
    'payload={"type":"message_action","callback_id":["private-words"]}',
    '{"type":"event_callback"}',
    '{"type":"event_callback","event":[]}',
    '{"type":"event_callback","event":{"type":{}}}',
    '{"type":"event_callback","authorizations":{"private-words":1}}',
)


@pytest.mark.parametrize("shape", ["application/json", "application/x-www-form-urlencoded"])
@pytest.mark.parametrize("body", NONSENSE, ids=lambda body: body[:40])
async def test_signed_nonsense_is_a_bad_request_and_one_line(
    slack: SlackServer, data: Path, caplog: pytest.LogCaptureFixture, body: str, shape: str
) -> None:
    async with serving(slack, "http", data) as (person, _):
        caplog.clear()
        sent = body.encode()
        status, _ = await post(person.address, sent, signature(sent, now()) | {"Content-Type": shape})
        told = [record.getMessage() for record in caplog.records]
    assert status == 400
    assert len(told) == 1
    assert told[0].startswith("not understood")
    assert "private-words" not in caplog.text
    assert "Traceback" not in caplog.text


async def test_health_waits_for_slack(slack: SlackServer, data: Path) -> None:
    slack.down = True
    settings = settings_for(slack, "http", data)
    async with open_app(settings) as app:
        stop = asyncio.Event()
        task = asyncio.create_task(web_face.serve(app, stop))
        await healthy(settings.port, 503)
        address = f"http://127.0.0.1:{settings.port}/slack/events"
        assert (await post(address, BODY, signature(BODY, now())))[0] == 503
        slack.down = False
        await healthy(settings.port, 200)
        stop.set()
        await task


async def test_a_taken_port_is_one_sentence(slack: SlackServer, data: Path) -> None:
    async with serving(slack, "http", data) as (person, app):
        taken = int(person.address.split(":")[2].split("/")[0])
        assert app.settings.port == taken
        with pytest.raises(PlatformRefused, match=str(taken)):
            await web_face.serve(app, asyncio.Event())
