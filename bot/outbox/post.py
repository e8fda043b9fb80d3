"""What an adapter gives to the outbox: a platform's way to post."""

from collections.abc import Mapping
from typing import Any, Protocol

from bot.deliveries import Delivery, Look, Outcome
from bot.message import Message
from bot.models import Place


class Post(Protocol):
    """A platform's way to post; what an adapter gives."""

    @property
    def button_length(self) -> int:
        """How many characters the id of a button may have."""

    def render(self, delivery: Delivery) -> Mapping[str, Any]:
        """The payload of this size, plain JSON; pure."""

    def parts(self, delivery: Delivery) -> tuple[Message, ...]:
        """What goes into the thread of the delivery once it is sent; pure."""

    async def send(self, delivery: Delivery) -> Outcome:
        """Sends the payload as it is, once."""

    async def look(self, delivery: Delivery) -> Look:
        """Searches the place's history for the delivery."""

    async def direct(self, place: Place, user: str) -> Place | None:
        """Where to write to a person of the place's team; None where that is not possible.

        Raises:
            Exception: not now.
        """

    async def name(self, place: Place) -> str:
        """What people call a place that may be gone; its id where nobody tells."""
