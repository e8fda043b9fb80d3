"""The terminal's face: a chat on standard input and output."""

import contextlib
import signal
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Final

from rich.console import Console
from rich.text import Text

from adapters.terminal.answer import console, lacks_colour, you
from adapters.terminal.post import deliver
from adapters.terminal.reach import HERE
from adapters.terminal.render import codes, is_code, render, visible
from bot.app import App
from bot.commands import TODAY, dispatch, parse, press
from bot.locale import words
from bot.message import Message

PROMPT: Final = "paper> "
LEAVE: Final = ("exit", "quit", "bye")
DEMO_LINES: Final = (
    "attention is all u need",
    "adam optimizr",
    "randomly switches units off during training",
)


async def chat(app: App) -> None:
    """Greets, and talks until the input ends."""
    say, out = words(app.settings.language), console()
    out.print(say("terminal-hello", version=version("paperbot"), count=await app.engine.count()), end="\n\n")
    await deliver(app, out)
    await Chat(app, out).serve(_reader())


async def demo(app: App) -> None:
    """Greets, shows three exchanges and the paper of the day, and talks until the input ends."""
    say, out = words(app.settings.language), console()
    out.print(say("demo-hello", count=await app.engine.count()), end="\n\n")
    talk = Chat(app, out)
    for line in (*DEMO_LINES, TODAY.name):
        await talk.overheard(line)
        out.print()
    out.print(say("demo-chat"), end="\n\n")
    await talk.serve(_reader())


class Chat:
    """A conversation in the terminal; remembers the buttons of its last answer.

    Args:
        app: the bot.
        console: where answers go.
    """

    def __init__(self, app: App, console: Console) -> None:
        self._app = app
        self._console = console
        self._buttons: dict[str, str] = {}
        self._caller = you(app)

    async def say(self, line: str) -> None:
        """Answers one line: what to type for a button of the last answer, or a command or query."""
        now = datetime.now(UTC)
        button = self._buttons.get(line.strip().lower())
        if button is None and self._buttons and is_code(line):
            say = words(self._app.settings.language)
            told = say("terminal-no-button", typed=line.strip(), codes=", ".join(self._buttons))
            self._console.print(Text(visible(told)))
            return
        if button is None:
            answer = await dispatch(self._app.engine, HERE, self._caller, parse(line), now)
        else:
            answer = await press(self._app.engine, HERE, self._caller, button, now)
        await self._show(answer, now)

    async def overheard(self, line: str) -> None:
        """Shows a line as if somebody had typed it, and answers it."""
        self._console.print(Text(f"{PROMPT}{visible(line)}", "cyan"))
        await self.say(line)

    async def serve(self, read: Callable[[str], str]) -> None:
        """Answers line by line until the input ends.

        Args:
            read: gives the next line for a prompt; raises EOFError at the end.
        """
        while True:
            try:
                line = read(PROMPT)
            except (EOFError, KeyboardInterrupt):
                break
            if line.strip().lower() in LEAVE:
                break
            if line.strip():
                await self.say(line)
                self._console.print()
        self._console.print(words(self._app.settings.language)("terminal-bye"))

    async def _show(self, answer: Message, now: datetime) -> None:
        typed = codes(answer)
        ids = await self._app.engine.buttons(answer, limit=2000, now=now)
        self._buttons = {typed[action]: ids[action] for action in ids}
        self._console.print(render(answer, typed, marked=lacks_colour(self._console)))


def _reader() -> Callable[[str], str]:
    """Lines as typed; without a terminal no prompt is shown."""
    if sys.stdin.isatty():
        # The event loop would take Ctrl-C for itself, and whoever waits for a line would never hear of it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with contextlib.suppress(ImportError):  # Windows has none, and edits lines by itself
            import readline  # noqa: F401, PLC0415 - gives input() its line editing and history
        return input

    def read(_prompt: str) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    return read
