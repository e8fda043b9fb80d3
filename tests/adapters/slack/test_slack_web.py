import asyncio
import json
import time
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


MALFORMED = {
    "nothing signed": (BODY, {}),
    "empty headers": (BODY, {"X-Slack-Request-Timestamp": "", "X-Slack-Signature": ""}),
    "a timestamp without digits": (BODY, signature(BODY, "yesterday")),
    "an empty signature": (BODY, signature(BODY, now()) | {"X-Slack-Signature": ""}),
    "a signature beyond ASCII": (BODY, signature(BODY, now()) | {"X-Slack-Signature": "v0=é"}),
    "another secret": (BODY, signature(BODY, now(), "other")),
    "another body": (BODY, signature(b"text=else", now())),
    "too old": (BODY, signature(BODY, now(400))),
    "from the future": (BODY, signature(BODY, now(-400))),
    "no UTF-8": (b"\xff\xfe", signature(b"\xff\xfe", now())),
    "a timestamp without end": (BODY, signature(BODY, "9" * 5000)),
}


async def post(address: str, body: bytes, headers: dict[str, str]) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session:
        answer = await session.post(address, data=body, headers=headers)
        return answer.status, await answer.text()


@pytest.mark.parametrize("case", MALFORMED)
async def test_what_slack_did_not_sign_is_refused_in_one_line(
    slack: SlackServer, data: Path, caplog: pytest.LogCaptureFixture, case: str
) -> None:
    body, headers = MALFORMED[case]
    async with serving(slack, "http", data) as (person, _):
        caplog.clear()
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


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"payload=%7B", b"null", b'{"type":"event_callback"}'])
async def test_signed_nonsense_does_no_harm(slack: SlackServer, data: Path, body: bytes) -> None:
    async with serving(slack, "http", data) as (person, _):
        status, _ = await post(
            person.address, body, signature(body, now()) | {"Content-Type": "application/json"}
        )
        assert status in {200, 400, 404, 500}
        await person.types("growing turnips")
        assert "Growing Turnips" in (await slack.until(1)).everything()


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
