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
    ("find", "find", {"query": "find"}),
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
    ("show", "find", {"query": "show"}),
    ("similar", "find", {"query": "similar"}),
    ("similar PRAC", "similar", {"paper": "PRAC"}),
    ("random", "random", {}),
    ("random bandits and more", "random", {"topic": "bandits and more"}),
    ("why should I trust you", "find", {"query": "why should I trust you"}),
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
