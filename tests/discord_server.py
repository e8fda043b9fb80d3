"""A small Discord on this machine: enough REST and gateway for discord.py to log in, listen and answer.

It speaks zlib-stream, remembers every request, replays what a lost connection missed, and breaks on demand.
"""

import asyncio
import itertools
import json
import re
import time
import zlib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import WSMsgType, web

APPLICATION, BOT, OWNER, ADA = "100", "100", "200", "201"
GUILD, CHANNEL, DIRECT = "300", "301", "302"
TOKEN: Final = "MTAw.loopback.token"
NOW: Final = "2026-12-01T09:00:00.000000+00:00"
MANAGE_CHANNELS: Final = 1 << 4
EPHEMERAL: Final = 1 << 6
EPOCH_MS: Final = 1420070400000

Json = dict[str, Any]


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


@dataclass
class Gateway:
    """One connection, with its own compressor."""

    socket: web.WebSocketResponse
    transport: asyncio.BaseTransport | None
    squeeze: Any = field(default_factory=zlib.compressobj)

    async def send(self, message: Json) -> None:
        data = self.squeeze.compress(json.dumps(message).encode()) + self.squeeze.flush(zlib.Z_SYNC_FLUSH)
        await self.socket.send_bytes(data)


class DiscordServer:
    """The server. Start it with running().

    Attributes:
        calls: every request in order.
        commands: the application's global commands.
        identified, resumed: how often a client said so.
        intents: those that the last client asked for.
        refuse_token: whether a login is answered 401.
        close_with: the code that an identifying client is closed with, if any.
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
        refuse_gateways: how many of the next connections to the gateway are refused.
    """

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.commands: list[Json] = []
        self.identified = 0
        self.resumed = 0
        self.refuse_token = False
        self.close_with: int | None = None
        self.posted: list[Json] = []
        self.fates: list[str] = []
        self.fates_of: dict[str, list[str]] = {}
        self.limiter: Callable[[str], tuple[float, bool] | None] | None = None
        self.on_post: Callable[[], None] | None = None
        self.slow_s = 3.0
        self.nonces_kept_s = 120.0
        self.blind = False
        self.refuse_gateways = 0
        self.intents = 0
        self.port = 0
        self._ids = itertools.count(1000)
        self._failures: list[Failure] = []
        self._answered: dict[str, Json | None] = {}
        self._nonces: dict[str, tuple[float, Json]] = {}
        self._gateways: list[Gateway] = []
        self._events: list[Json] = []
        self._session = ""
        self._changed = asyncio.Condition()

    @property
    def api_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/v10"

    @property
    def gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/gateway"

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

    async def drop(self, code: int | None = None) -> None:
        """Cuts every gateway connection, without a word or with a close code."""
        gateways, self._gateways = self._gateways, []
        for gateway in gateways:
            if code is not None:
                await gateway.socket.close(code=code)
            elif isinstance(gateway.transport, asyncio.WriteTransport):
                gateway.transport.abort()

    async def connected(self, *, identified: int = 1, resumed: int = 0) -> None:
        """Waits until clients have identified and resumed that often."""
        await self._until(lambda: self.identified >= identified and self.resumed >= resumed)

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
        data = {"id": "900", "name": "paper", "type": 1, "options": [_subcommand(name, options)]}
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

    async def emit(self, name: str, data: Json) -> None:
        """An event for whoever is connected; whoever is not gets it when it resumes."""
        event = {"op": 0, "t": name, "s": len(self._events) + 1, "d": data}
        self._events.append(event)
        for gateway in [*self._gateways]:
            if not gateway.socket.closed:
                await gateway.send(event)

    def number(self) -> str:
        """A snowflake."""
        return str(((int(time.time() * 1000) - EPOCH_MS) << 22) + next(self._ids))

    def message(self, **fields: Any) -> Json:
        made: Json = {
            "id": self.number(),
            "channel_id": CHANNEL,
            "author": user(BOT, bot=True),
            "content": "",
            "timestamp": NOW,
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": [],
            "pinned": False,
            "type": 0,
            "flags": 0,
        }
        return made | fields

    async def _until(self, true: Any, seconds: float = 30) -> None:
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(true), seconds)

    async def _note(self) -> None:
        async with self._changed:
            self._changed.notify_all()

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
                return 200, {
                    "id": APPLICATION,
                    "name": "paperbot",
                    "flags": 0,
                    "owner": user(OWNER),
                } | _APPLICATION
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
                return 200, self.message(**_shown(body))
            case "PATCH", ["webhooks", _, _, "messages", "@original"]:
                return 200, self.message(**_shown(body))
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
            resource["message"] = self.message(**_shown(body.get("data", {})))
        about = {"id": number, "type": 2, "response_message_id": self.number()}
        return 200, {"interaction": about, "resource": resource}

    def _posted(self, place: str, body: Json) -> Json:
        """A posted message; the same nonce again soon gives the same message again, and posts nothing."""
        nonce = str(body.get("nonce", ""))
        at, earlier = self._nonces.get(nonce, (0.0, {}))
        if body.get("enforce_nonce") and time.time() - at < self.nonces_kept_s:
            return earlier
        posted = self.message(**_shown(body), channel_id=place)
        self._nonces[nonce] = time.time(), posted
        self.posted.append(posted)
        return posted

    def _patched(self, place: str, number: str, body: Json) -> tuple[int, Any]:
        """A message that says something else from now on."""
        one = next((one for one in self.posted if (one["channel_id"], one["id"]) == (place, number)), None)
        if one is None:
            return 404, {"message": "Unknown Message", "code": 10008}
        one.update(_shown(body))
        return 200, one

    def _history(self, place: str, query: Mapping[str, str]) -> list[Json]:
        """What was posted after an id, the newest first of the oldest page."""
        after = int(query.get("after", 0))
        seen = [one for one in self.posted if one["channel_id"] == place and int(one["id"]) > after]
        return [] if self.blind else seen[: int(query.get("limit", 50))][::-1]

    def _last(self, place: str) -> str | None:
        return next((one["id"] for one in reversed(self.posted) if one["channel_id"] == place), None)

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        if self.refuse_gateways:
            self.refuse_gateways -= 1
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        gateway = Gateway(socket, request.transport)
        try:
            await self._converse(gateway)
        finally:
            if gateway in self._gateways:
                self._gateways.remove(gateway)
        return socket

    async def _converse(self, gateway: Gateway) -> None:
        socket = gateway.socket
        await gateway.send({"op": 10, "d": {"heartbeat_interval": 41250}, "s": None, "t": None})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            said = json.loads(message.data)
            match said["op"]:
                case 1:
                    await gateway.send({"op": 11, "d": None, "s": None, "t": None})
                case 2 if self.close_with is not None:
                    await socket.close(code=self.close_with)
                case 2:
                    await self._identify(gateway, said["d"])
                case 6:
                    await self._resume(gateway, said["d"])

    async def _identify(self, gateway: Gateway, said: Json) -> None:
        if said["token"] != TOKEN:
            await gateway.socket.close(code=4004)
            return
        self.intents = said["intents"]
        self._gateways.append(gateway)
        self._session = self.number()
        self._events.clear()
        await self.emit(
            "READY",
            {
                "v": 10,
                "user": user(BOT, bot=True),
                "guilds": [{"id": GUILD, "unavailable": True}],
                "session_id": self._session,
                "resume_gateway_url": self.gateway_url,
                "application": {"id": APPLICATION, "flags": 0},
            },
        )
        await self.emit("GUILD_CREATE", guild())
        self.identified += 1
        await self._note()

    async def _resume(self, gateway: Gateway, said: Json) -> None:
        if said["session_id"] != self._session:
            await gateway.send({"op": 9, "d": False, "s": None, "t": None})
            return
        for event in [event for event in self._events if event["s"] > said["seq"]]:
            await gateway.send(event)
        self._gateways.append(gateway)
        await self.emit("RESUMED", {})
        self.resumed += 1
        await self._note()


_APPLICATION: Final[Json] = {
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "00",
    "rpc_origins": [],
    "summary": "",
    "hook": True,
}


def _subcommand(name: str, options: Mapping[str, str | int | bool]) -> Json:
    kinds = {str: 3, int: 4, bool: 5}
    given = [{"name": key, "type": kinds[type(value)], "value": value} for key, value in options.items()]
    return {"name": name, "type": 1, "options": given}


def _shown(body: Json) -> Json:
    return {
        key: body[key] for key in ("content", "components", "embeds", "flags") if body.get(key) is not None
    }


def user(number: str, *, bot: bool = False) -> Json:
    name = "paperbot" if bot else f"person-{number}"
    return {
        "id": number,
        "username": name,
        "discriminator": "0",
        "global_name": None,
        "avatar": None,
        "bot": bot,
    }


def member(number: str, *, whole: bool = True) -> Json:
    about: Json = {"roles": [], "joined_at": NOW, "deaf": False, "mute": False, "flags": 0, "nick": None}
    return about | ({"user": user(number), "permissions": str(MANAGE_CHANNELS)} if whole else {})


def channel(number: str) -> Json:
    return {"id": number, "type": 0, "name": "papers", "position": 0, "permission_overwrites": []}


def direct() -> Json:
    return {"id": DIRECT, "type": 1, "recipients": [user(ADA)], "last_message_id": None}


def guild() -> Json:
    everyone = {"id": GUILD, "name": "@everyone", "permissions": "274878024704", "position": 0}
    role = everyone | {"color": 0, "hoist": False, "managed": False, "mentionable": False, "flags": 0}
    return {
        "id": GUILD,
        "name": "Lab",
        "owner_id": OWNER,
        "roles": [role],
        "channels": [channel(CHANNEL)],
        "members": [member(BOT) | {"user": user(BOT, bot=True)}],
        "threads": [],
        "emojis": [],
        "stickers": [],
        "features": [],
        "member_count": 2,
        "preferred_locale": "en-US",
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "system_channel_flags": 0,
        "afk_timeout": 300,
        "joined_at": NOW,
        "large": False,
        "unavailable": False,
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
    }
