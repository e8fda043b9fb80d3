"""Verbatim: a query that stands in a title as it is written is answered by that title, at a third of the cost.

Then whoever holds only some of its words, or words like them, was not meant, and need not be looked for.
"""

from collections.abc import Collection, Sequence

from tantivy import Query

from bot.lookup.asking import Asked
from bot.lookup.postings import View, all_of, best, flat, phrase, term
from bot.lookup.ranking import Candidate, candidates
from bot.lookup.snapshot import Snapshot
from bot.text.fold import stems

IN_A_ROW = 0.3  # of the whole weight, for a query whose words stand side by side in a title

_FEW = 50  # papers, at most, that are looked at
_DECISIVE = 4  # words that tell, of which no title holds all by chance, in whatever order
_RAREST = 4  # words by which papers are found that hold all
_BEGUN = 150  # words that begin as the last one does; more say nothing of it


def verbatim(snapshot: Snapshot, view: View, asked: Asked) -> list[Candidate] | None:
    """The papers whose title holds all words, where they are few and the query stands in one of them in a row.

    Where they are many, those alone in which it does.

    Args:
        snapshot: where to look.
        view: its postings.
        asked: a query as it stands; its last word may go on, if it is unfinished.

    Returns:
        None where there may be too many to tell; empty where no title holds the words in a row, whatever their endings.
    """
    run = stems(asked.text.split(" "))
    last = ""
    if asked.unfinished:
        last = asked.text.rpartition(" ")[2]
        run.pop()
    told = asked.stems.intersection(run)
    seqs = _all(view, told)
    none = None if seqs is None else list[Candidate]()
    if seqs is None:
        seqs = _in_a_row(snapshot, view, run, last)
    if not seqs:
        return none
    found, whole = False, []
    for card in snapshot.cards(seqs):
        words = " | ".join(card.titles).split(" ")
        ends = stems(words)
        in_a_row = _stands(run, last, words, ends) and (
            len(run) > 1 or f" {asked.text}" in f" {' '.join(words)}"
        )
        all_there = told.issubset(ends) and any(word.startswith(last) for word in words)
        found |= in_a_row or (all_there and len(asked.stems) >= _DECISIVE and asked.bound.issubset(words))
        if in_a_row or all_there:
            whole.append((card, 1 + IN_A_ROW * in_a_row))
    return candidates(asked, [card for card, _ in whole], [held for _, held in whole]) if found else none


def _all(view: View, told: Collection[str]) -> list[int] | None:
    """The papers whose title holds these words; None where they may be too many."""
    rarest = sorted(told, key=lambda word: (view.frequency("title", word), word))[:_RAREST]
    if not rarest or (len(rarest) == 1 and view.frequency("title", rarest[0]) >= _FEW):
        return None
    return _few(view, all_of(term("title", word) for word in rarest))


def _in_a_row(snapshot: Snapshot, view: View, run: Sequence[str], last: str) -> list[int] | None:
    """The papers whose title holds the run and a word that begins as the last one does; None where they may be too many."""
    row = phrase("title", run) if len(run) > 1 else term("title", run[0])
    if last:
        begun = [word for word, _ in snapshot.completions(last, _BEGUN)]
        if len(begun) < _BEGUN:
            words = best([term("title", word) for word in {*stems((last, *begun))}])
            return _few(view, all_of([row, words]))
    return _few(view, row) if len(run) > 1 else None


def _few(view: View, query: Query) -> list[int] | None:
    found = view.seqs(flat(query, 1.0), _FEW)
    return [seq for seq, _ in found] if len(found) < _FEW else None


def _stands(run: Sequence[str], last: str, words: Sequence[str], ends: Sequence[str]) -> bool:
    """Whether the run stands among the stems of words, and then a word that begins as the last one does."""
    size = len(run)
    return any(
        end == run[0]
        and ends[at : at + size] == run
        and "".join(words[at + size : at + size + 1]).startswith(last)
        for at, end in enumerate(ends)
    )
