"""How a rule is filed: as ways in which it can hold, each a few marks that a paper must have or must not have. Pure."""

from functools import lru_cache
from typing import Final, NamedTuple

from bot.matching.keys import (
    IN_ABSTRACT,
    IN_TEXT,
    IN_TITLE,
    LONGEST,
    NAMED,
    OPENING,
    PLAIN,
    SHORTEST,
    Where,
    key_of,
)
from bot.matching.phrase import Needle, needle
from bot.query.terms import PAPER_FIELDS
from bot.query.tree import And, FieldName, Not, Or, Phrase, Query, Term, Tree, Years

MOST_WAYS: Final = 64  # of one rule; a rule that has more is gone through whole

_WHERE: Final[dict[FieldName | None, Where]] = {
    None: Where.TEXT,
    "title": Where.TEXT,
    "abstract": Where.TEXT,
    "author": Where.AUTHOR,
    "venue": Where.VENUE,
    "category": Where.CATEGORY,
    "source": Where.SOURCE,
}
_STANDS: Final[dict[FieldName | None, int]] = {None: IN_TEXT, "title": IN_TITLE, "abstract": IN_ABSTRACT}


class Mark(NamedTuple):
    """Something that a paper has, or has not, and that is found by a key.

    Attributes:
        key: of a run of words; 0 for years.
        need: what must be true of the run: bits of keys.
        where: in which texts it stands.
        beginning: of how many letters the key is, where it is one of a beginning; else 0.
        check: the term that must hold besides, where key and bits do not say all; else None.
        opening: the key of its first OPENING letters; 0 where it has fewer, or stands in names.
    """

    key: int
    need: int
    where: Where
    beginning: int = 0
    check: Term | None = None
    opening: int = 0


EVERY: Final = Mark(0, 0, Where.TEXT)
"""What every paper has."""


class Way(NamedTuple):
    """One way in which a rule holds: all of some marks, and none of others."""

    having: tuple[Mark, ...]
    without: tuple[Mark, ...] = ()


class Filed(NamedTuple):
    """A rule as it is filed.

    Attributes:
        ways: of which one must hold.
        whole: whether the rule itself must be gone through then.
    """

    ways: tuple[Way, ...]
    whole: bool = False


class _TooManyError(Exception):
    """A rule with more ways than are kept."""


def filed(query: Query) -> Filed:
    """The ways in which a rule holds; where those are too many, marks of which a paper that matches has one."""
    if isinstance(query.tree, Phrase):
        return Filed(tuple([Way((mark,)) for mark in marks_of(query.tree)]))
    try:
        return Filed(_ways(query.tree, negated=False))
    except _TooManyError:
        marks = _musts(query.tree, negated=False) or (EVERY,)
        return Filed(tuple(Way((mark,)) for mark in marks), whole=True)


@lru_cache(maxsize=1 << 14)
def marks_of(term: Term) -> tuple[Mark, ...]:
    """The marks of a term, of which a paper that has it has one."""
    if isinstance(term, Years):
        return (Mark(0, 0, Where.TEXT, check=term),)
    sought = needle(term)
    where = _WHERE[term.field]
    need = _STANDS.get(term.field, 0)
    if term.prefix:
        where = Where.WRITTEN if where is Where.TEXT else where
        letters = {one.joined[:SHORTEST] for one in sought.spellings}
        return tuple(
            Mark(key_of(some, where, begins=True), need, where, len(some), term) for some in sorted(letters)
        )
    if need and not sought.words.breaks[1:]:
        need |= PLAIN
    if need and sought.capitals:
        need |= NAMED
    check = None if _says_all(term, sought) else term
    found: dict[Mark, None] = {}
    for one in sought.spellings:
        if len(one.joined) > LONGEST:
            stands = need & ~(PLAIN | NAMED)
            key = key_of(one.joined[:LONGEST], where, begins=True)
            found[Mark(key, stands, where, LONGEST, term)] = None
        else:
            opens = where is Where.TEXT and len(one.joined) >= OPENING
            opening = key_of(one.joined[:OPENING], where, begins=True) if opens else 0
            found[Mark(key_of(one.joined, where), need, where, 0, check, opening)] = None
    return tuple(found)


def _says_all(term: Phrase, sought: Needle) -> bool:
    """Whether a run's letters and bits are all that is asked."""
    if term.field not in PAPER_FIELDS:
        return True
    words = sought.words
    return not words.suffixes and len(words.breaks) == 1 and (not sought.capitals or len(words) == 1)


def _ways(tree: Tree, *, negated: bool) -> tuple[Way, ...]:
    if isinstance(tree, Phrase | Years):
        marks = marks_of(tree)
        return (Way((), marks),) if negated else tuple([Way((mark,)) for mark in marks])
    if isinstance(tree, Not):
        return _ways(tree.term, negated=not negated)
    parts = [_ways(term, negated=negated) for term in tree.terms]
    if isinstance(tree, And) is not negated:
        return _product(parts)
    return _limited([way for part in parts for way in part], len(parts))


def _product(parts: list[tuple[Way, ...]]) -> tuple[Way, ...]:
    ways, *further = sorted(parts, key=len)
    for part in further:
        both = [_both(one, other) for one in ways for other in part]
        ways = _limited([way for way in both if not way.without or _may_hold(way)], 0)
    return ways


def _both(one: Way, other: Way) -> Way:
    return Way(_joined(one.having, other.having), _joined(one.without, other.without))


def _joined(some: tuple[Mark, ...], more: tuple[Mark, ...]) -> tuple[Mark, ...]:
    return some + tuple([mark for mark in more if mark not in some]) if some else more


def _may_hold(way: Way) -> bool:
    return not any(mark in way.without for mark in way.having)


def _limited(ways: list[Way], written: int) -> tuple[Way, ...]:
    """Each way once; as many as were written side by side may be more than else."""
    if len(ways) > max(MOST_WAYS, 2 * written):
        raise _TooManyError
    return tuple(dict.fromkeys(ways)) if len(ways) > 1 else tuple(ways)


def _musts(tree: Tree, *, negated: bool) -> tuple[Mark, ...]:
    """Marks of which every paper that matches has one; none where no such marks are known."""
    match tree:
        case Not(term):
            return _musts(term, negated=not negated)
        case And(terms) | Or(terms):
            parts = [_musts(term, negated=negated) for term in terms]
            if isinstance(tree, And) is not negated:
                return min(filter(None, parts), key=len, default=())
            return tuple(dict.fromkeys(mark for part in parts for mark in part)) if all(parts) else ()
        case _:
            return () if negated else marks_of(tree)
