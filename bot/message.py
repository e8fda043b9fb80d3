"""What the bot says, in plain values: no markup, no platform.

All text here is plain.
Escaping and emphasis belong to the adapters' renderers, which alone know what ``&``, ``<`` or ``*`` mean.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from bot.models import Invocation


@dataclass(frozen=True, slots=True)
class Span:
    """A run of plain text.

    Attributes:
        text: plain; hostile until rendered.
        strong: set off from its neighbours, such as words that matched.
        url: https link, or None; only links the bot made itself or checked.
    """

    text: str
    strong: bool = False
    url: str | None = None


Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A short label and its value, such as Venue and ICML 2026."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Action:
    """A button: a command typed for you.

    Attributes:
        label: at most 40 characters.
        invocation: comes back through dispatch, as if typed.
        replaces: whether the answer takes the place of the message the button is on, where only the
            presser sees that message; next page does, show does not.
    """

    label: str
    invocation: Invocation
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """One paper, or one topic of help.

    Attributes:
        title: plain, at most 300 characters.
        url: https link of the title, or None.
        lines: paragraphs below the title, such as authors, why, abstract.
        fields: short labelled values.
        footer: small print.
        actions: at most 5.
    """

    title: str
    url: str | None = None
    lines: tuple[Line, ...] = ()
    fields: tuple[Field, ...] = ()
    footer: str = ""
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Message:
    """One answer.

    Attributes:
        text: always a complete message by itself: Slack needs it for notifications, screen readers read
            it, logs quote it.
        lead: the line shown above the cards where there are cards (``text`` then only stands in for them);
            without cards ``text`` is what is shown.
        cards: in order.
        actions: below all cards, at most 5.
        footer: small print below everything.
        private: whether it is for the caller only, where the place has other people.
        once: when not empty, the message may be posted only once under this key (see Engine.claim).
    """

    text: str
    lead: Line = ()
    cards: tuple[Card, ...] = ()
    actions: tuple[Action, ...] = ()
    footer: str = ""
    private: bool = True
    once: str = ""

    def every_action(self) -> tuple[Action, ...]:
        """All buttons, the cards' first, in the order shown."""
        return tuple(action for card in self.cards for action in card.actions) + self.actions


def to_dict(message: Message) -> dict[str, Any]:
    """A plain form for storage; JSON can hold it."""
    return asdict(message)


def from_dict(data: Mapping[str, Any]) -> Message:
    """The reverse of to_dict, also after JSON.

    Raises:
        KeyError, TypeError, ValueError: the form is not one of ours.
    """
    cards = tuple(
        Card(
            card["title"],
            card["url"],
            tuple(_line(line) for line in card["lines"]),
            tuple(Field(**field) for field in card["fields"]),
            card["footer"],
            tuple(_action(action) for action in card["actions"]),
        )
        for card in data["cards"]
    )
    return Message(
        data["text"],
        _line(data["lead"]),
        cards,
        tuple(_action(action) for action in data["actions"]),
        data["footer"],
        data["private"],
        data["once"],
    )


def _line(spans: Iterable[Mapping[str, Any]]) -> Line:
    return tuple(Span(**span) for span in spans)


def _action(data: Mapping[str, Any]) -> Action:
    asked = data["invocation"]
    args = tuple((key, value) for key, value in asked["args"])
    return Action(data["label"], Invocation(asked["name"], args, asked["text"]), data["replaces"])


def plain(line: Line) -> str:
    """The line's text without what sets it off."""
    return "".join(span.text for span in line)


def to_text(message: Message) -> str:
    """The whole message as lines of plain text, without its buttons."""
    if not message.cards:
        return "\n".join(filter(None, [message.text, message.footer]))
    out = [plain(message.lead)] if message.lead else []
    for card in message.cards:
        out += [card.title, *(plain(line) for line in card.lines)]
        out += [f"{field.name}: {field.value}" for field in card.fields]
        out += [card.footer] if card.footer else []
    return "\n".join([*out, *filter(None, [message.footer])])
