"""Somebody who talks to the bot, without any platform between."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from bot.app import App
from bot.commands import dispatch, parse, press
from bot.message import Message
from bot.models import Caller
from bot.store import Store
from tests.fakes import FakeReach

START = datetime(2026, 12, 1, 8, 0, tzinfo=UTC)  # a Tuesday


@dataclass
class Talk:
    """Somebody who types and presses; time goes by only when told so.

    Attributes:
        last: the answer before.
    """

    app: App
    reach: FakeReach
    caller: Caller
    now: datetime = START
    last: Message = field(default_factory=lambda: Message(""))

    @property
    def store(self) -> Store:
        return self.app.store

    async def types(self, text: str) -> str:
        """Types a command; gives the answer's own lines."""
        self.last = await dispatch(self.app.engine, self.reach, self.caller, parse(text), self.now)
        return self.last.text

    async def presses(self, label: str) -> str:
        """Presses a button below the last answer, the first that begins so."""
        ids = await self.app.engine.buttons(self.last, 100, self.now)
        button = next(ids[action] for action in self.last.every_action() if action.label.startswith(label))
        self.last = await press(self.app.engine, self.reach, self.caller, button, self.now)
        return self.last.text

    @property
    def labels(self) -> list[str]:
        return [action.label for action in self.last.actions]

    def someone_else(self, user: str = "U2") -> "Talk":
        """Somebody else in the same channel."""
        return replace(self, caller=replace(self.caller, user=user))

    def waits(self, **time: float) -> None:
        """Lets time go by."""
        self.now += timedelta(**time)
