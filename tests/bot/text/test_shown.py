import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.text.shown import cut, linkable, printable, units


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain", "plain"),
        ("a\tb\r\nc\rd", "a b\nc\nd"),
        ("evil\u202etxt.exe", "eviltxt.exe"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("bell\x07 null\x00", "bell null"),
        ("private\ue000use", "privateuse"),
        ("lone \ud800 surrogate", "lone \ufffd surrogate"),
        ("pair \ud83d\ude00", "pair 😀"),
        ("e\u0301", "é"),
        ("line\u2028separator", "line\nseparator"),
        ("数学 Õ(η K log² T) 🇩🇪", "数学 Õ(η K log² T) 🇩🇪"),
    ],
)
def test_only_what_can_be_seen_is_kept(raw: str, shown: str) -> None:
    assert printable(raw) == shown


@pytest.mark.parametrize(
    ("text", "limit", "shown"),
    [
        ("fits exactly", 12, "fits exactly"),
        ("cut at a word", 10, "cut at a…"),
        ("no trailing, comma", 13, "no trailing…"),
        ("a" * 60, 10, "a" * 9 + "…"),
        ("漢字" * 10, 5, "漢字漢字…"),
        ("x👍🏽", 3, "x…"),
        ("x👍🏽y", 5, "x…"),
        ("🇩🇪🇫🇷🇮🇹", 9, "🇩🇪🇫🇷…"),
        ("q\u0308\u0301rst", 3, "q\u0308…"),
        ("", 1, ""),
        ("ab", 1, "…"),
    ],
)
def test_a_cut_is_marked_and_keeps_words_and_letters_whole(text: str, limit: int, shown: str) -> None:
    assert cut(text, limit) == shown


def test_a_cut_can_weigh_what_escaping_adds() -> None:
    assert cut("&&&&", 12, lambda one: 5 if one == "&" else 1) == "&&…"


@settings(max_examples=300, deadline=None)
@given(st.text(), st.integers(1, 40))
def test_what_is_shown_is_within_the_limit_and_encodes(raw: str, limit: int) -> None:
    shown = cut(printable(raw), limit)
    assert units(shown) <= limit
    assert shown.encode("utf-8").decode("utf-8") == shown
    assert not any(unicodedata.category(one) in {"Cf", "Cs", "Co"} for one in shown)


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_printable_text_stays_as_it_is(raw: str) -> None:
    assert printable(printable(raw)) == printable(raw)


@pytest.mark.parametrize(
    ("url", "fine"),
    [
        ("https://arxiv.org/abs/1706.03762v5?x=1&y=%20#z", True),
        ("https://arxiv.org@evil.example/", False),
        ("https://a.example/|x>", False),
        ("https://a.example/\x1b]8;;\x07", False),
        ("https://a.example/\u202e", False),
        ("http://a.example/", False),
        ("javascript:alert(1)", False),
        ("https://[", False),
        ("https:///nowhere", False),
        (f"https://a.example/{'x' * 100}", False),
        (None, False),
    ],
)
def test_a_link_leads_where_it_says_and_cannot_break_out(url: str | None, fine: bool) -> None:
    assert linkable(url, 100) is fine


def test_characters_are_counted_as_the_stricter_platform_does() -> None:
    assert [units(text) for text in ("abc", "é字", "👍🏽", "\ud800x")] == [3, 2, 4, 2]
