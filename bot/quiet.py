"""Why a place heard nothing: four different facts, kept apart. Pure.

Nobody published, nothing matched, a source was down, a source was stale. A source that brings nothing stands before
the rest: while it does, nobody knows whether something was published that would have matched.
"""

from collections.abc import Sequence
from datetime import date
from typing import Final, Literal

from bot.locale import Words
from bot.subscriptions import Unwell

Fact = Literal["nobody", "nothing", "down", "stale"]

_QUIET: Final = {
    "nobody": "quiet-nobody",
    "nothing": "quiet-nothing",
    "down": "quiet-down",
    "stale": "quiet-stale",
}
_LATE: Final = {"down": "post-was-down", "stale": "post-was-stale"}
_NOW: Final = {"down": "post-is-down", "stale": "post-is-stale"}


def quiet(*, came: bool, unwell: Sequence[Unwell]) -> str:
    """Why nothing is posted, as it is kept: ``nobody``, ``nothing``, ``down:arXiv``, ``stale:arXiv``.

    Args:
        came: whether papers came that could have been told of.
        unwell: the live sources that bring nothing.
    """
    first = min(unwell, key=lambda one: (one.health, one.since, one.name), default=None)
    if first is not None:
        return f"{first.health}:{first.name}"
    return "nothing" if came else "nobody"


def fact(kept: str) -> Fact | None:
    """Which of the four facts it is; None where a post went out, or nothing was due yet."""
    name = kept.partition(":")[0]
    return name if name in ("nobody", "nothing", "down", "stale") else None  # type: ignore[return-value]  # it is one


def in_words(kept: str, day: date, say: Words) -> str:
    """One sentence for who manages the place; empty where a post went out."""
    what = fact(kept)
    if what is None:
        return ""
    return say(_QUIET[what], **_dated(day, say), source=kept.partition(":")[2])


def footnote(kept: str, day: date | None, unwell: Sequence[Unwell], say: Words) -> str:
    """What a post says below of sources that bring nothing, or brought nothing when it was due last; or nothing.

    Args:
        kept: why nothing was posted then.
        day: for that date.
        unwell: the live sources that bring nothing now.
        say: the place's language.
    """
    now = quiet(came=True, unwell=unwell)
    if (what := fact(now)) in _NOW:
        return say(_NOW[what], source=now.partition(":")[2])
    if day is not None and (what := fact(kept)) in _LATE:
        return say(_LATE[what], **_dated(day, say), source=kept.partition(":")[2])
    return ""


def _dated(day: date, say: Words) -> dict[str, str | int]:
    return {"weekday": say(f"day-{day.weekday()}"), "day": day.day, "month": say(f"month-{day.month}")}
