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
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bot.lookup.postings import Busy, Damaged
from bot.models import Mark

FORM = 8  # counts up whenever files or index words change their meaning; an older index starts again

_LOCK = "lock"
READ = 1 << 20  # bytes at a time
_FOOTER_MAGIC = (1337).to_bytes(4, "little")  # ends every file of tantivy, after its check sum
_NEEDED = (".term", ".idx", ".pos", ".fast", ".fieldnorm", ".store")
_LARGEST = 2**63 - 1  # number that the store and the arrays hold


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
    """Writes it durably, and the parts that it names with it.

    It becomes true with the commit whose head holds its number.
    """
    data = {"form": FORM, **asdict(state)}
    write(folder / _state_name(state.number), [json.dumps(data).encode()])
    keep(folder)


def load_state(folder: Path, number: int) -> State:
    """The state of a commit; number 0 is that of an empty index.

    Raises:
        Damaged: it cannot be read, or is of another form.
    """
    if number == 0:
        return State()
    try:
        data = json.loads((folder / _state_name(number)).read_bytes())
        if data["form"] != FORM or count(data["number"]) != number:
            raise Damaged("of another form or number")
        return State(number, mark(data["mark"]), tuple(map(_part, data["parts"])))
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise Damaged(str(error)) from error


def count(value: object) -> int:
    """A number from a state that may have been written by anybody.

    Raises:
        ValueError: it is no whole number from 0 to 2^63 - 1.
    """
    if type(value) is not int or not 0 <= value <= _LARGEST:
        raise ValueError("no count")
    return value


def mark(value: dict[str, Any]) -> Mark:
    """A mark from such a state.

    Raises:
        ValueError, TypeError, KeyError: it is none.
    """
    return Mark(count(value["seq"]), count(value["change"]))


def _part(value: dict[str, Any]) -> PartFile:
    name = value["name"]
    if not isinstance(name, str) or Path(name).name != name:
        raise ValueError("no name of a part")
    return PartFile(
        name, count(value["check"]), count(value["papers"]), [count(seq) for seq in value["gone"]]
    )


class Seen:
    """A file as it was when it was mapped into memory: a file that shrinks under a map kills whoever looks at it.

    It is asked before each lookup, by a descriptor of its own, in a fifth of the time that its path would take.

    Raises:
        OSError: it is not there.
    """

    __slots__ = ("_changed_ns", "_file", "_size")

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        found = os.fstat(self._file)
        self._size, self._changed_ns = found.st_size, found.st_mtime_ns

    def __del__(self) -> None:
        with suppress(AttributeError):  # it was never opened
            os.close(self._file)

    @property
    def is_safe(self) -> bool:
        """Whether nobody wrote into it; one that was replaced or deleted whole stays as it was for its maps."""
        found = os.fstat(self._file)
        return found.st_size == self._size and found.st_mtime_ns == self._changed_ns


def check_sum(path: Path, size: int | None = None) -> int:
    """CRC-32 of a file, or of its first ``size`` bytes."""
    check, left = 0, path.stat().st_size if size is None else size
    with path.open("rb") as file:
        while data := file.read(min(READ, left)):
            check = zlib.crc32(data, check)
            left -= len(data)
    return check


def check_postings(folder: Path) -> None:
    """Reads tantivy's files of the last commit against their own check sums; about 1 GB a second.

    Raises:
        Damaged: one is missing, cut short or changed.
    """
    try:
        for path in _postings(folder):
            _check_footer(path)
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise Damaged(str(error)) from error


def seen(folder: Path, state: State) -> tuple[Seen, ...]:
    """The files of the last commit that are mapped into memory, as they are now.

    Raises:
        Damaged: one is missing, or cannot be told.
    """
    try:
        paths = [*_postings(folder), *(folder / part.name for part in state.parts)]
        return tuple(map(Seen, paths))
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise Damaged(str(error)) from error


def _postings(folder: Path) -> Iterator[Path]:
    for segment in json.loads((folder / "meta.json").read_bytes())["segments"]:
        name = str(segment["segment_id"]).replace("-", "")
        yield from (folder / f"{name}{ending}" for ending in _NEEDED)


def _check_footer(path: Path) -> None:
    whole = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(0, whole - READ))  # the footer is some hundred bytes
        end = file.read()
    size = int.from_bytes(end[-8:-4], "little")
    if end[-4:] != _FOOTER_MAGIC or size > len(end) - 8:
        raise Damaged(f"{path.name} is cut short")
    if check_sum(path, whole - size - 8) != json.loads(end[-8 - size : -8])["crc"]:
        raise Damaged(f"{path.name} has changed")


def sweep(folder: Path, state: State) -> None:
    """Deletes states and parts that are not of this state; for whoever holds the lock."""
    named = {_state_name(state.number), *(part.name for part in state.parts)}
    for path in folder.iterdir():
        if path.name.startswith(("state-", "part-")) and path.name not in named:
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


def write(path: Path, pieces: Iterable[bytes]) -> int:
    """Writes a file so that it is there whole or not at all; its CRC-32.

    That it is there at all is durable once keep() was called.
    """
    unfinished = path.with_name(f"{path.name}.new")
    check = 0
    with unfinished.open("wb") as file:
        for piece in pieces:
            file.write(piece)
            check = zlib.crc32(piece, check)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    return check


def keep(folder: Path) -> None:
    """Makes durable which files are in the folder."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
