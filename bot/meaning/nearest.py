"""Nearest: the papers whose vectors lie nearest to one; the only home of the package that multiplies small integers.

All vectors are looked at, one after another. Measured on 2026-12-01, one core, 512 numbers a vector, CPU ms a query
(and 4 to 8 ms more to score the 150 that are considered, at any size):

    papers      numkong   numpy   usearch, exact   usearch, graph
    10,000          0.2     0.6              0.6
    95,000          1.9     5.3              5.2              0.3
    1,000,000        19      59               56

So the border beyond which a graph of neighbours earns its place lies above a million papers: it finds only four of
five of the fifty nearest (expansion 128), takes 1.7 KB of memory a paper, and has to be built and kept.
"""

from importlib.util import find_spec
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.meaning.codes import Small, agreement, likeness
from bot.meaning.encoder import Vectors
from bot.meaning.shelf import Shelf

_AT_ONCE: Final = 32_768  # vectors, so that no thread waits long for another: half a millisecond
_PARTS_COUNT: Final = 0.5  # for the likeness of a paper's parts, against 1 for its own
_WORDS_COUNT: Final = 0.5  # for words that mean nearly the same, against 1 for the likeness of all


def nearest(shelf: Shelf, query: Vectors, limit: int) -> NDArray[np.int64]:
    """The rows of the papers nearest to a vector, in any order."""
    scores = _products(shelf, Small.of(query[None]).numbers)[shelf.places]
    if len(scores) <= limit:
        return shelf.places
    return shelf.places[np.argpartition(-scores, limit)[:limit]]


def scored(shelf: Shelf, query: Vectors, words: Vectors, rows: NDArray[np.int64]) -> Vectors:
    """How near each of these is: to a vector, its parts counting too, and to vectors of words; about -1 to 1.5."""
    told = shelf.arrays["rows"][rows]
    whole = (shelf.arrays["vectors"][rows].astype(np.float32) @ query) * told["scale"]
    parts = likeness(query, shelf.arrays["sketches"][rows], told["parts"].astype(np.int64))
    same = agreement(words, shelf.arrays["lexicon"]["signs"], shelf.arrays["words"][rows])
    found: Vectors = (whole + _PARTS_COUNT * parts) / (1 + _PARTS_COUNT) + _WORDS_COUNT * same
    return found.astype(np.float32)


def _products(shelf: Shelf, numbers: NDArray[np.int8]) -> Vectors:
    vectors, scales = shelf.arrays["vectors"], shelf.arrays["rows"]["scale"]
    found = np.empty(len(vectors), np.float32)
    for at in range(0, len(vectors), _AT_ONCE):
        some = np.ascontiguousarray(vectors[at : at + _AT_ONCE])
        found[at : at + len(some)] = _product(some, numbers)
    found *= scales
    return found


def _with_numpy(vectors: NDArray[np.int8], query: NDArray[np.int8]) -> NDArray[Any]:
    wide = query[0].astype(np.float32)
    blocks = (vectors[at : at + 4_096].astype(np.float32) @ wide for at in range(0, len(vectors), 4_096))
    return np.concatenate(list(blocks))


def _with_numkong(vectors: NDArray[np.int8], query: NDArray[np.int8]) -> NDArray[Any]:
    import numkong  # noqa: PLC0415 - an extra

    found: NDArray[Any] = np.asarray(numkong.cdist(query, vectors, "dot"))
    return found.reshape(-1)


_product = _with_numkong if find_spec("numkong") else _with_numpy
