"""What Discord's answers mean, how a post looks, and how it is found again."""

import json
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.discord.embeds import ALL, CONTENT, DESCRIPTION, EMBEDS, ROWS, TITLE, mark_of
from adapters.discord.post import DiscordPost, classify, find, nonce, snowflake
from adapters.discord.refusals import MOST, WINDOW_S
from adapters.discord.render import ROW
from bot.deliveries import Blind, Broken, Delivery, Gone, Missing, Outcome, Retry, Sent, Unknown
from bot.message import Action, Card, Field, Message, Span
from bot.models import Invocation, Place
from bot.text.shown import units
from tests.discord_objects import ADA, BOT, CHANNEL, DIRECT, GUILD, TOKEN
from tests.discord_server import DiscordServer
from tests.make import a_delivery

GOLDEN = Path(__file__).parent / "golden"
HERE = Place("discord", GUILD, CHANNEL)


def error(code: int, message: str = "no") -> dict[str, Any]:
    return {"message": message, "code": code}


ANSWERS: list[tuple[int, dict[str, str], object, Outcome]] = [
    (200, {}, {"id": "1310000000000000000", "content": "x"}, Sent("1310000000000000000")),
    (200, {}, None, Unknown("200")),
    (200, {}, {}, Unknown("200")),
    (429, {}, {"message": "limited", "retry_after": 64.57, "global": False}, Retry(64.57, "429")),
    (429, {}, {"message": "limited", "retry_after": 1337.0, "code": 20028}, Retry(1337, "429 20028")),
    (429, {}, {"retry_after": 2.5, "global": True}, Retry(2.5, "429", "platform")),
    (429, {"X-RateLimit-Scope": "global"}, {"retry_after": 2.5}, Retry(2.5, "429", "platform")),
    (429, {"X-RateLimit-Scope": "shared"}, {"retry_after": 2.5}, Retry(2.5, "429")),
    (429, {"Retry-After": "3600"}, None, Retry(3600, "429", "platform")),
    (429, {}, None, Retry(60, "429", "platform")),
    (500, {}, error(0), Unknown("500")),
    (502, {}, None, Unknown("502")),
    (503, {}, error(0), Unknown("503")),
    (504, {}, None, Unknown("504")),
    (302, {}, None, Unknown("302")),
    (401, {}, error(0, "401: Unauthorized"), Gone("401", "platform")),
    (404, {}, error(10003), Gone("404 10003")),
    (404, {}, error(10008), Sent("")),
    (403, {}, error(50001), Gone("403 50001")),
    (403, {}, error(50013), Gone("403 50013")),
    (403, {}, error(50007), Gone("403 50007")),
    (403, {}, error(50278), Gone("403 50278")),
    (403, {}, None, Retry(300, "403")),
    (400, {}, error(50035, "Invalid Form Body"), Broken("400 50035")),
    (400, {}, error(50006), Broken("400 50006")),
    (413, {}, error(40005), Broken("413 40005")),
]


@pytest.mark.parametrize(("status", "headers", "answer", "outcome"), ANSWERS)
def test_an_answer_means(status: int, headers: dict[str, str], answer: object, outcome: Outcome) -> None:
    assert classify(status, headers, answer) == outcome


def a_card(number: int, abstract: str = "A transformer waters the ") -> Card:
    return Card(
        f"Growing Turnips with Transformers, Part {number}",
        f"https://example.org/turnips/{number}",
        (
            (Span("Ada Gardener, Ben Spade · ICML 2026"),),
            (Span("“turnips”: "), Span("Turnips", strong=True)),
            (Span(f"… {abstract}"), Span("turnips", strong=True), Span(", which thrive. …")),
        ),
        actions=(Action("Show", Invocation.of("show", paper=f"p{number:015x}")),),
    )


def a_digest(count: int, abstract: str = "A transformer waters the ") -> Message:
    return Message(
        f"{count} new papers for “turnips”: Growing Turnips; Turnips in Space; …",
        (Span(f"{count} new papers for “turnips”"),),
        tuple(a_card(number, abstract) for number in range(1, count + 1)),
        (Action("Show all", Invocation.of("digest", post="digest:2026-12-01", page="1")),)
        if count > 10
        else (),
        "and 13 more" if count > 10 else "",
        private=False,
    )


HOSTILE = Message(
    "@everyone <@1> **x** [click](https://evil.example)",
    (Span("for “<@&2>”"),),
    (
        replace(a_card(1), title="# **x** [click](https://evil.example) <@123> @everyone discord.gg/abc"),
        replace(a_card(2), url="javascript:alert(1)", lines=((Span("> quote\n- item\n<t:1:R> \u202e"),),)),
    ),
    footer="@here",
    private=False,
)
POSTS = {
    "post_paper": Message("Paper of the day: Growing Turnips", (), (a_card(1),), private=False),
    "post_digest": a_digest(23),
    "post_hostile": HOSTILE,
    "post_notice": Message("I cannot speak in #garden any more.", private=False),
}


def rendered(message: Message, **fields: Any) -> dict[str, Any]:
    post = DiscordPost(None, "", BOT)  # type: ignore[arg-type]  # rendering calls nobody
    return dict(post.render(a_delivery(message=message, place=HERE, **fields)))


@pytest.mark.parametrize("name", POSTS)
@pytest.mark.parametrize("size", [0, 1, 2])
def test_a_post_is_laid_out_as_agreed(name: str, size: int) -> None:
    """With UPDATE_GOLDEN=1 in the environment the files are written anew; read the difference."""
    drawn = json.dumps(rendered(POSTS[name], size=size), indent=1, ensure_ascii=False) + "\n"
    file = GOLDEN / f"{name}_{size}.json"
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(drawn, encoding="utf-8")
    assert drawn == file.read_text(encoding="utf-8")


def test_a_notification_says_something_and_only_what_is_silent_is_silent() -> None:
    assert rendered(a_digest(2))["content"].startswith("2 new papers for “turnips”")
    assert "flags" not in rendered(a_digest(2))
    assert rendered(a_digest(2), silent=True)["flags"] == 4096


def test_a_long_digest_shows_ten_papers_a_button_for_each_and_the_way_to_the_rest() -> None:
    drawn = rendered(a_digest(23))
    assert len(drawn["embeds"]) == 10
    labels = [button["label"] for one in drawn["components"] for button in one["components"]]
    assert labels == [*(f"Show {number}" for number in range(1, 11)), "Show all"]
    assert drawn["embeds"][-1]["footer"]["text"].startswith("and 13 more · ")


def test_long_abstracts_are_shortened_until_all_ten_fit() -> None:
    drawn = rendered(a_digest(10, "A transformer waters the turnips, which thrive. " * 60))
    assert ALL - 1000 < length(drawn) <= ALL
    assert all("…" in one["description"] for one in drawn["embeds"])


def test_each_size_says_less_and_none_drops_a_paper() -> None:
    sizes = [json.dumps(rendered(a_digest(10, "x " * 200), size=size)["embeds"]) for size in (0, 1, 2)]
    assert len(sizes[0]) > len(sizes[1]) > len(sizes[2])
    for shown in sizes:
        assert all(f"https://example.org/turnips/{n}" in shown for n in range(1, 11))


def test_a_notice_has_no_box_and_is_found_again_by_its_small_print() -> None:
    drawn = rendered(Message("I can no longer post in #papers.", footer="Let me in again.", private=False))
    assert drawn["content"].startswith("I can no longer post in \\#papers.\n-# Let me in again. · ")
    assert drawn["embeds"] == []
    sent = {"id": "17", "author": {"id": BOT}, "content": drawn["content"], "embeds": []}
    assert find([sent], drawn, BOT) == "17"
    assert find([sent | {"content": "I can no longer post in #papers."}], drawn, BOT) == ""


def test_a_nonce_is_of_one_delivery_in_one_channel_and_of_one_payload() -> None:
    one = a_delivery()
    assert re.fullmatch("[A-Z2-7]{24}", nonce(one))
    assert nonce(replace(one, attempts=3, owner="me")) == nonce(one)
    assert len({nonce(one), nonce(replace(one, key="other")), nonce(replace(one, size=1))}) == 3


def length(drawn: dict[str, Any]) -> int:
    texts = [one.get(name, "") for one in drawn["embeds"] for name in ("title", "description")]
    return sum(map(units, texts)) + sum(units(one["footer"]["text"]) for one in drawn["embeds"][-1:])


text = st.one_of(
    st.text(max_size=60),
    st.builds(lambda piece, times: piece * times, st.text(max_size=20), st.integers(1, 200)),
    st.sampled_from(
        ["@everyone", "<@1>", "<@&2>", "[x](https://evil.example)", "*_~`|", "\ud800", "[" * 300]
    ),
)
lines = st.lists(st.builds(Span, text=text, strong=st.booleans()), max_size=3).map(tuple)
cards = st.builds(
    Card,
    title=text,
    url=st.sampled_from([None, "https://example.org/1", "javascript:1", "https://a/)x"]),
    lines=st.lists(lines, max_size=4).map(tuple),
    fields=st.lists(st.builds(Field, name=text, value=text), max_size=2).map(tuple),
    footer=text,
    actions=st.integers(1, 12).map(lambda number: a_card(number).actions),
)
messages = st.builds(
    Message,
    text=text,
    lead=lines,
    cards=st.lists(cards, max_size=12).map(tuple),
    footer=text,
    private=st.just(False),
)


@settings(max_examples=80, deadline=None)
@given(messages, st.integers(0, 2))
def test_whatever_the_post_discord_takes_it_and_it_pings_nobody(message: Message, size: int) -> None:
    drawn = rendered(message, size=size)
    json.dumps(drawn, ensure_ascii=False).encode()
    assert 0 < units(drawn["content"]) <= CONTENT
    assert len(drawn["embeds"]) <= EMBEDS
    assert re.fullmatch("[a-z2-7]{8}", mark_of(drawn))
    assert length(drawn) <= ALL
    for one in drawn["embeds"]:
        assert units(one.get("title", "")) <= TITLE
        assert units(one.get("description", "")) <= DESCRIPTION
        assert one.get("url", "https://").startswith("https://")
    rows = [one["components"] for one in drawn["components"]]
    assert len(rows) <= ROWS
    assert all(0 < len(row) <= ROW for row in rows)
    ids = [button["custom_id"] for row in rows for button in row]
    assert len(ids) == len(set(ids))
    assert drawn["allowed_mentions"] == {"parse": []}
    shown = [drawn["content"], *(one.get("description", "") for one in drawn["embeds"])]
    assert not any(re.search(r"(?<!\\)<[@#]|@everyone|@here", text, re.IGNORECASE) for text in shown)


PAYLOAD = rendered(HOSTILE)


def said(payload: dict[str, Any], author: str = BOT) -> dict[str, Any]:
    return {"id": "17", "author": {"id": author}, "content": "", "embeds": payload["embeds"]}


@pytest.mark.parametrize(
    ("message", "found"),
    [
        (said(PAYLOAD), "17"),
        (said(rendered(HOSTILE, key="another")), ""),
        (said(PAYLOAD, author="200"), ""),
        ({"id": "17", "author": {"id": BOT}, "embeds": []}, ""),
        ({"id": "17", "author": {"id": BOT}, "embeds": [{"title": "x"}]}, ""),
    ],
)
def test_a_message_in_history_is_ours_or_not(message: dict[str, Any], found: str) -> None:
    assert find([message], PAYLOAD, BOT) == found


@asynccontextmanager
async def at(url: str, timeout_s: float = 5) -> AsyncIterator[DiscordPost]:
    headers, timeout = {"Authorization": f"Bot {TOKEN}"}, aiohttp.ClientTimeout(total=timeout_s)
    async with aiohttp.ClientSession(headers=headers, timeout=timeout) as session:
        yield DiscordPost(session, url, BOT)


@pytest.fixture
async def discord_() -> AsyncIterator[DiscordServer]:
    async with DiscordServer().running() as server:
        yield server


def claimed(**fields: Any) -> Delivery:
    now = datetime.now(UTC)
    given = {"place": HERE, "first_try": now, "last_try": now, "payload": PAYLOAD, "state": "sending"}
    return a_delivery(**(given | fields))


@pytest.mark.parametrize(
    ("fate", "outcome", "shown"), [("ok", Sent, 1), ("429", Retry, 0), ("500", Unknown, 1), ("cut", Unknown, 1), ("slow", Unknown, 1)]
)  # fmt: skip
async def test_a_post_is_handed_over_once_whatever_happens_to_its_answer(
    discord_: DiscordServer, fate: str, outcome: type[Outcome], shown: int
) -> None:
    discord_.fates, discord_.slow_s = [fate], 1
    async with at(discord_.api_url, 0.3) as post:
        assert isinstance(await post.send(claimed()), outcome)
    assert len(discord_.posted) == shown
    assert len(discord_.matching("POST .*")) == 1


async def test_a_repeat_gives_the_message_that_is_there(discord_: DiscordServer) -> None:
    async with at(discord_.api_url) as post:
        first, again = await post.send(claimed()), await post.send(claimed())
    assert first == again
    assert len(discord_.posted) == 1


async def test_a_discord_that_is_not_there_has_surely_not_taken_it() -> None:
    async with at("http://127.0.0.1:9/api") as post:
        assert await post.send(claimed()) == Retry(0, "Discord cannot be reached")


async def test_whoever_was_refused_too_often_asks_no_more(discord_: DiscordServer) -> None:
    discord_.fail("POST /channels/.*", 403, 50001, times=1000)
    async with at(discord_.api_url) as post:
        answers = [await post.send(claimed()) for _ in range(MOST + 5)]
    assert len(discord_.matching("POST /channels/.*")) == MOST
    assert answers[MOST - 1] == Gone("403 50001")
    last = answers[-1]
    assert isinstance(last, Retry)
    assert (last.scope, 590 < last.after_s <= WINDOW_S) == ("platform", True)


async def test_what_was_posted_is_found_among_many(discord_: DiscordServer) -> None:
    async with at(discord_.api_url) as post:
        for number in range(120):
            await post.send(claimed(payload=rendered(HOSTILE, key=str(number))))
        sent = await post.send(claimed())
        assert await post.look(claimed()) == sent
        assert await post.look(claimed(payload=rendered(HOSTILE, key="never sent"))) == Missing()


async def test_an_empty_history_is_believed_only_where_nothing_was_written(discord_: DiscordServer) -> None:
    async with at(discord_.api_url) as post:
        assert await post.look(claimed()) == Missing()
        await post.send(claimed())
        later = datetime.now(UTC) + timedelta(seconds=90)
        assert await post.look(claimed(first_try=later)) == Missing()
        discord_.blind = True
        assert await post.look(claimed()) == Blind("history is not shown")
        assert await post.look(claimed(first_try=later)) == Missing()


@pytest.mark.parametrize(
    ("status", "code", "look"),
    [(403, 50001, Blind("403 50001")), (404, 10003, Blind("404 10003")), (500, 0, Retry(0, "no history"))],
)
async def test_where_history_cannot_be_read_that_is_said(
    discord_: DiscordServer, status: int, code: int, look: object
) -> None:
    discord_.fail("GET .*", status, code)
    async with at(discord_.api_url) as post:
        assert await post.look(claimed()) == look


async def test_a_look_that_is_too_fast_waits_as_told(discord_: DiscordServer) -> None:
    discord_.fail("GET .*", 429, after_s=2.5)
    async with at(discord_.api_url) as post:
        assert await post.look(claimed()) == Retry(2.5, "429")


async def test_an_owner_is_written_to_directly_where_that_is_possible(discord_: DiscordServer) -> None:
    async with at(discord_.api_url) as post:
        assert await post.direct(HERE, ADA) == Place("discord", "", DIRECT)
        assert await post.direct(HERE, "999") is None
        discord_.fail("POST /users/@me/channels", 500)
        with pytest.raises(OSError, match="500"):
            await post.direct(HERE, ADA)


async def test_a_place_is_called_by_its_name_or_else_its_id(discord_: DiscordServer) -> None:
    async with at(discord_.api_url) as post:
        assert await post.name(HERE) == "#papers"
        discord_.fail("GET /channels/.*", 404, 10003)
        assert await post.name(HERE) == CHANNEL


def test_ids_are_compared_by_their_moment() -> None:
    assert snowflake(datetime(2016, 4, 30, 11, 18, 25, 796000, tzinfo=UTC)) == 175928847298985984
    assert snowflake(datetime(2001, 1, 1, tzinfo=UTC)) == 0
