"""A stopwatch for work that is done here and there, with waiting between."""

from collections.abc import Callable
from time import perf_counter
from typing import ParamSpec, Self, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Stopwatch:
    """Adds up how long pieces of work take that follow each other, each timed where it is done, in whatever thread.

    Attributes:
        ms: milliseconds so far.
    """

    def __init__(self) -> None:
        self.ms = 0.0

    def __enter__(self) -> Self:
        self._started = perf_counter()
        return self

    def __exit__(self, *_error: object) -> None:
        self.ms += 1000 * (perf_counter() - self._started)

    def timing(self, work: Callable[P, T]) -> Callable[P, T]:
        """The same work, timed."""

        def timed(*args: P.args, **kwargs: P.kwargs) -> T:
            with self:
                return work(*args, **kwargs)

        return timed
