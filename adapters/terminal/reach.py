"""The one place that a terminal has, which belongs to whoever sits there."""

from typing import Final

from bot.errors import UserError
from bot.models import Caller, Place


class Here:
    """See bot.reach.Reach."""

    async def direct(self, caller: Caller) -> Place:
        """The chat itself."""
        return caller.place

    async def channel(self, caller: Caller, said: str) -> Place:
        """There are no channels.

        Raises:
            UserError: always.
        """
        del caller
        raise UserError("terminal-no-channels", channel=said)

    async def speak(self, place: Place) -> None:
        """It always can be spoken to."""

    async def manages(self, caller: Caller, place: Place) -> bool:
        """Whoever sits there does."""
        return caller.place == place

    async def belongs(self, caller: Caller, place: Place) -> bool:
        """Whoever sits there reads it."""
        return caller.place == place

    async def timezone(self, caller: Caller) -> str:
        """A terminal does not tell one that lasts; the setting is for that."""
        del caller
        return ""

    async def language(self, place: Place) -> str:
        """That of the settings, which is the caller's."""
        del place
        return ""

    async def name(self, place: Place) -> str:
        """It has none."""
        del place
        return ""


HERE: Final = Here()
PLACE: Final = Place("terminal", "", "chat")
