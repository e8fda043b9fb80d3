"""Searching: from a query to ranked papers, in two stages and a ranking."""

from collections.abc import Iterable
from math import log

from tantivy import Query

from bot.lookup.asking import Asked, Word, index_word, understand
from bot.lookup.documents import indexed
from bot.lookup.postings import View, all_of, best, flat, phrase, sum_of, term
from bot.lookup.ranking import Candidate, ranked, strong
from bot.lookup.snapshot import Snapshot
from bot.models import Paper, Ranked, Why
from bot.text.fold import stem, tokens

CANDIDATES = 100
BEGINNINGS = 30
SHARED = 30  # words of a paper that similar papers are sought by
_PHRASE = 0.5  # of the whole weight, for a run of words that stands so in an abstract
_COMMON = 0.05  # of all papers: words in more do not choose candidates while rarer words can


def search(snapshot: Snapshot, query: str, limit: int) -> tuple[Ranked, ...]:
    """Papers for a query, best first, guesses last."""
    asked, view = understand(query, snapshot), snapshot.view
    if asked is None or view is None:
        return ()
    covered: dict[int, list[float]] = {}
    for seq, score in view.seqs(_titles(view, asked), CANDIDATES):
        covered[seq] = [score / asked.total, 0.0]
    if asked.text:
        for seq in snapshot.beginning(asked.text, BEGINNINGS):
            covered.setdefault(seq, [0.0, 0.0])
    candidates = _candidates(snapshot, covered)
    if not strong(asked, candidates):
        for seq, score in view.seqs(_everything(view, asked), CANDIDATES):
            covered.setdefault(seq, [0.0, 0.0])[1] = score / asked.total
        candidates = _candidates(snapshot, covered)
    return ranked(asked, candidates, limit)


def _candidates(snapshot: Snapshot, covered: dict[int, list[float]]) -> list[Candidate]:
    return [
        Candidate(card, in_title, max(in_title, anywhere))
        for seq, (in_title, anywhere) in covered.items()
        if (card := snapshot.card(seq))
    ]


def _titles(view: View, asked: Asked) -> Query:
    return sum_of(
        query for word in asked.telling for query in _of_word(view, word, ("title", "names", "authors"))
    )


def _everything(view: View, asked: Asked) -> Query:
    fields = ("title", "names", "authors", "abstract")
    words = [(word, query) for word in asked.telling for query in _of_word(view, word, fields)]
    words.sort(key=lambda pair: -pair[0].weight)
    queries = [query for _, query in words]
    required = queries[: max(3, len(queries) * 2 // 3)]
    run = [word.text for word in asked.words] if asked.pasted else asked.text.split(" ")
    if len(run) > 1 and not asked.pasted:
        whole = flat(phrase("abstract", [stem(word) for word in run]), _PHRASE * asked.total)
        queries.append(whole)
        required.append(whole)
    return sum_of(queries, best(required) if required else None)


def _of_word(view: View, word: Word, fields: tuple[str, ...]) -> Iterable[Query]:
    """At most one query: papers that hold the word in one of its ways, scored with its weight."""
    ways = []
    for way in word.ways:
        for field in fields:
            if field not in way.fields:
                continue
            held = [index_word(field, part) for part in way.words]
            if all(view.frequency(field, one) for one in held):
                both = term(field, held[0]) if len(held) == 1 else all_of(term(field, one) for one in held)
                ways.append(flat(both, word.weight * way.factor))
    return [best(ways)] if ways else []


def suggest(snapshot: Snapshot, prefix: str, limit: int) -> tuple[Ranked, ...]:
    """Papers whose title begins so, then those that a search finds."""
    begun = " ".join(tokens(prefix))
    if not begun:
        return ()
    found = {seq: Ranked(seq, 1.0, Why("title")) for seq in snapshot.beginning(begun, limit)[:limit]}
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
    rarities = {word: _shared_rarity(view, word) * (1 + (word in titled)) for word in words}
    chosen = sorted((word for word in words if rarities[word]), key=lambda word: -rarities[word])[:SHARED]
    if not chosen:
        return ()
    queries = [
        best([flat(term("title", word), rarities[word]), flat(term("abstract", word), rarities[word] * 0.7)])
        for word in chosen
    ]
    whole = sum(rarities[word] for word in chosen)
    found = [(seq, score) for seq, score in view.seqs(sum_of(queries), limit + 1) if seq != paper.seq]
    return tuple(Ranked(seq, min(1.0, score / whole), Why("words")) for seq, score in found[:limit])


def _shared_rarity(view: View, word: str) -> float:
    """How much it tells when two papers share the word; nothing when no two do, or nearly all."""
    held = max(view.frequency("title", word), view.frequency("abstract", word))
    return log(view.papers / held) if 1 < held < view.papers / 2 and len(word) > 1 else 0.0
