"""Console commands that start the bot, and what is needed before that: manifest and migrations."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Final

import typer

from bot.app import App, open_app
from bot.console import say, tell, until_done, with_app
from bot.loading import loading
from bot.supervise import Serve, supervise
from config import logging as logs
from config.settings import Settings, load

CLOCK: Final = "clock"


def add_to(cli: typer.Typer) -> None:
    """Adds these commands to the command line."""
    cli.command(help=say("console-run"))(run)
    cli.command(help=say("console-slack"))(slack)
    cli.command(help=say("console-web"))(web)
    cli.command(help=say("console-discord"))(discord)
    cli.command(help=say("console-clock"))(clock)
    cli.command(help=say("console-manifest"))(manifest)
    db = typer.Typer(help=say("console-db"), no_args_is_help=True)
    db.command("upgrade", help=say("console-db-upgrade"))(upgrade)
    cli.add_typer(db, name="db")


def run() -> None:
    """Everything that is configured, in one process."""
    settings = load()
    slack_part = {"socket": ("slack",), "http": ("web",), "off": ()}[settings.slack_mode]
    parts = (*slack_part, *(("discord",) if settings.discord_token else ()))
    if not parts:
        tell(say("run-nothing"))
        raise typer.Exit(2)
    _serve(settings, *parts, CLOCK)


def slack() -> None:
    """Slack in Socket Mode."""
    settings = load()
    _need(settings.slack_bot_token and settings.slack_app_token, "run-needs-slack")
    _serve(settings, "slack")


def web() -> None:
    """Slack over signed HTTP."""
    settings = load()
    _need(settings.slack_bot_token and settings.slack_signing_secret, "run-needs-web")
    _serve(settings, "web")


def discord() -> None:
    """Discord."""
    settings = load()
    _need(settings.discord_token, "run-needs-discord")
    _serve(settings, "discord")


def clock() -> None:
    """The clock."""
    _serve(load(), CLOCK)


def manifest(
    *,
    http: Annotated[str | None, typer.Option(metavar="URL", help=say("console-manifest-http"))] = None,
    command: Annotated[str | None, typer.Option(help=say("console-manifest-command"))] = None,
) -> None:
    """The Slack app manifest for these settings."""
    from adapters.slack.manifest import manifest as slack_manifest

    print(slack_manifest(load(), http, command))


def upgrade() -> None:
    """Migrations."""

    async def done(app: App) -> None:
        print(say("db-current", papers=await app.engine.count()))

    with_app(done, migrate=True)


def _need(there: object, sentence: str) -> None:
    if not there:
        tell(say(sentence))
        raise typer.Exit(2)


def _serve(settings: Settings, *parts: str) -> None:
    logs.set_up(settings)

    async def serve() -> int:
        async with open_app(settings) as app:
            answers = parts != (CLOCK,)
            ready = app.engine.get_ready() if answers else app.engine.catch_up()
            getting_ready = asyncio.create_task(ready)
            with loading():
                platforms = [_face(app, face) for face in parts if face != CLOCK]
                beside = _clock(app) if CLOCK in parts else {}
            faces = {name: part for platform in platforms for name, part in platform.items()}
            asked = await supervise(faces or beside, beside if faces else {})
            getting_ready.cancel()
            return 0 if asked else 1

    until_done(serve())


def _face(app: App, name: str) -> Mapping[str, Serve]:
    """What answers on a platform, and what posts there."""
    if name == "discord":
        from adapters.discord import app as face
        from adapters.discord import post

        return {
            name: lambda stop: face.serve(app, stop),
            f"{name} posts": lambda stop: post.deliver(app, stop),
        }
    from adapters.slack import app as socket
    from adapters.slack import post as slack_post
    from adapters.slack import web as http

    serve = socket.serve if name == "slack" else http.serve
    return {name: lambda stop: serve(app, stop), "slack posts": lambda stop: slack_post.deliver(app, stop)}


def _clock(app: App) -> Mapping[str, Serve]:
    from bot import clock as alarm

    return {CLOCK: lambda stop: alarm.serve(app, stop)}
