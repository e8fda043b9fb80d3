"""What a subscription's rule would bring: how many papers, the best of them, and whether another was meant. Pure."""

import heapq
from collections.abc import Iterable, Sequence
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
        best: the best, best first.
        expansion: what the query is short for, where it is an abbreviation that papers explain; else empty.
    """

    total: int
    recent: int
    best: tuple[Matched, ...]
    expansion: str = ""


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
        """Whether it matches nothing, as written and with all its words anywhere."""
        return not self.counted.total and not (self.loosely and self.loosely.total)

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


class Tally:
    """What queries match, while papers go by; holds few of them.

    Args:
        queries: in the order of the answer.
        recent_after: the seq above which papers are recent.
        most: how many of the best are kept of each.

    Attributes:
        queries: the same.
    """

    def __init__(self, queries: Iterable[Query], recent_after: int, most: int) -> None:
        self.queries = tuple(queries)
        self._counts = [_Count(query, recent_after, most) for query in self.queries]

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

    def __init__(self, query: Query, recent_after: int, most: int) -> None:
        self.total = self.recent = 0
        self._query, self._recent_after, self._most = query, recent_after, most
        self._best: list[tuple[Rank, Matched]] = []
        letters = abbreviation(query.text)
        self._expansions = Expansions(letters) if letters else None

    def look(self, document: Document) -> None:
        if not holds(self._query, document):
            return
        paper = document.paper
        self.total += 1
        self.recent += paper.seq > self._recent_after
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
        return Counted(self.total, self.recent, tuple(one for _, one in best), expansion)


def _rank(paper: Paper, *, in_title: bool) -> Rank:
    """A title's words before an abstract's, the newest first; what was rejected last."""
    published = paper.published.timestamp() if paper.published else 0.0
    told = paper.status not in ("rejected", "withdrawn")
    return (told, 2 * (paper.year or 0) + in_title, published, paper.seq)
