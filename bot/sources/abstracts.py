"""Abstract lists: a header line that names venue and year, then one abstract a paragraph, and no titles."""

import re
from collections.abc import Iterator

from bot.models import Reading, Source
from bot.sources.cleaning import tidy
from bot.sources.encoding import Encoding
from bot.sources.listed import Listed, from_header
from bot.sources.stream import RECORD_CAP, decode, lines
from bot.sources.values import Fault, Item

# Letters, a letter of Chinese, Japanese or Korean counting double. With so many a paragraph is an abstract
# whatever its form; with fewer it needs a sentence; with very few it is none.
MANY = 120
FEW = 40

_LINK = re.compile(r"https?://\S+")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SENTENCE = re.compile(r"[^\W\d][\"”’)}$*]*[.!?。！？](?:\s|$)|[。！？]")
_PARAGRAPHS_JUDGED = 10


def read(file: str, stream: Iterator[bytes]) -> Iterator[Item]:
    """The readings, numbered by paragraph from 1; headers do not count, paragraphs that are no abstract do."""
    listed: Listed | None = None
    encoding = Encoding()
    number = 0
    for paragraph in _paragraphs(stream, encoding):
        if paragraph is None:
            number += 1
            yield Fault("source-too-long", {"limit": RECORD_CAP}).at(file, f"paragraph {number}")
            continue
        header, text = _headed(paragraph)
        listed = header or listed or Listed()
        if not text:
            continue
        number += 1
        if is_abstract(text):
            yield Reading(
                source=Source(file, "paragraph", number),
                abstract=tidy(text),
                venue=listed.venue,
                year=listed.year,
            )
        else:
            yield Fault("source-no-abstract", {"text": text[:60]}).at(file, f"paragraph {number}")
    yield from encoding.report(file)
    if listed is not None and number == 0:
        yield Fault("source-only-header").at(file)


def is_list(head: str) -> bool:
    """Whether a text begins as an abstract list does: with a header, or else with paragraphs of prose."""
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", head.strip())][:_PARAGRAPHS_JUDGED]
    first = paragraphs[0]
    if from_header(first.split("\n")[0]) is not None:
        return True
    prose = sum(map(_is_prose, paragraphs))
    return _is_prose(first) and _letters(first) >= MANY and prose * 3 >= len(paragraphs) * 2


def is_abstract(text: str) -> bool:
    """Whether a paragraph of an abstract list is one, and not a page number, a heading or a link."""
    text = _LINK.sub("", text).strip()
    letters = _letters(text)
    return letters >= MANY or (letters >= FEW and _SENTENCE.search(text) is not None)


def _is_prose(text: str) -> bool:
    """Whether a paragraph reads as an abstract does: mostly letters, and no line much shorter than the rest."""
    rows = text.split("\n")
    if len(rows) > 1 and min(map(len, rows[:-1])) < 40:
        return False
    solid = len("".join(text.split()))
    return is_abstract(text) and sum(map(str.isalpha, text)) >= 0.7 * solid


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text)) + len(_WIDE.findall(text))


def _headed(paragraph: str) -> tuple[Listed | None, str]:
    """The header a paragraph begins with, if any, and the rest of it."""
    first, _, rest = paragraph.partition("\n")
    header = from_header(first)
    return (header, rest) if header is not None else (None, paragraph)


def _paragraphs(stream: Iterator[bytes], encoding: Encoding) -> Iterator[str | None]:
    """The paragraphs, their lines without blanks at the end; None for one that is longer than RECORD_CAP."""
    rows: list[str] = []
    size = 0
    for number, line in enumerate(lines(stream), 1):
        text, utf8 = decode(line) if line is not None else ("", True)
        if not utf8:
            encoding.foreign(f"line {number}")
        text = text.rstrip()
        if line is None:
            size = RECORD_CAP + 1
        elif text:
            size += len(line)
            rows = [*rows, text] if size <= RECORD_CAP else []
        elif size:
            yield "\n".join(rows).strip() if size <= RECORD_CAP else None
            rows, size = [], 0
    if size:
        yield "\n".join(rows).strip() if size <= RECORD_CAP else None
