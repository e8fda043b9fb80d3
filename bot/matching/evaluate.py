"""Whether a paper matches a rule, where, and why or why not."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from bot.matching.document import Document
from bot.matching.glance import glance
from bot.matching.phrase import Missing, find, missing, needle
from bot.query.terms import PAPER_FIELDS
from bot.query.tree import And, FieldName, Not, Or, Phrase, Query, Term, Tree, Years, every_term
from bot.text.words import words_of


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """Where a term stands in a paper.

    Attributes:
        field: which field.
        text: which of the field's texts, as Document.texts counts them.
        start: of the words that matched, in code points of that text.
        end: behind them.
    """

    field: FieldName
    text: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Finding:
    """A term of a rule that a paper has.

    Attributes:
        term: the term.
        spots: every place where it stands, in order; none for a year.
    """

    term: Term
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A rule that holds for a paper.

    Attributes:
        findings: those of its terms that the paper has, in the order written, without the negated ones.
    """

    findings: tuple[Finding, ...]

    def spots(self, field: FieldName, text: int = 0) -> tuple[tuple[int, int], ...]:
        """What to set off in one text: spans in order, none within another."""
        spans = sorted(
            {(s.start, s.end) for f in self.findings for s in f.spots if (s.field, s.text) == (field, text)}
        )
        apart: list[tuple[int, int]] = []
        for start, end in spans:
            if apart and start < apart[-1][1]:
                apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
            else:
                apart.append((start, end))
        return tuple(apart)


@dataclass(frozen=True, slots=True)
class Step:
    """What one term of a rule says of a paper.

    Attributes:
        term: the term.
        negated: whether the rule asks that it does not hold.
        held: whether it holds.
        spots: where.
        missing: why it does not hold; ``year`` where the year is another, ``no-year`` where it is not known;
            empty where it holds.
    """

    term: Term
    negated: bool
    held: bool
    spots: tuple[Spot, ...] = ()
    missing: Missing | Literal["year", "no-year", ""] = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a paper does or does not match: every term, in the order written."""

    matched: bool
    steps: tuple[Step, ...]


def holds(query: Query, document: Document) -> bool:
    """Whether a paper matches a rule; takes less time than to find every place where it does."""
    return _holds(query.tree, document)


def matches(query: Query, document: Document) -> Match | None:
    """Where a paper matches a rule; None if it does not."""
    if not holds(query, document):
        return None
    terms = dict.fromkeys(term for term, negated in every_term(query.tree) if not negated)
    findings = (Finding(term, _spots(term, document)) for term in terms)
    return Match(tuple(one for one in findings if one.spots or term_holds(one.term, document)))


def in_title(query: Query, document: Document) -> bool:
    """Whether some term of a rule that a paper matches stands in its title; takes less time than matches()."""
    terms = (term for term, negated in every_term(query.tree) if not negated and isinstance(term, Phrase))
    return any(
        next(find(needle(term), document.words("title", as_written=term.prefix)[0]), None) is not None
        for term in terms
        if "title" in _fields(term, document)
    )


def stands_in(phrase: Phrase, text: str) -> bool:
    """Whether a phrase that asks for a venue, a keyword, a source or an author stands in one."""
    return next(find(needle(phrase), words_of(text, as_written=True), names=True), None) is not None


def explain(query: Query, document: Document) -> Explanation:
    """Why a paper does or does not match, term by term."""
    steps = tuple(_step(term, document, negated=negated) for term, negated in every_term(query.tree))
    return Explanation(_holds(query.tree, document), steps)


def _holds(tree: Tree, document: Document) -> bool:
    match tree:
        case And(terms):
            return all(_holds(term, document) for term in terms)
        case Or(terms):
            return any(_holds(term, document) for term in terms)
        case Not(term):
            return not _holds(term, document)
        case _:
            return term_holds(tree, document)


def term_holds(term: Term, document: Document) -> bool:
    """Whether a paper has what one term asks for."""
    if isinstance(term, Years):
        year = document.year
        return year is not None and (term.first or year) <= year <= (term.last or year)
    if _surely(term, document):
        return True
    return (
        _perhaps(term, document)
        and not _surely_not(term, document)
        and next(_found(term, document), None) is not None
    )


def _surely(phrase: Phrase, document: Document) -> bool:
    """A glance: True only where the phrase stands in the paper."""
    sought = glance(phrase) if phrase.field in PAPER_FIELDS else None
    if sought is None:
        return False
    paper = document.paper
    if phrase.field != "title" and sought.stands_in(paper.abstract):
        return True
    return phrase.field != "abstract" and paper.title is not None and sought.stands_in_title(paper.title)


def _surely_not(phrase: Phrase, document: Document) -> bool:
    """A closer look at what perhaps stands in the paper: True only where it does not."""
    sought = glance(phrase) if phrase.field in PAPER_FIELDS else None
    letters, plain = document.letters(None)
    return (
        sought is not None
        and plain
        and sought.stands_nowhere((*document.texts("title"), *document.texts("abstract")), letters)
    )


def _perhaps(phrase: Phrase, document: Document) -> bool:
    """A quick look: False only where the phrase cannot stand in the paper."""
    sought = needle(phrase)
    text = phrase.field in PAPER_FIELDS
    letters, plain = document.letters(None if text else phrase.field)
    return (
        all(stump in letters for stump in sought.stumps)
        and (not text or all(map(document.has_sign, sought.words.suffixes.values())))
        and not (plain and len(sought.stumps) > 1 and sought.run.search(letters) is None)
    )


def _found(phrase: Phrase, document: Document) -> Iterator[Spot]:
    sought = needle(phrase)
    for field in _fields(phrase, document):
        for number, words in enumerate(document.words(field, as_written=phrase.prefix)):
            for start, end in find(sought, words, names=field not in PAPER_FIELDS):
                yield Spot(field, number, start, end)


def _fields(phrase: Phrase, document: Document) -> tuple[FieldName, ...]:
    if phrase.field is not None:
        return (phrase.field,)
    # A heading that stands for a title is made of the abstract's words, which need not be side by side there.
    return ("title", "abstract") if document.paper.title else ("abstract",)


def _spots(term: Term, document: Document) -> tuple[Spot, ...]:
    return tuple(dict.fromkeys(_found(term, document))) if isinstance(term, Phrase) else ()


def _step(term: Term, document: Document, *, negated: bool) -> Step:
    if isinstance(term, Years):
        held = term_holds(term, document)
        return Step(
            term, negated, held, missing="" if held else "no-year" if document.year is None else "year"
        )
    if spots := _spots(term, document):
        return Step(term, negated, held=True, spots=spots)
    texts = [
        words for field in _fields(term, document) for words in document.words(field, as_written=term.prefix)
    ]
    return Step(term, negated, held=False, missing=missing(needle(term), texts))
