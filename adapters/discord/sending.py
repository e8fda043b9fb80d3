"""Rendered messages -> Discord, so that they ping nobody and are kept nowhere."""

import base64
import hashlib
import logging
from typing import Final

import aiohttp
import discord

from adapters.discord.render import Component, render
from bot.message import Message

log = logging.getLogger("paperbot.discord")

NOBODY: Final = discord.AllowedMentions.none()
UNKNOWN_INTERACTION, ALREADY_ANSWERED, TOKEN_EXPIRED = 10062, 40060, 50027  # Discord's error codes
NONCE: Final = 24  # characters; Discord allows 25
FAILURES: Final = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)


class Layout(discord.ui.LayoutView):
    """Rendered components as discord.py sends them; buttons come back by their id alone."""

    def __init__(self, components: list[Component]) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.stop()  # or discord.py would keep it to listen for its buttons

    def to_components(self) -> list[Component]:
        """The components as rendered."""
        return self._components

    def has_components_v2(self) -> bool:
        """They always are."""
        return True


def sentence(said: str) -> Layout:
    """One sentence by itself."""
    return Layout(render(Message(said), {})[0])


def nonce(key: str, part: int) -> str:
    """Discord drops a second message with the same nonce, so a retry whose answer was lost posts once."""
    digest = hashlib.sha256(f"{key}:{part}".encode()).digest()
    return base64.b32encode(digest).decode("ascii")[:NONCE]


async def reply(
    interaction: discord.Interaction, parts: list[Layout], *, private: bool, in_place: bool
) -> None:
    """Answers an interaction, deferred or not.

    Args:
        interaction: what to answer.
        parts: at least one.
        private: whether the caller alone shall see it.
        in_place: whether it takes the place of the message the button is on.
    """
    first, *rest = parts
    if interaction.response.is_done():
        await interaction.edit_original_response(view=first, allowed_mentions=NOBODY)
    elif in_place:
        await interaction.response.edit_message(view=first, allowed_mentions=NOBODY)
    else:
        await interaction.response.send_message(view=first, ephemeral=private, allowed_mentions=NOBODY)
    for part in rest:
        await interaction.followup.send(view=part, ephemeral=private, allowed_mentions=NOBODY)


def note_unanswered(error: BaseException) -> None:
    """Logs an interaction that could not be answered; it is never answered in public instead."""
    code = error.code if isinstance(error, discord.HTTPException) else None
    if code == ALREADY_ANSWERED:
        log.debug("another instance has answered", extra={"action": "elsewhere"})
    elif code in (UNKNOWN_INTERACTION, TOKEN_EXPIRED):
        log.warning("too late to answer (%d)", code, extra={"action": "too-late"})
    else:
        log.warning("not answered: %s", error, extra={"action": "unanswered"})
