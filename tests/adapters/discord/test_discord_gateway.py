"""What happens on Discord when things break, played on the project's own loopback Discord."""

import asyncio
import logging
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from adapters.discord import client
from adapters.discord.app import serve
from bot.app import App, open_app
from bot.commands import COMMANDS
from bot.errors import PlatformRefused
from bot.locale import words
from config.settings import load
from tests.discord_objects import CHANNEL, EPHEMERAL, TOKEN, Json
from tests.discord_server import DiscordServer

SAY = words()
V2 = 1 << 15
CALLBACK = r"POST /interactions/\d+/[^/]+/callback"
EDIT = r"PATCH /webhooks/.*/@original"
POST = r"POST /channels/.*"
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE = 4, 5, 6, 7


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer is deferred, however slow the machine is."""
    monkeypatch.setattr(client, "DEFER_AFTER_S", 60.0)


@pytest.fixture
async def server() -> AsyncIterator[DiscordServer]:
    async with DiscordServer().running() as running:
        yield running


@pytest.fixture
def data(corpus: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(corpus, tmp_path / "data"))


@asynccontextmanager
async def opened(data: Path, server: DiscordServer) -> AsyncIterator[App]:
    settings = load(
        env_file=None,
        data_dir=data,
        discord_token=TOKEN,
        discord_api_url=server.api_url,
        discord_gateway_url=server.gateway_url,
    )
    async with open_app(settings, patience_s=None) as app:
        yield app


@asynccontextmanager
async def serving(app: App) -> AsyncIterator[asyncio.Event]:
    """The bot at work; stopped, and seen to have stopped cleanly, at the end."""
    stop = asyncio.Event()
    task = asyncio.create_task(serve(app, stop))
    try:
        yield stop
    finally:
        stop.set()
        await asyncio.wait_for(task, 30)


@asynccontextmanager
async def running(data: Path, server: DiscordServer) -> AsyncIterator[asyncio.Event]:
    async with opened(data, server) as app, serving(app) as stop:
        await server.connected()
        yield stop


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """Somebody else writes to the database: whatever must write waits."""
    with sqlite3.connect(data / "paperbot.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def text_of(body: Json) -> str:
    found = [*body["components"]]
    for one in found:
        found += one.get("components", [])
    return "\n".join(one["content"] for one in found if one["type"] == 10)


async def test_it_asks_for_no_privileged_intent_and_tells_its_commands(
    data: Path, server: DiscordServer
) -> None:
    async with running(data, server):
        assert server.intents == 4609
    (group,) = server.commands
    assert [one["name"] for one in group["options"]] == [command.name for command in COMMANDS]
    assert group["contexts"] == [0, 1]


async def test_commands_that_discord_has_are_not_told_again(data: Path, server: DiscordServer) -> None:
    for times in (1, 2):
        async with running(data, server):
            await server.connected(identified=times)
    assert len(server.matching("PUT /applications/.*")) == 1


async def test_commands_that_cannot_be_told_do_not_keep_the_bot_from_serving(
    data: Path, server: DiscordServer
) -> None:
    server.fail("PUT /applications", 403, 50001)
    async with running(data, server):
        await server.command("help")
        await server.called(CALLBACK)


@pytest.mark.usefixtures("unhurried")
async def test_an_answer_that_is_ready_is_given_at_once(data: Path, server: DiscordServer) -> None:
    async with running(data, server):
        await server.command("find", query="growing turnips with transformers")
        body = (await server.called(CALLBACK)).body
    assert body["type"] == MESSAGE
    assert body["data"]["flags"] == EPHEMERAL | V2
    assert body["data"]["allowed_mentions"] == {"parse": []}
    assert "Growing Turnips with Transformers" in text_of(body["data"])


async def test_an_answer_that_takes_long_is_deferred_in_time_then_given(
    data: Path, server: DiscordServer
) -> None:
    async with running(data, server):
        with locked(data):
            await server.command("find", query="turnips")
            body = (await server.called(CALLBACK)).body
        edit = (await server.called(EDIT)).body
    assert body == {"type": DEFERRED, "data": {"flags": EPHEMERAL}}
    assert edit["allowed_mentions"] == {"parse": []}
    assert "turnips" in text_of(edit)


async def test_a_page_that_takes_long_is_turned_in_place_all_the_same(
    data: Path, server: DiscordServer
) -> None:
    async with running(data, server):
        with locked(data):
            await server.press("1rfind?page=2&query=turnips", server.message(flags=EPHEMERAL | V2))
            body = (await server.called(CALLBACK)).body
        edit = (await server.called(EDIT)).body
    assert body["type"] == DEFERRED_UPDATE
    assert "Page 2" in text_of(edit)


@pytest.mark.usefixtures("unhurried")
async def test_a_fault_of_ours_is_a_sentence_with_its_reference_in_the_log(
    data: Path, server: DiscordServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(data, server):
        with sqlite3.connect(data / "paperbot.db") as other:
            other.execute("DROP TABLE claims")
        await server.command("help")
        await server.say("<@100> turnips")
        answers = [(await server.called(CALLBACK)).body["data"], (await server.called(POST)).body]
    for said in map(text_of, answers):
        reference = said.split()[-1].rstrip(".")
        assert said == SAY("error-fault", reference=reference)
        assert f"reference {reference}" in caplog.text


async def test_suggestions_come_while_one_types_and_quietly_on_one_instance_only(
    data: Path, server: DiscordServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(data, server) as app, opened(data, server) as other, serving(app), serving(other):
        await server.connected(identified=2)
        await server.type("find", "query", "growing turn")
        await server.called(CALLBACK, count=2)
    choices = server.matching(CALLBACK)[0].body["data"]["choices"]
    assert choices[0]["name"] == "Growing Turnips with Transformers (2026)"
    assert "Traceback" not in caplog.text


async def test_a_command_that_is_no_more_is_answered_with_a_cure(data: Path, server: DiscordServer) -> None:
    async with running(data, server):
        await server.command("dance")
        body = (await server.called(CALLBACK)).body
    assert text_of(body["data"]) == SAY("discord-changed")


async def test_a_lost_gateway_comes_back_and_answers_what_it_missed(
    data: Path, server: DiscordServer
) -> None:
    async with running(data, server):
        await server.drop()
        await server.command("help")
        await server.connected(resumed=1)
        await server.called(CALLBACK)
        await server.drop(4000)
        await server.say("<@100> turnips")
        await server.connected(resumed=2)
        await server.called(POST)
    assert server.identified == 1


async def test_a_gateway_that_stays_away_for_a_while_is_told_in_one_line(
    data: Path, server: DiscordServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(data, server):
        server.refuse_gateways = 1
        await server.drop()
        await server.connected(resumed=1)
    assert "connection to Discord lost, trying again in" in caplog.text
    assert "Traceback" not in caplog.text


async def test_being_connected_sends_nothing(data: Path, server: DiscordServer) -> None:
    async with running(data, server):
        await server.drop()
        await server.connected(resumed=1)
    assert server.matching(POST) == []


@pytest.mark.usefixtures("unhurried")
async def test_a_button_works_after_a_restart(data: Path, server: DiscordServer) -> None:
    async with running(data, server):
        await server.command("find", query="turnips")
        answer = (await server.called(CALLBACK)).body["data"]
    button = answer["components"][-1]["components"][-1]["custom_id"]
    async with running(data, server):
        await server.connected(identified=2)
        await server.press(button, server.message(components=answer["components"], flags=answer["flags"]))
        pressed = (await server.called(CALLBACK, count=2)).body
    assert pressed["type"] == UPDATE
    assert "Page 2" in text_of(pressed["data"])


async def test_what_two_instances_hear_is_answered_once(data: Path, server: DiscordServer) -> None:
    async with opened(data, server) as app, opened(data, server) as other, serving(app), serving(other):
        await server.connected(identified=2)
        await server.command("help")
        await server.say("<@100> turnips")
        await server.called(CALLBACK)
        await server.called(POST)
        await server.command("random")
        await server.called(CALLBACK, count=2)
    assert len(server.matching(CALLBACK)) == 2
    assert len(server.matching(POST)) == 1


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060), (401, 50027), (400, 50035)])
async def test_what_cannot_be_answered_is_never_answered_in_public(
    data: Path, server: DiscordServer, status: int, code: int
) -> None:
    server.fail(CALLBACK, status, code)
    async with running(data, server):
        await server.command("help")
        await server.called(CALLBACK)
        await server.command("help")
        await server.called(CALLBACK, count=2)
    assert server.matching(POST) == []


async def test_a_rate_limit_is_waited_out(data: Path, server: DiscordServer) -> None:
    server.fail(CALLBACK, 429, after_s=0.05)
    server.fail(POST, 429, after_s=0.05)
    async with running(data, server):
        await server.command("help")
        await server.called(CALLBACK, count=2)
        await server.say("<@100> turnips")
        await server.called(POST, count=2)


async def test_a_post_whose_answer_was_lost_is_not_doubled(data: Path, server: DiscordServer) -> None:
    server.fail(POST, 502)
    async with running(data, server):
        await server.say("<@100> turnips")
        again = (await server.called(POST, count=2)).body
    first = server.matching(POST)[0].body
    assert first["nonce"] == again["nonce"]
    assert again["enforce_nonce"] is True
    assert len(again["nonce"]) <= 25


@pytest.mark.usefixtures("unhurried")
async def test_a_share_that_was_not_posted_can_be_tried_again(data: Path, server: DiscordServer) -> None:
    server.fail(POST, 403, 50013)
    async with running(data, server):
        said = []
        for times in (1, 2):
            await server.command("show", paper="Growing Turnips with Transformers", share=True)
            said.append(text_of((await server.called(CALLBACK, count=times)).body["data"]))
    assert said == [SAY("discord-may-not-post"), SAY("discord-shared")]
    assert server.matching(POST)[-1].what == f"POST /channels/{CHANNEL}/messages"


async def test_what_is_in_hand_is_finished_before_the_bot_stops(data: Path, server: DiscordServer) -> None:
    async with running(data, server) as stop:
        with locked(data):
            await server.command("find", query="turnips")
            await server.called(CALLBACK)
            stop.set()
            await asyncio.sleep(0.1)
        await server.called(EDIT)
    assert len(server.matching(EDIT)) == 1


@pytest.mark.parametrize(
    ("code", "key"),
    [
        (401, "discord-token-refused"),
        (4004, "discord-token-refused"),
        (4014, "discord-intent-refused"),
        (4013, "discord-closed"),
    ],
)
async def test_a_refusal_is_one_sentence_with_its_cure_and_no_token(
    data: Path, server: DiscordServer, caplog: pytest.LogCaptureFixture, code: int, key: str
) -> None:
    server.refuse_token = code == 401
    server.close_with = code
    caplog.set_level(logging.INFO)
    async with opened(data, server) as app:
        with pytest.raises(PlatformRefused) as refused:
            await asyncio.wait_for(serve(app, asyncio.Event()), 30)
    assert refused.value.key == key
    assert str(refused.value)
    assert TOKEN not in caplog.text + str(refused.value)


async def test_a_gateway_that_cannot_be_reached_yet_is_tried_again(data: Path, server: DiscordServer) -> None:
    server.refuse_gateways = 1
    async with running(data, server):
        assert server.identified == 1


async def test_no_network_at_start_is_tried_again(data: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with DiscordServer().running() as gone:
        port = gone.port
    async with opened(data, gone) as app, serving(app):
        async with asyncio.timeout(30):
            while "no connection to Discord" not in caplog.text:  # noqa: ASYNC110 - the log tells nobody
                await asyncio.sleep(0.02)
        async with DiscordServer().running(port) as back:
            await back.connected()


async def test_stopping_does_not_wait_for_a_network(data: Path) -> None:
    async with DiscordServer().running() as gone:
        pass
    async with opened(data, gone) as app, serving(app) as stop:
        await asyncio.sleep(0.2)
        stop.set()
