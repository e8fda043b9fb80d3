"""Parts: titles and vocabulary of some of the papers, each part one file of arrays that opens without being read."""

import json
import mmap
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.lookup import titles, vocabulary
from bot.lookup.files import READ, PartFile, check_sum, write
from bot.lookup.postings import Damaged
from bot.lookup.titles import Titles
from bot.lookup.vocabulary import Vocabulary

Column = tuple[int, NDArray[Any]]
"""Which array of a part, and what comes next in it."""

_OF_TITLES = 5  # arrays
_ORDER = 3  # the one with as many numbers as there are papers
_OF_ALL = 11
_HELD = 1 << 18  # bytes of each array in memory while a part is written; what is more waits on disk


@dataclass(frozen=True, slots=True)
class Part:
    """Titles and vocabulary of some of the papers.

    Attributes:
        titles: those of the papers.
        vocabulary: the words of the papers.
        mapped: the file, mapped into memory; None for a part that is in memory itself.
    """

    titles: Titles
    vocabulary: Vocabulary
    mapped: mmap.mmap | None = None

    def columns(self) -> Iterator[Column]:
        """All arrays in the order of the file."""
        words = self.vocabulary
        arrays = (words.text, words.begins, words.starts, words.counts, words.low, words.high)
        return enumerate((*self.titles.columns(), *arrays))

    def forget(self) -> None:
        """Lets go of the memory that what was looked at takes; it is read again when it is looked at again.

        A small part stays: to read it again costs more than it takes.
        """
        if self.mapped is not None and len(self.mapped) > _HELD:
            self.mapped.madvise(mmap.MADV_DONTNEED)


def merged(several: Sequence[tuple[Part, Collection[int]]]) -> Iterator[Column]:
    """The arrays of one part with all their papers, each without the seqs that are gone from it, piece by piece.

    Only a few pieces are in memory at a time, whatever the size of the parts; see titles.merged().
    """
    cards = titles.merged([(part.titles, gone) for part, gone in several])
    words = vocabulary.merged([part.vocabulary for part, _ in several])
    for number, piece in cards:
        yield number, piece
        _forget(several)
    for number, piece in words:
        yield _OF_TITLES + number, piece
        _forget(several)


def _forget(several: Sequence[tuple[Part, Collection[int]]]) -> None:
    for part, _ in several:
        part.forget()


def save_part(folder: Path, name: str, columns: Iterable[Column]) -> PartFile:
    """Writes a part, which is durable once a state that names it is saved.

    Every array must come, if only as one empty piece, and the pieces of one in order.
    """
    with ExitStack() as stack:
        files = [stack.enter_context(SpooledTemporaryFile(_HELD, dir=str(folder))) for _ in range(_OF_ALL)]
        kinds, counts = [""] * _OF_ALL, [0] * _OF_ALL
        for number, piece in columns:
            kinds[number], counts[number] = piece.dtype.str, counts[number] + len(piece)
            files[number].write(piece.data)
        header = json.dumps(list(zip(kinds, counts, strict=True))).encode()
        return PartFile(name, write(folder / name, _file(header, files)), counts[_ORDER])


def load_part(folder: Path, file: PartFile) -> Part:
    """The part, mapped into memory, of which it takes only what is looked at.

    Raises:
        Damaged: it is not as it was written.
    """
    try:
        if check_sum(folder / file.name) != file.check:
            raise Damaged(f"{file.name} has changed")
        with (folder / file.name).open("rb") as opened:
            mapped = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        data = np.frombuffer(mapped, np.uint8)
        end = 8 + int.from_bytes(data[:8].tobytes(), "little")
        arrays = []
        place = end + _padding(end)
        for kind, count in json.loads(data[8:end].tobytes()):
            size = np.dtype(kind).itemsize * count
            arrays.append(data[place : place + size].view(kind))
            place += size + _padding(size)
        cards, words = arrays[:_OF_TITLES], arrays[_OF_TITLES:]
        return Part(Titles.of_columns(*cards), Vocabulary(*words), mapped)
    except (OSError, ValueError, TypeError) as error:
        raise Damaged(str(error)) from error


def _file(header: bytes, arrays: Sequence[SpooledTemporaryFile[bytes]]) -> Iterator[bytes]:
    yield len(header).to_bytes(8, "little") + header + b" " * _padding(len(header))
    for array in arrays:
        size = array.tell()
        array.seek(0)
        while piece := array.read(READ):
            yield piece
        yield b" " * _padding(size)


def _padding(size: int) -> int:
    return -size % 8
