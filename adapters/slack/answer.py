"""Getting an answer to whoever asked: which ways there are (pure), and trying them in order."""

import asyncio
import json
import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, Literal

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from adapters.slack.connect import PASSING, SDK_LOG, TIMEOUT_S, UNREACHED, code, retry_after_s
from adapters.slack.incoming import Ask
from adapters.slack.render import VALUE, render
from bot import buttons
from bot.engine import Engine
from bot.locale import words
from bot.message import Message

log = logging.getLogger("paperbot.slack")

Way = Literal["respond", "respond to all", "replace", "post", "whisper", "write to"]
PUBLIC: Final = frozenset({"respond to all", "post"})
ABSENT: Final = frozenset({"not_in_channel", "channel_not_found"})  # codes that an invitation mends
PATIENCE_S: Final = 30  # the longest wait for which a post asks a second time


class NotSent(Exception):  # noqa: N818 - what happened
    """Slack did not take it; ``reason`` is its own word."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class MaybeSent(NotSent):
    """Nobody knows whether Slack took it; trying another way might show it twice."""


def ways(ask: Ask, message: Message) -> tuple[Way, ...]:
    """How the answer may reach its readers, best first.

    In a channel an answer is for the caller alone unless it is meant for all; a response_url works
    there without the bot being a member. In a direct message answers are posts that stay; in one of
    two people Slack refuses the post, and the caller alone is answered. A button that turns a page
    changes the message it is on where only the presser sees it.
    """
    respond: tuple[Way, ...] = ("respond",) if ask.response_url else ()
    if ask.button and buttons.replaces(ask.button) and respond and (ask.ephemeral or ask.direct):
        return ("replace", "post" if ask.direct else "whisper")
    if ask.kind == "mention":
        return ("post",)
    if ask.direct and ask.kind != "shortcut":
        return ("post", *respond)
    if ask.kind != "shortcut" and not message.private:
        return ("respond to all", "post") if respond else ("post",)
    return (*respond, "whisper")


class Answers:
    """Sends answers.

    Args:
        engine: for buttons, and for what may be posted only once.
        client: one that never repeats a call by itself.
    """

    def __init__(self, engine: Engine, client: AsyncWebClient) -> None:
        self._engine = engine
        self._client = client

    async def give(self, ask: Ask, message: Message, now: datetime) -> None:
        """Shows the message to whom it is for; what Slack refuses is logged in one line."""
        say = words(ask.caller.locale)
        once = "" if message.private or ask.direct else message.once
        if once and not await self._engine.claim(once, now):
            message, once = Message(say("share-already")), ""
        try:
            await self._try(ask, message, ways(ask, message), now)
        except MaybeSent as doubt:
            _log(ask, doubt)  # what may have been posted keeps its claim
        except NotSent as refusal:
            _log(ask, refusal)
            await self._give_back(once)
            key = "slack-not-here" if refusal.reason in ABSENT else "slack-not-taken"
            await self._tell(ask, Message(say(key, error=refusal.reason)), now)
        except Exception:
            await self._give_back(once)
            raise

    async def _give_back(self, once: str) -> None:
        if once:
            await self._engine.release(once)

    async def _tell(self, ask: Ask, message: Message, now: datetime) -> None:
        """Says privately why the answer could not be shown."""
        respond: tuple[Way, ...] = ("respond",) if ask.response_url else ()
        try:
            await self._try(ask, message, (*respond, "whisper", "write to"), now)
        except NotSent as refusal:
            _log(ask, refusal)

    async def _try(self, ask: Ask, message: Message, how: tuple[Way, ...], now: datetime) -> None:
        payload = render(message, await self._engine.buttons(message, VALUE, now))
        refusal = NotSent("no way")
        for way in how:
            try:
                return await self._send(way, ask, payload)
            except NotSent as error:
                if way in PUBLIC and isinstance(error, MaybeSent):
                    raise
                refusal = error
        raise refusal

    async def _send(self, way: Way, ask: Ask, payload: Mapping[str, Any]) -> None:
        place, user = ask.caller.place, ask.caller.user
        thread = {"thread_ts": ask.thread} if ask.thread else {}
        if way == "post":
            await self._call("chat.postMessage", {"channel": place.channel, **thread, **payload})
        elif way == "whisper":
            await self._call(
                "chat.postEphemeral", {"channel": place.channel, "user": user, **thread, **payload}
            )
        elif way == "write to":
            await self._call("chat.postMessage", {"channel": user, **payload})
        elif way == "replace":
            await self._respond(ask.response_url, {"replace_original": True, **payload})
        else:
            seen = "in_channel" if way == "respond to all" else "ephemeral"
            body = {"response_type": seen, "replace_original": False, **thread, **payload}
            await self._respond(ask.response_url, body)

    async def _call(self, method: str, body: dict[str, Any], *, again: bool = True) -> None:
        """One call of the Web API; after "too fast", which shows nothing, one more."""
        try:
            await self._client.api_call(method, json=body)
        except SlackApiError as error:
            wait_s = retry_after_s(error)
            if again and 0 < wait_s <= PATIENCE_S:
                await asyncio.sleep(wait_s)
                return await self._call(method, body, again=False)
            known = bool(wait_s) or code(error) not in PASSING
            raise (NotSent if known else MaybeSent)(code(error) or "no answer") from error
        except aiohttp.ClientConnectorError as error:
            raise NotSent("not reached") from error
        except UNREACHED as error:
            raise MaybeSent(type(error).__name__) from error

    async def _respond(self, url: str, body: dict[str, Any]) -> None:
        """One use of a response_url, whose answers are ``ok``, JSON, or an error's name."""
        client = AsyncWebhookClient(
            url,
            timeout=TIMEOUT_S,
            logger=SDK_LOG,
            retry_handlers=[AsyncRateLimitErrorRetryHandler(max_retry_count=1)],
        )
        try:
            answer = await client.send_dict(body)
        except aiohttp.ClientConnectorError as error:
            raise NotSent("not reached") from error
        except UNREACHED as error:
            raise MaybeSent(type(error).__name__) from error
        reason = _response_error(answer.status_code, answer.body)
        if reason:
            raise (MaybeSent if answer.status_code >= 500 else NotSent)(reason)


def _log(ask: Ask, refusal: NotSent) -> None:
    told = {"action": "slack.unanswered"}
    log.warning("Slack did not take an answer to a %s (%s)", ask.kind, refusal.reason, extra=told)


def _response_error(status: int, body: str) -> str:
    """Why a response_url refused, empty when it did not."""
    try:
        said = json.loads(body)
    except ValueError:
        said = None
    if isinstance(said, dict) and said.get("ok") is False:
        return str(said.get("error", "refused"))
    return "" if status == 200 else f"response_url {status}"
