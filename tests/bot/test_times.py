"""What people type for an hour, days and a timezone."""

from datetime import UTC, datetime, time

import pytest

from bot.errors import UserError
from bot.locale import words
from bot.times import (
    at_time,
    days_in_words,
    moment_in_words,
    on_days,
    suggested_timezones,
    timezone_named,
)

SAY = words()


@pytest.mark.parametrize(
    ("text", "hour", "minute"),
    [
        ("10:30", 10, 30),
        ("9", 9, 0),
        ("09.15", 9, 15),
        ("7pm", 19, 0),
        ("12am", 0, 0),
        ("12 PM", 12, 0),
        ("0:00", 0, 0),
    ],
)
def test_an_hour_is_read_as_people_write_it(text: str, hour: int, minute: int) -> None:
    assert at_time(text) == time(hour, minute)


@pytest.mark.parametrize("text", ["", "24", "10:60", "13pm", "0am", "noon", "1030", "-1"])
def test_what_is_no_hour_is_refused(text: str) -> None:
    with pytest.raises(UserError) as refusal:
        at_time(text)
    assert refusal.value.key == "time-unreadable"


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("mon-fri", (0, 1, 2, 3, 4)),
        ("Mon – Fri", (0, 1, 2, 3, 4)),
        ("tue,thu", (1, 3)),
        ("thursday tuesday", (1, 3)),
        ("sat-mon", (0, 5, 6)),
        ("weekdays", (0, 1, 2, 3, 4)),
        ("weekend, wed", (2, 5, 6)),
        ("daily", (0, 1, 2, 3, 4, 5, 6)),
        ("sun", (6,)),
    ],
)
def test_days_are_read_as_people_write_them(text: str, days: tuple[int, ...]) -> None:
    assert on_days(text) == days


@pytest.mark.parametrize("text", ["", "t", "s", "soon", "mon-xyz", "8"])
def test_what_are_no_days_is_refused(text: str) -> None:
    with pytest.raises(UserError) as refusal:
        on_days(text)
    assert refusal.value.key == "days-unreadable"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("UTC", "UTC"),
        ("kolkata", "Asia/Kolkata"),
    ],
)
def test_a_timezone_is_found_by_its_name_or_city(text: str, name: str) -> None:
    assert timezone_named(text) == name


@pytest.mark.parametrize(
    ("text", "near"), [("Europe/Berlim", "Europe/Berlin"), ("Europ/Paris", "Europe/Paris")]
)
def test_a_slip_in_a_timezone_is_refused_with_the_nearest(text: str, near: str) -> None:
    with pytest.raises(UserError) as refusal:
        timezone_named(text)
    assert refusal.value.told["near"] == near


def test_what_is_like_no_timezone_is_refused() -> None:
    with pytest.raises(UserError) as refusal:
        timezone_named("!!")
    assert refusal.value.key == "timezone-unknown"


def test_a_half_typed_timezone_suggests_cities_first() -> None:
    assert suggested_timezones("ber", 2) == ("Atlantic/Bermuda", "Europe/Berlin")
    assert suggested_timezones("", 25)
    assert suggested_timezones("xyzzy", 25) == ()


@pytest.mark.parametrize(
    ("days", "said"),
    [
        ((0, 1, 2, 3, 4), "Monday to Friday"),
        ((0, 1, 2, 3, 4, 5, 6), "every day"),
        ((1, 3), "Tuesday and Thursday"),
        ((5,), "Saturday"),
        ((0, 1), "Monday and Tuesday"),
        ((0, 2, 4), "Monday, Wednesday and Friday"),
    ],
)
def test_days_are_said_in_words(days: tuple[int, ...], said: str) -> None:
    assert days_in_words(days, SAY) == said


def test_a_moment_is_said_by_the_clocks_there() -> None:
    moment = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    assert moment_in_words(moment, "Asia/Tokyo", SAY) == "Friday 1 January, 08:30"
