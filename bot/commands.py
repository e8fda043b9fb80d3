"""The one command table: what people can ask for, however they ask.

A platform binds COMMANDS and does not retype it.
Text goes through parse(), a pressed button through press(), and everything through dispatch(), which
always returns a Message.
"""

import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from bot import views
from bot.engine import PAGE, Engine
from bot.errors import StoreError, UserError
from bot.locale import Words, words
from bot.message import Message
from bot.models import Caller, Invocation

log = logging.getLogger("paperbot.commands")

LAST_PAGE: Final = 10
YES: Final = "yes"
Handler = Callable[[Engine, Caller, Invocation, Words], Awaitable[Message]]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a command can be told.

    Attributes:
        name: as typed after ``--``, and its name on Discord.
        kind: ``text``; ``paper`` (text with suggestions); ``number``; ``flag`` (given or not).
        required: whether the command cannot do without it.
        rest: whether it is the text itself rather than a ``--name`` token.
    """

    name: str
    kind: Literal["text", "paper", "number", "flag"]
    required: bool = False
    rest: bool = False

    @property
    def summary_key(self) -> str:
        """Catalogue key of its one-line meaning."""
        return f"option-{self.name}"


@dataclass(frozen=True, slots=True)
class Command:
    """A row of the table.

    Attributes:
        name: the word people type.
        options: the text first, then the ``--name`` ones.
        run: answers; may raise UserError.
        among_first: whether help lists it before the rest.
    """

    name: str
    options: tuple[Option, ...]
    run: Handler
    among_first: bool = False

    @property
    def summary_key(self) -> str:
        """Catalogue key of its one-line meaning."""
        return f"help-{self.name}"

    @property
    def text_option(self) -> Option | None:
        """The option that is the text itself, if there is one."""
        return next((option for option in self.options if option.rest), None)

    @property
    def usage(self) -> str:
        """How it is typed, such as ``find QUERY [--page N] [--share]``."""
        return " ".join([self.name, *map(_usage, self.options)])


def _usage(option: Option) -> str:
    if option.rest:
        said = option.name.upper()
    else:
        said = f"--{option.name} N" if option.kind == "number" else f"--{option.name}"
    return said if option.required else f"[{said}]"


async def _find(engine: Engine, caller: Caller, asked: Invocation, say: Words) -> Message:
    query, page = asked.get("query"), _page_number(asked)
    found = await engine.find(query, page)
    if asked.get("share"):
        if not found.sure:
            raise UserError("find-shared-nothing", query=query)
        return views.shared(found.hits[0].paper, caller, say)
    if not found.hits and page == 1:
        return views.nothing(query, say, note=_note(asked, say), empty=not await engine.count())
    return views.found(found, caller, say, note=_note(asked, say))


async def _show(engine: Engine, caller: Caller, asked: Invocation, say: Words) -> Message:
    paper = await engine.resolve(asked.get("paper"))
    if paper is None:
        return await _instead(engine, caller, asked, say, UserError("show-unknown", query=asked.get("paper")))
    return views.shared(paper, caller, say) if asked.get("share") else views.paper(paper, caller, say)


async def _similar(engine: Engine, caller: Caller, asked: Invocation, say: Words) -> Message:
    text = asked.get("paper")
    paper = await engine.resolve(text)
    if paper is not None:
        return views.similar(paper, await engine.similar(paper, PAGE), caller, say)
    return await _find(engine, caller, Invocation.of("find", asked.text, query=asked.text or text), say)


async def _random(engine: Engine, caller: Caller, asked: Invocation, say: Words) -> Message:
    topic = asked.get("topic")
    paper = await engine.random(topic)
    if paper is not None:
        return views.at_random(paper, topic, caller, say)
    if not topic:
        raise UserError("random-no-corpus")
    return await _instead(engine, caller, asked, say, None)


async def _help(_engine: Engine, _caller: Caller, asked: Invocation, say: Words) -> Message:
    name = asked.get("command")
    if not name:
        return views.help_page(((one.name, one.usage) for one in in_order()), say)
    command = BY_NAME.get(name.lower().lstrip("/"))
    if command is None:
        raise UserError("help-unknown", command=name, commands=", ".join(BY_NAME))
    return views.help_of(command.name, command.usage, say)


async def _instead(
    engine: Engine, caller: Caller, asked: Invocation, say: Words, refusal: UserError | None
) -> Message:
    """What was typed is no such command after all: the whole text is looked up; what was chosen is refused."""
    if refusal is not None and not asked.text:
        raise refusal
    query = asked.text or asked.args[0][1]
    return await _find(engine, caller, Invocation.of("find", asked.text, query=query), say)


SHARE: Final = Option("share", "flag")
COMMANDS: Final[tuple[Command, ...]] = (
    Command(
        "find",
        (Option("query", "paper", required=True, rest=True), Option("page", "number"), SHARE),
        _find,
        among_first=True,
    ),
    Command("show", (Option("paper", "paper", required=True, rest=True), SHARE), _show),
    Command("similar", (Option("paper", "paper", required=True, rest=True),), _similar),
    Command("random", (Option("topic", "text", rest=True),), _random),
    Command("help", (Option("command", "text", rest=True),), _help),
)
BY_NAME: Final = {command.name: command for command in COMMANDS}
FIND: Final = BY_NAME["find"]
NOT_BEFORE_TEXT: Final = frozenset({"help"})  # commands only when nothing but their own options follows


def in_order() -> tuple[Command, ...]:
    """The commands as help lists them: what people need first, then the rest."""
    return tuple(sorted(COMMANDS, key=lambda command: not command.among_first))


def parse(text: str) -> Invocation:
    """What was typed after ``/paper``, or said to the bot, as an invocation; never fails.

    A first word is a command only if what follows fits it; everything else is ``find`` over the whole
    text. What only the corpus can tell (whether ``show X`` is a paper) is decided by dispatch().
    """
    text = text.strip()
    if not text:
        return Invocation.of("help")
    first, _, rest = text.partition(" ")
    command = BY_NAME.get(first.lower())
    if command is None or not _fits(command, rest.strip()):
        return _parsed(FIND, text, text)
    return _parsed(command, rest, text)


async def dispatch(engine: Engine, caller: Caller, invocation: Invocation, now: datetime) -> Message:
    """The answer to a command; a refusal is its sentence, a fault of ours a sentence with a reference."""
    del now  # commands that look at the clock come with subscriptions
    say = words(caller.locale)
    return await _guarded(caller, invocation.name, say, lambda: _run(engine, caller, invocation, say))


async def press(engine: Engine, caller: Caller, button: str, now: datetime) -> Message:
    """The answer to a pressed button: its command, given again by whoever pressed it."""
    say = words(caller.locale)

    async def pressed() -> Message:
        return await _run(engine, caller, await engine.pressed(button, now), say)

    return await _guarded(caller, "button", say, pressed)


async def _run(engine: Engine, caller: Caller, invocation: Invocation, say: Words) -> Message:
    command = BY_NAME.get(invocation.name)
    if command is None:
        raise UserError("button-too-old")
    for option in command.options:
        if option.required and not invocation.get(option.name).strip():
            raise UserError(
                "error-option-missing", command=command.name, option=option.name.upper(), usage=command.usage
            )
    return await command.run(engine, caller, invocation, say)


async def _guarded(
    caller: Caller, name: str, say: Words, answer: Callable[[], Awaitable[Message]]
) -> Message:
    started, outcome = time.monotonic(), "answered"
    try:
        return await answer()
    except Exception as error:
        # A StoreError is for the operator to mend, and names files that are nobody else's.
        if isinstance(error, UserError) and not isinstance(error, StoreError):
            outcome = f"refused: {error.key}"
            return Message(error.say(say))
        reference = secrets.token_hex(4)
        outcome = f"failed: {reference}"
        log.exception("%s failed, reference %s", name, reference, extra={"action": "fault"})
        return Message(say("error-fault", reference=reference))
    finally:
        took_ms = round(1000 * (time.monotonic() - started))
        where = f"{caller.place.platform} {caller.asked}"
        log.info("%s from %s %s in %d ms", name, where, outcome, took_ms, extra={"action": "command"})


def _fits(command: Command, rest: str) -> bool:
    if command.name in NOT_BEFORE_TEXT:
        return not rest or rest.lower() in BY_NAME
    return bool(rest) or not any(option.required for option in command.options)


def _parsed(command: Command, text: str, typed: str) -> Invocation:
    """Takes the options that the command knows out of the text; the rest is the text."""
    known = {option.name: option for option in command.options if not option.rest}
    given: dict[str, str] = {}

    def take(match: re.Match[str]) -> str:
        option = known.get(match["name"].lower())
        if option is None or (option.kind != "flag" and not match["value"]):
            return match[0]
        given[option.name] = YES if option.kind == "flag" else match["value"]
        return f" {match['value'] or ''}" if option.kind == "flag" else ""

    rest = OPTION.sub(take, text).strip()
    if command.text_option:
        given[command.text_option.name] = rest
    return Invocation.of(command.name, typed, **given)


# ``--page 2`` or ``—page 2``: telephones join two hyphens into a dash.
OPTION: Final = re.compile(
    r"(?:^|(?<=\s))(?:--|[—–])(?P<name>[A-Za-z-]+)(?:\s+(?P<value>[^\s—–-]\S*))?(?=\s|$)"
)


def _page_number(asked: Invocation) -> int:
    page = asked.get("page", "1")
    if not page.isdecimal() or not 1 <= int(page[:9]) <= LAST_PAGE:
        raise UserError("error-page", page=page)
    return int(page)


def _note(asked: Invocation, say: Words) -> str:
    """One line where a first word that is a command's name turned out to be text."""
    first = asked.text.partition(" ")[0].lower()
    return say("note-looked-up", word=first) if first in BY_NAME and first != FIND.name else ""
