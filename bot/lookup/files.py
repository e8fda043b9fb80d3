"""The index's own files beside tantivy's: parts, which only ever appear and vanish whole, and states.

A state names the parts, the mark and the form that belong to one commit. It is written before that commit
and becomes true with it, for the commit's head holds its number; a state without its commit is litter.
"""

import fcntl
import json
import os
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.lookup.postings import Busy, Damaged
from bot.lookup.strings import Strings
from bot.lookup.titles import Titles
from bot.lookup.vocabulary import Vocabulary
from bot.models import Mark

FORM = 1  # counts up whenever files or index words change their meaning; an older index starts again

_LOCK = "lock"
_READ = 1 << 20  # bytes at a time
_FOOTER_MAGIC = (1337).to_bytes(4, "little")  # ends every file of tantivy, after its check sum
_NEEDED = (".term", ".idx", ".pos", ".fast", ".fieldnorm", ".store")


@dataclass(frozen=True, slots=True)
class Part:
    """Titles and vocabulary of some of the papers."""

    titles: Titles
    vocabulary: Vocabulary

    def arrays(self) -> list[NDArray[Any]]:
        """All arrays in the order of the file."""
        titles, words = self.titles, self.vocabulary
        return [
            titles.seqs,
            titles.packs.text,
            titles.packs.starts,
            titles.order,
            words.words.text,
            words.words.starts,
            words.counts,
            words.lengths,
            words.gram_starts,
            words.gram_words,
        ]

    @classmethod
    def of_arrays(cls, arrays: list[NDArray[Any]]) -> "Part":
        """The reverse of arrays()."""
        seqs, cards, starts, order, *words = arrays
        return cls(
            Titles(seqs, Strings(cards, starts), order),
            Vocabulary(Strings(words[0], words[1]), words[2], words[3], words[4], words[5]),
        )


@dataclass(frozen=True, slots=True)
class PartFile:
    """A part as a state names it.

    Attributes:
        name: of its file.
        check: CRC-32 of the file.
        papers: how many it was made of.
        gone: seqs in it that were replaced or removed since.
    """

    name: str
    check: int
    papers: int
    gone: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class State:
    """What belongs to one commit."""

    number: int = 0
    mark: Mark = field(default_factory=Mark)
    parts: tuple[PartFile, ...] = ()


def save_state(folder: Path, state: State) -> None:
    """Writes it durably; it becomes true with the commit whose head holds its number."""
    data = {"form": FORM, **asdict(state)}
    _write(folder / _state_name(state.number), [json.dumps(data).encode()])


def load_state(folder: Path, number: int) -> State:
    """The state of a commit; number 0 is that of an empty index.

    Raises:
        Damaged: it cannot be read, or is of another form.
    """
    if number == 0:
        return State()
    try:
        data = json.loads((folder / _state_name(number)).read_bytes())
        if data["form"] != FORM:
            raise Damaged(f"form {data['form']}")
        parts = tuple(PartFile(**part) for part in data["parts"])
        return State(int(data["number"]), Mark(**data["mark"]), parts)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise Damaged(str(error)) from error


def save_part(folder: Path, name: str, part: Part) -> PartFile:
    """Writes it durably."""
    arrays = part.arrays()
    header = json.dumps([[array.dtype.str, len(array)] for array in arrays]).encode()
    pieces: list[bytes | memoryview] = [
        len(header).to_bytes(8, "little"),
        header,
        b" " * _padding(len(header)),
    ]
    for array in arrays:
        pieces += [array.data, b" " * _padding(array.nbytes)]
    return PartFile(name, _write(folder / name, pieces), len(part.titles.seqs))


def load_part(folder: Path, file: PartFile) -> Part:
    """The part, mapped into memory, of which it takes only what is looked at.

    Raises:
        Damaged: it is not as it was written.
    """
    try:
        if _check_sum(folder / file.name) != file.check:
            raise Damaged(f"{file.name} has changed")
        data = np.memmap(folder / file.name, np.uint8, "r")
        end = 8 + int.from_bytes(data[:8].tobytes(), "little")
        arrays = []
        place = end + _padding(end)
        for kind, count in json.loads(data[8:end].tobytes()):
            size = np.dtype(kind).itemsize * count
            arrays.append(np.asarray(data[place : place + size]).view(kind))
            place += size + _padding(size)
        return Part.of_arrays(arrays)
    except (OSError, ValueError, TypeError) as error:
        raise Damaged(str(error)) from error


def _check_sum(path: Path) -> int:
    check = 0
    with path.open("rb") as file:
        while data := file.read(_READ):
            check = zlib.crc32(data, check)
    return check


def check_postings(folder: Path) -> None:
    """Reads tantivy's files of the last commit against their own check sums; about 1 GB a second.

    Raises:
        Damaged: one is missing, cut short or changed.
    """
    try:
        for segment in json.loads((folder / "meta.json").read_bytes())["segments"]:
            name = segment["segment_id"].replace("-", "")
            for ending in _NEEDED:
                _check_footer(folder / f"{name}{ending}")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Damaged(str(error)) from error


def _check_footer(path: Path) -> None:
    data = path.read_bytes()
    size = int.from_bytes(data[-8:-4], "little")
    if data[-4:] != _FOOTER_MAGIC or size > len(data) - 8:
        raise Damaged(f"{path.name} is cut short")
    footer = json.loads(data[-8 - size : -8])
    if zlib.crc32(memoryview(data)[: -8 - size]) != footer["crc"]:
        raise Damaged(f"{path.name} has changed")


def sweep(folder: Path, state: State) -> None:
    """Deletes states and parts that are not of this state; for whoever holds the lock."""
    keep = {_state_name(state.number), *(part.name for part in state.parts)}
    for pattern in ("state-*", "part-*"):
        for path in folder.glob(pattern):
            if path.name not in keep:
                path.unlink(missing_ok=True)


def wipe(folder: Path) -> None:
    """Deletes everything in the folder but the lock; for whoever holds it."""
    for path in folder.iterdir():
        if path.name != _LOCK and path.is_file():
            path.unlink(missing_ok=True)


@contextmanager
def locked(folder: Path, wait_s: float) -> Iterator[None]:
    """Holds the folder for one writer among all threads and processes; freed when the process dies.

    Raises:
        Busy: somebody else holds it longer than ``wait_s``.
    """
    until = time.monotonic() + wait_s
    with (folder / _LOCK).open("ab") as file:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError as error:
                if time.monotonic() >= until:
                    raise Busy from error
                time.sleep(0.005)
        yield


def _state_name(number: int) -> str:
    return f"state-{number}.json"


def _padding(size: int) -> int:
    return -size % 8


def _write(path: Path, pieces: Iterable[bytes | memoryview]) -> int:
    """Writes a file so that it is there whole or not at all; its CRC-32."""
    unfinished = path.with_name(f"{path.name}.new")
    check = 0
    with unfinished.open("wb") as file:
        for piece in pieces:
            file.write(piece)
            check = zlib.crc32(piece, check)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return check
