"""Binds the bot to Slack: acknowledge first, then dispatch; and serves it over Socket Mode.

``/paper``, mentions, direct messages, the message shortcut and buttons all go through the one command
table. Nothing here waits before Slack has its acknowledgement, whatever happens behind.
"""

import asyncio
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack import incoming, places
from adapters.slack.answer import Answers
from adapters.slack.connect import (
    SDK_LOG,
    UNREACHED,
    Me,
    introduce,
    persist,
    posting_client,
    reading_client,
    secret,
)
from adapters.slack.incoming import Ask, Body, Malformed, understood
from adapters.slack.manifest import SHORTCUT
from adapters.slack.reach import SlackReach
from adapters.slack.receive import malformed
from adapters.slack.render import BUTTON_ID
from adapters.slack.socket import listen
from bot.app import App
from bot.commands import FIND, dispatch, parse, press
from bot.deliveries import Gone
from bot.locale import words
from bot.message import Message
from bot.models import Invocation, Place
from bot.stopping import finish

log = logging.getLogger("paperbot.slack")

ANY: Final = re.compile("")  # the app's own commands and events, whatever the manifest names them


async def serve(app: App, stop: asyncio.Event) -> None:
    """Serves Slack over Socket Mode until ``stop`` is set, then finishes what is in hand.

    Raises:
        PlatformRefused: Slack will not have us; the sentence says what to mend.
    """
    reading = reading_client(app.settings)
    me = await persist(lambda: introduce(reading), stop)
    if me is None:
        return
    face = Face(app, me, reading)
    try:
        await listen(reading, secret(app.settings.slack_app_token), face.bolt, stop)
    finally:
        await face.finish()


class Face:
    """Slack's side of the bot, whichever way its requests come.

    Args:
        app: the bot.
        me: who it is here.
        reading: for looking names up.

    Attributes:
        bolt: takes Slack's requests.
    """

    def __init__(self, app: App, me: Me, reading: AsyncWebClient) -> None:
        self._app = app
        self._me = me
        self._reading = reading
        self._answers = Answers(app.engine, posting_client(app.settings))
        self._reach = SlackReach(reading, me.team)
        self._names: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.bolt = self._bound()

    async def finish(self) -> None:
        """Waits for the answers in hand, and gives up those that take too long."""
        if late := await finish(self._tasks):
            log.warning("gave up answers that took too long: %d", late, extra={"action": "stop"})

    def _bound(self) -> AsyncApp:
        slash, me = self._app.settings.slack_command, self._me

        async def authorize() -> AuthorizeResult:
            """What Slack told at the start, so that no request waits for Slack to tell it again."""
            return AuthorizeResult(enterprise_id=None, team_id=me.team, bot_user_id=me.user, bot_id=me.bot)

        bolt = AsyncApp(
            client=self._reading,
            authorize=authorize,
            request_verification_enabled=False,  # web.py has done it; a socket needs none
            logger=SDK_LOG,
        )
        bolt.error(_raised)
        bolt.command(ANY)(self._heard(incoming.command))
        bolt.shortcut(SHORTCUT)(self._heard(incoming.shortcut))
        bolt.action(re.compile(f"^{BUTTON_ID}"))(self._heard(incoming.pressed))
        bolt.event("app_mention")(self._heard(lambda body: incoming.mention(body, me.user, slash)))
        bolt.event("message")(self._heard(lambda body: incoming.direct(body, slash)))
        for kind in places.EVENTS:
            bolt.event(kind)(self._told)
        bolt.event(ANY)(self._heard(lambda _body: None))
        return bolt

    async def _told(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        """Notes where the bot was let in, where it cannot speak any more, and which channel has another id."""
        await ack()
        self._begin(self._note(body))

    def _heard(self, read: Callable[[Body], Ask | None]) -> Callable[..., Awaitable[None]]:
        async def listener(ack: AsyncAck, body: dict[str, Any]) -> None:
            await ack()
            self._begin(self._work(read, body))

        return listener

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Works in a task of its own, since an error beside an acknowledgement could undo it."""
        task = asyncio.create_task(work, name="slack answer")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _note(self, body: Body) -> None:
        try:
            told = understood(lambda said: places.news(said, self._me), body)
            if told is not None:
                await self._noted(*told)
        except Malformed as error:
            malformed(str(error))
        except Exception:
            log.exception("an event of Slack's was not noted", extra={"action": "fault"})

    async def _noted(self, place: Place, became: Gone | Place | None) -> None:
        store = self._app.store
        if isinstance(became, Place):
            await store.places.move(place, became)
        elif became is None:
            await store.outbox.back(place)
        else:
            await store.outbox.leave(place, became)

    async def _work(self, read: Callable[[Body], Ask | None], body: Body) -> None:
        reference, ask = secrets.token_hex(4), None
        try:
            ask = understood(read, body)
            if ask is not None and await self._first(ask):
                await self._answer(ask)
        except Malformed as error:
            malformed(str(error))
        except Exception:
            log.exception("answering Slack failed, reference %s", reference, extra={"action": "fault"})
            if ask is not None:
                await self._apologise(ask, reference)

    async def _first(self, ask: Ask) -> bool:
        """Whether this event was not answered before, by any instance."""
        for key in ask.keys:
            if not await self._app.engine.claim(key, datetime.now(UTC)):
                return False
        return True

    async def _answer(self, ask: Ask) -> None:
        engine, now = self._app.engine, datetime.now(UTC)
        if ask.button:
            message = await press(engine, self._reach, ask.caller, ask.button, now)
        else:
            invocation = _invocation(ask)
            caller = ask.caller
            if invocation.get("share") and not caller.name:
                caller = replace(caller, name=await self._name(caller.user))
            message = await dispatch(engine, self._reach, caller, invocation, now)
        await self._answers.give(ask, message, now)

    async def _apologise(self, ask: Ask, reference: str) -> None:
        sentence = words(ask.caller.locale)("error-fault", reference=reference)
        try:
            await self._answers.give(ask, Message(sentence), datetime.now(UTC))
        except Exception:
            log.exception("the apology failed too, reference %s", reference, extra={"action": "fault"})

    async def _name(self, user: str) -> str:
        """What people call somebody; empty where Slack does not tell."""
        if user not in self._names:
            try:
                answer = await self._reading.users_info(user=user)
            except (SlackApiError, *UNREACHED):
                return ""
            found: dict[str, Any] = answer["user"]
            profile = found.get("profile", {})
            self._names[user] = str(
                profile.get("display_name") or profile.get("real_name") or found.get("name") or ""
            )
        return self._names[user]


async def _raised(error: Exception) -> None:
    """Hands what Bolt falls over on to receive(); Bolt's own handler logs it with a traceback."""
    raise error


def _invocation(ask: Ask) -> Invocation:
    """What was typed to the bot, as a command; what was said to others is looked up."""
    return Invocation.of(FIND.name, query=ask.text) if ask.kind == "shortcut" else parse(ask.text)
