"""Meaning: a folder of vectors that finds papers by what a text says."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from bot.meaning import files
from bot.meaning.blending import WIDELY, Near, blended, foreign
from bot.meaning.encoder import DIMS, Encoder, Vectors
from bot.meaning.nearest import nearest, scored
from bot.meaning.passages import telling
from bot.meaning.shelf import Shelf, Shelves
from bot.models import Mark, Ranked

log = logging.getLogger("paperbot.meaning")

LONGEST: Final = (
    1_000  # characters of a query that are read: the beginning of what is pasted says what it is about
)
_REMEMBERED: Final = 200  # queries, for those who turn a page
MOST_WORDS: Final = 32  # of a query
NO_WORDS: Final = np.empty((0, DIMS), np.float32)


@dataclass(frozen=True, slots=True)
class Condition:
    """How the vectors are.

    Attributes:
        encoder: its name and version.
        papers: how many have a vector.
        mark: how much of the store all of it has one.
    """

    encoder: str
    papers: int
    mark: Mark


class Meaning:
    """Finds papers by meaning, from any thread; never waited for, and never a reason to fail.

    Nothing is read before it is asked. Without vectors it finds nothing, and an encoder that fails is asked no more
    until the next start.

    Attributes:
        encoder: what makes the vectors.
    """

    def __init__(self, folder: Path, encoder: Encoder) -> None:
        self.encoder = encoder
        self._folder = folder
        self._failed = False
        self._encoded = lru_cache(_REMEMBERED)(self._encode)

    @cached_property
    def shelves(self) -> Shelves:
        """Where the vectors are."""
        return Shelves(self._folder, self.encoder.name)

    @property
    def begun(self) -> bool:
        """Whether there are vectors at all, as far as a glance at the folder tells."""
        return files.stamp(self._folder) is not None

    @property
    def condition(self) -> Condition:
        """How the vectors are now."""
        shelf = self.shelves.now()
        return Condition(shelf.state.encoder, len(shelf), shelf.state.mark)

    def warm(self) -> None:
        """Loads the encoder and the vectors; nothing where there are no vectors."""
        if self.begun:
            self.near("paper")

    def near(self, query: str, beside: Collection[int] = (), limit: int = WIDELY) -> tuple[Near, ...]:
        """The papers nearest to a text, and those beside that have a vector, in any order; may be none."""
        shelf = self.shelves.now()
        if self._failed or not len(shelf) or not query.strip():
            return ()
        try:
            vector, *words = self._encoded(query[:LONGEST])
        except Exception:
            # Whatever is wrong with an extra, words still answer.
            self._failed = True
            log.exception("the encoder failed, and is not asked again", extra={"action": "meaning"})
            return ()
        return _near(shelf, vector, np.array(words, np.float32).reshape(-1, DIMS), beside, limit)

    def beside(self, query: str, words: Sequence[Ranked], limit: int) -> tuple[Ranked, ...]:
        """What words found together with what is near in meaning; see blended()."""
        near = self.near(query, [one.seq for one in words])
        return blended(query, words, near, len(self.shelves.now()), limit)

    def like(self, seq: int, beside: Collection[int] = (), limit: int = WIDELY) -> tuple[Near, ...]:
        """The same for the papers nearest to a paper, without itself; none where it has no vector."""
        shelf = self.shelves.now()
        row = shelf.where([seq])
        if not len(row):
            return ()
        vector = shelf.arrays["vectors"][row[0]] * shelf.arrays["rows"]["scale"][row[0]]
        found = _near(shelf, vector.astype(np.float32), NO_WORDS, beside, limit + 1)
        return tuple(one for one in found if one.seq != seq)

    def _encode(self, query: str) -> Vectors:
        """Of the query, then of its words; those of another script are no words of papers."""
        words = [] if foreign(query) else list(telling(query))[:MOST_WORDS]
        return self.encoder.encode([query, *words])


def _near(
    shelf: Shelf, vector: Vectors, words: Vectors, beside: Collection[int], limit: int
) -> tuple[Near, ...]:
    rows = np.union1d(nearest(shelf, vector, limit), shelf.where(beside))
    seqs = shelf.arrays["rows"]["seq"][rows]
    scores = scored(shelf, vector, words, rows)
    return tuple(Near(int(seq), float(score)) for seq, score in zip(seqs, scores, strict=True))
