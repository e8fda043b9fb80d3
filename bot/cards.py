"""What every list of papers has: a byline, the stretch of the abstract that matched, text cut to measure. Pure."""

import re
from collections.abc import Sequence
from typing import Final

from bot.locale import Words
from bot.message import Line, Span
from bot.models import Paper

FIRST_AUTHORS: Final = 3  # in a list; enough to recognise a group
SNIPPET: Final = 220  # characters of abstract in a list: about two lines in chat
FIT: Final = SNIPPET - 30  # in which a match must end, so that cutting at a word leaves it whole
HEADING: Final = 200  # characters of a title as published that are shown
QUERY: Final = 80  # characters of a query that are said back


def byline(one: Paper, most: int, say: Words) -> Line:
    """Authors, venue and year, and a status that must not be overlooked."""
    authors = ", ".join(one.authors[:most])
    if len(one.authors) > most:
        authors = say("show-authors-more", authors=authors, rest=len(one.authors) - most)
    where = " ".join(filter(None, [one.venue, str(one.year or "")]))
    status = say(f"status-{one.status}") if one.status else ""
    parts = [Span(part) for part in (authors, where) if part]
    if status:
        parts.append(Span(status, strong=one.status in ("rejected", "withdrawn")))
    return tuple(span for part in parts for span in (Span(" · "), part))[1:]


def snippet(abstract: str, matched: Sequence[str]) -> Line:
    """The stretch of the abstract that holds most of the matched words, which are set off."""
    if not abstract:
        return ()
    words = _whole_words(matched)
    start = _best_start(abstract, words) if words else 0
    text = abstract[start : start + SNIPPET]
    if start + SNIPPET < len(abstract):
        text = text.rsplit(" ", 1)[0].rstrip(" ,;:") + " …"
    line = _set_off(text, words) if words else (Span(text),)
    return (Span("… "), *line) if start else line


def link_to(one: Paper) -> str | None:
    """The paper's best page, if one is known."""
    return one.links[0] if one.links else None


def short(text: str, most: int) -> str:
    """At most ``most`` characters, cut at a word and marked."""
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"


def _whole_words(matched: Sequence[str]) -> re.Pattern[str] | None:
    """Finds any of the words where it stands alone, the longest first."""
    longest_first = sorted({word for word in matched if word.strip()}, key=len, reverse=True)
    if not longest_first:
        return None
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)


def _best_start(abstract: str, words: re.Pattern[str]) -> int:
    """Where the sentence begins with which most of the matched words fit into a snippet, the first such.

    Where the first of them comes too late in its sentence, somewhat before it.
    """
    starts = [0, *(match.end() for match in re.finditer(r"[.!?] (?=[A-Z\"“])", abstract))]

    def held(start: int) -> int:
        return len({word.lower() for word in words.findall(abstract, start, start + FIT)})

    best = max(starts, key=lambda start: (held(start), -start))
    first = words.search(abstract, best)
    if first is None:
        return best
    begin = max(start for start in starts if start <= first.start())
    if first.end() <= begin + FIT:
        return begin
    near = max(first.end() - SNIPPET // 2, 0)
    return min(abstract.find(" ", near, first.start()) + 1 or near, first.start())


def _set_off(text: str, words: re.Pattern[str]) -> Line:
    """The text as spans, with the matched words strong."""
    return tuple(Span(part, strong=bool(at % 2)) for at, part in enumerate(words.split(text)) if part)
