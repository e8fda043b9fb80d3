"""A paper as matching sees it: its texts by field, cut into words when first asked for."""

import re
from functools import lru_cache
from typing import Final

from bot.models import Paper
from bot.query.tree import FieldName
from bot.text.fold import squeeze
from bot.text.words import Words, words_of

_KEPT: Final = 8_192  # texts, of perhaps 8 kB each; documents are held by the thousand, their words are not
_NAMES: Final = frozenset(("author", "venue", "category", "source"))


_cut = lru_cache(maxsize=_KEPT)(words_of)
_SIGNS: Final = re.compile("[‐-―‘’“”…]+")  # no letters, and no parts of any
_NO_LETTER: Final = bytes(code for code in range(128) if not chr(code).isalnum())
_NOT_PLAIN: Final = "\\^_`{}"  # ASCII that folding may take for more than what it is


def _letters(text: str) -> tuple[str, bool]:
    """Holds whatever phrase the text holds, and whether these are just its letters, as they are of plain ASCII.

    That takes a thirtieth of the time that folding takes.
    """
    if not text.isascii():
        text = _SIGNS.sub("", text)  # most of what is not ASCII is quotes and dashes
    if text.isascii() and not any(map(text.__contains__, _NOT_PLAIN)):
        return text.lower().encode().translate(None, _NO_LETTER).decode(), True
    return squeeze(text), False


class Document:
    """A paper ready to be matched against many queries; built once, and cheap to hold.

    Without ``title:`` or ``abstract:`` a query looks into both, never into the people and places around them.
    A paper without a title answers to ``title:`` by its heading, which is what a reader sees in its place.
    """

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self._letters: dict[FieldName | None, tuple[str, bool]] = {}

    @property
    def year(self) -> int | None:
        """The year of publication, as far as it is known."""
        published = self.paper.published
        return self.paper.year or (published.year if published else None)

    def texts(self, field: FieldName) -> tuple[str, ...]:
        """The readable texts of a field, most important first; Spot.text counts them."""
        paper = self.paper
        match field:
            case "title":
                return (paper.title or paper.heading, *paper.other_titles)
            case "abstract":
                return (paper.abstract,)
            case "author":
                return paper.authors
            case "venue":
                return (paper.venue,)
            case "category":
                return paper.keywords
            case "source":
                schemes = (identifier.scheme for identifier in paper.identifiers)
                return (*dict.fromkeys(schemes), *dict.fromkeys(source.file for source in paper.sources))

    def words(self, field: FieldName, *, as_written: bool = False) -> tuple[Words, ...]:
        """The words of each text of a field; in names they are always as written."""
        return tuple(_cut(text, as_written=as_written or field in _NAMES) for text in self.texts(field))

    def letters(self, field: FieldName | None) -> tuple[str, bool]:
        """The folded letters of a field without anything between; of title and abstract for None.

        What a quick look goes through before any text is cut into words. And whether nothing but letters became
        letters, as the sign × does.
        """
        if field not in self._letters:
            fields: tuple[FieldName, ...] = ("title", "abstract") if field is None else (field,)
            self._letters[field] = _letters("\n".join(text for one in fields for text in self.texts(one)))
        return self._letters[field]

    def has_sign(self, sign: str) -> bool:
        """Whether a sign such as ``++`` stands anywhere in title or abstract."""
        return any(sign in text for text in (*self.texts("title"), *self.texts("abstract")))
