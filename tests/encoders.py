"""An encoder for tests: texts are near when they speak of the same things, in English or in Chinese."""

from collections.abc import Sequence
from zlib import crc32

import numpy as np

from bot.meaning.encoder import DIMS, Vectors

THINGS = (
    ("turnip", "beet", "芜菁", "root"),
    ("water", "irrigat", "浇水", "moist"),
    ("robot", "machine", "机器人"),
    ("bandit", "slot", "老虎机"),
    ("garden", "field", "花园", "plot"),
)


class Things:
    """Counts things, and gives everything else that is said a little place of its own.

    Attributes:
        encoded: every text it was given, in order.
    """

    name = "things 1"

    def __init__(self) -> None:
        self.encoded: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.encoded += texts
        return np.array([self._of(text.lower()) for text in texts], np.float32).reshape(-1, DIMS)

    def _of(self, text: str) -> Vectors:
        vector = np.zeros(DIMS, np.float32)
        for place, words in enumerate(THINGS):
            vector[place] = sum(text.count(word) for word in words)
        vector[len(THINGS) + crc32(text.encode()) % (DIMS - len(THINGS))] = 0.2
        return vector / np.float32(np.linalg.norm(vector))


class Broken:
    """An encoder whose package cannot be used."""

    name = "things 1"

    def encode(self, texts: Sequence[str]) -> Vectors:
        raise ImportError(f"no weights for {len(texts)} texts")
