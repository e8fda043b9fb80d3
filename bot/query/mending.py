"""A rule with slips of typing corrected, to be offered beside the one that was written."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.query.errors import QueryError
from bot.query.grammar import parse
from bot.query.tree import And, Or, Phrase, Query, Tree, every_term

_FIELDS: Final = (None, "title", "abstract", "author")  # of whose words is known how they are written
_WORDS: Final = re.compile(r"[\w\s-]+")  # signs would be lost


def mendable(query: Query) -> tuple[Phrase, ...]:
    """The terms, each once, in which a slip may hide papers; what is left out or only begun is as it was meant."""
    terms = (term for term, negated in every_term(query.tree) if not negated and isinstance(term, Phrase))
    some = (one for one in terms if one.field in _FIELDS and not one.prefix and _WORDS.fullmatch(one.text))
    return tuple(dict.fromkeys(some))


def with_mended(query: Query, corrected: Mapping[Phrase, str]) -> Query | None:
    """The rule with other words for some of its terms; None where that is no other rule, or none at all."""
    try:
        other = parse(str(_mended(query.tree, corrected)))
    except QueryError:  # a correction that is no rule helps nobody
        return None
    return None if other == query else other


def _mended(tree: Tree, corrected: Mapping[Phrase, str]) -> Tree:
    match tree:
        case And(terms):
            return And(tuple(_mended(term, corrected) for term in terms))
        case Or(terms):
            return Or(tuple(_mended(term, corrected) for term in terms))
        case Phrase() if tree in corrected:
            quoted = tree.quoted or (tree.field is not None and " " in corrected[tree])
            return replace(tree, text=corrected[tree], quoted=quoted)
        case _:
            return tree
