"""Writing: adding, replacing and removing papers, all of it or nothing."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
from tantivy import IndexWriter

from bot.lookup.documents import indexed
from bot.lookup.files import PartFile, State, save_state, sweep
from bot.lookup.parts import Column, Part, load_part, merged, save_part
from bot.lookup.postings import Postings, foreign, put_head, put_paper, remove_paper
from bot.lookup.snapshot import LivePart, Snapshot
from bot.lookup.titles import Titles
from bot.lookup.vocabulary import Vocabulary
from bot.models import Mark, Paper

_SMALL = 500  # papers: merging up to so many costs a few milliseconds, and keeps parts few
_GROWTH = 3  # a part is merged into the one before unless that is so many times its size
_HELD = 8_000  # papers whose titles and words are held in memory, some 10 MB; then they go to a part on disk
_AT_ONCE = 100  # papers


class Writing:
    """One writer's work on the index, as a context manager; what is not committed is discarded.

    Memory does not grow with what is added: every so many papers their titles and words become a part on disk,
    which nothing names until commit() merges these parts into the ones that it names.
    """

    def __init__(self, folder: Path, postings: Postings, snapshot: Snapshot, held: ExitStack) -> None:
        self._folder = folder
        self._postings = postings
        self._held = held  # the folder's lock
        self._open: IndexWriter | None = None
        self._begin(snapshot.state, snapshot.parts)

    def _begin(self, state: State, parts: Sequence[LivePart]) -> None:
        """What the last commit holds, and nothing since."""
        self._state = state
        self._files = list(state.parts)
        self._parts = list(parts)
        self._cards: dict[int, str] = {}
        self._counts: Counter[str] = Counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._held, foreign():
            for file in self._files[len(self._state.parts) :]:
                (self._folder / file.name).unlink(missing_ok=True)
            if self._open is not None:
                self._open.rollback()
                self._open = None

    @property
    def _writer(self) -> IndexWriter:
        if self._open is None:
            self._open = self._postings.writer()
        return self._open

    def add(self, papers: Iterable[Paper]) -> None:
        """Adds papers; one whose ``seq`` is there already takes its place."""
        coming = iter(papers)
        while some := tuple(islice(coming, _AT_ONCE)):
            known = self._take_out([paper.seq for paper in some])
            ready = list(map(indexed, some))
            with foreign():
                for new in ready:  # at one go: tantivy's thread is woken once, not for each
                    seq = new.card.seq
                    if seq in known or seq in self._cards:
                        remove_paper(self._writer, seq)
                    put_paper(self._writer, seq, new.fields)
                    self._cards[seq] = new.card.packed()
            for new in ready:
                self._counts.update(new.words)
            if len(self._cards) >= _HELD:
                self._set_down()

    def remove(self, seqs: Iterable[int]) -> None:
        """Removes papers; those that are not there are passed over."""
        gone = set(seqs)
        for seq in self._take_out(gone) | (gone & self._cards.keys()):
            self._cards.pop(seq, None)
            with foreign():
                remove_paper(self._writer, seq)

    def commit(self, mark: Mark) -> None:
        """Makes everything since the last commit, and the mark, durable and visible in one instant.

        Raises:
            OSError: the disk would not take it; the last commit stands.
            Damaged: tantivy would not.
        """
        number = self._state.number + 1
        files, parts = self._merge(number)
        state = State(number, mark, tuple(files))
        save_state(self._folder, state)
        with foreign():
            put_head(self._writer, number)
            self._writer.commit()
        sweep(self._folder, state)
        self._begin(state, parts)
        # Small segments are merged in the background; left alone that would be thrown away, and begun anew each time.
        with foreign():
            self._writer.wait_merging_threads()
        self._open = None

    def _take_out(self, seqs: Iterable[int]) -> set[int]:
        """Those of the papers that parts held until now."""
        wanted = np.array(list(seqs), np.int64)
        found: set[int] = set()
        for place, live in enumerate(self._parts):
            if here := live.part.titles.held(wanted) - live.gone:
                self._parts[place] = LivePart(live.part, live.gone | here)
                found |= here
        return found

    def _added(self) -> Part:
        """What is held in memory."""
        return Part(Titles.of(self._cards), Vocabulary.of(self._counts))

    def _set_down(self) -> None:
        """Puts what is held in memory into a part of its own."""
        name = f"part-{self._state.number + 1}-{len(self._files)}"
        self._append(self._files, self._parts, name, self._added().columns())
        self._cards, self._counts = {}, Counter()

    def _append(
        self, files: list[PartFile], parts: list[LivePart], name: str, columns: Iterable[Column]
    ) -> None:
        files.append(save_part(self._folder, name, columns))
        parts.append(LivePart(load_part(self._folder, files[-1]), frozenset()))

    def _merge(self, number: int) -> tuple[list[PartFile], list[LivePart]]:
        """The next commit's parts: what was added becomes one part, merged with those that are not much larger."""
        stay = len(self._state.parts)
        merging = self._parts[stay:]
        if self._cards or self._counts:
            merging.append(LivePart(self._added(), frozenset()))
        papers = sum(live.papers for live in merging)
        while merging and stay and self._files[stay - 1].papers <= max(_SMALL, _GROWTH * papers):
            stay -= 1
            merging.insert(0, self._parts[stay])
            papers += self._parts[stay].papers
        parts = self._parts[:stay]
        files = [
            replace(file, gone=sorted(live.gone))
            for file, live in zip(self._files[:stay], parts, strict=True)
        ]
        if merging:
            self._append(files, parts, f"part-{number}", _merged(merging))
        return files, parts


def _merged(parts: Sequence[LivePart]) -> Iterable[Column]:
    if len(parts) == 1 and not parts[0].gone:
        return parts[0].part.columns()
    return merged([(live.part, live.gone) for live in parts])
