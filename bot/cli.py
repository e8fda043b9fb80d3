"""The operator's console: ``paperbot``, or ``python -m bot``; here how it starts, and how it tells errors."""

import errno
import io
import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from bot.loading import loading

if TYPE_CHECKING:
    import typer


def main() -> None:
    """Runs the console; every mendable error is one sentence on standard error."""
    _mend_streams()
    # numpy's algebra would make a thread for each core, which spins for a seventh of a second of CPU when it starts;
    # products are so small here that one thread is as fast.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    commands = command_line()
    from bot.console import say, tell
    from bot.errors import UserError
    from config.settings import SettingsError

    try:
        try:
            commands()
        finally:
            sys.stdout.flush()
    except SettingsError as error:
        for problem in error.problems:
            tell(f"{problem.setting}: {say(problem.key, **problem.told)}")
        sys.exit(2)
    except UserError as error:
        tell(error.say(say))
        sys.exit(1)
    except BrokenPipeError:  # the reader of our output has seen enough, as in ``paperbot papers | head``
        _drop_output()
        sys.exit(0)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EIO):
            raise
        _drop_output()
        tell(say("console-cannot-write", reason=str(error.strerror)))
        sys.exit(1)


@cache
def command_line() -> "typer.Typer":
    """The command line with all its commands."""
    with loading():
        from bot import console_meaning, console_papers, console_posting, console_serving
        from bot.console import cli
    for some in (console_papers, console_meaning, console_posting, console_serving):
        some.add_to(cli)
    return cli


def _mend_streams() -> None:
    """Streams that were closed become empty ones, and what they cannot show is replaced."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - open to the end
        elif isinstance(stream, io.TextIOWrapper):
            # What a program reads is UTF-8, whatever the locale; a terminal gets what it can show.
            stream.reconfigure(errors="replace", encoding=None if stream.isatty() else "utf-8")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    elif sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - as above


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
