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

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final

from bot.text.fold import stem, tokens
from bot.witness import LONG, Witness, identity, title_identity

WORN: Final = 200  # readings that differ and share a key; what so many share tells nothing about one paper
WORDS_IN_COMMON: Final = 3


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
    for bucket in _by((identity(one), at) for at, one in placed.items()):
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
    by_title = _by((title_identity(one), at) for at, one in placed.items() if one.same_title)
    by_abstract = _by((one.same_abstract, at) for at, one in placed.items() if one.same_abstract)
    for bucket in (*by_title, *by_abstract):
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
        if title_identity(one) != title_identity(other) or both_have_authors:
            return False
        if not one.same_abstract or not other.same_abstract:
            return one.venue == other.venue
        short, long = sorted((one.same_abstract, other.same_abstract), key=len)
        return short == long or (len(short) >= LONG and long.startswith(short))
    untitled = not one.same_title and not other.same_title
    return one.same_abstract == other.same_abstract and (untitled or len(one.same_abstract) >= LONG)
