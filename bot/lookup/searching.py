"""Searching: from a query to ranked papers, in two stages and a ranking."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter

from tantivy import Query

from bot.lookup.asking import Asked, Word, as_it_stands, understand
from bot.lookup.beginnings import beginning
from bot.lookup.clauses import FEW, clauses
from bot.lookup.mending import SHORT
from bot.lookup.postings import FIELDS, View, Way, all_of, best, flat, person, phrase, sum_of, term
from bot.lookup.ranking import PERSON, Candidate, candidates, in_a_row, ranked, strong
from bot.lookup.snapshot import Snapshot
from bot.lookup.titles import Card
from bot.lookup.verbatim import IN_A_ROW, verbatim
from bot.models import Ranked
from bot.text.fold import stem, stems

CANDIDATES = 50  # papers that are ranked, for words that stand in papers as they were written
CANDIDATES_IF_DOUBTFUL = 100  # for others, and of those whose abstracts are asked
# Of those only what is near the best is ranked, for the others never come out first and take a sixth of a lookup.
_RANKED_AT_LEAST, _BESIDE = 20, 0.6
BEGINNINGS = 30
MISTYPED = 60  # characters of a query that may be the mistyped beginning of a title
SHORT_END = 3  # letters of a last word that too many words go on from
GOING_ON = 400  # papers looked through for those
_RUN = {
    "title": IN_A_ROW,
    "keywords": 1.1,
    "abstract": 1.1,
}  # of the whole weight, for words that stand side by side in the field
_RUN_IF_MENDED = 0.5  # of that, for a query with its slips mended, which may not be what was meant
_SIDE_BY_SIDE = 0.2  # of what the parts of a term are worth, for standing so
POSTINGS = (
    15_000  # read for the words of a query in titles, names and authors, whatever the size of the corpus
)
ABSTRACTS = 8  # times as many, where those are asked, too
_LIKELIEST = 3  # ways of a word, which have most of its postings
AT_ONCE = 64.0  # added for all frequent words at once, more than any score
_NAME = 1.25  # what a word is worth that is a paper's name
_CHOOSING = 2 / 3  # of the words, rarest first: those that choose candidates from abstracts
_CHOOSING_AT_LEAST = 3
_CLAUSE = 0.95  # of a clause, found in a paper that it names though the rest of the query is found nowhere


def search(
    snapshot: Snapshot, query: str, limit: int, *, postings: int = POSTINGS, deep: bool = True
) -> tuple[Ranked, ...]:
    """Papers for a query, best first, guesses last.

    Of its words the rarest are looked up, as many as have ``postings`` together, or that many times ABSTRACTS;
    frequent ones only count where they stand in a title that was found by others, or all in one text. Not ``deep``: by titles, names and authors
    alone, as they are written.
    """
    found = _search(snapshot, query, limit, postings, deep=deep)
    if not deep or any(not one.guess for one in found):
        return found
    for clause in clauses(query):
        named = [one for one in _search(snapshot, clause, FEW + 1, postings, deep=False) if not one.guess]
        if 0 < len(named) <= FEW and named[0].score >= _CLAUSE:
            known = {one.seq: one for one in found}
            first = {one.seq: replace(known.get(one.seq, one), guess=False) for one in named}
            return (*first.values(), *(one for one in found if one.seq not in first))[:limit]
    return found


def _search(snapshot: Snapshot, query: str, limit: int, postings: int, *, deep: bool) -> tuple[Ranked, ...]:
    view = snapshot.view
    if view is None:
        return ()
    plain = as_it_stands(query, view)
    told = None if plain is None else verbatim(snapshot, view, plain, limit)
    if plain is not None and told:
        return ranked(plain, told, limit)
    asked = understand(query, snapshot)
    if asked is None:
        return ()
    pool = _Pool(snapshot, asked)
    _by_titles(pool, view, postings, in_a_row=told is None)
    if deep:
        if not in_a_row(pool.found):
            pool.add(dict.fromkeys(_going_on(snapshot, view, asked), pool.most))
        if not strong(asked, pool.found) and 0 < len(asked.text) <= MISTYPED:
            pool.add(dict.fromkeys(beginning(snapshot, asked.alternatives()), 0.0))
        if not strong(asked, pool.found):
            _by_abstracts(pool, view, ABSTRACTS * postings)
    return ranked(asked, pool.found, limit)


class _Pool:
    """The candidates for one query.

    Attributes:
        found: the candidates.
        most: of the weight of the query, what the title of one of the first of them holds.
    """

    def __init__(self, snapshot: Snapshot, asked: Asked) -> None:
        self.snapshot = snapshot
        self.asked = asked
        self.found: list[Candidate] = []
        self.most = 0.0
        self._seqs: set[int] = set()

    def add(self, in_title: Mapping[int, float]) -> None:
        """Adds papers, but for those that are there, with how much of the weight their titles hold."""
        new = [seq for seq in in_title if seq not in self._seqs]
        self.take(self.snapshot.cards(new), in_title)

    def take(self, cards: Sequence[Card], in_title: Mapping[int, float]) -> None:
        """Adds the papers of these cards."""
        self._seqs.update(card.seq for card in cards)
        self.found += candidates(self.asked, cards, [in_title[card.seq] / self.asked.total for card in cards])


def _by_titles(pool: _Pool, view: View, postings: int, *, in_a_row: bool) -> None:
    """Adds papers by titles, names and authors, and those whose title begins with the query."""
    snapshot, asked = pool.snapshot, pool.asked
    titles, heavy = _titles(view, asked, postings, in_a_row=in_a_row)
    enough = CANDIDATES_IF_DOUBTFUL if asked.doubtful else CANDIDATES
    in_title = _near_the_best(view.seqs(titles, enough))
    begun = [seq for text in asked.texts for seq in snapshot.beginning(text, BEGINNINGS)]
    cards = snapshot.cards([*dict.fromkeys((*in_title, *begun))])
    if heavy:
        in_title = _weighed(cards, in_title, heavy)
    pool.most = max(in_title.values(), default=0.0)
    for seq in begun:
        in_title.setdefault(seq, pool.most)  # as good as any: it holds all of the query
    pool.take(cards, in_title)


def _by_abstracts(pool: _Pool, view: View, postings: int) -> None:
    """Adds papers by all their texts, and what the abstracts of those that are there hold."""
    asked = pool.asked
    everything = _everything(view, asked, postings)
    anywhere = _near_the_best(view.seqs(everything, CANDIDATES_IF_DOUBTFUL))
    pool.add(dict.fromkeys(anywhere, 0.0))
    pool.found = [
        one.with_abstract(anywhere[one.card.seq] / asked.total) if one.card.seq in anywhere else one
        for one in pool.found
    ]


def _near_the_best(found: Sequence[tuple[int, float]]) -> dict[int, float]:
    """The first few of what was found, best first, and of the others those that hold enough of what the best does."""
    least = _BESIDE * (found[0][1] % AT_ONCE) if found else 0.0
    return {
        seq: score
        for place, (seq, score) in enumerate(found)
        if place < _RANKED_AT_LEAST or score % AT_ONCE >= least
    }


def _weighed(cards: Iterable[Card], in_title: Mapping[int, float], heavy: Sequence[Word]) -> dict[int, float]:
    """The scores with what frequent words add, which were not asked for: whose title holds them is seen from it."""
    weighed = {seq: score - AT_ONCE for seq, score in in_title.items() if score >= AT_ONCE}
    ways = [
        [(word.weight * way.factor, way.held("title")) for way in word.ways[:_LIKELIEST]] for word in heavy
    ]
    for card in cards:
        score = in_title.get(card.seq, AT_ONCE)
        if score < AT_ONCE:
            held = set(stems(card.titles[0].split(" ")))
            weighed[card.seq] = score + sum(
                [
                    max([weight for weight, way in one if not held.isdisjoint(way)], default=0.0)
                    for one in ways
                ]
            )
    return weighed


def _going_on(snapshot: Snapshot, view: View, asked: Asked) -> list[int]:
    """Papers in whose title the query stands and goes on, where its last word is too short to tell how."""
    *run, last = asked.text.split() or [""]
    if not (run and asked.unfinished and len(last) <= SHORT_END):
        return []
    begun = [stem(word) for word in run]
    query = phrase("title", begun) if len(begun) > 1 else term("title", begun[0])
    cards = snapshot.cards([seq for seq, _ in view.seqs(flat(query, 1.0), GOING_ON)])
    return [card.seq for card in cards if f" {asked.text}" in f" {card.titles[0]}"]


def _titles(view: View, asked: Asked, postings: int, *, in_a_row: bool) -> tuple[Query, Sequence[Word]]:
    """The query, and words too frequent to be asked for by themselves; who holds all of those has AT_ONCE more.

    Not ``in_a_row``: surely no title holds it so, as it was written, and only how it was mended is asked for.
    """
    light, heavy = _apart(view, asked.words, SHORT, postings)
    queries = [query for word in light for query in _of_word(view, word, SHORT)]
    together = _together(heavy, "title", AT_ONCE)
    bearing = [flat(person(asked.person), PERSON * asked.total)] if len(asked.person) > 1 else []
    return sum_of(
        [*queries, *together, *bearing, *_runs(asked, "title", but="" if in_a_row else asked.text)]
    ), heavy


def _everything(view: View, asked: Asked, postings: int) -> Query:
    light, heavy = _apart(view, asked.words, FIELDS, postings)
    queries = [query for word in light for query in _of_word(view, word, FIELDS)]
    choosing = queries[: max(_CHOOSING_AT_LEAST, int(len(queries) * _CHOOSING))]
    runs = [*_runs(asked, "abstract"), *_runs(asked, "keywords")]
    together = _together(heavy, "abstract", 0.0)
    chosen = [*choosing, *together, *runs]
    return sum_of([*queries, *together, *runs], best(chosen) if chosen else None)


def _apart(
    view: View, words: Iterable[Word], fields: Sequence[str], most: int
) -> tuple[Sequence[Word], Sequence[Word]]:
    """The rarest words, as many as have ``most`` postings together, but one at least; and the others."""
    costs = [(_postings(view, word, fields), -word.weight, word) for word in words]
    costs.sort(key=itemgetter(0, 1))
    rarest, told = [word for _, _, word in costs], 0
    for place, (cost, _, _) in enumerate(costs):
        told += cost
        if told > most and place:
            return rarest[:place], rarest[place:]
    return rarest, ()


def _postings(view: View, word: Word, fields: Sequence[str]) -> int:
    return sum(
        min(view.frequency(field, part) for part in way.held(field))
        for way in word.ways[:_LIKELIEST]
        for field in fields
        if field in way.fields
    )


def _together(words: Sequence[Word], field: str, more: float) -> Sequence[Query]:
    """At most one query: papers that hold all these words in the field; it costs what the rarest of them does."""
    held = [_likeliest(word, field) for word in words]
    held = [ways for ways in held if ways]
    if len(held) < 2:
        return ()
    whole = all_of(best([all_of(term(field, one) for one in way) for way in ways]) for ways in held)
    return (flat(whole, sum(word.weight for word in words) + more),)


def _likeliest(word: Word, field: str) -> list[tuple[str, ...]]:
    """The few ways that have most of a word's postings, as the field holds them; none of parts that count alone."""
    return [way.held(field) for way in word.ways[:_LIKELIEST] if field in way.fields and not way.shares]


def _of_word(view: View, word: Word, fields: Sequence[str]) -> Iterator[Query]:
    """At most one query: papers that hold the word in one of its ways, scored with its weight."""
    ways = [
        query
        for way in word.ways
        for field in fields
        if field in way.fields
        for query in (_by_parts if way.shares else _whole)(view, word, way, field)
    ]
    if ways:
        yield best(ways)


def _whole(view: View, word: Word, way: Way, field: str) -> Iterator[Query]:
    """At most one query: papers that hold all words of a way."""
    held = way.held(field)
    if all(view.frequency(field, part) for part in held):
        query = term(field, held[0]) if len(held) == 1 else all_of(term(field, part) for part in held)
        yield flat(query, word.weight * way.factor * (_NAME if field == "names" else 1))


def _by_parts(view: View, word: Word, way: Way, field: str) -> Iterator[Query]:
    """At most one query: papers that hold any part of a way whose parts are worth something by themselves.

    For the whole of it they must stand side by side.
    """
    held = way.held(field)
    worth = word.weight * way.factor * (1 - _SIDE_BY_SIDE if len(held) > 1 else 1)
    shares = zip(held, way.shares, strict=False)
    parts = [flat(term(field, part), worth * share) for part, share in shares if view.frequency(field, part)]
    if len(held) > 1 and len(parts) == len(held):
        parts.append(flat(phrase(field, held), word.weight * way.factor * _SIDE_BY_SIDE))
    if parts:
        yield sum_of(parts)


def _runs(asked: Asked, field: str, *, but: str = "") -> Iterator[Query]:
    """The whole query as a run of words in the field, without one text; in titles its last word may go on."""
    for text in asked.texts:
        run = [stem(word) for word in text.split()]
        worth = 1.0 if text == asked.text or field == "title" else _RUN_IF_MENDED
        if len(run) > 1 and text != but:
            yield flat(phrase(field, run), worth * _RUN[field] * asked.total)
        if field == "title" and len(run) > 2 and not (text == but and asked.unfinished):
            yield flat(phrase(field, run[:-1]), _RUN[field] / 2 * asked.total)
    if field == "title" and asked.text.count(" ") == 1:
        first, last = asked.text.split(" ")
        grown = [way.words[0] for word in asked.words if word.text == last for way in word.ways if way.stems]
        yield from (flat(phrase(field, [stem(first), one]), _RUN[field] * asked.total) for one in grown)
