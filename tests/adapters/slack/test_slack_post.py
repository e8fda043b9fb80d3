"""What Slack's answers mean, how a post looks, and how it is found again."""

import json
import os
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slack_sdk.errors import SlackApiError
from slack_sdk.models.blocks import Block

from adapters.slack.connect import Me, posting_client
from adapters.slack.post import SlackPost, classify, find, mark_key
from adapters.slack.render import BLOCKS, SIZE
from bot.deliveries import Blind, Broken, Delivery, Gone, Missing, Outcome, Retry, Sent, Unknown
from bot.message import Action, Card, Message, Span
from bot.models import Invocation, Place
from config.settings import load
from tests.make import a_delivery
from tests.slack_server import BOT_ID, BOT_USER, DIRECT, TEAM, SlackServer

GOLDEN = Path(__file__).parent / "golden"
ME = Me(TEAM, BOT_USER, BOT_ID)
KEY = mark_key("xoxb-canary-bot")
ALL = Action("Show all", Invocation.of("digest", post="digest:2026-12-01", page="1"))
CHANNEL = Place("slack", TEAM, "C1")


def refused(error: str) -> dict[str, Any]:
    return {"ok": False, "error": error}


ANSWERS: list[tuple[int, dict[str, str], object, Outcome]] = [
    (200, {}, {"ok": True, "channel": "C1", "ts": "1503435956.000247"}, Sent("1503435956.000247")),
    (429, {"Retry-After": "30"}, refused("ratelimited"), Retry(30, "ratelimited")),
    (429, {"retry-after": "0"}, "", Retry(1, "429")),
    (429, {}, "<html>slow down</html>", Retry(60, "429")),
    (200, {}, refused("rate_limited"), Retry(60, "rate_limited")),
    (200, {}, refused("internal_error"), Unknown("internal_error")),
    (200, {}, refused("fatal_error"), Unknown("fatal_error")),
    (500, {}, refused("internal_error"), Unknown("internal_error")),
    (503, {}, "<html>down</html>", Unknown("answer 503")),
    (200, {}, "<html>hello</html>", Unknown("answer 200")),
    (200, {}, {}, Unknown("answer 200")),
    (200, {}, {"ok": True}, Unknown("answer 200")),
    (200, {}, refused(""), Unknown("answer 200")),
    (200, {}, refused("is_archived"), Gone("is_archived")),
    (200, {}, refused("channel_not_found"), Gone("channel_not_found")),
    (200, {}, refused("not_in_channel"), Gone("not_in_channel")),
    (200, {}, refused("restricted_action_read_only_channel"), Gone("restricted_action_read_only_channel")),
    (200, {}, refused("token_revoked"), Gone("token_revoked", "team")),
    (200, {}, refused("account_inactive"), Gone("account_inactive", "team")),
    (200, {}, refused("missing_scope") | {"needed": "chat:write"}, Gone("missing_scope", "team")),
    (401, {}, refused("invalid_auth"), Gone("invalid_auth", "team")),
    (200, {}, refused("msg_too_long"), Broken("msg_too_long")),
    (200, {}, refused("msg_blocks_too_long"), Broken("msg_blocks_too_long")),
    (200, {}, refused("invalid_blocks") | {"errors": ["no"]}, Broken("invalid_blocks")),
    (200, {}, refused("metadata_too_large"), Broken("metadata_too_large")),
    (200, {}, refused("something_new"), Broken("something_new")),
]


@pytest.mark.parametrize(("status", "headers", "answer", "outcome"), ANSWERS)
def test_an_answer_means(status: int, headers: dict[str, str], answer: object, outcome: Outcome) -> None:
    assert classify(status, headers, answer) == outcome


def a_card(number: int) -> Card:
    return Card(
        f"Growing Turnips with Transformers, Part {number}",
        f"https://example.org/turnips/{number}",
        (
            (Span("Ada Gardener, Ben Spade · ICML 2026"),),
            (Span("“turnips”: "), Span("Turnips", strong=True)),
            (Span("… A transformer waters the "), Span("turnips", strong=True), Span(", which thrive. …")),
        ),
        actions=(Action("Show", Invocation.of("show", paper=f"p{number:015x}")),),
    )


def a_digest(count: int) -> Message:
    return Message(
        f"{count} new papers for “turnips”: Growing Turnips; Turnips in Space; …",
        (Span(f"{count} new papers for “turnips”"),),
        tuple(map(a_card, range(1, count + 1))),
        (ALL,) if count > 10 else (),
        "and 13 more" if count > 10 else "",
        private=False,
    )


def post() -> SlackPost:
    return SlackPost(
        posting_client(load(env_file=None, slack_bot_token="xoxb-x", slack_app_token="xapp-x")), KEY, ME
    )


def rendered(message: Message, **fields: Any) -> dict[str, Any]:
    return dict(post().render(a_delivery(message=message, place=CHANNEL, **fields)))


HOSTILE = Message(
    "<!channel> & <@U1|you>",
    (Span("for “<!here> *bold*”"),),
    (
        replace(a_card(1), title="<!channel> *Free* <https://evil.example|turnips> \u202e @here"),
        replace(a_card(2), url="javascript:alert(1)", lines=((Span("<@U1> \ud800 `code`"),),)),
    ),
    private=False,
)
POSTS = {
    "post_paper": Message(
        "Paper of the day: Growing Turnips", (Span("Paper of the day"),), (a_card(1),), private=False
    ),
    "post_digest": a_digest(23),
    "post_hostile": HOSTILE,
    "post_notice": Message("I cannot speak in #garden any more.", private=False),
}


@pytest.mark.parametrize("name", POSTS)
@pytest.mark.parametrize("size", [0, 1, 2])
def test_a_post_is_drawn_as_it_was_when_people_looked_at_it(name: str, size: int) -> None:
    drawn = json.dumps(rendered(POSTS[name], size=size), indent=1, ensure_ascii=False) + "\n"
    file = GOLDEN / f"{name}_{size}.json"
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(drawn, encoding="utf-8")
    assert drawn == file.read_text(encoding="utf-8")


def test_every_paper_of_a_long_digest_is_in_the_message_or_in_its_thread() -> None:
    delivery = a_delivery(message=a_digest(45), place=CHANNEL)
    parts = [
        replace(delivery, key=f"k#{n}", message=part, thread="1.2")
        for n, part in enumerate(post().parts(delivery))
    ]
    drawn = [dict(post().render(one)) for one in (delivery, *parts)]
    assert len(drawn) == 5
    assert [one.get("thread_ts") for one in drawn] == [None, "1.2", "1.2", "1.2", "1.2"]
    shown = json.dumps([one["blocks"] for one in drawn])
    assert all(f'"{n}. Growing Turnips with Transformers, Part {n}"' in shown for n in range(1, 46))
    assert all(post().parts(part) == () for part in parts)


def test_each_size_says_less_and_none_drops_a_paper() -> None:
    sizes = [json.dumps(rendered(a_digest(10), size=size)["blocks"]) for size in (0, 1, 2)]
    assert len(sizes[0]) > len(sizes[1]) > len(sizes[2])
    for shown in sizes:
        assert all(f"https://example.org/turnips/{n}" in shown for n in range(1, 11))


def test_the_mark_tells_nothing_and_is_the_same_for_every_instance() -> None:
    first, again = rendered(HOSTILE), rendered(HOSTILE)
    other = rendered(HOSTILE, key="another")
    assert first["metadata"] == again["metadata"] != other["metadata"]
    assert first["metadata"]["event_type"] == "paperbot_delivery"
    assert re.fullmatch("[0-9a-f]{64}", first["metadata"]["event_payload"]["k"])


text = st.one_of(
    st.text(max_size=60),
    st.builds(lambda piece, times: piece * times, st.text(max_size=20), st.integers(1, 100)),
    st.sampled_from(["<!channel>", "<@U1>", "<https://evil.example|x>", "&lt;!here&gt;", "*_~`", "\ud800"]),
)
lines = st.lists(st.builds(Span, text=text, strong=st.booleans()), max_size=3).map(tuple)
cards = st.builds(
    Card,
    title=text,
    url=st.sampled_from([None, "https://example.org/1", "javascript:1", "https://a/|x>"]),
    lines=st.lists(lines, max_size=4).map(tuple),
    actions=st.just(a_card(1).actions),
)
messages = st.builds(
    Message,
    text=text,
    lead=lines,
    cards=st.lists(cards, max_size=12).map(tuple),
    footer=text,
    private=st.just(False),
)


@settings(max_examples=60, deadline=None)
@given(messages, st.integers(0, 2))
def test_whatever_the_post_slack_takes_it_and_it_pings_nobody(message: Message, size: int) -> None:
    delivery = a_delivery(message=message, place=CHANNEL, size=size)
    for one in (
        delivery,
        *(replace(delivery, message=part, thread="1.2") for part in post().parts(delivery)),
    ):
        drawn = dict(post().render(one))
        for block in Block.parse_all(drawn["blocks"]):
            block.validate_json()
        everything = json.dumps(drawn, ensure_ascii=False)
        everything.encode()
        assert 0 < len(drawn["blocks"]) <= BLOCKS
        assert len(json.dumps(drawn["blocks"], ensure_ascii=False, separators=(",", ":"))) <= SIZE
        assert not re.search(r"<[!@#]", everything)
        assert drawn["unfurl_links"] is drawn["unfurl_media"] is False
        assert not {"link_names", "parse"} & set(drawn)


PAYLOAD = rendered(HOSTILE)
OTHER = rendered(HOSTILE, key="another")


def said(payload: dict[str, Any], **fields: Any) -> dict[str, Any]:
    ours = {"ts": "17.1", "user": BOT_USER, "bot_id": BOT_ID, "text": payload["text"]}
    return ours | {"metadata": payload["metadata"]} | fields


@pytest.mark.parametrize(
    ("message", "found"),
    [
        (said(PAYLOAD), "17.1"),
        (said(OTHER), ""),  # the same words, another delivery
        (said(PAYLOAD, text="changed"), "17.1"),
        (said(PAYLOAD, metadata={"event_type": "paperbot_delivery", "event_payload": {"k": "0" * 64}}), ""),
        (said(PAYLOAD, metadata={"event_type": "other", "event_payload": {}}), ""),
        (said(PAYLOAD, metadata=None), "17.1"),  # metadata is not shown to us; it is our own text
        (said(PAYLOAD, metadata=None, user="U1", bot_id=None), ""),  # somebody else says the same
        (said(PAYLOAD, metadata=None, text="another"), ""),
        ({"ts": "17.1", "text": ""}, ""),
    ],
)
def test_a_message_in_history_is_ours_or_not(message: dict[str, Any], found: str) -> None:
    assert find([message], PAYLOAD, ME) == found


@pytest.fixture
async def slack() -> AsyncIterator[SlackServer]:
    async with SlackServer(scopes="chat:write,channels:history") as server:
        yield server


def at(slack: SlackServer, timeout_s: float = 5) -> SlackPost:
    given = {"slack_bot_token": "xoxb-x", "slack_app_token": "xapp-x", "slack_api_url": slack.url}
    return SlackPost(posting_client(load(env_file=None, send_timeout_s=timeout_s, **given)), KEY, ME)


def claimed(**fields: Any) -> Delivery:
    now = datetime.now(UTC)
    given = {"place": CHANNEL, "first_try": now, "last_try": now, "payload": PAYLOAD, "state": "sending"}
    return a_delivery(**(given | fields))


@pytest.mark.parametrize(
    ("fate", "outcome", "shown"),
    [
        ("ok", Sent, 1),
        ("429", Retry, 0),
        ("500", Unknown, 1),
        ("cut", Unknown, 1),
        ("slow", Unknown, 1),
        ("late", Unknown, 0),
    ],
)
async def test_a_post_is_handed_over_once_whatever_happens_to_its_answer(
    slack: SlackServer, fate: str, outcome: type[Outcome], shown: int
) -> None:
    slack.fates, slack.slow_s = [fate], 1
    assert isinstance(await at(slack, 0.3).send(claimed()), outcome)
    assert len(slack.shown) == shown
    assert [method for method, _ in slack.calls] == ["chat.postMessage"]


async def test_a_slack_that_is_not_there_has_surely_not_taken_it() -> None:
    async with SlackServer() as slack:
        pass
    assert await at(slack).send(claimed()) == Retry(0, "Slack cannot be reached")


@pytest.mark.parametrize("body", ["ok", "<html>"])
async def test_an_answer_in_plain_text_says_nothing(body: str, talking: Any) -> None:
    slack = await talking(body)
    assert isinstance(await at(slack).send(claimed()), Unknown)


@pytest.fixture
async def talking() -> AsyncIterator[Any]:
    from aiohttp import web

    runners = []

    async def serving(body: str) -> Any:
        async def answer(_request: web.Request) -> web.Response:
            return web.Response(text=body)

        application = web.Application()
        application.router.add_post("/api/{method}", answer)
        runner = web.AppRunner(application)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        runners.append(runner)
        return SlackServer(url=f"http://127.0.0.1:{runner.addresses[0][1]}/api")

    yield serving
    for runner in runners:
        await runner.cleanup()


async def test_a_limit_is_the_channels_unless_it_is_short_or_others_are_limited_too(
    slack: SlackServer,
) -> None:
    slack.retry_after_s, slack.fates = 30, ["429"] * 3
    post = at(slack)
    scopes = []
    for channel in ("C1", "C1", "C2"):
        limited = await post.send(claimed(place=Place("slack", "T1", channel)))
        assert isinstance(limited, Retry)
        scopes.append((limited.after_s, limited.scope))
    slack.retry_after_s, slack.fates = 1, ["429"]
    assert await at(slack).send(claimed()) == Retry(1, "ratelimited", "team")
    assert scopes == [(30, "place"), (30, "place"), (30, "team")]


async def test_a_post_in_doubt_whose_channel_has_another_id_now_is_found_and_repeated_there(
    slack: SlackServer,
) -> None:
    there = claimed(place=Place("slack", "T1", "C1B"), state="unknown")
    assert await at(slack).look(there) == Missing()
    sent = await at(slack).send(there)
    assert [one.channel for one in slack.shown] == ["C1B"]
    assert await at(slack).look(there) == sent


async def test_what_was_posted_is_found_in_the_channel_among_many(slack: SlackServer) -> None:
    sent = await at(slack).send(claimed())
    for _ in range(40):
        await at(slack).send(claimed(payload=OTHER))
    assert await at(slack).look(claimed()) == sent
    assert await at(slack).look(claimed(place=Place("slack", TEAM, "C2"))) == Missing()


async def test_a_reply_is_found_in_its_thread(slack: SlackServer) -> None:
    head = await at(slack).send(claimed(payload=OTHER))
    assert isinstance(head, Sent)
    sent = await at(slack).send(claimed(payload=PAYLOAD | {"thread_ts": head.external_id}))
    assert await at(slack).look(claimed(thread=head.external_id)) == sent
    assert await at(slack).look(claimed()) == Missing()


async def test_history_that_lags_does_not_show_it_yet(slack: SlackServer) -> None:
    slack.lag_s = 30
    await at(slack).send(claimed())
    assert await at(slack).look(claimed()) == Missing()


async def test_what_is_older_than_the_first_attempt_is_not_read(slack: SlackServer) -> None:
    await at(slack).send(claimed())
    later = datetime.now(UTC) + timedelta(seconds=90)
    assert await at(slack).look(claimed(first_try=later)) == Missing()


async def test_without_the_right_to_read_only_a_person_can_tell(slack: SlackServer) -> None:
    slack.scopes = "chat:write"
    assert await at(slack).look(claimed()) == Blind("missing_scope")


async def test_a_look_that_is_too_fast_waits_as_told(slack: SlackServer) -> None:
    slack.fail_once["conversations.history"] = [429]
    assert await at(slack).look(claimed()) == Retry(1, "ratelimited", "team")
    slack.down = True
    assert await at(slack).look(claimed()) == Retry(0, "no history")


async def test_an_owner_is_written_to_directly_unless_they_have_left(slack: SlackServer) -> None:
    assert await at(slack).direct(CHANNEL, "U1") == Place("slack", TEAM, DIRECT)
    assert await at(slack).direct(CHANNEL, "U9") is None
    slack.errors["conversations.open"] = "internal_error"
    with pytest.raises(SlackApiError):
        await at(slack).direct(CHANNEL, "U1")


async def test_a_place_is_called_by_its_name_or_else_its_id(slack: SlackServer) -> None:
    assert await at(slack).name(CHANNEL) == "#papers"
    slack.errors["conversations.info"] = "channel_not_found"
    assert await at(slack).name(CHANNEL) == "C1"
