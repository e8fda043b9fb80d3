"""Rules that can be read and are refused all the same: too short, only negative, never true."""

import unicodedata
from collections.abc import Iterable
from typing import Final

from bot.query.errors import QueryError
from bot.query.terms import capitals, phrase_words
from bot.query.tree import And, Not, Or, Phrase, Term, Tree, Years, every_term, first_at

_SHORTEST_PREFIX: Final = 2  # letters
MOST_WORDS: Final = 64  # of one phrase: more than any title has


def check(tree: Tree, text: str) -> None:
    """Passes a rule that can be stored.

    Raises:
        QueryError: a term has no words or one letter alone; some way to match needs nothing to be there
            (``-survey``, ``a OR -b``); or the rule, or one side of an OR, can never match.
    """
    for term, _ in every_term(tree):
        if isinstance(term, Phrase):
            _check_words(term, text)
    loose = _loose(tree, negated=False)
    if loose is not None:
        key = "query-only-negative" if loose is tree else "query-side-negative"
        raise QueryError(key, text, first_at(loose))
    _refuse_never(tree, text)


def _check_words(phrase: Phrase, text: str) -> None:
    words = phrase_words(phrase)
    if not words:
        raise QueryError("query-no-words", text, phrase.at)
    if len(words) > MOST_WORDS:
        raise QueryError("query-phrase-long", text, phrase.at, limit=MOST_WORDS)
    single = len(words.joined) == 1 and not words.suffixes
    if single and unicodedata.east_asian_width(words.joined) not in "WF":
        raise QueryError("query-one-letter", text, phrase.at, letter=phrase.text)


def _loose(tree: Tree, *, negated: bool) -> Tree | None:
    """The first part that would let in papers in which nothing asked for is found."""
    match tree:
        case Not(term):
            inner = _loose(term, negated=not negated)
            return None if inner is None else tree
        case And(terms) | Or(terms):
            parts = [_loose(term, negated=negated) for term in terms]
            if isinstance(tree, And) != negated:
                return tree if None not in parts else None
            return next((part for part in parts if part is not None), None)
        case _:
            return tree if negated else None


def _refuse_never(tree: Tree, text: str) -> None:
    clash = _Never().clash(tree)
    if clash is not None:
        raise QueryError("query-never", text, first_at(clash), term=str(clash))
    # One side of an OR that never matches is a slip as well, and would be dropped in silence.
    for part in _branches(tree):
        clash = _Never().clash(part)
        if clash is not None:
            raise QueryError("query-never", text, first_at(clash), term=str(clash))


def _branches(tree: Tree) -> Iterable[Tree]:
    match tree:
        case And(terms):
            for term in terms:
                yield from _branches(term)
        case Or(terms):
            for term in terms:
                yield term
                yield from _branches(term)
        case _:
            return


Known = dict[str, set[Term]]


class _Never:
    """What is known to hold, and not to hold, in one place of the tree; by the letters of the terms."""

    def __init__(self, held: Known | None = None, barred: Known | None = None) -> None:
        self.held: Known = {letters: set(terms) for letters, terms in (held or {}).items()}
        self.barred: Known = {letters: set(terms) for letters, terms in (barred or {}).items()}

    def clash(self, tree: Tree) -> Tree | None:
        """The part that cannot hold here; None if all can, as far as is seen without trying all cases."""
        match tree:
            case And(terms):
                return self._all(terms)
            case Or(terms):
                clashes = [self.clash(term) for term in terms]
                return clashes[0] if None not in clashes else None
            case Not(Or(terms)):
                return self._all([_negation(term) for term in terms])
            case Not(And()):
                return None
            case Not(term):
                return (
                    tree if any(_implies(held, term) for held in self.held.get(_letters(term), ())) else None
                )
            case _:
                return tree if self._barred(tree) else None

    def _all(self, terms: Iterable[Tree]) -> Tree | None:
        known = _Never(self.held, self.barred)
        later: list[Tree] = []
        for term in terms:
            inner = term.term if isinstance(term, Not) else term
            if isinstance(inner, And | Or | Not):
                later.append(term)
                continue
            clash = known.clash(term)
            if clash is not None:
                return clash
            known_to = known.held if inner is term else known.barred
            known_to.setdefault(_letters(inner), set()).add(inner)
        return next((clash for term in later if (clash := known.clash(term)) is not None), None)

    def _barred(self, term: Term) -> bool:
        letters = _letters(term)
        if isinstance(term, Years) and any(_apart(term, other) for other in self.held.get(letters, ())):
            return True
        return any(_implies(term, barred) for barred in self.barred.get(letters, ()))


def _letters(tree: Tree) -> str:
    """Equal for terms of which one can imply the other; empty for years."""
    return phrase_words(tree).joined[:_SHORTEST_PREFIX] if isinstance(tree, Phrase) else ""


def _negation(tree: Tree) -> Tree:
    return tree.term if isinstance(tree, Not) else Not(tree, first_at(tree))


def _implies(held: Term, other: Tree) -> bool:
    """Whether a paper that has the one surely has the other."""
    match held, other:
        case Phrase(), Phrase():
            return (
                (other.field == held.field or (other.field is None and held.field in ("title", "abstract")))
                and held.prefix <= other.prefix
                and _same_words(held, other)
            )
        case Years(), Years():
            return (other.first or 0) <= (held.first or 0) and (held.last or 9999) <= (other.last or 9999)
        case _:
            return False


def _same_words(held: Phrase, other: Phrase) -> bool:
    """Whether the other phrase stands wherever the one does; two spellings of one phrase are equal."""
    left, right = phrase_words(held), phrase_words(other)
    if other.prefix:
        last = len(right) - 1
        alike = len(left) == len(right) and left.written(last).startswith(right.form(last))
        same = alike and left.joined[: left.offsets[last]] == right.joined[: right.offsets[last]]
    else:
        same = left.joined == right.joined and right.suffixes.items() <= left.suffixes.items()
    asking = [number for number in range(len(right)) if capitals(right, number)]
    return same and (not asking or len(left) == len(right)) and all(capitals(left, n) for n in asking)


def _apart(one: Years, other: Term) -> bool:
    if not isinstance(other, Years):
        return False
    return (one.last or 9999) < (other.first or 0) or (other.last or 9999) < (one.first or 0)
