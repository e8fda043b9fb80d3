"""Writing: adding, replacing and removing papers, all of it or nothing."""

from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from tantivy import IndexWriter

from bot.lookup.documents import indexed
from bot.lookup.files import Part, State, save_part, save_state, sweep
from bot.lookup.postings import Postings, foreign, put_head, put_paper, remove_paper
from bot.lookup.snapshot import LivePart, Snapshot
from bot.lookup.titles import Titles
from bot.lookup.vocabulary import Vocabulary, merged
from bot.models import Mark, Paper

_SMALL = 500  # papers: merging up to so many costs a few milliseconds, and keeps parts few
_GROWTH = 3  # a part is merged into the one before unless that is so many times its size


class Writing:
    """One writer's work on the index, as a context manager; what is not committed is discarded.

    Memory grows with the new words and titles since the last commit, not with the text.
    """

    def __init__(self, folder: Path, postings: Postings, snapshot: Snapshot, held: ExitStack) -> None:
        self._folder = folder
        self._postings = postings
        self._snapshot = snapshot
        self._held = held  # the folder's lock
        self._open: IndexWriter | None = None
        self._forget()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._held, foreign():
            if self._open is not None:
                self._open.rollback()
                self._open = None

    @property
    def _writer(self) -> IndexWriter:
        if self._open is None:
            self._open = self._postings.writer()
        return self._open

    def _forget(self) -> None:
        self._cards: dict[int, str] = {}
        self._counts: Counter[str] = Counter()
        self._gone: set[int] = set()

    def add(self, papers: Iterable[Paper]) -> None:
        """Adds papers; one whose ``seq`` is there already takes its place."""
        for paper in papers:
            new = indexed(paper)
            self.remove([paper.seq])
            with foreign():
                put_paper(self._writer, paper.seq, new.fields)
            self._cards[paper.seq] = new.card.packed()
            self._counts.update(new.words)

    def remove(self, seqs: Iterable[int]) -> None:
        """Removes papers; those that are not there are passed over."""
        for seq in seqs:
            known = self._snapshot.card(seq) is not None
            if known or seq in self._cards:
                self._cards.pop(seq, None)
                with foreign():
                    remove_paper(self._writer, seq)
            if known:
                self._gone.add(seq)

    def commit(self, mark: Mark) -> None:
        """Makes everything since the last commit, and the mark, durable and visible in one instant.

        Raises:
            OSError: the disk would not take it; the last commit stands.
            Damaged: tantivy would not.
        """
        number = self._snapshot.state.number + 1
        state, parts = self._merge(number, mark)
        save_state(self._folder, state)
        with foreign():
            put_head(self._writer, number)
            self._writer.commit()
        sweep(self._folder, state)
        self._snapshot = Snapshot(None, state, parts)
        self._forget()
        # Small segments are merged in the background; left alone that would be thrown away, and begun anew each time.
        with foreign():
            self._writer.wait_merging_threads()
        self._open = None

    def _merge(self, number: int, mark: Mark) -> tuple[State, tuple[LivePart, ...]]:
        """The next state and its parts: what was added becomes a part, and is merged with those not much larger."""
        files = list(self._snapshot.state.parts)
        parts = list(self._snapshot.parts)
        if self._gone:
            for place, live in enumerate(parts):
                gone = live.gone | {seq for seq in self._gone if seq in live.part.titles}
                parts[place] = LivePart(live.part, gone)
                files[place] = replace(files[place], gone=sorted(gone))
        if self._cards or self._counts:
            cards, counts = self._cards, dict(self._counts)
            while files and files[-1].papers <= max(_SMALL, _GROWTH * len(cards)):
                files.pop()
                live = parts.pop()
                older = {seq: card for seq, card in live.part.titles.packed().items() if seq not in live.gone}
                cards = older | cards
                counts = merged((counts, live.part.vocabulary.counted()))
            part = Part(Titles.of(cards), Vocabulary.of(counts))
            parts.append(LivePart(part, frozenset()))
            files.append(save_part(self._folder, f"part-{number}", part))
        return State(number, mark, tuple(files)), tuple(parts)
