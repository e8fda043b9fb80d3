"""What all console commands share: the one command line, how work gets the bot, and how people are told."""

import asyncio
import logging
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated, Any, Final

import typer

from bot.app import App, open_app
from bot.errors import UserError
from bot.locale import words
from config import logging as logs
from config.settings import Settings, load

say: Final = words()

cli: Final = typer.Typer(
    help=say("console-help"), no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False
)

Json = Annotated[bool, typer.Option("--json", help=say("console-json"))]
Batch = Annotated[Path | None, typer.Option("--batch", help=say("console-batch"), allow_dash=True)]


def with_app(
    work: Callable[[App], Coroutine[Any, Any, int | None]],
    settings: Settings | None = None,
    *,
    migrate: bool = False,
) -> None:
    """Does one piece of work on the operator's database, or on another, and exits with its code."""
    chosen = settings or load()
    logs.set_up(chosen, level=logging.WARNING)

    async def run() -> int | None:
        async with open_app(chosen, patience_s=None, migrate=migrate) as app:
            return await work(app)

    until_done(run())


def until_done(work: Coroutine[Any, Any, int | None]) -> None:
    """Runs it, and exits with its code unless that is 0."""
    try:
        code = asyncio.run(work)
    except KeyboardInterrupt:
        code = 130
    if code:
        raise typer.Exit(code)


def opened(batch: Path) -> IO[bytes]:
    """The lines of a batch; ``-`` is standard input.

    Raises:
        UserError: the file cannot be opened.
    """
    if str(batch) == "-":
        return sys.stdin.buffer
    try:
        return batch.open("rb")
    except OSError as error:
        raise UserError("console-cannot-open", file=str(batch), reason=str(error.strerror)) from error


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Shows a sentence on how far something is, and the time it took, on standard error where that is a terminal."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    words = TextColumn("{task.description}", markup=False)
    out = Console(stderr=True, emoji=False, markup=False)
    with Progress(
        SpinnerColumn(), words, TimeElapsedColumn(), console=out, transient=True, disable=not out.is_terminal
    ) as bar:
        task = bar.add_task("", total=None)
        yield lambda sentence: bar.update(task, description=sentence)


def tell(sentence: str) -> None:
    """A sentence for the person at the terminal, on standard error."""
    print(sentence, file=sys.stderr)
