"""Every local date a place asked for gets its post once, whatever the clocks there do."""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import pytest

from bot.calendar import Due, ahead, began, due, following, instant, local_date, missed
from bot.models import Place
from bot.subscriptions import WORKDAYS, Schedule

EVERY_DAY = tuple(range(7))
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "America/Santiago",
    "Pacific/Apia",
    "Africa/Casablanca",
    "Antarctica/Troll",
)


def a_schedule(**fields: Any) -> Schedule:
    given: dict[str, Any] = {"place": Place("slack", "T1", "C1"), "kind": "digest", "since": LONG_AGO}
    return Schedule(**(given | fields))


def utc(*fields: int) -> datetime:
    return datetime(*fields, tzinfo=UTC)  # type: ignore[arg-type,misc]  # year, month, day, hour, minute


@pytest.mark.parametrize(
    ("timezone", "day", "at", "shown"),
    [
        ("Europe/Berlin", (2026, 12, 1), "10:30", "2026-12-01T10:30:00+01:00"),
        ("Europe/Berlin", (2026, 3, 29), "02:30", "2026-03-29T03:00:00+02:00"),  # a gap of an hour
        ("Europe/Berlin", (2026, 10, 25), "02:30", "2026-10-25T02:30:00+02:00"),  # twice: the first
        ("America/New_York", (2026, 3, 8), "02:30", "2026-03-08T03:00:00-04:00"),
        ("America/New_York", (2026, 11, 1), "01:30", "2026-11-01T01:30:00-04:00"),
        ("Asia/Kolkata", (2026, 3, 29), "02:30", "2026-03-29T02:30:00+05:30"),
        ("Australia/Lord_Howe", (2026, 10, 4), "02:10", "2026-10-04T02:30:00+11:00"),  # half an hour
        ("Australia/Lord_Howe", (2026, 4, 5), "01:45", "2026-04-05T01:45:00+11:00"),
        ("America/Santiago", (2026, 9, 6), "00:00", "2026-09-06T01:00:00-03:00"),  # no midnight
        ("America/Santiago", (2026, 9, 6), "00:30", "2026-09-06T01:00:00-03:00"),
        ("America/Santiago", (2026, 4, 4), "23:30", "2026-04-04T23:30:00-03:00"),  # twice before midnight
        ("Africa/Casablanca", (2026, 3, 22), "02:30", "2026-03-22T03:00:00+01:00"),  # the end of Ramadan
        ("Antarctica/Troll", (2026, 3, 29), "01:30", "2026-03-29T03:00:00+02:00"),  # a gap of two hours
        ("Pacific/Apia", (2011, 12, 29), "10:30", "2011-12-29T10:30:00-10:00"),
        ("Pacific/Apia", (2011, 12, 31), "10:30", "2011-12-31T10:30:00+14:00"),
        ("America/Toronto", (1919, 3, 30), "23:45", "1919-03-30T23:29:00-05:00"),  # the gap ends the date
    ],
)
def test_a_local_time_is_an_instant_of_the_same_date(
    timezone: str, day: tuple[int, int, int], at: str, shown: str
) -> None:
    found = instant(date(*day), time.fromisoformat(at), timezone)
    assert found is not None
    assert found.utcoffset() == timedelta(0)
    assert found.astimezone(ZoneInfo(timezone)).isoformat() == shown


def test_a_date_that_never_was_has_no_instant() -> None:
    assert instant(date(2011, 12, 30), time(10, 30), "Pacific/Apia") is None
    assert began(date(2011, 12, 30), "Pacific/Apia") == utc(2011, 12, 30, 10)  # the 31st, for them


@pytest.mark.parametrize(
    "edge",
    [(2026, 3, 29), (2026, 9, 6), (2026, 10, 25), (2011, 12, 30), (1994, 12, 31), (1919, 3, 30)],
    ids=str,
)
def test_in_every_timezone_every_date_has_one_instant_on_that_date(edge: tuple[int, int, int]) -> None:
    day = date(*edge)
    hours = [utc(*edge) + timedelta(hours=hour, minutes=59) for hour in range(-14, 37)]
    for timezone in available_timezones():
        zone = ZoneInfo(timezone)
        shown = {(one.hour, one.minute) for m in hours if (one := m.astimezone(zone)).date() == day}
        for at in (time(), time(0, 30), time(2, 30), time(23, 59)):
            found = instant(day, at, timezone)
            assert (found is not None) == bool(shown), timezone
            if found is not None:
                local = found.astimezone(zone)
                assert local.date() == day, (timezone, at)
                same = (local.hour, local.minute) == (at.hour, at.minute)
                assert same or (at.hour, at.minute) not in shown, (timezone, at)


def ticks(schedule: Schedule, year: int) -> Iterator[datetime]:
    """A year's ticks: 30 seconds apart around the asked time, otherwise an hour, jumping in between."""
    moment, end = utc(year, 1, 1), utc(year + 1, 1, 2)
    while moment < end:
        yield moment
        ahead = following(schedule, moment)
        near = ahead is not None and ahead - moment <= timedelta(minutes=2)
        moment += timedelta(seconds=30) if near else timedelta(minutes=58, seconds=17)
        if ahead is not None and not near:
            moment = min(moment, ahead - timedelta(seconds=61))


def lived(schedule: Schedule, moments: Iterator[datetime]) -> list[tuple[Due, datetime]]:
    """What was planned, and when, if the planner looked at these moments."""
    planned = []
    for moment in moments:
        found = due(schedule, moment)
        if found is not None:
            planned.append((found, moment))
            schedule = replace(schedule, done=found.day)
    return planned


@pytest.mark.parametrize("timezone", ZONES)
@pytest.mark.parametrize(("at", "year"), [("10:30", 2026), ("00:00", 2026), ("02:15", 2011)])
def test_in_a_year_every_local_weekday_has_one_post_within_a_minute(
    timezone: str, at: str, year: int
) -> None:
    zone = ZoneInfo(timezone)
    schedule = a_schedule(timezone=timezone, at=time.fromisoformat(at), since=utc(year, 1, 1))
    planned = lived(schedule, ticks(schedule, year))
    days = [found.day for found, _ in planned]
    assert all(moment - found.at <= timedelta(seconds=60) for found, moment in planned)
    shown = {
        day
        for hour in range(0, 366 * 24, 6)
        if (day := (utc(year, 1, 2) + timedelta(hours=hour)).astimezone(zone).date()).weekday() in WORKDAYS
        and date(year, 1, 3) <= day <= date(year, 12, 31)
    }
    assert [day for day in days if date(year, 1, 3) <= day <= date(year, 12, 31)] == sorted(shown)


@pytest.mark.parametrize("timezone", ZONES)
@pytest.mark.parametrize("edge", [(2026, 3, 29), (2026, 9, 6), (2026, 10, 25), (2026, 4, 5), (2011, 12, 30)])
def test_around_a_change_of_clocks_every_half_hour_has_one_post_a_date(
    timezone: str, edge: tuple[int, int, int]
) -> None:
    begin = utc(*edge) - timedelta(days=1)
    moments = [begin + timedelta(minutes=15 * n) for n in range(4 * 24 * 2)]
    for half in range(48):
        at = time(half // 2, half % 2 * 30)
        schedule = a_schedule(timezone=timezone, at=at, days=EVERY_DAY, since=begin)
        days = [found.day for found, _ in lived(schedule, iter(moments))]
        day, wanted = local_date(begin, timezone), []
        while day <= local_date(moments[-1], timezone):
            moment = instant(day, at, timezone)
            if moment is not None and begin <= moment <= moments[-1]:
                wanted.append(day)
            day += timedelta(days=1)
        assert days == wanted, at


@pytest.mark.parametrize("seed", range(20))
def test_a_clock_that_jumps_doubles_no_date_and_stops_none_that_comes(seed: int) -> None:
    dice = random.Random(seed)
    schedule = a_schedule(timezone="America/Santiago", days=EVERY_DAY, since=utc(2026, 9, 1))
    keys: set[date] = set()  # what the deliveries' unique keys hold
    moment = utc(2026, 9, 1, 15)
    for _ in range(300):
        found = due(schedule, moment)
        if found is not None:
            keys.add(found.day)
            schedule = replace(schedule, done=found.day)
        moment += timedelta(hours=dice.choice((1, 1, 1, 2, 5, 8, -3, 30, -30, 80, -80)))
    true = max(datetime.combine(max(keys), time(), UTC), moment) + timedelta(days=4)
    settled = lived(schedule, (true + timedelta(minutes=20 * n) for n in range(3 * 24 * 3)))
    fresh = [found.day for found, _ in settled]
    assert keys.isdisjoint(fresh)
    assert fresh == sorted(set(fresh))
    assert {local_date(true, "America/Santiago") + timedelta(days=n) for n in (1, 2)} <= set(fresh)


def test_a_clock_far_ahead_for_a_while_does_not_silence_the_place_until_then() -> None:
    schedule = a_schedule(days=EVERY_DAY, done=date(2030, 1, 1))
    found = due(schedule, utc(2026, 12, 1, 10, 30))
    assert found is not None
    assert found.day == date(2026, 12, 1)


@pytest.mark.parametrize(
    ("hours_late", "expected"), [(0, True), (1, True), (12, True), (12.01, False), (20, False)]
)
def test_a_post_is_at_most_twelve_hours_late(hours_late: float, expected: bool) -> None:
    schedule = a_schedule(days=EVERY_DAY, done=date(2026, 11, 30))
    now = utc(2026, 12, 1, 10, 30) + timedelta(hours=hours_late)
    assert (due(schedule, now) is not None) == expected
    assert missed(schedule, now) == (() if expected else (utc(2026, 12, 1, 10, 30),))


def test_what_was_missed_is_told_with_the_next_post() -> None:
    schedule = a_schedule(done=date(2026, 11, 30))  # a Monday
    found = due(schedule, utc(2026, 12, 3, 10, 31))
    assert found == Due(
        date(2026, 12, 3),
        utc(2026, 12, 3, 10, 30),
        weekly=False,
        missed=(utc(2026, 12, 1, 10, 30), utc(2026, 12, 2, 10, 30)),
    )


@pytest.mark.parametrize(
    ("days", "done", "now", "weekly"),
    [
        (WORKDAYS, (2026, 11, 27), (2026, 11, 30), True),  # Monday
        (WORKDAYS, (2026, 11, 30), (2026, 12, 1), False),
        (WORKDAYS, (2026, 11, 27), (2026, 12, 1), True),  # Monday was missed
        ((2, 4), (2026, 11, 30), (2026, 12, 2), True),  # Wednesday is the first of the place's days
        ((2, 4), (2026, 12, 2), (2026, 12, 4), False),
    ],
)
def test_what_comes_once_a_week_comes_on_the_first_of_the_days_or_the_next_after_it_was_missed(
    days: tuple[int, ...], done: tuple[int, int, int], now: tuple[int, int, int], weekly: bool
) -> None:
    found = due(a_schedule(days=days, done=date(*done)), utc(*now, 11))
    assert found is not None
    assert found.weekly == weekly


@pytest.mark.parametrize(
    ("fields", "now"),
    [
        ({"on": False}, (2026, 12, 1, 10, 30)),
        ({"days": ()}, (2026, 12, 1, 10, 30)),
        ({"done": date(2026, 12, 1)}, (2026, 12, 1, 10, 30)),
        ({"done": date(2026, 12, 2)}, (2026, 12, 1, 10, 30)),  # the place moved to a timezone that is behind
        ({"since": utc(2026, 12, 1, 10, 31)}, (2026, 12, 1, 10, 32)),
        ({}, (2026, 12, 5, 10, 30)),  # Saturday, and more than 12 hours after Friday's
    ],
)
def test_nothing_is_due_that_nobody_asked_for(fields: dict[str, Any], now: tuple[int, ...]) -> None:
    assert due(a_schedule(**fields), utc(*now)) is None


def test_the_following_post_is_the_next_that_will_be_due() -> None:
    schedule = a_schedule(done=date(2026, 12, 4))  # a Friday
    assert following(schedule, utc(2026, 12, 4, 12)) == utc(2026, 12, 7, 10, 30)
    assert following(a_schedule(), utc(2026, 12, 1, 12), weekly=True) == utc(2026, 12, 7, 10, 30)
    assert following(a_schedule(days=()), utc(2026, 12, 1)) is None


def test_a_post_that_was_planned_before_its_hour_is_told() -> None:
    schedule = a_schedule(days=EVERY_DAY, done=date(2026, 12, 1))
    assert ahead(schedule, utc(2026, 12, 1, 10)) == utc(2026, 12, 1, 10, 30)
    assert ahead(schedule, utc(2026, 12, 1, 10, 30)) is None
    assert ahead(replace(schedule, on=False), utc(2026, 12, 1, 10)) is None
    assert ahead(replace(schedule, done=None), utc(2026, 12, 1, 10)) is None
