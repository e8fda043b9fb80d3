"""The subscription language as a tree of plain values that can write themselves back."""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

FieldName = Literal["author", "title", "abstract", "venue", "category", "source"]
FIELDS: tuple[FieldName, ...] = ("author", "title", "abstract", "venue", "category", "source")
YEAR = "year"


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words side by side, in one field or anywhere in title and abstract.

    Attributes:
        text: as written, without quotes or star; white space is single spaces.
        field: where it must stand; None for title or abstract.
        prefix: whether the last word need only begin so.
        quoted: whether it stood in quotes.
        at: its column in the query as given, from 1, in code points.
    """

    text: str
    field: FieldName | None = None
    prefix: bool = False
    quoted: bool = False
    at: int = dataclasses.field(default=1, compare=False, repr=False)

    def __str__(self) -> str:
        words = f'"{self.text}"' if self.quoted else self.text + "*" * self.prefix
        return f"{self.field}:{words}" if self.field else words


@dataclass(frozen=True, slots=True)
class Years:
    """The year of publication; a side that is None is open, never both.

    Attributes:
        first: four digits.
        last: four digits; years are inclusive.
        at: as in Phrase.
    """

    first: int | None
    last: int | None
    at: int = dataclasses.field(default=1, compare=False, repr=False)

    def __str__(self) -> str:
        first, last = self.first or "", self.last or ""
        return f"{YEAR}:{first}" if first == last else f"{YEAR}:{first}..{last}"


@dataclass(frozen=True, slots=True)
class Not:
    """What must not hold; never a Not of a Not.

    Attributes:
        term: a term, or an And or Or.
        at: of the sign or word that negates.
    """

    term: "Tree"
    at: int = dataclasses.field(default=1, compare=False, repr=False)

    def __str__(self) -> str:
        return f"NOT {_inner(self.term, And, Or)}"


@dataclass(frozen=True, slots=True)
class And:
    """At least two that must all hold; none of them an And."""

    terms: tuple["Tree", ...]

    def __str__(self) -> str:
        return " AND ".join(_inner(term, Or) for term in self.terms)


@dataclass(frozen=True, slots=True)
class Or:
    """At least two of which one must hold; none of them an Or."""

    terms: tuple["Tree", ...]

    def __str__(self) -> str:
        return " OR ".join(map(str, self.terms))


Term = Phrase | Years
Tree = Term | Not | And | Or


@dataclass(frozen=True, slots=True)
class Query:
    """One rule, understood.

    ``parse(str(query)) == query`` always holds; equality looks at the tree alone.

    Attributes:
        tree: what it means.
        text: as written.
    """

    tree: Tree
    text: str = dataclasses.field(compare=False)

    def __str__(self) -> str:
        return str(self.tree)


def every_term(tree: Tree, *, negated: bool = False) -> Iterator[tuple[Term, bool]]:
    """The terms in the order written, each with whether an odd number of negations stands before it."""
    match tree:
        case And(terms) | Or(terms):
            for term in terms:
                yield from every_term(term, negated=negated)
        case Not(term):
            yield from every_term(term, negated=not negated)
        case _:
            yield tree, negated


def first_at(tree: Tree) -> int:
    """The column where the tree begins."""
    match tree:
        case And(terms) | Or(terms):
            return first_at(terms[0])
        case _:
            return tree.at


def _inner(term: "Tree", *looser: type) -> str:
    return f"({term})" if isinstance(term, looser) else str(term)
