"""Vocabulary: every word of the corpus with how many papers hold it, and the known words nearest to a wrong one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA
from rapidfuzz.process import cdist

from bot.lookup import pairs

LONGEST = 32  # characters of a word worth correcting

_FREQUENCY = 0.25  # how many edits a word e times as frequent is worth
_COMPARED = 1_000  # words compared letter by letter: those that share most pairs of letters
_FIRST = 0.6  # edits that a changed first letter counts extra: people seldom get it wrong

# Words are kept by kind: those of ASCII by their length, 1 to LONGEST, then others by their length in UTF-8.
_BYTES = 4  # at most, of a character
_WIDTHS = np.array([*range(1, LONGEST + 1), *range(1, _BYTES * LONGEST + 1)], np.int64)
_TYPES = [np.dtype(f"S{width}") for width in _WIDTHS]
_KINDS = len(_WIDTHS)


@dataclass(frozen=True, slots=True)
class Near:
    """A known word near a wrong one.

    Attributes:
        word: the known one.
        edits: letters left out, put in, changed or swapped.
        cost: edits, more for another first letter, less for a frequent word.
    """

    word: str
    edits: int
    cost: float


@dataclass(frozen=True, slots=True)
class Kind:
    """Words of one length.

    Attributes:
        words: their bytes, ascending.
        counts: int32, papers that hold the word.
        low: uint64, the first half of its pairs of letters, see pairs.
        high: uint64, the second half.
    """

    words: NDArray[np.bytes_]
    counts: NDArray[np.int32]
    low: NDArray[np.uint64]
    high: NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words by their length, and those of one length in their order.

    Attributes:
        text: uint8, the words one after another in UTF-8.
        begins: int64, where each kind's first word begins in ``text``, and where the last one ends.
        starts: int64, the number of each kind's first word, and the number of all words.
        counts: int32, papers that hold the word.
        low: uint64, the first half of its pairs of letters, see pairs.
        high: uint64, the second half.
    """

    text: NDArray[np.uint8]
    begins: NDArray[np.int64]
    starts: NDArray[np.int64]
    counts: NDArray[np.int32]
    low: NDArray[np.uint64]
    high: NDArray[np.uint64]

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> "Vocabulary":
        """Those of counted words, without what is too long to be a word."""
        words = sorted(word for word in counts if 0 < len(word) <= LONGEST)
        encoded = list(map(str.encode, words))
        letters, sizes = (np.fromiter(map(len, some), np.uint8, len(words)) for some in (words, encoded))
        kinds = np.where(sizes == letters, sizes - 1, LONGEST + sizes - 1)  # of one byte a letter is ASCII
        order = np.argsort(kinds, kind="stable")
        kinds = kinds[order]
        text = np.frombuffer(b"".join([encoded[one] for one in order.tolist()]), np.uint8)
        told = np.fromiter(map(counts.__getitem__, words), np.int32, len(words))[order]
        held = np.bincount(kinds, minlength=_KINDS)
        return cls(text, _sums(held * _WIDTHS), _sums(held), told, *pairs.of_words(text, _WIDTHS[kinds]))

    def __len__(self) -> int:
        return len(self.counts)

    def kind(self, number: int) -> Kind:
        """The words of one kind."""
        here = slice(*self.starts[number : number + 2].tolist())
        return Kind(self._words(number), self.counts[here], self.low[here], self.high[here])

    def all(self) -> list[str]:
        """All words, in no order that means anything."""
        return [word for number in range(_KINDS) for word in _texts(self._words(number))]

    def count(self, word: str) -> int:
        """How many papers hold the word."""
        if not 0 < len(word) <= LONGEST:
            return 0
        encoded = word.encode()
        number = _kind_of(encoded)
        words = self._words(number)
        place = int(np.searchsorted(words, np.array(encoded, words.dtype)))
        known = place < len(words) and words[place] == encoded
        return int(self.counts[self.starts[number] + place]) if known else 0

    def completions(self, prefix: str, limit: int) -> list[tuple[str, int]]:
        """The most frequent words that begin so, with their counts."""
        places = self._beginning(prefix.encode())
        counts = self.counts[places]
        if len(places) > limit:
            likely = counts >= np.partition(counts, -limit)[-limit]
            places, counts = places[likely], counts[likely]
        found = zip(self._taken(places), counts.tolist(), strict=True)
        return sorted(found, key=lambda pair: (-pair[1], pair[0].encode()))[:limit]

    def _beginning(self, begun: bytes) -> NDArray[np.int64]:
        """The numbers, ascending, of words that begin so."""
        found = [np.empty(0, np.int64)]
        starts = self.starts.tolist()
        for number in np.flatnonzero((np.diff(self.starts) > 0) & (len(begun) <= _WIDTHS)).tolist():
            words = self._words(number)
            ends = np.array([begun, begun.ljust(words.dtype.itemsize, b"\xff")], words.dtype)
            first, last = words.searchsorted(ends).tolist()
            if len(begun) == words.dtype.itemsize:
                last = first + (first < len(words) and words[first] == begun)
            if first < last:
                found.append(np.arange(starts[number] + first, starts[number] + last))
        return np.concatenate(found)

    def near(self, word: str, most: int, limit: int, *, begins: bool = False) -> list[Near]:
        """Words within ``most`` edits, cheapest first; empty for words too long to be words.

        With ``begins``, words whose beginning is within them.
        """
        if not 0 < len(word) <= LONGEST or not len(self):
            return []
        places = self._alike(word, most, begins=begins)
        known = self._taken(places)
        compared = [one[: len(word)] for one in known] if begins else known
        edits = cdist([word], compared, scorer=OSA.distance, score_cutoff=most, dtype=np.uint8)[0]
        found = [
            self._near(word, known[one], int(edits[one]), int(places[one]))
            for one in np.flatnonzero(edits <= most).tolist()
            if known[one] != word
        ]
        return sorted(found, key=lambda near: (near.cost, near.word))[:limit]

    def _near(self, word: str, known: str, edits: int, place: int) -> Near:
        first = _FIRST * (known[0] != word[0])
        return Near(known, edits, edits + first - _FREQUENCY * log(int(self.counts[place])))

    def _alike(self, word: str, most: int, *, begins: bool) -> NDArray[np.int64]:
        """The numbers, ascending, of words that share so many pairs of letters that they may be near."""
        low, high = pairs.of_word(word, begins=begins)
        # An edit spoils two pairs, of a letter of two bytes three, and so does a swap.
        spoilt = 2 * most + 1 if word.isascii() else 3 * most + 1
        least = max(1, int(np.bitwise_count(low)) + int(np.bitwise_count(high)) - spoilt)
        places, likely = [], []
        for first, last in self._as_long(word, most, begins=begins):
            shared = np.bitwise_count(self.low[first:last] & low)
            shared += np.bitwise_count(self.high[first:last] & high)
            here = np.flatnonzero(shared >= least)
            places.append(here + first)
            likely.append(shared[here])
        found, shared = np.concatenate(places), np.concatenate(likely)
        if len(found) > _COMPARED:
            better = np.float32(-_FREQUENCY) * np.log(self.counts[found].astype(np.float32)) - shared
            found = np.sort(found[np.argpartition(better, _COMPARED)[:_COMPARED]])
        return found

    def _as_long(self, word: str, most: int, *, begins: bool) -> Iterator[tuple[int, int]]:
        """From where to where words stand that are long enough, and not too long."""
        size, letters = len(word.encode()), len(word)
        least = letters - most
        longest = LONGEST if begins else min(LONGEST, letters + most)
        if least <= LONGEST:
            first, last = self.starts[[max(least, 1) - 1, longest]].tolist()
            yield first, last
        least = size - _BYTES * most
        longest = _BYTES * LONGEST if begins else min(_BYTES * LONGEST, size + _BYTES * most)
        first, last = self.starts[[LONGEST + max(least, 1) - 1, LONGEST + longest]].tolist()
        yield first, last

    def _words(self, number: int) -> NDArray[np.bytes_]:
        return self.text[slice(*self.begins[number : number + 2].tolist())].view(_TYPES[number])

    def _taken(self, places: NDArray[np.int64]) -> list[str]:
        """The words with those numbers, which ascend."""
        taken: list[str] = []
        bounds = np.searchsorted(places, self.starts).tolist()
        for number in np.flatnonzero(np.diff(bounds)).tolist():
            here = places[bounds[number] : bounds[number + 1]] - self.starts[number]
            taken += _texts(self._words(number)[here])
        return taken


def merged(several: Sequence[Vocabulary]) -> Iterator[tuple[int, NDArray[Any]]]:
    """The arrays of one vocabulary with all their words and their counts added up, piece by piece: of which, and what."""
    return _in_columns(_merged(several))


def _merged(several: Sequence[Vocabulary]) -> Iterator[tuple[int, Kind]]:
    sizes = np.array([np.diff(one.starts) for one in several]).reshape(-1, _KINDS)
    for number in np.flatnonzero(sizes.any(axis=0)).tolist():
        kinds = [one.kind(number) for one, size in zip(several, sizes[:, number], strict=True) if size]
        yield number, kinds[0] if len(kinds) == 1 else _together(kinds)


def _in_columns(kinds: Iterable[tuple[int, Kind]]) -> Iterator[tuple[int, NDArray[Any]]]:
    """The arrays of a vocabulary of these kinds, which ascend; the kinds may be too many for memory."""
    sizes = np.zeros(_KINDS, np.int64)
    for number, kind in chain([(0, _NONE)], kinds):
        sizes[number] = len(kind.words)  # of none first, so that no array is without a piece
        yield from zip(
            (0, 3, 4, 5), (kind.words.view(np.uint8), kind.counts, kind.low, kind.high), strict=True
        )
    yield 1, _sums(sizes * _WIDTHS)
    yield 2, _sums(sizes)


def _together(kinds: Sequence[Kind]) -> Kind:
    words = np.concatenate([kind.words for kind in kinds])
    order = np.argsort(words, kind="stable")
    words = words[order]
    firsts = np.flatnonzero(np.concatenate([[True], words[1:] != words[:-1]]))
    counts = np.concatenate([kind.counts for kind in kinds])[order]
    low = np.concatenate([kind.low for kind in kinds])[order]
    high = np.concatenate([kind.high for kind in kinds])[order]
    return Kind(words[firsts], np.add.reduceat(counts, firsts, dtype=np.int32), low[firsts], high[firsts])


def _sums(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each of some pieces begins, and where the last one ends."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])


def _kind_of(word: bytes) -> int:
    return len(word) - 1 if word.isascii() else LONGEST + len(word) - 1


def _texts(words: NDArray[np.bytes_]) -> list[str]:
    return b"\n".join(words.tolist()).decode().split("\n") if len(words) else []  # no word holds a line break


_NONE = Kind(np.empty(0, "S1"), np.empty(0, np.int32), np.empty(0, np.uint64), np.empty(0, np.uint64))
