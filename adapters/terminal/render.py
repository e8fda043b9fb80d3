"""Message -> what a terminal shows; pure."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.text import Text

from bot.message import Action, Line, Message
from bot.text.shown import linkable

INDENT: Final = 3
ADDRESS: Final = 2000  # characters of a link; terminals take about as much
SPARE: Final = "+#*=~"  # codes for buttons whose letters are all taken; there are at most five
_CODE: Final = re.compile(r"\d{1,2}[a-z]?|[a-z+#*=~]")


def codes(message: Message) -> Mapping[Action, str]:
    """What to type for each button: ``1``, ``1b``, ``1c`` on the first card that has some; a letter below all cards."""
    typed: dict[Action, str] = {}
    for number, card in enumerate((card for card in message.cards if card.actions), 1):
        for at, action in enumerate(card.actions):
            typed[action] = f"{number}{chr(ord('a') + at) if at else ''}"
    for action in message.actions:
        letters = [letter for letter in action.label.lower() if letter.isalpha()]
        typed[action] = next(code for code in (*letters, *SPARE) if code not in typed.values())
    return typed


def is_code(typed: str) -> bool:
    """Whether that is how buttons are typed, and not how papers are looked up."""
    return bool(_CODE.fullmatch(typed.strip().lower()))


def render(message: Message, typed: Mapping[Action, str], *, marked: bool = False) -> RenderableType:
    """The message for a terminal.

    Args:
        message: to be shown.
        typed: the code of each button; without codes the buttons are left out.
        marked: whether stars set off what matched, since no colour does.
    """
    parts: list[RenderableType] = []
    if not message.cards:
        parts.append(Text(visible(message.text)))
    elif message.lead:
        parts.append(_line(message.lead, "bold", marked=marked))
    numbers = count(1)
    for card in message.cards:
        title = Text(f"{next(numbers):>2} " if card.actions else "", "dim")
        title.append(visible(card.title), _look("bold", card.url))
        parts += [Text(), title] if card.actions else [title]
        body: list[RenderableType] = [_line(line, marked=marked) for line in card.lines]
        body += [Text(f"{visible(field.name)}: {visible(field.value)}") for field in card.fields]
        if card.footer:
            body.append(Text(visible(card.footer), "dim"))
        if card.actions and typed:
            body.append(_buttons(card.actions, typed))
        parts.append(_Indented(Group(*body)))
    if message.footer:
        parts.append(Text(visible(message.footer), "dim"))
    if message.actions and typed:
        parts += [Text(), _buttons(message.actions, typed)]
    return Group(*parts)


@dataclass(frozen=True, slots=True)
class _Indented:
    """Sets a body in, without the blanks that would fill its lines."""

    body: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        inner = options.update(width=max(options.max_width - INDENT, 1))
        for line in console.render_lines(self.body, inner, pad=False):
            yield Segment(" " * INDENT)
            yield from line
            yield Segment.line()


def visible(text: str) -> str:
    """The text without what could steer the terminal or turn its direction."""
    return "".join(_visible(text))


def _visible(text: str) -> Iterator[str]:
    for character in text:
        if character in "\n\t" or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co"):
            yield character


def _line(line: Line, style: str = "", *, marked: bool) -> Text:
    text = Text(style=style)
    for span in line:
        said = visible(span.text)
        text.append(
            f"*{said}*" if marked and span.strong else said,
            _look("bold yellow" if span.strong else "", span.url),
        )
    return text


def _look(look: str, url: str | None) -> str:
    """A style with its link, if that is an address which cannot steer the terminal."""
    return f"{look} link {url}".strip() if linkable(url, ADDRESS) else look


def _buttons(actions: tuple[Action, ...], typed: Mapping[Action, str]) -> Text:
    text = Text(style="dim")
    for at, action in enumerate(actions):
        text.append("   " if at else "")
        text.append(typed[action], "cyan")
        text.append(f" {visible(action.label)}")
    return text
