"""Many strings as two arrays: their bytes one after another, and where each begins. They open without being read."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

SOME = 1 << 14  # strings that are taken out or looked at in one go


@dataclass(frozen=True, slots=True)
class Strings:
    """Strings by number, from 0.

    Attributes:
        text: uint8, all of them in UTF-8.
        starts: int64, one more than there are strings.
    """

    text: NDArray[np.uint8]
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, strings: Iterable[str]) -> "Strings":
        """Packs them."""
        return cls.of_bytes(map(str.encode, strings))

    @classmethod
    def of_bytes(cls, strings: Iterable[bytes]) -> "Strings":
        """Packs what is in UTF-8 already, as it comes."""
        text, starts = bytearray(), array("q", (0,))
        for string in strings:
            text += string
            starts.append(len(text))
        return cls(np.frombuffer(text, np.uint8), np.frombuffer(starts, np.int64))

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, number: int) -> str:
        return self.raw(number).decode()

    def raw(self, number: int) -> bytes:
        """One string in UTF-8."""
        return self.text[self.starts[number] : self.starts[number + 1]].tobytes()

    def pieces(self) -> Iterator["Strings"]:
        """The same, some at a time."""
        for first in range(0, len(self), SOME):
            starts = self.starts[first : first + SOME + 1]
            yield Strings(self.text[starts[0] : starts[-1]], starts - starts[0])

    def each(self) -> Iterator[bytes]:
        """One after another, in UTF-8."""
        for piece in self.pieces():
            whole = piece.text.tobytes()
            for start, end in pairwise(piece.starts.tolist()):
                yield whole[start:end]

    def all(self) -> list[str]:
        """All of them."""
        return [string.decode() for string in self.each()]


def bisect(strings: Strings, wanted: str, order: Sequence[int] | NDArray[np.int32] | None = None) -> int:
    """How many strings are smaller than ``wanted``, in bytes; sorted as they stand or in ``order``."""
    target = wanted.encode()
    if order is None:
        return bisect_left(range(len(strings)), target, key=strings.raw)
    return bisect_left(range(len(order)), target, key=lambda place: strings.raw(int(order[place])))


def after(prefix: str) -> str:
    """A string greater than all folded ones that begin with ``prefix``, and smaller than any that come after them."""
    return prefix + "\U0010ffff"  # no character: folding takes it away
