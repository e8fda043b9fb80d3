"""What the rules of many ask papers to have, each once, and which of it papers have."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from bot.matching.columns import Column, Ints, Keys, Many, Numbers, Sieve, Table, Together
from bot.matching.document import Document
from bot.matching.evaluate import term_holds
from bot.matching.filing import Mark
from bot.matching.keys import LONGEST, Texts, Where
from bot.query.tree import Term, Years

LEARNT: Final = 4_000  # papers from which is learnt how rare marks are
_COUNTED_BITS: Final = 18  # of a key: keys that share them are counted as one, and are rarely both common
_SHIFT: Final = 64 - _COUNTED_BITS

_OPENINGS: Final = 1 << 18  # of phrases: more than a million phrases have
_CHECK: Final = 64  # bit of what a mark needs: its term must be looked at besides
_LONG: Final = 7  # for beginnings of LONGEST letters; the others are of that many letters themselves
_ALWAYS: Final = (0, 9_999)  # years


class Met(NamedTuple):
    """What some papers have: pairs, in order.

    Attributes:
        papers: the numbers of the papers, ascending.
        marks: of each, the number of a mark that it has.
        codes: both in one number, ascending; see code().
    """

    papers: Many
    marks: Many
    codes: Many


class Marks:
    """Marks by their numbers; those of one key stand in a chain."""

    def __init__(self) -> None:
        self._by_key = Table()
        self._numbers = Numbers()
        self._key, self._need, self._place = Column(np.uint64), Column(np.uint8), Column(np.uint8)
        self._next, self._used = Column(np.int32, -1), Column(np.int32)
        self._columns = Together(self._key, self._need, self._place, self._next, self._used)
        self._checks: dict[int, Term] = {}
        self._keyless: dict[Term | None, int] = {}  # years, and what every paper has
        self._years: dict[int, tuple[int, int]] = {}  # the same, by their numbers
        self._places: Counter[int] = Counter()  # how many marks stand in which texts, see _place_of
        self._seen = Column(np.uint32)  # how often keys were met
        self._seen.reach((1 << _COUNTED_BITS) - 1)
        self._learnt = 0
        self._openings = Sieve(_OPENINGS)

    def use(self, mark: Mark) -> int:
        """The number of a mark, which is used once more."""
        if not mark.key:
            number = self._keyless.get(mark.check, -1)
            if number < 0:
                number = self._new_keyless(mark.check)
        else:
            number = first = self._by_key.get(mark.key)
            need = _need(mark)
            while number >= 0 and (self._need.one[number] != need or self._checks.get(number) != mark.check):
                number = self._next.one[number]
            if number < 0:
                number = self._new(mark, need, first)
        self._used.one[number] += 1
        return number

    def leave(self, number: int) -> None:
        """Says that one use of a mark is over; with its last use it is forgotten."""
        used = self._used.one[number] = self._used.one[number] - 1
        if used:
            return
        self._numbers.give(number)
        if number in self._years:
            term = next(term for term, one in self._keyless.items() if one == number)
            del self._years[number], self._keyless[term]
            return
        self._unchain(number)
        self._checks.pop(number, None)
        self._places[self._place.one[number]] -= 1

    def commonness(self, number: int) -> int:
        """How often papers have a mark, as far as is known; years are more common than words."""
        return _ALWAYS[1] << 32 if number in self._years else self._seen.one[self._key.one[number] >> _SHIFT]

    def learn(self, documents: Sequence[Document]) -> None:
        """Counts what words papers have; after some thousands that is known well enough."""
        if self._learnt < LEARNT:
            self._count(Texts(documents, Where.TEXT).runs().keys, len(documents))

    def meet(self, documents: Sequence[Document]) -> Met:
        """What these papers have of all that is asked for."""
        papers: list[Many] = []
        marks: list[Many] = []
        for where in Where:
            used = sorted(place for place, count in self._places.items() if count and place >> 3 == where)
            if not used:
                continue
            texts = Texts(documents, where)
            for place in used:
                numbers, here, flags = self._standing(texts, place)
                while numbers.size:
                    met = (self._need.array[numbers] & np.uint8(_CHECK - 1)) & ~flags == 0
                    papers.append(here[met].astype(np.int64))
                    marks.append(numbers[met].astype(np.int64))
                    numbers = self._next.array[numbers]
                    more = numbers >= 0
                    numbers, here, flags = numbers[more], here[more], flags[more]
        years = np.array([document.year or 0 for document in documents])
        for mark, (first, last) in self._years.items():
            (of_years,) = np.nonzero((first <= years) & (years <= last))
            papers.append(of_years)
            marks.append(np.full(of_years.size, mark, np.int64))
        return self._checked(documents, papers, marks)

    def _standing(self, texts: Texts, place: int) -> tuple[Ints, Ints, npt.NDArray[np.uint8]]:
        """Where keys stand that somebody asks for: the first mark of each, the paper, and what is true there."""
        letters = LONGEST if place & 7 == _LONG else place & 7
        if letters:
            found = texts.beginnings(letters)
        else:
            found = texts.runs(self._openings if place == 0 and self._learnt >= LEARNT else None)
        if place == 0:
            self._count(found.keys, texts.papers)
        numbers = self._by_key.find(found.keys)
        some = np.flatnonzero(numbers >= 0)
        return numbers[some], found.papers[some], texts.flags(found, some)

    def code(self, papers: Many, marks: Many) -> Many:
        """Pairs as Met.codes has them."""
        return papers * np.int64(self._numbers.end) + marks

    @property
    def nbytes(self) -> int:
        """Bytes held by what is there for every mark."""
        columns = (
            self._by_key,
            self._key,
            self._need,
            self._place,
            self._next,
            self._used,
            self._seen,
            self._openings,
        )
        return sum(column.nbytes for column in columns)

    def _checked(self, documents: Sequence[Document], papers: list[Many], marks: list[Many]) -> Met:
        none = np.zeros(0, np.int64)
        codes = np.unique(self.code(np.concatenate([none, *papers]), np.concatenate([none, *marks])))
        who, what = np.divmod(codes, max(self._numbers.end, 1))
        doubtful = np.flatnonzero(self._need.array[what] & _CHECK)
        if doubtful.size:
            pairs = zip(who[doubtful].tolist(), what[doubtful].tolist(), strict=True)
            kept = np.ones(codes.size, bool)
            kept[doubtful] = [term_holds(self._checks[mark], documents[paper]) for paper, mark in pairs]
            codes, who, what = codes[kept], who[kept], what[kept]
        return Met(who, what, codes)

    def _count(self, keys: Keys, papers: int) -> None:
        if self._learnt < LEARNT:
            self._learnt += papers
            self._seen.array += np.bincount(keys >> np.uint64(_SHIFT), minlength=1 << _COUNTED_BITS).astype(
                np.uint32
            )

    def _new(self, mark: Mark, need: int, first: int) -> int:
        """The number of a new mark, before the first one of its key."""
        number = self._numbers.take()
        self._columns.reach(number)
        self._key.one[number], self._need.one[number] = mark.key, need
        if mark.check is not None:
            self._checks[number] = mark.check
        self._place.one[number] = place = _place_of(mark)
        self._places[place] += 1
        self._next.one[number] = first
        self._by_key.put(mark.key, number)
        if mark.opening:
            self._openings.put(mark.opening)
        return number

    def _new_keyless(self, years: Term | None) -> int:
        number = self._keyless[years] = self._numbers.take()
        self._columns.reach(number)
        self._key.one[number] = self._need.one[number] = 0
        self._years[number] = (
            (years.first or 1, years.last or _ALWAYS[1]) if isinstance(years, Years) else _ALWAYS
        )
        return number

    def _unchain(self, number: int) -> None:
        key, behind = self._key.one[number], self._next.one[number]
        before = self._by_key.get(key)
        if before == number:
            if behind < 0:
                self._by_key.drop(key)
            else:
                self._by_key.put(key, behind)
            return
        while self._next.one[before] != number:
            before = self._next.one[before]
        self._next.one[before] = behind


def _need(mark: Mark) -> int:
    return mark.need | (_CHECK if mark.check is not None else 0)


def _place_of(mark: Mark) -> int:
    """In which texts a mark is looked for, and how many letters of them."""
    return mark.where << 3 | (_LONG if mark.beginning == LONGEST else mark.beginning)
