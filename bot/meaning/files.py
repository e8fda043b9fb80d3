"""The files of the vectors: five that only grow, and a state that says how much of them is true.

A row of four files belongs to one paper: ``rows`` has its number and what was encoded, ``vectors`` its vector,
``sketches`` its parts, ``words`` the places of its words in the fifth, the ``lexicon``. Rows are written first, and
become true with the state that counts them and holds the check sums of all that it counts; what a crash leaves beyond
is written over. A paper encoded anew gets another row, one that is gone a row without a vector; the last row of a
paper is the one that counts.
"""

import json
import os
import zlib
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.lookup import Damaged, count, mark
from bot.meaning.codes import MOST_WORDS, PARTS
from bot.meaning.encoder import DIMS
from bot.models import Mark

FORM: Final = 2  # counts up whenever files or what is encoded change; vectors of an older form are made anew

ROWS: Final = np.dtype([("seq", "<i8"), ("digest", "<i8"), ("parts", "<i4"), ("scale", "<f4")])
VECTORS: Final = np.dtype(("i1", (DIMS,)))
SKETCHES: Final = np.dtype(("u1", (PARTS, DIMS // 8)))
WORDS: Final = np.dtype(("<u4", (MOST_WORDS,)))  # places in the lexicon from 1; 0 for none
LEXICON: Final = np.dtype(
    [("word", "<i8"), ("signs", "u1", (DIMS // 8,))]
)  # a hash of the word, and its vector
PAPERS: Final = {"rows": ROWS, "vectors": VECTORS, "sketches": SKETCHES, "words": WORDS}
KINDS: Final = PAPERS | {"lexicon": LEXICON}
GONE: Final = -1  # parts of a row that says that its paper is no longer there

_STATE: Final = "state.json"
_AT_ONCE: Final = 1 << 22  # bytes read at a time for a check sum
_READ_WHOLE: Final = (
    1 << 23
)  # bytes of a file: a smaller one, of 16,000 papers, is read in 5 ms and mapped by nobody

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class State:
    """How much of the files is true.

    Attributes:
        encoder: whose vectors they are.
        number: of the files; made anew, they get the next one.
        count: rows of papers.
        words: rows of the lexicon.
        checks: the CRC-32 of each file's part that counts.
        mark: how much of the store all of it is encoded; what came or changed since may be, too.
    """

    encoder: str
    number: int = 0
    count: int = 0
    words: int = 0
    checks: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    mark: Mark = field(default_factory=Mark)

    def rows(self, kind: str) -> int:
        """How many rows of that file count."""
        return self.words if kind == "lexicon" else self.count


def stamp(folder: Path) -> tuple[int, int, int] | None:
    """Changes with every new state, for that is a new file; None where there is none."""
    try:
        found = (folder / _STATE).stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def glance(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Changes with whatever is written in the folder: name, bytes and time of each file; empty where there is none."""
    try:
        found = [(file.name, file.stat()) for file in os.scandir(folder)]
    except OSError:
        return ()
    return tuple(sorted((name, told.st_size, told.st_mtime_ns) for name, told in found))


def load_state(folder: Path, encoder: str) -> State:
    """The state in force.

    Raises:
        Damaged: there is none, it cannot be read, or it is of another form or encoder.
    """
    try:
        data = json.loads((folder / _STATE).read_bytes())
        if (data["form"], data["encoder"]) != (FORM, encoder):
            raise Damaged("of another form or encoder")
        state = State(
            encoder,
            number=count(data["number"]),
            count=count(data["count"]),
            words=count(data["words"]),
            checks={kind: count(data["checks"][kind]) for kind in KINDS},
            mark=mark(data["mark"]),
        )
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise Damaged(str(error)) from error
    return state


def save_state(folder: Path, state: State) -> None:
    """Makes it true, durably, in one instant."""
    unfinished = folder / f"{_STATE}.new"
    with unfinished.open("wb") as file:
        file.write(json.dumps({"form": FORM, **asdict(state)}).encode())
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(folder / _STATE)
    _sync(folder)


def append(folder: Path, state: State, rows: Arrays) -> State:
    """Writes rows behind those that count, durably, and makes them true; for whoever holds the lock."""
    checks = {}
    for kind, dtype in KINDS.items():
        data = np.ascontiguousarray(rows[kind]).tobytes()
        before = state.rows(kind)
        with _path(folder, kind, state.number).open("r+b" if before else "wb") as file:
            file.seek(before * dtype.itemsize)
            file.write(data)
            file.truncate()
            file.flush()
            os.fsync(file.fileno())
        checks[kind] = zlib.crc32(data, state.checks[kind])
    count, words = state.count + len(rows["rows"]), state.words + len(rows["lexicon"])
    grown = replace(state, count=count, words=words, checks=checks)
    save_state(folder, grown)
    return grown


def load(folder: Path, state: State, known: State | None = None) -> Arrays:
    """The rows that count: read where they are few, else mapped into memory, which takes only what is looked at.

    Args:
        folder: where they are.
        state: what counts.
        known: a state whose rows were found right before; only what came since is checked then.

    Raises:
        Damaged: they are not as they were written.
    """
    same = known is not None and (known.encoder, known.number) == (state.encoder, state.number)
    if known is None or not same or known.count > state.count or known.words > state.words:
        known = State(state.encoder, state.number)
    return {kind: _rows(_path(folder, kind, state.number), kind, state, known) for kind in KINDS}


def are_cut(folder: Path, state: State) -> bool:
    """Whether a file lost rows that count: who looks at them where they are mapped is killed."""
    paths = ((_path(folder, kind, state.number), state.rows(kind) * KINDS[kind].itemsize) for kind in KINDS)
    return any(size and _size(path, size) < size for path, size in paths)


def _size(path: Path, otherwise: int) -> int:
    try:
        return os.stat(path).st_size  # noqa: PTH116 - before each lookup, in half of a Path's time
    except OSError:  # deleted, which leaves maps as they were
        return otherwise


def begin(folder: Path, encoder: str, number: int = 0) -> State:
    """An empty state, made true; all files but its own go. For whoever holds the lock."""
    state = State(encoder, number)
    save_state(folder, state)
    sweep(folder, state)
    return state


def sweep(folder: Path, state: State) -> None:
    """Deletes files of other numbers; for whoever holds the lock."""
    keep = {_path(folder, kind, state.number).name for kind in KINDS}
    for kind in KINDS:
        for path in folder.glob(f"{kind}-*"):
            if path.name not in keep:
                path.unlink(missing_ok=True)


def _rows(path: Path, kind: str, state: State, known: State) -> NDArray[Any]:
    dtype, rows, before = KINDS[kind], state.rows(kind), known.rows(kind)
    if not rows:
        return np.empty((0, *dtype.shape), dtype.base)
    try:
        with path.open("rb") as file:
            file.seek(before * dtype.itemsize)
            left, check = (rows - before) * dtype.itemsize, known.checks[kind]
            while left and (data := file.read(min(left, _AT_ONCE))):
                check, left = zlib.crc32(data, check), left - len(data)
        if left or check != state.checks[kind]:
            raise Damaged(f"{path.name} has changed")
        if rows * dtype.itemsize > _READ_WHOLE:
            return np.memmap(path, dtype.base, "r", shape=(rows, *dtype.shape))
        return np.fromfile(path, dtype, rows).reshape(rows, *dtype.shape)
    except (OSError, ValueError) as error:
        raise Damaged(str(error)) from error


def _path(folder: Path, kind: str, number: int) -> Path:
    return folder / f"{kind}-{number}"


def _sync(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
