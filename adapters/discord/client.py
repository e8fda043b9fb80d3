"""One connection to Discord: commands, buttons, mentions, direct messages -> dispatch -> an answer in its place."""

import asyncio
import base64
import hashlib
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final

import discord
from discord import app_commands

from adapters.discord.markup import flat
from adapters.discord.render import BUTTON_ID, CHOICE, Component, render
from adapters.discord.tree import Choices, group, same
from bot.app import App
from bot.buttons import replaces
from bot.commands import dispatch, parse, press
from bot.locale import words
from bot.message import Message
from bot.models import Caller, Invocation, Place
from bot.text.shown import cut

log = logging.getLogger("paperbot.discord")

INTENTS: Final = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)  # 4609, none privileged
NOBODY: Final = discord.AllowedMentions.none()
CHOICES: Final = 25  # suggestions
DEFER_AFTER_S: Final = 0.5  # Discord gives 3 s for a first answer; what is ready sooner needs no deferring
FINISH_S: Final = 8.0  # for what is in hand when the bot is told to stop
LONGEST_RATE_LIMIT_S: Final = 30.0  # a longer one fails the request instead of holding it
UNKNOWN_INTERACTION, ALREADY_ANSWERED, TOKEN_EXPIRED = 10062, 40060, 50027  # Discord's error codes
NONCE: Final = 24  # characters; Discord allows 25

Ask = Callable[[Caller, datetime], Awaitable[Message]]
Post = Callable[["Layout", str], Awaitable[Any]]  # a part of a message, and its nonce


class Client(discord.Client):
    """One connection to Discord. Nothing is sent because a connection was made: that happens many times."""

    def __init__(self, app: App) -> None:
        super().__init__(
            intents=INTENTS,
            allowed_mentions=NOBODY,
            max_messages=None,
            max_ratelimit_timeout=LONGEST_RATE_LIMIT_S,
        )
        self.connected = False
        self.tree = Tree(self)
        self.tree.add_command(group(self))
        self._engine = app.engine
        self._language = app.settings.language
        self._taking = True
        self._in_hand: set[asyncio.Task[Any]] = set()

    async def setup_hook(self) -> None:
        """Tells Discord the commands if it has others; the bot runs also when that fails."""
        ours = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        try:
            theirs = [command.to_dict() for command in await self.tree.fetch_commands()]
            if not same(ours, theirs):
                await self.tree.sync()
                log.info("commands told to Discord", extra={"action": "sync"})
        except discord.DiscordException as error:
            log.warning("commands not told to Discord: %s", error, extra={"action": "sync"})

    async def on_ready(self) -> None:
        """Notes that the connection stands."""
        self.connected = True
        log.info("connected to Discord as %s", self.user, extra={"action": "connected"})

    async def on_resumed(self) -> None:
        """Notes that a lost connection is back."""
        log.info("connected to Discord again", extra={"action": "connected"})

    async def finish(self) -> None:
        """Takes nothing new, and waits for what is in hand, at most 8 s."""
        self._taking = False
        if self._in_hand:
            await asyncio.wait(self._in_hand, timeout=FINISH_S)

    async def command(self, interaction: discord.Interaction, invocation: Invocation) -> None:
        """Answers a command."""
        await self._answer(
            interaction, lambda caller, now: dispatch(self._engine, caller, invocation, now), in_place=False
        )

    async def suggest(self, interaction: discord.Interaction, current: str) -> Choices:
        """Papers for a half-typed option."""
        del interaction
        found = await self._engine.suggest(current, CHOICES) if self._taking else ()
        return [
            app_commands.Choice(name=cut(flat(one.label), CHOICE) or one.id, value=one.id)
            for one in found[:CHOICES]
        ]

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answers a pressed button; commands come through the tree."""
        if interaction.type is not discord.InteractionType.component:
            return
        button = str(dict(interaction.data or {}).get("custom_id", ""))
        on = interaction.message
        alone = interaction.guild_id is None or (on is not None and on.flags.ephemeral)
        await self._answer(
            interaction,
            lambda caller, now: press(self._engine, caller, button, now),
            in_place=alone and replaces(button),
        )

    async def on_message(self, message: discord.Message) -> None:
        """Answers who mentions the bot, or writes to it directly, in the same place."""
        text = self._said(message)
        if text is None or not self._taking:
            return
        with self._working():
            now = datetime.now(UTC)
            if not await self._engine.claim(f"discord:{message.id}", now):
                return
            caller = _writer(message, self._language)
            answer = await dispatch(self._engine, caller, parse(text), now)

            async def post(part: Layout, nonce: str) -> None:
                await message.reply(view=part, allowed_mentions=NOBODY, nonce=nonce)

            refused = await self._post(answer, post, f"message:{message.id}", now)
            if refused == "share-already":
                await self._post(Message(words(caller.locale)(refused)), post, f"again:{message.id}", now)

    async def _answer(self, interaction: discord.Interaction, ask: Ask, *, in_place: bool) -> None:
        """Answers an interaction in time: at once, or deferred when the answer takes longer."""
        if not self._taking:
            return
        with self._working():
            private = interaction.guild_id is not None
            work = asyncio.create_task(self._guarded(interaction, ask))
            try:
                ready, _ = await asyncio.wait({work}, timeout=DEFER_AFTER_S)
                if not ready:
                    await interaction.response.defer(ephemeral=private, thinking=not in_place)
                parts = await work
                if parts:
                    await _reply(interaction, parts, private=private, in_place=in_place)
            except discord.HTTPException as error:
                _unanswered(error)
                await work

    async def _guarded(self, interaction: discord.Interaction, ask: Ask) -> "list[Layout]":
        """What _private_part() returns; a fault of ours is a sentence with a reference, as dispatch says it."""
        try:
            return await self._private_part(interaction, ask)
        except Exception:
            reference = secrets.token_hex(4)
            log.exception("not answered, reference %s", reference, extra={"action": "fault"})
            return [_sentence(words(str(interaction.locale))("error-fault", reference=reference))]

    async def _private_part(self, interaction: discord.Interaction, ask: Ask) -> "list[Layout]":
        """Asks, posts what is for all to see, and returns what is for the caller.

        Empty when another instance has the interaction.
        """
        now = datetime.now(UTC)
        if not await self._engine.claim(f"discord:{interaction.id}", now):
            return []
        caller = _caller(interaction)
        message = await ask(caller, now)
        if not message.private and interaction.guild_id is not None:
            channel = self.get_partial_messageable(int(caller.place.channel))

            async def post(part: Layout, nonce: str) -> None:
                await channel.send(view=part, allowed_mentions=NOBODY, nonce=nonce)

            refused = await self._post(message, post, message.once or f"interaction:{interaction.id}", now)
            message = Message(words(caller.locale)(refused or "discord-shared"))
        return await self._parts(message, now)

    async def _post(self, message: Message, post: Post, key: str, now: datetime) -> str:
        """Posts a message where others see it, once; the catalogue key of what hindered it, or nothing."""
        if message.once and not await self._engine.claim(message.once, now):
            return "share-already"
        try:
            for number, part in enumerate(await self._parts(message, now)):
                await post(part, _nonce(key, number))
        except discord.DiscordException as error:
            if message.once:
                await self._engine.release(message.once)
            log.warning("not posted: %s", error, extra={"action": "post"})
            return "discord-may-not-post" if isinstance(error, discord.Forbidden) else "discord-not-posted"
        return ""

    async def _parts(self, message: Message, now: datetime) -> "list[Layout]":
        buttons = await self._engine.buttons(message, BUTTON_ID, now)
        return [Layout(components) for components in render(message, buttons)]

    def _said(self, message: discord.Message) -> str | None:
        """What was said to the bot, without its mention; None where nobody spoke to it.

        An answer to one of the bot's posts also counts as a mention for Discord, but asks nothing.
        """
        if message.author.bot or message.type not in (discord.MessageType.default, discord.MessageType.reply):
            return None
        mention = re.compile(rf"<@!?{self.user.id if self.user else 0}>")
        if message.guild is not None and not mention.search(message.content):
            return None
        return " ".join(mention.sub(" ", message.content).split())

    @contextmanager
    def _working(self) -> Iterator[None]:
        task = asyncio.current_task()
        if task is not None:
            self._in_hand.add(task)
        try:
            yield
        finally:
            self._in_hand.discard(task) if task is not None else None


class Tree(app_commands.CommandTree[Client]):
    """The commands; one that Discord shows and we no longer have gets a sentence, not silence."""

    async def on_error(
        self, interaction: discord.Interaction[Client], error: app_commands.AppCommandError
    ) -> None:
        """Answers a command of an older bot; anything else is a fault of ours, and logged."""
        if not isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            await super().on_error(interaction, error)
            return
        said = words(str(interaction.locale))("discord-changed")
        await _reply(interaction, [_sentence(said)], private=interaction.guild_id is not None, in_place=False)


class Layout(discord.ui.LayoutView):
    """Rendered components as discord.py sends them. Kept nowhere: buttons come back by their id alone."""

    def __init__(self, components: list[Component]) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.stop()

    def to_components(self) -> list[Component]:
        """The components as rendered."""
        return self._components

    def has_components_v2(self) -> bool:
        """They always are."""
        return True


def _sentence(said: str) -> Layout:
    return Layout(render(Message(said), {})[0])


async def _reply(
    interaction: discord.Interaction, parts: list[Layout], *, private: bool, in_place: bool
) -> None:
    first, *rest = parts
    if interaction.response.is_done():
        await interaction.edit_original_response(view=first, allowed_mentions=NOBODY)
    elif in_place:
        await interaction.response.edit_message(view=first, allowed_mentions=NOBODY)
    else:
        await interaction.response.send_message(view=first, ephemeral=private, allowed_mentions=NOBODY)
    for part in rest:
        await interaction.followup.send(view=part, ephemeral=private, allowed_mentions=NOBODY)


def _unanswered(error: discord.HTTPException) -> None:
    """Notes an interaction that could not be answered; it is never answered in public instead."""
    if error.code == ALREADY_ANSWERED:
        log.debug("another instance has answered", extra={"action": "elsewhere"})
    elif error.code in (UNKNOWN_INTERACTION, TOKEN_EXPIRED):
        log.warning("too late to answer (%d)", error.code, extra={"action": "too-late"})
    else:
        log.warning("not answered: %s", error, extra={"action": "unanswered"})


def _caller(interaction: discord.Interaction) -> Caller:
    return Caller(
        place=Place("discord", str(interaction.guild_id or ""), str(interaction.channel_id)),
        user=str(interaction.user.id),
        name=interaction.user.display_name,
        locale=str(interaction.locale),
        asked="command" if interaction.guild_id is not None else "direct",
        can_manage=interaction.guild_id is None or interaction.permissions.manage_channels,
    )


def _writer(message: discord.Message, language: str) -> Caller:
    """Discord tells no language of whoever writes: it is the server's, or the bot's own in direct messages."""
    author, guild = message.author, message.guild
    return Caller(
        place=Place("discord", str(guild.id) if guild else "", str(message.channel.id)),
        user=str(author.id),
        name=author.display_name,
        locale=str(guild.preferred_locale) if guild else language,
        asked="mention" if guild else "direct",
        can_manage=not isinstance(author, discord.Member)
        or message.channel.permissions_for(author).manage_channels,
    )


def _nonce(key: str, part: int) -> str:
    """Discord drops a second message with the same nonce, so a retry whose answer was lost posts once."""
    digest = hashlib.sha256(f"{key}:{part}".encode()).digest()
    return base64.b32encode(digest).decode("ascii")[:NONCE]
