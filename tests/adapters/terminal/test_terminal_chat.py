"""The terminal's chat while somebody sits at it, on a real store."""

import io
import threading
from pathlib import Path

from rich.console import Console

from adapters.terminal.app import Chat
from adapters.terminal.reach import PLACE
from bot.app import open_app
from bot.message import Message
from config.settings import only


async def test_what_comes_to_be_owed_while_nobody_types_is_told_within_a_tick(tmp_path: Path) -> None:
    printed = io.StringIO()
    told = threading.Event()

    class Out(Console):
        def print(self, *args: object, **given: object) -> None:
            super().print(*args, **given)  # type: ignore[arg-type]
            if "Turnips have come" in printed.getvalue():
                told.set()

    def read(_prompt: str) -> str:
        assert told.wait(30)
        raise EOFError

    async with open_app(only(data_dir=tmp_path, tick_s=0.1)) as app:
        await app.store.outbox.owe(
            "k", PLACE, "notice", Message("Turnips have come"), now=await app.store.outbox.now()
        )
        await Chat(app, Out(file=printed, width=100)).serve(read)
    assert printed.getvalue().count("Turnips have come") == 1
