import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slack_sdk.models.blocks import Block

from adapters.slack.render import BLOCKS, SIZE, VALUE, render
from bot.message import Action, Card, Field, Message, Span
from bot.models import Invocation
from bot.text.shown import printable

GOLDEN = Path(__file__).parent / "golden"


def a_button(label: str, name: str = "show", *, replaces: bool = False) -> Action:
    return Action(label, Invocation.of(name, paper=label), replaces)


def buttons(message: Message) -> dict[Action, str]:
    return {action: f"1-{number}" for number, action in enumerate(message.every_action())}


def rendered(message: Message) -> dict[str, Any]:
    return render(message, buttons(message))


ABSTRACT = (
    "We grow turnips. A transformer waters them, and the turnips grow Õ(η K log² T) times as fast & with R² > 0.9. "
) * 60

LISTED = tuple(
    Card(
        title=title,
        url=url,
        lines=(
            (
                Span("Ada Gardener, Ben Spade and 3 more"),
                Span(" · "),
                Span("ICML 2026"),
                Span(" · "),
                Span("oral"),
            ),
            (Span("its title: "), Span("Turnips", strong=True)),
            (Span("We grow "), Span("turnips", strong=True), Span(". A transformer waters them. …")),
        ),
        actions=(a_button("Show"), a_button("Similar", "similar"), a_button("Share")),
    )
    for title, url in [
        ("Growing Turnips with Transformers", "https://example.org/turnips"),
        ("TurnipNet: a garden in the loop", None),
        ("联邦学习的萝卜种植 🥕", "https://example.org/萝卜"),
    ]
)

MESSAGES = {
    "found": Message(
        "Found 3 papers for “turnips”; the best: Growing Turnips with Transformers",
        lead=(Span("3 papers for “turnips”, best first"),),
        cards=LISTED,
        actions=(a_button("Next page", "find", replaces=True),),
    ),
    "card": Message(
        "Growing Turnips with Transformers",
        cards=(
            Card(
                title="Growing Turnips with Transformers",
                url="https://example.org/turnips",
                lines=(
                    (
                        Span("Ada Gardener, Ben Spade · ICML 2026"),
                        Span(" · "),
                        Span("withdrawn", strong=True),
                    ),
                    (Span(ABSTRACT),),
                    (Span("https://example.org/code", url="https://example.org/code"),),
                ),
                fields=(Field("Track", "main"),),
                footer="p000000000000001 · list.json, record 0",
                actions=(a_button("Similar", "similar"), a_button("Share")),
            ),
        ),
        footer="Shared by Ada",
    ),
    "guesses": Message(
        "Nothing found for “turmips”. Perhaps one of these guesses?",
        lead=(Span("Nothing found for “turmips”. Perhaps one of these guesses?"),),
        cards=LISTED[:1],
    ),
    "help": Message(
        "Look a paper up.\nfind QUERY: Look papers up\nhelp: What I can do",
        lead=(Span("Look a paper up."),),
        cards=(
            Card("find QUERY [--page N]", lines=((Span("Look papers up"),),)),
            Card("help [COMMAND]", lines=((Span("What I can do"),),)),
        ),
    ),
    "error": Message("The page is a number from 1 to 10; “<99>” is not."),
    "hostile": Message(
        "<!channel> & <@U1|you> found *bold* <https://evil.example|safe>",
        lead=(Span("for “<!here> `code`”"),),
        cards=(
            Card(
                title="<!channel> *Free* <https://evil.example|turnips> \u202e gnp.exe @here :tada:",
                url="https://example.org/a|b>",
                lines=(
                    (Span("<@U1>, <#C1|general>, _Ben_ ~Spade~"),),
                    (
                        Span("see https://evil.example and <mailto:a@b.c|mail>"),
                        Span("js", url="javascript:alert(1)"),
                    ),
                    (Span("plain http", url="http://example.org/"), Span("a\ud800b\x00c", strong=True)),
                ),
                footer="<!everyone>",
                actions=(a_button("<!channel> :tada:"),),
            ),
        ),
    ),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_a_message_is_drawn_as_it_was_when_people_looked_at_it(name: str) -> None:
    drawn = json.dumps(rendered(MESSAGES[name]), indent=1, ensure_ascii=False) + "\n"
    file = GOLDEN / f"{name}.json"
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(drawn, encoding="utf-8")
    assert drawn == file.read_text(encoding="utf-8")


def test_a_long_abstract_is_cut_and_marked_and_its_title_linked() -> None:
    card = rendered(MESSAGES["card"])
    abstract = next(text for text in texts(card["blocks"]) if text.startswith("We grow"))
    assert 2900 < len(abstract) <= 3000
    assert abstract.endswith("…")
    assert "https://example.org/turnips" in links(card["blocks"])


def test_many_cards_become_compact_and_none_is_dropped() -> None:
    cards = tuple(
        Card(f"Paper {number}", lines=LISTED[0].lines, actions=LISTED[0].actions) for number in range(60)
    )
    message = Message("Sixty papers", cards=cards)
    drawn = rendered(message)
    assert len(drawn["blocks"]) <= BLOCKS
    assert {f"Paper {number}" for number in range(60)} <= set(texts(drawn["blocks"]))


def test_a_message_of_unseen_characters_still_says_something() -> None:
    assert rendered(Message("\u200b\u202e"))["text"] == "…"


words = st.text(max_size=60)
long_words = st.one_of(words, st.builds(lambda text, times: text * times, words, st.integers(1, 200)))
hostile = st.one_of(
    long_words,
    st.sampled_from(
        ["<!channel>", "<@U1>", "<#C1|x>", "<https://evil.example|x>", "&lt;!here&gt;", "*_~`", "\ud800"]
    ),
    st.lists(st.sampled_from(["<", "!", "@", "#", "&", "a", " ", "é", "👍🏽", "\u202e", "\u0301", "\n"])).map(
        "".join
    ),
)
urls = st.one_of(
    st.none(),
    hostile,
    st.sampled_from(["https://example.org/p", "http://example.org/", "javascript:1", "https://a/|x>"]),
    st.builds(lambda path: f"https://example.org/{path}", words),
)
spans = st.builds(Span, text=hostile, strong=st.booleans(), url=urls)
lines = st.lists(spans, max_size=3).map(tuple)
invocations = st.builds(lambda text: Invocation.of("find", query=text), words)
actions = st.lists(st.builds(Action, label=hostile, invocation=invocations), max_size=3).map(tuple)
cards = st.builds(
    Card,
    title=hostile,
    url=urls,
    lines=st.lists(lines, max_size=3).map(tuple),
    fields=st.lists(st.builds(Field, name=hostile, value=hostile), max_size=3).map(tuple),
    footer=hostile,
    actions=actions,
)
messages = st.builds(
    Message,
    text=hostile,
    lead=lines,
    cards=st.lists(cards, max_size=12).map(tuple),
    actions=actions,
    footer=hostile,
)


@settings(max_examples=60, deadline=None)
@given(messages, st.sampled_from(["v", "v" * VALUE]))
def test_whatever_the_message_slack_takes_it_and_nothing_in_it_acts(message: Message, value: str) -> None:
    drawn = render(message, dict.fromkeys(message.every_action(), value))
    blocks = drawn["blocks"]
    for block in Block.parse_all(blocks):
        block.validate_json()
    assert 0 < len(blocks) <= BLOCKS
    assert len(json.dumps(blocks, ensure_ascii=False, separators=(",", ":"))) <= SIZE
    assert 0 < len(drawn["text"]) < 4000
    assert not re.search(r"[<>]", drawn["text"])
    assert not re.search(r"&(?!(amp|lt|gt);)", drawn["text"])
    assert all(0 < len(text) <= 3000 for text in texts(blocks))
    assert not any(re.search(r"<[!@#]|<\w+:", text) for text in texts(blocks))
    assert all(len({one["action_id"] for one in row}) == len(row) for row in rows(blocks))
    assert links(blocks) <= {url for url in own_links(message) if url.startswith("https://")}
    assert drawn["unfurl_links"] is drawn["unfurl_media"] is False
    assert not {"link_names", "parse"} & set(drawn)
    shown = " ".join(texts(blocks))
    for card in message.cards:
        start = " ".join(re.sub(r"<(?=[!@#]|\w+:)", "‹", printable(card.title)).split())[:8].strip()
        assert start in shown
    json.dumps(drawn, ensure_ascii=False).encode()


def texts(value: Any) -> list[str]:
    """Every text that is shown, wherever it stands."""
    if isinstance(value, list):
        return [text for one in value for text in texts(one)]
    if not isinstance(value, dict):
        return []
    own = [value["text"]] if isinstance(value.get("text"), str) else texts(value.get("text"))
    return own + texts(value.get("elements"))


def links(value: Any) -> set[str]:
    """Every address in the blocks, but for button values."""
    return set(re.findall(r'"url": "([^"]*)"', json.dumps(value, ensure_ascii=False)))


def rows(blocks: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    return [block["elements"] for block in blocks if block["type"] == "actions"]


def own_links(message: Message) -> set[str]:
    spans = [*message.lead, *(span for card in message.cards for line in card.lines for span in line)]
    return {url for url in (*(card.url for card in message.cards), *(span.url for span in spans)) if url}
