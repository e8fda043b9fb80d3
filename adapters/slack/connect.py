"""Getting to Slack and staying there: clients, who we are, and patience when the network is gone."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import aiohttp
from pydantic import SecretStr
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import PlatformRefused
from config.settings import Settings

log = logging.getLogger("paperbot.slack")

# The SDKs log whole payloads below this level, and addresses that are secrets.
SDK_LOG: Final = logging.getLogger("paperbot.slack.sdk")
SDK_LOG.setLevel(logging.ERROR)

TIMEOUT_S: Final = 10  # of one call
FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0
TOO_FAST: Final = 429
NEEDED: Final = ("commands", "chat:write")  # scopes without which nothing can be asked or answered

# Refusals that pass by themselves; every other code is for the operator to mend.
PASSING: Final = frozenset(
    {"", "internal_error", "fatal_error", "ratelimited", "request_timeout", "service_unavailable"}
)
UNREACHED: Final = (aiohttp.ClientError, OSError, TimeoutError)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Me:
    """Who the bot is in the workspace it is installed in."""

    team: str
    user: str
    bot: str


def reading_client(settings: Settings) -> AsyncWebClient:
    """For calls that change nothing: waits and asks again where Slack says so."""
    return _client(settings, [AsyncRateLimitErrorRetryHandler(max_retry_count=2)])


def posting_client(settings: Settings) -> AsyncWebClient:
    """For calls that show something: never repeats one by itself, since it may have arrived."""
    return _client(settings, [], settings.send_timeout_s)


def secret(value: SecretStr | None) -> str:
    """The secret itself, empty when it is not set."""
    return value.get_secret_value() if value else ""


def code(error: SlackApiError) -> str:
    """Slack's own word for a refusal, empty when the answer was none of Slack's."""
    data = getattr(error.response, "data", error.response)
    return str(data.get("error", "")) if isinstance(data, Mapping) else ""


def retry_after_s(error: SlackApiError) -> int:
    """Seconds until Slack takes the call that it refused as too fast; 0 where it was another refusal."""
    if getattr(error.response, "status_code", 0) != TOO_FAST:
        return 0
    told = str(error.response.headers.get("Retry-After", ""))
    return max(1, int(told)) if told.isdecimal() else 1


async def introduce(client: AsyncWebClient) -> Me:
    """Asks Slack who we are.

    Raises:
        PlatformRefused: the token is bad, or the app lacks a scope.
    """
    try:
        answer = await client.auth_test()
    except SlackApiError as error:
        if code(error) in PASSING:
            raise
        raise _refusal("slack-refused-bot", error) from error
    granted = _scopes(answer.headers)
    for scope in NEEDED:
        if granted and scope not in granted:
            raise PlatformRefused("slack-refused-scope", scope=scope)
    return Me(str(answer["team_id"]), str(answer["user_id"]), str(answer.get("bot_id", "")))


async def socket_url(client: AsyncWebClient, app_token: str) -> str:
    """Asks Slack where to open a Socket Mode connection; the address is a secret, good for one use.

    Raises:
        PlatformRefused: the app token is bad, or Socket Mode is off.
    """
    try:
        answer = await client.apps_connections_open(app_token=app_token)
    except SlackApiError as error:
        if code(error) in PASSING:
            raise
        raise _refusal("slack-refused-app", error) from error
    return str(answer["url"])


async def persist(
    attempt: Callable[[], Awaitable[T]], stop: asyncio.Event, first_pause_s: float = FIRST_PAUSE_S
) -> T | None:
    """What ``attempt`` gives, tried again with growing pauses while Slack cannot be reached.

    Returns:
        None when ``stop`` was set before it came about.

    Raises:
        PlatformRefused: as ``attempt`` raises it.
    """
    pause = first_pause_s
    while not stop.is_set():
        try:
            found = await attempt()
        except (*UNREACHED, SlackApiError) as error:
            if pause == first_pause_s:
                told = {"action": "slack.unreached"}
                log.warning("Slack cannot be reached (%s); trying until it can", _short(error), extra=told)
        else:
            if pause > first_pause_s:
                log.info("Slack is reached again", extra={"action": "slack.reached"})
            return found
        await wait(stop, pause)
        pause = min(2 * pause, LONGEST_PAUSE_S)
    return None


async def wait(event: asyncio.Event, timeout_s: float) -> bool:
    """Whether the event was set within the time."""
    try:
        async with asyncio.timeout(timeout_s):
            return await event.wait()
    except TimeoutError:
        return False


def _client(settings: Settings, handlers: list[Any], timeout_s: float = TIMEOUT_S) -> AsyncWebClient:
    return AsyncWebClient(
        token=secret(settings.slack_bot_token),
        base_url=settings.slack_api_url,
        timeout=timeout_s,  # type: ignore[arg-type]  # aiohttp takes parts of seconds
        logger=SDK_LOG,
        retry_handlers=handlers,
    )


def _refusal(key: str, error: SlackApiError) -> PlatformRefused:
    if code(error) == "missing_scope":
        return PlatformRefused("slack-refused-scope", scope=str(error.response.get("needed", "?")))
    return PlatformRefused(key, error=code(error))


def _scopes(headers: Mapping[str, str]) -> set[str]:
    listed = next((value for name, value in headers.items() if name.lower() == "x-oauth-scopes"), "")
    return {scope.strip() for scope in listed.split(",") if scope.strip()}


def _short(error: Exception) -> str:
    """An error's kind and code, never its text, which may hold an address or a token."""
    return code(error) or type(error).__name__ if isinstance(error, SlackApiError) else type(error).__name__
