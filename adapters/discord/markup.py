"""Plain text -> Discord's Markdown that shows exactly that text, and does nothing else.

Discord's own helper leaves lists, headings, time stamps, command and channel mentions, custom emoji,
bare addresses and invitations untouched (discord.py 2.7's ``escape_markdown``), so this is our own.
"""

import re
from itertools import groupby
from typing import Final
from urllib.parse import quote, urlsplit

from bot.message import Line, Span
from bot.text.shown import MARK, cut, printable, units

URL: Final = 512  # characters of an address; Discord's own limit for a link button
SHORTEST: Final = 16  # characters; a shorter piece of a longer line says nothing
BREAK: Final = "\u200b"  # zero-width space: parts what the server reads even behind a backslash
URL_SAFE: Final = ":/?#@!$&+,;=%~-._"  # what an address may keep; brackets and quotes would end the link

# What Discord acts upon, and what is written instead. In order: a later row sees what earlier ones wrote.
INLINE: Final = (
    (re.compile(r"[\\*_~|`#\[\]<]"), r"\\\g<0>"),  # emphasis, spoilers, code, headings, links, mentions
    (re.compile(r":(?=\S)"), r"\\:"),  # :smile:, https://, mailto:
    (re.compile(r"<(?=[@#/]|\w+\\:)"), rf"<{BREAK}"),  # <@1> <#1> </a:1> <a:b:1> <t:1> <id:home>
    (re.compile(r"@(?=everyone|here)", re.IGNORECASE), f"@{BREAK}"),
    (re.compile(r"(discord(?:app)?\.(?:gg|com|me|li))/", re.IGNORECASE), r"\1\\/"),  # invitations
)
# Quotes, lists, small print; headings are gone with INLINE. A backslash is not enough everywhere.
LINE_START: Final = re.compile(r"^(?=[^\S\n]*(?:[>+-]|\d+[.)]))", re.MULTILINE)
PAIRED: Final = re.compile(r"[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*")
LOOK_ALIKE: Final = str.maketrans("[]", "［］")


def flat(text: str) -> str:
    """Printable text on one line."""
    return " ".join(printable(text).split())


def escape(text: str) -> str:
    """Markdown for printable text inside a line; begin_line() does the rest when the line is complete."""
    for pattern, instead in INLINE:
        text = pattern.sub(instead, text)
    return text


def begin_line(markdown: str) -> str:
    """The same Markdown with nothing at the start of a line that would make it more than a line."""
    return LINE_START.sub(BREAK, markdown)


def strong(text: str) -> str:
    """Printable text set off in bold; blanks at its ends stay outside, where Discord wants them."""
    inner = text.strip()
    if not inner:
        return text
    before, _, after = text.partition(inner)
    return f"{before}**{escape(inner)}**{after}"


def link(text: str, url: str | None) -> str:
    """Printable text that leads to ``url``, or the text alone where the address is not one we may show.

    Brackets stay in a link's text only in pairs, as in ``[Re] ...``: a lone one would end it, escaped or not.
    An address in it is broken, since Discord takes one for a trick and shows the Markdown.
    """
    address = safe_url(url)
    if not address or not text.strip():
        return escape(text)
    text = text.replace("\n", " ")
    shown = escape(text if PAIRED.fullmatch(text) else text.translate(LOOK_ALIKE))
    return f"[{shown.replace('://', f':{BREAK}//')}]({address})"


def safe_url(url: str | None) -> str | None:
    """The address with nothing in it that could end a link early; None unless plain https with a host."""
    if not url:
        return None
    try:
        parts = urlsplit(url)
        fine = parts.scheme == "https" and parts.hostname and "@" not in parts.netloc
    except ValueError:  # unbalanced brackets in the host
        return None
    address = quote(url, safe=URL_SAFE, errors="replace")
    return address if fine and len(address) <= URL else None


def line(spans: Line, limit: int) -> str:
    """A whole line as Markdown; ``limit`` is of its plain text."""
    runs = groupby(_cut(spans, limit), key=lambda span: (span.strong, span.url))
    merged = (Span("".join(span.text for span in run), *kind) for kind, run in runs)  # "@" and "everyone"
    return begin_line("".join(map(_span, merged)).strip())


def _span(span: Span) -> str:
    address = safe_url(span.url)
    if address and address == span.text:
        return f"<{address}>"  # Discord takes an address as a link's text for a trick
    if address:
        return link(span.text, address)
    return strong(span.text) if span.strong else escape(span.text)


def _cut(spans: Line, limit: int) -> list[Span]:
    """The spans, printable, cut to ``limit`` together; none if so little would be left that it says nothing."""
    shown = [Span(printable(span.text), span.strong, span.url) for span in spans]
    whole = "".join(span.text for span in shown)
    if units(whole) <= limit:
        return shown
    if limit < SHORTEST:
        return []
    left, kept = len(cut(whole, limit)) - len(MARK), []
    for span in shown:
        if left > 0:
            kept.append(Span(span.text[:left], span.strong, span.url))
        left -= len(span.text)
    return [*kept, Span(MARK)]
