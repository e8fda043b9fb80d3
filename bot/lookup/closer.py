"""Closer: what the texts of the best papers tell between those that hold the same words. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from bot.lookup.asking import telling_words
from bot.models import Paper, Ranked
from bot.text.fold import tokens

READ = 10  # papers whose texts are read
_LEAD = 0.3  # points by which one may lead and yet be overtaken
_AS_WRITTEN = 0.1  # points for words that stand in the text as they were written, not only by their stem
_TOGETHER = 0.2  # points for neighbouring words that stand close to each other in that order
_SURNAME = 0.08  # points for a word that is the last of an author's names
_CLOSE = 4  # words from one to the next
_APART = ("",) * _CLOSE  # stands between texts: words of two of them are not together
_SEEN = 8_000  # characters of an abstract that are looked at


def undecided(ranked: Sequence[Ranked]) -> bool:
    """Whether the first two are so near to each other that their texts may decide."""
    return len(ranked) > 1 and ranked[0].points - ranked[1].points <= _LEAD


def closer(query: str, ranked: Sequence[Ranked], papers: Mapping[int, Paper]) -> tuple[Ranked, ...]:
    """The same papers, those first among near equals whose text holds the query's words as written and together.

    Args:
        query: what was asked.
        ranked: best first, guesses last; stays so.
        papers: of the first READ of them.
    """
    wanted = telling_words(query)
    if len(wanted) < 2 or not undecided(ranked):
        return tuple(ranked)
    first = ranked[:READ]
    more = [
        replace(
            one, points=one.points + _told(wanted, papers.get(one.seq), abstract=one.why.kind == "abstract")
        )
        for one in first
    ]
    more.sort(key=lambda one: (one.guess, -one.points))
    return (*more, *ranked[READ:])


def _told(wanted: Sequence[str], paper: Paper | None, *, abstract: bool) -> float:
    if paper is None:
        return 0.0
    people = [tokens(author) for author in paper.authors]
    names = {word for one in people for word in one}
    title = tokens(paper.title or paper.heading)
    if not abstract:
        written = sum(word in title or word in names for word in wanted) / len(wanted)
        surnames = {one[-1] for one in people if one} - {*title}
        return _AS_WRITTEN * written + _SURNAME * any(word in surnames for word in wanted)
    places: dict[str, list[int]] = {word: [] for word in wanted}
    for place, word in enumerate((*tokens(paper.abstract[:_SEEN]), *_APART, *title)):
        if word in places:
            places[word].append(place)
    written = sum(bool(places[word]) or word in names for word in wanted) / len(wanted)
    pairs = list(pairwise(wanted))
    together = sum(_is_close(places[one], places[other]) for one, other in pairs) / len(pairs)
    return _AS_WRITTEN * written + _TOGETHER * together


def _is_close(one: Sequence[int], other: Sequence[int]) -> bool:
    return any(0 < after - before <= _CLOSE for before in one for after in other)
