"""Discord's face: keeps one connection up until told to stop, or until Discord will not have us."""

import asyncio
import logging
from typing import Final, Literal

import discord
import yarl
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord.client import Client
from adapters.discord.sending import ALREADY_ANSWERED, UNKNOWN_INTERACTION
from bot.app import App
from bot.errors import PlatformRefused
from bot.stopping import CLOSE_S

log = logging.getLogger("paperbot.discord")

FIRST_PAUSE_S: Final = 1.0  # between two tries to connect; then twice as long, each time
LONGEST_PAUSE_S: Final = 60.0
TOKEN_REFUSED: Final = 4004  # a gateway close code
NO_FAULT: Final = (ALREADY_ANSWERED, UNKNOWN_INTERACTION)  # of suggestions: another instance, or too late


async def serve(app: App, stop: asyncio.Event) -> None:
    """Answers on Discord until ``stop`` is set, then finishes what is in hand, within 8 s.

    A connection that is lost, or cannot be made yet, is tried again with growing pauses.

    Raises:
        PlatformRefused: Discord will not have us, and trying again would not help.
    """
    settings = app.settings
    _tame()
    _point_at(settings.discord_api_url.rstrip("/"), yarl.URL(settings.discord_gateway_url))
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    pause_s = FIRST_PAUSE_S / 2
    while not stop.is_set():
        client = Client(app)
        try:
            await _serve_once(client, token, stop)
        except discord.LoginFailure as error:
            raise PlatformRefused("discord-token-refused") from error
        except discord.PrivilegedIntentsRequired as error:
            raise PlatformRefused("discord-intent-refused") from error
        except discord.ConnectionClosed as error:
            if error.code == TOKEN_REFUSED:
                raise PlatformRefused("discord-token-refused") from error
            raise PlatformRefused("discord-closed", code=error.code) from error
        except Exception as error:  # noqa: BLE001 - discord.py lets many through where there is no network
            pause_s = FIRST_PAUSE_S if client.connected else min(2 * pause_s, LONGEST_PAUSE_S)
            log.warning(
                "no connection to Discord (%s), trying again in %d s",
                type(error).__name__,
                pause_s,
                extra={"action": "reconnect"},
            )
            await _wait(stop, pause_s)


async def _serve_once(client: Client, token: str, stop: asyncio.Event) -> None:
    running = asyncio.create_task(client.start(token))
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
        await client.finish()
    finally:
        stopped.cancel()
        closing = asyncio.create_task(client.close())
        await asyncio.wait({closing}, timeout=CLOSE_S)
        closing.cancel()
        running.cancel()  # it may sleep until its next try
        await asyncio.wait({running})
    if not running.cancelled():
        running.result()


async def _wait(stop: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return


class _Backoff(ExponentialBackoff[Literal[False]]):
    """discord.py pauses up to 17 minutes while an outage lasts; this one up to 32 s."""

    def __init__(self) -> None:
        super().__init__()
        self._max = 5


class _Quieter(logging.Filter):
    """discord.py tells with a traceback what needs one line or none."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, discord.HTTPException) and error.code in NO_FAULT:
            return False
        if str(record.msg).startswith("Attempting a reconnect"):
            record.msg, record.exc_info = "connection to Discord lost, trying again in %.1f s", None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


QUIETER: Final = _Quieter()


def _tame() -> None:
    """Gives discord.py, which has no options for it, better habits; they hold for the whole process."""
    for name in ("discord.client", "discord.app_commands.tree"):
        logging.getLogger(name).addFilter(QUIETER)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody misses a voice here
    discord.client.ExponentialBackoff = _Backoff  # type: ignore[assignment,attr-defined]  # as it imports it


def _point_at(api: str, socket: yarl.URL) -> None:
    """Points discord.py, which keeps its addresses for the whole process, at where Discord is."""
    if api != Route.BASE:
        Route.BASE = api
    if socket != DiscordWebSocket.DEFAULT_GATEWAY:
        DiscordWebSocket.DEFAULT_GATEWAY = socket
