"""Socket Mode: one connection after the other, each replaced when it is lost or has gone deaf."""

import asyncio
import logging
import time
from typing import Final

import aiohttp
from slack_bolt.adapter.socket_mode.async_internals import send_async_response
from slack_bolt.adapter.socket_mode.internals import build_headers
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.connect import FIRST_PAUSE_S, LONGEST_PAUSE_S, SDK_LOG, persist, socket_url, wait
from adapters.slack.receive import framed, receive
from bot.stopping import CLOSE_S

log = logging.getLogger("paperbot.slack")

PING_S: Final = 10.0  # between our pings
SILENT: Final = 3  # pings without an answer after which a connection is deaf
SHORT_S: Final = 30.0  # a connection that is lost sooner makes the next one wait


async def listen(
    client: AsyncWebClient, app_token: str, bolt: AsyncApp, stop: asyncio.Event, ping_s: float = PING_S
) -> None:
    """Hands Slack's requests to ``bolt`` until ``stop`` is set; a lost connection is replaced.

    The next connection is opened before the last one is closed, so that nothing falls between them.

    Args:
        client: for asking where to connect.
        app_token: begins with ``xapp-``.
        bolt: takes the requests.
        stop: ends it.
        ping_s: seconds between pings.

    Raises:
        PlatformRefused: the app token is bad, or Socket Mode is off.
    """
    last: Connection | None = None
    pause = FIRST_PAUSE_S
    try:
        while not stop.is_set():
            opened = await persist(lambda: _opened(client, app_token, bolt, ping_s), stop)
            if last is not None:
                await last.close()
            last = opened
            if opened is None:
                break
            log.info("listening to Slack over Socket Mode", extra={"action": "slack.connected"})
            since = time.monotonic()
            await opened.until_lost(stop)
            if time.monotonic() - since >= SHORT_S:
                pause = FIRST_PAUSE_S
            elif not stop.is_set():
                await wait(stop, pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)
    finally:
        if last is not None:
            await last.close()


async def _opened(client: AsyncWebClient, app_token: str, bolt: AsyncApp, ping_s: float) -> "Connection":
    connection = Connection(await socket_url(client, app_token), client, bolt, ping_s)
    try:
        await connection.connect()
    except BaseException:
        await connection.close()
        raise
    return connection


class Connection(SocketModeClient):
    """One Socket Mode connection, which says that it is lost instead of mending itself.

    The SDK's own mending tries one address for ever, in a fixed rhythm, and logs it with its ticket.

    Args:
        url: where to connect, good for one use.
        client: not called; the SDK wants one for its certificates.
        bolt: takes the requests.
        ping_s: seconds between pings.
    """

    def __init__(self, url: str, client: AsyncWebClient, bolt: AsyncApp, ping_s: float) -> None:
        super().__init__(app_token="", logger=SDK_LOG, web_client=client, ping_interval=ping_s)
        self.wss_uri = url
        self._bolt = bolt
        self._lost = asyncio.Event()
        self.socket_mode_request_listeners.append(self._handle)

    async def connect(self) -> None:
        """Opens the socket, or raises; the SDK's own would try for ever."""
        self.current_session = await self.aiohttp_client_session.ws_connect(
            self.wss_uri or "",
            autoping=False,
            heartbeat=self.ping_interval,
            timeout=aiohttp.ClientWSTimeout(ws_close=CLOSE_S),
            proxy=self.proxy,
            ssl=self.web_client.ssl or True,
        )
        self.last_ping_pong_time = time.time()
        self.current_session_monitor = asyncio.ensure_future(self.monitor_current_session())
        self.message_receiver = asyncio.ensure_future(self.receive_messages())

    async def close(self) -> None:
        """Closes the socket and ends what reads from it."""
        await super().close()  # type: ignore[no-untyped-call]  # the SDK's

    async def connect_to_new_endpoint(self, force: bool = False) -> None:  # noqa: ARG002 - the SDK's signature
        """Called by the SDK when Slack says goodbye, or the socket is closed or silent."""
        self._lost.set()

    async def enqueue_message(self, message: str) -> None:
        """Takes a message in; the SDK's own would log a traceback for one that it cannot read."""
        if framed(message):
            await super().enqueue_message(message)

    async def is_ping_pong_failing(self) -> bool:
        """Whether SILENT pings went without an answer."""
        heard = self.last_ping_pong_time
        return heard is not None and time.time() - heard >= SILENT * self.ping_interval

    async def until_lost(self, stop: asyncio.Event) -> None:
        """Returns when another connection is needed, or ``stop`` is set."""
        lost, stopped = asyncio.ensure_future(self._lost.wait()), asyncio.ensure_future(stop.wait())
        try:
            while not lost.done() and not stopped.done() and await self.is_connected():
                await asyncio.wait(
                    {lost, stopped}, timeout=self.ping_interval, return_when=asyncio.FIRST_COMPLETED
                )
        finally:
            lost.cancel()
            stopped.cancel()

    async def _handle(self, client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        started = time.time()
        response = await receive(
            self._bolt, mode="socket_mode", body=request.payload, headers=build_headers(request)
        )
        await send_async_response(client, request, response, started)
