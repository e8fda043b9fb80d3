"""What an abbreviation is short for, by the papers that say so. Pure."""

import re
from collections import Counter
from typing import Final

ABBREVIATION: Final = re.compile(r"\"?(?P<letters>[A-Z][A-Z0-9]{1,7})\"?")
SMALL: Final = frozenset(
    ["a", "an", "and", "by", "for", "from", "in", "of", "on", "or", "the", "to", "via", "with"]
)
SKIPPED: Final = 3  # small words that an expansion may hold besides those its letters stand for
BEFORE: Final = 160  # characters before the bracket in which an expansion stands
TWICE: Final = 2  # papers that must say the same: one alone may have coined it

_WORD: Final = re.compile(r"[^\W_]+")


def abbreviation(rule: str) -> str:
    """The letters of a rule that is one abbreviation and nothing else, such as ``RLHF``; else empty."""
    found = ABBREVIATION.fullmatch(rule.strip())
    return found["letters"] if found else ""


class Expansions:
    """What papers write before ``(RLHF)``, counted while they go by.

    Args:
        letters: the abbreviation.
    """

    def __init__(self, letters: str) -> None:
        self._letters = letters.lower()
        self._bracket = re.compile(rf"\({re.escape(letters)}s?\)")
        self._said: Counter[str] = Counter()

    def look(self, text: str) -> None:
        """Takes in one paper's text."""
        found = self._bracket.search(text)
        if found:
            said = self._expansion(text[max(found.start() - BEFORE, 0) : found.start()])
            if said:
                self._said[said] += 1

    def commonest(self) -> str:
        """What most papers say, in small letters; empty where no two agree."""
        best = self._said.most_common(1)
        return best[0][0] if best and best[0][1] >= TWICE else ""

    def _expansion(self, before: str) -> str:
        """The words at the end whose first letters are the abbreviation's, small words aside."""
        words = [word.lower() for word in _WORD.findall(before.rsplit(". ", 1)[-1])]
        for size in range(len(self._letters), len(self._letters) + SKIPPED + 1):
            some = words[-size:]
            if len(some) < size or some[0] in SMALL:
                continue
            initials = "".join(word[0] for word in some)
            telling = "".join(word[0] for word in some if word not in SMALL)
            if self._letters in (initials, telling):
                return " ".join(some)
        return ""
