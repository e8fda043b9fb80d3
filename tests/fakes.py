"""Stand-ins for what lies outside."""

from dataclasses import dataclass, field

from bot.errors import UserError
from bot.models import Caller, Place


@dataclass
class FakeReach:
    """A platform with channels C1 and C2, whose name is ``#papers`` for C1.

    Attributes:
        silent: channels in which the bot cannot speak.
        strange: channels that the caller does not manage.
        left: channels that the caller has left.
        zone: the caller's timezone as the platform tells it.
    """

    silent: set[str] = field(default_factory=set)
    strange: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)
    zone: str = ""

    async def direct(self, caller: Caller) -> Place:
        return Place(caller.place.platform, caller.place.team, f"D{caller.user}")

    async def channel(self, caller: Caller, said: str) -> Place:
        channel = {"#papers": "C1", "#other": "C2"}.get(said, said)
        return Place(caller.place.platform, caller.place.team, channel)

    async def speak(self, place: Place) -> None:
        if place.channel in self.silent:
            raise UserError("slack-invite")

    async def manages(self, caller: Caller, place: Place) -> bool:
        return place.channel not in self.strange

    async def belongs(self, caller: Caller, place: Place) -> bool:
        return place.channel not in self.left

    async def timezone(self, caller: Caller) -> str:
        return self.zone

    async def language(self, place: Place) -> str:
        return "de" if place.channel == "C2" else ""

    async def name(self, place: Place) -> str:
        return "" if place.channel.startswith("D") else {"C1": "#papers"}.get(place.channel, place.channel)
