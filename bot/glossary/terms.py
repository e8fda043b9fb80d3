"""Terms: the file ``terms.tsv`` beside this one, a term a line, that anyone can extend."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

HOME: Final = Path(__file__).parent
SEPARATOR: Final = ";"
COLUMNS: Final = 3


@dataclass(frozen=True, slots=True)
class Term:
    """What a Chinese term is called in English.

    Attributes:
        chinese: in simplified characters.
        english: the usual form first; empty for words that only ask or bind.
    """

    chinese: str
    english: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """All terms.

    Attributes:
        by_key: terms by each of their spellings, in simplified characters and small letters.
        simplified: traditional characters and their simplified forms, for ``str.translate``.
        longest: characters of the longest key.
    """

    by_key: Mapping[str, Term]
    simplified: Mapping[int, str]
    longest: int

    def key(self, text: str) -> str:
        """The text as keys are spelt, character for character."""
        return "".join(small if len(small := char.lower()) == 1 else char for char in text).translate(
            self.simplified
        )


@cache
def terms() -> Terms:
    """The terms of the file; read when first asked for, in some 20 ms."""
    return read((HOME / "terms.tsv").read_text(encoding="utf-8").splitlines())


def read(lines: Iterable[str]) -> Terms:
    """Terms from lines of three columns with tabs between.

    The first column is the term in simplified characters; the second its traditional forms, of which the first
    is the same word character for character; the third its English forms, the usual one first, and empty for
    words that only ask or bind. Forms have semicolons between. Lines that begin with ``#`` are comments.

    Raises:
        ValueError: a line has no three columns, or no term.
    """
    rows = list(_rows(lines))
    simplified = _simplified(rows)
    bare = Terms({}, simplified, 0)
    by_key: dict[str, Term] = {}
    for chinese, traditional, english in rows:
        term = Term(chinese, english)
        by_key[bare.key(chinese)] = term
        for form in traditional:
            by_key.setdefault(bare.key(form), term)
    return Terms(by_key, simplified, max(map(len, by_key), default=0))


_Row = tuple[str, tuple[str, ...], tuple[str, ...]]


def _rows(lines: Iterable[str]) -> Iterator[_Row]:
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != COLUMNS or not columns[0].strip():
            raise ValueError(f"terms, line {number}: not a term, its traditional and its English forms")
        chinese, traditional, english = columns
        yield chinese.strip(), _forms(traditional), _forms(english)


def _forms(column: str) -> tuple[str, ...]:
    return tuple(form.strip() for form in column.split(SEPARATOR) if form.strip())


def _simplified(rows: Iterable[_Row]) -> dict[int, str]:
    """What the terms teach of characters; one that stands in a simplified term is simplified itself."""
    seen = {char for chinese, _, _ in rows for char in chinese}
    pairs = Counter(
        (old, new)
        for chinese, traditional, _ in rows
        for form in (traditional if len(chinese) == 1 else traditional[:1])
        if len(form) == len(chinese)
        for old, new in zip(form, chinese, strict=True)
        if old not in seen
    )
    return {ord(old): new for (old, new), _ in reversed(pairs.most_common())}
