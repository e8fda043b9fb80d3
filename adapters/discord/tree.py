"""COMMANDS -> Discord's application commands: one ``/paper`` group, bound from the table, not retyped."""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from typing import Any, Final, Protocol

from discord import AppCommandOptionType, ChannelType, Interaction, app_commands

from bot.commands import COMMANDS
from bot.locale import words
from bot.models import Invocation
from bot.table import YES, Command, Kind, Option
from bot.text.shown import cut

GROUP: Final = "paper"
DESCRIPTION: Final = 100  # characters, Discord's limit
SUGGESTED: Final = ("paper", "subscription", "timezone")  # kinds of text that can be half typed


class _Channel(app_commands.Transformer):
    """A channel or thread, as its id."""

    type = AppCommandOptionType.channel
    channel_types = [  # noqa: RUF012 - as discord.py has it
        ChannelType.text,
        ChannelType.news,
        ChannelType.public_thread,
        ChannelType.private_thread,
        ChannelType.news_thread,
    ]

    async def transform(self, interaction: "Interaction[Any]", value: Any, /) -> str:
        """The id."""
        del interaction
        return str(value.id)


TYPES: Final[Mapping[Kind, Any]] = {
    "text": str,
    "paper": str,
    "subscription": str,
    "timezone": str,
    "channel": app_commands.Transform[str, _Channel],
    "flag": bool,
    "number": app_commands.Range[int, 1],
}
# What is ours of a command that Discord gives back; it adds the rest, and leaves out what is empty.
OURS: Final = (
    *("name", "type", "description", "required", "autocomplete", "min_value", "choices", "channel_types"),
    *("contexts", "integration_types", "options"),
)

Choices = list[app_commands.Choice[str]]


class Binds(Protocol):
    """Who answers: what a bound command calls."""

    def command(self, interaction: "Interaction[Any]", invocation: Invocation) -> Awaitable[None]:
        """Answers a command."""

    def suggest(self, interaction: "Interaction[Any]", kind: Kind, current: str) -> Awaitable[Choices]:
        """What a half-typed option may become."""


def group(binds: Binds) -> app_commands.Group:
    """The ``/paper`` group with a subcommand for each row of COMMANDS."""
    bound = app_commands.Group(
        name=GROUP,
        description=_described("discord-group"),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    for command in COMMANDS:
        bound.add_command(_command(command, binds))
    return bound


def same(ours: Iterable[Mapping[str, Any]], theirs: Iterable[Mapping[str, Any]]) -> bool:
    """Whether Discord already has these commands, whatever it added to them."""
    return _shape({"options": list(ours)}) == _shape({"options": list(theirs)})


def _shape(command: Mapping[str, Any]) -> dict[str, Any]:
    shape = {key: command[key] for key in OURS if command.get(key)}
    if "options" in shape:
        shape["options"] = [_shape(option) for option in shape["options"]]
    return shape


def _command(command: Command, binds: Binds) -> "app_commands.Command[Any, ..., None]":
    async def callback(interaction: "Interaction[Any]", **given: str | int | bool | None) -> None:
        await binds.command(interaction, _invocation(command, given))

    # discord.py reads options off the callback's signature, so the table's row is written as one.
    asked = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    callback.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # functions may carry one
        [asked, *map(_parameter, command.options)]
    )
    described: Callable[..., Any] = app_commands.describe(
        **{option.name: _described(option.summary_key) for option in command.options}
    )(callback)
    suggested = {one.name: _suggester(one.kind, binds) for one in command.options if one.kind in SUGGESTED}
    chosen: dict[str, Choices] = {
        one.name: [app_commands.Choice(name=choice, value=choice) for choice in one.choices]
        for one in command.options
        if one.choices
    }
    return app_commands.Command(
        name=command.name,
        description=_described(command.summary_key),
        callback=app_commands.autocomplete(**suggested)(app_commands.choices(**chosen)(described)),
    )


def _suggester(kind: Kind, binds: Binds) -> "Callable[[Interaction[Any], str], Coroutine[Any, Any, Choices]]":
    async def suggest(interaction: "Interaction[Any]", current: str) -> Choices:
        return await binds.suggest(interaction, kind, current)

    return suggest


def _parameter(option: Option) -> inspect.Parameter:
    return inspect.Parameter(
        option.name,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        default=inspect.Parameter.empty if option.required else None,
        annotation=TYPES[option.kind],
    )


def _invocation(command: Command, given: Mapping[str, str | int | bool | None]) -> Invocation:
    said = {name: YES if value is True else str(value) for name, value in given.items() if value}
    return Invocation.of(command.name, **said)


def _described(key: str) -> str:
    return cut(words()(key), DESCRIPTION)
