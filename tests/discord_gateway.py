"""The gateway of a small Discord: whoever connects and identifies hears of events, and of missed ones when it resumes."""

import asyncio
import itertools
import json
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.discord_objects import APPLICATION, BOT, EPOCH_MS, GUILD, TOKEN, Json, guild, user


@dataclass
class Connection:
    """One connection, with its own compressor."""

    socket: web.WebSocketResponse
    transport: asyncio.BaseTransport | None
    squeeze: Any = field(default_factory=zlib.compressobj)

    async def send(self, message: Json) -> None:
        data = self.squeeze.compress(json.dumps(message).encode()) + self.squeeze.flush(zlib.Z_SYNC_FLUSH)
        await self.socket.send_bytes(data)


class DiscordGateway:
    """Speaks zlib-stream, and breaks on demand.

    Attributes:
        identified, resumed: how often a client said so.
        intents: those that the last client asked for.
        close_with: the code that an identifying client is closed with, if any.
        refuse_gateways: how many of the next connections are refused.
    """

    def __init__(self) -> None:
        self.identified = 0
        self.resumed = 0
        self.intents = 0
        self.close_with: int | None = None
        self.refuse_gateways = 0
        self.port = 0
        self._ids = itertools.count(1000)
        self._connections: list[Connection] = []
        self._events: list[Json] = []
        self._session = ""
        self._changed = asyncio.Condition()

    @property
    def gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/gateway"

    async def drop(self, code: int | None = None) -> None:
        """Cuts every gateway connection, without a word or with a close code."""
        connections, self._connections = self._connections, []
        for connection in connections:
            if code is not None:
                await connection.socket.close(code=code)
            elif isinstance(connection.transport, asyncio.WriteTransport):
                connection.transport.abort()

    async def connected(self, *, identified: int = 1, resumed: int = 0) -> None:
        """Waits until clients have identified and resumed that often."""
        await self._until(lambda: self.identified >= identified and self.resumed >= resumed)

    async def emit(self, name: str, data: Json) -> None:
        """An event for whoever is connected; whoever is not gets it when it resumes."""
        event = {"op": 0, "t": name, "s": len(self._events) + 1, "d": data}
        self._events.append(event)
        for connection in [*self._connections]:
            if not connection.socket.closed:
                await connection.send(event)

    def number(self) -> str:
        """A snowflake."""
        return str(((int(time.time() * 1000) - EPOCH_MS) << 22) + next(self._ids))

    async def _until(self, true: Callable[[], bool], seconds: float = 30) -> None:
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(true), seconds)

    async def _note(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        if self.refuse_gateways:
            self.refuse_gateways -= 1
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        connection = Connection(socket, request.transport)
        try:
            await self._converse(connection)
        finally:
            if connection in self._connections:
                self._connections.remove(connection)
        return socket

    async def _converse(self, connection: Connection) -> None:
        socket = connection.socket
        await connection.send({"op": 10, "d": {"heartbeat_interval": 41250}, "s": None, "t": None})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            said = json.loads(message.data)
            match said["op"]:
                case 1:
                    await connection.send({"op": 11, "d": None, "s": None, "t": None})
                case 2 if self.close_with is not None:
                    await socket.close(code=self.close_with)
                case 2:
                    await self._identify(connection, said["d"])
                case 6:
                    await self._resume(connection, said["d"])

    async def _identify(self, connection: Connection, said: Json) -> None:
        if said["token"] != TOKEN:
            await connection.socket.close(code=4004)
            return
        self.intents = said["intents"]
        self._connections.append(connection)
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

    async def _resume(self, connection: Connection, said: Json) -> None:
        if said["session_id"] != self._session:
            await connection.send({"op": 9, "d": False, "s": None, "t": None})
            return
        for event in [event for event in self._events if event["s"] > said["seq"]]:
            await connection.send(event)
        self._connections.append(connection)
        await self.emit("RESUMED", {})
        self.resumed += 1
        await self._note()
