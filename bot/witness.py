"""A reading beside what it is compared by, and the keys by which readings of one paper find each other: pure."""

import re
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final

from bot.models import Reading
from bot.text.fold import fold, squeeze
from bot.text.plain import plain

LONG: Final = 300  # letters, some 50 words: no two works open with the same ones by chance

_PUNCTUATION: Final = bytes(code for code in range(128) if not chr(code).isalnum())
_FRONT_MATTER: Final = re.compile(
    r"(?:.*(?:conference|proceedings|symposium|workshop)\w*)?"
    r"(?:preface|foreword|editorial|introduction|welcome|frontmatter|backmatter|contents|tableofcontents|index|"
    r"authorindex|acknowledge?ments?|bookofabstracts|poster|posters|demo|keynote|invitedtalk|tutorial|panel|"
    r"untitled|title|abstract|placeholder|withdrawn?|withdrawal|testoftimeaward)"
)


@dataclass(frozen=True, slots=True)
class Witness:
    """A reading beside what it is compared by, folded and without blanks and punctuation.

    Attributes:
        reading: as its source has it.
        title: readable, maybe empty.
        abstract: readable, maybe empty.
        same_title: empty also where the title has no letter or digit.
        same_authors: their names.
        same_abstract: empty also where the abstract has no letter or digit.
        venue: and the year.
        front_matter: whether the title is one that recurs.
        links: keys of the links that join it with another reading, see link_key().
    """

    reading: Reading
    title: str
    abstract: str
    same_title: str
    same_authors: frozenset[str]
    same_abstract: str
    venue: tuple[str, int | None]
    front_matter: bool
    links: frozenset[int] = frozenset()

    @property
    def named(self) -> bool:
        """Whether it has both title and authors, which is what tells papers apart."""
        return bool(self.same_title and self.same_authors)

    @property
    def half(self) -> bool:
        """Whether exactly one of abstract and status is missing where all else that matters is there."""
        venue, year = self.venue
        whole = venue and year and self.same_title and len(self.same_authors) > 1
        return bool(whole) and bool(self.same_abstract) != bool(self.reading.status)


def witness(reading: Reading) -> Witness:
    """The reading, made comparable."""
    title, abstract = plain(reading.title), plain(reading.abstract)
    same_title = squeeze(title)
    return Witness(
        reading,
        title,
        abstract,
        same_title,
        frozenset(filter(None, map(_letters, reading.authors))),
        _letters(abstract),
        (_venue(reading.venue), reading.year),
        _FRONT_MATTER.fullmatch(same_title) is not None,
    )


def paper_id(one: Witness, attempt: int = 0) -> str:
    """The public id a paper has if this is all that is known of it: ``p`` and 15 hexadecimal digits.

    Args:
        one: the reading.
        attempt: how many ids were found to be another paper's; with 60 bits hardly ever other than 0.
    """
    return f"p{_number('id', *identity(one), attempt or ''):015x}"


def keys(one: Witness) -> tuple[int, ...]:
    """Numbers of 60 bits; readings of one paper share one. The first is that of paper_id().

    Sharing one proves nothing yet, see bot.joining.groups.
    """
    found = [_number("id", *identity(one), "")]
    found += [_number("same", str(identifier)) for identifier in one.reading.identifiers]
    if one.same_title:
        found.append(_number("title", *title_identity(one)))
    if one.same_abstract and (len(one.same_abstract) >= LONG or not one.same_title):
        found.append(_number("abstract", one.same_abstract))
    if one.half:
        found.append(_number("half", *one.venue, *sorted(one.same_authors)))
    return tuple(found)


def link_key(untitled: int, titled: int) -> int:
    """The number that two readings share which are linked, made from the first key of each."""
    return _number("link", untitled, titled)


def edited(old: Witness, new: Witness) -> bool:
    """Whether ``new``, read where ``old`` stood, is the same record mended rather than another one."""
    if set(old.reading.identifiers) & set(new.reading.identifiers):
        return True
    return (bool(old.same_title) and old.same_title == new.same_title) or (
        bool(old.same_abstract) and old.same_abstract == new.same_abstract
    )


def identity(one: Witness) -> tuple[Hashable, ...]:
    """What a reading is known by; readings with the same are one paper."""
    authors = sorted(one.same_authors)
    if one.named:
        return ("named", *title_identity(one), *authors)
    if one.same_title:
        return ("titled", *title_identity(one), *([one.same_abstract] if one.same_abstract else one.venue))
    if one.same_abstract:
        return ("untitled", one.same_abstract, *authors)
    return ("bare", *sorted(map(str, one.reading.identifiers)), *authors, *one.venue)


def title_identity(one: Witness) -> tuple[Hashable, ...]:
    """What its title is known by: for one that recurs, also venue and year."""
    return (one.same_title, *one.venue) if one.front_matter else (one.same_title,)


_venue = lru_cache(squeeze)  # a list says the same at every record


def _letters(text: str) -> str:
    """Much like squeeze(), at a tenth of its cost, for what is long or many and only compared with its like."""
    folded = (
        text.lower() if text.isascii() else fold(text)
    )  # what else folding does to ASCII goes with punctuation
    return folded.encode("utf-8", "replace").translate(None, _PUNCTUATION).decode("utf-8", "replace")


def _number(*parts: Hashable) -> int:
    text = "\x1f".join(map(str, parts))
    return int.from_bytes(sha256(text.encode("utf-8", "replace")).digest()[:8], "big") >> 4
