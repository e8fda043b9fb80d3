"""The subscription language: what people type becomes a tree, and the tree is read back to them."""

from bot.query.errors import QueryError
from bot.query.grammar import parse
from bot.query.loosening import all_words
from bot.query.mending import mendable, with_mended
from bot.query.reading import in_words
from bot.query.translating import in_english, with_english
from bot.query.tree import And, Not, Or, Phrase, Query, Term, Tree, Years, every_term

__all__ = [
    "And",
    "Not",
    "Or",
    "Phrase",
    "Query",
    "QueryError",
    "Term",
    "Tree",
    "Years",
    "all_words",
    "every_term",
    "in_english",
    "in_words",
    "mendable",
    "parse",
    "with_english",
    "with_mended",
]
