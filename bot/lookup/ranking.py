"""Ranking: which of the candidates was meant, and how sure that is. Pure."""

from collections.abc import Iterable, Sequence
from math import log10
from operator import itemgetter
from typing import NamedTuple

from bot.lookup.asking import Asked
from bot.lookup.likeness import (
    BEGINS,
    CONTAINED,
    NEAR_NAME,
    SAME_NAME,
    SAME_TITLE,
    WHOLE,
    like_name,
    likenesses,
    within,
)
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

_SURE_THOUGH_ASTRAY = 0.8  # of a query most words of which had to be corrected
_ALIKE, _LONG = 0.65, 10  # so much found by likeness, of a query of so many characters, is no chance
_IN_TITLE = 0.2  # added for words that stand in title, names and authors rather than in the abstract
_AS_WRITTEN = 0.08  # added for words that stand in the title as they were written, not only by their stem
_BOUND = 0.06  # added for words that only bind and stand in the title
_SHORT = 0.04  # added for a title that has no other words
_CLOSEST = _AS_WRITTEN + _BOUND + _SHORT
# Added for a paper without a title, since others gain as much by what happens to stand in theirs. (On the development
# queries, untitled and titled papers together, 0.03 to 0.15 serve the former better and cost the latter 0 to 1 in 100.)
_UNTITLED = 0.05
PERSON = 0.3  # of the whole weight, for two words that are the name of one author
_ALL = 0.95  # of what a query tells
_SAID = 2  # words that bind, at least, in what is rather said than asked
_FEW_LETTERS = 3  # at most, of the one word there that tells
_LOOKED_INTO = 20  # candidates whose titles are searched for a mistyped query


class Candidate(NamedTuple):  # made a hundred times a lookup, in a third of a dataclass's time
    """A paper that may be meant.

    Attributes:
        card: its titles and names.
        in_title: 0 to 1, how much of what the query tells stands in title, names and authors; more for a
            run of words that stands so there.
        anywhere: the same with the abstract.
        like: 0 to 2, see Likeness.
        near: 0 to 1, see Likeness.
        alike: 0 to 1, how much of the query is found by likeness to a title, whatever its words.
    """

    card: Card
    in_title: float
    anywhere: float
    like: float
    near: float
    alike: float

    def with_abstract(self, anywhere: float) -> "Candidate":
        """The same with what was found when the abstract was asked, too."""
        return self._replace(anywhere=anywhere) if anywhere > self.anywhere else self

    def sure(self, asked: Asked) -> float:
        """0 to 1, how much of the query is accounted for.

        Words that tell nothing must name the paper as a whole, or be the first few of its title.
        """
        few = BEGINS if asked.text.count(" ") > 1 else WHOLE
        if not asked.tells and self.like < few:
            return 0.0
        return min(1.0, max(self.anywhere, self.like))

    @property
    def score(self) -> float:
        """What papers are ranked by, but for small differences."""
        more = self.in_title if self.card.titled else self.anywhere
        return self.anywhere + _IN_TITLE * more + max(self.like, self.near)


def candidates(asked: Asked, cards: Sequence[Card], in_title: Sequence[float]) -> list[Candidate]:
    """The papers with what was found of the query in title, names and authors; what titles are like counts as found."""
    made = []
    for card, held, likeness in zip(cards, in_title, likenesses(asked, cards), strict=True):
        found = max(held, likeness.found)
        made.append(Candidate(card, found, found, likeness.like, likeness.near, likeness.found))
    return made


def in_a_row(found: Sequence[Candidate]) -> bool:
    """Whether the query stands in some title, or is a name."""
    return any(one.like >= CONTAINED for one in found)


def strong(asked: Asked, found: Sequence[Candidate]) -> bool:
    """Whether titles and names answer the query, so that abstracts need not be asked.

    What a title only resembles may stand in an abstract word for word, unless there is no such word.
    """
    return any(
        one.like >= CONTAINED
        or (asked.doubtful and one.near >= CONTAINED)
        or (one.in_title >= _ALL and one.card.titled and asked.bound.issubset(one.card.titles[0].split(" ")))
        for one in found
    )


def ranked(asked: Asked, found: Sequence[Candidate], limit: int) -> tuple[Ranked, ...]:
    """The best candidates, firm ones first: those down to the last that accounts for enough of the query."""
    shown = _by_score(asked, found, max(limit, _LOOKED_INTO))
    if asked.text and all(one.like < CONTAINED for _, _, one in shown):
        shown = _by_score(asked, [_looked_into(asked, one) for _, _, one in shown], limit)
    shown = shown[:limit]
    lead = shown[0][1] - max((sure for _, sure, _ in shown[1:]), default=0.0) if shown else 0.0
    enough = [
        place
        for place, (_, sure, one) in enumerate(shown)
        if _is_firm(asked, one, sure, lead if place == 0 else 0.0)
    ]
    firm = max(enough, default=-1)
    alone = sum(one.like == NEAR_NAME for one in found) < 2
    return tuple(
        Ranked(one.card.seq, sure, Why(_kind(asked, one, alone=alone)), guess=place > firm, points=points)
        for place, (points, sure, one) in enumerate(shown)
    )


def _by_score(asked: Asked, found: Iterable[Candidate], most: int) -> list[tuple[float, float, Candidate]]:
    """Score, sureness and candidate, best first and latest first among equals, without those that have nothing."""
    there = (
        [one for one in found if one.anywhere or one.like]
        if asked.tells
        else [one for one in found if one.sure(asked)]
    )
    scored = sorted([(one.score, one) for one in there], key=itemgetter(0), reverse=True)
    # Small differences are looked at only where they may change who is among the first.
    last = scored[most - 1][0] - _CLOSEST if len(scored) > most else 0.0
    written, bound = [f" {word.text} " for word in asked.words], [f" {word} " for word in asked.bound]
    rows = [
        (
            score
            + _UNTITLED * (not one.card.titled)
            + (_CLOSEST if one.like == SAME_NAME else _closeness(f" {one.card.titles[0]} ", written, bound)),
            one.sure(asked),
            one,
        )
        for score, one in scored
        if score >= last
    ]
    return sorted(rows, key=lambda row: (-row[0], -row[2].card.year, -row[2].card.seq))[:most]


def _looked_into(asked: Asked, one: Candidate) -> Candidate:
    """The candidate, with a query found where the title holds something much like it."""
    inside = within(asked, one.card.titles[0])
    if not inside.found:
        return one
    return one._replace(
        in_title=max(inside.found, one.in_title),
        anywhere=max(inside.found, one.anywhere),
        near=max(inside.near, one.near),
        alike=max(inside.found, one.alike),
    )


def _is_firm(asked: Asked, one: Candidate, sure: float, lead: float) -> bool:
    """Whether enough of the query is found: half of a full name is other people's, corrections alone are chance."""
    in_a_row = one.like >= (CONTAINED if " " in asked.text else WHOLE)
    alike = one.near >= WHOLE or (one.alike >= _ALIKE and len(asked.text) >= _LONG)
    if not (in_a_row or alike):
        sure = min(sure, sum(word.reach for word in asked.words if not word.far) / asked.total)
        if _is_said_by_the_way(asked, one):
            return False
    if alike and asked.another:  # another number is no slip
        alike = {*filter(str.isdigit, asked.text.split(" "))}.issubset(one.card.titles[0].split(" "))
    if not (in_a_row or alike) and (asked.another or (asked.astray and sure < _SURE_THOUGH_ASTRAY)):
        return False
    names_it = alike or one.like >= CONTAINED or any(word.text in one.card.names for word in asked.words)
    if asked.name and not names_it:
        title = f" {one.card.titles[0]} "
        of_one = not any(f" {word} " in title for word in asked.person)  # and not of a person and a thing
        if one.in_title < _ALL * asked.name * (1 + PERSON * of_one):
            return False
    if asked.translated:
        if len(asked.words) > 1 and sum(bool(word.ways) for word in asked.words) == 1:
            return False  # half of a name, or of a saying
        return sure >= _ALL or sure * asked.total**_WEIGHT_COUNTS + lead >= _FIRM_TRANSLATED
    return sure >= _firm(asked, sure * asked.total)


def _is_said_by_the_way(asked: Asked, one: Candidate) -> bool:
    """Whether all that tells is one word of a few letters among words that bind, and it does not name the paper."""
    word, *others = asked.words
    by_the_way = not others and len(asked.bound) >= _SAID and len(word.text) <= _FEW_LETTERS
    return by_the_way and word.text not in one.card.names


def _firm(asked: Asked, found: float) -> float:
    """The share of a query that must be found, when so much of it is found in all: chance finds more among many."""
    size = log10(max(1, asked.papers / 100))
    share = _FIRM_AT_MOST - _FIRM_SLOPE * (found - _FIRM_FROM - _FIRM_LATER * size)
    return min(_FIRM_AT_MOST, max(_FIRM_AT_LEAST, share)) + _FIRM_MORE * size


def _closeness(title: str, written: Sequence[str], bound: Sequence[str]) -> float:
    told = sum(map(title.__contains__, written)) / len(written)
    binds = sum(map(title.__contains__, bound)) / len(bound) if bound else 0.0
    return _AS_WRITTEN * told + _BOUND * binds + _SHORT * min(1.0, len(written) / (title.count(" ") - 1))


def _kind(asked: Asked, one: Candidate, *, alone: bool) -> WhyKind:
    """A name near those of several papers names none of them."""
    like = like_name(asked, one.card.names)
    if like and (alone or like != NEAR_NAME):
        return "name"
    if one.like == SAME_TITLE or one.near >= WHOLE:
        return "title"
    if one.in_title < one.anywhere / 2:
        return "abstract"
    words = {stem(word) for title in one.card.titles for word in title.split(" ")}
    return "author" if asked.stems.isdisjoint(words) else "words"
