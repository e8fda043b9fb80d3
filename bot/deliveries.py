"""One message owed to one place, kept until the platform has accepted it; and what sending it came to."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from bot.message import Message
from bot.models import Place

Scope = Literal["place", "team", "platform"]
DeliveryState = Literal["planned", "sending", "sent", "unknown", "held", "dead", "gone"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One row of the outbox.

    Attributes:
        id: our number, in the order of planning.
        key: the promise of once: deterministic and unique; platform, team, channel, kind, and the local
            date (digest, paper of the day), the first paper it tells of (instant), or event, paper
            and the event's number (correction).
        place: where it goes.
        kind: ``digest``, ``instant``, ``paper``, ``post``, ``notice`` or ``correction``.
        message: neutral, frozen at planning.
        silent: whether it goes out without a notification, where the platform can.
        state: ``planned`` → ``sending`` → ``sent``, or ``unknown`` → ``sent`` | ``planned`` | ``held``, or
            ``dead`` | ``gone`` with the reason in ``error``.
        attempts: how often it was handed to the platform.
        first_try: aware, UTC: the first of the attempts of which nobody knows how they ended, the one under
            way included; None where there is none.
        last_try: aware, UTC, never too early: the wait before a look into history restarts here.
        looks: how often history was searched since the last attempt.
        not_before: aware, UTC: nothing happens to it earlier.
        lease_until: by the database's clock; whoever claimed it owns it until then.
        owner: of the lease.
        size: 0 full, 1 short, 2 title and link: what the platform refused for size is made smaller.
        payload: as rendered at the first claim; retries send exactly this.
        payload_hash: hexadecimal sha256 of the payload.
        external_id: the platform's id of the sent message.
        thread: the platform's id of the message in whose thread it goes; empty for one of its own.
        corrects: the platform's id of the message that it changes; empty where it is a message of its own.
        error: why it is where it is, in the platform's words.
    """

    id: int
    key: str
    place: Place
    kind: str
    message: Message
    silent: bool = False
    state: DeliveryState = "planned"
    attempts: int = 0
    first_try: datetime | None = None
    last_try: datetime | None = None
    looks: int = 0
    not_before: datetime
    lease_until: datetime | None = None
    owner: str = ""
    size: int = 0
    payload: Mapping[str, Any] | None = None
    payload_hash: str = ""
    external_id: str = ""
    thread: str = ""
    corrects: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Sent:
    """The platform has it."""

    external_id: str


@dataclass(frozen=True, slots=True)
class Retry:
    """The platform surely has not taken it, and will later, such as after a 429.

    Attributes:
        after_s: as told by the platform; 0 where it did not tell.
        reason: the platform's word.
        scope: what the platform wants to hear nothing of until then: the place, its whole team, or every place
            of the platform.
    """

    after_s: float
    reason: str
    scope: Scope = "place"


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nobody knows whether the platform took it: a time-out, a cut connection, a 5xx."""

    reason: str


@dataclass(frozen=True, slots=True)
class Gone:
    """The place cannot be spoken to any more: archived, deleted, the bot removed, the token revoked.

    Attributes:
        reason: the platform's word.
        scope: what cannot be spoken to: the place, its whole team, or every place of the platform, such as
            after a revoked token.
    """

    reason: str
    scope: Scope = "place"


@dataclass(frozen=True, slots=True)
class Broken:
    """The platform refuses this payload for good, and may take a smaller one."""

    reason: str


Outcome = Sent | Retry | Unknown | Gone | Broken


@dataclass(frozen=True, slots=True)
class Missing:
    """A complete look into the place's history did not find the message."""


@dataclass(frozen=True, slots=True)
class Blind:
    """History cannot be read: only a person can tell."""

    reason: str


Look = Sent | Missing | Blind | Retry


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """A place that cannot be spoken to, and whose owner was not told yet.

    Attributes:
        place: which.
        owner: the platform's id of who brought the bot there.
        locale: the place's.
        reason: the platform's word.
        since: aware, UTC.
    """

    place: Place
    owner: str
    locale: str
    reason: str
    since: datetime
