"""Pairs of neighbouring letters of words, as 128 bits a word: words that share few of them are not alike."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

BITS = 128

_SIDES = 64  # an edge, letters and digits, and buckets for other letters
_OTHERS = 37  # the first of those buckets
# How frequent letters are in English words, of a hundred; only the balance of the bits depends on it.
_EDGE, _DIGIT, _OTHER = 15.0, 1.0, 0.2
_LETTERS = (
    "e12.7 t9.1 a8.2 o7.5 i7 n6.7 s6.3 r6 h6.1 l4 d4.3 c2.8 u2.8 m2.4 f2.2 p1.9 g2 w2.4 y2 b1.5 v1 k0.8 x0.2 j0.2 "
    "q0.1 z0.1"
)


def _side(byte: int) -> int:
    """1 to 63: letters and digits one each, the rest in what is left."""
    if 97 <= byte <= 122:
        return byte - 96
    if 48 <= byte <= 57:
        return byte - 48 + 27
    return _OTHERS + byte % (_SIDES - _OTHERS)


def _bits() -> NDArray[np.int64]:
    """The bit of each pair: those that are frequent together go to bits of their own, the rare ones share what is left."""
    often = np.full(_SIDES, _DIGIT)
    often[0], often[_OTHERS:] = _EDGE, _OTHER
    for letter in _LETTERS.split(" "):
        often[_side(ord(letter[0]))] = float(letter[1:])
    order = np.argsort(-np.outer(often, often).ravel(), kind="stable")
    # There and back again, so that the bit of the most frequent pair gets the rarest of the next ones.
    there = np.arange(BITS)
    bits = np.empty(_SIDES * _SIDES, np.int64)
    bits[order] = np.resize(np.concatenate([there, there[::-1]]), _SIDES * _SIDES)
    return bits


_SIDE = np.array([_side(byte) for byte in range(256)], np.int64)
_BIT = _bits()
_LOW = np.where(_BIT < 64, np.uint64(1) << (_BIT % 64).astype(np.uint64), np.uint64(0))
_HIGH = np.where(_BIT >= 64, np.uint64(1) << (_BIT % 64).astype(np.uint64), np.uint64(0))


def of_words(
    text: NDArray[np.uint8], widths: NDArray[np.int64]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The lower and the upper 64 bits of words that stand one after another in UTF-8.

    Args:
        text: the words.
        widths: bytes of each.
    """
    if not len(widths):
        return np.empty(0, np.uint64), np.empty(0, np.uint64)
    edges = np.concatenate([[0], np.cumsum(widths + 1)])  # each ends a word and begins the next
    sides = np.zeros(edges[-1] + 1, np.int64)
    letters = np.ones(len(sides), bool)
    letters[edges] = False
    sides[letters] = _SIDE[text]
    pairs = sides[:-1] * _SIDES + sides[1:]
    return np.bitwise_or.reduceat(_LOW[pairs], edges[:-1]), np.bitwise_or.reduceat(_HIGH[pairs], edges[:-1])


def of_word(word: str, *, begins: bool = False) -> tuple[np.uint64, np.uint64]:
    """The same of one word; with ``begins``, of one that may go on."""
    sides = [0, *_SIDE[list(word.encode())].tolist(), *([] if begins else [0])]
    pairs = [left * _SIDES + right for left, right in pairwise(sides)]
    return np.bitwise_or.reduce(_LOW[pairs]), np.bitwise_or.reduce(_HIGH[pairs])
