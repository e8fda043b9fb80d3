"""Delivery -> a new message in its channel, and whether it arrived.

Discord drops a repeat with the same nonce for a few minutes; later its marker tells. The REST API is called
directly: discord.py would sleep and repeat inside a call, where the outbox must know what happened.
"""

import asyncio
import base64
import hashlib
import logging
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

import aiohttp
import discord

from adapters.discord.embeds import embeds, mark_of
from adapters.discord.refusals import REFUSED, Refusals
from adapters.discord.render import BUTTON_ID
from bot import buttons
from bot.app import App
from bot.deliveries import Blind, Broken, Delivery, Gone, Look, Missing, Outcome, Retry, Scope, Sent, Unknown
from bot.errors import PlatformRefused
from bot.message import Action, Message
from bot.models import Place
from bot.outbox import Timings, drain
from bot.parts import head

log = logging.getLogger("paperbot.discord")

PLATFORM: Final = "discord"
NONCE: Final = 24  # characters; Discord allows 25
MARK: Final = 8  # characters of the nonce that mark the message
NONCE_KEPT_S: Final = 120  # "the past few minutes", as Discord says
APART_S: Final = 0.04  # Discord takes 50 requests a second, of two instances and of all that answers together
SILENT: Final = 1 << 12  # the flag of a message without a notification
BEFORE: Final = timedelta(seconds=60)  # that Discord's clock may be behind ours
EPOCH_MS: Final = 1420070400000  # of its ids
PAGE: Final = 100
PAGES: Final = 20  # of one look
AGENT: Final = f"DiscordBot (https://github.com/Rapptz/discord.py, {discord.__version__})"
FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0
BLOCKED_S: Final = 300.0  # what is in front of Discord turned us away
PATIENCE_S: Final = 60.0  # where it says "too fast" and not for how long

REVOKED: Final = "401"
TOO_FAST: Final = 429
OLD_MESSAGE: Final = 30046  # messages older than an hour may be changed only now and then
OLD_S: Final = 600.0
LOCKED: Final = (50083, 160005)  # a thread that is archived or locked takes nothing
UNKNOWN_MESSAGE: Final = 10008  # of a repeat: it arrived, and somebody has deleted it

UNREACHED: Final = (aiohttp.ClientError, OSError, TimeoutError, ValueError)


def classify(status: int, headers: Mapping[str, str], answer: object) -> Outcome:
    """What an answer to a new message means; ``answer`` is its body, None where that was no JSON."""
    body = answer if isinstance(answer, Mapping) else {}
    code = int(body.get("code") or 0)
    reason = f"{status} {code}" if code else str(status)
    if code == UNKNOWN_MESSAGE or (status < 300 and body.get("id")):
        return Sent(str(body.get("id", "")))
    if status == TOO_FAST:
        return Retry(_wait_s(headers, body), reason, _scope(headers, answer))
    if status >= 500 or status < 400 or status == 408:
        return Unknown(reason)
    if status == 401:
        return Gone(REVOKED, "platform")
    if status in (403, 404) or code in LOCKED:
        return Gone(reason) if body else Retry(BLOCKED_S, reason)
    return Broken(reason)


def _scope(headers: Mapping[str, str], answer: object) -> Scope:
    """What a limit is of: one channel, unless Discord says all of it; without JSON it comes from what is in front."""
    told = next((value for name, value in headers.items() if name.lower() == "x-ratelimit-scope"), "")
    everything = not isinstance(answer, Mapping) or answer.get("global") is True or told == "global"
    return "platform" if everything else "place"


def nonce(delivery: Delivery) -> str:
    """What Discord knows a repeat by; a smaller payload is another message."""
    digest = hashlib.sha256(f"{delivery.key}:{delivery.size}".encode()).digest()
    return base64.b32encode(digest).decode("ascii")[:NONCE]


def find(messages: Iterable[Mapping[str, Any]], payload: Mapping[str, Any], me: str) -> str:
    """The id of our message that was made of this payload, or nothing."""
    mark = mark_of(payload)
    for message in messages:
        if message["author"]["id"] == me and mark and mark_of(message) == mark:
            return str(message["id"])
    return ""


def corrected(outcome: Outcome) -> Outcome:
    """What an answer to a changed message means: one too many changes of an old message wait, doubt tries again."""
    if isinstance(outcome, Unknown):
        return Retry(0, outcome.reason)
    if isinstance(outcome, Broken) and outcome.reason.endswith(f" {OLD_MESSAGE}"):
        return Retry(OLD_S, outcome.reason)
    return outcome


class DiscordPost:
    """Posts with one bot's token.

    Args:
        session: with the token; nothing is repeated by itself.
        url: of the API.
        me: the bot's own id.
    """

    button_length = BUTTON_ID

    def __init__(self, session: aiohttp.ClientSession, url: str, me: str) -> None:
        self._refusals = Refusals()
        self._session = session
        self._url = url
        self._me = me

    def render(self, delivery: Delivery) -> Mapping[str, Any]:
        """The body of the new message, or of what it becomes."""
        message, once = head(delivery.message), nonce(delivery)
        if delivery.corrects:
            shown = embeds(message, _ids(message), delivery.size, once[:MARK].lower())
            return {**shown, "allowed_mentions": {"parse": []}}
        return {
            **embeds(message, _ids(message), delivery.size, once[:MARK].lower()),
            "allowed_mentions": {"parse": []},
            "nonce": once,
            "enforce_nonce": True,
            **({"flags": SILENT} if delivery.silent else {}),
        }

    def parts(self, delivery: Delivery) -> tuple[Message, ...]:
        """Nothing: the rest is behind Show all."""
        del delivery
        return ()

    async def send(self, delivery: Delivery) -> Outcome:
        """Posts the payload as it is, once; or changes the message that it corrects, which may be done twice."""
        path = f"/channels/{delivery.place.channel}/messages"
        wait_s = self._refusals.wait_s(asyncio.get_running_loop().time())
        if wait_s:
            return Retry(wait_s, "too much was refused", "platform")
        try:
            if delivery.corrects:
                path = f"{path}/{delivery.corrects}"
                return corrected(
                    classify(*await self._call("PATCH", path, json=dict(delivery.payload or {})))
                )
            return classify(*await self._call("POST", path, json=dict(delivery.payload or {})))
        except aiohttp.ClientConnectorError:
            return Retry(0, "Discord cannot be reached")
        except UNREACHED as error:
            reason = type(error).__name__
            return Retry(0, reason) if delivery.corrects else Unknown(reason)

    async def look(self, delivery: Delivery) -> Look:
        """Reads what was written since the first attempt; what corrects a message may be sent again instead."""
        if delivery.corrects:
            return Missing()
        since = snowflake((delivery.first_try or delivery.not_before) - BEFORE)
        try:
            return await self._searched(delivery, since)
        except UNREACHED as error:
            return Retry(0, type(error).__name__)

    async def direct(self, place: Place, user: str) -> Place | None:
        """The direct message with a person, which belongs to no server; None for one who cannot be written to."""
        del place
        status, _, answer = await self._call("POST", "/users/@me/channels", json={"recipient_id": user})
        if status == 200 and isinstance(answer, Mapping):
            return Place(PLATFORM, "", str(answer["id"]))
        if status in (400, 403, 404):
            return None
        raise OSError(status)

    async def name(self, place: Place) -> str:
        """``#papers``, if Discord still tells."""
        _, _, answer = await self._call("GET", f"/channels/{place.channel}")
        name = answer.get("name") if isinstance(answer, Mapping) else ""
        return f"#{name}" if name else place.channel

    async def _searched(self, delivery: Delivery, since: int) -> Look:
        place, after = f"/channels/{delivery.place.channel}", since
        for _ in range(PAGES):
            asked = {"limit": str(PAGE), "after": str(after)}
            status, headers, answer = await self._call("GET", f"{place}/messages", params=asked)
            if status != 200 or not isinstance(answer, list):
                return _unseen(status, headers, answer)
            found = find(answer, delivery.payload or {}, self._me)
            if found:
                return Sent(found)
            if not answer and after == since:
                return await self._nothing(place, since)
            if len(answer) < PAGE:
                return Missing()
            after = max(int(message["id"]) for message in answer)
        return Blind("too much was written since")

    async def _nothing(self, place: str, since: int) -> Look:
        """Whether there is nothing, or nothing is shown: without the right to read, history looks empty."""
        status, headers, answer = await self._call("GET", place)
        if status != 200 or not isinstance(answer, Mapping):
            return _unseen(status, headers, answer)
        last = int(answer.get("last_message_id") or 0)
        return Missing() if last < since else Blind("history is not shown")

    async def _call(self, method: str, path: str, **more: Any) -> tuple[int, Mapping[str, str], object]:
        async with self._session.request(
            method, f"{self._url}{path}", allow_redirects=False, **more
        ) as answer:
            if answer.status in REFUSED:
                self._refusals.note(asyncio.get_running_loop().time())
            try:
                return answer.status, answer.headers, await answer.json()
            except (ValueError, aiohttp.ContentTypeError):
                return answer.status, answer.headers, None


async def deliver(app: App, stop: asyncio.Event) -> None:
    """Posts what is owed to Discord until ``stop`` is set, then finishes what is in hand, within 8 s.

    Raises:
        PlatformRefused: Discord will not have us; the sentence says what to mend.
    """
    settings = app.settings
    url = settings.discord_api_url.rstrip("/")
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    async with aiohttp.ClientSession(
        headers={"Authorization": f"Bot {token}", "User-Agent": AGENT},
        timeout=aiohttp.ClientTimeout(total=settings.send_timeout_s),
    ) as session:
        me = await _introduce(session, url, stop)
        if not me:
            return
        timings = Timings(
            settings.send_timeout_s, settings.lease_s, settings.reconcile_wait_s, NONCE_KEPT_S, APART_S
        )
        # Whatever was wrong with the token, it is good now.
        post = DiscordPost(session, url, me)
        await drain(app.store, PLATFORM, post, timings, stop, mended=(REVOKED,))


def snowflake(moment: datetime) -> int:
    """The smallest id that Discord gives at that moment."""
    return max(int(moment.timestamp() * 1000) - EPOCH_MS, 0) << 22


async def _introduce(session: aiohttp.ClientSession, url: str, stop: asyncio.Event) -> str:
    """Our own id, asked for with growing pauses until Discord tells; empty when stopped before."""
    pause_s = FIRST_PAUSE_S
    while not stop.is_set():
        try:
            async with session.get(f"{url}/users/@me") as answer:
                if answer.status == 401:
                    raise PlatformRefused("discord-token-refused")
                if answer.status == 200:
                    return str((await answer.json())["id"])
                said = str(answer.status)
        except UNREACHED as error:
            said = type(error).__name__
        told = {"action": "discord.unreached"}
        log.warning("Discord's API cannot be reached (%s), trying again in %d s", said, pause_s, extra=told)
        stopped = asyncio.create_task(stop.wait())
        await asyncio.wait({stopped}, timeout=pause_s)
        stopped.cancel()
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
    return ""


def _unseen(status: int, headers: Mapping[str, str], answer: object) -> Look:
    """Why a place's history was not shown."""
    outcome = classify(status, headers, answer)
    if isinstance(outcome, Gone | Broken):
        return Blind(outcome.reason)
    return outcome if isinstance(outcome, Retry) else Retry(0, "no history")


def _wait_s(headers: Mapping[str, str], body: Mapping[str, Any]) -> float:
    told = body.get("retry_after", headers.get("Retry-After"))
    try:
        return max(float(str(told)), 0.1)
    except ValueError:
        return PATIENCE_S


def _ids(message: Message) -> dict[Action, str]:
    return {
        action: buttons.encode(action, BUTTON_ID) or buttons.encode_stored(action)
        for action in message.every_action()
    }
