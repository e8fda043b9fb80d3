"""Neighbours: papers for what one types, and papers like another."""

from collections import Counter
from collections.abc import Iterator
from math import log

from tantivy import Query

from bot.lookup.documents import indexed
from bot.lookup.postings import View, best, flat, phrase, sum_of, term
from bot.lookup.searching import search
from bot.lookup.snapshot import Snapshot
from bot.models import Paper, Ranked, Why
from bot.text.fold import stems, tokens

# Words of a paper that similar ones are sought by; with 30 or 100 fewer of them share its keywords.
SHARED = 60
_ENOUGH = 3  # titles that begin as was typed: whoever types on sees them change, and needs no others
_IN_ABSTRACT = 0.7  # what a shared word is worth there, against one in a title
_SHARED_AT_LEAST = 0.5  # of those words, as if each stood in one paper
# What a keyword of its authors that both papers have is worth, against a word of its rarity. Of those by which the
# neighbours were not sought, they have twice as many in common with 4 as without keywords (benchmarks/similar.py).
_KEYWORD = 4.0
_KEYWORDS = 20  # of a paper, at most
_NEAR = 0.15  # of what tells of a paper, at least, must stand in one that is related to it
_NEAR_ANYHOW = 0.22  # from here also beside one that is far nearer
_NEAR_BEST = 0.7  # of what the nearest holds, short of that


def suggest(snapshot: Snapshot, prefix: str, limit: int) -> tuple[Ranked, ...]:
    """Papers whose title begins so, then, where these are few, those that a search finds."""
    begun = " ".join(tokens(prefix))
    if not begun:
        return ()
    found = {seq: Ranked(seq, 1.0, Why("words")) for seq in snapshot.beginning(begun, limit)[:limit]}
    if len(found) < min(_ENOUGH, limit):
        others = search(snapshot, prefix, limit, deep=not found)
        found |= {one.seq: one for one in others if not one.guess and one.seq not in found}
    return tuple(found.values())[:limit]


def similar(snapshot: Snapshot, paper: Paper, limit: int) -> tuple[Ranked, ...]:
    """Papers that share rare words and keywords with this one, words of its title and those it repeats counting more.

    Only what is really near, which may be nothing: a chance word or two is shared with some paper by any.
    """
    view = snapshot.view
    if view is None:
        return ()
    fields = indexed(paper).fields
    titled = set(fields["title"].split())
    times = Counter(fields["abstract"].split())
    own = snapshot.card(paper.seq) is not None
    rarities = {
        word: _shared_rarity(view, word, own=own) * (1 + log(max(1, times[word])) + (word in titled))
        for word in titled | times.keys()
    }
    chosen = sorted((word for word in rarities if rarities[word]), key=lambda word: (-rarities[word], word))[
        :SHARED
    ]
    if not chosen:
        return ()
    queries = [
        best(
            [
                flat(term("title", word), rarities[word]),
                flat(term("abstract", word), rarities[word] * _IN_ABSTRACT),
            ]
        )
        for word in chosen
    ]
    queries += list(_keywords(view, paper, own=own))
    # A paper that shares hardly any word with the others is not near to whoever has those.
    told = _SHARED_AT_LEAST * min(SHARED, len(rarities)) * log(view.papers + 1)
    whole = max(told, sum(rarities[word] for word in chosen))
    found = [(seq, score / whole) for seq, score in view.seqs(sum_of(queries), limit + 1) if seq != paper.seq]
    nearest = max((score for _, score in found), default=0.0)
    near = max(_NEAR, min(_NEAR_ANYHOW, _NEAR_BEST * nearest))
    return tuple(Ranked(seq, min(1.0, score), Why("words")) for seq, score in found[:limit] if score >= near)


def _keywords(view: View, paper: Paper, *, own: bool) -> Iterator[Query]:
    """Papers whose authors gave them one of the same keywords."""
    for words in dict.fromkeys(tuple(stems(tokens(keyword))) for keyword in paper.keywords[:_KEYWORDS]):
        held = min((view.frequency("keywords", word) for word in words), default=0)
        if held > own:
            query = phrase("keywords", words) if len(words) > 1 else term("keywords", words[0])
            yield flat(query, _KEYWORD * log((view.papers + 1) / held))


def _shared_rarity(view: View, word: str, *, own: bool) -> float:
    """How much it tells when two papers share the word; nothing when no other paper holds it."""
    held = max(view.frequency("title", word), view.frequency("abstract", word))
    return log((view.papers + 1) / held) if held > own and len(word) > 1 else 0.0
