"""One connection to Discord: commands, buttons, mentions, direct messages -> dispatch -> an answer in its place."""

import asyncio
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final

import discord
from discord import app_commands

from adapters.discord import callers
from adapters.discord.markup import flat
from adapters.discord.reach import DiscordReach
from adapters.discord.render import BUTTON_ID, CHOICE, render
from adapters.discord.sending import FAILURES, NOBODY, Layout, nonce, note_unanswered, reply, sentence
from adapters.discord.tree import Choices, group, same
from bot.app import App
from bot.buttons import replaces
from bot.commands import dispatch, parse, press, suggest
from bot.deliveries import Gone
from bot.errors import UserError
from bot.locale import words
from bot.message import Message
from bot.models import Caller, Invocation, Place
from bot.stopping import finish
from bot.table import Kind
from bot.text.shown import cut

log = logging.getLogger("paperbot.discord")

INTENTS: Final = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)  # 4609, none privileged
CHOICES: Final = 25  # suggestions
DELETED: Final = "404 10003"  # as Discord answers a message to a channel that is not there
DEFER_AFTER_S: Final = 0.5  # Discord gives 3 s for a first answer; what is ready sooner needs no deferring
LONGEST_RATE_LIMIT_S: Final = 30.0  # a longer one fails the request instead of holding it
SPOKEN: Final = (discord.MessageType.default, discord.MessageType.reply)  # the rest is Discord's own news

Ask = Callable[[Caller, datetime], Awaitable[Message]]
Post = Callable[[Layout, str], Awaitable[Any]]  # a part of a message, and its nonce


class Client(discord.Client):
    """Answers. Nothing is sent because a connection was made: that happens many times."""

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
        self._outbox = app.store.outbox
        self._places = app.store.places
        self._reach = DiscordReach(self)
        self._language = app.settings.language
        self._taking = True
        self._in_hand: set[asyncio.Task[Any]] = set()

    async def setup_hook(self) -> None:
        """Tells Discord the commands if it has others; the bot runs also when that fails."""
        ours = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        try:
            # As Discord tells it: discord.py's own reading of it loses contexts (2.7.1).
            if not same(ours, await self.http.get_global_commands(self.application_id or 0)):
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

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Goes on with what the server's places are owed into which the bot was let again."""
        await self._let_in(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """As above: it may have happened while nobody was connected."""
        await self._let_in(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Lets what the server's places are owed wait: the bot was removed."""
        await self._places.returning(callers.PLATFORM, str(guild.id), str(guild.owner_id or ""))
        await self._outbox.leave(Place(callers.PLATFORM, str(guild.id), ""), Gone("removed", "team"))

    async def on_guild_update(self, _before: discord.Guild, after: discord.Guild) -> None:
        """Notes whose the server is now, if it has passed to somebody else."""
        await self._let_in(after)

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """As above: it may have been let in by this."""
        await self._let_in(after.guild)

    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """As above: the bot itself was given a role; of others nothing is heard."""
        if after == after.guild.me:
            await self._let_in(after.guild)

    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """As above, for one channel: renamed, converted, made private or open again."""
        await self._let_in(after.guild, after.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """As above, for a thread: archived, locked or open again."""
        guild = self.get_guild(payload.guild_id)
        if guild is not None:
            await self._let_in(guild, payload.thread_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Lets what the channel is owed wait."""
        await self._outbox.leave(_place(channel.guild.id, channel.id), Gone(DELETED))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """As above, for a thread."""
        await self._outbox.leave(_place(payload.guild_id, payload.thread_id), Gone(DELETED))

    async def _let_in(self, guild: discord.Guild, channel: int | None = None) -> None:
        """Goes on with what places are owed, or one, where the bot can speak now and the server is whose it was."""
        only = None if channel is None else _place(guild.id, channel)
        for place in await self._places.returning(callers.PLATFORM, str(guild.id), str(guild.owner_id or "")):
            if only in (None, place) and await self._speaks(place):
                await self._outbox.back(place)

    async def _speaks(self, place: Place) -> bool:
        try:
            await self._reach.speak(place)
        except UserError:
            return False
        return True

    async def finish(self) -> None:
        """Takes nothing new, waits for what is in hand, and gives up what takes too long."""
        self._taking = False
        if late := await finish(self._in_hand):
            log.warning("gave up answers that took too long: %d", late, extra={"action": "stop"})

    async def command(self, interaction: discord.Interaction, invocation: Invocation) -> None:
        """Answers a command."""
        await self._answer(
            interaction,
            lambda caller, now: dispatch(self._engine, self._reach, caller, invocation, now),
            in_place=False,
        )

    async def suggest(self, interaction: discord.Interaction, kind: Kind, current: str) -> Choices:
        """What a half-typed option may become."""
        caller = callers.of_interaction(interaction)
        found = await suggest(self._engine, caller, kind, current, CHOICES) if self._taking else ()
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
            lambda caller, now: press(self._engine, self._reach, caller, button, now),
            in_place=alone and replaces(button),
        )

    async def on_message(self, message: discord.Message) -> None:
        """Answers who mentions the bot, or writes to it directly, in the same place."""
        text = self._said(message)
        if text is None or not self._taking:
            return

        async def post(part: Layout, once: str) -> None:
            await message.reply(view=part, allowed_mentions=NOBODY, nonce=once)

        with self._working():
            now, caller = datetime.now(UTC), callers.of_message(message, self._language)
            try:
                if not await self._engine.claim(f"discord:{message.id}", now):
                    return
                answer = await dispatch(self._engine, self._reach, caller, parse(text), now)
                refused = await self._post(answer, post, f"message:{message.id}", now)
                if refused == "share-already":
                    said = Message(words(caller.locale)(refused))
                    await self._post(said, post, f"again:{message.id}", now)
            except Exception as error:  # noqa: BLE001 - whoever waits is told
                await self._post(_fault(error, caller), post, f"fault:{message.id}", now)

    async def _answer(self, interaction: discord.Interaction, ask: Ask, *, in_place: bool) -> None:
        """Answers an interaction in time: at once, or deferred when the answer takes longer."""
        if not self._taking:
            return
        with self._working():
            private = interaction.guild_id is not None
            work = asyncio.create_task(self._private_part(interaction, ask))
            try:
                ready, _ = await asyncio.wait({work}, timeout=DEFER_AFTER_S)
                if not ready:
                    await interaction.response.defer(ephemeral=private, thinking=not in_place)
                parts = await work
                if parts:
                    await reply(interaction, parts, private=private, in_place=in_place)
            except FAILURES as error:
                note_unanswered(error)
                await work
            finally:
                work.cancel()

    async def _private_part(self, interaction: discord.Interaction, ask: Ask) -> list[Layout]:
        """Asks, posts what is for all to see, and returns what is for the caller.

        Empty when another instance has the interaction.
        """
        now, caller = datetime.now(UTC), callers.of_interaction(interaction)
        try:
            if not await self._engine.claim(f"discord:{interaction.id}", now):
                return []
            message = await ask(caller, now)
            if not message.private and interaction.guild_id is not None:
                message = await self._share(interaction, message, caller, now)
            return await self._parts(message, now)
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            return [sentence(_fault(error, caller).text)]

    async def _share(
        self, interaction: discord.Interaction, message: Message, caller: Caller, now: datetime
    ) -> Message:
        """Posts for all to see, and returns what to tell the caller about it."""
        channel = self.get_partial_messageable(int(caller.place.channel))

        async def post(part: Layout, once: str) -> None:
            await channel.send(view=part, allowed_mentions=NOBODY, nonce=once)

        refused = await self._post(message, post, message.once or f"interaction:{interaction.id}", now)
        return Message(words(caller.locale)(refused or "discord-shared"))

    async def _post(self, message: Message, post: Post, key: str, now: datetime) -> str:
        """Posts a message where others see it, once; the catalogue key of what hindered it, or nothing."""
        if message.once and not await self._engine.claim(message.once, now):
            return "share-already"
        try:
            for number, part in enumerate(await self._parts(message, now)):
                await post(part, nonce(key, number))
        except FAILURES as error:
            if message.once:
                await self._engine.release(message.once)
            log.warning("not posted: %s", error, extra={"action": "post"})
            return "discord-may-not-post" if isinstance(error, discord.Forbidden) else "discord-not-posted"
        return ""

    async def _parts(self, message: Message, now: datetime) -> list[Layout]:
        buttons = await self._engine.buttons(message, BUTTON_ID, now)
        return [Layout(components) for components in render(message, buttons)]

    def _said(self, message: discord.Message) -> str | None:
        """What was said to the bot, without its mention; None where nobody spoke to it.

        An answer to one of the bot's posts also counts as a mention for Discord, but asks nothing.
        """
        if message.author.bot or message.type not in SPOKEN:
            return None
        mention = re.compile(rf"<@!?{self.user.id if self.user else 0}>")
        if message.guild is not None and not mention.search(message.content):
            return None
        # Lines stay apart: in a rule each is one of several.
        return re.sub(r"[^\S\n]+", " ", mention.sub(" ", message.content)).strip()

    @contextmanager
    def _working(self) -> Iterator[None]:
        """Notes the task that answers; discord.py has one for each event."""
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("answered outside a task")
        self._in_hand.add(task)
        try:
            yield
        finally:
            self._in_hand.discard(task)


def _place(guild: int, channel: int) -> Place:
    return Place(callers.PLATFORM, str(guild), str(channel))


class Tree(app_commands.CommandTree[Client]):
    """The commands; one that Discord shows and we no longer have gets a sentence, not silence."""

    async def on_error(
        self, interaction: discord.Interaction[Client], error: app_commands.AppCommandError
    ) -> None:
        """Answers a command of an older bot; anything else is a fault of ours, and logged."""
        if not isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            await super().on_error(interaction, error)
            return
        said = sentence(words(str(interaction.locale))("discord-changed"))
        await reply(interaction, [said], private=interaction.guild_id is not None, in_place=False)


def _fault(error: Exception, caller: Caller) -> Message:
    """What to say about a fault of ours: a sentence with the reference it is logged under."""
    reference = secrets.token_hex(4)
    log.error("not answered, reference %s", reference, exc_info=error, extra={"action": "fault"})
    return Message(words(caller.locale)("error-fault", reference=reference))
