"""Index: a folder that finds papers by their words."""

import logging
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from bot.lookup.asking import understand
from bot.lookup.correcting import corrections
from bot.lookup.files import Seen, check_postings, load_state, locked, seen, wipe
from bot.lookup.neighbours import similar, suggest
from bot.lookup.parts import Part, load_part
from bot.lookup.postings import Busy, Damaged, Postings
from bot.lookup.searching import search
from bot.lookup.snapshot import LivePart, Snapshot
from bot.lookup.titles import Card
from bot.lookup.writing import Writing
from bot.models import Mark, Paper, Ranked

if TYPE_CHECKING:
    from bot.query import Query

log = logging.getLogger("paperbot.lookup")

_TRIES = 5  # another process may commit, and sweep, while a commit is being opened

_Stamp = tuple[int, int, int]
T = TypeVar("T")


class Index:
    """Finds papers; for any number of threads, while one of them, or another process, writes.

    A folder that is missing, damaged or of an older form is an empty index with ``Mark(0, 0)``.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._postings: Postings | None = None
        self._parts: dict[tuple[str, int], Part] = {}  # by name and check sum: an index made anew names alike
        self._snapshot = Snapshot()
        self._stamp: _Stamp | None = None
        self._seen: tuple[Seen, ...] = ()

    @classmethod
    def open(cls, folder: Path) -> "Index":
        """The index in that folder, which is made, or emptied when its files are no good; see ``mark``."""
        index = cls(folder)
        index._current()
        return index

    @property
    def is_behind(self) -> bool:
        """Whether there is a commit that was not taken up yet: whatever is asked next does so, which takes a while."""
        return self._stamp is None or _stamp(self._folder) != self._stamp

    @property
    def mark(self) -> Mark:
        """How much of the store the last commit holds."""
        return self._current().state.mark

    def search(self, query: str, limit: int = 10) -> tuple[Ranked, ...]:
        """Papers for a lookup, best first, guesses last; empty when there is nothing to search for."""
        return self._asked(lambda snapshot: search(snapshot, query, limit))

    def suggest(self, prefix: str, limit: int = 10) -> tuple[Ranked, ...]:
        """Papers while one types: those whose title or name begins so first."""
        return self._asked(lambda snapshot: suggest(snapshot, prefix, limit))

    def similar(self, paper: Paper, limit: int = 10) -> tuple[Ranked, ...]:
        """Related papers, without the paper itself."""
        return self._asked(lambda snapshot: similar(snapshot, paper, limit))

    def mended(self, query: str) -> str:
        """The query with slips of typing corrected by what the corpus holds; as it is where there are none."""
        asked = self._asked(lambda snapshot: understand(query, snapshot))
        return query if asked is None or asked.offered in ("", asked.text) else asked.offered

    def holding(self, query: "Query") -> tuple[list[int] | None, Mark]:
        """The seqs of all papers that may match a rule, up to the mark; None for perhaps most of them."""
        from bot.lookup.holding import holding  # noqa: PLC0415 - lookups need no grammar, which loads slowly

        return self._asked(lambda snapshot: (holding(snapshot, query), snapshot.state.mark))

    def corrections(self, query: str) -> tuple[str, ...]:
        """Queries to ask instead of one that finds nothing, likeliest first; they may find nothing either."""
        return self._asked(lambda snapshot: corrections(snapshot, query))

    def holds(self, paper: Paper) -> bool:
        """Whether the paper stands here under its ``seq``; tells an index of another store."""
        return self._current().card(paper.seq) == Card.of(paper)

    def clear(self) -> bool:
        """Empties the index; False when somebody else is writing it."""
        with ExitStack() as held:
            try:
                held.enter_context(locked(self._folder, 0))
            except (Busy, OSError):
                return False
            with self._lock:
                self._empty("of another database")
        return True

    def writing(self, wait_s: float = 0.05) -> Writing | None:
        """The one writer, to be used as a context manager; None when somebody else holds it longer than that."""
        with ExitStack() as held:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                held.enter_context(locked(self._folder, wait_s))
            except (Busy, OSError):
                return None
            with self._lock:
                if not self._load():
                    self._empty()
                if self._postings is None:
                    return None
                return Writing(self._folder, self._postings, self._snapshot, held.pop_all())

    def close(self) -> None:
        """Lets go of the files."""
        with self._lock:
            self._postings, self._snapshot, self._stamp, self._seen = None, Snapshot(), None, ()
            self._parts.clear()

    def _asked(self, question: Callable[[Snapshot], T]) -> T:
        try:
            return question(self._current())
        except Damaged:
            with self._lock:  # files went bad under our hands: look at all of them again, and ask once more
                self._postings, self._stamp = None, None
            return question(self._current())

    def _current(self) -> Snapshot:
        """The last commit, which another process may have made; what cannot be used is emptied."""
        if self._stamp is not None and _stamp(self._folder) == self._stamp and self._is_safe:
            return self._snapshot
        with self._lock:
            if not self._load():
                self._mend()
            return self._snapshot

    @property
    def _is_safe(self) -> bool:
        """Whether no mapped file was written into; one cut short in the middle of a lookup still ends the process."""
        return all(one.is_safe for one in self._seen)

    def _load(self) -> bool:
        """Takes up the last commit; False when its files are no good."""
        if not self._is_safe:
            self._postings, self._stamp, self._seen = None, None, ()
            self._parts = {}
        for _ in range(_TRIES):
            try:
                stamp = _stamp(self._folder)
                if stamp is None:
                    return False
                if stamp == self._stamp:
                    return True
                if self._postings is None:
                    check_postings(self._folder)
                    self._postings = Postings(self._folder)
                view = self._postings.view()
                state = load_state(self._folder, view.state)
                parts = {
                    (part.name, part.check): self._parts.get((part.name, part.check))
                    or load_part(self._folder, part)
                    for part in state.parts
                }
                self._seen = seen(self._folder, state)
            except Damaged as error:
                log.debug("index cannot be read: %s", error)
                continue
            self._parts = parts
            live = tuple(LivePart(parts[part.name, part.check], frozenset(part.gone)) for part in state.parts)
            self._snapshot, self._stamp = Snapshot(view, state, live), stamp
            return True
        return False

    def _mend(self) -> None:
        """Empties the folder, unless somebody else is at work there, who will."""
        self._postings, self._snapshot, self._stamp = None, Snapshot(), None
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with locked(self._folder, wait_s=0):
                if not self._load():
                    self._empty()
        except Busy:
            log.debug("index is being made by somebody else")
        except OSError as error:
            log.warning("index cannot be made now: %s", error, extra={"action": "index"})

    def _empty(self, why: str = "damaged or of an older form") -> None:
        if _stamp(self._folder) is not None:
            log.warning("index is %s, and is made anew", why, extra={"action": "index"})
        try:
            wipe(self._folder)
            self._postings = Postings(self._folder)
            self._snapshot = Snapshot(self._postings.view())
            self._stamp = _stamp(self._folder)
        except (Damaged, OSError) as error:
            log.warning("index cannot be made now: %s", error, extra={"action": "index"})
            self._postings, self._snapshot, self._stamp = None, Snapshot(), None


def _stamp(folder: Path) -> _Stamp | None:
    """Changes with every commit, for tantivy replaces this file; None where there is no index."""
    try:
        found = (folder / "meta.json").stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
