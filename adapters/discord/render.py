"""Message -> Components V2, Discord's own layout of text and buttons. Pure.

Answers only: a push notification of such a message is empty, so what the bot posts by itself is written
otherwise. Component types are Discord's numbers.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from adapters.discord.markup import begin_line, escape, flat, line, link
from bot.message import Action, Card, Message, Span
from bot.text.shown import MARK, cut, units

TEXT: Final = 4000  # characters of all text of a message together, Markdown included
COMPONENTS: Final = 40  # of a message, nested ones counted
ROW: Final = 5  # buttons side by side
LABEL: Final = 80  # characters of a button's label
BUTTON_ID: Final = 100  # characters
CHOICE: Final = 100  # characters of a suggestion
TITLE: Final = 300  # characters; ours, so that five titles fit one message whatever they hold
SMALL_PRINT: Final = 300  # characters; ours
STEP: Final = 50  # characters by which paragraphs are shortened until all fits

ACTION_ROW, BUTTON, TEXT_DISPLAY, SEPARATOR, CONTAINER = 1, 2, 10, 14, 17
SECONDARY: Final = 2  # a grey button: none of them is more dangerous or more wanted than the others

Component = dict[str, Any]


class Ids:
    """The ids of a message's buttons, each given out once: Discord refuses a message that repeats one."""

    def __init__(self, buttons: Mapping[Action, str]) -> None:
        self._buttons = buttons
        self._taken: set[str] = set()

    def take(self, action: Action) -> str | None:
        """The action's id, or None where it has none or the same command already has its button."""
        button = self._buttons.get(action)
        if button is None or button in self._taken:
            return None
        self._taken.add(button)
        return button


def render(message: Message, buttons: Mapping[Action, str]) -> tuple[list[Component], ...]:
    """The components of each message to post, in order: one, unless the cards do not fit one.

    Long paragraphs are shortened first, evenly; every card keeps its title and its buttons.

    Args:
        message: what to say.
        buttons: an id of at most BUTTON_ID characters for each action; an action without is not shown.
    """
    return tuple(_fitted(part, buttons) for part in _parts(message, buttons))


def _parts(message: Message, buttons: Mapping[Action, str]) -> list[Message]:
    """The message split so that each part's titles and buttons fit; the lead comes first, the rest last."""
    parts: list[Message] = []
    part = replace(message, cards=())
    for card in message.cards:
        longer = replace(part, cards=(*part.cards, card))
        if part.cards and not _fits(_components(longer, buttons, 0)):
            parts.append(replace(part, actions=(), footer=""))
            longer = replace(part, lead=(), cards=(card,))
        part = longer
    return [*parts, part]


def _fitted(message: Message, buttons: Mapping[Action, str]) -> list[Component]:
    """The components with paragraphs as long as can be."""
    whole = _components(message, buttons, TEXT)
    if _fits(whole):
        return whole
    limits = range(0, TEXT, STEP)
    too_long = bisect_right(limits, False, key=lambda limit: not _fits(_components(message, buttons, limit)))
    return _components(message, buttons, limits[max(too_long - 1, 0)])


def _fits(components: list[Component]) -> bool:
    every = [*_nested(components)]
    return len(every) <= COMPONENTS and sum(units(one.get("content", "")) for one in every) <= TEXT


def _nested(components: list[Component]) -> list[Component]:
    return [one for outer in components for one in (outer, *_nested(outer.get("components", [])))]


def _components(message: Message, buttons: Mapping[Action, str], limit: int) -> list[Component]:
    """The layout with paragraphs of at most ``limit`` characters."""
    ids = Ids(buttons)
    if message.cards:
        top = _text(line(tuple(replace(span, url=None) for span in message.lead), TITLE))
        body = [_cards(message.cards, ids, limit)]
    else:
        top, body = _text(line((Span(message.text),), limit) or MARK), []
    return [
        *top,
        *body,
        *row(message.actions, ids),
        *_text(_small(line((Span(message.footer),), SMALL_PRINT))),
    ]


def _cards(cards: tuple[Card, ...], ids: Ids, limit: int) -> Component:
    shown: list[Component] = []
    for card in cards:
        rule = [{"type": SEPARATOR}] if shown else []
        shown += [*rule, *_text(_card(card, limit)), *row(card.actions, ids)]
    return {"type": CONTAINER, "components": shown}


def _card(card: Card, limit: int) -> str:
    """Title, first line in small print, paragraphs, small print."""
    title = cut(flat(card.title), TITLE) or MARK
    fields = " · ".join(f"**{escape(flat(one.name))}** {escape(flat(one.value))}" for one in card.fields)
    topic = not (card.actions or card.fields or card.footer)  # such as one of help, all of whose text counts
    lines = [line(one, limit) for one in card.lines]
    shown = [
        f"### {begin_line(link(title, card.url))}",
        *(lines if topic else map(_small, lines[:1])),
        *(() if topic else lines[1:]),
        fields if units(fields) <= limit else "",
        _small(line((Span(card.footer),), min(limit, SMALL_PRINT))),
    ]
    return "\n".join(filter(None, shown))


def _small(markdown: str) -> str:
    return "\n".join(f"-# {one}" for one in markdown.splitlines() if one)


def _text(markdown: str) -> list[Component]:
    return [{"type": TEXT_DISPLAY, "content": markdown}] if markdown else []


def row(actions: tuple[Action, ...], ids: Ids) -> list[Component]:
    """At most five buttons side by side; nothing where there are none."""
    buttons = [
        {"type": BUTTON, "style": SECONDARY, "label": label, "custom_id": button}
        for action in actions[:ROW]
        if (label := cut(flat(action.label), LABEL)) and (button := ids.take(action))
    ]
    return [{"type": ACTION_ROW, "components": buttons}] if buttons else []
