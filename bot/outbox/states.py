"""What becomes of a delivery; pure.

::

    planned ── claimed ──▶ sending ──▶ sent
       ▲                      │ └────▶ dead, gone
       ├── surely not taken ──┤
       │                      ▼
       └── surely missing ── unknown ── found ──▶ sent
                              │ └── nobody can look ──▶ held
                              └── the platform drops repeats ──▶ sending

Nothing is sent again before it is known that the platform does not have it, or while the platform itself
drops a repeated message.
"""

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal, assert_never

from bot.deliveries import (
    Blind,
    Broken,
    Delivery,
    DeliveryState,
    Gone,
    Look,
    Missing,
    Outcome,
    Retry,
    Sent,
    Unknown,
)

LOOKS_AT: Final = (
    1.0,
    2.5,
    4.0,
)  # times reconcile_wait_s after the latest attempt; after the last it is missing
MOST_TRIES: Final = 100  # with growing pauses this is most of a day
MOST_LOOKS: Final = 100  # that history may fail to answer before a person is asked
SMALLEST: Final = 2  # size: title and link
LONGEST_PAUSE_S: Final = 900.0
OVERDUE: Final = timedelta(seconds=5)  # what is due for longer when a process begins is looked for first

Step = Literal["send", "look", "wait"]


@dataclass(frozen=True, slots=True)
class Timings:
    """How long things take, in seconds.

    Attributes:
        send_timeout_s: how long the platform may take to answer.
        lease_s: how long a claimed delivery belongs to whoever claimed it.
        reconcile_wait_s: how long after the latest attempt history is first searched: longer than the platform
            takes to show a message there.
        repeats_dropped_s: how long after a message the platform itself drops the same one; 0 where it does not.
        apart_s: from one message of a process to its next, whatever their places, so that the limit which the
            platform sets for all of them together is never met.
    """

    send_timeout_s: float = 10
    lease_s: float = 60
    reconcile_wait_s: float = 30
    repeats_dropped_s: float = 0
    apart_s: float = 0

    @property
    def attempt_s(self) -> float:
        """How long an attempt may take: well below the lease, whose first half may have passed before it."""
        return min(self.send_timeout_s, self.lease_s / 3)


def backoff(tries: int) -> float:
    """Seconds to pause after that many tries: 1, 2, 4, ... up to a quarter of an hour."""
    return float(min(2.0 ** min(max(tries - 1, 0), 20), LONGEST_PAUSE_S))


def overdue(delivery: Delivery, begun: datetime) -> bool:
    """Whether it is looked for before it is sent for the first time, by a process that began at that moment.

    The database may be a backup that was put back: then an earlier process may have sent it.
    """
    never_tried = delivery.state == "planned" and not (
        delivery.attempts or delivery.looks or delivery.corrects
    )
    return never_tried and delivery.not_before < begun - OVERDUE


def step(delivery: Delivery, now: datetime, timings: Timings) -> Step:
    """What to do with a planned or unknown delivery that is due; for ``now`` see next_state()."""
    if delivery.state == "planned":
        return "send"
    if delivery.attempts < MOST_TRIES and _repeat_dropped(delivery, now, timings):
        return "send"
    return "look" if now > _first_look(delivery, timings) else "wait"


def postponed(delivery: Delivery, timings: Timings) -> Delivery:
    """The delivery for which step() said to wait, until it may be looked for."""
    return replace(delivery, not_before=_first_look(delivery, timings))


def next_state(delivery: Delivery, outcome: Outcome | Look, now: datetime, timings: Timings) -> Delivery:
    """The delivery after an attempt or a look, without its lease.

    Args:
        delivery: as claimed: ``sending`` for the outcome of an attempt, ``unknown`` for that of a look, ``planned``
            for that of a look before the first attempt, which is made then unless it was found.
        outcome: what sending or looking came to; Unknown for a lease that ran out.
        now: by the clock that the leases go by, never too early; so that very moment is not surely over yet.
        timings: see Timings.
    """
    free = replace(delivery, owner="", lease_until=None)
    if delivery.state == "planned" and isinstance(outcome, Missing | Blind | Retry):
        return free
    match outcome:
        case Sent(external_id):
            after = replace(free, state="sent", external_id=external_id, error="")
        case Gone(reason):
            kept = free.first_try if _doubted(free) else None
            after = replace(free, state="gone", error=reason, first_try=kept)
        case Broken(reason):
            after = _smaller(free, now, reason)
        case Unknown(reason):
            tried = min(now, delivery.lease_until or now)
            after = _to_look(replace(free, last_try=tried, error=reason), now, timings)
        case Retry(after_s, reason):
            at = now + timedelta(seconds=_pause(free, after_s))
            after = _later(replace(free, error=reason), now, at, timings)
        case Missing():
            after = _missed(free, now, timings)
        case Blind(reason):
            after = replace(free, state="held", error=reason)
        case _:
            assert_never(outcome)
    return after


def _later(delivery: Delivery, now: datetime, at: datetime, timings: Timings) -> Delivery:
    """The platform asked for patience: an attempt did surely not arrive, or a look saw nothing."""
    if delivery.state == "unknown":
        looks = delivery.looks + 1
        return replace(
            delivery, state="held" if looks >= MOST_LOOKS else "unknown", looks=looks, not_before=at
        )
    if _doubted(delivery):  # this attempt did not arrive, and an earlier one may have
        waiting = _to_look(replace(delivery, last_try=now), now, timings)
        return replace(waiting, not_before=max(at, waiting.not_before))
    return _planned(delivery, at)


def _smaller(delivery: Delivery, now: datetime, reason: str) -> Delivery:
    if delivery.size >= SMALLEST:
        return replace(delivery, state="dead", error=reason, first_try=None)
    size = delivery.size + 1
    return _planned(replace(delivery, size=size, payload=None, payload_hash="", error=reason), now)


def _planned(delivery: Delivery, at: datetime) -> Delivery:
    """Surely not there: it may be sent anew, unless that was tried too often."""
    state: DeliveryState = "dead" if delivery.attempts >= MOST_TRIES else "planned"
    return replace(delivery, state=state, first_try=None, looks=0, not_before=at)


def _to_look(delivery: Delivery, now: datetime, timings: Timings) -> Delivery:
    """Nobody knows: sent again soon where the platform drops repeats, else searched for after the wait."""
    soon = now + timedelta(seconds=_pause(delivery, 0))
    again = delivery.attempts < MOST_TRIES and _repeat_dropped(delivery, soon, timings)
    at = soon if again else _first_look(delivery, timings)
    return replace(delivery, state="unknown", looks=0, not_before=at)


def _missed(delivery: Delivery, now: datetime, timings: Timings) -> Delivery:
    """Not found: history may lag, so it is searched again until nothing can be on its way any more."""
    last = delivery.last_try or now
    looks = (last + timedelta(seconds=times * timings.reconcile_wait_s) for times in LOOKS_AT)
    later = next((at for at in looks if at >= now), None)
    if later is None:
        return _planned(delivery, now)
    return replace(delivery, state="unknown", looks=delivery.looks + 1, not_before=later)


def _first_look(delivery: Delivery, timings: Timings) -> datetime:
    last = delivery.last_try or delivery.not_before
    return last + timedelta(seconds=LOOKS_AT[0] * timings.reconcile_wait_s)


def _repeat_dropped(delivery: Delivery, at: datetime, timings: Timings) -> bool:
    """Whether the platform drops a repeat that is sent at that moment."""
    if delivery.first_try is None:
        return False
    arrives = at + timedelta(seconds=timings.attempt_s)
    return arrives <= delivery.first_try + timedelta(seconds=timings.repeats_dropped_s)


def _doubted(delivery: Delivery) -> bool:
    """Whether it is unknown how an attempt before the latest one ended: a first one sets both moments alike."""
    return delivery.first_try is not None and delivery.first_try != delivery.last_try


def _pause(delivery: Delivery, after_s: float) -> float:
    """Seconds: at least what the platform asked for, and spread, so that not everything comes at once."""
    digest = hashlib.sha256(f"{delivery.key}:{delivery.attempts}:{delivery.looks}".encode()).digest()
    spread = int.from_bytes(digest[:4], "big") / 2**32
    grown = backoff(max(delivery.attempts, delivery.looks))
    return after_s + grown * spread if after_s > 0 else grown * (1 + spread) / 2
