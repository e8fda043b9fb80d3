"""What of a paper is indexed."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.lookup.documents import compounds, indexed
from bot.text.fold import fold
from tests.make import a_paper


@pytest.mark.parametrize(
    ("written", "joined"),
    [
        ("multi-agent", ["multiagent"]),
        ("a state-of-the-art, multi-agent turnip", ["stateoftheart", "multiagent"]),
        ("turnips - and others -", []),
        ("pre- and post-harvest (x-ray)-like", ["postharvest", "xray"]),
        ("", []),
    ],
)
def test_a_compound_is_also_one_word(written: str, joined: list[str]) -> None:
    assert compounds(written) == joined


@given(st.text("ab1 -_(", max_size=30).map(fold))
@settings(max_examples=300, deadline=None)
def test_a_compound_is_joined_wherever_it_stands(text: str) -> None:
    assert compounds(text) == [joined for word in text.split(" ") for joined in compounds(word)]


@pytest.mark.parametrize("unit", ["-", "--", "a-", " -", "- ", "–", "_", "^{", "a", "(A-", "$", "A1-"])
def test_a_paper_of_100_000_characters_is_indexed_in_linear_time(unit: str) -> None:
    def seconds(size: int) -> float:
        text = (unit * size)[:size]
        paper = a_paper(title=text, abstract=text)
        began = time.process_time()
        indexed(paper)
        return time.process_time() - began

    assert min(seconds(100_000) for _ in range(2)) < 12 * max(seconds(25_000), 0.01)
