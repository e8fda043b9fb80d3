"""Verbatim: a query that stands in a title as it is written is answered by that title, at a third of the cost.

Then whoever holds only some of its words, or words like them, was not meant, and need not be looked for.
"""

from collections.abc import Sequence

from tantivy import Query

from bot.lookup.asking import Asked
from bot.lookup.postings import View, all_of, flat, phrase, term
from bot.lookup.ranking import Candidate, candidates
from bot.lookup.snapshot import Snapshot
from bot.text.fold import stems

IN_A_ROW = 0.3  # of the whole weight, for a query whose words stand side by side in a title

_FEW = 50  # papers, at most, that are looked at
_RAREST = 4  # words by which papers are found that hold all


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
    if asked.unfinished:
        run.pop()
    told = asked.stems.intersection(run)
    seqs = _holding(view, run, told)
    if not seqs:
        return None if seqs is None else []
    cards = snapshot.cards(seqs)
    row = f" {asked.text}" if asked.unfinished else f" {asked.text} "
    last = f" {asked.text.rpartition(' ')[2]}" if asked.unfinished else ""
    texts = [f" {' | '.join(card.titles)} " for card in cards]
    in_a_row = [row in text for text in texts]
    if not any(in_a_row):
        return None if any(_is_run(run, text) for text in texts) else []
    whole = [
        (card, 1 + IN_A_ROW * found)
        for card, text, found in zip(cards, texts, in_a_row, strict=True)
        if found or (last in text and told.issubset(stems(text.split(" "))))
    ]
    return candidates(asked, [card for card, _ in whole], [held for _, held in whole])


def _holding(view: View, run: Sequence[str], told: frozenset[str]) -> list[int] | None:
    """All papers whose title holds these words; those that hold the run, where they are many; None for too many."""
    rarest = sorted(told, key=lambda word: (view.frequency("title", word), word))[:_RAREST]
    if len(rarest) > 1 or view.frequency("title", rarest[0]) < _FEW:
        seqs = _few(view, all_of(term("title", word) for word in rarest))
        if seqs is not None:
            return seqs
    return _few(view, phrase("title", run)) if len(run) > 1 else None


def _few(view: View, query: Query) -> list[int] | None:
    found = view.seqs(flat(query, 1.0), _FEW)
    return [seq for seq, _ in found] if len(found) < _FEW else None


def _is_run(run: Sequence[str], text: str) -> bool:
    return f" {' '.join(run)} " in f" {' '.join(stems(text.split()))} "
