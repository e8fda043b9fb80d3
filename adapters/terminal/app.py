"""The terminal's face: a chat on standard input and output."""

import asyncio
import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
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
from bot.errors import StoreError
from bot.locale import words
from bot.message import Message
from bot.planning import Rulebook

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
    with _terminal_kept():
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
    with _terminal_kept():
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
        self._rulebook = Rulebook()

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
        """Answers line by line until the input ends; what is owed here meanwhile is told within a tick.

        Args:
            read: gives the next line for a prompt; raises EOFError at the end.
        """
        while True:
            try:
                line = await self._line(read)
            except (EOFError, KeyboardInterrupt):
                break
            except asyncio.CancelledError:  # Ctrl-C, which asyncio makes of it
                if (task := asyncio.current_task()) is not None:
                    task.uncancel()
                break
            if line.strip().lower() in LEAVE:
                break
            if line.strip():
                await self.say(line)
                self._console.print()
                await deliver(self._app, self._console, self._rulebook)
        self._console.print(words(self._app.settings.language)("terminal-bye"))

    async def _line(self, read: Callable[[str], str]) -> str:
        """The next line; while it is waited for, what is owed here is told."""
        reading = _in_thread(read)
        while True:
            done, _ = await asyncio.wait({reading}, timeout=self._app.settings.tick_s)
            if done:
                return reading.result()
            with contextlib.suppress(StoreError):  # told of with the next command; it may be over by then
                told = await deliver(self._app, self._console, self._rulebook, before=self._console.print)
                if told and sys.stdin.isatty():
                    self._console.print(PROMPT, end="")

    async def _show(self, answer: Message, now: datetime) -> None:
        typed = codes(answer)
        ids = await self._app.engine.buttons(answer, limit=2000, now=now)
        self._buttons = {typed[action]: ids[action] for action in ids}
        self._console.print(render(answer, typed, marked=lacks_colour(self._console)))


def _in_thread(read: Callable[[str], str]) -> asyncio.Future[str]:
    """The next line, read beside the event loop by a thread that holds up nobody's exit."""
    loop = asyncio.get_running_loop()
    line: asyncio.Future[str] = loop.create_future()

    def settle(text: str | None, error: BaseException | None) -> None:
        if line.done():
            return
        if error is not None:
            line.set_exception(error)
        else:
            line.set_result(text or "")

    def work() -> None:
        text, wrong = None, None
        try:
            text = read(PROMPT)
        except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - handed on to whoever waits
            wrong = error
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, text, wrong)

    threading.Thread(target=work, name="line", daemon=True).start()
    return line


@contextlib.contextmanager
def _terminal_kept() -> Iterator[None]:
    """Leaves the terminal's own settings as they were, for who leaves while a line is being edited."""
    try:
        import termios  # noqa: PLC0415 - Windows has none
    except ImportError:
        yield
        return
    if not sys.stdin.isatty():
        yield
        return
    kept = termios.tcgetattr(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, kept)


def _reader() -> Callable[[str], str]:
    """Lines as typed; without a terminal no prompt is shown."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):  # Windows has none, and edits lines by itself
            import readline  # noqa: F401, PLC0415 - gives input() its line editing and history
        return input

    def read(_prompt: str) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    return read
