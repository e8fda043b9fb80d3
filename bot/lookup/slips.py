"""Slips: how likely a word was mistyped so, by where its letters stand on the keyboard. Pure."""

from typing import Final

_ROWS: Final = (
    "1234567890",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
)  # each half a key to the right of the one above
_SWAPPED: Final = 0.75
_LEFT_OUT: Final = 0.75
_PUT_IN: Final = 0.9
_TWICE: Final = 0.6  # a letter typed twice that stands once, or the other way round
_BESIDE: Final = 0.75  # the key beside the right one
_AFAR: Final = 1.2
_EACH: Final = 0.95  # of two slips or more, which are not told apart


def _beside() -> frozenset[tuple[str, str]]:
    where = {key: (row, place + row / 2) for row, keys in enumerate(_ROWS) for place, key in enumerate(keys)}
    return frozenset(
        (one, other)
        for one, (row, place) in where.items()
        for other, (next_row, next_place) in where.items()
        if one != other and abs(row - next_row) <= 1 and abs(place - next_place) <= 1
    )


_NEIGHBOURS: Final = _beside()


def slip(typed: str, meant: str, edits: int) -> float:
    """What the slips between two words cost: 1 is one of no special kind, less one that happens easily.

    Args:
        typed: as it stands in the query.
        meant: the word it may have been.
        edits: letters left out, put in, changed or swapped between them.
    """
    if edits != 1:
        return edits * _EACH
    start = next(
        (at for at, (a, b) in enumerate(zip(typed, meant, strict=False)) if a != b),
        min(len(typed), len(meant)),
    )
    if len(typed) == len(meant):
        if typed[start + 1 : start + 2] == meant[start] and typed[start] == meant[start + 1 : start + 2]:
            return _SWAPPED
        return _BESIDE if (typed[start], meant[start]) in _NEIGHBOURS else _AFAR
    longer = max(typed, meant, key=len)
    if longer[start] in (longer[start - 1 : start], longer[start + 1 : start + 2]):
        return _TWICE
    return _LEFT_OUT if longer is meant else _PUT_IN
