"""Ranking: which of the candidates was meant, and how sure that is. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import log10

from rapidfuzz.distance import OSA
from rapidfuzz.fuzz import partial_ratio, ratio

from bot.lookup.asking import Asked
from bot.lookup.titles import Card
from bot.models import Ranked, Why, WhyKind
from bot.text.fold import stem

# Of what a query tells, so much must stand in a paper, or the paper is a guess: the more is found in all
# (in words as rare as can be), the more may be missing.
_FIRM_AT_MOST, _FIRM_AT_LEAST = 0.62, 0.38
_FIRM_FROM, _FIRM_SLOPE = 1.15, 0.35
_FIRM_MORE, _FIRM_LATER = 0.02, 0.1  # added to the share and to where it falls, for each ten times 100 papers
# A query in Chinese, whose words in a paper are others': what is found of it, times its weight to this power, and
# the lead over the next paper must come to so much. Asked for by the Chinese keywords that others gave them, 9 in 10
# of those found first among 2,000 papers do, and 2 in 10 of whatever comes first for papers that are not there.
_FIRM_TRANSLATED, _WEIGHT_COUNTS = 1.0, 0.3

# What is added for likeness to a title or name as a whole; words found count 1 in all.
_SAME_TITLE = 2.0
_SAME_NAME = 1.0
_NEAR_NAME = 0.7
_NAME_ASKED_FOR = 0.4  # a name beside words that ask, which may begin a title instead
_BEGINS = 0.45
_CONTAINED = 0.35
_WHOLE = 0.6  # from here a query names the paper as a whole
_SURE_THOUGH_ASTRAY = 0.8  # of a query most words of which had to be corrected
_IN_TITLE = 0.2  # added for words that stand in title, names and authors rather than in the abstract
_AS_WRITTEN = 0.08  # added for words that stand in the title as they were written, not only by their stem
_SHORT = 0.04  # added for a title that has no other words
_ALL = 0.95  # of what a query tells
_LOOKED_INTO = 20  # candidates whose titles are searched for a mistyped query
_LONG_ENOUGH, _LONGEST = 10, 120  # characters of a query that is searched for so, and of both texts compared
_SLIPS = 3  # how much less of a query is found for each part of it that differs
_ALIKE = 0.85  # similarity that does not count yet


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper that may be meant.

    Attributes:
        card: its titles and names.
        in_title: 0 to 1, how much of what the query tells stands in title, names and authors; more for a
            run of words that stands so there.
        anywhere: the same with the abstract.
        like: 0 to 2, for a title or name that the query is, begins, or is part of, and for a name misspelt.
        near: 0 to 1, for a title that the query only resembles.
    """

    card: Card
    in_title: float
    anywhere: float
    like: float
    near: float

    def with_abstract(self, anywhere: float) -> "Candidate":
        """The same with what was found when the abstract was asked, too."""
        return replace(self, anywhere=max(self.anywhere, anywhere))

    def sure(self, asked: Asked) -> float:
        """0 to 1, how much of the query is accounted for; words that tell nothing must name the paper as a whole."""
        if not asked.tells and self.like < _WHOLE:
            return 0.0
        return min(1.0, max(self.anywhere, self.like))

    def score(self, asked: Asked) -> float:
        """What papers are ranked by."""
        found = self.anywhere + _IN_TITLE * (self.in_title if self.card.titled else self.anywhere)
        return found + max(self.like, self.near) + _closeness(asked, self.card)


def candidate(asked: Asked, card: Card, in_title: float) -> Candidate:
    """A paper with what was found of the query in title, names and authors; a query that its title holds is found whole."""
    like = max(_like_name(asked, card.names), *(_like_title(asked, title) for title in card.titles))
    same = max(_same(asked, title) for title in card.titles)
    held = 1.0 if like >= _WHOLE else asked.reach if like >= _CONTAINED else 0.0
    found = max(in_title, held, _with_slips(same))
    return Candidate(card, found, found, like, _worth(same) ** 2)


def strong(asked: Asked, candidates: Sequence[Candidate]) -> bool:
    """Whether titles and names answer the query, so that abstracts need not be asked.

    What a title only resembles may stand in an abstract word for word, unless there is no such word.
    """
    return any(
        one.like >= _CONTAINED
        or (asked.doubtful and one.near >= _CONTAINED)
        or (one.in_title >= _ALL and one.card.titled and asked.bound.issubset(one.card.titles[0].split(" ")))
        for one in candidates
    )


def ranked(asked: Asked, candidates: Sequence[Candidate], limit: int) -> tuple[Ranked, ...]:
    """The best candidates, firm ones first: those down to the last that accounts for enough of the query."""
    shown = _by_score(asked, candidates)[: max(limit, _LOOKED_INTO)]
    if asked.doubtful and len(asked.text) >= _LONG_ENOUGH:
        shown = _by_score(asked, [_looked_into(asked, one) for _, _, one in shown])
    shown = shown[:limit]
    lead = shown[0][1] - max((sure for _, sure, _ in shown[1:]), default=0.0) if shown else 0.0
    enough = [
        place
        for place, (_, sure, one) in enumerate(shown)
        if _is_firm(asked, one, sure, lead if place == 0 else 0.0)
    ]
    firm = max(enough, default=-1)
    alone = sum(one.like == _NEAR_NAME for one in candidates) < 2
    return tuple(
        Ranked(one.card.seq, sure, Why(_kind(asked, one, alone=alone)), guess=place > firm)
        for place, (_, sure, one) in enumerate(shown)
    )


def _by_score(asked: Asked, candidates: Iterable[Candidate]) -> list[tuple[float, float, Candidate]]:
    """Score, sureness and candidate, best first and newest first among equals, without those that have nothing."""
    scored = [(one.score(asked), sure, one) for one in candidates if (sure := one.sure(asked))]
    return sorted(scored, key=lambda row: (-row[0], -row[2].card.seq))


def _looked_into(asked: Asked, one: Candidate) -> Candidate:
    """The candidate, with a mistyped query found where the title holds something much like it.

    For few and short texts only: its cost grows with the product of their lengths.
    """
    title = one.card.titles[0]
    if len(title) < len(asked.text):
        return one
    same = partial_ratio(asked.text[:_LONGEST], title[:_LONGEST], score_cutoff=_ALIKE * 100) / 100
    found, near = _with_slips(same), max(one.near, _CONTAINED * _worth(same))
    return replace(one, in_title=max(found, one.in_title), anywhere=max(found, one.anywhere), near=near)


def _with_slips(same: float) -> float:
    """How much of a query is found in a title that is so similar to it."""
    return max(0.0, 1 - _SLIPS * (1 - same))


def _worth(same: float) -> float:
    """0 to 1, for a similarity from where it begins to count."""
    return max(0.0, (same - _ALIKE) / (1 - _ALIKE))


def _is_firm(asked: Asked, one: Candidate, sure: float, lead: float) -> bool:
    """Whether enough of the query is found: half of a full name is other people's, corrections alone are chance."""
    in_a_row = one.like >= (_CONTAINED if " " in asked.text else _WHOLE)
    if asked.astray and not in_a_row and one.near < _WHOLE and sure < _SURE_THOUGH_ASTRAY:
        return False
    if one.like < _CONTAINED and one.in_title < _ALL * asked.name:
        return False
    if asked.translated:
        return sure >= _ALL or sure * asked.total**_WEIGHT_COUNTS + lead >= _FIRM_TRANSLATED
    return sure >= _firm(asked, sure * asked.total)


def _firm(asked: Asked, found: float) -> float:
    """The share of a query that must be found, when so much of it is found in all: chance finds more among many."""
    size = log10(max(1, asked.papers / 100))
    share = _FIRM_AT_MOST - _FIRM_SLOPE * (found - _FIRM_FROM - _FIRM_LATER * size)
    return min(_FIRM_AT_MOST, max(_FIRM_AT_LEAST, share)) + _FIRM_MORE * size


def _like_name(asked: Asked, names: Sequence[str]) -> float:
    key = asked.key
    if key and key in names:
        return _SAME_NAME if len(key) == len(asked.text) - asked.text.count(" ") else _NAME_ASKED_FOR
    if not asked.doubtful or len(key) < 4:
        return 0.0
    most = 1 if len(key) < 8 else 2
    return _NEAR_NAME if any(OSA.distance(key, name, score_cutoff=most) <= most for name in names) else 0.0


def _like_title(asked: Asked, title: str) -> float:
    best = 0.0
    for text in _texts(asked):
        if text == title:
            return _SAME_TITLE
        if title.startswith(text):
            best = max(best, _BEGINS)
        elif f" {text}" in title or (title.count(" ") > 1 and f" {title} " in f" {text} "):
            best = max(best, _CONTAINED)
    return best


def _same(asked: Asked, title: str) -> float:
    """0 to 1, the similarity of query and title where it is high enough to count."""
    return max((ratio(text, title, score_cutoff=_ALIKE * 100) / 100 for text in _texts(asked)), default=0.0)


def _texts(asked: Asked) -> tuple[str, ...]:
    if not asked.text:
        return ()
    return (asked.text,) if asked.mended == asked.text else (asked.text, asked.mended)


def _closeness(asked: Asked, card: Card) -> float:
    """Small differences among papers that hold the same words."""
    title = card.titles[0].split(" ")
    written = sum(word.text in title for word in asked.words) / len(asked.words)
    return _AS_WRITTEN * written + _SHORT * min(1.0, len(asked.words) / len(title))


def _kind(asked: Asked, one: Candidate, *, alone: bool) -> WhyKind:
    """A name near those of several papers names none of them."""
    like = _like_name(asked, one.card.names)
    if like and (alone or like != _NEAR_NAME):
        return "name"
    if one.like == _SAME_TITLE or one.near >= _WHOLE:
        return "title"
    if one.in_title < one.anywhere / 2:
        return "abstract"
    words = {stem(word) for title in one.card.titles for word in title.split(" ")}
    return "author" if asked.stems.isdisjoint(words) else "words"
