"""The arrays of a part of the index, whole, to compare them."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.lookup.parts import Column


def whole(columns: Iterable[Column]) -> list[tuple[str, list[int]]]:
    """The arrays that come piece by piece, each with its type."""
    pieces: defaultdict[int, list[NDArray[Any]]] = defaultdict(list)
    for number, piece in columns:
        pieces[number].append(piece)
        assert piece.dtype == pieces[number][0].dtype
    joined = [np.concatenate(pieces[number]) for number in range(len(pieces))]
    return [(array.dtype.str, array.tolist()) for array in joined]
