"""Runs of words as 64-bit keys: the same for a rule's phrase and for each place in a paper where it may stand.

A key is a polynomial over the letters, so that those of all runs of many papers come from one running sum.
"""

from collections.abc import Sequence
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from bot.matching.columns import Ints, Keys, Many, Sieve
from bot.matching.document import Document
from bot.query.tree import FieldName
from bot.text.words import CAPITAL, PART, Words

LONGEST: Final = 32  # letters of a run; a longer phrase is filed under its beginning
OPENING: Final = 8  # letters: which beginnings of phrases there are at all tells most runs apart
SHORTEST: Final = 6  # letters: a beginning asked for is filed under so many of its own, or fewer

# What is true of a run in a paper: bits.
PLAIN: Final = 1  # nothing parts it, and it is not a part of a compound that is no word by itself
NAMED: Final = 2  # one of its words has a capital letter
IN_TITLE: Final = 4
IN_ABSTRACT: Final = 8
IN_TEXT: Final = 16  # where words without a field are looked for


class Where(IntEnum):
    """What texts a key speaks of; keys of different ones are never equal."""

    TEXT = 0  # title and abstract
    WRITTEN = 1  # the same, with plurals left as they are
    AUTHOR = 2
    VENUE = 3
    CATEGORY = 4
    SOURCE = 5


FIELDS: Final[dict[Where, tuple[FieldName, ...]]] = {
    Where.TEXT: ("title", "abstract"),
    Where.WRITTEN: ("title", "abstract"),
    Where.AUTHOR: ("author",),
    Where.VENUE: ("venue",),
    Where.CATEGORY: ("category",),
    Where.SOURCE: ("source",),
}

_ALL: Final = (1 << 64) - 1
_ODD: Final = 0x9E3779B97F4A7C15  # the golden ratio's digits, as in splitmix64, whose mixing this is
_MIX: Final = 0xBF58476D1CE4E5B9
_BASE: Final = 0xD1342543DE82EF95  # Steele and Vigna's multiplier for 64 bits
_PLANES: Final = 0x40000  # code points told apart: the planes that have letters
_INVERSE: Final = pow(_BASE, -1, 1 << 64)
_BLOCK: Final = 1 << 16  # letters: powers are kept for so many, or a multiple of it


def _powers(count: int, base: int) -> Keys:
    found = np.full(count, base, np.uint64)
    found[0] = 1
    return np.multiply.accumulate(found)


def _worths() -> Keys:
    mixed = (np.arange(1, _PLANES + 1, dtype=np.uint64)) * np.uint64(_ODD)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(_MIX)
    return mixed ^ (mixed >> np.uint64(27))


_WORTH: Final = _worths()
_POWER: Final = [int(one) for one in _powers(LONGEST, _BASE)]
_SALTS: Final = {
    (where, begins): (2 * where + begins + 1) * _MIX & _ALL for where in Where for begins in (False, True)
}


def key_of(letters: str, where: Where, *, begins: bool = False) -> int:
    """The key of a phrase's letters; of their beginning, where ``begins`` or they are too many."""
    value = _SALTS[where, begins]
    for letter, power in zip(letters, _POWER, strict=False):
        value += _worth(letter) * power
    value &= _ALL
    value = (value ^ value >> 32) * _MIX & _ALL
    return value ^ value >> 29


@lru_cache(maxsize=1 << 14)
def _worth(letter: str) -> int:
    return int(_WORTH[ord(letter) % _PLANES])


class Runs(NamedTuple):
    """Places in papers where a phrase may stand.

    Attributes:
        keys: of each.
        papers: the number of the paper that each is in.
        first: the number of its first word among all words.
        behind: of the first word behind it; of the second, where only the beginning of the first may count.
    """

    keys: Keys
    papers: Ints
    first: Many
    behind: Many


class Texts:
    """The texts of some papers of one kind, side by side, as arrays.

    Args:
        documents: the papers.
        where: which of their texts.

    Attributes:
        papers: how many papers they are of.
        words: of each text.
        borders: where each word begins among the letters of all texts, and where each text ends.
        last: of each border, the number of the one at which its text ends.
        papers_of: of each border, the number of its paper.
    """

    def __init__(self, documents: Sequence[Document], where: Where) -> None:
        self.papers = len(documents)
        self._where = where
        self.words: list[Words] = []
        papers: list[int] = []
        found: list[int] = []
        for number, document in enumerate(documents):
            for field in FIELDS[where]:
                texts = document.words(field, as_written=where is Where.WRITTEN)
                self.words += texts
                papers += [number] * len(texts)
                found += [_flags(field, document)] * len(texts)
        # Every word has its number, and so has the end of every text.
        counts = np.array([len(words) + 1 for words in self.words], np.int64)
        sizes = np.array(
            [len(words.joined) + 1 for words in self.words], np.int64
        )  # with a sign between texts
        offsets = np.frombuffer(b"".join([words.offsets.tobytes() for words in self.words]), np.uint32)
        self.borders: Many = offsets.astype(np.int64) + np.repeat(np.cumsum(sizes) - sizes, counts)
        self.last = np.repeat(np.cumsum(counts) - 1, counts)
        self.papers_of = np.repeat(np.array(papers, np.int32), counts)
        self._found = np.repeat(np.array(found, np.uint8), counts)
        self._sums, self._inverse = _sums("\0".join([words.joined for words in self.words]))

    def runs(self, openings: Sieve | None = None) -> Runs:
        """Every run of whole words of at most LONGEST letters; of at least OPENING, those that begin as phrases do.

        Args:
            openings: the keys of the phrases' first OPENING letters; None for all that there may be.
        """
        borders, last = self.borders, self.last
        alive = np.flatnonzero(np.arange(last.size) < last)
        most = np.full(last.size, LONGEST)
        if openings is not None:
            some = self.beginnings(OPENING)
            most.fill(OPENING - 1)
            most[some.first[openings.passes(some.keys)]] = LONGEST
        most = np.minimum(borders + most, borders[last])[alive]
        beyond = np.append(borders, borders[-1:] + OPENING + LONGEST)
        firsts, behinds = [alive[:0]], [alive[:0]]
        step = 1
        while alive.size:
            behind = alive + step
            short = beyond.take(behind, mode="clip") <= most
            alive, most = alive[short], most[short]
            firsts.append(alive)
            behinds.append(behind[short])
            step += 1
        first, behind = np.concatenate(firsts), np.concatenate(behinds)
        return self._keyed(first, behind, borders[first], borders[behind], begins=False)

    def beginnings(self, letters: int) -> Runs:
        """Every run of exactly so many letters that begins with a word, wherever it ends."""
        start = self.borders
        first = np.flatnonzero(start + letters <= start[self.last])
        return self._keyed(first, first + 1, start[first], start[first] + letters, begins=True)

    def flags(self, runs: Runs, some: Many) -> npt.NDArray[np.uint8]:
        """What is true of some of the runs; of beginnings, only where they stand."""
        first, last = runs.first[some], runs.behind[some] - 1
        marks, capitals, breaks = self._counted
        named = (capitals[last] - capitals[first] + (marks[first] & CAPITAL)) > 0
        plain = (breaks[last] == breaks[first]) & (marks[first] & PART == 0)
        there: npt.NDArray[np.uint8] = (
            self._found[first] | (plain * np.uint8(PLAIN)) | (named * np.uint8(NAMED))
        )
        return there

    @cached_property
    def _counted(self) -> tuple[npt.NDArray[np.uint8], Many, Many]:
        """The marks of each word, and up to each how many have a capital, and how many follow a break."""
        marks = np.frombuffer(b"".join([words.marks + b"\0" for words in self.words]), np.uint8)
        broken = np.zeros(marks.size, np.int64)
        begin = 0
        for words in self.words:
            broken[np.frombuffer(words.breaks, np.uint32) + np.int64(begin)] = 1
            begin += len(words) + 1
        return marks, np.cumsum(marks & CAPITAL, dtype=np.int64), np.cumsum(broken)

    def _keyed(self, first: Many, behind: Many, start: Many, end: Many, *, begins: bool) -> Runs:
        keys = (self._sums[end] - self._sums[start]) * self._inverse[start]
        keys += np.uint64(_SALTS[self._where, begins])
        keys ^= keys >> np.uint64(32)
        keys *= np.uint64(_MIX)
        keys ^= keys >> np.uint64(29)
        return Runs(keys, self.papers_of[first], first, behind)


def _flags(field: FieldName, document: Document) -> int:
    if field == "abstract":
        return IN_TEXT | IN_ABSTRACT
    # A heading that stands for a title is made of the abstract's words, as bot.matching.evaluate has it.
    return IN_TITLE | (IN_TEXT if field == "title" and document.paper.title else 0)


def _sums(letters: str) -> tuple[Keys, Keys]:
    """Up to each letter the sum of the worths times the powers, and the inverse of the power at each."""
    codes = np.frombuffer(letters.encode("utf-32-le", "surrogatepass"), np.uint32) % np.uint32(_PLANES)
    power, inverse = _both(-(-(codes.size + 1) // _BLOCK) * _BLOCK)
    sums = np.zeros(codes.size + 1, np.uint64)
    np.cumsum(_WORTH[codes] * power[: codes.size], out=sums[1:])
    return sums, inverse


@lru_cache(maxsize=1)
def _both(count: int) -> tuple[Keys, Keys]:
    return _powers(count, _BASE), _powers(count, _INVERSE)
