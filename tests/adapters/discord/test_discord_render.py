"""Messages as Discord lays them out: within its limits, readable, inert."""

import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.discord.markup import BREAK, LOOK_ALIKE, flat, safe_url
from adapters.discord.render import BUTTON_ID, COMPONENTS, LABEL, ROW, STEP, TEXT, TITLE, Component, render
from bot import buttons
from bot.message import Action, Card, Field, Line, Message, Span
from bot.models import Invocation
from bot.text.shown import MARK, cut, units

GOLDEN = Path(__file__).parent / "golden"
LONG = (
    "We grow turnips under lamps. A transformer waters them when the soil asks for it, and on 14 fields "
    "they grow 3.2 times as fast, at Õ(η K log² T) drops a day. "
)
SHORT: Line = (Span("We grow "), Span("turnips", strong=True), Span(" under lamps, p < 0.05 …"))
NEXT = Action("Next page", Invocation.of("find", query="turnips", page="2"), replaces=True)


def buttons_of(paper: str) -> tuple[Action, ...]:
    return (
        Action("Show", Invocation.of("show", paper=paper)),
        Action("Similar", Invocation.of("similar", paper=paper)),
        Action("Share", Invocation.of("show", paper=paper, share="yes")),
    )


def a_listed_card(number: int, title: str, *lines: Line, url: str | None = None) -> Card:
    return Card(title, url, lines, actions=buttons_of(f"p{number:015}"))


def a_list() -> Message:
    by: Line = (Span("Ada Gardener, Ben Spade"), Span(" · "), Span("ICML 2026"))
    withdrawn: Line = (*by, Span(" · "), Span("withdrawn", strong=True))
    return Message(
        text="Found 5 papers",
        lead=(Span("5 papers for “turnips”, best first"),),
        cards=(
            a_listed_card(1, "TurnipNet: turnips that water themselves", by, (Span("its name: "),), SHORT),
            a_listed_card(2, "Turnips and Beets", by, SHORT, url="https://example.org/2"),
            a_listed_card(3, "[Re] Turnips_and_2*N: a `study`", withdrawn, url="https://example.org/(3)"),
            a_listed_card(4, "联邦学习中的萝卜", by, (Span("guess"),), url="http://plain.example"),
            a_listed_card(5, "Turnips in Space"),
        ),
        actions=(NEXT,),
    )


def a_card() -> Message:
    card = Card(
        title="TurnipNet: turnips that water themselves",
        url="https://example.org/1",
        lines=(
            (Span(", ".join(f"Author {letter}" for letter in "ABCDEFGHIJKL")),),
            (Span(LONG * 40),),
            (Span("https://example.org/2", url="https://example.org/2"),),
        ),
        fields=(Field("Venue", "ICML 2026"), Field("Status", "oral")),
        footer="p000000000000001 · list_001.txt, paragraph 3",
        actions=buttons_of("p000000000000001")[1:],
    )
    return Message("TurnipNet", cards=(card,), footer="Shared by Ada", private=False)


def a_hostile_card() -> Message:
    card = Card(
        title="# **x** [click](https://evil.example) <@123> @everyone ||s|| <t:1:R> </paper find:1> discord.gg/abc",
        url="https://example.org/a)b[c](https://evil.example)",
        lines=(
            (Span("`Bobby` *Tables*, <@&55> @"), Span("here, \u202eevil")),
            (
                Span("> quote\n- item\n1. one\n# head\n-# small\n```code``` <:a:1> :smile:"),
                Span(" https://evil.example/x ", strong=True),
                Span("click", url="https://arxiv.org@evil.example/"),
            ),
        ),
        footer="-# **p1**",
        actions=(Action("**Show** @everyone", Invocation.of("show", paper="p1")),),
    )
    return Message("x", lead=(Span("# “<@1>”"),), cards=(card,), footer="Shared by **Ada** @everyone")


MESSAGES = {
    "list": a_list(),
    "card": a_card(),
    "nothing": Message("Nothing found for “asdfgh”. Try other words."),
    "guesses": Message(
        "Guesses",
        lead=(Span("Nothing found for “turnps *”. Perhaps one of these guesses?"),),
        cards=a_list().cards[1:3],
    ),
    "help": Message(
        "Help",
        lead=(Span("Look a paper up."),),
        cards=(
            Card("find QUERY [--page N]", lines=((Span("Look papers up"),),)),
            Card("help [COMMAND]", lines=((Span("What I can do"),),)),
        ),
    ),
    "error": Message("The page is a number from 1 to 10; “99” is not."),
    "hostile": a_hostile_card(),
}


def ids(message: Message) -> dict[Action, str]:
    return {
        action: buttons.encode(action, BUTTON_ID) or buttons.encode_stored(action)
        for action in message.every_action()
    }


def rendered(message: Message) -> tuple[list[Component], ...]:
    return render(message, ids(message))


def every(components: list[Component]) -> list[Component]:
    return [one for outer in components for one in (outer, *every(outer.get("components", [])))]


def texts(parts: tuple[list[Component], ...]) -> list[str]:
    return [one["content"] for part in parts for one in every(part) if one["type"] == 10]


@pytest.mark.parametrize("name", MESSAGES)
def test_message_is_laid_out_as_agreed(name: str) -> None:
    """With UPDATE_GOLDEN=1 in the environment the files are written anew; read the difference."""
    file = GOLDEN / f"{name}.json"
    parts = rendered(MESSAGES[name])
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(json.dumps(parts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    assert json.loads(file.read_text(encoding="utf-8")) == [*parts]


def test_a_page_of_five_fits_one_message_with_all_its_buttons() -> None:
    (part,) = rendered(a_list())
    labels = [one["label"] for one in every(part) if one["type"] == 2]
    assert labels == ["Show", "Similar", "Share"] * 5 + ["Next page"]


def test_a_long_abstract_fills_the_message_and_is_marked_where_it_ends() -> None:
    (part,) = rendered(a_card())
    total = sum(units(text) for text in texts((part,)))
    assert TEXT - 2 * STEP < total <= TEXT
    assert re.search(r"\w…$", texts((part,))[0], re.MULTILINE)


def test_long_paragraphs_are_shortened_before_a_card_moves_to_another_message() -> None:
    card = Card("Turnips", lines=((Span("Ada"),), (Span(LONG * 20),)), actions=(an_action(1),))
    (part,) = rendered(Message("x", cards=(card,) * 5))
    assert texts((part,))[0].count("### Turnips") == 1
    assert sum(text.count("### ") for text in texts((part,))) == 5
    assert all("…" in text for text in texts((part,)))


def test_what_does_not_fit_one_message_goes_on_in_the_next() -> None:
    cards = tuple(Card(f"Paper {number}", actions=(an_action(number),)) for number in range(30))
    parts = rendered(Message("x", lead=(Span("Thirty"),), cards=cards, actions=(an_action(99),)))
    assert len(parts) == 4
    assert [text for text in texts(parts) if text == "Thirty"] == ["Thirty"]
    assert parts[0][0]["content"] == "Thirty"
    assert parts[-1][-1]["components"][0]["label"] == "Button 99"
    assert [text for text in texts(parts) if text != "Thirty"] == [f"### {card.title}" for card in cards]


def test_a_command_that_has_its_button_gets_no_second_one() -> None:
    card = Card("Turnips", actions=(an_action(1), an_action(1)))
    (part,) = rendered(Message("x", cards=(card, card)))
    assert [one["custom_id"] for one in every(part) if one["type"] == 2] == ["1-show?paper=1"]


def test_an_action_without_an_id_is_not_shown() -> None:
    (part,) = render(Message("Hello", actions=(an_action(1),)), {})
    assert part == [{"type": 10, "content": "Hello"}]


def test_text_without_cards_is_shown_whole() -> None:
    assert rendered(Message("Two\nlines", footer="small"))[0] == [
        {"type": 10, "content": "Two\nlines"},
        {"type": 10, "content": "-# small"},
    ]


def an_action(number: int) -> Action:
    return Action(f"Button {number}", Invocation.of("show", paper=str(number)))


PIECES = (
    "**",
    "[x](https://evil.example)",
    "<@1>",
    "@everyone",
    "https://evil.example",
    "\n# ",
    "]",
    "(",
    "字",
)
text = st.lists(
    st.sampled_from(PIECES) | st.text(max_size=8) | st.integers(1, 300).map(lambda n: "word " * n), max_size=4
).map("".join)
url = st.none() | st.sampled_from(["https://example.org/1", "https://example.org/(", "http://x.example"])
lines: st.SearchStrategy[Line] = st.lists(st.builds(Span, text, st.booleans(), url), max_size=3).map(tuple)
actions = st.lists(
    st.builds(
        Action,
        text.map(lambda label: label[:40]),
        st.integers(0, 60).map(lambda n: Invocation.of("show", paper=str(n))),
    ),
    max_size=5,
).map(tuple)
cards = st.builds(
    Card,
    title=text,
    url=url,
    lines=st.lists(lines, max_size=3).map(tuple),
    fields=st.lists(st.builds(Field, text, text), max_size=2).map(tuple),
    footer=text,
    actions=actions,
)
messages = st.builds(
    Message, text=text, lead=lines, cards=st.lists(cards, max_size=7).map(tuple), actions=actions, footer=text
)


@settings(max_examples=40, deadline=None)
@given(messages)
def test_whatever_is_said_keeps_within_limits_and_stays_inert(message: Message) -> None:
    parts = rendered(message)
    for part in parts:
        within_limits(part)
    for markdown in texts(parts):
        inert(markdown)
    assert headings(parts) == [
        (cut(flat(card.title), TITLE) or MARK).translate(LOOK_ALIKE) for card in message.cards
    ]


def within_limits(part: list[Component]) -> None:
    components = every(part)
    assert 1 <= len(components) <= COMPONENTS
    shown = [one["content"] for one in components if one["type"] == 10]
    assert all(markdown.strip() for markdown in shown)
    assert sum(map(units, shown)) <= TEXT
    assert all(1 <= len(one["components"]) <= ROW for one in components if one["type"] == 1)
    pressed = [one for one in components if one["type"] == 2]
    assert all(1 <= units(one["label"]) <= LABEL and len(one["custom_id"]) <= BUTTON_ID for one in pressed)
    assert len({one["custom_id"] for one in pressed}) == len(pressed)


OWN = {safe_url("https://example.org/1"), safe_url("https://example.org/(")}


def inert(markdown: str) -> None:
    left = re.sub(r"\\[^0-9A-Za-z\s]", "x", markdown)
    assert {found for found in re.findall(r"\]\(([^)]*)\)", left) if found} <= OWN
    left = re.sub(r"\[[^\[\]]*\]\([^)]*\)|<https[^>]*>", "", left)
    assert not re.search(r"<|://|@everyone|\[|\]\(", left)
    assert not re.search(r"^\s*(?:[>+]|-(?!# )|\d+[.)]|#(?!## ))", left, re.MULTILINE)


def headings(parts: tuple[list[Component], ...]) -> list[str]:
    found = [
        row.removeprefix("### ") for one in texts(parts) for row in one.split("\n") if row.startswith("### ")
    ]
    bare = [re.sub(r"^\[(.*)\]\(https[^)]*\)$", r"\1", row.replace(BREAK, "")) for row in found]
    return [re.sub(r"\\([^0-9A-Za-z\s])", r"\1", row).translate(LOOK_ALIKE) for row in bare]
