"""Socket Mode of a Slack of our own: what connects, what it is sent, and what it acknowledges."""

import asyncio
import itertools
import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web


@dataclass
class SlackSockets:
    """The sockets that clients opened.

    Attributes:
        sockets: all of them, in order, also those that are closed.
        silent: sockets that answer no ping any more, and carry nothing.
        acks: who waits for the acknowledgement of an envelope.
    """

    sockets: list[web.WebSocketResponse] = field(default_factory=list)
    silent: set[web.WebSocketResponse] = field(default_factory=set)
    acks: dict[str, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._numbers = itertools.count(1)
        self._changed = asyncio.Condition()

    async def until_sockets(self, count: int, timeout_s: float = 30) -> None:
        """Waits until that many sockets were opened in all."""
        async with asyncio.timeout(timeout_s), self._changed:
            await self._changed.wait_for(lambda: len(self.sockets) >= count)

    async def envelope(self, kind: str, payload: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Sends a request over the newest open socket; gives its acknowledgement, or raises TimeoutError."""
        socket = next(one for one in reversed(self.sockets) if not one.closed)
        key = f"e{next(self._numbers)}"
        self.acks[key] = asyncio.get_running_loop().create_future()
        await socket.send_json({"envelope_id": key, "type": kind, "payload": payload, **more})
        async with asyncio.timeout(30):
            return await self.acks[key]

    async def drop(self) -> None:
        """Cuts every socket without a word."""
        for socket in self.sockets:
            if not socket.closed and socket._req is not None and socket._req.transport is not None:
                socket._req.transport.abort()

    async def goodbye(self) -> None:
        """Asks every client to come again, as Slack does every few hours."""
        for socket in self.sockets:
            if not socket.closed:
                await socket.send_json({"type": "disconnect", "reason": "refresh_requested"})

    async def _link(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(autoping=False)
        await socket.prepare(request)
        self.sockets.append(socket)
        await socket.send_json({"type": "hello", "num_connections": len(self.sockets)})
        await self._notify()
        async for message in socket:
            if socket in self.silent:
                continue
            if message.type == WSMsgType.PING:
                await socket.pong(message.data)
            elif message.type == WSMsgType.TEXT:
                answer = json.loads(message.data)
                self.acks.pop(answer["envelope_id"]).set_result(answer)
        return socket

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()
