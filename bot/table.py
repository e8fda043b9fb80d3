"""What a row of the command table is: a command, its options, and what answers it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

from bot.engine import Engine
from bot.locale import Words
from bot.message import Message
from bot.models import Caller, Invocation
from bot.reach import Reach

YES: Final = "yes"
WRONG: Final = "wrong"  # the argument that holds a typed option which cannot be taken

Kind = Literal["text", "paper", "subscription", "timezone", "channel", "number", "flag"]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a command can be told.

    Attributes:
        name: its name on Discord, and as typed after ``--``.
        kind: ``text``; ``paper``, ``subscription`` and ``timezone`` (text with suggestions); ``channel``;
            ``number``; ``flag`` (given or not).
        required: whether the command cannot do without it.
        rest: whether it is the text itself rather than a ``--name`` token.
        choices: its possible values, where they are few; in text each is a token, such as ``--daily``.
        tokens: what else is typed for its name, the usual one first, such as ``in`` or ``tz``.
        value: what stands for its value in the usage, such as ``HH:MM``.
        long: whether its value goes on up to the next option, as a topic does.
        summary: catalogue key of its meaning, where its name alone does not tell.
    """

    name: str
    kind: Kind = "text"
    required: bool = False
    rest: bool = False
    choices: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    value: str = ""
    long: bool = False
    summary: str = ""

    @property
    def summary_key(self) -> str:
        """Catalogue key of its one-line meaning."""
        return self.summary or f"option-{self.name}"

    @property
    def usage(self) -> str:
        """How it is typed, in brackets where it need not be."""
        said = self._said()
        return said if self.required else f"[{said}]"

    def _said(self) -> str:
        if self.rest:
            return "/".join(self.choices) or self.name.upper()
        if self.choices:
            return "/".join(f"--{choice}" for choice in self.choices)
        typed = f"--{(self.tokens or (self.name,))[0]}"
        return typed if self.kind == "flag" else f"{typed} {self.value or 'N'}"


@dataclass(frozen=True, slots=True)
class Request:
    """One command on its way to its answer.

    Attributes:
        engine: answers.
        reach: what the caller's platform tells of places and people.
        caller: who asks, and where.
        asked: what.
        say: the caller's language.
        now: aware, UTC.
        table: all commands by name.
    """

    engine: Engine
    reach: Reach
    caller: Caller
    asked: Invocation
    say: Words
    now: datetime
    table: Mapping[str, "Command"]

    def asking(self, name: str, text: str = "", **args: str) -> "Request":
        """The same caller asking for something else."""
        return replace(self, asked=Invocation.of(name, text, **args))


Handler = Callable[[Request], Awaitable[Message]]


@dataclass(frozen=True, slots=True)
class Command:
    """A row of the table.

    Attributes:
        name: the word people type.
        options: the text first, then the ``--name`` ones.
        run: answers; may raise UserError.
        among_first: whether help lists it before the rest.
        always: whether it is this command whatever follows, and not a text that begins with its name.
        strict: whether a ``--name`` that it does not know is refused instead of taken as text.
    """

    name: str
    options: tuple[Option, ...]
    run: Handler
    among_first: bool = False
    always: bool = False
    strict: bool = False

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
        return " ".join([self.name, *(option.usage for option in self.options)])
