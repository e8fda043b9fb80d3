"""Clauses: parts of a query between commas, of which one alone may tell which paper is meant."""

import re
from typing import Final

from bot.lookup.asking import telling_words

MOST: Final = 3  # clauses that are asked by themselves
FEW: Final = 3  # papers: a clause that fits more of them names none
_TELLING: Final = 3  # words that tell, at least, in a clause that is asked by itself

# Not within numbers, names or formulas; nor after the name of a paper, for without it the rest may be any paper's.
_BREAK = re.compile(r"[,;]\s+|\s[-–—]+\s|[，；。]")


def clauses(query: str) -> list[str]:
    """The clauses of a query that tell something by themselves; none for a query that is one clause."""
    parts = [part.strip() for part in _BREAK.split(query) if part.strip()]
    if len(parts) < 2:
        return []
    return [part for part in parts if len(telling_words(part)) >= _TELLING][:MOST]
