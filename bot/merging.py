"""What a paper is when several sources tell of it: pure, and the same whatever order they arrive in.

| field | rule | why |
|---|---|---|
| venue, year, status | together, from the best reading (below); of the same venue and year, a withdrawal wins | a card must not mix one venue with another's verdict; withdrawing comes last |
| title | the best reading that has one; all others are kept as other titles | a published paper is cited by its last title |
| authors | the longest list, else the best reading's | lists are cut, and "Anonymous" grows into names |
| abstract | the best reading's, unless another one is more than twice as long | lists cut abstracts off in mid-sentence |
| keywords | the best reading that has some | |
| identifiers | all, sorted | |
| links | all, the best reading's first | |
| published | the earliest | later dates are those of versions |
| version | the latest | |
| names | those of the title; those of the abstract where a source has no title | |

Best is: accepted at a conference or journal, then at a workshop, then rejected or withdrawn, then no venue at all;
among these the latest year, then a status, oral before spotlight before poster, an abstract, more authors, a
title not all in capitals, the longer text, and last the alphabet, so that there is always one best.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import count
from typing import Final

from bot.models import Paper
from bot.text.heading import heading
from bot.text.names import names, title_names
from bot.witness import Witness, paper_id

_STATUS: Final = (
    (re.compile(r"withdr[ae]w", re.IGNORECASE), "withdrawn"),
    (re.compile("reject", re.IGNORECASE), "rejected"),
    (re.compile("workshop", re.IGNORECASE), "workshop"),
    (re.compile(r"\boral\b", re.IGNORECASE), "oral"),
    (re.compile("spotlight", re.IGNORECASE), "spotlight"),
    (re.compile(r"\bposter\b", re.IGNORECASE), "poster"),
)
_WEIGHT: Final = {"oral": 3, "spotlight": 2, "poster": 1}


@lru_cache(maxsize=1024)
def status(said: str) -> str:
    """A source's word for what became of a paper as one of ours; empty for what tells a reader nothing."""
    return next((ours for pattern, ours in _STATUS if pattern.search(said)), "")


def merge(witnesses: Sequence[Witness], seq: int, taken: Collection[str] = ()) -> Paper:
    """The one paper that all these readings tell of.

    Args:
        witnesses: at least one, any order.
        seq: the paper's number, which only the store knows.
        taken: ids that other papers have, where that can be.
    """
    ranked = sorted(witnesses, key=_rank, reverse=True) if len(witnesses) > 1 else witnesses
    best = ranked[0]
    titles = _distinct_titles(ranked)
    title = titles[0] if titles else None
    told = _abstract(ranked)
    return Paper(
        id=_free_id(witnesses, taken),
        seq=seq,
        title=title,
        heading=title or heading(told.reading.abstract),
        names=_names(title, ranked),
        other_titles=tuple(sorted(titles[1:])),
        authors=max((one.reading.authors for one in ranked), key=len),
        abstract=told.abstract,
        raw=told.reading.abstract,
        raw_title=next((one.reading.title for one in ranked if one.title and one.title == title), ""),
        venue=best.reading.venue,
        year=best.reading.year or max((one.reading.year or 0 for one in ranked), default=0) or None,
        status=_status(best, ranked),
        identifiers=tuple(sorted({known for one in ranked for known in one.reading.identifiers})),
        links=_distinct(link for one in ranked for link in one.reading.links),
        keywords=next((one.reading.keywords for one in ranked if one.reading.keywords), ()),
        published=min((one.reading.published for one in ranked if one.reading.published), default=None),
        sources=tuple(sorted({one.reading.source for one in witnesses})),
        version=max(one.reading.version for one in witnesses),
    )


def _free_id(witnesses: Sequence[Witness], taken: Collection[str]) -> str:
    """The smallest of the readings' ids, so that no order of arrival matters; a taken one is never shared."""
    ids = (min(paper_id(one, attempt) for one in witnesses) for attempt in count())
    return next(one for one in ids if one not in taken)


def _rank(one: Witness) -> tuple[object, ...]:
    said, verdict = one.reading, status(one.reading.status)
    return (
        _standing(said.venue, verdict),
        said.year or 0,
        bool(said.status),
        _WEIGHT.get(verdict, 0),
        bool(one.abstract),
        len(said.authors),
        not said.title.isupper(),
        len(one.abstract),
        (said.title, said.abstract, said.authors, said.venue, said.status),
        (said.identifiers, said.links, said.keywords, str(said.published)),
    )


def _standing(venue: str, verdict: str) -> int:
    if not venue:
        return 0
    return {"rejected": 1, "withdrawn": 1, "workshop": 2}.get(verdict, 3)


def _status(best: Witness, ranked: Iterable[Witness]) -> str:
    there = (one for one in ranked if one.venue == best.venue or not best.reading.venue)
    verdicts = {status(one.reading.status) for one in there}
    return "withdrawn" if "withdrawn" in verdicts else status(best.reading.status)


def _abstract(ranked: Sequence[Witness]) -> Witness:
    longest = max(len(one.abstract) for one in ranked)
    return next(one for one in ranked if 2 * len(one.abstract) >= longest)


def _distinct_titles(ranked: Iterable[Witness]) -> list[str]:
    titles: dict[str, str] = {}
    for one in ranked:
        if one.title:
            titles.setdefault(one.same_title, one.title)
    return list(titles.values())


def _names(title: str | None, ranked: Iterable[Witness]) -> tuple[str, ...]:
    of_title = title_names(title) if title else ()
    return _distinct(
        (*of_title, *(name for one in ranked if not one.title for name in names(one.reading.abstract)))
    )


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))
