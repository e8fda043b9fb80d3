"""Likeness: how much a query resembles the titles and names of papers as a whole, letter by letter. Pure."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import OSA
from rapidfuzz.fuzz import partial_ratio, ratio
from rapidfuzz.process import cdist

from bot.lookup.asking import Asked
from bot.lookup.titles import Card

# What is added for likeness to a title or name as a whole; words found count 1 in all.
SAME_TITLE = 2.0
SAME_NAME = 1.0
NEAR_NAME = 0.7
_NEAR_NAME_THOUGH_BEGUN = 0.3  # where some title begins with the very query
NAME_ASKED_FOR = 0.4  # a name beside words that ask, which may begin a title instead
BEGINS = 0.45
CONTAINED = 0.35
WHOLE = 0.6  # from here a query names the paper as a whole

_BEGUN = 5  # characters of a query that are no chance beginning
_MENDED = 0.9  # what likeness to a query with its slips mended counts, against one to the query itself
_SLIPPED = 0.45  # for a title that begins as the query does but for slips, were there none
_SHORTEST = 6  # characters of a query in whose likeness to a title's beginning slips are overlooked
_PER_SLIP = 8  # characters for each slip that is overlooked, from the second one on
_MOST_SLIPS = 3
_LOST_BY_SLIPS = 2  # how much less of a query is found for each part of it that is a slip
_LONG_ENOUGH, _LONGEST = 10, 120  # characters of a query sought within titles, and of both texts compared
_LOST_BY_DIFFERENCE = 3  # how much less of a query is found for each part of it that differs
_ALIKE = 0.85  # similarity that does not count yet


class Likeness(NamedTuple):  # made a hundred times a lookup, in a third of a dataclass's time
    """What letters tell of one paper.

    Attributes:
        like: 0 to 2, for a title or name that the query is, begins, or is part of, and for a name misspelt.
        near: 0 to 1, for a title that the query only resembles.
        found: 0 to 1, how much of the query is found by its likeness.
    """

    like: float = 0.0
    near: float = 0.0
    found: float = 0.0


_UNLIKE = Likeness()


def likenesses(asked: Asked, cards: Sequence[Card]) -> list[Likeness]:
    """How much each paper is like the query; slips are looked at only where nothing begins as the query does."""
    titles = [title for card in cards for title in card.titles]
    likes = _likes(asked, titles)
    slips = _slips(asked, titles) if max(likes, default=0.0) < BEGINS else {}
    sames = _sames(asked, titles)
    begun = len(asked.text) >= _BEGUN and any(title.startswith(asked.text) for title in titles)
    found, at = [], 0
    for card in cards:
        end = at + len(card.titles)
        like, same = (likes[at], sames[at]) if end - at == 1 else (max(likes[at:end]), max(sames[at:end]))
        if card.names and (named := like_name(asked, card.names)):
            like = max(like, _NEAR_NAME_THOUGH_BEGUN if begun and named == NEAR_NAME else named)
        near = held = 0.0
        if same:
            near, held = _worth(same) ** 2, max(0.0, 1 - _LOST_BY_DIFFERENCE * (1 - same))
        if (
            slips
            and (fewest := min(slips.get(place, _MOST_SLIPS + 1.0) for place in range(at, end)))
            <= _MOST_SLIPS
        ):
            lost = fewest / len(asked.text)
            near = max(near, _SLIPPED * (1 - _LOST_BY_SLIPS * lost))
            held = max(held, 1 - _LOST_BY_SLIPS * lost)
        if like >= CONTAINED:
            held = max(held, 1.0 if like >= WHOLE else asked.reach)
        found.append(Likeness(like, near, held) if like or held else _UNLIKE)
        at = end
    return found


def within(asked: Asked, title: str) -> Likeness:
    """A query found where the title holds something much like it; for few and short texts: it costs their product."""
    text = asked.text[:_LONGEST]
    if not _LONG_ENOUGH <= len(asked.text) <= len(title):
        return Likeness()
    same = partial_ratio(text, title[:_LONGEST], score_cutoff=_ALIKE * 100) / 100
    return Likeness(0.0, CONTAINED * _worth(same), max(0.0, 1 - _LOST_BY_DIFFERENCE * (1 - same)))


def like_name(asked: Asked, names: Iterable[str]) -> float:
    """For a name that the query is, or is with a slip."""
    key = asked.key
    if not key:
        return 0.0
    if asked.text.replace(" ", "") in names:  # also one that ends in a word that asks: Hyper-Search
        return SAME_NAME
    if key in names:
        return SAME_NAME if len(key) == len(asked.text) - asked.text.count(" ") else NAME_ASKED_FOR
    if not asked.doubtful or len(key) < 4:
        return 0.0
    most = 1 if len(key) < 8 else 2
    near = (name for name in names if OSA.distance(key, name, score_cutoff=most) <= most)
    return NEAR_NAME if any(_digits(name) == _digits(key) for name in near) else 0.0


def _likes(asked: Asked, titles: Sequence[str]) -> list[float]:
    likes = [0.0] * len(titles)
    for text, worth in zip(asked.texts, (1.0, _MENDED), strict=False):
        begun, whole = f" {text}", f" {text} "
        for place, title in enumerate(titles):
            # Most titles hold nothing of the kind, which one look tells.
            if (text in title or title in text) and (
                like := worth * _like(text, begun, whole, title)
            ) > likes[place]:
                likes[place] = like
    return likes


def _like(text: str, begun: str, whole: str, title: str) -> float:
    if title.startswith(text):
        return SAME_TITLE if len(text) == len(title) else BEGINS
    if begun in title or (f" {title} " in whole and title.count(" ") > 1):
        return CONTAINED
    return 0.0


def _sames(asked: Asked, titles: Sequence[str]) -> list[float]:
    """0 to 1, the similarity of query and title where it is high enough to count."""
    if not asked.texts or not titles:
        return [0.0] * len(titles)
    found = cdist(asked.texts, titles, scorer=ratio, score_cutoff=_ALIKE * 100, dtype=np.float32)
    return (found.max(axis=0) / 100).tolist()  # type: ignore[no-any-return]


def _slips(asked: Asked, titles: Sequence[str]) -> dict[int, float]:
    """How many slips make the query the beginning of a title, where they are few enough; by the title's place."""
    length = len(asked.text)
    if length < _SHORTEST:
        return {}
    most = min(_MOST_SLIPS, 1 + length // _PER_SLIP)
    found = np.full(len(titles), most + 1.0)
    for text in asked.texts:
        for more in (-1, 0, 1):
            begun = [title[: len(text) + more] for title in titles]
            slips = cdist([text], begun, scorer=OSA.distance, score_cutoff=most, dtype=np.int32)[0]
            np.minimum(found, slips + (text != asked.text), out=found)
    return {place: float(found[place]) for place in np.flatnonzero(found <= most).tolist()}


def _digits(name: str) -> str:
    """The digits of a name, of which none is a slip: another number is another's name."""
    return "".join(filter(str.isdigit, name))


def _worth(same: float) -> float:
    """0 to 1, for a similarity from where it begins to count."""
    return max(0.0, (same - _ALIKE) / (1 - _ALIKE))
