"""Beginnings: titles that begin as a query does, were its slips mended; found by walking the sorted titles."""

from collections.abc import Iterator, Mapping, Sequence

from bot.lookup.snapshot import Snapshot
from bot.lookup.titles import Titles

Alternatives = Sequence[Sequence[tuple[int, str]]]
"""For each word of a query what it may have been: how many words that takes, and a text."""

MOST = 30  # papers found so
_KEPT = 6  # beginnings followed at once
_FEW = 40  # titles: so many that begin alike are all taken, where no word leads on from there


def beginning(snapshot: Snapshot, alternatives: Alternatives) -> list[int]:
    """Seqs of papers whose title begins with some choice of alternatives, or with as many of them as lead anywhere."""
    found = (seq for live in snapshot.parts for seq in _in_part(live.part.titles, alternatives))
    gone = frozenset[int]().union(*(live.gone for live in snapshot.parts))
    return [seq for seq in dict.fromkeys(found) if seq not in gone][:MOST]


def _in_part(titles: Titles, alternatives: Alternatives) -> Iterator[int]:
    whole = len(alternatives)
    reached: Mapping[int, list[str]] = {place: [] for place in range(whole + 1)}
    reached[0].append("")
    for place in range(whole):
        for begun in reached[place][:_KEPT]:
            leads_on = False
            for taken, text in alternatives[place]:
                after_it = place + taken
                longer = begun + text + (" " if after_it < whole else "")
                if after_it <= whole and longer not in reached[after_it] and titles.beginning(longer, 1):
                    reached[after_it].append(longer)
                    leads_on = True
            if begun and not leads_on:
                yield from _few(titles, begun)
    for begun in reached[whole][:_KEPT]:
        yield from titles.beginning(begun, MOST)


def _few(titles: Titles, begun: str) -> Iterator[int]:
    found = titles.beginning(begun, _FEW + 1)
    if len(found) <= _FEW:
        yield from found
