"""A small Discord on this machine: enough REST and gateway for discord.py to log in, listen and answer.

It remembers every request, and breaks on demand.
"""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.discord_gateway import DiscordGateway
from tests.discord_objects import (
    ADA,
    APPLICATION,
    BOT,
    CHANNEL,
    DIRECT,
    GUILD,
    TOKEN,
    Json,
    application,
    channel,
    direct,
    member,
    message,
    shown,
    subcommand,
    user,
)


@dataclass(frozen=True)
class Call:
    """A request: its method and path as one text, and its body."""

    what: str
    body: Any


@dataclass
class Failure:
    """What goes wrong with requests whose method and path match, and how often."""

    what: re.Pattern[str]
    status: int
    body: Json
    headers: Mapping[str, str]
    times: int


class DiscordServer(DiscordGateway):
    """The server. Start it with running().

    Attributes:
        calls: every request in order.
        commands: the application's global commands.
        refuse_token: whether a login is answered 401.
        posted: new messages in channels as people see them, without repeats.
        fates: what happens to the next of them, in order: ``ok``, ``429``, ``500`` (it is shown), ``cut`` (it is
            shown, and the answer never comes), ``slow`` (the answer comes after slow_s), ``down`` (it is not shown,
            and the answer is 503); then all is well.
        fates_of: the same for one channel; there is also ``refused``: it is not shown, since it is malformed.
        limiter: for how long a post to a channel must wait, and whether all others must, too; None where it is fine.
        on_post: called when a post is there and before it is answered.
        slow_s: how late a slow answer comes.
        nonces_kept_s: how long a repeat is dropped.
        blind: whether the bot may not read what was written.
    """

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[Call] = []
        self.commands: list[Json] = []
        self.refuse_token = False
        self.posted: list[Json] = []
        self.fates: list[str] = []
        self.fates_of: dict[str, list[str]] = {}
        self.limiter: Callable[[str], tuple[float, bool] | None] | None = None
        self.on_post: Callable[[], None] | None = None
        self.slow_s = 3.0
        self.nonces_kept_s = 120.0
        self.blind = False
        self._failures: list[Failure] = []
        self._answered: dict[str, Json | None] = {}
        self._nonces: dict[str, tuple[float, Json]] = {}

    @property
    def api_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/v10"

    @asynccontextmanager
    async def running(self, port: int = 0) -> AsyncIterator["DiscordServer"]:
        """The server on a free port, or on a given one."""
        app = web.Application()
        app.router.add_get("/gateway", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._rest)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", port)
        await site.start()
        self.port = runner.addresses[0][1]
        try:
            yield self
        finally:
            await self.drop()
            await runner.cleanup()

    def fail(
        self,
        what: str,
        status: int,
        code: int = 0,
        *,
        times: int = 1,
        after_s: float | None = None,
        everywhere: bool = False,
    ) -> None:
        """The next requests that match, such as ``POST /channels``, go wrong."""
        body: Json = {"message": "made to fail", "code": code}
        headers: dict[str, str] = {}
        if after_s is not None:
            body |= {"retry_after": after_s, "global": everywhere}
            headers = {"Retry-After": str(after_s), "X-RateLimit-Scope": "user", "Via": "1.1 loopback"}
        self._failures.append(Failure(re.compile(what), status, body, headers, times))

    async def called(self, what: str, *, count: int = 1) -> Call:
        """Waits for the ``count``-th request that matches, such as ``POST .*/callback``."""
        await self._until(lambda: len(self.matching(what)) >= count)
        return self.matching(what)[count - 1]

    @property
    def answers(self) -> int:
        """How many interactions have their first answer."""
        return sum(answer is not None for answer in self._answered.values())

    async def answered(self, count: int) -> None:
        """Waits until so many interactions have their first answer."""
        await self._until(lambda: self.answers >= count)

    def matching(self, what: str) -> list[Call]:
        return [call for call in self.calls if re.fullmatch(what, call.what)]

    async def command(self, name: str, *, guild: bool = True, **options: str | int | bool) -> str:
        """Somebody gives ``/paper NAME``; returns the interaction's id."""
        data = {"id": "900", "name": "paper", "type": 1, "options": [subcommand(name, options)]}
        return await self.interact(2, data, guild=guild)

    async def press(self, button: str, on: Json, *, guild: bool = True) -> str:
        """Somebody presses a button of a message; returns the interaction's id."""
        data = {"custom_id": button, "component_type": 2}
        return await self.interact(3, data, guild=guild, message=on)

    async def type(self, name: str, option: str, typed: str) -> str:
        """Somebody types in an option that has suggestions; returns the interaction's id."""
        focused = {"name": option, "type": 3, "value": typed, "focused": True}
        sub = {"name": name, "type": 1, "options": [focused]}
        return await self.interact(4, {"id": "900", "name": "paper", "type": 1, "options": [sub]})

    async def interact(self, kind: int, data: Json, *, guild: bool = True, **more: Any) -> str:
        number = self.number()
        self._answered[number] = None
        where = {"guild_id": GUILD, "member": member(ADA), "context": 0} if guild else {"user": user(ADA)}
        await self.emit(
            "INTERACTION_CREATE",
            {
                "id": number,
                "application_id": APPLICATION,
                "type": kind,
                "token": f"interaction-{number}",
                "version": 1,
                "data": data,
                "channel_id": CHANNEL if guild else DIRECT,
                "channel": channel(CHANNEL) if guild else direct(),
                "locale": "en-US",
                "app_permissions": "274878024704",
                "entitlements": [],
                "authorizing_integration_owners": {},
                "attachment_size_limit": 10485760,
                **where,
                **more,
            },
        )
        return number

    async def say(self, content: str, *, guild: bool = True, **more: Any) -> str:
        """Somebody writes a message; returns its id."""
        said = self.message(content=content, author=user(ADA), channel_id=CHANNEL if guild else DIRECT)
        if guild:
            said |= {"guild_id": GUILD, "member": member(ADA, whole=False)}
        await self.emit("MESSAGE_CREATE", said | more)
        return str(said["id"])

    def message(self, **fields: Any) -> Json:
        """A message of the bot's, with an id of its own."""
        return message(self.number(), **fields)

    async def _rest(self, request: web.Request) -> web.Response:
        what = f"{request.method} /{request.match_info['path']}"
        body = await request.json() if request.can_read_body else None
        self.calls.append(Call(what, body))
        posts = what.startswith("POST /channels/")
        wait = self.limiter(what.split("/")[2]) if posts and self.limiter else None
        if wait is not None:
            self.fail(re.escape(what), 429, after_s=wait[0], everywhere=wait[1])
        fates = self.fates_of.get(what.split("/")[2], self.fates) if posts else []
        fate = fates.pop(0) if fates else "ok"
        if fate == "refused":
            self.fail(re.escape(what), 400, 50035)
        if fate == "429":
            self.fail(re.escape(what), 429, after_s=1)
        if fate == "down":
            self.fail(re.escape(what), 503)
        status, answer, headers = self._failed(what) or (*self._answer(what, body, request), {})
        await self._note()
        if posts and self.on_post:
            self.on_post()
        if fate == "cut" and request.transport is not None:
            request.transport.abort()
        if fate == "slow":
            await asyncio.sleep(self.slow_s)
        if fate == "500":
            status, answer = 500, {"message": "500: Internal Server Error", "code": 0}
        if answer is None:
            return web.Response(status=status)
        return web.Response(
            status=status, body=json.dumps(answer).encode(), content_type="application/json", headers=headers
        )

    def _failed(self, what: str) -> tuple[int, Any, Mapping[str, str]] | None:
        for failure in self._failures:
            if failure.times and failure.what.match(what):
                failure.times -= 1
                return failure.status, failure.body, failure.headers
        return None

    def _answer(self, what: str, body: Any, request: web.Request) -> tuple[int, Any]:  # noqa: C901, PLR0911, PLR0912 - one a route
        if self.refuse_token or (
            "Authorization" in request.headers and request.headers["Authorization"] != f"Bot {TOKEN}"
        ):
            return 401, {"message": "401: Unauthorized", "code": 0}
        method, *path = what.replace(" /", "/", 1).split("/")
        match method, path:
            case "GET", ["users", "@me"]:
                return 200, user(BOT, bot=True)
            case "GET", ["oauth2", "applications", "@me"]:
                return 200, application()
            case "GET", ["applications", _, "commands"]:
                return 200, self.commands
            case "PUT", ["applications", _, "commands"]:
                self.commands = [
                    one | {"id": self.number(), "application_id": APPLICATION, "version": "1"} for one in body
                ]
                return 200, self.commands
            case "POST", ["interactions", number, _, "callback"]:
                return self._callback(number, body)
            case "POST", ["webhooks", _, _]:
                return 200, self.message(**shown(body))
            case "PATCH", ["webhooks", _, _, "messages", "@original"]:
                return 200, self.message(**shown(body))
            case "POST", ["channels", place, "messages"]:
                return 200, self._posted(place, body)
            case "PATCH", ["channels", place, "messages", number]:
                return self._patched(place, number, body)
            case "GET", ["channels", place, "messages"]:
                return 200, self._history(place, request.query)
            case "POST", ["users", "@me", "channels"] if str(body["recipient_id"]) == ADA:
                return 200, direct()
            case "POST", ["users", "@me", "channels"]:
                return 400, {"message": "Cannot send messages to this user", "code": 50007}
            case "GET", ["channels", place]:
                return 200, channel(place) | {"last_message_id": self._last(place)}
            case _:
                return 404, {"message": "404: Not Found", "code": 0}

    def _callback(self, number: str, body: Json) -> tuple[int, Any]:
        """The first answer to an interaction; there is only one."""
        if number not in self._answered:
            return 404, {"message": "Unknown interaction", "code": 10062}
        if self._answered[number] is not None:
            return 400, {"message": "Interaction has already been acknowledged.", "code": 40060}
        self._answered[number] = body
        resource: Json = {"type": body["type"]}
        if body["type"] in (4, 7):
            resource["message"] = self.message(**shown(body.get("data", {})))
        about = {"id": number, "type": 2, "response_message_id": self.number()}
        return 200, {"interaction": about, "resource": resource}

    def _posted(self, place: str, body: Json) -> Json:
        """A posted message; the same nonce again soon gives the same message again, and posts nothing."""
        nonce = str(body.get("nonce", ""))
        at, earlier = self._nonces.get(nonce, (0.0, {}))
        if body.get("enforce_nonce") and time.time() - at < self.nonces_kept_s:
            return earlier
        posted = self.message(**shown(body), channel_id=place)
        self._nonces[nonce] = time.time(), posted
        self.posted.append(posted)
        return posted

    def _patched(self, place: str, number: str, body: Json) -> tuple[int, Any]:
        """A message that says something else from now on."""
        one = next((one for one in self.posted if (one["channel_id"], one["id"]) == (place, number)), None)
        if one is None:
            return 404, {"message": "Unknown Message", "code": 10008}
        one.update(shown(body))
        return 200, one

    def _history(self, place: str, query: Mapping[str, str]) -> list[Json]:
        """What was posted after an id, the newest first of the oldest page."""
        after = int(query.get("after", 0))
        seen = [one for one in self.posted if one["channel_id"] == place and int(one["id"]) > after]
        return [] if self.blind else seen[: int(query.get("limit", 50))][::-1]

    def _last(self, place: str) -> str | None:
        return next((one["id"] for one in reversed(self.posted) if one["channel_id"] == place), None)
