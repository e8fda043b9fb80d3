"""Text on Discord shows itself and does nothing else."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.discord.markup import BREAK, URL, begin_line, escape, flat, line, link, safe_url, strong
from bot.message import Span
from bot.text.shown import printable

ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")  # Discord shows the second character as it is
MARKS = ("*", "_", "~", "|", "`", "[", "]", "<", ">", "\\", "#", "-", "+", ":", "@", "(", ")", ".", "/", "1")
WORDS = ("everyone", "here", "https://x.example", "discord.gg/a", "<@1>", "<t:1:R>", "</a:1>", "\n", " ", "a")
hostile = st.lists(st.sampled_from(MARKS + WORDS) | st.characters(), max_size=30).map("".join)


def acting(markdown: str) -> str:
    """What is left for Discord to act upon."""
    return ESCAPED.sub("x", markdown)


def shown(markdown: str) -> str:
    """What a reader sees."""
    return ESCAPED.sub(r"\1", markdown).replace(BREAK, "")


@pytest.mark.parametrize(
    "text",
    [
        "**bold** _it_ ~~gone~~ ||spoiler|| `code` ```py```",
        "[click](https://evil.example)",
        "# head",
        "-# small",
        "- item",
        "* item",
        "1. one",
        "> quote",
        ">>> quote",
        "<@1> <@!1> <@&1> <#1>",
        "<t:1700000000:R>",
        "</paper find:1>",
        "<:a:1> <a:b:1>",
        "<id:customize>",
        "<https://evil.example>",
        "<mailto:a@b.example>",
        ":smile:",
        "https://evil.example/x",
        "@everyone @here @Everyone",
        "discord.gg/abc discord.com/invite/abc discordapp.com/invite/abc",
        "C:\\temp\\*.txt",
    ],
)
def test_hostile_text_is_shown_as_it_is_and_left_inert(text: str) -> None:
    markdown = begin_line(escape(text))
    assert shown(markdown) == text
    left = acting(markdown)
    assert not re.search(r"[*_~|`#\[\]<]|:\S|@everyone|@here|\.gg/|\.com/i", left, re.IGNORECASE)
    assert not re.search(r"^\s*(?:[>+-]|\d+[.)])", left, re.MULTILINE)


@settings(max_examples=200)
@given(hostile.map(printable))
def test_any_text_is_shown_as_it_is_and_left_inert(text: str) -> None:
    markdown = begin_line(escape(text))
    assert shown(markdown) == text
    left = acting(markdown)
    assert not re.search(r"[*_~|`#\[\]<]|:\S|@everyone|@here", left, re.IGNORECASE)
    assert not re.search(r"^[^\S\n]*(?:[>+-]|\d+[.)])", left, re.MULTILINE)


@pytest.mark.parametrize("text", ["p < 0.05", "a > b", "GPT-4: a report", "3 + 4", "e-mail a@b.example"])
def test_ordinary_writing_needs_no_invisible_characters(text: str) -> None:
    assert BREAK not in begin_line(escape(text))


def test_blanks_stay_outside_of_bold() -> None:
    assert strong(" two words ") == " **two words** "
    assert strong("  ") == "  "


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("Turnips", "[Turnips](https://a.example/1)"),
        ("[Re] Turnips", r"[\[Re\] Turnips](https://a.example/1)"),
        ("Turnips in [0,1)", "[Turnips in ［0,1)](https://a.example/1)"),
        ("](https://evil.example)", rf"[］(https\:{BREAK}//evil.example)](https://a.example/1)"),
    ],
)
def test_a_title_cannot_end_its_own_link(text: str, markdown: str) -> None:
    assert link(text, "https://a.example/1") == markdown


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("https://arxiv.org/abs/1706.03762v5?x=1&y=2#z", "https://arxiv.org/abs/1706.03762v5?x=1&y=2#z"),
        ("https://doi.org/10.1016/s(99)<1>[2]", "https://doi.org/10.1016/s%2899%29%3C1%3E%5B2%5D"),
        ("https://a.example/ü x\"'\\", "https://a.example/%C3%BC%20x%22%27%5C"),
        ("http://a.example/", None),
        ("javascript:alert(1)", None),
        ("https://arxiv.org@evil.example/", None),
        ("https://[", None),
        ("https:///nowhere", None),
        (f"https://a.example/{'x' * URL}", None),
        ("", None),
        (None, None),
    ],
)
def test_only_plain_https_is_linked_and_cannot_break_out(url: str | None, safe: str | None) -> None:
    assert safe_url(url) == safe


def test_an_address_that_stands_for_itself_is_shown_without_a_disguise() -> None:
    url = "https://arxiv.org/abs/1706.03762"
    assert line((Span(url, url=url),), 100) == f"<{url}>"


def test_what_acts_is_broken_even_where_it_comes_in_pieces() -> None:
    assert line((Span("@"), Span("everyone <"), Span("@1>")), 100) == rf"@{BREAK}everyone \<{BREAK}@1>"


def test_a_long_line_is_cut_at_a_word_before_it_is_escaped() -> None:
    spans = (Span("turnips_grow "), Span("very_fast", strong=True), Span(" in spring"))
    assert line(spans, 26) == r"turnips\_grow **very\_fast** in…"


def test_a_line_of_which_nothing_could_be_said_is_left_out() -> None:
    assert line((Span("turnips grow very fast"),), 5) == ""


def test_a_title_is_one_line() -> None:
    assert flat("Growing\n\n Turnips\u2028\u202e") == "Growing Turnips"
