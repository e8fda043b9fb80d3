"""A rule in Chinese, with the terms that English papers use instead."""

from collections.abc import Iterator
from os.path import commonprefix
from typing import Final

from bot.glossary import Segment, Term, has_chinese, segments
from bot.query.errors import QueryError
from bot.query.grammar import parse
from bot.query.tree import And, Not, Or, Phrase, Query, Tree
from bot.text.fold import stem

_EDGES: Final = " .,:;!?'‘’\"“”·、（）()"
_SHORTEST_STEM: Final = 4  # letters; a shorter beginning is that of too many words
_NEGATING: Final = frozenset(
    "不没沒无無未非除"
)  # in a word that only binds, they turn round what is asked for
_TEXTS: Final = (None, "title", "abstract")


def in_english(query: Query, *, widely: bool = False) -> Query | None:
    """The rule with each Chinese term as its usual English form, all of which must stand in a paper.

    What is not Chinese stays. None where nothing is, or where the glossary does not hold all of it: nothing
    that was asked for is ever left out.

    Args:
        query: as written.
        widely: whether any of a term's English forms will do.
    """
    try:
        tree = _translated(query.tree, widely=widely)
        return None if tree == query.tree else parse(str(tree))
    except (_Unknown, QueryError):
        return None


def with_english(query: Query) -> Query:
    """The rule, or the same in English where its Chinese is wholly known."""
    english = in_english(query)
    written, added = _sides(query), _sides(english) if english else ()
    new = tuple(dict.fromkeys(term for term in added if term not in written))
    return parse(" OR ".join((query.text, *map(str, new)))) if new else query


def _sides(query: Query) -> tuple[Tree, ...]:
    return query.tree.terms if isinstance(query.tree, Or) else (query.tree,)


class _Unknown(Exception):  # noqa: N818 - a state, not a fault
    """The glossary does not hold a word."""


def _translated(tree: Tree, *, widely: bool) -> Tree:
    match tree:
        case And(terms):
            return _all(tuple(_translated(term, widely=widely) for term in terms))
        case Or(terms):
            return Or(tuple(_translated(term, widely=widely) for term in terms))
        case Not(term):
            return Not(_translated(term, widely=widely))
        case Phrase() if tree.field in _TEXTS and has_chinese(tree.text):
            return _all(tuple(dict.fromkeys(_pieces(tree, widely=widely))))
        case _:
            return tree


def _all(terms: tuple[Tree, ...]) -> Tree:
    flat = tuple(one for term in terms for one in (term.terms if isinstance(term, And) else (term,)))
    return And(flat) if len(flat) > 1 else flat[0]


def _pieces(phrase: Phrase, *, widely: bool) -> Iterator[Tree]:
    """The terms of a phrase in English, and what stands between them as it is.

    Raises:
        _Unknown: there is a word that the glossary does not hold, or none that tells.
    """
    found = segments(phrase.text)
    if not any(one.term and one.term.english for one in found):
        raise _Unknown
    at = 0
    for one in found:
        yield from _as_it_is(phrase, phrase.text[at : one.start])
        if one.term is None or not _is_sure(one, alone=len(found) == 1):
            raise _Unknown
        if one.term.english:
            forms = tuple(_forms(phrase, one.term))
            yield Or(forms) if widely and len(forms) > 1 else forms[0]
        at = one.end
    yield from _as_it_is(phrase, phrase.text[at:])


def _is_sure(one: Segment, *, alone: bool) -> bool:
    """Whether a piece says what its term does: one character among others may be half of a word."""
    if one.term and one.term.english:
        return len(one.text) > 1 or alone
    return _NEGATING.isdisjoint(one.text)


def _as_it_is(phrase: Phrase, text: str) -> Iterator[Phrase]:
    if any(map(str.isalnum, text)):
        yield Phrase(text.strip(_EDGES), phrase.field, quoted=phrase.quoted)


def _forms(phrase: Phrase, term: Term) -> Iterator[Phrase]:
    """The English forms, the usual one first; of kindred words the beginning that they share (``quantiz*``)."""
    kin: dict[str, list[str]] = {}
    for form in term.english:
        kin.setdefault(stem(form) if form.isalpha() else form, []).append(form)
    for forms in kin.values():
        begun = commonprefix(forms)  # noqa: RUF071 - of words, letter by letter
        if len(forms) > 1 and len(begun) >= _SHORTEST_STEM:
            yield Phrase(begun, phrase.field, prefix=True)
        else:
            yield Phrase(forms[0], phrase.field, quoted=True)
