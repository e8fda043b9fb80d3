"""Hostile papers on every face: nobody is pinged, no link is forged or broken, no limit passed, no paper missing."""

import json
import multiprocessing
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from io import StringIO
from itertools import chain
from typing import Any

from rich.console import Console

from adapters.discord import render as answers
from adapters.discord.markup import BREAK, LOOK_ALIKE
from adapters.discord.post import DiscordPost
from adapters.slack.connect import Me, posting_client
from adapters.slack.post import SlackPost
from adapters.terminal import render as terminal
from bot.message import Message
from config.settings import only
from tests.make import a_delivery
from tests.slack_messages import wrong_with
from tests.slack_server import BOT_ID, BOT_USER, TEAM
from tests.torture.counts import Counts
from tests.torture.hostile import HERE, OURS, Hostile

LONG, SHORT = 6_300, 100  # messages
SIZES = (0, 1, 2)  # in which a post is tried
RENDERINGS = (
    2 * len(SIZES) + 2
)  # of each: as a post on Slack and Discord, as Discord's answer, in the terminal
BATCH = 100
WIDE = 100_000  # columns: no line is wrapped
CHANNEL_SIGNS = re.compile(r"<[!@#]|<(?:https?|mailto|tel|ftp):")
DISCORD_SIGNS = re.compile(
    r"<[@#/]|<a?:\w+:\d|<t:-?\d|<id:\w|@everyone|@here|discord(?:app)?\.(?:gg|com|me|li)/", re.IGNORECASE
)
HEAP = re.compile("[\u0300-\u036f]{9,}")
MOST = 12  # characters of a title that must be seen

Payload = Mapping[str, Any]


def run(*, long: bool) -> Counts:
    """Draws messages, and looks at them as a platform and a reader would."""
    batches = range((LONG if long else SHORT) // BATCH)
    with multiprocessing.get_context("spawn").Pool(2 if long else 1) as pool:
        found = list(pool.imap_unordered(batch, batches) if long else map(batch, batches))
    return {"renderings": RENDERINGS * BATCH * len(found), "papers": sum(found), "broken promises": 0}


def batch(seed: int) -> int:
    """A hundred messages; how many papers they told of."""
    hostile, papers = Hostile(seed), 0
    for number in range(BATCH):
        message = hostile.message()
        papers += len(message.cards)
        try:
            for size in SIZES:
                on_slack(message, size)
                on_discord(message, size)
            in_answers(message)
            in_terminal(message)
        except AssertionError as error:
            raise AssertionError(f"message {number} of seed {seed}: {error}") from error
    return papers


@cache
def slack() -> SlackPost:
    settings = only(slack_bot_token="xoxb-x", slack_app_token="xapp-x")
    return SlackPost(posting_client(settings), b"k", Me(TEAM, BOT_USER, BOT_ID))


def on_slack(message: Message, size: int) -> None:
    delivery = a_delivery(message=message, place=HERE, size=size)
    parts = [replace(delivery, message=part, thread="1.2") for part in slack().parts(delivery)]
    titles: list[str] = []
    for one in (delivery, *parts):
        drawn = slack().render(one)
        packed = json.dumps(drawn["blocks"], ensure_ascii=False, separators=(",", ":"))
        packed.encode()
        assert not wrong_with(dict(drawn)), wrong_with(dict(drawn))
        assert len(packed) <= 13_000, "too long for Slack"
        assert 0 < weight(drawn["text"]) < 4_000, "notification"
        assert not re.search(r"[<>]|&(?!(?:amp|lt|gt);)", drawn["text"]), "not escaped"
        assert drawn["unfurl_links"] is drawn["unfurl_media"] is drawn["mrkdwn"] is False
        for element in every(drawn["blocks"]):
            in_slack(element)
        titles += [
            run["text"]
            for run in every(drawn["blocks"])
            if run.get("style") == {"bold": True} and run["text"]
        ]
    every_title(message, titles, lambda text: re.sub(r"<(?=[!@#]|\w+:)", "‹", text))


def in_slack(element: Payload) -> None:
    """One element of a Slack message, wherever it stands."""
    kind, text = element.get("type"), element.get("text")
    assert kind not in ("user", "usergroup", "broadcast", "channel", "emoji", "image", "markdown"), kind
    if kind == "mrkdwn":
        assert re.fullmatch(r"\*\w+\*", str(text)), f"markup: {text!r}"
    if isinstance(text, str):
        inert(text, CHANNEL_SIGNS)
        assert 0 < weight(text) <= 3_000
    if kind == "link":
        ours(str(element["url"]))
    if kind == "button":
        assert weight(element["text"]["text"]) <= 75
        assert len(element["value"]) <= 2_000


@cache
def discord() -> DiscordPost:
    return DiscordPost(None, "", "100")  # type: ignore[arg-type]  # it calls nobody here


def on_discord(message: Message, size: int) -> None:
    drawn = discord().render(a_delivery(message=message, place=HERE, size=size))
    json.dumps(drawn, ensure_ascii=False).encode()
    assert drawn["allowed_mentions"] == {"parse": []}
    assert drawn["enforce_nonce"] is True
    assert 0 < weight(drawn["content"]) <= 2_000, "content"
    marked(drawn["content"])
    assert len(drawn["embeds"]) <= 10, "embeds"
    texts = [text for one in drawn["embeds"] for text in (one.get("title", ""), one.get("description", ""))]
    texts += [one["footer"]["text"] for one in drawn["embeds"] if "footer" in one]
    assert sum(map(weight, texts)) <= 6_000, "all embeds"
    for one in drawn["embeds"]:
        assert weight(one.get("title", "")) <= 256, "title"
        assert weight(one.get("description", "")) <= 4_096, "description"
        marked(one.get("title", ""))
        marked(one.get("description", ""))
        inert(one.get("footer", {}).get("text", ""), re.compile("(?!)"))
        if "url" in one:
            ours(one["url"])
    pressed(drawn["components"])
    if len(message.cards) > 10:
        assert "digest" in str(drawn["components"]), "Show all is missing"
    shown = replace(message, cards=message.cards[:10])
    every_title(shown, [read(one.get("title", "")) for one in drawn["embeds"]], str)


def in_answers(message: Message) -> None:
    """As Discord's answers show it, of which a page has at most ten papers."""
    message = replace(message, cards=message.cards[:10])
    titles: list[str] = []
    for part in answers.render(message, {one: f"{at}" for at, one in enumerate(message.every_action())}):
        json.dumps(part, ensure_ascii=False).encode()
        components = [*every(part)]
        assert len(components) <= 40, "components"
        texts = [str(one["content"]) for one in components if one["type"] == 10]
        assert sum(map(weight, texts)) <= 4_000, "all text"
        for text in texts:
            assert text.strip()
            marked(text)
            titles += [
                read(re.sub(r"^\[(.*)\]\([^)]*\)$", r"\1", row[4:])).translate(LOOK_ALIKE)
                for row in text.split("\n")
                if row.startswith("### ")
            ]
        pressed(part)
    if message.cards:
        assert len(titles) == len(message.cards), "a paper is missing"
        every_title(message, titles, lambda text: text.translate(LOOK_ALIKE), numbered=False)


def pressed(components: list[dict[str, Any]]) -> None:
    """Discord's rules for buttons."""
    buttons = [one for one in every(components) if one["type"] == 2]
    rows = [one for one in every(components) if one["type"] == 1]
    assert all(1 <= len(row["components"]) <= 5 for row in rows)
    ids = [one["custom_id"] for one in buttons]
    assert len(set(ids)) == len(ids), "an id is there twice"
    assert all(0 < len(one) <= 100 for one in ids), "id"
    for one in buttons:
        assert 0 < weight(one["label"]) <= 80, "label"
        inert(one["label"], re.compile("(?!)"))


def marked(markdown: str) -> None:
    """Discord's Markdown, of which only what we wrote ourselves acts."""
    inert(markdown.replace(BREAK, "").replace("\u200b", ""), re.compile("(?!)"))
    assert not (found := DISCORD_SIGNS.search(markdown)), f"acts: {found}"
    left = re.sub(r"\\[^0-9A-Za-z\s]", "x", markdown)
    for address in re.findall(r"\]\(([^)]*)\)", left):
        ours(address)
    left = re.sub(r"\[[^\[\]]*\]\([^)]*\)|<https[^>]*>", "x", left)
    assert not (found := re.search(r"<|://|\[|\]\(|[_~|`]", left)), f"acts: {found}"
    assert left.count("*") % 4 == left.replace("**", "").count("*") == 0, "bold without an end"
    assert not re.search(r"^\s*(?:[>+]|-(?!# )|\d+[.)]|#(?!## ))", left, re.MULTILINE), (
        "acts at a line's start"
    )


def read(markdown: str) -> str:
    """What is read of our Markdown."""
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", markdown.replace(BREAK, ""))


def in_terminal(message: Message) -> None:
    out = StringIO()
    console = Console(
        file=out, force_terminal=True, width=WIDE, legacy_windows=False, color_system="standard"
    )
    console.print(terminal.render(message, terminal.codes(message)))
    shown = out.getvalue()
    for address in re.findall("\x1b]8;[^;]*;([^\x1b]*)\x1b\\\\", shown):
        if address:
            ours(address)
    left = (
        re.sub("\x1b\\[[0-9;]*m|\x1b]8;[^;]*;[^\x1b]*\x1b\\\\", "", shown)
        .replace("\n", " ")
        .replace("\t", " ")
    )
    inert(left, re.compile("(?!)"))
    bare = re.sub(r"\s+", "", left)
    for card in message.cards:
        start = re.sub(r"\s+", "", "".join(map(seen, card.title)))[:MOST]
        assert start in bare, f"a paper is missing: {start!r}"


def seen(character: str) -> str:
    return "" if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co") else character


def every_title(message: Message, titles: list[str], written: Any, *, numbered: bool = True) -> None:
    """Each paper's title begins one of those that are shown, with its number where there are several."""
    alone = len(message.cards) < 2 or not numbered
    for number, card in enumerate(message.cards, 1):
        text = " ".join(shown(card.title).split())
        said = written(" ".join((text if alone else f"{number}. {text}").split()))
        heap = HEAP.search(said)  # of accents on one letter, at which a title is cut, or before its word
        start = said[: heap.start()].rpartition(" ")[0] if heap else said
        start = (start[:MOST] if len(said) > 30 else start).rstrip(" ,;:")
        assert any(one.startswith(start) for one in titles), f"paper {number} is missing: {start!r}"


def shown(text: str) -> str:
    """What can be shown of it."""
    paired = (
        text.encode("utf-16", "surrogatepass")
        .decode("utf-16", "replace")
        .translate({9: " ", 13: "\n", 11: "\n", 12: "\n"})
    )
    return unicodedata.normalize("NFC", "".join(one for one in paired if one == "\n" or seen(one)))


def inert(text: str, signs: re.Pattern[str]) -> None:
    """Nothing unseen, nothing half, nothing that the platform acts upon."""
    unseen = [one for one in text if one != "\n" and not seen(one)]
    assert not unseen, f"unseen: {unseen[:5]!r}"
    assert not (found := signs.search(text)), f"acts: {found}"


def ours(address: str) -> None:
    """A link leads to a page of ours, and cannot end early."""
    assert address.startswith(OURS), f"forged link: {address!r}"
    assert re.fullmatch(r"[!#$%&'+,\-./0-9:;=?@A-Z_a-z~()\[\]*]+", address), f"broken link: {address!r}"


def weight(text: str) -> int:
    """As the stricter platform counts: UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def every(value: Any) -> Iterator[dict[str, Any]]:
    """All elements, however deep."""
    if isinstance(value, dict):
        yield value
        yield from every([inner for name, inner in value.items() if name != "style"])
    elif isinstance(value, list):
        yield from chain.from_iterable(map(every, value))
