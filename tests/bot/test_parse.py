"""What typed text is as a command."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.commands import parse
from bot.models import Invocation

CASES: list[tuple[str, str, dict[str, str]]] = [
    ("", "help", {}),
    ("   ", "help", {}),
    ("help", "help", {}),
    ("HELP", "help", {}),
    ("help find", "help", {"command": "find"}),
    ("help me prune a model", "find", {"query": "help me prune a model"}),
    ("persona prunner", "find", {"query": "persona prunner"}),
    ("find score matching", "find", {"query": "score matching"}),
    ("find", "find", {}),
    ("find adam --page 2", "find", {"query": "adam", "page": "2"}),
    ("adam --page 2", "find", {"query": "adam", "page": "2"}),
    ("find adam —page 3", "find", {"query": "adam", "page": "3"}),
    ("find --share adam", "find", {"query": "adam", "share": "yes"}),
    ("find adam --share", "find", {"query": "adam", "share": "yes"}),
    ("find adam --share --page 2", "find", {"query": "adam", "share": "yes", "page": "2"}),
    ("find adam --fast", "find", {"query": "adam --fast"}),
    ("find adam --page", "find", {"query": "adam --page"}),
    ("find a -- b", "find", {"query": "a -- b"}),
    ("find long-range --range", "find", {"query": "long-range --range"}),
    ("show 1706.03762", "show", {"paper": "1706.03762"}),
    ("show 1706.03762 --share", "show", {"paper": "1706.03762", "share": "yes"}),
    ("show", "show", {}),
    ("similar", "similar", {}),
    ("similar PRAC", "similar", {"paper": "PRAC"}),
    ("random", "random", {}),
    ("random bandits and more", "random", {"topic": "bandits and more"}),
    ("why should I trust you", "why", {"paper": "should I trust you"}),
    ("today", "today", {}),
    ("today we choose faces", "find", {"query": "today we choose faces"}),
    ("daily", "daily", {}),
    (
        "daily ON --at 9:00 --topic lazy bandits --days mon",
        "daily",
        {"state": "ON", "at": "9:00", "topic": "lazy bandits", "days": "mon"},
    ),
    ("daily arxiv digest", "find", {"query": "daily arxiv digest"}),
    ("digest now", "digest", {"when": "now"}),
    ("digest of papers", "find", {"query": "digest of papers"}),
    ("settings --timezone UTC", "settings", {"timezone": "UTC"}),
    ("settings of a network", "find", {"query": "settings of a network"}),
    ("random", "random", {}),
    ("preview", "preview", {}),
    ("subscriptions", "subscriptions", {}),
    ("subscriptions of the heart", "find", {"query": "subscriptions of the heart"}),
    ("pause", "pause", {}),
    ("pause s1234567", "pause", {"subscription": "s1234567"}),
    (
        'subscribe "diffusion policy" -survey --here --daily --at 10:30',
        "subscribe",
        {"query": '"diffusion policy" -survey', "where": "here", "cadence": "daily", "at": "10:30"},
    ),
    (
        "subscribe —dm bandits —weekly —tz Europe/Berlin",
        "subscribe",
        {"query": "bandits", "where": "dm", "cadence": "weekly", "timezone": "Europe/Berlin"},
    ),
    (
        "subscribe bandits --in #papers --days mon-fri --timezone UTC",
        "subscribe",
        {"query": "bandits", "channel": "#papers", "days": "mon-fri", "timezone": "UTC"},
    ),
    ("subscribe a,\nb --instant", "subscribe", {"query": "a,\nb", "cadence": "instant"}),
    ("subscribe bandits --dayly", "subscribe", {"query": "bandits --dayly", "wrong": "--dayly"}),
    ("subscribe bandits --at", "subscribe", {"query": "bandits --at", "wrong": "--at"}),
    ('subscribe "a --here b"', "subscribe", {"query": '"a --here b"'}),
    ("subscribe bandits -survey – regret", "subscribe", {"query": "bandits -survey – regret"}),
    (
        "edit s1234567 --query lazy bandits --weekly",
        "edit",
        {"subscription": "s1234567", "query": "lazy bandits", "cadence": "weekly"},
    ),
]


@pytest.mark.parametrize(("text", "name", "args"), CASES)
def test_text_becomes_this_command(text: str, name: str, args: dict[str, str]) -> None:
    parsed = parse(text)
    assert (parsed.name, dict(parsed.args)) == (name, args)


@given(st.text())
@settings(max_examples=200)
def test_anything_typed_is_some_command(text: str) -> None:
    parsed = parse(text)
    assert isinstance(parsed, Invocation)
    assert parsed.name == "help" or parsed.text == text.strip()
