"""The hour, the days and the timezone that people type, and how they are said back. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time
from difflib import get_close_matches
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from bot.errors import UserError
from bot.locale import Words
from bot.subscriptions import WORKDAYS, Schedule

WEEK: Final = 7
NAMES: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
SETS: Final = {
    "weekdays": WORKDAYS,
    "workdays": WORKDAYS,
    "weekend": (5, 6),
    "weekends": (5, 6),
    "daily": tuple(range(WEEK)),
    "everyday": tuple(range(WEEK)),
    "all": tuple(range(WEEK)),
}
SHORTEST: Final = 2  # letters that tell a day

_AT: Final = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?\s*([ap]m)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Times:
    """The hour, days and timezone that somebody asks for; None and empty where they leave it as it is."""

    at: time | None = None
    days: tuple[int, ...] | None = None
    timezone: str = ""

    def over(self, schedule: Schedule, now: datetime) -> Schedule:
        """The schedule with these; occurrences before now are none of a changed one's."""
        changed = replace(
            schedule,
            at=schedule.at if self.at is None else self.at,
            days=self.days or schedule.days,
            timezone=self.timezone or schedule.timezone,
        )
        return schedule if changed == schedule else replace(changed, since=now)


UNCHANGED: Final = Times()


def following_along(paper: Schedule, before: Schedule, after: Schedule, now: datetime) -> Schedule:
    """A paper of the day's schedule when its place's digest is moved.

    The timezone is the place's; hour and days go along where they were the same.
    """
    return Times(
        after.at if paper.at == before.at else None,
        after.days if paper.days == before.days else None,
        after.timezone,
    ).over(paper, now)


def at_time(text: str) -> time:
    """``10:30``, ``9``, ``7pm`` as a time of day.

    Raises:
        UserError: it is none.
    """
    found = _AT.fullmatch(text.strip())
    if found is not None:
        hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
        if half and 1 <= hour <= 12:
            hour = hour % 12 + (12 if half == "pm" else 0)
        elif half:
            hour = 24
        if hour < 24 and minute < 60:
            return time(hour, minute)
    raise UserError("time-unreadable", text=text)


def on_days(text: str) -> tuple[int, ...]:
    """``mon-fri``, ``tue,thu``, ``weekdays``, ``daily`` as days of the week, Monday is 0, sorted.

    Raises:
        UserError: it is none.
    """
    days: set[int] = set()
    for part in filter(None, re.split(r"[,;+&\s]+", re.sub(r"\s*[-–—]\s*", "-", text.strip().lower()))):
        if part in SETS:
            days.update(SETS[part])
            continue
        first, _, last = part.partition("-")
        begin, end = _day(first, text), _day(last or first, text)
        days.update((begin + ahead) % WEEK for ahead in range((end - begin) % WEEK + 1))
    if not days:
        raise UserError("days-unreadable", text=text)
    return tuple(sorted(days))


def _day(word: str, text: str) -> int:
    found = [number for number, name in enumerate(NAMES) if name.startswith(word)]
    if len(word) < SHORTEST or len(found) != 1:
        raise UserError("days-unreadable", text=text)
    return found[0]


def timezone_named(text: str) -> str:
    """The IANA name of ``Europe/Berlin``, ``berlin``, ``new york`` or ``UTC``.

    Raises:
        UserError: there is none, or several; the sentence offers the nearest.
    """
    wanted = text.strip().lower().replace(" ", "_")
    found = _zones().get(wanted)
    if found is not None:
        return found
    near = suggested_timezones(text, 1) or tuple(
        _zones()[one] for one in get_close_matches(wanted, _zones(), 1)
    )
    if near:
        raise UserError("timezone-near", text=text, near=near[0])
    raise UserError("timezone-unknown", text=text)


def timezone_or_none(name: str) -> str:
    """The name if this machine knows such a timezone, else nothing."""
    return name if _zones().get(name.lower()) == name else ""


def suggested_timezones(text: str, limit: int) -> tuple[str, ...]:
    """The timezones that a half-typed name may become, those that begin so first."""
    wanted = text.strip().lower().replace(" ", "_")
    names = sorted({name for name in _zones().values() if "/" in name or name == "UTC"})
    ranked = [(_fit(name.lower(), wanted), name) for name in names]
    return tuple(name for fit, name in sorted(ranked) if fit < 3)[:limit]


def _fit(name: str, wanted: str) -> int:
    city = name.rpartition("/")[2]
    return 0 if city.startswith(wanted) else 1 if name.startswith(wanted) else 2 if wanted in name else 3


@cache
def _zones() -> dict[str, str]:
    """All names by their small letters; a city alone too, where there is only one of that name."""
    names = sorted(one for one in available_timezones() if not one.startswith(("posix", "right")))
    cities: dict[str, list[str]] = {}
    for name in names:
        cities.setdefault(name.rpartition("/")[2].lower(), []).append(name)
    alone = {city: found[0] for city, found in cities.items() if len(found) == 1}
    return alone | {name.lower(): name for name in names}


def days_in_words(days: Sequence[int], say: Words) -> str:
    """``Monday to Friday``, ``every day``, ``Tuesday and Thursday``."""
    if len(days) == WEEK:
        return say("days-all")
    named = [say(f"day-{day}") for day in days]
    if len(days) > 2 and days[-1] - days[0] == len(days) - 1:
        return say("days-range", first=named[0], last=named[-1])
    if len(named) == 1:
        return named[0]
    return say("days-several", rest=", ".join(named[:-1]), last=named[-1])


def moment_in_words(moment: datetime, timezone: str, say: Words) -> str:
    """``Tuesday 2 December, 10:30`` by the clocks of that timezone."""
    local = moment.astimezone(ZoneInfo(timezone))
    day, month = say(f"day-{local.weekday()}"), say(f"month-{local.month}")
    return say("moment", weekday=day, day=local.day, month=month, time=f"{local:%H:%M}")
