"""Many strings as two arrays: their bytes one after another, and where each begins. They open without being read."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Strings:
    """Strings by number, from 0.

    Attributes:
        text: uint8, all of them in UTF-8.
        starts: int32, int64 from 2 GB of text, one more than there are strings.
    """

    text: NDArray[np.uint8]
    starts: NDArray[np.int32] | NDArray[np.int64]

    @classmethod
    def of(cls, strings: Iterable[str]) -> "Strings":
        """Packs them."""
        text, starts = bytearray(), array("q", (0,))
        for string in strings:
            text += string.encode()
            starts.append(len(text))
        return cls(np.frombuffer(text, np.uint8), narrow(np.frombuffer(starts, np.int64), len(text)))

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, number: int) -> str:
        return str(self.text.data[self.starts[number] : self.starts[number + 1]], "utf-8")

    def several(self, numbers: NDArray[np.integer]) -> list[str]:
        """Some strings; taken together, each costs less than by itself."""
        text, ends = self.text.data, self.starts[numbers + 1].tolist()
        return [
            str(text[start:end], "utf-8")
            for start, end in zip(self.starts[numbers].tolist(), ends, strict=True)
        ]


def narrow(numbers: NDArray[np.int64], most: int) -> NDArray[np.int32] | NDArray[np.int64]:
    """The numbers, none above ``most``, in as few bytes as hold that."""
    return numbers.astype(np.int32) if most <= np.iinfo(np.int32).max else numbers
