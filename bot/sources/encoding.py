"""A file's account of its parts that were not UTF-8."""

from collections.abc import Iterator

from bot.sources.values import Fault, Skipped


class Encoding:
    """Counts such parts while a file is read, so that it is reported once and not at every line."""

    def __init__(self) -> None:
        self._first = ""
        self._count = 0

    def foreign(self, place: str) -> None:
        """The part at that place was read as Windows-1252."""
        self._first = self._first or place
        self._count += 1

    def report(self, file: str) -> Iterator[Skipped]:
        """One report at the first such place, or none."""
        if self._count:
            yield Fault("source-encoding", {"count": self._count}).at(file, self._first)
