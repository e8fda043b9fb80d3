"""The operator's console: ``paperbot``, or ``python -m bot``."""

import asyncio
import logging
import sys
import tempfile
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Annotated, Any, Final

import typer

from bot import jsonform
from bot.app import App, open_app
from bot.batch import answer_lines, timed
from bot.errors import UserError
from bot.locale import words
from bot.models import Found
from config import logging as logs
from config.settings import Settings, SettingsError, load, only

say = words()
DEMO: Final = Path(__file__).parent / "demo" / "landmarks.json"
DEMO_LINES: Final = (
    "attention is all u need",
    "adam optimizr",
    "randomly switches units off during training",
)
BATCH_LIMIT: Final = 10
FIND_LIMIT: Final = 5
SHOWN_SKIPPED: Final = 20  # lines on a terminal; --json tells them all

cli = typer.Typer(
    help=say("console-help"), no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False
)
db = typer.Typer(help=say("console-db"), no_args_is_help=True)
cli.add_typer(db, name="db")

Json = Annotated[bool, typer.Option("--json", help=say("console-json"))]
Batch = Annotated[Path | None, typer.Option("--batch", help=say("console-batch"), allow_dash=True)]
AS_TEXT: Final = {"ignore_unknown_options": True, "allow_interspersed_args": True}


def main() -> None:
    """Runs the console; every mendable error is one sentence on standard error."""
    try:
        cli()
    except SettingsError as error:
        for problem in error.problems:
            _tell(f"{problem.setting}: {say(problem.key, **problem.told)}")
        sys.exit(2)
    except UserError as error:
        _tell(error.say(words()))
        sys.exit(1)
    except BrokenPipeError:  # the reader of our output has seen enough, as in ``paperbot papers | head``
        sys.stderr.close()
        sys.exit(0)


@cli.command(help=say("console-demo"))
def demo() -> None:
    """The corpus that ships, in a temporary folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="paperbot-demo-") as folder:
        _with_app(_demo, only(PAPERBOT_DATA_DIR=folder))


async def _demo(app: App) -> None:
    from adapters.terminal import app as terminal
    from bot.ingest import ingest

    await ingest(app.store, app.index, [DEMO])
    await terminal.demo(app)


@cli.command(help=say("console-chat"))
def chat() -> None:
    """The terminal chat on the operator's own database."""
    from adapters.terminal import app as terminal

    _with_app(terminal.chat)


@cli.command("ingest", help=say("console-ingest"))
def ingest_files(
    paths: Annotated[list[Path], typer.Argument(help=say("console-ingest-paths"))], *, as_json: Json = False
) -> None:
    """Files and folders into the corpus."""

    async def run(app: App) -> int:
        from bot.ingest import ingest

        with _progress() as progress:
            report = await ingest(app.store, app.index, paths, progress)
        if as_json:
            print(jsonform.dumps(report.to_dict(say)))
        else:
            print(
                say("ingest-done", added=report.added, updated=report.updated, duplicates=report.duplicates)
            )
            for skipped in report.skipped[:SHOWN_SKIPPED]:
                key = "ingest-skipped-place" if skipped.place else "ingest-skipped"
                _tell(say(key, file=skipped.file, place=skipped.place, reason=skipped.say(say)))
            if len(report.skipped) > SHOWN_SKIPPED:
                _tell(say("ingest-skipped-more", count=len(report.skipped) - SHOWN_SKIPPED))
        return 1 if report.unreadable else 0

    _with_app(run)


@contextmanager
def _progress() -> Iterator[Callable[[str, int], None]]:
    """Tells how far an ingest is, on standard error where that is a terminal."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    words = TextColumn("{task.description}", markup=False)
    out = Console(stderr=True, emoji=False, markup=False)
    with Progress(
        SpinnerColumn(), words, TimeElapsedColumn(), console=out, transient=True, disable=not out.is_terminal
    ) as bar:
        task = bar.add_task("", total=None)
        yield lambda file, read: bar.update(task, description=say("ingest-progress", file=file, read=read))


@cli.command(help=say("console-papers"))
def papers() -> None:
    """The corpus, one JSON line a paper."""

    async def run(app: App) -> None:
        async for batch in app.store.everything():
            for paper in batch:
                print(jsonform.dumps(jsonform.paper(paper)))

    _with_app(run)


@cli.command(help=say("console-find"), context_settings=AS_TEXT)
def find(
    query: Annotated[
        list[str] | None, typer.Argument(help=say("console-find-words"), metavar="WORDS")
    ] = None,
    *,
    limit: Annotated[int | None, typer.Option(min=1, max=100, help=say("console-limit"))] = None,
    as_json: Json = False,
    batch: Batch = None,
) -> None:
    """One lookup, or one for each line of a file."""
    _lookup(
        query,
        batch,
        as_json=as_json,
        limit=limit,
        search=lambda app, text, most: app.engine.search(text, most),
    )


@cli.command(help=say("console-suggest"), context_settings=AS_TEXT)
def suggest(
    query: Annotated[
        list[str] | None, typer.Argument(help=say("console-find-words"), metavar="WORDS")
    ] = None,
    *,
    limit: Annotated[int | None, typer.Option(min=1, max=100, help=say("console-limit"))] = None,
    as_json: Json = False,
    batch: Batch = None,
) -> None:
    """As-you-type suggestions, for one text or for each line of a file."""

    async def suggested(app: App, text: str, most: int) -> Found:
        return Found(text, await app.engine.suggested(text, most))

    _lookup(query, batch, as_json=as_json, limit=limit, search=suggested)


Search = Callable[[App, str, int], Awaitable[Found]]


def _lookup(
    query: list[str] | None, batch: Path | None, *, as_json: bool, limit: int | None, search: Search
) -> None:
    if (query is None) == (batch is None):
        raise typer.BadParameter(say("console-words-or-batch"))

    async def run(app: App) -> int:
        from adapters.terminal import app as terminal

        await app.engine.catch_up()
        if batch is not None:
            with _open(batch) as lines:
                good = await answer_lines(
                    lines, lambda text: search(app, text, limit or BATCH_LIMIT), partial(print, flush=True)
                )
            return 0 if good else 1
        text = " ".join(query or [])
        found, ms = await timed(lambda text: search(app, text, limit or FIND_LIMIT), text)
        if as_json:
            print(jsonform.dumps({"query": text, "ms": ms} | jsonform.answer(found)))
        else:
            await terminal.show(app, found)
        return 0

    _with_app(run)


@cli.command(help=say("console-run"))
def run() -> None:
    """Everything that is configured, in one process."""
    settings = load()
    parts = _configured(settings)
    if not parts:
        _tell(say("run-nothing"))
        raise typer.Exit(2)
    _serve(settings, parts)


@cli.command(help=say("console-slack"))
def slack() -> None:
    """Slack in Socket Mode."""
    settings = load()
    _need(settings, "slack", say("run-needs-slack"))
    _serve(settings, ("slack",))


@cli.command(help=say("console-web"))
def web() -> None:
    """Slack over signed HTTP."""
    settings = load()
    _need(settings, "web", say("run-needs-web"))
    _serve(settings, ("web",))


@cli.command(help=say("console-discord"))
def discord() -> None:
    """Discord."""
    settings = load()
    _need(settings, "discord", say("run-needs-discord"))
    _serve(settings, ("discord",))


def _configured(settings: Settings) -> tuple[str, ...]:
    """The parts that ``run`` starts."""
    slack_part = {"socket": ("slack",), "http": ("web",), "off": ()}[settings.slack_mode]
    return (*slack_part, *(("discord",) if settings.discord_token else ()))


def _need(settings: Settings, part: str, sentence: str) -> None:
    there = {
        "slack": settings.slack_bot_token and settings.slack_app_token,
        "web": settings.slack_bot_token and settings.slack_signing_secret,
        "discord": settings.discord_token,
    }
    if not there[part]:
        _tell(sentence)
        raise typer.Exit(2)


def _serve(settings: Settings, parts: tuple[str, ...]) -> None:
    from bot.supervise import supervise

    logs.set_up(settings)

    async def serve() -> int:
        async with open_app(settings) as app:
            catching_up = asyncio.create_task(app.engine.catch_up())
            asked = await supervise({name: _face(app, name) for name in parts})
            catching_up.cancel()
            return 0 if asked else 1

    _run(serve())


def _face(app: App, name: str) -> Callable[[asyncio.Event], Awaitable[None]]:
    from adapters.discord import app as discord_face
    from adapters.slack import app as slack_face
    from adapters.slack import web as web_face

    serve = {"slack": slack_face.serve, "web": web_face.serve, "discord": discord_face.serve}[name]
    return lambda stop: serve(app, stop)


@cli.command(help=say("console-manifest"))
def manifest(
    *,
    http: Annotated[str | None, typer.Option(metavar="URL", help=say("console-manifest-http"))] = None,
    command: Annotated[str | None, typer.Option(help=say("console-manifest-command"))] = None,
) -> None:
    """The Slack app manifest for these settings."""
    from adapters.slack.manifest import manifest as slack_manifest

    print(slack_manifest(load(), http, command))


@db.command("upgrade", help=say("console-db-upgrade"))
def upgrade() -> None:
    """Migrations."""

    async def run(app: App) -> None:
        print(say("db-current", papers=await app.engine.count()))

    _with_app(run)


def _with_app(
    work: Callable[[App], Coroutine[Any, Any, int | None]], settings: Settings | None = None
) -> None:
    """Does one piece of work on the operator's database, or on another, and exits with its code."""
    chosen = settings or load()
    logs.set_up(chosen, level=logging.WARNING)

    async def run() -> int | None:
        async with open_app(chosen, patience_s=None) as app:
            return await work(app)

    _run(run())


def _run(work: Coroutine[Any, Any, int | None]) -> None:
    try:
        code = asyncio.run(work)
    except KeyboardInterrupt:
        code = 130
    if code:
        raise typer.Exit(code)


def _open(batch: Path) -> IO[bytes]:
    if str(batch) == "-":
        return sys.stdin.buffer
    try:
        return batch.open("rb")
    except OSError as error:
        raise UserError("console-cannot-open", file=str(batch), reason=str(error.strerror)) from error


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr)
