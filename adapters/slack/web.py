"""Serves Slack over signed HTTP: ``/slack/events`` for everything, ``/healthz`` for whoever watches."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Final

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response
from slack_sdk.signature import SignatureVerifier

from adapters.slack.app import Face
from adapters.slack.connect import introduce, persist, reading_client, secret
from adapters.slack.manifest import EVENTS_PATH
from adapters.slack.receive import receive
from bot.app import App
from bot.errors import PlatformRefused

log = logging.getLogger("paperbot.slack")

HEALTH_PATH: Final = "/healthz"
CLOSE_S: Final = 0.4  # that a request may take to end, and again when it was cancelled: 1 s in all
LARGEST: Final = 1024**2  # bytes of a body; Slack's are far smaller


async def serve(app: App, stop: asyncio.Event) -> None:
    """Serves Slack over HTTP on ``settings.host:settings.port`` until ``stop`` is set, then finishes.

    Raises:
        PlatformRefused: Slack will not have us, or the port is taken; the sentence says what to mend.
    """
    settings = app.settings
    door = Door(SignatureVerifier(secret(settings.slack_signing_secret)))
    runner = web.AppRunner(door.application(), access_log=None, shutdown_timeout=CLOSE_S)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, settings.host, settings.port).start()
        except OSError as error:
            told = {"host": settings.host, "port": str(settings.port), "error": error.strerror or "refused"}
            raise PlatformRefused("slack-port-taken", **told) from error
        reading = reading_client(settings)
        me = await persist(lambda: introduce(reading), stop)
        if me is not None:
            face = door.face = Face(app, me, reading)
            where = f"http://{settings.host}:{settings.port}{EVENTS_PATH}"
            log.info("listening to Slack on %s", where, extra={"action": "slack.connected"})
            await stop.wait()
            door.face = None
            await face.finish()
    finally:
        await runner.cleanup()


class Door:
    """Lets in what Slack has signed.

    Attributes:
        face: who is behind the door; None before Slack has told who we are, and when stopping.
    """

    def __init__(self, verifier: SignatureVerifier) -> None:
        self._verifier = verifier
        self.face: Face | None = None

    def application(self) -> web.Application:
        """The web application."""
        application = web.Application(client_max_size=LARGEST)
        application.router.add_post(EVENTS_PATH, self._events)
        application.router.add_get(HEALTH_PATH, self._health)
        return application

    async def _health(self, _request: web.Request) -> web.Response:
        return web.Response(text="ready") if self.face else web.Response(status=503, text="not ready")

    async def _events(self, request: web.Request) -> web.Response:
        body = await request.read()  # 413 above LARGEST
        if not signed(self._verifier, body, request.headers):
            told = {"action": "slack.refused"}
            log.warning("refused a request that Slack has not signed, from %s", request.remote, extra=told)
            return web.Response(status=401)
        if self.face is None:
            return web.Response(status=503)  # Slack brings it again
        response = await receive(
            self.face.bolt, body=body.decode(), query=request.query_string, headers=dict(request.headers)
        )
        return await to_aiohttp_response(response)


def signed(verifier: SignatureVerifier, body: bytes, headers: Mapping[str, str]) -> bool:
    """Whether Slack signed the body at most five minutes ago; False for whatever is malformed."""
    try:
        return bool(
            verifier.is_valid(
                body, headers.get("X-Slack-Request-Timestamp", ""), headers.get("X-Slack-Signature", "")
            )
        )
    except (ValueError, TypeError):  # a timestamp without digits, a signature beyond ASCII, no UTF-8
        return False
