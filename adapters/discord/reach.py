"""Discord's places and people: who may do what where, where the bot may post, what a channel is called."""

import re
from typing import Final

import discord

from adapters.discord.sending import FAILURES
from bot.errors import UserError
from bot.models import Caller, Place

LINKED: Final = re.compile(r"<#(\d+)>|(\d{15,})")

Channel = discord.abc.GuildChannel | discord.Thread


class DiscordReach:
    """See bot.reach.Reach; all from what the gateway told, but people and direct messages.

    Args:
        client: connected.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def direct(self, caller: Caller) -> Place:
        """The bot's direct message with the caller; like every one it belongs to no server."""
        try:
            channel = await self._client.create_dm(discord.Object(int(caller.user)))
        except FAILURES as error:
            raise UserError("discord-not-told") from error
        return Place("discord", "", str(channel.id))

    async def channel(self, caller: Caller, said: str) -> Place:
        """A channel or thread of the caller's server as Discord writes it, or by its name."""
        found, guild = LINKED.fullmatch(said.strip()), self._guild(caller.place)
        channel: Channel | None = None
        if found is not None and guild is not None:
            channel = guild.get_channel_or_thread(int(found[1] or found[2]))
        elif guild is not None:
            name = said.strip().removeprefix("#").lower()
            every: list[Channel] = [*guild.text_channels, *guild.threads]
            channel = next((one for one in every if one.name.lower() == name), None)
        if channel is None:
            raise UserError("discord-channel-unknown", channel=said)
        return Place("discord", caller.place.team, str(channel.id))

    async def speak(self, place: Place) -> None:
        """Passes in text and announcement channels and threads where the bot may post, and in direct messages."""
        if not place.team:
            return
        channel = self._channel(place)
        if channel is None:
            raise UserError("discord-cannot-post")
        if not isinstance(channel, discord.TextChannel | discord.Thread):
            raise UserError("discord-kind")
        may = channel.permissions_for(channel.guild.me)
        thread = isinstance(channel, discord.Thread)
        send = may.send_messages_in_threads if thread else may.send_messages
        if not (may.view_channel and send and may.embed_links):
            raise UserError("discord-cannot-post")

    async def manages(self, caller: Caller, place: Place) -> bool:
        """Whether the caller has Manage Channels there; a direct message is whose it is."""
        if place == caller.place:
            return caller.can_manage
        if not place.team:
            return place == await self.direct(caller)
        permissions = await self._permissions(caller, place)
        return permissions is not None and permissions.manage_channels

    async def belongs(self, caller: Caller, place: Place) -> bool:
        """Whether the caller sees the channel; a direct message is whose it is."""
        if place == caller.place or not place.team:
            return True
        permissions = await self._permissions(caller, place)
        return permissions is not None and permissions.view_channel

    async def _permissions(self, caller: Caller, place: Place) -> discord.Permissions | None:
        """What the caller may do in a channel of the server they ask from; None for one who is not there."""
        channel = self._channel(place)
        if channel is None or place.team != caller.place.team:
            return None
        try:
            member = await channel.guild.fetch_member(int(caller.user))
        except discord.NotFound:
            return None
        except FAILURES as error:
            raise UserError("discord-not-told") from error
        return channel.permissions_for(member)

    async def timezone(self, caller: Caller) -> str:
        """Discord tells none."""
        del caller
        return ""

    async def language(self, place: Place) -> str:
        """The server's; a direct message has none."""
        guild = self._guild(place)
        return str(guild.preferred_locale) if guild else ""

    async def name(self, place: Place) -> str:
        """``#papers``; the id where it is not known; empty for a direct message."""
        if not place.team:
            return ""
        channel = self._channel(place)
        return f"#{channel.name if channel else place.channel}"

    def _guild(self, place: Place) -> discord.Guild | None:
        return self._client.get_guild(int(place.team)) if place.team else None

    def _channel(self, place: Place) -> Channel | None:
        guild = self._guild(place)
        return guild.get_channel_or_thread(int(place.channel)) if guild else None
