"""Console commands about papers: into the corpus and out again, and looked up."""

import tempfile
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from bot import jsonform
from bot.app import App
from bot.console import Batch, Json, opened, progress, say, tell, with_app
from bot.console_meaning import encode_some
from bot.engine import Engine
from bot.models import Found
from config.settings import only

DEMO: Final = Path(__file__).parent / "demo" / "landmarks.json"
BATCH_LIMIT: Final = 10
FIND_LIMIT: Final = 5
SHOWN_SKIPPED: Final = 20  # lines on a terminal; --json tells them all
AS_TEXT: Final = {"ignore_unknown_options": True, "allow_interspersed_args": True}

Words = Annotated[list[str] | None, typer.Argument(help=say("console-find-words"), metavar="WORDS")]
Limit = Annotated[int | None, typer.Option(min=1, max=100, help=say("console-limit"))]


def add_to(cli: typer.Typer) -> None:
    """Adds these commands to the command line."""
    cli.command(help=say("console-demo"))(demo)
    cli.command(help=say("console-chat"))(chat)
    cli.command("ingest", help=say("console-ingest"))(ingest_files)
    cli.command("forget", help=say("console-forget"))(forget_file)
    cli.command("link", help=say("console-link"))(link_papers)
    cli.command(help=say("console-papers"))(papers)
    cli.command(help=say("console-find"), context_settings=AS_TEXT)(find)
    cli.command(help=say("console-suggest"), context_settings=AS_TEXT)(suggest)
    cli.command(help=say("console-match"))(match)


def demo() -> None:
    """The corpus that ships, in a temporary folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="paperbot-demo-") as folder:
        with_app(_demo, only(PAPERBOT_DATA_DIR=folder))


async def _demo(app: App) -> None:
    from adapters.terminal import app as terminal
    from bot.ingest import ingest

    await ingest(app.store, app.index, [DEMO])
    await terminal.demo(app)


def chat() -> None:
    """The terminal chat on the operator's own database."""
    from adapters.terminal import app as terminal

    with_app(terminal.chat)


def ingest_files(
    paths: Annotated[list[Path], typer.Argument(help=say("console-ingest-paths"))],
    *,
    backfill: Annotated[bool, typer.Option("--backfill", help=say("console-backfill"))] = False,
    as_json: Json = False,
) -> None:
    """Files and folders into the corpus."""

    async def run(app: App) -> int:
        from bot.ingest import ingest

        await app.engine.catch_up()
        with progress() as show:
            report = await ingest(
                app.store,
                app.index,
                paths,
                lambda file, read: show(say("ingest-progress", file=file, read=read)),
                quiet=backfill,
            )
        if as_json:
            print(jsonform.dumps(report.to_dict(say)))
        else:
            done = say(
                "ingest-done", added=report.added, updated=report.updated, duplicates=report.duplicates
            )
            print(done)
            for skipped in report.skipped[:SHOWN_SKIPPED]:
                key = "ingest-skipped-place" if skipped.place else "ingest-skipped"
                tell(say(key, file=skipped.file, place=skipped.place, reason=skipped.say(say)))
            if len(report.skipped) > SHOWN_SKIPPED:
                tell(say("ingest-skipped-more", count=len(report.skipped) - SHOWN_SKIPPED))
        await encode_some(app)
        return 1 if report.unreadable else 0

    with_app(run)


def forget_file(
    file: Annotated[str, typer.Argument(help=say("console-forget-file"), metavar="FILE")],
    *,
    as_json: Json = False,
) -> None:
    """Undoes what only that file brought."""

    async def run(app: App) -> None:
        from bot.forget import forget
        from bot.planning import amend

        forgotten = await forget(app.store, app.index, file)
        await amend(app.store, datetime.now(UTC))  # so that nobody is told of what went before its post
        told = say("forget-done", file=file, removed=forgotten.removed, updated=forgotten.updated)
        print(jsonform.dumps(forgotten.to_dict()) if as_json else told)

    with_app(run)


def link_papers(
    *,
    as_json: Json = False,
    undo: Annotated[str | None, typer.Option("--undo", help=say("console-link-undo"), metavar="ID")] = None,
) -> None:
    """Joins papers without a title with titled ones, and tells of all joins; or undoes one."""

    async def run(app: App) -> None:
        from bot.link import link, linked, unlink

        await app.engine.catch_up()
        if undo is not None:
            count = await unlink(app.store, app.index, undo)
            print(jsonform.dumps({"undone": count}) if as_json else say("link-undone", count=count))
            return
        await link(app.store, app.index)
        joins = await linked(app.store)
        for one in joins:
            told = say(
                "link-line", id=one.paper.id, title=one.paper.heading, evidence="; ".join(one.evidence)
            )
            print(jsonform.dumps(one.to_dict()) if as_json else told)
        if not joins and not as_json:
            print(say("link-none"))

    with_app(run)


def papers() -> None:
    """The corpus, one JSON line a paper."""

    async def run(app: App) -> None:
        async for batch in app.store.everything():
            for paper in batch:
                print(jsonform.dumps(jsonform.paper(paper)))

    with_app(run)


def find(query: Words = None, *, limit: Limit = None, as_json: Json = False, batch: Batch = None) -> None:
    """One lookup, or one for each line of a file."""
    _lookup(query, batch, as_json=as_json, limit=limit, search=Engine.search, ready=Engine.get_ready)


def suggest(query: Words = None, *, limit: Limit = None, as_json: Json = False, batch: Batch = None) -> None:
    """As-you-type suggestions, for one text or for each line of a file."""
    _lookup(query, batch, as_json=as_json, limit=limit, search=Engine.suggested, ready=Engine.catch_up)


Search = Callable[[Engine, str, int], Awaitable[Found]]


def _lookup(
    query: list[str] | None,
    batch: Path | None,
    *,
    as_json: bool,
    limit: int | None,
    search: Search,
    ready: Callable[[Engine], Awaitable[None]],
) -> None:
    """Answers one text, or each line of a file once all is ready for many."""
    if query is None and batch is None:
        raise typer.BadParameter(say("console-no-words"))
    if query is not None and batch is not None:
        raise typer.BadParameter(say("console-words-or-batch"))

    async def run(app: App) -> int:
        from bot.batch import answer_lines

        if batch is not None:
            await ready(app.engine)
            with opened(batch) as lines:
                good = await answer_lines(
                    lines,
                    lambda text: search(app.engine, text, limit or BATCH_LIMIT),
                    partial(print, flush=True),
                )
            return 0 if good else 1
        await app.engine.catch_up()
        text = " ".join(query or [])
        found = await search(app.engine, text, limit or FIND_LIMIT)
        if as_json:
            print(jsonform.dumps({"query": text} | jsonform.answer(found)))
        else:
            from adapters.terminal.answer import show

            await show(app, found)
        return 0

    with_app(run)


def match(
    *, batch: Annotated[Path, typer.Option("--batch", help=say("console-batch"), allow_dash=True)]
) -> None:
    """Which papers of the whole corpus each query matches."""

    async def run(app: App) -> int:
        from bot.batch_match import match_lines

        corpus = [paper async for some in app.store.everything() for paper in some]
        with opened(batch) as lines:
            good = await match_lines(lines, corpus, partial(print, flush=True), say)
        return 0 if good else 1

    with_app(run)
