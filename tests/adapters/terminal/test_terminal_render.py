"""Messages in a terminal."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from adapters.terminal.render import codes, is_code, render
from bot.message import Action, Card, Message, Span
from bot.models import Invocation

SHOW, SHARE, NEXT = (
    Action(label, Invocation.of("show", paper=label)) for label in ("Show", "Share", "Next page")
)


def printed(message: Message) -> str:
    out = Console(file=io.StringIO(), width=80, no_color=True, highlight=False, emoji=False, markup=False)
    out.print(render(message, codes(message)))
    return str(out.file.getvalue())  # type: ignore[attr-defined]  # it is the StringIO above


def test_a_page_of_cards_looks_like_this() -> None:
    card = Card(
        "Growing Turnips",
        "https://example.org/t",
        lines=((Span("Ada · "), Span("ICML 2026", strong=True)),),
        footer="p000000000000001",
        actions=(SHOW, SHARE),
    )
    message = Message("one", lead=(Span("One paper"),), cards=(card,), actions=(NEXT,))
    assert [line.rstrip() for line in printed(message).splitlines()] == [
        "One paper",
        "",
        " 1 Growing Turnips",
        "   Ada · ICML 2026",
        "   p000000000000001",
        "   1 Show   1b Share",
        "",
        "n Next page",
    ]


def test_every_button_has_a_code_of_its_own() -> None:
    actions = tuple(
        Action(label, Invocation.of("find", page=label)) for label in ("Next", "Nearer", "N", "???")
    )
    typed = codes(Message("x", actions=actions))
    assert list(typed.values()) == ["n", "e", "+", "#"]


def test_cards_are_counted_from_one_where_others_without_buttons_stand_above() -> None:
    message = Message("x", cards=(Card("Your rule"), Card("Turnips", actions=(SHOW,))))
    assert codes(message)[SHOW] == "1"
    assert " 1 Turnips" in printed(message)


def test_what_matched_is_marked_where_no_colour_can() -> None:
    out = Console(file=io.StringIO(), width=80)
    card = Card("Turnips", lines=((Span("growing "), Span("turnips", strong=True)),))
    out.print(render(Message("x", cards=(card,)), {}, marked=True))
    assert "growing *turnips*" in out.file.getvalue()  # type: ignore[attr-defined]  # it is the StringIO above


@pytest.mark.parametrize(
    ("typed", "code"),
    [("1", True), ("12c", True), (" N ", True), ("+", True), ("1706", False), ("gan", False)],
)
def test_a_digit_or_a_letter_is_how_buttons_are_typed(typed: str, code: bool) -> None:
    assert is_code(typed) is code


@given(st.text())
@settings(max_examples=200)
def test_no_text_steers_the_terminal(text: str) -> None:
    message = Message(text, cards=(Card(text, lines=((Span(text),),), footer=text),), footer=text)
    assert not any(character in printed(message) for character in "\x1b\x07\x08\x9b\u202e\u2066")


def test_markup_of_the_terminal_library_is_text() -> None:
    assert "[bold]x[/bold] :smile:" in printed(Message("[bold]x[/bold] :smile:"))


def test_a_title_is_a_link_only_where_its_address_cannot_steer_the_terminal() -> None:
    def linked(url: str) -> bool:
        console = Console(file=io.StringIO(), force_terminal=True, legacy_windows=False, width=80)
        console.print(render(Message("x", cards=(Card("Turnips", url),)), {}))
        return "\x1b]8;" in console.file.getvalue()  # type: ignore[attr-defined]  # it is the StringIO above

    assert linked("https://example.org/t")
    assert not any(map(linked, ("https://example.org/\x1b]8;;\x07", "javascript:1", "https://a@b.example/")))
