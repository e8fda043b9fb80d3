"""How work grows with its input, in the processor's time: how busy the machine is changes it little."""

import time
from collections.abc import Callable
from typing import Final

TIMES: Final = 4  # between the sizes that are compared
LINEAR: Final = 10  # at most; what is linear takes TIMES as long, what is quadratic TIMES squared
LEAST_S: Final = 0.02  # below which nothing is told from noise


def is_linear(work: Callable[[int], object], size: int) -> bool:
    """Whether the work on ``size`` takes about TIMES as long as the work on a part of it."""
    return any(_seconds(work, size) < LINEAR * max(_seconds(work, size // TIMES), LEAST_S) for _ in range(3))


def _seconds(work: Callable[[int], object], size: int) -> float:
    began = time.process_time()
    work(size)
    return time.process_time() - began
