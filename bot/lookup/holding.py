"""Which papers may match a rule: all that do, and few others, so that only these need to be gone through.

A phrase stands in a text in whatever way its letters are parted into words. So for every letter of it the text has a
word that covers the letter, and is a piece of the phrase. One such letter is chosen for each word of the phrase, the
one whose pieces are rarest.
"""

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import Final

from tantivy import Query as Sought

from bot.lookup.postings import View, all_of, flat, sum_of, term
from bot.lookup.snapshot import Snapshot
from bot.matching.phrase import needle
from bot.query.tree import And, FieldName, Or, Phrase, Query, Tree
from bot.text.fold import stem
from bot.text.singular import plurals

Clause = dict[tuple[str, str], int]
"""Index words, each with its field, of which a paper must hold one, and how many papers hold it."""

LONGEST: Final = 120  # letters of a phrase; it has some thousand pieces, and longer ones are for nobody
_FIELDS: Final[dict[FieldName | None, tuple[str, ...]]] = {
    None: ("title", "abstract"),
    "title": ("title",),
    "abstract": ("abstract",),
    "author": ("authors",),
}
_CLAUSES: Final = 4  # letters of a phrase that are asked for: more make few papers fewer
_BEGUN: Final = 2_000  # index words that begin as a phrase ends; with more of them nothing is gained
_MOST: Final = (
    1.0  # of all papers, those whose title has it counted twice: if so many may match, no work is saved
)


def holding(snapshot: Snapshot, query: Query) -> list[int] | None:
    """The seqs of papers that may match, ascending; None where that may be most of them, or nothing is known."""
    view = snapshot.view
    if view is None or not view.papers:
        return []
    found = _of(_Pieces(snapshot, view), query.tree)
    if found is None:
        return None
    return sorted(seq for seq, _ in view.seqs(flat(found, 1.0), max(view.papers, 1)))


class _Pieces:
    """The index words that may be pieces of phrases."""

    def __init__(self, snapshot: Snapshot, view: View) -> None:
        self.papers = view.papers
        self._snapshot = snapshot
        self._view = view
        self._known: dict[tuple[str, tuple[str, ...]], Clause] = {}  # a phrase's spellings share most pieces

    def of(self, letters: str, fields: tuple[str, ...]) -> Clause:
        """Those of the words that these letters can be, by field, with the number of papers that hold them."""
        known = self._known.get((letters, fields))
        if known is None:
            words = {letters} if fields == ("authors",) else {*map(stem, (letters, *plurals(letters)))}
            known = self._known[letters, fields] = self._held(words, fields)
        return known

    def begun(self, letters: str, fields: tuple[str, ...]) -> Clause | None:
        """Those of the words that begin with these letters; None where they are too many."""
        known = [word for word, _ in self._snapshot.completions(letters, _BEGUN)]
        # Words too long for the vocabulary are among the index's own; of so long ones stems keep the beginning.
        stems = [word for field in fields for word in self._view.begins(field, letters, _BEGUN)]
        if max(len(known), len(stems)) >= _BEGUN:
            return None
        return self._held({*known, *map(stem, known), *stems}, fields)

    def _held(self, words: Iterable[str], fields: tuple[str, ...]) -> Clause:
        some = ((field, word) for word in words for field in fields)
        return {one: count for one in some if (count := self._view.frequency(*one))}


def _of(pieces: _Pieces, tree: Tree) -> Sought | None:
    """The papers that may match; None for perhaps all."""
    match tree:
        case And(terms):
            found = [one for term in terms if (one := _of(pieces, term)) is not None]
            return all_of(found) if found else None
        case Or(terms):
            parts = [_of(pieces, term) for term in terms]
            known = [one for one in parts if one is not None]
            return sum_of(known) if len(known) == len(parts) else None
        case Phrase():
            return _of_phrase(pieces, tree)
        case _:
            return None


def _of_phrase(pieces: _Pieces, phrase: Phrase) -> Sought | None:
    fields = _FIELDS.get(phrase.field)
    spellings = needle(phrase).spellings
    if fields is None or max(len(one.joined) for one in spellings) > LONGEST:
        return None
    found = []
    for one in spellings:
        if phrase.prefix:
            first = _first(pieces, one.joined, fields)
            clauses = [] if first is None else [first]
        else:
            clauses = _chosen(_covering(pieces, one.joined, fields), one.borders)
        clauses = [one for one in clauses if _size(one) < _MOST * pieces.papers]
        if not clauses:
            return None
        found.append(all_of(map(_any, clauses)))
    return sum_of(found)


def _chosen(covering: list[Clause], borders: Sequence[int]) -> list[Clause]:
    """The rarest of each word, and then the rarest of all that are others."""
    of_words = [min(covering[begin:end], key=_size) for begin, end in pairwise(borders)]
    chosen: list[Clause] = []
    for clause in chain(sorted(of_words, key=_size), sorted(covering, key=_size)):
        if len(chosen) < _CLAUSES and clause not in chosen:
            chosen.append(clause)
    return chosen


def _covering(pieces: _Pieces, joined: str, fields: tuple[str, ...]) -> list[Clause]:
    """For each letter of a phrase the words that may cover it."""
    found: list[Clause] = [{} for _ in joined]
    for begin in range(len(joined)):
        for end in range(begin + 1, len(joined) + 1):
            if words := pieces.of(joined[begin:end], fields):
                for clause in found[begin:end]:
                    clause.update(words)
    return found


def _first(pieces: _Pieces, joined: str, fields: tuple[str, ...]) -> Clause | None:
    """The words with which a phrase may begin whose last word need only begin so."""
    begun = pieces.begun(joined, fields)
    if begun is None:
        return None
    found = dict(begun)
    for end in range(1, len(joined)):
        found |= pieces.of(joined[:end], fields)
    return found


def _size(clause: Clause) -> int:
    return sum(clause.values())


def _any(clause: Clause) -> Sought:
    return sum_of([flat(term(*one), 1.0) for one in clause])
