"""The one command table: what people can ask for, however they ask.

A platform binds COMMANDS and does not retype it.
Text goes through parse(), a pressed button through press(), and everything through dispatch(), which
always returns a Message.
"""

import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from difflib import get_close_matches
from typing import Final

from bot import typed
from bot.engine import Engine
from bot.errors import StoreError, UserError
from bot.handlers import looking, placing, subscribing
from bot.locale import words
from bot.message import Message
from bot.models import Caller, Invocation, Suggestion
from bot.reach import Reach
from bot.table import WRONG, Command, Kind, Option, Request
from bot.times import suggested_timezones

log = logging.getLogger("paperbot.commands")

SHARE: Final = Option("share", "flag")
PAPER: Final = Option("paper", "paper", required=True, rest=True)
RULE: Final = Option("query", required=True, rest=True, summary="option-rule")
NEW_RULE: Final = Option("query", value="QUERY", long=True, summary="option-rule")
SUBSCRIPTION: Final = Option("subscription", "subscription", required=True, rest=True)
PLACE: Final = (
    Option("where", choices=("here", "dm")),
    Option("channel", "channel", tokens=("in",), value="CHANNEL"),
)
CADENCE: Final = Option("cadence", choices=("instant", "daily", "weekly"))
UPDATES: Final = Option("updates", choices=("updates", "no-updates"))
ZONE: Final = Option("timezone", "timezone", tokens=("timezone", "tz"), value="ZONE")
TIMES: Final = (Option("at", value="HH:MM"), Option("days", value="DAYS"), ZONE)
COMMANDS: Final[tuple[Command, ...]] = (
    Command(
        "find",
        (Option("query", "paper", required=True, rest=True), Option("page", "number"), SHARE),
        looking.find,
        among_first=True,
    ),
    Command("show", (PAPER, SHARE), looking.show),
    Command("similar", (PAPER,), looking.similar),
    Command("today", (), placing.today, among_first=True),
    Command("random", (Option("topic", rest=True),), looking.at_random, always=True),
    Command(
        "subscribe",
        (RULE, *PLACE, CADENCE, UPDATES, *TIMES),
        subscribing.subscribe,
        among_first=True,
        always=True,
        strict=True,
    ),
    Command("subscriptions", (), subscribing.subscriptions, among_first=True),
    Command("unsubscribe", (SUBSCRIPTION,), subscribing.unsubscribe),
    Command("pause", (SUBSCRIPTION,), subscribing.pause),
    Command("resume", (SUBSCRIPTION,), subscribing.resume),
    Command("edit", (SUBSCRIPTION, NEW_RULE, CADENCE, UPDATES, *TIMES), subscribing.edit, strict=True),
    Command("preview", (RULE,), subscribing.preview, always=True),
    Command("why", (PAPER, Option("subscription", "subscription", value="SUBSCRIPTION")), placing.why),
    Command(
        "daily",
        (
            Option("state", rest=True, choices=("on", "off")),
            *TIMES,
            Option("topic", value="TOPIC", long=True),
        ),
        placing.daily,
        among_first=True,
    ),
    Command("digest", (Option("when", rest=True, choices=("now",)),), placing.digest),
    Command("setup", (RULE, *TIMES, Option("daily", "flag")), placing.setup, always=True, strict=True),
    Command("settings", (ZONE, Option("language", value="LANGUAGE")), placing.settings),
    Command("help", (Option("command", rest=True),), looking.help_),
)
BY_NAME: Final = {command.name: command for command in COMMANDS}
FIND: Final = BY_NAME["find"]
TODAY: Final = BY_NAME["today"]


def parse(text: str) -> Invocation:
    """What was typed after ``/paper``, or said to the bot, as an invocation; never fails."""
    return typed.read(text, BY_NAME, FIND)


async def dispatch(
    engine: Engine, reach: Reach, caller: Caller, invocation: Invocation, now: datetime
) -> Message:
    """The answer to a command; a refusal is its sentence, a fault of ours a sentence with a reference."""

    async def asked() -> Message:
        return await _run(await _request(engine, reach, caller, invocation, now))

    return await _guarded(caller, invocation.name, asked)


async def press(engine: Engine, reach: Reach, caller: Caller, button: str, now: datetime) -> Message:
    """The answer to a pressed button: its command, given again by whoever pressed it."""

    async def pressed() -> Message:
        return await _run(await _request(engine, reach, caller, await engine.pressed(button, now), now))

    return await _guarded(caller, "button", pressed)


async def _request(engine: Engine, reach: Reach, caller: Caller, asked: Invocation, now: datetime) -> Request:
    """The request, in the language that the caller has chosen."""
    own = (await engine.placing.person(caller)).locale
    spoken = replace(caller, locale=own or caller.locale)
    return Request(engine, reach, spoken, asked, words(spoken.locale), now, BY_NAME)


async def suggest(
    engine: Engine, caller: Caller, kind: Kind, text: str, limit: int
) -> tuple[Suggestion, ...]:
    """What a half-typed option of that kind may become."""
    if kind == "timezone":
        return tuple(Suggestion(name, name) for name in suggested_timezones(text, limit))
    if kind == "subscription":
        return await engine.subscribing.suggest(caller, text, limit)
    return await engine.suggest(text, limit)


async def _run(request: Request) -> Message:
    asked = request.asked
    command = BY_NAME.get(asked.name)
    if command is None:
        raise UserError("button-too-old")
    if wrong := asked.get(WRONG):
        raise _unknown_option(command, wrong)
    for option in command.options:
        if option.required and not asked.get(option.name).strip():
            raise UserError(
                "error-option-missing", command=command.name, option=option.name.upper(), usage=command.usage
            )
    return await command.run(request)


def _unknown_option(command: Command, wrong: str) -> UserError:
    """What to say of ``--dayly``: the option that was perhaps meant; of ``--at`` alone, that a value is missing."""
    known = [
        f"--{token}"
        for option in command.options
        if not option.rest
        for token in (option.choices or option.tokens or (option.name,))
    ]
    told = {"option": wrong, "usage": command.usage}
    if wrong in known:
        return UserError("error-option-value", **told)
    near = get_close_matches(wrong.lower(), known, 1)
    return (
        UserError("error-option-near", near=near[0], **told)
        if near
        else UserError("error-option-unknown", **told)
    )


async def _guarded(caller: Caller, name: str, answer: Callable[[], Awaitable[Message]]) -> Message:
    say = words(caller.locale)
    started, outcome = time.monotonic(), "answered"
    try:
        return await answer()
    except Exception as error:
        # A StoreError is for the operator to mend, and names files that are nobody else's.
        if isinstance(error, UserError) and not isinstance(error, StoreError):
            outcome = f"refused: {error.key}"
            return Message(error.say(say))
        reference = secrets.token_hex(4)
        outcome = f"failed: {reference}"
        log.exception("%s failed, reference %s", name, reference, extra={"action": "fault"})
        return Message(say("error-fault", reference=reference))
    finally:
        took_ms = round(1000 * (time.monotonic() - started))
        where = f"{caller.place.platform} {caller.asked}"
        log.info("%s from %s %s in %d ms", name, where, outcome, took_ms, extra={"action": "command"})
