"""Vocabulary: every word of the corpus with how many papers hold it, and the known words nearest to a wrong one."""

import heapq
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

from bot.lookup.strings import Strings, after, bisect

LONGEST = 32  # characters of a word worth correcting

_SIDES = 64  # an edge, letters and digits, and buckets for other letters
_FREQUENCY = 0.25  # how many edits a word e times as frequent is worth
_COMPARED = 200  # words compared letter by letter: those that share most pairs of letters
_FIRST = 0.6  # edits that a changed first letter counts extra: people seldom get it wrong


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
class Vocabulary:
    """Words in their order.

    Attributes:
        words: sorted by bytes.
        counts: int32, papers that hold the word.
        lengths: uint8, in characters.
        gram_starts: int32, for each pair of neighbouring letters where its words begin in ``gram_words``.
        gram_words: int32, numbers of words, by pair.
    """

    words: Strings
    counts: NDArray[np.int32]
    lengths: NDArray[np.uint8]
    gram_starts: NDArray[np.int32]
    gram_words: NDArray[np.int32]

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> "Vocabulary":
        """Those of counted words, without what is too long to be a word."""
        encoded = sorted((word.encode(), count) for word, count in counts.items() if len(word) <= LONGEST)
        words = Strings.of_bytes(word for word, _ in encoded)
        return cls._of_sorted(words, np.array([count for _, count in encoded], np.int32))

    @classmethod
    def merged(cls, several: Sequence["Vocabulary"]) -> "Vocabulary":
        """The words of all of them, their counts added up."""
        counts = array("i")

        def words() -> Iterator[bytes]:
            last = None
            for word, count in heapq.merge(*map(_counted, several)):
                if word == last:
                    counts[-1] += count
                else:
                    counts.append(count)
                    yield word
                    last = word

        return cls._of_sorted(Strings.of_bytes(words()), np.frombuffer(counts, np.int32))

    @classmethod
    def _of_sorted(cls, words: Strings, counts: NDArray[np.int32]) -> "Vocabulary":
        return cls(words, counts, _lengths(words), *_by_gram(words))

    def count(self, word: str) -> int:
        """How many papers hold the word."""
        place = bisect(self.words, word)
        return int(self.counts[place]) if place < len(self.words) and self.words[place] == word else 0

    def completions(self, prefix: str, limit: int) -> list[tuple[str, int]]:
        """The most frequent words that begin so, with their counts."""
        first, last = bisect(self.words, prefix), bisect(self.words, after(prefix))
        counts = self.counts[first:last]
        best = np.argsort(-counts, kind="stable")[:limit]
        return [(self.words[first + place], int(counts[place])) for place in best.tolist()]

    def near(self, word: str, most: int, limit: int, *, begins: bool = False) -> list[Near]:
        """Words within ``most`` edits, cheapest first; empty for words too long to be words.

        With ``begins``, words whose beginning is within them.
        """
        if len(word) > LONGEST or not len(self.words):
            return []
        grams = set(_grams(word)[: -1 if begins else None])
        owners = [self.gram_words[self.gram_starts[gram] : self.gram_starts[gram + 1]] for gram in grams]
        shared = np.bincount(np.concatenate(owners), minlength=len(self.words))
        # An edit spoils two pairs, of a letter of two bytes three, and so does a swap.
        spoilt = 2 * most + 1 if word.isascii() else 3 * most + 1
        fits = shared >= max(1, len(grams) - spoilt)
        fits &= self.lengths >= len(word) - most
        if not begins:
            fits &= self.lengths <= len(word) + most
        places = np.flatnonzero(fits)
        if len(places) > _COMPARED:
            likely = shared[places] + _FREQUENCY * np.log(self.counts[places])
            places = places[np.argpartition(-likely, _COMPARED)[:_COMPARED]]
        found = []
        for place in places.tolist():
            known = self.words[place]
            compared = known[: len(word)] if begins else known
            edits = OSA.distance(word, compared, score_cutoff=most)
            if edits <= most and known != word:
                first = _FIRST * (known[0] != word[0])
                found.append(Near(known, edits, edits + first - _FREQUENCY * log(int(self.counts[place]))))
        return sorted(found, key=lambda near: near.cost)[:limit]


def _counted(vocabulary: Vocabulary) -> Iterator[tuple[bytes, int]]:
    return zip(vocabulary.words.each(), vocabulary.counts.tolist(), strict=True)


def _side(byte: int) -> int:
    """1 to 63: letters and digits one each, the rest in what is left."""
    if 97 <= byte <= 122:
        return byte - 96
    if 48 <= byte <= 57:
        return byte - 48 + 27
    return 37 + byte % (_SIDES - 37)


_SIDE = np.array([_side(byte) for byte in range(256)], np.int16)


def _grams(word: str) -> list[int]:
    sides = [0, *(_side(byte) for byte in word.encode()), 0]
    return [a * _SIDES + b for a, b in pairwise(sides)]


def _lengths(words: Strings) -> NDArray[np.uint8]:
    """Of every word, in characters."""
    lengths = [np.empty(0, np.uint8)]
    for piece in words.pieces():
        begun = np.zeros(len(piece.text) + 1, np.int64)
        np.cumsum((piece.text & 0xC0) != 0x80, out=begun[1:])  # other bytes go on with a character
        lengths.append(np.diff(begun[piece.starts]).astype(np.uint8))
    return np.concatenate(lengths)


def _by_gram(words: Strings) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Where in the second array the words of each pair begin, and the numbers of words by pair.

    Some words at a time: the pairs of all words of a large corpus take more memory than all else that is held.
    """
    starts = np.zeros(_SIDES * _SIDES + 1, np.int32)
    for piece in words.pieces():
        starts[1:] += np.bincount(_all_grams(piece)[0], minlength=_SIDES * _SIDES).astype(np.int32)
    np.cumsum(starts, out=starts)
    numbers = np.empty(starts[-1], np.int32)
    free, first = starts[:-1].copy(), 0
    for piece in words.pieces():
        grams, owners = _all_grams(piece)
        order = np.argsort(grams, kind="stable")
        grams = grams[order]
        nth = np.arange(len(grams)) - np.searchsorted(grams, grams)
        numbers[free[grams] + nth] = owners[order] + first
        free += np.bincount(grams, minlength=len(free)).astype(np.int32)
        first += len(piece)
    return starts, numbers


def _all_grams(words: Strings) -> tuple[NDArray[np.int16], NDArray[np.int32]]:
    """Every pair of every word, and whose it is; one that stands twice in a word is there twice."""
    count = len(words)
    lengths = np.diff(words.starts)
    # An edge stands before each word, and one after the last.
    ends = words.starts[1:] + np.arange(1, count + 1)
    sides = np.zeros(int(words.starts[-1]) + count + 1, np.int16)
    inner = np.ones(len(sides), bool)
    inner[0] = False
    inner[ends] = False
    sides[inner] = _SIDE[words.text]
    return sides[:-1] * _SIDES + sides[1:], np.repeat(np.arange(count, dtype=np.int32), lengths + 1)
