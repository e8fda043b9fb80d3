import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.sources.cleaning import one_line, tidy


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ("a\x00b", "a b"),
        ("a\x1bb\x7f", "a b "),
        ("a\ud800b", "a\ufffdb"),
        ("a\uffffb", "a\ufffdb"),
        ("robot\x92s", "robot’s"),
        ("line\r\nbreak\tand more\n", "line\r\nbreak\tand more\n"),
        ("$\\alpha$ & **bold** &amp;", "$\\alpha$ & **bold** &amp;"),
        ("robotâ\x80\x99s 30Â°", "robot’s 30°"),
        ("CAFÉ »", "CAFÉ »"),
        ("Ã la carte", "Ã la carte"),
    ],
)
def test_only_what_is_broken_is_replaced(raw: str, kept: str) -> None:
    assert tidy(raw) == kept


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ("  Growing\r\n Turnips\u2003fast ", "Growing Turnips fast"),
        ("Mud &amp; Water", "Mud & Water"),
        ("Mud &amp;amp; Water", "Mud &amp; Water"),
        ("R&D of AT&T", "R&D of AT&T"),
        ("Cafe\u0301", "Café"),
        ("$x^2$ < y", "$x^2$ < y"),
    ],
)
def test_one_line_is_decoded_once_and_composed(raw: str, kept: str) -> None:
    assert one_line(raw) == kept


@settings(max_examples=300)
@given(st.text())
def test_what_is_kept_can_be_stored(raw: str) -> None:
    for kept in (tidy(raw), one_line(raw)):
        assert "\0" not in kept
        assert kept.encode().decode() == kept
        assert tidy(kept) == kept or "\ufffd" in kept or not raw.isascii()
