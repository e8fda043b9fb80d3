"""How terms and operators bind: NOT tightest, then AND, written or not, then OR."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from lark import Lark, Transformer, UnexpectedToken
from lark import Token as LarkToken
from lark.lexer import Lexer

from bot.query import scan
from bot.query.checks import check
from bot.query.errors import QueryError
from bot.query.tree import And, Not, Or, Query, Tree

_GRAMMAR: Final = """
    start: any
    any: all (OR all)*
    all: one (AND? one)*
    ?one: NOT one          -> negated
        | LEFT any RIGHT   -> bracket
        | TERM             -> term
    %declare OR AND NOT LEFT RIGHT TERM
"""


@lru_cache(maxsize=1 << 12)
def parse(text: str) -> Query:
    """Reads a query as people type it.

    Raises:
        QueryError: it cannot be read, or is refused; it says where, why, and what to type instead.
    """
    tokens = scan.scan(text)
    if not tokens:
        raise QueryError("query-empty", text, 1)
    _check_brackets(tokens, text)
    try:
        tree: Any = _parser.parse(tokens)
    except UnexpectedToken as error:
        raise _misplaced(tokens, error.token, text) from None
    check(tree, text)
    return Query(tree, text)


class _Tokens(Lexer):
    """Hands our tokens to lark."""

    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, tokens: Any) -> Iterator[LarkToken]:  # type: ignore[override]  # as lark's guide has it
        for number, token in enumerate(tokens):
            yield LarkToken(token.kind, token, start_pos=number)


class _Builder(Transformer[LarkToken, Tree]):
    """Builds the tree while lark reads."""

    def start(self, parts: list[Tree]) -> Tree:
        return parts[0]

    def any(self, parts: list[Any]) -> Tree:
        terms = [part for part in parts if not isinstance(part, LarkToken)]
        flat = [one for term in terms for one in (term.terms if isinstance(term, Or) else (term,))]
        return Or(tuple(flat)) if len(flat) > 1 else flat[0]

    def all(self, parts: list[Any]) -> Tree:
        terms = [part for part in parts if not isinstance(part, LarkToken)]
        flat = [one for term in terms for one in (term.terms if isinstance(term, And) else (term,))]
        return And(tuple(flat)) if len(flat) > 1 else flat[0]

    def negated(self, parts: list[Any]) -> Tree:
        sign, term = parts
        return term.term if isinstance(term, Not) else Not(term, sign.value.at)

    def bracket(self, parts: list[Any]) -> Tree:
        return parts[1]  # type: ignore[no-any-return]  # what any() returned

    def term(self, parts: list[Any]) -> Tree:
        return parts[0].value.term  # type: ignore[no-any-return]  # a scanned TERM has its term


_parser: Final = Lark(_GRAMMAR, parser="lalr", lexer=_Tokens, transformer=_Builder())


def _check_brackets(tokens: list[scan.Token], text: str) -> None:
    open_at: list[int] = []
    for token in tokens:
        if token.kind == scan.LEFT:
            open_at.append(token.at)
        elif token.kind == scan.RIGHT:
            if not open_at:
                raise QueryError("query-bracket-close", text, token.at)
            open_at.pop()
    if open_at:
        raise QueryError("query-bracket-open", text, open_at[-1])


def _misplaced(tokens: list[scan.Token], found: LarkToken, text: str) -> QueryError:
    """The error for a sign that has nothing on one side of it; brackets are balanced."""
    ended = found.type == "$END"
    number = len(tokens) if ended else found.start_pos or 0
    before = tokens[number - 1] if number else None
    after = None if ended else tokens[number]
    if before is not None and before.kind == scan.LEFT and after is not None and after.kind == scan.RIGHT:
        return QueryError("query-bracket-empty", text, before.at)
    if before is not None and before.kind in (scan.AND, scan.OR, scan.NOT):
        return QueryError("query-dangling", text, before.at, sign=before.text)
    wrong = after or tokens[-1]
    return QueryError("query-dangling-left", text, wrong.at, sign=wrong.text)
