"""Correcting: what a query that finds nothing may have been meant to say."""

from bot.lookup.asking import understand
from bot.lookup.slips import slip
from bot.lookup.snapshot import Snapshot
from bot.lookup.vocabulary import LONGEST

_MOST = 3  # corrections
_LOOKED_AT = 40  # known words
_LONG, _SHORTEST = 8, 4  # letters: from here three edits are bridged and not two, and any at all


def corrections(snapshot: Snapshot, query: str) -> tuple[str, ...]:
    """Queries to ask instead, likeliest first: with slips mended, and names farther from what was typed than a search goes.

    Folded; whether they find anything is for the caller to see.
    """
    asked, view = understand(query, snapshot), snapshot.view
    if asked is None or view is None:
        return ()
    mended = [asked.offered] if asked.offered not in ("", asked.text) else []
    names: dict[str, float] = {}
    if _SHORTEST <= len(asked.key) <= LONGEST:
        most = 2 if len(asked.key) < _LONG else 3
        for near in snapshot.near(asked.key, most, _LOOKED_AT):
            if near.edits * 3 <= len(asked.key) + 2 and view.frequency("names", near.word):
                names[near.word] = slip(asked.key, near.word, near.edits)
    return tuple(dict.fromkeys([*mended, *sorted(names, key=lambda name: names[name])]))[:_MOST]
