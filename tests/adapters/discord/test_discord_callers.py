"""Who asked, as the core is told."""

import discord
import pytest
from simcord import Env

from adapters.discord import callers
from adapters.discord.client import Client
from bot.app import App
from bot.models import Caller, Invocation, Place


class Listening(Client):
    """Notes who asked instead of answering."""

    heard: Caller

    async def command(self, interaction: discord.Interaction, invocation: Invocation) -> None:
        self.heard = callers.of_interaction(interaction)
        await interaction.response.defer()

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.heard = callers.of_message(message, "de")


@pytest.fixture
def simcord_bot(app: App) -> Listening:
    return Listening(app)


@pytest.mark.parametrize("manages", [True, False])
async def test_in_a_channel_its_managers_are_told_apart(
    simcord_env: Env, simcord_bot: Listening, manages: bool
) -> None:
    guild = simcord_env.create_guild("Lab", preferred_locale="fr")
    channel = guild.create_text_channel("papers")
    role = guild.create_role("Curators", permissions=discord.Permissions(manage_channels=manages))
    ada = guild.add_member(simcord_env.create_user("ada", global_name="Ada"), roles=[role])
    await ada.slash(channel, "paper help")
    place = Place("discord", str(guild.id), str(channel.id))
    asked = Caller(place, str(ada.id), "Ada", "en-US", "command", can_manage=manages)
    assert simcord_bot.heard == asked
    await ada.send(channel, "hello")
    assert simcord_bot.heard == Caller(place, str(ada.id), "Ada", "fr", "mention", can_manage=manages)


async def test_in_a_direct_message_everybody_manages(simcord_env: Env, simcord_bot: Listening) -> None:
    cleo = simcord_env.create_user("cleo")
    await cleo.slash("paper help")
    place = Place("discord", "", str(cleo.dm_channel.id))
    assert simcord_bot.heard == Caller(place, str(cleo.id), "cleo", "en-US", "direct", can_manage=True)
    await cleo.send_dm("hello")
    assert simcord_bot.heard == Caller(place, str(cleo.id), "cleo", "de", "direct", can_manage=True)
