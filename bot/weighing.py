"""What a subscription's rule would bring: how many papers, the best of them, and whether another was meant. Pure."""

import heapq
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from bot.abbreviations import Expansions, abbreviation
from bot.digest import matched_words
from bot.matching import Document, holds, in_title, matches
from bot.models import Paper
from bot.query import Query

RECENT: Final = timedelta(days=30)
LOOSER: Final = 3  # times as many papers as the phrase: then all words anywhere may have been meant
FEW: Final = 10  # papers of which a rule may well match all
NEARLY_ALL: Final = 0.9  # of all papers: such a rule tells none from another
FLOOD: Final = 20  # papers a day that are too many to read
LOOKED_AT: Final = 5_000  # papers, of recent ones and of others, of more that may match: a second at most
TERMS: Final = 8  # of a rule; with more of them fewer papers are looked at

Rank = tuple[bool, int, float, int]


@dataclass(frozen=True, slots=True)
class Matched:
    """A paper that a query matches.

    Attributes:
        paper: the paper.
        words: its own words that matched, each once.
    """

    paper: Paper
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """What a query matches.

    Attributes:
        total: papers of the corpus that match.
        recent: those of them that came lately.
        best: the best of those that were looked at, best first.
        expansion: what the query is short for, where it is an abbreviation that papers explain; else empty.
        about: whether the numbers are estimates; then 0 means hardly any.
    """

    total: int
    recent: int
    best: tuple[Matched, ...]
    expansion: str = ""
    about: bool = False


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a rule would bring.

    Attributes:
        query: the rule as written.
        counted: what it matches.
        corpus: how many papers there are.
        looser: the same with all its words anywhere; None where that is no different rule.
        loosely: what that matches.
        english: the same with its Chinese terms in English, the likeliest first, each with what it matches;
            empty where it has no Chinese, or not all of it is known.
        mended: the same with its slips of typing corrected, where it matches nothing and that does; else None.
    """

    query: Query
    counted: Counted
    corpus: int
    looser: Query | None = None
    loosely: Counted | None = None
    english: tuple[tuple[Query, Counted], ...] = ()
    mended: tuple[Query, Counted] | None = None

    @property
    def doubtful(self) -> bool:
        """Whether another rule may have been meant: the terms in English, all words anywhere, or other words."""
        if self.english or self.mended is not None:
            return True
        return self.loosely is not None and hides(self.counted, self.loosely)

    @property
    def indiscriminate(self) -> bool:
        """Whether it matches nearly all of the papers there are, and these are enough to tell."""
        return self.corpus >= FEW and self.counted.total >= NEARLY_ALL * self.corpus

    def or_mended(self, other: "Weighed") -> "Weighed":
        """The same, with another rule as its correction where that matches something; both as all words, if need be."""
        if other.counted.total:
            return replace(self, mended=(other.query, other.counted))
        if other.looser is not None and other.loosely is not None and other.loosely.total:
            return replace(self, mended=(other.looser, other.loosely))
        return self

    @property
    def empty(self) -> bool:
        """Whether it surely matches nothing, as written and with all its words anywhere."""
        return not any(one and (one.total or one.about) for one in (self.counted, self.loosely))

    @property
    def a_day(self) -> int:
        """How many papers a day it brought lately."""
        return round(self.counted.recent / RECENT.days)


def hides(narrow: Counted, wide: Counted) -> bool:
    """Whether a rule matches so much less than a wider one that the wider one may have been meant."""
    return not narrow.total or wide.total >= LOOSER * narrow.total


def likeliest(english: Sequence[tuple[Query, Counted]]) -> tuple[tuple[Query, Counted], ...]:
    """The narrowest of some rules, and of each that is wider those that find so much more that they may be meant."""
    first, *wider = english
    return (first, *(one for one in wider if hides(first[1], one[1])))


def representatives(seqs: Sequence[int], after: int, terms: int) -> dict[int, float]:
    """Some of many papers, each with the number of papers for which it stands; few stand for themselves.

    Every so manieth, of recent ones and of others, so that what is counted of them is off by some hundredths at most
    where a rule matches a good part, and no rule takes long.

    Args:
        seqs: ascending.
        after: the seq above which papers are recent.
        terms: of the rule.
    """
    most = max(1, LOOKED_AT * TERMS // max(terms, TERMS))
    at = bisect_right(seqs, after)
    found: dict[int, float] = {}
    for part in (seqs[:at], seqs[at:]):
        some = part[:: -(-len(part) // most) or 1]
        found |= dict.fromkeys(some, len(part) / max(len(some), 1))
    return found


class Tally:
    """What queries match, while papers go by; holds few of them.

    Args:
        queries: in the order of the answer, each with the papers that are looked at for it, see representatives().
        recent_after: the seq above which papers are recent.
        most: how many of the best are kept of each.

    Attributes:
        seqs: of all papers that are looked at, ascending.
    """

    def __init__(
        self, queries: Iterable[tuple[Query, Mapping[int, float]]], recent_after: int, most: int
    ) -> None:
        self._counts = [_Count(query, standing, recent_after, most) for query, standing in queries]
        self.seqs = sorted({seq for one in self._counts for seq in one.standing})

    def look(self, papers: Iterable[Paper]) -> None:
        """Takes in some more papers."""
        for paper in papers:
            document = Document(paper)
            for one in self._counts:
                one.look(document)

    def counted(self) -> tuple[Counted, ...]:
        """What each query matches, so far."""
        return tuple(one.counted() for one in self._counts)


class _Count:
    """One query's count while papers go by; holds few of them."""

    def __init__(self, query: Query, standing: Mapping[int, float], recent_after: int, most: int) -> None:
        self.standing = standing
        self._total = self._recent = 0.0
        self._query, self._recent_after, self._most = query, recent_after, most
        self._best: list[tuple[Rank, Matched]] = []
        letters = abbreviation(query.text)
        self._expansions = Expansions(letters) if letters else None

    def look(self, document: Document) -> None:
        paper = document.paper
        times = self.standing.get(paper.seq)
        if times is None or not holds(self._query, document):
            return
        self._total += times
        self._recent += times if paper.seq > self._recent_after else 0
        if self._expansions:
            self._expansions.look(paper.abstract)
        if self._is_too_low(_rank(paper, in_title=True)):
            return
        rank = _rank(paper, in_title=in_title(self._query, document))
        match = None if self._is_too_low(rank) else matches(self._query, document)
        if match is None:
            return
        push = heapq.heappush if len(self._best) < self._most else heapq.heappushpop
        push(self._best, (rank, Matched(paper, matched_words(match, document))))

    def _is_too_low(self, rank: Rank) -> bool:
        return len(self._best) == self._most and rank < self._best[0][0]

    def counted(self) -> Counted:
        best = sorted(self._best, key=lambda one: one[0], reverse=True)
        expansion = self._expansions.commonest() if self._expansions else ""
        about = any(times > 1 for times in self.standing.values())
        total, recent = (
            _rounded(number) if about else round(number) for number in (self._total, self._recent)
        )
        return Counted(total, recent, tuple(one for _, one in best), expansion, about)


def _rounded(number: float) -> int:
    """To two digits: more are not known."""
    return int(float(f"{number:.2g}"))


def _rank(paper: Paper, *, in_title: bool) -> Rank:
    """A title's words before an abstract's, the newest first; what was rejected last."""
    published = paper.published.timestamp() if paper.published else 0.0
    told = paper.status not in ("rejected", "withdrawn")
    return (told, 2 * (paper.year or 0) + in_title, published, paper.seq)
