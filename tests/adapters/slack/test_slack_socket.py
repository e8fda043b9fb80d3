import asyncio
import time
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest
from slack_bolt.app.async_app import AsyncApp

from adapters.slack import app as socket_face
from adapters.slack import web as web_face
from adapters.slack.app import Face
from adapters.slack.connect import introduce, persist, reading_client
from adapters.slack.socket import Connection, listen
from bot.app import open_app
from bot.errors import PlatformRefused
from tests.adapters.slack.conftest import serving, settings_for
from tests.slack_person import Person
from tests.slack_server import SlackServer

PING_S = 0.2


@pytest.fixture
async def hasty(slack: SlackServer, data: Path) -> AsyncIterator[Person]:
    """Somebody whose bot pings often, so that it soon knows that it is deaf."""
    settings = settings_for(slack, "socket", data)
    async with open_app(settings) as app:
        client, stop = reading_client(settings), asyncio.Event()
        face = Face(app, await introduce(client), client)
        task = asyncio.create_task(listen(client, "xapp-1", face.bolt, stop, ping_s=PING_S))
        await slack.until_sockets(1)
        yield Person(slack)
        stop.set()
        await task


async def heard(slack: SlackServer, person: Person) -> None:
    await person.types("growing turnips")
    assert "Growing Turnips" in (await slack.until(1)).everything()


async def test_a_lost_socket_comes_back(slack: SlackServer, hasty: Person) -> None:
    await slack.drop()
    await slack.until_sockets(2)
    await heard(slack, hasty)


async def test_a_silent_socket_is_replaced(slack: SlackServer, hasty: Person) -> None:
    slack.silent.update(slack.sockets)
    await slack.until_sockets(2)
    await heard(slack, hasty)


@pytest.mark.parametrize(("silent_pings", "deaf"), [(0, False), (2.5, False), (3, True), (9, True)])
async def test_three_pings_without_an_answer_are_deafness(
    slack: SlackServer, data: Path, silent_pings: float, deaf: bool
) -> None:
    client = reading_client(settings_for(slack, "socket", data))
    connection = Connection("", client, AsyncApp(client=client), ping_s=10)
    connection.last_ping_pong_time = time.time() - silent_pings * 10
    assert await connection.is_ping_pong_failing() is deaf
    await connection.close()


async def test_the_next_socket_is_open_before_the_last_one_closes(slack: SlackServer, hasty: Person) -> None:
    await slack.goodbye()
    assert not slack.sockets[0].closed
    await slack.until_sockets(2)
    await heard(slack, hasty)


async def test_slack_out_of_reach_is_waited_for(
    slack: SlackServer, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    slack.down = True
    settings = settings_for(slack, "socket", data)
    async with open_app(settings) as app:
        stop = asyncio.Event()
        task = asyncio.create_task(socket_face.serve(app, stop))
        async with asyncio.timeout(30):
            while "cannot be reached" not in caplog.text:  # noqa: ASYNC110 - the log tells nobody
                await asyncio.sleep(0.02)
        slack.down = False
        await slack.until_sockets(1)
        stop.set()
        await task
    assert caplog.text.count("cannot be reached") == 1


@pytest.mark.parametrize("face", ["socket", "http"])
@pytest.mark.parametrize("error", ["invalid_auth", "account_inactive", "token_revoked", "not_authed"])
async def test_a_bad_token_is_one_sentence(slack: SlackServer, data: Path, face: str, error: str) -> None:
    slack.errors["auth.test"] = error
    serve = socket_face.serve if face == "socket" else web_face.serve
    async with open_app(settings_for(slack, face, data)) as app:
        with pytest.raises(PlatformRefused, match=f"{error}.*SLACK_BOT_TOKEN"):
            await serve(app, asyncio.Event())


async def test_a_bad_app_token_is_one_sentence(slack: SlackServer, data: Path) -> None:
    slack.errors["apps.connections.open"] = "invalid_auth"
    async with open_app(settings_for(slack, "socket", data)) as app:
        with pytest.raises(PlatformRefused, match="SLACK_APP_TOKEN"):
            await socket_face.serve(app, asyncio.Event())


async def test_a_missing_scope_is_named(slack: SlackServer, data: Path) -> None:
    slack.scopes = "commands,users:read"
    async with open_app(settings_for(slack, "socket", data)) as app:
        with pytest.raises(PlatformRefused, match="chat:write"):
            await socket_face.serve(app, asyncio.Event())


async def test_a_refused_connection_is_no_refusal_of_ours(data: Path) -> None:
    async with SlackServer() as gone:
        settings = settings_for(gone, "socket", data)
    async with open_app(settings) as app:
        stop = asyncio.Event()
        task = asyncio.create_task(socket_face.serve(app, stop))
        await asyncio.sleep(0.2)
        assert not task.done()
        stop.set()
        async with asyncio.timeout(30):
            await task


async def test_pauses_grow_and_end_with_the_answer() -> None:
    tries: list[float] = []

    async def fails_thrice() -> str:
        tries.append(asyncio.get_running_loop().time())
        if len(tries) < 4:
            raise OSError
        return "found"

    assert await persist(fails_thrice, asyncio.Event(), first_pause_s=0.05) == "found"
    pauses = [later - sooner for sooner, later in pairwise(tries)]
    assert all(took > asked - 0.01 for took, asked in zip(pauses, (0.05, 0.1, 0.2), strict=True))


async def test_stopping_takes_nothing_new(slack: SlackServer, data: Path) -> None:
    async with serving(slack, "socket", data):
        pass
    assert all(socket.closed for socket in slack.sockets)
