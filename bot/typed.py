"""Typed text -> a command of the table. Pure; never fails."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from bot.models import Invocation
from bot.table import WRONG, YES, Command, Option

NOT_BEFORE_TEXT: Final = "help"  # a command only when nothing but a command's name follows

_FIRST: Final = re.compile(r"(\S+)\s*(.*)", re.DOTALL)
# ``--page`` or ``—page``: telephones join two hyphens into a dash.
_TOKEN: Final = re.compile(r"(?:^|(?<=\s))(?P<dash>--|—|–)(?P<name>[A-Za-z][A-Za-z-]*)(?=\s|$)")
_QUOTED: Final = re.compile(r'"[^"]*"|“[^”]*”')
_VALUE: Final = re.compile(r'\s*("[^"]*"|“[^”]*”|[^\s—–-]\S*)')


def read(text: str, table: Mapping[str, Command], otherwise: Command) -> Invocation:
    """What was typed after ``/paper``, or said to the bot.

    A first word is a command only if what follows fits it; everything else is ``otherwise`` over the whole text.
    What only the corpus can tell (whether ``show X`` is a paper) is for the command to decide.

    Args:
        text: as typed.
        table: the commands by name.
        otherwise: what looks a text up.
    """
    text = text.strip()
    whole = _FIRST.match(text)
    if whole is None:
        return Invocation.of(NOT_BEFORE_TEXT)
    command = table.get(whole[1].lower())
    if command is not None:
        given = _options(command, whole[2])
        if _fits(command, given, table):
            return Invocation.of(command.name, text, **given)
    return Invocation.of(otherwise.name, text, **_options(otherwise, text))


def _fits(command: Command, given: Mapping[str, str], table: Mapping[str, Command]) -> bool:
    if command.always:
        return True
    option, rest = command.text_option, given[_rest_name(command)]
    if command.name == NOT_BEFORE_TEXT:
        return not rest or rest.lower() in table
    if option is None:
        return not rest
    if option.choices:
        return rest.lower() in option.choices or not (rest or option.required)
    return True  # a bare word that needs more is answered with its usage


def _rest_name(command: Command) -> str:
    option = command.text_option
    return option.name if option else ""


def _options(command: Command, text: str) -> dict[str, str]:
    """Takes the options that the command knows out of the text; the rest is the text, under the text option's name.

    Where a command has no text option, the rest stands under the empty name.
    """
    known = _known(command)
    given: dict[str, str] = {}
    kept, at = "", 0
    tokens = list(_tokens(text))
    for number, token in enumerate(tokens):
        if token.start() < at:
            continue
        end = tokens[number + 1].start() if number + 1 < len(tokens) else len(text)
        option, value = known.get(token["name"].lower(), (None, ""))
        stop = token.end()
        if option is not None and not value:
            value, stop = _value(option, text, stop, end)
        if option is None or not value:
            # An en dash is never what a telephone makes of two hyphens, so it may begin a word of the text.
            if command.strict and token["dash"] != "–":
                given.setdefault(WRONG, f"--{token['name']}")
            continue
        given[option.name] = value
        kept, at = kept + text[at : token.start()], stop
    given[_rest_name(command)] = (kept + text[at:]).strip()
    return given


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """What looks like an option, outside quotation marks."""
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    for token in _TOKEN.finditer(text):
        if not any(start < token.start() < end for start, end in quoted):
            yield token


def _known(command: Command) -> dict[str, tuple[Option, str]]:
    """Each token that the command knows: its option, and the value it stands for where it takes none."""
    known: dict[str, tuple[Option, str]] = {}
    for option in command.options:
        if not option.rest:
            known |= dict.fromkeys(
                (option.name, *option.tokens), (option, YES if option.kind == "flag" else "")
            )
            known |= {choice: (option, choice) for choice in option.choices}
    return known


def _value(option: Option, text: str, start: int, end: int) -> tuple[str, int]:
    """The value that follows a token, and where it ends; empty where none follows."""
    if option.long:
        return text[start:end].strip().strip('"“”'), end
    found = _VALUE.match(text, start, end)
    if found is None or (option.choices and found[1].lower() not in option.choices):
        return "", start
    return found[1].strip('"“”'), found.end()
