"""A Slack of our own on the loopback: Web API, Socket Mode, response_url, and switches that break it.

It is as strict as Slack where that matters here: blocks are validated, a response_url wears out, and the
bot cannot post where it is no member.
"""

import asyncio
import math
import random
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import web

from tests.slack_messages import Shown, wrong_with
from tests.slack_sockets import SlackSockets

BOT_USER, BOT_ID, TEAM = "UBOT", "BBOT", "T1"
SCOPES = "commands,chat:write,app_mentions:read,im:history,users:read"
USES = 5  # of one response_url
NAMES = {"C2": "robots"}
DIRECT = "D1"  # the bot's own direct message with U1; other D channels belong to others


@dataclass
class Url:
    """One response_url: where it shows things, and what it has left."""

    channel: str
    user: str
    on: Shown | None = None
    left: int = USES


@dataclass
class SlackServer(SlackSockets):
    """``async with SlackServer() as slack``; messages arrive in ``shown``, calls of the API in ``calls``.

    Attributes:
        url: for SLACK_API_URL.
        errors: a method's name, and the error it answers with.
        fail_once: a method's name, and answers to give first: a status with a Retry-After.
        absent: channels in which the bot is no member.
        outsiders: a channel, and people who are no members of it.
        zones: people, and the timezones of their profiles.
        down: whether every request gets a 503 page.
        scopes: what the bot token may do.
        fates: what happens to the next posts, in order: ``ok``, ``429``, ``500``, ``cut`` (it is shown, and the
            answer never comes), ``slow`` (it is shown, and the answer comes after slow_s), ``late`` (it is shown
            only after the line was cut), ``down`` (it is not shown, and the answer is a page of HTML); when they
            are used up, all is well.
        retry_after_s: how long a post that is answered 429 is told to wait.
        fates_of: the same for one channel; there is also ``refused``: it is not shown, since it is malformed.
        limiter: for how long a post to a channel must wait, and whether all others must, too, which Slack does not
            tell; None where it is fine.
        on_post: called when a post is there and before it is answered.
        slow_s: how late a slow answer comes, and a late post is shown.
        lag_s: how long history lacks what was posted.
        dice: where given, each message lags by chance, from not at all to lag_s.
        lose: methods and ``response_url`` that take effect but whose answer is lost.
    """

    url: str = ""
    shown: list[Shown] = field(default_factory=list)
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    errors: dict[str, str] = field(default_factory=dict)
    fail_once: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    absent: set[str] = field(default_factory=set)
    outsiders: dict[str, set[str]] = field(default_factory=dict)
    zones: dict[str, str] = field(default_factory=dict)
    lose: set[str] = field(default_factory=set)
    fates: list[str] = field(default_factory=list)
    fates_of: dict[str, list[str]] = field(default_factory=dict)
    limiter: Callable[[str], tuple[float, bool] | None] | None = None
    on_post: Callable[[], None] | None = None
    retry_after_s: int = 1
    slow_s: float = 3.0
    lag_s: float = 0.0
    dice: random.Random | None = None
    down: bool = False
    scopes: str = SCOPES
    urls: dict[str, Url] = field(default_factory=dict)

    latest: Shown = field(init=False, repr=False)

    async def __aenter__(self) -> Self:
        application = web.Application()
        application.router.add_route("*", "/api/{method}", self._api)
        application.router.add_post("/respond/{key}", self._respond)
        application.router.add_get("/link", self._link)
        self._runner = web.AppRunner(application, shutdown_timeout=0.1, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        port = self._runner.addresses[0][1]
        self._origin = f"http://127.0.0.1:{port}"
        self.url = f"{self._origin}/api"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    def new_ts(self) -> str:
        """A timestamp as Slack's: unique, and in order."""
        return f"{int(time.time())}.{next(self._numbers):06d}"

    def response_url(self, channel: str, user: str, on: Shown | None = None) -> str:
        """A new response_url for something that ``user`` did in ``channel``, perhaps on a message."""
        key = f"k{next(self._numbers)}"
        self.urls[key] = Url(channel, user, on)
        return f"{self._origin}/respond/{key}"

    async def until(self, count: int, timeout_s: float = 30) -> Shown:
        """Waits for that many messages, or replacements; gives the latest."""
        async with asyncio.timeout(timeout_s), self._changed:
            await self._changed.wait_for(lambda: self.happened >= count)
        return self.latest

    @property
    def happened(self) -> int:
        """How often something was shown."""
        return sum(1 + one.replaced for one in self.shown)

    async def _api(self, request: web.Request) -> web.StreamResponse:  # noqa: C901, PLR0911 - one a way to fail
        method = request.match_info["method"]
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        given: dict[str, Any] = (
            await request.json()
            if request.content_type == "application/json"
            else {**request.query, **await request.post()}
        )
        self.calls.append((method, given))
        if self.down:
            return web.Response(status=503, text="<html>down</html>", content_type="text/html")
        if self.fail_once[method]:
            headers = {"Retry-After": "1"}
            return web.json_response(
                {"ok": False, "error": "ratelimited"}, status=self.fail_once[method].pop(), headers=headers
            )
        if not token or method in self.errors:
            return web.json_response({"ok": False, "error": self.errors.get(method, "not_authed")})
        wait = self.limiter(given["channel"]) if method == "chat.postMessage" and self.limiter else None
        if wait is not None:
            headers = {"Retry-After": str(math.ceil(wait[0]))}
            return web.json_response({"ok": False, "error": "ratelimited"}, status=429, headers=headers)
        fates = (
            self.fates_of.get(given.get("channel", ""), self.fates) if method == "chat.postMessage" else []
        )
        fate = fates.pop(0) if fates else "ok"
        if fate == "refused":
            return web.json_response({"ok": False, "error": "invalid_blocks"})
        if fate == "429":
            return web.json_response(
                {"ok": False, "error": "ratelimited"},
                status=429,
                headers={"Retry-After": str(self.retry_after_s)},
            )
        if fate == "down":
            return web.Response(status=503, text="<html>down</html>", content_type="text/html")
        if fate == "late":
            _abort(request)
            await asyncio.sleep(self.slow_s)
        answer = await self._called(method, given)
        if method == "chat.postMessage" and self.on_post:
            self.on_post()
        if method in self.lose or fate == "cut":
            _abort(request)
        if fate == "slow":
            await asyncio.sleep(self.slow_s)
        if fate == "500":
            return web.json_response({"ok": False, "error": "internal_error"}, status=500)
        return web.json_response(
            {"ok": "error" not in answer} | answer, headers={"X-OAuth-Scopes": self.scopes}
        )

    async def _called(self, method: str, given: dict[str, Any]) -> dict[str, Any]:  # noqa: PLR0911 - one a method
        if method == "auth.test":
            return {"team_id": TEAM, "user_id": BOT_USER, "bot_id": BOT_ID, "user": "paperbot", "team": "Lab"}
        if method == "apps.connections.open":
            return {"url": f"{self._origin.replace('http', 'ws')}/link?ticket=secret-{next(self._numbers)}"}
        if method == "users.info":
            profile = {"display_name": "Ada Lovelace"}
            return {
                "user": {"id": given["user"], "profile": profile, "tz": self.zones.get(given["user"], "")}
            }
        if method in ("chat.postMessage", "chat.postEphemeral"):
            channel = given["channel"]
            strange = channel.startswith("D") and channel != DIRECT
            if channel in self.absent or strange:
                return {"error": "channel_not_found" if strange else "not_in_channel"}
            return await self._show(channel, given.get("user", ""), given.get("thread_ts", ""), given)
        if method == "chat.update":
            return self._updated(given)
        if method == "conversations.open":
            return {"channel": {"id": DIRECT}} if given["users"] == "U1" else {"error": "user_not_found"}
        if method == "conversations.info":
            return self._channel(given["channel"])
        if method == "users.conversations":
            there = {"C1": "papers", **NAMES}.items()
            return {"channels": [{"id": one, "name": name} for one, name in there if one not in self.absent]}
        if method == "conversations.members":
            return {"members": sorted({"U1", "U2"} - self.outsiders.get(given["channel"], set()))}
        if method in ("conversations.history", "conversations.replies"):
            return self._history(given)
        return {"error": "unknown_method"}

    def _channel(self, channel: str) -> dict[str, Any]:
        """What Slack tells of a channel, a private one (G) in which the bot is not, or a direct message."""
        if (channel.startswith("D") and channel != DIRECT) or (
            channel.startswith("G") and channel in self.absent
        ):
            return {"error": "channel_not_found"}
        told = {"is_im": True, "user": "U1"} if channel == DIRECT else {"name": NAMES.get(channel, "papers")}
        return {"channel": {"id": channel, "is_member": channel not in self.absent, **told}}

    def _history(self, given: dict[str, Any]) -> dict[str, Any]:
        """What was posted, the newest first, a page at a time; a thread with what it begins with."""
        channel, thread = given["channel"], given.get("ts", "")
        if f"{'im' if channel.startswith('D') else 'channels'}:history" not in self.scopes:
            return {"error": "missing_scope", "needed": "channels:history"}
        first, size = int(given.get("cursor") or 0), int(given.get("limit", 100))
        seen = [
            one
            for one in reversed(self.shown)
            if one.channel == channel
            and not one.user
            and thread in (one.thread, one.ts)
            and float(one.ts) >= float(given.get("oldest", 0))
            and one.listed_at <= time.time()
        ]
        more = str(first + size) if len(seen) > first + size else ""
        page = [self._as_history(one, given) for one in seen[first : first + size]]
        return {"messages": page, "has_more": bool(more), "response_metadata": {"next_cursor": more}}

    def _as_history(self, one: Shown, given: dict[str, Any]) -> dict[str, Any]:
        said = {"type": "message", "ts": one.ts, "user": BOT_USER, "bot_id": BOT_ID, "text": one.body["text"]}
        if given.get("include_all_metadata") and "metadata" in one.body:
            said["metadata"] = one.body["metadata"]
        return said

    async def _show(self, channel: str, user: str, thread: str, body: dict[str, Any]) -> dict[str, Any]:
        problem = wrong_with(body)
        if problem:
            return {"error": problem}
        lag_s = self.dice.uniform(0, self.lag_s) if self.dice else self.lag_s
        self.latest = Shown(self.new_ts(), channel, user, thread, body, listed_at=time.time() + lag_s)
        self.shown.append(self.latest)
        await self._notify()
        return {"ts": self.latest.ts, "channel": channel}

    def _updated(self, given: dict[str, Any]) -> dict[str, Any]:
        """A message that says something else from now on; what it carries besides stays."""
        one = next(
            (one for one in self.shown if (one.channel, one.ts) == (given["channel"], given["ts"])), None
        )
        if one is None:
            return {"error": "message_not_found"}
        if problem := wrong_with(given):
            return {"error": problem}
        one.body, one.replaced = one.body | given, one.replaced + 1
        return {"ts": one.ts, "channel": one.channel}

    async def _respond(self, request: web.Request) -> web.StreamResponse:
        url, body = self.urls[request.match_info["key"]], await request.json()
        if self.fail_once["response_url"]:
            return web.Response(status=self.fail_once["response_url"].pop(), headers={"Retry-After": "1"})
        if not url.left:
            return web.json_response({"ok": False, "error": "used_url"}, status=404)
        url.left -= 1
        if body.get("replace_original") and url.on is not None:
            problem = wrong_with(body)
            if not problem:
                url.on.body, url.on.replaced, self.latest = body, url.on.replaced + 1, url.on
                await self._notify()
        else:
            user = "" if body.get("response_type") == "in_channel" else url.user
            said = await self._show(url.channel, user, body.get("thread_ts", ""), body)
            problem = said.get("error", "")
        if "response_url" in self.lose:
            _abort(request)
        return web.json_response({"ok": False, "error": problem}) if problem else web.Response(text="ok")


def _abort(request: web.Request) -> None:
    """Cuts the line, so that no answer comes."""
    if request.transport is not None:
        request.transport.abort()
