"""The shelf: the vectors of all papers as they stand on disk, read by any thread and written by one process."""

import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.lookup import Damaged, locked
from bot.meaning import files
from bot.meaning.codes import MOST_WORDS, PARTS, Small, signs, sketch
from bot.meaning.encoder import Vectors
from bot.meaning.files import GONE, LEXICON, PAPERS, ROWS, Arrays, State
from bot.models import Mark

_WASTE: Final = 4  # rows in one that counts; from there they are written anew without the others
_WASTE_AT_LEAST: Final = 1_000  # rows
_LONG_NUMBER: Final = 18  # digits, which no file of ours has


@dataclass(frozen=True, slots=True)
class Coded:
    """What is kept of one paper.

    Attributes:
        seq: the paper's.
        digest: of what was encoded.
        vector: of the whole paper, of length 1.
        parts: (n, DIMS), of its parts.
        words: that tell, each once.
    """

    seq: int
    digest: int
    vector: Vectors
    parts: Vectors
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shelf:
    """One moment of the files, unchanging.

    Attributes:
        state: what counts.
        arrays: its rows.
        seqs: of the papers that have a vector, ascending.
        places: the row of each.
    """

    state: State
    arrays: Arrays
    seqs: NDArray[np.int64]
    places: NDArray[np.int64]

    @classmethod
    def of(cls, state: State, arrays: Arrays, before: "Shelf | None" = None) -> "Shelf":
        """With the last row of each paper found.

        Args:
            state: what counts.
            arrays: its rows.
            before: a shelf of the same files, whose rows need no second look.
        """
        if before is None or before.state.number != state.number or before.state.count > state.count:
            before = cls(State(state.encoder), arrays, np.empty(0, np.int64), np.empty(0, np.int64))
        since = before.state.count
        rows = np.asarray(arrays["rows"][since:])[::-1]
        seqs, first = np.unique(rows["seq"].astype(np.int64), return_index=True)
        places = since + len(rows) - 1 - first
        at = np.searchsorted(before.seqs, seqs)
        at = at[at < len(before.seqs)]
        stay = np.ones(len(before.seqs), bool)
        stay[at] = ~np.isin(before.seqs[at], seqs)
        there = rows["parts"][first] != GONE
        seqs = np.concatenate([before.seqs[stay], seqs[there]])
        order = np.argsort(seqs, kind="stable")
        return cls(state, arrays, seqs[order], np.concatenate([before.places[stay], places[there]])[order])

    def __len__(self) -> int:
        return len(self.seqs)

    def where(self, seqs: Collection[int]) -> NDArray[np.int64]:
        """The rows of those papers that have one, in any order."""
        wanted = np.fromiter(seqs, np.int64, len(seqs))
        at = np.searchsorted(self.seqs, wanted)
        at[at == len(self.seqs)] = 0
        return self.places[at[self.seqs[at] == wanted]] if len(self.seqs) else np.empty(0, np.int64)

    def digest(self, seq: int) -> int | None:
        """Of what was encoded of the paper; None where it has no vector."""
        at = self.where([seq])
        return int(self.arrays["rows"]["digest"][at[0]]) if len(at) else None


class Shelves:
    """The vectors' folder: its present shelf, and the one writer's way to another."""

    def __init__(self, folder: Path, encoder: str) -> None:
        self._folder = folder
        self._encoder = encoder
        self._lock = threading.Lock()
        self._stamp: tuple[int, int, int] | None = None
        self._unusable: tuple[object, ...] | None = None  # how the files looked that could not be used
        self._shelf = self._empty()

    def now(self) -> Shelf:
        """The shelf as it is, which another process may have filled; an empty one where it cannot be used."""
        stamp = files.stamp(self._folder)
        if stamp == self._stamp and self._is_safe():
            return self._shelf
        with self._lock:
            if not self._is_safe():
                self._shelf, self._stamp = self._empty(), None
            if stamp != self._stamp or stamp is None:
                looked = files.glance(self._folder)
                try:
                    self._shelf, self._unusable = self._taken_up(self._shelf), None
                except Damaged:
                    self._shelf, self._unusable = self._empty(), looked
                self._stamp = stamp
            return self._shelf

    def _is_safe(self) -> bool:
        """Whether nothing was cut short, and what could not be used, such as a copy half made, is as it was."""
        if self._unusable is not None and self._unusable != files.glance(self._folder):
            return False
        return not files.are_cut(self._folder, self._shelf.state)

    def _taken_up(self, before: Shelf) -> Shelf:
        """What the state in force counts; where it does not go on from what was there before, all is read anew.

        Raises:
            Damaged: it cannot be used.
        """
        state = files.load_state(self._folder, self._encoder)
        try:
            return Shelf.of(state, files.load(self._folder, state, before.state), before)
        except Damaged:
            return Shelf.of(state, files.load(self._folder, state))

    def _empty(self) -> Shelf:
        state = State(self._encoder)
        return Shelf.of(state, files.load(self._folder, state))

    @contextmanager
    def writing(self) -> Iterator["Writing"]:
        """The one writer among all processes, freed when the process dies; damaged files are begun anew.

        Raises:
            Busy: another has it.
            OSError: the folder would not take it.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        with locked(self._folder, 0):
            yield Writing(self._folder, self._encoder)


class Writing:
    """Writes rows; to be had from Shelves.writing()."""

    def __init__(self, folder: Path, encoder: str) -> None:
        self._folder = folder
        self._encoder = encoder
        try:
            self._state = files.load_state(folder, encoder)
            self._shelf = Shelf.of(self._state, files.load(folder, self._state))
        except Damaged:
            self.clear()
        words = np.asarray(self._shelf.arrays["lexicon"]["word"]).tolist()
        self._places = {word: at for at, word in enumerate(words, 1)}

    @property
    def mark(self) -> Mark:
        """How far the store is followed."""
        return self._state.mark

    def shelf(self) -> Shelf:
        """All that was written so far."""
        if self._shelf.state != self._state:
            arrays = files.load(self._folder, self._state, self._shelf.state)
            self._shelf = Shelf.of(self._state, arrays, self._shelf)
        return self._shelf

    def clear(self) -> None:
        """Throws everything away: it is damaged, of another encoder, or of another database."""
        endings = (path.name.rpartition("-")[2] for path in self._folder.glob("rows-*"))
        numbers = (int(ending) for ending in endings if ending.isdecimal() and len(ending) < _LONG_NUMBER)
        self._state = files.begin(self._folder, self._encoder, 1 + max(numbers, default=0))
        self._shelf = Shelf.of(self._state, files.load(self._folder, self._state))
        self._places = {}

    def unknown(self, words: Iterable[str]) -> list[str]:
        """Those of the words that are not in the lexicon, each once."""
        return [word for word in dict.fromkeys(words) if _hash(word) not in self._places]

    def add(self, papers: Sequence[Coded], lexicon: Mapping[str, Vectors] = MappingProxyType({})) -> None:
        """Adds vectors, or replaces those of papers that have one.

        Args:
            papers: with words that are in the lexicon, or come with it.
            lexicon: words that are not in it yet, with their vectors.
        """
        if not papers:
            return
        new = np.zeros(len(lexicon), LEXICON)
        new["word"] = [_hash(word) for word in lexicon]
        if lexicon:
            new["signs"] = signs(np.stack(list(lexicon.values())))
        start = self._state.words + 1
        places = {word: start + at for at, word in enumerate(new["word"].tolist())}
        known = self._places | places if places else self._places
        small = Small.of(np.stack([one.vector for one in papers]))
        rows = np.zeros(len(papers), ROWS)
        rows["seq"] = [one.seq for one in papers]
        rows["digest"] = [one.digest for one in papers]
        rows["parts"] = [min(len(one.parts), PARTS) for one in papers]
        rows["scale"] = small.scales
        sketches = np.stack([sketch(one.parts) for one in papers])
        words = np.zeros((len(papers), MOST_WORDS), np.uint32)
        for row, one in zip(words, papers, strict=True):
            held = [known[_hash(word)] for word in one.words[:MOST_WORDS]]
            row[: len(held)] = held
        self._append(
            {"rows": rows, "vectors": small.numbers, "sketches": sketches, "words": words, "lexicon": new}
        )
        self._places.update(places)

    def remove(self, seqs: Collection[int]) -> None:
        """Takes the vectors of papers away that are no longer there."""
        held = self.shelf().where(seqs)
        if not len(held):
            return
        empty: Arrays = {
            kind: np.zeros((len(held), *dtype.shape), dtype.base) for kind, dtype in PAPERS.items()
        }
        empty["lexicon"] = np.empty(0, LEXICON)
        empty["rows"]["seq"] = self.shelf().arrays["rows"]["seq"][held]
        empty["rows"]["parts"] = GONE
        self._append(empty)

    def follow(self, mark: Mark) -> None:
        """Remembers how far the store is followed."""
        if mark != self._state.mark:
            self._state = replace(self._state, mark=mark)
            files.save_state(self._folder, self._state)

    def tidy(self) -> None:
        """Writes everything anew without the rows that no longer count, once they are many."""
        shelf = self.shelf()
        if self._state.count - len(shelf) < max(_WASTE_AT_LEAST, self._state.count // _WASTE):
            return
        places = np.sort(shelf.places)
        kept: Arrays = {kind: np.asarray(shelf.arrays[kind])[places] for kind in PAPERS}
        kept["lexicon"] = np.asarray(shelf.arrays["lexicon"])
        self._state = files.append(
            self._folder, State(self._encoder, self._state.number + 1, mark=self.mark), kept
        )
        files.sweep(self._folder, self._state)

    def _append(self, rows: Arrays) -> None:
        self._state = files.append(self._folder, self._state, rows)


def _hash(word: str) -> int:
    return int.from_bytes(blake2b(word.encode(errors="replace"), digest_size=8).digest(), signed=True)
