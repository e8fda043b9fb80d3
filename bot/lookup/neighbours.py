"""Neighbours: papers for what one types, and papers like another."""

from math import log

from bot.lookup.documents import indexed
from bot.lookup.postings import View, best, flat, sum_of, term
from bot.lookup.searching import search
from bot.lookup.snapshot import Snapshot
from bot.models import Paper, Ranked, Why
from bot.text.fold import tokens

SHARED = 30  # words of a paper that similar ones are sought by
_IN_ABSTRACT = 0.7  # what a shared word is worth there, against one in a title


def suggest(snapshot: Snapshot, prefix: str, limit: int) -> tuple[Ranked, ...]:
    """Papers whose title begins so, then those that a search finds."""
    begun = " ".join(tokens(prefix))
    if not begun:
        return ()
    found = {seq: Ranked(seq, 1.0, Why("words")) for seq in snapshot.beginning(begun, limit)[:limit]}
    if len(found) < limit:
        found = {one.seq: one for one in search(snapshot, prefix, limit) if not one.guess} | found
    return tuple(sorted(found.values(), key=lambda one: -one.score)[:limit])


def similar(snapshot: Snapshot, paper: Paper, limit: int) -> tuple[Ranked, ...]:
    """Papers that share rare words with this one, those of its title counting twice."""
    view = snapshot.view
    if view is None:
        return ()
    document = indexed(paper)
    titled = set(document.fields["title"].split())
    words = titled | set(document.fields["abstract"].split())
    own = snapshot.card(paper.seq) is not None
    rarities = {word: _shared_rarity(view, word, own=own) * (1 + (word in titled)) for word in words}
    chosen = sorted((word for word in words if rarities[word]), key=lambda word: (-rarities[word], word))[
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
    whole = sum(rarities[word] for word in chosen)
    found = [(seq, score) for seq, score in view.seqs(sum_of(queries), limit + 1) if seq != paper.seq]
    return tuple(Ranked(seq, min(1.0, score / whole), Why("words")) for seq, score in found[:limit])


def _shared_rarity(view: View, word: str, *, own: bool) -> float:
    """How much it tells when two papers share the word; nothing when no other paper holds it."""
    held = max(view.frequency("title", word), view.frequency("abstract", word))
    return log((view.papers + 1) / held) if held > own and len(word) > 1 else 0.0
