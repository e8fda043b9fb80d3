"""Who asked, and where: discord.py's objects -> Caller."""

import discord

from bot.models import Caller, Place

PLATFORM = "discord"


def of_interaction(interaction: discord.Interaction) -> Caller:
    """Who gave a command or pressed a button."""
    guild = interaction.guild_id
    return Caller(
        place=Place(PLATFORM, str(guild or ""), str(interaction.channel_id)),
        user=str(interaction.user.id),
        name=interaction.user.display_name,
        locale=str(interaction.locale),
        asked="direct" if guild is None else "command",
        can_manage=guild is None or interaction.permissions.manage_channels,
    )


def of_message(message: discord.Message, language: str) -> Caller:
    """Who wrote to the bot.

    Discord does not tell a writer's language: it is the server's, and ``language`` in direct messages.
    """
    author, guild = message.author, message.guild
    return Caller(
        place=Place(PLATFORM, str(guild.id) if guild else "", str(message.channel.id)),
        user=str(author.id),
        name=author.display_name,
        locale=str(guild.preferred_locale) if guild else language,
        asked="mention" if guild else "direct",
        can_manage=not isinstance(author, discord.Member)
        or message.channel.permissions_for(author).manage_channels,
    )
