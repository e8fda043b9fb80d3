"""Which readings are one paper: pure, and the same whatever order they arrive in.

Readings that share a key are looked at together; only what is listed here joins two of them, and a resemblance
never does. Joining is for life in the eyes of people, so when in doubt two papers stay two.

Sure, and passed on from reading to reading:

- same title, same authors; case, accents, markup and the order of names aside. For front matter ("Preface",
  "Editorial") the venue and the year must agree too: those recur with the same authors.
- same identifier (arXiv, DOI, OpenReview, a conference's own page), unless title and authors both contradict it.
- same long abstract under two titles, if most of the authors are the same. Without the authors this is no
  evidence: publishers have printed one paper's abstract with another paper.
- a link: a list of abstracts and a table of titles tell of one paper, see bot.linking.
- two halves of one record: same venue, year and two or more authors, one with an abstract and no status, the
  other with a status and no abstract, alone of their kind, with three words of the title in common. So a
  conference's page (old title) and its proceedings (new title) list one paper.

Weak, where one side lacks title or authors, and only if it points at one paper and not at two:

- same title, if the abstracts agree, or venue and year do and one of the two has no abstract.
- same abstract, if long or if neither has a title.
"""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import combinations, pairwise
from typing import Final

from bot.models import Reading
from bot.text.fold import fold, squeeze, stem, tokens
from bot.text.plain import plain

LONG: Final = 300  # letters, some 50 words: no two works open with the same ones by chance
WORN: Final = 200  # readings that differ and share a key; what so many share tells nothing about one paper
WORDS_IN_COMMON: Final = 3

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


_venue = lru_cache(squeeze)  # a list says the same at every record


def _letters(text: str) -> str:
    """Much like squeeze(), at a tenth of its cost, for what is long or many and only compared with its like."""
    folded = (
        text.lower() if text.isascii() else fold(text)
    )  # what else folding does to ASCII goes with punctuation
    return folded.encode("utf-8", "replace").translate(None, _PUNCTUATION).decode("utf-8", "replace")


def paper_id(one: Witness, attempt: int = 0) -> str:
    """The public id a paper has if this is all that is known of it: ``p`` and 15 hexadecimal digits.

    Args:
        one: the reading.
        attempt: how many ids were found to be another paper's; with 60 bits hardly ever other than 0.
    """
    return f"p{_number('id', *_identity(one), attempt or ''):015x}"


def keys(one: Witness) -> tuple[int, ...]:
    """Numbers of 60 bits; readings of one paper share one. The first is that of paper_id().

    Sharing one proves nothing yet, see groups().
    """
    found = [_number("id", *_identity(one), "")]
    found += [_number("same", str(identifier)) for identifier in one.reading.identifiers]
    if one.same_title:
        found.append(_number("title", *_titled(one)))
    if one.same_abstract and (len(one.same_abstract) >= LONG or not one.same_title):
        found.append(_number("abstract", one.same_abstract))
    if one.half:
        found.append(_number("half", *one.venue, *sorted(one.same_authors)))
    return tuple(found)


def link_key(untitled: int, titled: int) -> int:
    """The number that two readings share which are linked, made from the first key of each."""
    return _number("link", untitled, titled)


def groups(witnesses: Sequence[Witness]) -> tuple[tuple[int, ...], ...]:
    """The witnesses by paper, as positions; the papers in the order of their first witness.

    Right when everything that shares a key with one of the witnesses is among them.
    """
    if len(witnesses) == 1:
        return ((0,),)
    joined = _Joined(len(witnesses))
    distinct = _distinct(witnesses, joined)  # a paper may be listed in a thousand files
    _join_sure(distinct, joined)
    _join_halves(distinct, joined)
    _join_weak(distinct, joined)
    return joined.groups()


def linked(keys_of_each: Sequence[Iterable[Hashable]]) -> tuple[tuple[int, ...], ...]:
    """Positions by who shares keys with whom, directly or through others; in the order of their first."""
    joined = _Joined(len(keys_of_each))
    for bucket in _by((key, at) for at, some in enumerate(keys_of_each) for key in some):
        for one, other in pairwise(bucket):
            joined.join(one, other)
    return joined.groups()


def edited(old: Witness, new: Witness) -> bool:
    """Whether ``new``, read where ``old`` stood, is the same record mended rather than another one."""
    if set(old.reading.identifiers) & set(new.reading.identifiers):
        return True
    return (bool(old.same_title) and old.same_title == new.same_title) or (
        bool(old.same_abstract) and old.same_abstract == new.same_abstract
    )


def _identity(one: Witness) -> tuple[Hashable, ...]:
    """What a reading is known by; readings with the same are one paper."""
    authors = sorted(one.same_authors)
    if one.named:
        return ("named", *_titled(one), *authors)
    if one.same_title:
        return ("titled", *_titled(one), *([one.same_abstract] if one.same_abstract else one.venue))
    if one.same_abstract:
        return ("untitled", one.same_abstract, *authors)
    return ("bare", *sorted(map(str, one.reading.identifiers)), *authors, *one.venue)


def _titled(one: Witness) -> tuple[Hashable, ...]:
    return (one.same_title, *one.venue) if one.front_matter else (one.same_title,)


def _number(*parts: Hashable) -> int:
    text = "\x1f".join(map(str, parts))
    return int.from_bytes(sha256(text.encode("utf-8", "replace")).digest()[:8], "big") >> 4


class _Joined:
    """Disjoint sets of positions."""

    def __init__(self, size: int) -> None:
        self._parent = list(range(size))

    def root(self, one: int) -> int:
        while self._parent[one] != one:
            self._parent[one] = self._parent[self._parent[one]]
            one = self._parent[one]
        return one

    def join(self, one: int, other: int) -> None:
        low, high = sorted((self.root(one), self.root(other)))
        self._parent[high] = low

    def groups(self) -> tuple[tuple[int, ...], ...]:
        found: dict[int, list[int]] = defaultdict(list)
        for one in range(len(self._parent)):
            found[self.root(one)].append(one)
        return tuple(map(tuple, found.values()))


Placed = Mapping[int, Witness]
"""Witnesses by position."""


def _distinct(witnesses: Sequence[Witness], joined: _Joined) -> dict[int, Witness]:
    first: dict[Hashable, int] = {}
    for at, one in enumerate(witnesses):
        told = (one.same_title, one.same_authors, one.same_abstract, one.venue, one.half)
        joined.join(first.setdefault((*told, frozenset(one.reading.identifiers)), at), at)
    return {at: witnesses[at] for at in first.values()}


def _by(pairs: Iterable[tuple[Hashable, int]]) -> Iterator[list[int]]:
    found: dict[Hashable, list[int]] = defaultdict(list)
    for key, at in pairs:
        found[key].append(at)
    return iter(found.values())


def _pairs(bucket: Sequence[int]) -> Iterator[tuple[int, int]]:
    return combinations(bucket, 2) if len(bucket) <= WORN else iter(())


def _join_sure(placed: Placed, joined: _Joined) -> None:
    for bucket in _by((_identity(one), at) for at, one in placed.items()):
        for one, other in pairwise(bucket):
            joined.join(one, other)
    for bucket in _by((link, at) for at, one in placed.items() for link in one.links):
        for one, other in pairwise(bucket):
            joined.join(one, other)
    for bucket in _by((known, at) for at, one in placed.items() for known in set(one.reading.identifiers)):
        for one, other in _pairs(bucket):
            if not _contradict(placed[one], placed[other]):
                joined.join(one, other)
    long = {at: one for at, one in placed.items() if one.named and len(one.same_abstract) >= LONG}
    for bucket in _by((one.same_abstract, at) for at, one in long.items()):
        for one, other in _pairs(bucket):
            if _mostly_same(placed[one].same_authors, placed[other].same_authors):
                joined.join(one, other)


def _contradict(one: Witness, other: Witness) -> bool:
    """Whether a shared identifier must be a mistake of some source."""
    if not one.named or not other.named or one.same_title == other.same_title:
        return False
    return not _mostly_same(one.same_authors, other.same_authors)


def _mostly_same(some: frozenset[str], others: frozenset[str]) -> bool:
    return 2 * len(some & others) > max(len(some), len(others))


def _join_halves(placed: Placed, joined: _Joined) -> None:
    halves = {at: one for at, one in placed.items() if one.half}
    for bucket in _by(((one.venue, one.same_authors), at) for at, one in halves.items()):
        with_abstract = [at for at in bucket if placed[at].same_abstract]
        with_status = [at for at in bucket if not placed[at].same_abstract]
        if (
            len({joined.root(at) for at in with_abstract})
            == len({joined.root(at) for at in with_status})
            == 1
        ):
            words = [_title_words(placed[at] for at in side) for side in (with_abstract, with_status)]
            if len(words[0] & words[1]) >= WORDS_IN_COMMON:
                joined.join(with_abstract[0], with_status[0])


def _title_words(some: Iterable[Witness]) -> set[str]:
    return {stem(word) for one in some for word in tokens(one.title) if len(word) > 3}


def _join_weak(placed: Placed, joined: _Joined) -> None:
    anchors = {joined.root(at) for at, one in placed.items() if one.named}
    pulls: list[tuple[int, int]] = []
    titled = _by((_titled(one), at) for at, one in placed.items() if one.same_title)
    described = _by((one.same_abstract, at) for at, one in placed.items() if one.same_abstract)
    for bucket in (*titled, *described):
        if all(placed[at].named for at in bucket):
            continue
        for one, other in _pairs(bucket):
            if not _agree(placed[one], placed[other]):
                continue
            floating = [at for at in (one, other) if joined.root(at) not in anchors]
            if len(floating) == 2:
                joined.join(one, other)
            elif floating:
                pulls.append((one, other) if floating == [one] else (other, one))
    wanted: dict[int, set[int]] = defaultdict(set)
    for floating_one, anchored in pulls:
        wanted[joined.root(floating_one)].add(joined.root(anchored))
    for floating_root, papers in wanted.items():
        if len(papers) == 1:
            joined.join(floating_root, papers.pop())


def _agree(one: Witness, other: Witness) -> bool:
    """Whether two readings, one of them without title or authors, may tell of one paper."""
    both_have_authors = one.same_authors and other.same_authors
    if both_have_authors and not _mostly_same(one.same_authors, other.same_authors):
        return False
    if one.same_title and other.same_title:
        if _titled(one) != _titled(other) or both_have_authors:
            return False
        if not one.same_abstract or not other.same_abstract:
            return one.venue == other.venue
        short, long = sorted((one.same_abstract, other.same_abstract), key=len)
        return short == long or (len(short) >= LONG and long.startswith(short))
    untitled = not one.same_title and not other.same_title
    return one.same_abstract == other.same_abstract and (untitled or len(one.same_abstract) >= LONG)
