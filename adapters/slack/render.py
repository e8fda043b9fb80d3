"""Message -> Block Kit, purely.

Whatever comes from papers and people stands in ``rich_text`` and ``plain_text``, which Slack does not
parse: mrkdwn knows no escape for ``* _ ~``. Only ``text``, the notification, is escaped.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from bot.message import Action, Card, Line, Message, Span, plain, to_text
from bot.text.shown import MARK, cut, linkable, printable, units

Block = dict[str, Any]

# Slack's limits, in characters where nothing else is said.
BLOCKS: Final = 50  # a message
SIZE: Final = 12_000  # all blocks as JSON; somewhat above 13,000 is refused as msg_blocks_too_long
NOTIFIED: Final = 3_900  # of ``text``, escaped; Slack asks for less than 4,000
TEXT: Final = 3_000  # one text
QUIET: Final = 600  # one text of small print; Slack takes 2,000
CONTEXT: Final = 10  # elements of a context
ROW: Final = 25  # buttons of one row
LABEL: Final = 75  # a button's text
VALUE: Final = 1_000  # a button's value: Slack takes 2,000, but all of them count in SIZE
ADDRESS: Final = 3_000  # a link

BUTTON_ID: Final = "paperbot_"  # every button's action_id begins so


@dataclass(frozen=True, slots=True)
class Measure:
    """How much of each card is shown.

    Attributes:
        title: characters of the title.
        lines: paragraphs.
        line: characters of a paragraph.
        air: whether lines are drawn between cards, and small print shown.
        buttons: whether cards have their buttons.
        links: whether titles are linked.
    """

    title: int
    lines: int
    line: int
    air: bool = True
    buttons: bool = True
    links: bool = True


MEASURES: Final = (  # the first that fits is taken; no card is ever left out
    Measure(title=300, lines=12, line=TEXT),
    Measure(title=300, lines=4, line=600),
    Measure(title=200, lines=2, line=200, air=False),
    Measure(title=150, lines=0, line=0, air=False, buttons=False),
    Measure(title=60, lines=0, line=0, air=False, buttons=False, links=False),
)

SIZES: Final = (0, 2, 3)  # which measure each size begins with


def render(message: Message, buttons: Mapping[Action, str], size: int = 0) -> dict[str, Any]:
    """The message as arguments of chat.postMessage or the body of a response_url, without the address.

    Args:
        message: what to show.
        buttons: an id of at most VALUE characters for each of its actions.
        size: 0 as much as fits, 1 short, 2 titles and links: what Slack refuses is made smaller.
    """
    drafts = (_blocks(message, buttons, measure) for measure in MEASURES[SIZES[size] :])
    blocks: list[Block] = []
    for blocks in drafts:
        if len(blocks) <= BLOCKS and _size(blocks) <= SIZE:
            break
    return {
        "text": escape(cut(_said(message), NOTIFIED, _escaped_units)),
        "blocks": blocks,
        "mrkdwn": False,
        "unfurl_links": False,
        "unfurl_media": False,
    }


def escape(text: str) -> str:
    """The text for places that Slack parses."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _said(message: Message) -> str:
    """The message as text, never empty: what a notification and a screen reader say."""
    return next(filter(str.strip, map(printable, (message.text, to_text(message)))), MARK).strip()


def _escaped_units(character: str) -> int:
    return max(units(character), len(escape(character)))


def _blocks(message: Message, buttons: Mapping[Action, str], measure: Measure) -> list[Block]:
    blocks: list[Block] = []
    if message.cards:
        blocks += _rich([_runs(message.lead, max(measure.line, measure.title))])
        blocks += _divider(measure, blocks)
        blocks += _cards(message.cards, buttons, measure)
    else:
        blocks += _rich([_runs((Span(_said(message)),), TEXT)])
    blocks += _row(message.actions, buttons)
    blocks += _context([_quiet(message.footer)])
    return blocks


def _cards(cards: Sequence[Card], buttons: Mapping[Action, str], measure: Measure) -> list[Block]:
    if not measure.lines:
        return _rich([_text("• "), _title(card, measure)] for card in cards)
    blocks: list[Block] = []
    for topics, group in groupby(cards, key=lambda card: not (card.actions or card.fields or card.footer)):
        if topics:
            blocks += _rich([_topic(card, measure) for card in group], apart="\n\n")
            continue
        for card in group:
            blocks += _divider(measure, blocks)
            blocks += _card(card, buttons, measure)
    return blocks


def _topic(card: Card, measure: Measure) -> list[Block]:
    """A card without buttons and small print, such as a topic of help, as one paragraph."""
    lines = ((_text("\n"), *_runs(line, measure.line)) for line in card.lines[: measure.lines])
    return [_title(card, measure), *(run for line in lines for run in line)]


def _card(card: Card, buttons: Mapping[Action, str], measure: Measure) -> list[Block]:
    """Title, quiet first line, paragraphs, small print, buttons."""
    title, lines = _title(card, measure), card.lines[: measure.lines]
    byline = lines[0] if lines else ()
    blocks = _rich([[title]])
    blocks += _context(_byline(byline))
    blocks += _rich(_runs(line, measure.line) for line in lines[1:])
    if measure.air:
        fields = " · ".join(f"{field.name}: {field.value}" for field in card.fields)
        blocks += _context(map(_quiet, (fields, card.footer)))
    if measure.buttons:
        blocks += _row(card.actions, buttons)
    return blocks


def _title(card: Card, measure: Measure) -> Block:
    shown = cut(" ".join(_inert(card.title).split()), measure.title) or MARK
    return _run(Span(shown, strong=True, url=card.url if measure.links else None), shown)


def _divider(measure: Measure, above: Sequence[Block]) -> list[Block]:
    return [{"type": "divider"}] if measure.air and above else []


def _rich(paragraphs: Iterable[Sequence[Block]], apart: str = "\n") -> list[Block]:
    """One block with the paragraphs below each other; nothing where there are none."""
    runs = [run for paragraph in paragraphs if paragraph for run in (_text(apart), *paragraph)][1:]
    section = {"type": "rich_text_section", "elements": runs}
    return [{"type": "rich_text", "elements": [section]}] if runs else []


def _runs(line: Line, limit: int) -> list[Block]:
    """The line's spans as elements, cut where all together pass ``limit``."""
    runs: list[Block] = []
    for span in line:
        text = _inert(span.text)
        if limit < 1 and text:
            runs.append(_run(Span(MARK), MARK))
            break
        if text:
            runs.append(_run(span, cut(text, limit)))
            limit -= units(text)
    return runs if any(run["text"].strip() for run in runs) else []


def _run(span: Span, shown: str) -> Block:
    run: Block = (
        {"type": "link", "url": span.url, "text": shown} if linkable(span.url, ADDRESS) else _text(shown)
    )
    if span.strong:
        run["style"] = {"bold": True}
    return run


def _text(shown: str) -> Block:
    return {"type": "text", "text": shown}


def _byline(line: Line) -> list[Block]:
    """A line in small print; a strong word in it, such as withdrawn, stays strong."""
    elements: list[Block] = []
    for strong, spans in groupby(line, key=lambda span: span.strong and span.text.isalpha()):
        text = plain(tuple(spans))
        # Letters alone cannot be markup, so only they may stand in mrkdwn.
        elements.append({"type": "mrkdwn", "text": f"*{cut(text, QUIET)}*"} if strong else _quiet(text))
    return elements if len(elements) <= CONTEXT else [_quiet(plain(line))]


def _quiet(text: str) -> Block:
    return {"type": "plain_text", "text": cut(_inert(text).strip(), QUIET), "emoji": False}


def _context(elements: Iterable[Block]) -> list[Block]:
    shown = [element for element in elements if element["text"]]
    return [{"type": "context", "elements": shown}] if shown else []


def _row(actions: Iterable[Action], buttons: Mapping[Action, str]) -> list[Block]:
    elements = [
        {
            "type": "button",
            "action_id": f"{BUTTON_ID}{number}",
            "text": {"type": "plain_text", "text": cut(_inert(action.label), LABEL) or MARK, "emoji": False},
            "value": buttons[action],
        }
        for number, action in enumerate(actions)
    ][:ROW]
    return [{"type": "actions", "elements": elements}] if elements else []


def _inert(text: str) -> str:
    """Printable, and without the openings of Slack's special sequences, wherever they might be parsed."""
    return re.sub(r"<(?=[!@#]|\w+:)", "‹", printable(text))


def _size(blocks: Sequence[Block]) -> int:
    return len(json.dumps(blocks, ensure_ascii=False, separators=(",", ":")))
