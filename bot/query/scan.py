"""The words and signs of a query: text in, tokens out, each with its column.

What was decided where the language leaves a choice, always so that nothing is dropped in silence:

- A negation takes the whole term behind it, and a run of bare words is one term: ``-federated learning``
  leaves out the phrase.
- A dash alone, two dashes, and the signs of other languages (``|``, ``&``, ``+word``, ``!word``) are refused.
- A word with a colon is a field. Where the word is none of the fields, it is text only if it can be a title's
  beginning: a space and a bare word follow, and no field is spelt nearly so (``MetaGPT: Meta programming``).
- A line break is an OR only between two terms; beside brackets and operators it is white space.
"""

import difflib
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from bot.query.errors import QueryError
from bot.query.tree import FIELDS, YEAR, FieldName, Phrase, Term, Years
from bot.text.words import DASHES, LONG_DASHES

LONGEST: Final = 2_000  # code points: a Discord message, and read well within 100 ms
DEEPEST: Final = 30  # brackets within brackets

TERM, AND, OR, NOT, LEFT, RIGHT = "TERM", "AND", "OR", "NOT", "LEFT", "RIGHT"
_OPERATORS: Final = {"AND": AND, "OR": OR, "NOT": NOT, "与": AND, "或": OR, "非": NOT}

# One sign for those that mean the same, one code point for one, so that columns stay.
_SAME: Final = str.maketrans(
    {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
    | {ord(quote): '"' for quote in "“”„‟«»「」『』《》〝〞"}
    | {ord(dash): "-" for dash in DASHES + LONG_DASHES}
    | {ord("、"): ",", ord("∗"): "*"}
)
_SEPARATORS: Final = ",;"
_WORD: Final = re.compile(r'[^\s"(),;]+')
_SPACES: Final = re.compile(r"[^\S\n]*")
_FIELD: Final = re.compile(r"([^\W\d_]+):")
_FIELD_LIKE: Final = re.compile(r"[^\W\d_]+:\S")
_QUOTES: Final = "'‘’‚‛"
_SINGLE: Final = re.compile(
    rf"""[{_QUOTES}]([^\s"][^"]*?)[{_QUOTES}](?![^\W_])"""
)  # 'so', and not the '90s or Newton's
_YEARS: Final = re.compile(r"([1-9][0-9]{3})?(?:(\.{2,3}|…)([1-9][0-9]{3})?)?")
_FOREIGN: Final = {"|": "OR", "||": "OR", "&": "AND", "&&": "AND"}
_NEAR: Final = {
    **dict.fromkeys(("au", "by", "writer", "作者"), "author"),
    **dict.fromkeys(("ti", "headline", "标题", "题目"), "title"),
    **dict.fromkeys(("abs", "summary", "body", "text", "摘要"), "abstract"),
    **dict.fromkeys(("conference", "conf", "journal", "会议", "期刊"), "venue"),
    **dict.fromkeys(("cat", "topic", "subject", "tag", "keyword", "分类", "类别"), "category"),
    **dict.fromkeys(("from", "site", "feed", "来源"), "source"),
    **dict.fromkeys(("date", "published", "since", "before", "after", "年", "年份"), YEAR),
}


class Token(NamedTuple):
    """A sign or a term.

    Attributes:
        kind: TERM, AND, OR, NOT, LEFT or RIGHT.
        at: column from 1.
        term: of a TERM.
        text: as written.
    """

    kind: str
    at: int
    text: str
    term: Term | None = None

    def __str__(self) -> str:
        return self.text  # lark asks for every token's, and has no use for more


def scan(text: str) -> list[Token]:
    """The query's tokens, in order; linear in its length.

    Raises:
        QueryError: something in it is no part of the language.
    """
    if len(text) > LONGEST:
        raise QueryError("query-long", text, LONGEST + 1, limit=LONGEST)
    return list(_Scanner(text).tokens())


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.same = text.translate(_SAME)
        self.at = 0
        self.last = LEFT  # the kind of the last token; a query begins as a bracket does

    def fail(self, key: str, at: int, **told: str | int) -> QueryError:
        return QueryError(key, self.text, at + 1, **told)

    def tokens(self) -> Iterator[Token]:
        held: Token | None = None  # a line break that may yet prove an OR
        depth = 0
        while (token := self.token()) is not None:
            if token.text == "\n":
                held = token if self.last in (TERM, RIGHT) else None
                continue
            if held is not None and token.kind in (TERM, NOT, LEFT):
                yield held
            held = None
            depth += (token.kind == LEFT) - (token.kind == RIGHT)
            if depth > DEEPEST:
                raise self.fail("query-deep", token.at - 1, limit=DEEPEST)
            self.last = token.kind
            yield token

    def token(self) -> Token | None:
        self.at = self.spaces(self.at)
        if self.at == len(self.same):
            return None
        at, sign = self.at, self.same[self.at]
        if phrase := self.quoted():
            return Token(TERM, at + 1, "", replace(phrase, at=at + 1))
        if sign == "-":
            self.negation()
            return Token(NOT, at + 1, "-")
        if sign in "\n,;()":
            self.at += 1
            return Token({"(": LEFT, ")": RIGHT}.get(sign, OR), at + 1, sign)
        word = self.word()
        if word in _OPERATORS:
            self.at += len(word)
            return Token(_OPERATORS[word], at + 1, word)
        term = self.fielded(word) or self.run()
        return Token(TERM, at + 1, "", term)

    def spaces(self, at: int) -> int:
        """Where white space ends that begins there; line breaks are none."""
        found = _SPACES.match(self.same, at)
        return found.end() if found else at

    def word(self) -> str:
        found = _WORD.match(self.same, self.at)
        return found[0] if found else ""

    def negation(self) -> None:
        at = self.at
        before = self.same[at - 1 : at]
        behind = self.same[at + 1 : at + 2]
        if before and not before.isspace() and before not in "(,;":
            raise self.fail("query-dash-joined", at)
        if behind == "-":
            raise self.fail("query-dash-twice", at)
        if not behind or behind.isspace() or behind in "),;":
            raise self.fail("query-dash-alone", at)
        self.at += 1

    def quoted(self) -> Phrase | None:
        """The phrase in quotes that begins here, if one does."""
        begin = self.at
        single = self.single(begin)
        if single is None and self.same[begin : begin + 1] != '"':
            return None
        end = single.end() - 1 if single else self.same.find('"', begin + 1)
        if end < 0:
            raise self.fail("query-quote-open", begin)
        text = " ".join(self.text[begin + 1 : end].split())
        self.at = end + 1
        if self.same[self.at : self.at + 1] == "*":
            raise self.fail("query-star-quoted", self.at)
        if not text:
            raise self.fail("query-quote-empty", begin)
        return Phrase(text, quoted=True)

    def single(self, at: int) -> re.Match[str] | None:
        """What single quotes enclose that open at a term's beginning."""
        return _SINGLE.match(self.same, at)

    def run(self) -> Phrase:
        """Bare words up to the next sign, quote, operator, field or line break."""
        begin = end = self.at
        while word := self.word():
            if word in _OPERATORS or word.startswith("-") or self.single(self.at):
                break
            if end > begin and self.begins_field(word):
                break
            self.check(word)
            if self.same[end - 1] == "*" and end > begin:
                raise self.fail("query-star-inside", end - 1)
            self.at = end = self.at + len(word)
            self.at = self.spaces(self.at)
        self.at = end
        prefix = self.same[end - 1] == "*"
        return self.bare(begin, end, prefix=prefix)

    def bare(self, begin: int, end: int, *, prefix: bool) -> Phrase:
        text = " ".join(self.text[begin : end - prefix].split())
        return Phrase(text, prefix=prefix, at=begin + 1)

    def check(self, word: str) -> None:
        """Refuses stars out of place and the signs of other languages."""
        if word in _FOREIGN or "|" in word:
            sign = word if word in _FOREIGN else "|"
            raise self.fail("query-foreign", self.at + word.index(sign), sign=sign, ours=_FOREIGN[sign])
        if word[0] in "+!" and any(map(str.isalnum, word)):
            raise self.fail(
                "query-plus" if word[0] == "+" else "query-bang", self.at, word=word.lstrip("+!") or word
            )
        star = word.find("*")
        if star < 0:
            return
        if star < len(word) - 1:
            raise self.fail("query-star-inside", self.at + star)
        if not word.strip("*"):
            raise self.fail("query-star-alone", self.at)
        if not word[-2].isalnum() or sum(map(str.isalnum, word)) < 2:
            raise self.fail("query-star-short", self.at + star, word=self.text[self.at : self.at + star + 1])

    def begins_field(self, word: str) -> bool:
        found = _FIELD.match(word)
        return found is not None and (
            found[1].lower() in (*FIELDS, YEAR) or _FIELD_LIKE.match(word) is not None or not self.title(word)
        )

    def title(self, word: str) -> bool:
        """Whether a word with a colon can be the beginning of a title."""
        colon = word.index(":")
        if _nearest(word[:colon].lower()) is not None:
            return False
        if self.text[self.at + colon] == "：":  # which stands without a space
            return True
        behind = self.at + len(word)
        follows = _WORD.match(self.same, self.spaces(behind))
        return (
            word.endswith(":")
            and follows is not None
            and follows.start() > behind
            and follows[0] not in _OPERATORS
        )

    def fielded(self, word: str) -> Term | None:
        found = _FIELD.match(word)
        if found is None:
            return None
        name, begin = found[1].lower(), self.at
        if name in ("http", "https") and word[found.end() :].startswith("//"):
            raise self.fail("query-link", begin, link=word)
        if name not in (*FIELDS, YEAR):
            if self.title(word):
                return None
            near = _nearest(name)
            raise self.fail(
                "query-field-near" if near else "query-field",
                begin,
                field=self.text[begin : begin + len(found[1])],
                near=near or "",
                fields=", ".join((*FIELDS, YEAR)),
            )
        self.at = self.spaces(begin + found.end())
        value = self.value(name, begin)
        if name == YEAR:
            return self.years(value, begin)
        return replace(value, field=_field(name), at=begin + 1)

    def value(self, name: str, begin: int) -> Phrase:
        if phrase := self.quoted():
            return phrase
        if self.same[self.at : self.at + 1] == "(":
            raise self.fail("query-field-bracket", self.at, field=name)
        word = self.word()
        if not word or word in _OPERATORS:
            raise self.fail("query-field-empty", begin, field=name)
        if word.startswith("-"):
            raise self.fail("query-field-dash", self.at, field=name)
        self.check(word)
        start = self.at
        self.at += len(word)
        return self.bare(start, self.at, prefix=word.endswith("*"))

    def years(self, value: Phrase, begin: int) -> Years:
        found = None if value.prefix else _YEARS.fullmatch(value.text.translate(_SAME))
        if found is None or not (found[1] or found[3]):
            raise self.fail("query-year", begin, year=value.text + "*" * value.prefix)
        first = int(found[1]) if found[1] else None
        last = int(found[3]) if found[3] else None if found[2] else first
        if first is not None and last is not None and last < first:
            raise self.fail("query-year-order", begin, first=str(first), last=str(last))
        return Years(first, last, at=begin + 1)


def _field(name: str) -> FieldName:
    return next(field for field in FIELDS if field == name)


def _nearest(name: str) -> str | None:
    """The field that was perhaps meant."""
    close = difflib.get_close_matches(name[:20], (*FIELDS, YEAR), 1, 0.75)
    return _NEAR.get(name) or (close[0] if close else None)
