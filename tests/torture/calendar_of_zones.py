"""Every timezone, every half hour, two years: one post a local date, at the asked time or the next that exists.

What the clocks of a zone show is read off minute by minute, without the rules that are tested. Zones whose clocks
show the same all the time count as one, and are counted all the same.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from bot.calendar import due
from bot.models import Place
from bot.subscriptions import Schedule
from tests.torture.counts import Counts

STEP: Final = timedelta(minutes=15)  # the offsets of the zones there are now are whole quarters of an hour
HALF_HOURS: Final = tuple(time(half // 2, half % 2 * 30) for half in range(48))
TICK: Final = timedelta(seconds=30)
EVERY_DAY: Final = tuple(range(7))
FIRST: Final = datetime(2026, 1, 1, tzinfo=UTC)
LAST: Final = datetime(2028, 1, 1, tzinfo=UTC)
LOST_DAYS: Final = (("Pacific/Apia", 2011), ("Pacific/Fakaofo", 2011), ("Pacific/Kwajalein", 1993))

Shown = Sequence[tuple[datetime, datetime]]
"""Instants in order, with what the clocks show then."""


def run(*, long: bool) -> Counts:
    """Lives through it; the short form only through the days around each change of clocks."""
    counts = {"zones": 0, "kinds of clocks": 0, "posts": 0}
    for zones in _alike():
        counts["zones"] += len(zones)
        counts["kinds of clocks"] += 1
        zone = min(zones)
        for begin, end in ((FIRST, LAST),) if long else _around(_changes(zone)):
            counts["posts"] += _lived(zone, begin, end, HALF_HOURS)
    for zone, year in LOST_DAYS:
        begin = datetime(year, 1 if long else 8, 1, tzinfo=UTC)
        counts["posts"] += _lived(
            zone, begin, datetime(year + 1, 2, 1, tzinfo=UTC), HALF_HOURS[:: 1 if long else 16]
        )
    assert counts["zones"] == len(available_timezones())
    return counts


def _lived(zone: str, begin: datetime, end: datetime, hours: Sequence[time]) -> int:
    """Lives through one zone; the number of posts.

    Raises:
        AssertionError: a date had no post, two, or one at the wrong moment.
    """
    shown = list(_shown(zone, begin, end))
    by_date: dict[date, list[tuple[datetime, time]]] = defaultdict(list)
    for moment, local in shown:
        by_date[local.date()].append((moment, local.time()))
    whole = sorted(by_date)[1:-1]  # the first and last may be half a date
    for at in hours:
        schedule = Schedule(
            place=Place("slack", "T", "C"),
            kind="digest",
            at=at,
            days=EVERY_DAY,
            timezone=zone,
            done=whole[0] - timedelta(days=1),
            since=begin - timedelta(days=9),
        )
        for day in whole:
            wanted = _wanted(by_date[day], at)
            early, found = due(schedule, wanted - TICK), due(schedule, wanted)
            assert early is None, (zone, at, day, early)
            assert found is not None, (zone, at, day)
            assert (found.day, found.at) == (day, wanted), (zone, at, day, found)
            schedule = replace(schedule, done=day)
            assert due(schedule, wanted + TICK) is None, (zone, at, day)
    return len(hours) * len(whole)


def _wanted(of_date: Sequence[tuple[datetime, time]], at: time) -> datetime:
    """The first moment at which the clocks show that time of the date, or a later one, or else its last minute."""
    last = of_date[-1][0] + STEP - timedelta(minutes=1)
    return next((moment for moment, local in of_date if local >= at), last)


def _shown(zone: str, begin: datetime, end: datetime) -> Iterator[tuple[datetime, datetime]]:
    clock, moment = ZoneInfo(zone), begin
    while moment < end:
        yield moment, moment.astimezone(clock).replace(tzinfo=None)
        moment += STEP


def _alike() -> list[list[str]]:
    """All zones, those together whose clocks show the same throughout."""
    groups: dict[tuple[object, ...], list[str]] = defaultdict(list)
    for zone in sorted(available_timezones()):
        offset = FIRST.astimezone(ZoneInfo(zone)).utcoffset()
        groups[offset, *((at, at.astimezone(ZoneInfo(zone)).utcoffset()) for at in _changes(zone))].append(
            zone
        )
    return list(groups.values())


def _changes(zone: str) -> list[datetime]:
    """When the clocks there are changed, to the quarter of an hour."""
    clock, hour = ZoneInfo(zone), timedelta(hours=6)
    coarse = [FIRST + hour * n for n in range(int((LAST - FIRST) / hour) + 1)]
    found = []
    for before, after in pairwise(coarse):
        if before.astimezone(clock).utcoffset() != after.astimezone(clock).utcoffset():
            at = before
            while at.astimezone(clock).utcoffset() == before.astimezone(clock).utcoffset():
                at += STEP
            found.append(at)
    return found


def _around(changes: Sequence[datetime]) -> Iterator[tuple[datetime, datetime]]:
    """Some days around each change, or around the new year where there is none."""
    for at in changes[:2] or [datetime(2027, 1, 1, tzinfo=UTC)]:
        yield at - timedelta(days=2, hours=12), at + timedelta(days=2, hours=12)
