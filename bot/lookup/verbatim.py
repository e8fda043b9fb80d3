"""Verbatim: a query that stands in a title as it is written is answered by that title, at half the cost.

Then whoever has words like these was not meant, and of those that share some a few are enough.
"""

from collections.abc import Collection, Sequence

from tantivy import Query

from bot.lookup.asking import Asked
from bot.lookup.postings import View, all_of, best, flat, phrase, sum_of, term
from bot.lookup.ranking import Candidate, candidates
from bot.lookup.snapshot import Snapshot
from bot.lookup.titles import Card
from bot.text.fold import stem, stems

IN_A_ROW = 0.3  # of the whole weight, for a query whose words stand side by side in a title

_FEW = 200  # papers, at most, that are looked at
_DECISIVE = 4  # words that tell, of which no title holds all by chance, in whatever order
_RAREST = 4  # words by which papers are found that hold all
_POSTINGS = 3_000  # read for papers that share its words
_BEGUN = 150  # words that begin as the last one does; more say nothing of it


def verbatim(snapshot: Snapshot, view: View, asked: Asked, limit: int) -> list[Candidate] | None:
    """The papers whose title holds all words, where they are few and the query stands in one of them in a row.

    Where they are many, those alone in which it does. Then some that hold its rarest words, up to ``limit`` in all.

    Args:
        snapshot: where to look.
        view: its postings.
        asked: a query as it stands; its last word may go on, if it is unfinished.
        limit: papers that are wanted.

    Returns:
        None where there may be too many to tell; empty where no title holds the finished words in a row, whatever
        their endings.
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
    titles = [_Title(card, asked, run, last) for card in snapshot.cards(seqs)]
    if not any(title.in_a_row or (title.whole and len(asked.stems) >= _DECISIVE) for title in titles):
        return None if any(title.holds_run for title in titles) else none
    shown = [title for title in titles if title.in_a_row or title.told == 1]
    rest = sorted([title for title in titles if title not in shown], key=lambda title: -title.told)
    shown += rest[: max(0, limit - len(shown))]
    if len(shown) < limit:
        others = _sharing(view, asked, limit)
        cards = snapshot.cards([seq for seq in others if seq not in seqs])
        shown += [_Title(card, asked, run, last) for card in cards]
    return candidates(
        asked, [title.card for title in shown], [title.told + IN_A_ROW * title.in_a_row for title in shown]
    )


class _Title:
    """What the titles of one paper hold of a query.

    Attributes:
        card: the paper's.
        holds_run: whether its finished words stand there in a row but for endings.
        in_a_row: whether the query stands there but for endings, or, if only one of its words is finished, as it is.
        told: 0 to 1, how much of what its words tell.
        whole: whether all its words are there, those that only bind, too.
    """

    def __init__(self, card: Card, asked: Asked, run: Sequence[str], last: str) -> None:
        words = " | ".join(card.titles).split(" ")
        ends = stems(words)
        self.card = card
        self.holds_run = _stands(run, "", words, ends)
        self.in_a_row = (
            self.holds_run
            and _stands(run, last, words, ends)
            and (len(run) > 1 or f" {asked.text}" in f" {' '.join(words)}")
        )
        held = {word.text: word.weight for word in asked.words if stem(word.text) in ends}
        if last and last not in held and any(word.startswith(last) for word in words):
            held |= {word.text: word.weight for word in asked.words if word.text == last}
        self.told = 1.0 if len(held) == len(asked.words) else sum(held.values()) / asked.total
        self.whole = self.told == 1 and asked.bound.issubset(words)


def _sharing(view: View, asked: Asked, limit: int) -> list[int]:
    """Papers whose title holds some of the words, the rarest of them, most of them first."""
    rarest = sorted(asked.words, key=lambda word: view.frequency("title", stem(word.text)))
    asking, told = [], 0
    for word in rarest:
        told += view.frequency("title", stem(word.text))
        if told > _POSTINGS:
            break
        asking.append(flat(term("title", stem(word.text)), word.weight))
    return [seq for seq, _ in view.seqs(sum_of(asking), limit)] if asking else []


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
