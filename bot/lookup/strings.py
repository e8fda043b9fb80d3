"""Many strings as two arrays: their bytes one after another, and where each begins. They open without being read."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray


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
        packed = [string.encode() for string in strings]
        starts = np.zeros(len(packed) + 1, np.int64)
        np.cumsum([len(string) for string in packed], out=starts[1:])
        return cls(np.frombuffer(b"".join(packed), np.uint8), starts)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, number: int) -> str:
        return self.bytes(number).decode()

    def bytes(self, number: int) -> bytes:
        """One string in UTF-8."""
        return self.text[self.starts[number] : self.starts[number + 1]].tobytes()

    def all(self) -> list[str]:
        """All of them."""
        whole, starts = self.text.tobytes(), self.starts.tolist()
        return [whole[a:b].decode() for a, b in pairwise(starts)]


def bisect(strings: Strings, wanted: str, order: Sequence[int] | NDArray[np.int32] | None = None) -> int:
    """How many strings are smaller than ``wanted``, in bytes; sorted as they stand or in ``order``."""
    target = wanted.encode()
    if order is None:
        return bisect_left(range(len(strings)), target, key=strings.bytes)
    return bisect_left(range(len(order)), target, key=lambda place: strings.bytes(int(order[place])))


def after(prefix: str) -> str:
    """A string greater than all folded ones that begin with ``prefix``, and smaller than any that come after them."""
    return prefix + "\U0010ffff"  # no character: folding takes it away
