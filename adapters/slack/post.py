"""Delivery -> chat.postMessage, and whether it arrived; Slack has no key that would drop a repeat."""

import asyncio
import hashlib
import hmac
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.connect import (
    UNREACHED,
    Me,
    code,
    introduce,
    persist,
    posting_client,
    reading_client,
    secret,
)
from adapters.slack.render import VALUE, render
from bot import buttons
from bot.app import App
from bot.deliveries import Blind, Broken, Delivery, Gone, Look, Missing, Outcome, Retry, Sent, Unknown
from bot.message import Action, Message
from bot.models import Place
from bot.outbox import Timings, drain
from bot.parts import head, rest

PLATFORM: Final = "slack"
MARK: Final = "paperbot_delivery"  # the event_type of our metadata
KEY: Final = "k"  # in its payload; metadata is readable by everybody, so it holds only an HMAC
BEFORE: Final = timedelta(seconds=60)  # that Slack's clock may be behind ours
PAGE: Final = 15  # messages; what Slack gives to apps that are distributed outside its Marketplace
PAGES: Final = 20  # of one look
OK: Final = 200
TOO_FAST: Final = 429
BROKEN: Final = 500  # and above
PATIENCE_S: Final = 60.0  # where Slack says "too fast" and not for how long
APART_S: Final = 0.1  # Slack takes "several hundred" posts a minute in a workspace, and short bursts
SHORT_S: Final = 5.0  # a wait that the whole workspace can take without anybody noticing

# Slack's words. Part of the operation may have succeeded:
DOUBTFUL: Final = frozenset({"", "internal_error", "fatal_error", "request_timeout", "service_unavailable"})
PASSING: Final = frozenset({"ratelimited", "rate_limited", "message_limit_exceeded", "team_added_to_org"})
# Nothing is taken until the operator has mended the token, the app or its scopes:
REVOKED: Final = frozenset(
    {"account_inactive", "invalid_auth", "missing_scope", "no_permission", "not_allowed_token_type"}
    | {"not_authed", "org_login_required", "team_access_not_granted", "token_expired", "token_revoked"}
    | {"two_factor_setup_required", "access_denied", "accesslimited", "ekm_access_denied"}
)
ABSENT: Final = frozenset(
    {"channel_not_found", "is_archived", "not_in_channel", "restricted_action", "user_disabled"}
    | {"restricted_action_non_threadable_channel", "restricted_action_read_only_channel"}
    | {"restricted_action_thread_locked", "restricted_action_thread_only_channel", "user_not_found"}
    | {"channel_is_limited_access", "cannot_dm_bot", "messages_tab_disabled", "user_not_visible"}
    | {"is_inactive", "as_user_not_supported", "external_channel_migrating", "team_not_found"}
)

# A message that somebody has deleted, or that the workspace lets nobody change any more:
UNCHANGEABLE: Final = frozenset({"cant_update_message", "edit_window_closed", "message_not_found"})


def classify(status: int, headers: Mapping[str, str], answer: object) -> Outcome:
    """What an answer to chat.postMessage means; ``answer`` is its body, whatever that was."""
    body = answer if isinstance(answer, Mapping) else {}
    error = str(body.get("error", ""))
    if status == TOO_FAST or error in PASSING:
        return Retry(_wait_s(headers), error or "429")
    if status == OK and body.get("ok") is True and body.get("ts"):
        return Sent(str(body["ts"]))
    if status >= BROKEN or body.get("ok") is not False or error in DOUBTFUL:
        return Unknown(error or f"answer {status}")
    if error in REVOKED:
        return Gone(error, "team")
    return Gone(error) if error in ABSENT else Broken(error)


def find(messages: Iterable[Mapping[str, Any]], payload: Mapping[str, Any], me: Me | None) -> str:
    """The ``ts`` of the message that was made of this payload, or nothing.

    It is known by our mark. Where Slack does not show our metadata, it is known by who wrote it and by what
    it says; but not where nobody is named, since nothing says that it was ever sent.
    """
    mark = payload["metadata"]["event_payload"][KEY]
    for message in messages:
        metadata = message.get("metadata") or {}
        found = (metadata.get("event_payload") or {}).get(KEY)
        if metadata.get("event_type") == MARK and found is not None:
            if hmac.compare_digest(str(found), mark):
                return str(message["ts"])
        elif (
            me
            and not metadata
            and _ours(message, me)
            and _bare(message.get("text")) == _bare(payload["text"])
        ):
            return str(message["ts"])
    return ""


def corrected(outcome: Outcome, delivery: Delivery) -> Outcome:
    """What an answer to chat.update means: a change may be made twice, and what is not there needs none."""
    if isinstance(outcome, Unknown):
        return Retry(0, outcome.reason)
    left_alone = isinstance(outcome, Broken) and outcome.reason in UNCHANGEABLE
    return Sent(delivery.corrects) if left_alone else outcome


class SlackPost:
    """Posts into one workspace.

    Args:
        client: one that never repeats a call by itself.
        key: secret; marks are made with it.
        me: who the bot is there.
    """

    button_length = VALUE

    def __init__(self, client: AsyncWebClient, key: bytes, me: Me) -> None:
        self._client = client
        self._key = key
        self._me = me
        self._limited: dict[str, float] = {}  # channels that Slack wants left in peace, and until when

    def render(self, delivery: Delivery) -> Mapping[str, Any]:
        """The arguments of chat.postMessage, or of chat.update for what corrects a message."""
        message = delivery.message if delivery.thread else head(delivery.message)
        if delivery.corrects:
            shown = render(message, _ids(message), delivery.size)
            return {"channel": delivery.place.channel, "ts": delivery.corrects, **shown}
        mark = hmac.new(self._key, delivery.key.encode(), hashlib.sha256).hexdigest()
        thread = {"thread_ts": delivery.thread} if delivery.thread else {}
        return {
            "channel": delivery.place.channel,
            **thread,
            **render(message, _ids(message), delivery.size),
            "metadata": {"event_type": MARK, "event_payload": {KEY: mark}},
        }

    def parts(self, delivery: Delivery) -> tuple[Message, ...]:
        """What does not fit the message goes into its thread."""
        return () if delivery.thread or delivery.corrects else rest(delivery.message)

    async def send(self, delivery: Delivery) -> Outcome:
        """Posts the payload once, where the place is now; or changes the message that it corrects."""
        if delivery.corrects:
            return corrected(await self._called("chat.update", delivery), delivery)
        return await self._called("chat.postMessage", delivery)

    async def _called(self, method: str, delivery: Delivery) -> Outcome:
        try:
            there = {"channel": delivery.place.channel}  # its id may have changed since it was rendered
            answer = await self._client.api_call(method, json={**(delivery.payload or {}), **there})
        except SlackApiError as error:
            return self._limit(delivery.place.channel, classify(*_answered(error)))
        except aiohttp.ClientConnectorError:
            return Retry(0, "Slack cannot be reached")
        except (*UNREACHED, AttributeError) as error:  # slack_sdk trips over an answer of plain text
            return Unknown(type(error).__name__)
        return classify(answer.status_code, answer.headers, answer.data)

    async def look(self, delivery: Delivery) -> Look:
        """Reads what was written since the first attempt, in the channel or in the delivery's thread.

        What corrects a message is never looked for: it may be sent again.
        """
        if delivery.corrects:
            return Missing()
        since = (delivery.first_try or delivery.not_before) - BEFORE
        asked = {
            "channel": delivery.place.channel,
            "oldest": f"{since.timestamp():.6f}",
            "limit": PAGE,
            "include_all_metadata": "true",
        }
        method = "conversations.replies" if delivery.thread else "conversations.history"
        asked |= {"ts": delivery.thread} if delivery.thread else {}
        try:
            me = self._me if delivery.state == "unknown" else None
            return await self._searched(method, asked, delivery.payload or {}, me)
        except SlackApiError as error:
            seen = _unseen(*_answered(error))
            if isinstance(seen, Retry) and seen.after_s:  # such a limit is of one method and workspace
                return replace(seen, scope="team")
            return seen
        except (*UNREACHED, AttributeError) as error:
            return Retry(0, type(error).__name__)

    async def direct(self, place: Place, user: str) -> Place | None:
        """The direct message with a member; None for one who has left."""
        try:
            answer = await self._client.conversations_open(users=user)
        except SlackApiError as error:
            if code(error) in DOUBTFUL | PASSING:
                raise
            return None
        return Place(PLATFORM, place.team, str(answer["channel"]["id"]))

    async def name(self, place: Place) -> str:
        """``#papers``, if Slack still tells."""
        try:
            answer = await self._client.conversations_info(channel=place.channel)
        except SlackApiError:
            return place.channel
        return f"#{answer['channel'].get('name') or place.channel}"

    def _limit(self, channel: str, outcome: Outcome) -> Outcome:
        """Whether a limit is the channel's or the workspace's, which Slack does not tell.

        A short wait may as well be everybody's. A long one is the channel's until another is told to wait too, so
        that a slow channel stalls no other.
        """
        if not isinstance(outcome, Retry):
            return outcome
        now = asyncio.get_running_loop().time()
        self._limited = {one: until for one, until in self._limited.items() if until > now}
        everybody = outcome.after_s <= SHORT_S or bool(self._limited.keys() - {channel})
        self._limited[channel] = now + outcome.after_s
        return replace(outcome, scope="team" if everybody else "place")

    async def _searched(
        self, method: str, asked: Mapping[str, Any], payload: Mapping[str, Any], me: Me | None
    ) -> Look:
        cursor = ""
        for _ in range(PAGES):
            more = {"cursor": cursor} if cursor else {}
            answer = await self._client.api_call(method, http_verb="GET", params={**asked, **more})
            found = find(answer.get("messages") or (), payload, me)
            if found:
                return Sent(found)
            cursor = str((answer.get("response_metadata") or {}).get("next_cursor") or "")
            if not cursor:
                return Missing()
        return Blind("too much was written since")


async def deliver(app: App, stop: asyncio.Event) -> None:
    """Posts what is owed to Slack until ``stop`` is set, then finishes what is in hand, within 8 s.

    Raises:
        PlatformRefused: Slack will not have us; the sentence says what to mend.
    """
    settings = app.settings
    reading = reading_client(settings)
    me = await persist(lambda: introduce(reading), stop)
    if me is None:
        return
    post = SlackPost(posting_client(settings), mark_key(secret(settings.slack_bot_token)), me)
    timings = Timings(settings.send_timeout_s, settings.lease_s, settings.reconcile_wait_s, apart_s=APART_S)
    # The token speaks to one workspace; what is owed to another's waits for its own. Whatever was wrong with the token, it is good now.
    await drain(app.store, PLATFORM, post, timings, stop, team=me.team, mended=REVOKED)


def mark_key(token: str) -> bytes:
    """The secret that marks are made with.

    A mark is kept with its payload, and is looked for as it was sent: a new token makes others, and finds
    the old.
    """
    return hashlib.sha256(f"{MARK}:{token}".encode()).digest()


def _ids(message: Message) -> dict[Action, str]:
    return {
        action: buttons.encode(action, VALUE) or buttons.encode_stored(action)
        for action in message.every_action()
    }


def _answered(error: SlackApiError) -> tuple[int, Mapping[str, str], object]:
    """Status, headers and body of a refusal; slack_sdk gives aiohttp's answer where the body was no JSON."""
    answer: Any = error.response
    status = getattr(answer, "status_code", None) or getattr(answer, "status", 0)
    return int(status or 0), getattr(answer, "headers", {}), getattr(answer, "data", {})


def _unseen(status: int, headers: Mapping[str, str], answer: object) -> Look:
    """Why a place's history was not shown."""
    outcome = classify(status, headers, answer)
    if isinstance(outcome, Gone | Broken):
        return Blind(outcome.reason)
    return outcome if isinstance(outcome, Retry) else Retry(0, "no history")


def _wait_s(headers: Mapping[str, str]) -> float:
    told = next((value for name, value in headers.items() if name.lower() == "retry-after"), "")
    return float(max(1, int(told))) if told.isdecimal() else PATIENCE_S


def _ours(message: Mapping[str, Any], me: Me) -> bool:
    return bool(message.get("bot_id") == me.bot != "" or message.get("user") == me.user)


def _bare(text: object) -> str:
    """A text without what Slack changes in it."""
    return re.sub(r"[\s<>]+|https?://", "", str(text or "")).lower()
