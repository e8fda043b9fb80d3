"""What somebody types for the buttons of the last answer, on a real store."""

import io
from pathlib import Path

from rich.console import Console

from adapters.terminal.app import Chat
from bot.app import open_app
from config.settings import only


async def test_a_wrong_letter_leaves_the_buttons_as_they_are(tmp_path: Path) -> None:
    printed = io.StringIO()
    async with open_app(only(data_dir=tmp_path)) as app:
        talk = Chat(app, Console(file=printed, width=100))
        await talk.say("help")
        await talk.say("q")
        await talk.say("m")
    assert "“q” is none of the buttons above; there are: m." in printed.getvalue()
    assert "unsubscribe SUBSCRIPTION" in printed.getvalue()
