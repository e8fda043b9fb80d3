"""Message -> content, embeds and buttons: what the bot posts by itself. Pure.

Components V2, which answers are made of, give empty push notifications.
"""

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any, Final

from adapters.discord.markup import begin_line, escape, flat, line, safe_url
from adapters.discord.render import ROW, STEP, Component, Ids, row
from bot.message import Action, Card, Message, Span
from bot.text.shown import MARK, cut, units

# Discord's limits, in characters where nothing else is said.
CONTENT: Final = 2000
EMBEDS: Final = 10
TITLE: Final = 256
DESCRIPTION: Final = 4096
ALL: Final = 6000  # of all embeds together
ROWS: Final = 5  # of buttons

NOTIFIED: Final = 600  # ours: escaped it may be thrice as long
FOOTER: Final = 300  # ours; Discord takes 2048
SMALL: Final = "\n-# "  # begins a line of small print
SPARE: Final = 30  # ours: for the mark and what stands around it
SHORT: Final = 100  # ours: of a paragraph of a post that was refused once

Embed = dict[str, Any]


def embeds(message: Message, buttons: Mapping[Action, str], size: int, mark: str) -> dict[str, Any]:
    """The message as part of the body of a new message; paragraphs are as long as all limits allow.

    Args:
        message: at most ten cards.
        buttons: an id of at most BUTTON_ID characters for each action.
        size: 0 as much as fits, 1 short, 2 titles and links: what Discord refuses is made smaller.
        mark: by which the message is found again; it ends the small print.
    """
    if not message.cards and units(message.text) <= NOTIFIED:
        return _sentence(message, mark) | {"components": _rows(message.every_action(), buttons)}
    most = (DESCRIPTION, SHORT, 0)[size]
    limits = range(0, most + 1, STEP)
    too_long = bisect_right(limits, False, key=lambda limit: _length(_embeds(message, limit, mark)) > ALL)
    return {
        "content": _fitted(message.text, NOTIFIED, CONTENT) or MARK,
        "embeds": _embeds(message, limits[max(too_long - 1, 0)], mark),
        "components": _rows(message.every_action(), buttons),
    }


def _sentence(message: Message, mark: str) -> dict[str, Any]:
    """A few words without a card, such as a notice, need no box."""
    small = " · ".join(filter(None, [_fitted(flat(message.footer), FOOTER, FOOTER), mark]))
    shown = _fitted(message.text, NOTIFIED, CONTENT - FOOTER - SPARE) or MARK
    return {"content": f"{shown}{SMALL}{small}", "embeds": []}


def mark_of(message: Mapping[str, Any]) -> str:
    """By which a message is found again, as Discord gives it back or as it was sent; empty where there is none."""
    shown = message.get("embeds")
    if shown:
        small = (shown[-1].get("footer") or {}).get("text", "")
    else:
        _, found, after = str(message.get("content", "")).rpartition(SMALL)
        small = after if found else ""
    return str(small).rpartition(" · ")[2]


def _embeds(message: Message, limit: int, mark: str) -> list[Embed]:
    """The embeds with paragraphs of at most ``limit`` characters."""
    shown = [_embed(card, limit) for card in message.cards[:EMBEDS]]
    if not shown:
        shown = [{"description": _fitted(message.text, limit, DESCRIPTION)} if limit else {}]
    small = cut(flat(message.footer), FOOTER)
    shown[-1]["footer"] = {"text": " · ".join(filter(None, [small, mark]))}
    return shown


def _embed(card: Card, limit: int) -> Embed:
    embed: Embed = {"title": _fitted(flat(card.title), TITLE - len(MARK), TITLE) or MARK}
    address = safe_url(card.url)
    if address:
        embed["url"] = address
    fields = " · ".join(f"**{escape(flat(one.name))}** {escape(flat(one.value))}" for one in card.fields)
    lines = [line(one, limit) for one in card.lines]
    lines += [begin_line(fields) if units(fields) <= limit else "", line((Span(card.footer),), limit)]
    described = "\n".join(filter(None, lines))
    if described and units(described) <= DESCRIPTION:
        embed["description"] = described
    elif described:  # escaping made it too long
        embed["description"] = _fitted("\n".join(_plain(card)), limit, DESCRIPTION)
    return embed


def _plain(card: Card) -> list[str]:
    return ["".join(span.text for span in one) for one in card.lines]


def _fitted(text: str, limit: int, most: int) -> str:
    """The text as Markdown, of at most ``limit`` characters plain and ``most`` escaped."""
    while True:
        shown = line((Span(text),), limit)
        if units(shown) <= most:
            return shown
        limit = limit * 3 // 4


def _rows(actions: tuple[Action, ...], buttons: Mapping[Action, str]) -> list[Component]:
    ids = Ids(buttons)
    rows = [row(actions[at : at + ROW], ids) for at in range(0, ROWS * ROW, ROW)]
    return [component for one in rows for component in one]


def _length(shown: list[Embed]) -> int:
    texts = [text for one in shown for text in (one.get("title", ""), one.get("description", ""))]
    return sum(map(units, [*texts, *(one["footer"]["text"] for one in shown if "footer" in one)]))
