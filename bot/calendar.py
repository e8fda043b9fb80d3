"""When a place's posts are due: local dates become instants, right over changes of daylight saving. Pure.

A post belongs to a local date, not to an instant, so a clock that is put back or forward can neither double
nor lose one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.subscriptions import LATE_H, Schedule

LATE: Final = timedelta(hours=LATE_H)
DAY: Final = timedelta(days=1)
MINUTE: Final = timedelta(minutes=1)
LOOK_BACK: Final = 31  # days: of what was missed before that nobody wants to hear


@dataclass(frozen=True, slots=True)
class Due:
    """A post that is due.

    Attributes:
        day: the local date it is for.
        at: when it fell due; aware, UTC.
        weekly: whether what comes once a week is due with it: its day is the first of the place's days, or
            such a day was missed.
        missed: when those fell due that were never planned, because nobody was there; oldest first.
    """

    day: date
    at: datetime
    weekly: bool
    missed: tuple[datetime, ...] = ()


def local_date(moment: datetime, timezone: str) -> date:
    """The date on the calendars of that timezone."""
    return moment.astimezone(ZoneInfo(timezone)).date()


def instant(day: date, at: time, timezone: str) -> datetime | None:
    """When the clocks there show that time of that date; aware, UTC. None for a date that never was.

    Of a time that comes twice it is the first. Instead of one that never comes it is the first minute after
    it of the same date, or the last before it where the gap swallows the rest of the date.
    """
    zone = ZoneInfo(timezone)
    wanted = datetime.combine(day, at.replace(tzinfo=None, fold=0), zone)
    found = wanted.astimezone(UTC)
    if found.astimezone(zone).replace(tzinfo=None) == wanted.replace(tzinfo=None):
        return found
    # Read by the offset after the gap, the wanted time lies before it; read by the offset before, behind it.
    gap = _change(wanted.replace(fold=1).astimezone(UTC), found, zone)
    return next((at for at in (gap, gap - MINUTE) if at.astimezone(zone).date() == day), None)


def began(day: date, timezone: str) -> datetime:
    """The first instant of a date; of one that never was, of the next."""
    while (found := instant(day, time(), timezone)) is None:
        day += DAY
    return found


def due(schedule: Schedule, now: datetime) -> Due | None:
    """The post that is due now: the last one not yet planned, unless it is more than LATE_H hours late.

    Later than that it is missed, and what it would have told joins the next one.
    """
    occurrences = list(_unplanned(schedule, now))
    if not occurrences or now - occurrences[0][1] > LATE:
        return None
    day, at = occurrences[0]
    weekly = any(one.weekday() == schedule.days[0] for one, _ in occurrences)
    return Due(day, at, weekly, tuple(moment for _, moment in reversed(occurrences[1:])))


def missed(schedule: Schedule, now: datetime) -> tuple[datetime, ...]:
    """When those posts fell due that nobody planned and that are too late now; oldest first."""
    late = (at for _, at in _unplanned(schedule, now) if now - at > LATE)
    return tuple(late)[::-1]


def ahead(schedule: Schedule, now: datetime) -> datetime | None:
    """When that post falls due which was planned already: the clock stood ahead, or its hour was moved later."""
    if not schedule.on or (done := _done(schedule, now)) is None:
        return None
    at = _occurrence(schedule, done)
    return at if at is not None and at > now else None


def following(schedule: Schedule, now: datetime, *, weekly: bool = False) -> datetime | None:
    """When the next post falls due after now, or the next with what comes once a week; None without days."""
    done = _done(schedule, now)
    first = local_date(now, schedule.timezone) - DAY
    # A week without the wanted day is possible where a date never was; two are not.
    for day in (first + DAY * ahead for ahead in range(16)):
        at = _occurrence(schedule, day)
        if at is None or at <= now or at < schedule.since or (done is not None and day <= done):
            continue
        if not weekly or day.weekday() == schedule.days[0]:
            return at
    return None


def _unplanned(schedule: Schedule, now: datetime) -> Iterator[tuple[date, datetime]]:
    """The occurrences up to now that were not planned, latest first."""
    if not schedule.on:
        return
    latest = _latest(schedule, now)
    done = _done(schedule, now)
    for day in (latest - DAY * back for back in range(LOOK_BACK)):
        if done is not None and day <= done:
            return
        at = _occurrence(schedule, day)
        if at is not None and at < schedule.since:
            return
        if at is not None and at <= now:
            yield day, at


def _latest(schedule: Schedule, now: datetime) -> date:
    """The last date that can have begun there: a clock put back over midnight has shown tomorrow's."""
    return local_date(now, schedule.timezone) + DAY


def _done(schedule: Schedule, now: datetime) -> date | None:
    """The last date planned, unless a clock that was wrong planned it; deliveries' keys are unique anyway."""
    return None if schedule.done is None or schedule.done > _latest(schedule, now) else schedule.done


def _occurrence(schedule: Schedule, day: date) -> datetime | None:
    if day.weekday() not in schedule.days:
        return None
    return instant(day, schedule.at, schedule.timezone)


def _change(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """The instant at which the offset becomes what it is at ``after``; whole seconds."""
    offset = after.astimezone(zone).utcoffset()
    seconds = int((after - before).total_seconds())
    low, high = 0, seconds  # the change lies above low and at most at high
    while high - low > 1:
        middle = (low + high) // 2
        if (before + timedelta(seconds=middle)).astimezone(zone).utcoffset() == offset:
            high = middle
        else:
            low = middle
    return before + timedelta(seconds=high)
