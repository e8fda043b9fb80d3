"""What the core asks of a platform besides showing answers: which places there are, and who may do what there."""

from typing import Protocol

from bot.models import Caller, Place


class Reach(Protocol):
    """One platform's places and people, as they are at this moment; each adapter has its own.

    Every method may raise UserError: what hinders, and what to do about it.
    """

    async def direct(self, caller: Caller) -> Place:
        """The direct message between the bot and the caller, opened if need be."""

    async def channel(self, caller: Caller, said: str) -> Place:
        """The channel of the caller's own team that is named so, such as ``#papers`` or as the platform links it."""

    async def speak(self, place: Place) -> None:
        """Passes where the bot can post.

        Raises:
            UserError: it cannot; the sentence says what to do, such as to invite it.
        """

    async def manages(self, caller: Caller, place: Place) -> bool:
        """Whether the caller may decide what the bot posts there, by the platform's own rights."""

    async def belongs(self, caller: Caller, place: Place) -> bool:
        """Whether the caller is among those who read the place, now."""

    async def timezone(self, caller: Caller) -> str:
        """The IANA name that the platform knows of the caller; empty where it knows none."""

    async def language(self, place: Place) -> str:
        """The BCP 47 tag of what is spoken in the place; empty where the platform does not tell."""

    async def name(self, place: Place) -> str:
        """What people call the place, such as ``#papers``; empty for a direct message."""
