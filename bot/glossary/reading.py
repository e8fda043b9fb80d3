"""Reading: Chinese text cut into terms of the glossary and what is left between them. Pure."""

import re
from dataclasses import dataclass
from typing import Final

from bot.glossary.terms import Term, Terms, terms

CAP: Final = 1_000  # characters that are cut; what is longer is a paste

_HAN: Final = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_IS_HAN: Final = re.compile(f"[{_HAN}]")
# What a piece costs: one character, which may be half of another word, more than a longer term.
_TERM, _ALONE, _UNREAD = 2, 3, 8

_Cost = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a text that holds Chinese characters.

    Attributes:
        start: where it begins, in characters.
        end: where it ends.
        text: in simplified characters and small letters.
        term: what it is; None for Chinese that the glossary does not hold.
    """

    start: int
    end: int
    text: str
    term: Term | None


def has_chinese(text: str) -> bool:
    """Whether the text holds a Chinese character."""
    return not text.isascii() and _IS_HAN.search(text) is not None


def segments(text: str) -> tuple[Segment, ...]:
    """The Chinese of a text, in order: terms, and runs of characters that belong to none.

    Of all ways to cut it the one with the fewest pieces, single characters counting more, and among those the
    one whose longest pieces are longest. What is not Chinese, and in no term, is left out.
    """
    known = terms()
    key = known.key(text[:CAP])
    ends = _ends(key, known)
    found: list[Segment] = []
    at = 0
    while at < len(key):
        end = ends[at]
        term = known.by_key.get(key[at:end]) if _is_whole(key, at, end) else None
        if term is not None or _IS_HAN.match(key, at):
            found.append(Segment(at, end, key[at:end], term))
        at = end
    return tuple(_joined(found))


def _ends(key: str, known: Terms) -> list[int]:
    """Where the piece ends that is read at each place, were the text read from there; found from the end."""
    costs: list[_Cost] = [(0, 0)] * (len(key) + 1)
    ends = list(range(1, len(key) + 2))
    for at in range(len(key) - 1, -1, -1):
        pieces, squares = costs[at + 1]
        best = (pieces + _UNREAD * bool(_IS_HAN.match(key, at)), squares)
        for end in range(min(len(key), at + known.longest), at, -1):
            if key[at:end] in known.by_key and _is_whole(key, at, end):
                pieces, squares = costs[end]
                cost = (pieces + (_TERM if end - at > 1 else _ALONE), squares - (end - at) ** 2)
                if cost < best:
                    best, ends[at] = cost, end
        costs[at] = best
    return ends


def _is_whole(key: str, start: int, end: int) -> bool:
    """Whether no Latin word or number is cut in two at either end."""
    return not (_goes_on(key, start) or _goes_on(key, end))


def _goes_on(key: str, at: int) -> bool:
    return 0 < at < len(key) and all(char.isascii() and char.isalnum() for char in key[at - 1 : at + 1])


def _joined(found: list[Segment]) -> list[Segment]:
    """With characters that belong to no term put together where they stand side by side."""
    joined: list[Segment] = []
    for one in found:
        last = joined[-1] if joined else None
        if last and last.term is None and one.term is None and last.end == one.start:
            joined[-1] = Segment(last.start, one.end, last.text + one.text, None)
        else:
            joined.append(one)
    return joined
