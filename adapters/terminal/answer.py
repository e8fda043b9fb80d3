"""The answer to one lookup, printed; what a command that runs once needs of the terminal."""

import getpass
from dataclasses import replace

from rich.console import Console

from adapters.terminal.reach import PLACE
from adapters.terminal.render import render
from bot import views
from bot.app import App
from bot.locale import words
from bot.models import Caller, Found


async def show(app: App, found: Found) -> None:
    """Prints the answer to one lookup; guesses only where nothing is sure."""
    say = words(app.settings.language)
    if found.sure:
        found = replace(found, hits=tuple(hit for hit in found.hits if not hit.guess))
    if found.hits:
        answer = views.found(found, you(app), say)
    else:
        answer = views.nothing(found, say, empty=not await app.engine.count())
    out = console()
    out.print(render(answer, {}, marked=lacks_colour(out)))


def you(app: App) -> Caller:
    """Whoever sits at the terminal."""
    user = _user()
    return Caller(PLACE, user, user, app.settings.language, asked="direct", can_manage=True)


def console() -> Console:
    """Standard output; without a terminal no colours, no cursor codes, and lines of 100 characters."""
    plain = Console(highlight=False, emoji=False, markup=False)
    if plain.is_terminal:
        return Console(highlight=False, emoji=False, markup=False, width=min(plain.width, 100))
    return Console(highlight=False, emoji=False, markup=False, width=100, no_color=True, force_terminal=False)


def lacks_colour(out: Console) -> bool:
    """Whether nothing there can be set off by its looks."""
    return out.no_color or out.color_system is None


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name, as in some containers
        return "you"
