import asyncio
import json
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from adapters.slack import app as socket_face
from adapters.slack import web as web_face
from bot.app import App, open_app
from bot.ingest import ingest
from config.settings import Settings, load
from tests.slack_person import SECRET, Person
from tests.slack_server import SlackServer

TOPICS = ("Turnips", "Carrots", "Leeks", "Radishes", "Beans", "Peas", "Onions")


def settings_for(slack: SlackServer, mode: str, data: Path, **given: Any) -> Settings:
    tokens = {"slack_app_token": "xapp-canary-app"} if mode == "socket" else {"slack_signing_secret": SECRET}
    return load(
        env_file=None,
        slack_bot_token="xoxb-canary-bot",
        slack_api_url=slack.url,
        data_dir=data,
        port=free_port(),
        **(tokens | given),
    )


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@asynccontextmanager
async def serving(
    slack: SlackServer, mode: str, data: Path, **given: Any
) -> AsyncIterator[tuple[Person, App]]:
    """The whole bot against the loopback Slack, until it is told to stop."""
    settings = settings_for(slack, mode, data, **given)
    serve, before = (socket_face.serve if mode == "socket" else web_face.serve), len(slack.sockets)
    async with open_app(settings) as app:
        stop = asyncio.Event()
        task = asyncio.create_task(serve(app, stop))
        address = "" if mode == "socket" else f"http://127.0.0.1:{settings.port}/slack/events"
        if address:
            await healthy(settings.port)
        else:
            await slack.until_sockets(before + 1)
        try:
            yield Person(slack, address), app
        finally:
            stop.set()
            await task


async def healthy(port: int, status: int = 200) -> None:
    """Waits until the bot says how it is."""
    async with asyncio.timeout(30), aiohttp.ClientSession() as session:
        while True:
            try:
                async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
                    if answer.status == status:
                        return
            except aiohttp.ClientConnectionError:
                pass
            await asyncio.sleep(0.02)


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with papers about the garden, made once and copied for each test."""
    folder = tmp_path_factory.mktemp("corpus")
    listed = [
        {
            "title": f"Growing {topic} with Transformers",
            "abstract": f"We grow {topic.lower()}. A transformer waters them, and the {topic.lower()} thrive.",
            "author": "Ada Gardener;Ben Spade",
            "status": "Poster",
            "site": f"https://openreview.net/forum?id=garden{number}",
        }
        for number, topic in enumerate(TOPICS)
    ]
    file = folder / "icml2026.json"
    file.write_text(json.dumps(listed), encoding="utf-8")

    async def fill() -> None:
        async with open_app(load(env_file=None, data_dir=folder / "data")) as app:
            await ingest(app.store, app.index, [file])
            await app.engine.catch_up()

    asyncio.run(fill())
    return folder / "data"


@pytest.fixture
def data(corpus: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(corpus, tmp_path / "data"))


@pytest.fixture
async def slack() -> AsyncIterator[SlackServer]:
    async with SlackServer() as server:
        yield server


@pytest.fixture(params=["socket", "http"])
def mode(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def person(slack: SlackServer, mode: str, data: Path) -> AsyncIterator[Person]:
    """Somebody in a workspace with the bot, once over Socket Mode and once over HTTP."""
    async with serving(slack, mode, data) as (somebody, _):
        yield somebody
