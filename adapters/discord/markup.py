"""Plain text -> Discord's Markdown that shows exactly that text, and does nothing else.

Discord's own helper leaves lists, headings, time stamps, command and channel mentions, custom emoji,
bare addresses and invitations untouched (discord.py 2.7's ``escape_markdown``), so this is our own.
"""

import re
import unicodedata
from typing import Final
from urllib.parse import quote, urlsplit

from bot.message import Line, Span

URL: Final = 512  # characters of an address; Discord's own limit for a link button
SHORTEST: Final = 16  # characters; a shorter piece of a longer text says nothing
ELLIPSIS: Final = "…"
BREAK: Final = "\u200b"  # zero-width space: parts what the server reads even behind a backslash

DROPPED: Final = frozenset({"Cc", "Cf", "Cs", "Co"})  # invisible, reordering, broken, private
SPACES: Final = dict.fromkeys(map(ord, "\t\r\v\f\u2028\u2029"), " ")
URL_SAFE: Final = ":/?#@!$&+,;=%~-._"  # what an address may keep; brackets and quotes would end the link

# What Discord acts upon, and what is written instead. In order: a later row sees what earlier ones wrote.
INLINE: Final = (
    (re.compile(r"[\\*_~|`\[\]<]"), r"\\\g<0>"),  # emphasis, spoilers, code, links, mentions
    (re.compile(r":(?=\S)"), r"\\:"),  # :smile:, https://, mailto:
    (re.compile(r"<(?=[@#:/]|\w+\\?:)"), rf"<{BREAK}"),  # <@1> <#1> </a:1> <:a:1> <a:b:1> <t:1> <id:home>
    (re.compile(r"@(?=everyone|here)", re.IGNORECASE), f"@{BREAK}"),
    (re.compile(r"(discord(?:app)?\.(?:gg|com|me|li))/", re.IGNORECASE), r"\1\\/"),  # invitations
)
LINE_START: Final = (
    (re.compile(r"^([^\S\n]*)([#>+-])", re.MULTILINE), r"\1\\\2"),  # headings, small print, quotes, lists
    (re.compile(r"^([^\S\n]*\d+)([.)])", re.MULTILINE), r"\1\\\2"),  # numbered lists
)
LINK_BRACKETS: Final = str.maketrans("[]", "［］")  # even escaped ones end a link's text on some clients


def size(text: str) -> int:
    """Length as Discord may count it: UTF-16 units, which are never fewer than code points."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def clean(text: str) -> str:
    """The text without what cannot be seen or would reorder it; line breaks stay."""
    kept = (one for one in text.translate(SPACES) if one == "\n" or unicodedata.category(one) not in DROPPED)
    return unicodedata.normalize("NFC", "".join(kept))


def flat(text: str) -> str:
    """Clean text on one line."""
    return " ".join(clean(text).split())


def clip(text: str, limit: int) -> str:
    """At most ``limit`` of size(), cut at a word if one ends near, never inside a character as people see it.

    What is cut ends in ``…``; empty if so little would be left that it says nothing.
    """
    if size(text) <= limit:
        return text
    if limit < SHORTEST:
        return ""
    cut = text.encode("utf-16-le", "surrogatepass")[: 2 * (limit - 1)].decode("utf-16-le", "ignore")
    end = len(cut)
    while end and _belongs_to_previous(text, end):
        end -= 1
    word = re.search(r"\s+\S*$", text[:end]) if not text[end].isspace() else None
    if word and word.start() > end // 2:
        end = word.start()
    return text[:end].rstrip(" \n,;:") + ELLIPSIS


def escape(text: str) -> str:
    """Markdown for clean text inside a line; begin_line() does the rest when the line is complete."""
    for pattern, instead in INLINE:
        text = pattern.sub(instead, text)
    return text


def begin_line(markdown: str) -> str:
    """The same Markdown with nothing at the start of a line that would make it more than a line."""
    for pattern, instead in LINE_START:
        markdown = pattern.sub(instead, markdown)
    return markdown


def strong(text: str) -> str:
    """Clean text set off in bold; blanks at its ends stay outside, where Discord wants them."""
    inner = text.strip()
    if not inner:
        return text
    before, _, after = text.partition(inner)
    return f"{before}**{escape(inner)}**{after}"


def link(text: str, url: str | None) -> str:
    """Clean text that leads to ``url``, or the text alone where the address is not one we may show."""
    address = safe_url(url)
    return (
        f"[{escape(text.translate(LINK_BRACKETS))}]({address})" if address and text.strip() else escape(text)
    )


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
    return begin_line("".join(map(_span, _clipped(spans, limit)))).strip()


def _span(span: Span) -> str:
    if safe_url(span.url):
        return link(span.text, span.url)
    return strong(span.text) if span.strong else escape(span.text)


def _clipped(spans: Line, limit: int) -> list[Span]:
    cleaned = [Span(clean(span.text), span.strong, span.url) for span in spans]
    whole = "".join(span.text for span in cleaned)
    short = clip(whole, limit)
    if short == whole:
        return cleaned
    left, kept = len(short) - len(ELLIPSIS), []
    for span in cleaned:
        if left <= 0:
            break
        kept.append(Span(span.text[:left], span.strong, span.url))
        left -= len(span.text)
    return [*kept, Span(ELLIPSIS)] if kept else []


def _belongs_to_previous(text: str, at: int) -> bool:
    """Whether cutting before ``at`` would take an accent, a skin colour or half a flag from its character."""
    one = text[at]
    if unicodedata.category(one).startswith("M") or "\U0001f3fb" <= one <= "\U0001f3ff":
        return True
    run = re.search("[\U0001f1e6-\U0001f1ff]*$", text[:at])
    return "\U0001f1e6" <= one <= "\U0001f1ff" and run is not None and len(run[0]) % 2 == 1
