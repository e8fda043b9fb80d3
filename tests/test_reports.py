"""Kinds of fault that people have reported of bots such as this one, each as a small input of our own."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from adapters.discord.post import DiscordPost
from adapters.slack import post as slack_post
from adapters.slack.connect import Me
from adapters.slack.post import SlackPost
from bot.app import open_app
from bot.ingest import bring
from bot.locale import words
from bot.matching import Document, matches
from bot.message import Message, plain
from bot.models import Identifier, Reading, Source
from bot.planning import pick, plan
from bot.posts import compose
from bot.query import QueryError, parse
from bot.subscriptions import Digest, Entry
from config.settings import only
from tests.fakes import FakeReach
from tests.make import a_caller, a_delivery, a_paper, a_reading
from tests.slack_server import SCOPES, SlackServer
from tests.talk import Talk

SAY = words()
YEAR = datetime.now(UTC).year  # when papers arrive is told by the database's clock


@pytest.fixture
async def ada(tmp_path: Path) -> AsyncIterator[Talk]:
    """Ada in a Slack channel, and no papers yet."""
    async with open_app(only(data_dir=tmp_path), patience_s=None) as app:
        yield Talk(app, FakeReach(), a_caller(), datetime.now(UTC))


async def come(ada: Talk, *readings: Reading) -> None:
    await bring(ada.store, None, [("list.json", iter(readings))])
    await ada.app.engine.catch_up()


def turnips(n: int, title: str, **fields: Any) -> Reading:
    given = {"title": title, "abstract": f"We study {title}.", "source": Source("list.json", "record", n)}
    return a_reading(**(given | {"year": YEAR} | fields))


def titles(ada: Talk) -> list[str]:
    return [card.title for card in ada.last.cards]


async def posts(ada: Talk) -> list[str]:
    """What is planned now, as the posts' own texts."""
    await plan(ada.store, datetime.now(UTC))
    return [one.message.text for one in await ada.store.outbox.listed()]


@pytest.mark.parametrize(
    ("title", "alike"),
    [
        ("Turnips Are All You Need", "Turnips Are Not All You Need"),
        ("Deep Digging for Root Recognition", "Deep Digging for Root Recognition on Embedded Devices"),
    ],
)
async def test_titles_that_look_alike_are_two_papers_and_the_exact_one_is_first(
    ada: Talk, title: str, alike: str
) -> None:
    await come(ada, turnips(0, alike), turnips(1, title))
    assert await ada.store.count() == 2
    for wanted in (title, alike):
        await ada.types(f"find {wanted}")
        assert titles(ada)[0] == wanted


@pytest.mark.parametrize("query", ["+", "-", "?!", "…", "()"])
async def test_a_query_without_letters_finds_no_title_of_signs(ada: Talk, query: str) -> None:
    await come(ada, turnips(0, "-"), turnips(1, "Turnips"))
    await ada.types(f"find {query}")
    assert titles(ada) == []


async def test_what_a_text_holds_to_the_letter_wins_over_what_only_resembles_it(ada: Talk) -> None:
    filler = "Spin waves carry heat through thin films of turnip peel, and we measure how fast. " * 4
    held = turnips(0, "Caloritronics", abstract=f"{filler}We run five partners on a single device. {filler}")
    near = turnips(1, "Five Partners and Their Devices", abstract="Single partners, five devices, one field.")
    await come(ada, near, held)
    await ada.types("find five partners on a single device")
    assert titles(ada)[0] == "Caloritronics"
    rule = parse("five partners on a single device")
    assert matches(rule, Document(a_paper(abstract=held.abstract)))
    assert not matches(rule, Document(a_paper(abstract=near.abstract, title=near.title)))


async def test_a_colon_in_a_title_is_text(ada: Talk) -> None:
    title = "TurnipGPT: Meta Planting for Multi-Agent Collaborative Framework"
    await come(ada, turnips(0, "A Collaborative Framework for Space Gardens"), turnips(1, title))
    await ada.types(f"find {title}")
    assert titles(ada)[0] == title


async def test_accents_and_brackets_left_open_bring_nothing_down(ada: Talk) -> None:
    await come(ada, turnips(0, "Uso de Inteligência Artificial na Horta"))
    await ada.types("find uso de Inteligência Artificial (modelso")
    assert titles(ada)[0] == "Uso de Inteligência Artificial na Horta"
    assert "^" in await ada.types("subscribe uso de Inteligência (modelso")
    assert await ada.store.subscriptions.of_owner("slack", "T1", "U1") == ()


@pytest.mark.parametrize(
    ("query", "text", "fires"),
    [
        ("AI", "It ain't here; Maine is a state", False),
        ("RAG", "Fragments in storage", False),
        ("GAN", "The Organ Garden", False),
        ("C++", "Fast C++ kernels", True),
        ("AI", "Gardens by AI", True),
    ],
)
def test_a_short_word_is_found_as_a_word_only(query: str, text: str, fires: bool) -> None:
    assert bool(matches(parse(query), Document(a_paper(title=text, abstract="")))) is fires


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)+b", ".*.*.*.*x$", "a{1,99}{1,99}", "^(([a-z])+.)+$"])
def test_what_looks_like_a_pattern_is_text_and_takes_no_time(pattern: str) -> None:
    document = Document(a_paper(abstract="a" * 5_000 + " b" * 2_000))
    matches(parse("warm"), document)
    started = time.process_time()
    try:
        found = matches(parse(pattern), document)
    except QueryError:
        found = None
    assert time.process_time() - started < 1  # a pattern would take hours
    assert not found


async def test_a_letter_is_no_subscription_and_a_word_is_read_back_with_its_numbers(ada: Talk) -> None:
    await come(ada, turnips(0, "Turnips"), turnips(1, "Bees"))
    assert "nearly everything" in await ada.types("subscribe e")
    assert await ada.store.subscriptions.of_owner("slack", "T1", "U1") == ()
    assert "One of the 2 papers here matches it" in await ada.types("subscribe turnips")


async def test_a_day_without_papers_is_silence_and_no_fault(ada: Talk) -> None:
    await ada.types("subscribe turnips --here --at 10:30 --days daily --timezone UTC")
    ada.now = ada.now.replace(hour=11) + timedelta(days=1)
    assert [one.reason for one in await plan(ada.store, ada.now)] == ["nobody"]
    assert await ada.store.outbox.listed() == ()
    assert await ada.types("digest now") == SAY("digest-nothing")
    assert await ada.types("today") == SAY("today-nothing")


async def test_a_date_that_is_edited_later_makes_no_news(ada: Talk) -> None:
    now = datetime.now(UTC)
    await ada.types("subscribe turnips --here --instant")
    await come(ada, first := turnips(0, "Turnips in Space", published=now - timedelta(days=2)))
    once = await posts(ada)
    assert len(once) == 1
    await come(ada, replace(first, published=now), turnips(1, first.title, published=now))
    assert await ada.store.count() == 1
    assert await posts(ada) == once


async def test_last_years_paper_that_slides_into_a_list_is_no_news(ada: Talk) -> None:
    await ada.types("subscribe turnips --here --instant")
    await come(ada, turnips(0, "Turnips of Old", published=datetime.now(UTC) - timedelta(days=300)))
    assert await posts(ada) == []
    paper = (await ada.store.papers([1]))[1]
    assert "so it was recorded as seen" in await ada.types(f"why {paper.id}")


async def test_a_new_version_that_withdraws_a_paper_is_marked_and_neither_told_nor_picked(ada: Talk) -> None:
    await ada.types("subscribe turnips --here --instant")
    arxiv = {"identifiers": (Identifier("arxiv", f"{YEAR % 100}12.01156"),)}
    await come(ada, first := turnips(0, "Turnips That Fly", **arxiv))
    once = await posts(ada)
    await come(ada, replace(first, source=Source("feed.json", "record", 7), status="Withdraw"))
    assert await posts(ada) == once
    paper = (await ada.store.papers([1]))[1]
    assert paper.status == "withdrawn"
    assert (await pick(ada.store, ada.caller.place, ada.now.date())).paper is None
    await ada.types(f"show {paper.id}")
    assert "withdrawn" in plain(ada.last.cards[0].lines[0])


def payloads(**fields: Any) -> list[str]:
    """A post of one such paper as Slack and Discord get it."""
    place = a_delivery().place
    paper = a_paper(**fields)
    digest = Digest(
        place=place, kind="digest", day=datetime.now(UTC).date(), name="digest", entries=(Entry(paper),)
    )
    delivery = a_delivery(message=compose(digest, SAY))
    slack = SlackPost(None, b"key", Me("T1", "UBOT", "BBOT"))  # type: ignore[arg-type]  # renders only
    discord = DiscordPost(None, "", "1")  # type: ignore[arg-type]  # renders only
    return [json.dumps(dict(post.render(delivery)), ensure_ascii=False) for post in (slack, discord)]


async def test_formulas_of_an_abstract_are_readable_where_they_are_posted(ada: Talk) -> None:
    raw = r"We set $\alpha=0.1$ and reach $\tilde{O}(\eta K\log^2T)$ with \textbf{turnips}; \unknowncommand stays C:\path."
    await come(ada, turnips(0, "Turnips", abstract=raw))
    paper = (await ada.store.papers([1]))[1]
    assert "α" in paper.abstract
    for payload in payloads(abstract=paper.abstract):
        assert "α" in payload
        assert "Õ" in payload
        assert not any(litter in payload for litter in ("\\\\alpha", "textbf", "$", "@@", "\ufffd"))
        assert json.loads(payload)


@pytest.mark.parametrize(
    "title",
    ["HashSet<Type>", "<https://look-alike.example/|The garden returns 418>", "[a](https://b.example)"],
)
def test_a_title_is_text_and_only_our_own_link_can_be_followed(title: str) -> None:
    slack, discord = map(json.loads, payloads(title=title, links=("https://example.org/1",)))
    assert "<" not in slack["text"]
    assert _links(slack["blocks"]) == ["https://example.org/1"]
    assert [one["url"] for one in discord["embeds"]] == ["https://example.org/1"]
    for text in (discord["content"], discord["embeds"][0]["title"]):
        assert not re.search(r"(?<!\\)\]\(|https?://|(?<!\\)<", text)


def _links(value: Any) -> list[str]:
    if isinstance(value, list):
        return [link for one in value for link in _links(one)]
    if not isinstance(value, dict):
        return []
    return ([value["url"]] if "url" in value else []) + _links(list(value.values()))


async def test_a_post_whose_answer_was_lost_is_not_posted_again(tmp_path: Path) -> None:
    async with SlackServer(scopes=f"{SCOPES},channels:history", fates=["cut"]) as slack:
        settings = only(
            data_dir=tmp_path,
            slack_bot_token="xoxb-x",
            slack_api_url=slack.url,
            reconcile_wait_s=0.2,
            send_timeout_s=1,
            lease_s=3,
        )
        async with open_app(settings) as app:
            now, place, stop = datetime.now(UTC), a_delivery().place, asyncio.Event()
            await app.store.outbox.owe("k", place, "post", Message("Turnips", private=False), now=now)
            task = asyncio.create_task(slack_post.deliver(app, stop))
            async with asyncio.timeout(15):
                while await app.store.outbox.listed():  # noqa: ASYNC110 - a table
                    await asyncio.sleep(0.05)
            stop.set()
            await task
        assert [one.body["text"] for one in slack.shown] == ["Turnips"]
        assert sum(method == "chat.postMessage" for method, _ in slack.calls) == 1
