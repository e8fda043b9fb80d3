"""A rule made wider, to be offered beside the one that was written."""

from bot.query.errors import QueryError
from bot.query.grammar import parse
from bot.query.tree import And, Or, Phrase, Query, Tree

_EDGES = ".,:;!?'‘’"


def all_words(query: Query) -> Query | None:
    """The rule with each run of bare words taken apart, so that all its words may stand anywhere.

    What is quoted, in a field or negated stays. None where nothing can be taken apart.
    """
    tree = _taken_apart(query.tree)
    if tree == query.tree:
        return None
    try:
        return parse(str(tree))
    except QueryError:  # a word that cannot stand alone
        return None


def _taken_apart(tree: Tree) -> Tree:
    match tree:
        case And(terms):
            apart = [_taken_apart(term) for term in terms]
            return And(
                tuple(one for term in apart for one in (term.terms if isinstance(term, And) else (term,)))
            )
        case Or(terms):
            return Or(tuple(_taken_apart(term) for term in terms))
        case Phrase(field=None, quoted=False):
            words = _words(tree.text)
            parts = [Phrase(word) for word in words[:-1]]
            return And((*parts, Phrase(words[-1], prefix=tree.prefix))) if parts else tree
        case _:
            return tree


def _words(text: str) -> list[str]:
    """The words of a run; a letter alone stays with the word behind it, or at the end with the one before."""
    words: list[str] = []
    letter = ""
    for word in filter(None, (part.strip(_EDGES) for part in text.split())):
        if sum(map(str.isalnum, word)) < 2:
            letter += f"{word} "
        else:
            words.append(letter + word)
            letter = ""
    if letter and words:
        words[-1] += f" {letter.strip()}"
    return words or [text]
