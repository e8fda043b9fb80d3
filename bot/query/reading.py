"""A query read back in words, so that a person sees what was understood."""

import re
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Final

from bot.locale import Words
from bot.query.tree import And, FieldName, Not, Or, Phrase, Query, Term, Tree, every_term

Say = Callable[..., str]

_FIRST_MARK: Final = 0xE000  # private use: what stands for a part until it is put in
_MARK: Final = re.compile("[\ue000-\ue00f]")
_FIELDS: Final[dict[FieldName | None, tuple[str, str]]] = {
    None: ("read-contain", "read-contain-not"),
    "title": ("read-title", "read-title-not"),
    "abstract": ("read-abstract", "read-abstract-not"),
    "author": ("read-author", "read-author-not"),
    "venue": ("read-venue", "read-venue-not"),
    "category": ("read-category", "read-category-not"),
    "source": ("read-source", "read-source-not"),
}
_LOWER: Final = {"and": "note-lower-and", "or": "note-lower-and", "not": "note-lower-not"}
_JOINED: Final = "与或"  # 非 within a word is nearly always the prefix "non-"


def in_words(query: Query, say: Words) -> str:
    """The rule as part of a sentence: ``papers that contain “diffusion policy”, but not “survey”``.

    What could have been meant as an operator and was not is told in a sentence behind it.
    """
    whole = _unlimited(say)
    rule = whole("read-papers", rule=_clause(query.tree, whole))
    notes = ". ".join(_notes(query.tree, say))
    return whole("read-note", rule=rule, note=notes) if notes else rule


def _unlimited(say: Words) -> Say:
    """The catalogue's words around parts of any length; Fluent itself refuses those above 1,000 characters."""
    sentences: dict[str, str] = {}  # a long rule says the same few hundreds of times

    def put(key: str, **parts: str) -> str:
        if key not in sentences:
            marks = {name: chr(_FIRST_MARK + number) for number, name in enumerate(sorted(parts))}
            sentences[key] = say(key, **marks)
        values = [parts[name] for name in sorted(parts)]
        return _MARK.sub(lambda found: values[ord(found[0]) - _FIRST_MARK], sentences[key])

    return put


def _clause(tree: Tree, say: Say) -> str:
    """What the papers do or are, as a verb's phrase."""
    if _bare(tree):
        return say("read-contain", what=_what(tree, say))
    match tree:
        case And(terms):
            return _all(terms, say)
        case Or(terms):
            return _any(terms, say)
        case Not(term):
            return _none(term, say)
        case _:
            return _field(tree, say)


def _any(terms: tuple[Tree, ...], say: Say) -> str:
    bare = [term for term in terms if _bare(term)]
    first = [_clause(_joined(Or, bare), say)] if bare else []
    rest = [_apart(term, And, say) for term in terms if not _bare(term)]
    return _join("read-clauses-or", [*first, *rest], say)


def _apart(tree: Tree, kind: type[And] | type[Or], say: Say) -> str:
    """A clause, in brackets where it would run into its neighbours."""
    clause = _clause(tree, say)
    return say("read-group", what=clause) if isinstance(tree, kind) else clause


def _none(tree: Tree, say: Say) -> str:
    if _bare(tree):
        return say("read-contain-not", what=_grouped(tree, say, And))
    if isinstance(tree, And | Or | Not):
        return say("read-not", rule=say("read-group", what=_clause(tree, say)))
    return _field(tree, say, negated=True)


def _all(terms: tuple[Tree, ...], say: Say) -> str:
    bare = [term for term in terms if _bare(term)]
    without = [term.term for term in terms if isinstance(term, Not) and _bare(term.term)]
    rest = [term for term in terms if not _bare(term) and not (isinstance(term, Not) and _bare(term.term))]
    clauses = [_clause(_joined(And, bare), say)] if bare else []
    if bare and without:
        left_out = _join("read-or", (_grouped(term, say, And) for term in without), say)
        clauses = [say("read-but-not", rule=clauses[0], what=left_out)]
    elif without:
        rest = [term for term in terms if not _bare(term)]
    clauses += [_apart(term, Or, say) for term in rest]
    return _join("read-clauses-and", clauses, say)


def _bare(tree: Tree) -> bool:
    """Whether a tree only speaks of words anywhere, none of them negated."""
    match tree:
        case And(terms) | Or(terms):
            return all(map(_bare, terms))
        case Phrase():
            return tree.field is None
        case _:
            return False


def _joined(kind: type[And] | type[Or], terms: list[Tree]) -> Tree:
    return kind(tuple(terms)) if len(terms) > 1 else terms[0]


def _what(tree: Tree, say: Say) -> str:
    match tree:
        case And(terms):
            return _join("read-and", (_grouped(term, say, Or) for term in terms), say)
        case Or(terms):
            return _join("read-or", (_grouped(term, say, And) for term in terms), say)
        case Phrase():
            return say("read-prefix" if tree.prefix else "read-text", text=tree.text)
        case _:
            raise TypeError(tree)


def _grouped(tree: Tree, say: Say, kind: type[And] | type[Or]) -> str:
    what = _what(tree, say)
    return say("read-group", what=what) if isinstance(tree, kind) else what


def _field(term: Term, say: Say, *, negated: bool = False) -> str:
    if isinstance(term, Phrase):
        what = _what(Phrase(term.text, prefix=term.prefix), say)
        return say(_FIELDS[term.field][negated], what=what)
    if term.first is None:
        return say("read-years-to-not" if negated else "read-years-to", last=str(term.last))
    if term.last is None:
        return say("read-years-from-not" if negated else "read-years-from", first=str(term.first))
    if term.first == term.last:
        return say("read-year-not" if negated else "read-year", first=str(term.first))
    key = "read-years-not" if negated else "read-years"
    return say(key, first=str(term.first), last=str(term.last))


def _join(key: str, parts: Iterable[str], say: Say) -> str:
    return reduce(lambda left, right: say(key, left=left, right=right), parts)


def _notes(tree: Tree, say: Words) -> list[str]:
    notes = {}
    for term, _ in every_term(tree):
        if isinstance(term, Phrase) and not term.quoted and term.field is None:
            for word in term.text.split():
                if word.lower() in _LOWER:
                    notes[word.lower()] = say(_LOWER[word.lower()], word=word, sign=word.upper())
                for sign in _JOINED:
                    if sign in word[1:-1]:
                        notes[sign] = say("note-joined", word=sign)
    return list(notes.values())
