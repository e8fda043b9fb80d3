"""What becomes of a delivery: every transition, and what no path may ever do."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from bot.deliveries import Blind, Broken, Delivery, Gone, Look, Missing, Outcome, Retry, Sent, Unknown
from bot.outbox import Timings, backoff, next_state, step
from bot.outbox.states import MOST_LOOKS, MOST_TRIES
from tests.make import a_delivery

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
SLACK = Timings()
DISCORD = Timings(repeats_dropped_s=120)


def s(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)


def sending(**fields: Any) -> Delivery:
    """A first attempt, claimed five seconds ago."""
    begun = {"first_try": NOW - s(5), "last_try": NOW - s(5), "attempts": 1, "payload": {"text": "turnips"}}
    lease = {"lease_until": NOW + s(55), "owner": "me", "payload_hash": "abc", "state": "sending"}
    return a_delivery(**(begun | lease | fields))


def repeated(**fields: Any) -> Delivery:
    """A second attempt, after one of which nobody knows."""
    return sending(**({"first_try": NOW - s(20), "attempts": 2} | fields))


def looking(**fields: Any) -> Delivery:
    """Claimed for a look, as soon as the wait after the latest attempt was over."""
    return sending(**({"state": "unknown", "last_try": NOW - s(31), "first_try": NOW - s(36)} | fields))


AFTER = [
    ("the platform has it", sending(), Sent("17"), SLACK, {"state": "sent", "external_id": "17", "error": ""}),
    ("too fast", sending(), Retry(7, "429"), SLACK, {"state": "planned", "error": "429", "first_try": None}),
    ("not reached", sending(), Retry(0, "no line"), DISCORD, {"state": "planned", "first_try": None}),
    (
        "too large",
        sending(),
        Broken("msg_too_long"),
        SLACK,
        {"state": "planned", "size": 1, "payload": None, "payload_hash": "", "not_before": NOW},
    ),
    ("still too large", sending(size=1), Broken("x"), SLACK, {"state": "planned", "size": 2, "payload": None}),
    ("never small enough", sending(size=2), Broken("bad"), SLACK, {"state": "dead", "error": "bad"}),
    ("the place is gone", sending(), Gone("is_archived"), SLACK, {"state": "gone", "error": "is_archived"}),
    (
        "no answer on Slack",
        sending(),
        Unknown("500"),
        SLACK,
        {"state": "unknown", "last_try": NOW, "not_before": NOW + s(30), "error": "500"},
    ),
    (
        "a lease that ran out counts from its end, not from when that was noticed",
        sending(lease_until=NOW - s(600)),
        Unknown("ended"),
        SLACK,
        {"state": "unknown", "last_try": NOW - s(600), "not_before": NOW - s(570)},
    ),
    ("no answer on Discord, too late to repeat", sending(first_try=NOW - s(115)), Unknown("500"), DISCORD,
        {"state": "unknown", "not_before": NOW + s(30)}),
    ("tried too often", sending(attempts=MOST_TRIES), Retry(7, "429"), SLACK, {"state": "dead", "error": "429"}),
    ("a repeat was too fast", repeated(), Retry(7, "429"), DISCORD, {"state": "unknown", "error": "429"}),
    (
        "a repeat must wait until repeats are no longer dropped",
        repeated(),
        Retry(1337, "429"),
        DISCORD,
        {"state": "unknown", "first_try": NOW - s(20)},
    ),
    ("gone after an attempt of which nobody knows", repeated(), Gone("50001"), DISCORD,
        {"state": "gone", "first_try": NOW - s(20)}),
    ("found", looking(), Sent("17"), SLACK, {"state": "sent", "external_id": "17"}),
    ("not found yet", looking(), Missing(), SLACK, {"state": "unknown", "looks": 1, "not_before": NOW + s(44)}),
    (
        "not found twice",
        looking(last_try=NOW - s(76), looks=1),
        Missing(),
        SLACK,
        {"state": "unknown", "looks": 2, "not_before": NOW + s(44)},
    ),
    (
        "not found when nothing can be on its way any more",
        looking(last_try=NOW - s(121), looks=2),
        Missing(),
        SLACK,
        {"state": "planned", "looks": 0, "first_try": None, "not_before": NOW, "payload": {"text": "turnips"}},
    ),
    ("nobody may look", looking(), Blind("missing_scope"), SLACK, {"state": "held", "error": "missing_scope"}),
    ("looked too fast", looking(), Retry(60, "429"), SLACK, {"state": "unknown", "looks": 1, "error": "429"}),
    ("history never answers", looking(looks=MOST_LOOKS - 1), Retry(60, "429"), SLACK, {"state": "held"}),
    ("not found, and tried too often", looking(last_try=NOW - s(121), attempts=MOST_TRIES), Missing(), SLACK,
        {"state": "dead"}),
    ("it cannot be rendered", a_delivery(), Broken("x"), SLACK, {"state": "planned", "size": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("before", "outcome", "timings", "expected"), [row[1:] for row in AFTER], ids=[row[0] for row in AFTER])  # fmt: skip
def test_a_delivery_becomes(
    before: Delivery, outcome: Outcome | Look, timings: Timings, expected: dict[str, Any]
) -> None:
    after = next_state(before, outcome, NOW, timings)
    assert {name: getattr(after, name) for name in expected} == expected
    assert (after.owner, after.lease_until) == ("", None)
    assert (after.id, after.key, after.message) == (before.id, before.key, before.message)


@pytest.mark.parametrize("told", [1, 7.5, 1337])
def test_the_platforms_own_wait_is_kept_to_and_spread_a_little(told: float) -> None:
    after = next_state(sending(), Retry(told, "429"), NOW, SLACK)
    assert NOW + s(told) <= after.not_before <= NOW + s(told + 1)


def test_an_unanswered_post_is_soon_repeated_where_the_platform_drops_repeats() -> None:
    after = next_state(sending(), Unknown("500"), NOW, DISCORD)
    assert after.state == "unknown"
    assert NOW < after.not_before <= NOW + s(1)
    assert step(after, after.not_before, DISCORD) == "send"


def test_a_repeat_that_was_refused_as_too_fast_waits_for_both() -> None:
    after = next_state(repeated(), Retry(1337, "429"), NOW, DISCORD)
    assert after.not_before >= NOW + s(1337)
    assert step(after, after.not_before, DISCORD) == "look"


def test_pauses_grow_to_a_quarter_of_an_hour() -> None:
    assert [backoff(tries) for tries in (0, 1, 2, 3, 10, 11, 10_000)] == [1, 1, 2, 4, 512, 900, 900]


def test_an_attempt_takes_at_most_a_third_of_the_lease() -> None:
    assert Timings(send_timeout_s=10, lease_s=60).attempt_s == 10
    assert Timings(send_timeout_s=10, lease_s=3).attempt_s == 1


UNKNOWN = replace(next_state(sending(), Unknown("500"), NOW, SLACK), first_try=NOW, last_try=NOW)


@pytest.mark.parametrize(
    ("delivery", "later_s", "timings", "expected"),
    [
        (a_delivery(), 0, SLACK, "send"),
        (UNKNOWN, 30, SLACK, "wait"),
        (UNKNOWN, 31, SLACK, "look"),
        (UNKNOWN, 29, DISCORD, "send"),
        (UNKNOWN, 110, DISCORD, "send"),
        (UNKNOWN, 111, DISCORD, "look"),  # it might arrive after the two minutes are over
        (replace(UNKNOWN, last_try=NOW + s(100)), 111, DISCORD, "wait"),
        (replace(UNKNOWN, attempts=MOST_TRIES), 60, DISCORD, "look"),
    ],
)
def test_what_is_due_is_sent_or_looked_for(
    delivery: Delivery, later_s: float, timings: Timings, expected: str
) -> None:
    assert step(delivery, NOW + s(later_s), timings) == expected


class Platform(RuleBasedStateMachine):
    """One delivery, a platform that may take it and not say so, and a bot that dies at any moment.

    ``arrived`` is what people see. History shows a message LAG_S after it arrived; a cut connection may
    bring it until the attempt's time-out is over.
    """

    LAG_S = 15.0
    timings = SLACK

    def __init__(self) -> None:
        super().__init__()
        self.now = NOW
        self.row = a_delivery()
        self.arrived: list[datetime] = []

    def claimed(self) -> bool:
        """Claims what is due, as the store does; False where it only has to wait."""
        todo = step(self.row, self.now + s(1), self.timings)
        if todo == "wait":
            assert self.row.last_try is not None
            self.row = replace(self.row, not_before=self.row.last_try + s(30))
            return False
        self.row = replace(self.row, lease_until=self.now + s(60), owner="me")
        if todo == "send":
            first = self.row.first_try or self.now
            self.row = replace(
                self.row, state="sending", first_try=first, last_try=self.now, attempts=self.row.attempts + 1
            )
        return True

    def take(self, after_s: float) -> None:
        """The platform has it, unless it drops it as a repeat."""
        at = self.now + s(after_s)
        dropped = self.timings.repeats_dropped_s
        if not any(at - one <= s(dropped) for one in self.arrived if dropped):
            self.arrived.append(at)

    def settle(self, outcome: Outcome | Look) -> None:
        self.row = next_state(self.row, outcome, self.now + s(1), self.timings)

    @rule(
        wait_s=st.sampled_from([0.0, 0.0, 5.0, 200.0]),
        fate=st.sampled_from(["sent", "lost", "cut", "late", "429", "unreached", "killed", "killed after"]),
        told=st.sampled_from([1.0, 60.0, 1337.0]),
    )
    def serve(self, wait_s: float, fate: str, told: float) -> None:
        if self.row.state not in ("planned", "unknown"):  # at its end: the next one
            self.row, self.arrived = a_delivery(not_before=self.now), []
        self.now = max(self.now, self.row.not_before) + s(wait_s)
        if not self.claimed():
            return
        if self.row.state == "unknown":
            self.look(fate, told)
            return
        if fate in ("sent", "cut", "killed after"):
            self.take(0)
        if fate == "late":
            self.take(self.timings.attempt_s)
        if fate.startswith("killed"):
            self.now += s(60)
            self.settle(Unknown("ended"))
        elif fate in ("429", "unreached"):
            self.settle(Retry(told if fate == "429" else 0, fate))
        elif fate == "sent":
            self.settle(Sent("1"))
        else:
            self.now += s(self.timings.attempt_s)
            self.settle(Unknown(fate))

    def look(self, fate: str, told: float) -> None:
        if fate.startswith("killed"):
            self.now += s(60)
            self.row = replace(self.row, lease_until=None, owner="")
        elif fate in ("429", "unreached"):
            self.settle(Retry(told, fate))
        elif any(one + s(self.LAG_S) <= self.now for one in self.arrived):
            self.settle(Sent("1"))
        else:
            self.settle(Missing())

    @invariant()
    def people_see_it_once(self) -> None:
        assert len(self.arrived) <= 1
        assert self.row.state != "sent" or self.arrived

    @invariant()
    def what_is_planned_is_surely_not_there(self) -> None:
        if self.row.state == "planned":
            assert self.row.first_try is None
            assert not self.arrived

    def teardown(self) -> None:
        """From wherever it is, with a platform that is well again, it arrives."""
        for _ in range(10):
            if self.row.state in ("planned", "unknown"):
                self.serve_well()
        assert self.row.state in ("sent", "held", "dead")
        assert self.row.state != "sent" or len(self.arrived) == 1

    def serve_well(self) -> None:
        self.now = max(self.now, self.row.not_before)
        sends = step(self.row, self.now + s(1), self.timings) == "send"
        if self.claimed() and sends:
            self.take(0)
            self.settle(Sent("1"))
        elif self.row.owner:
            self.look("sent", 1)


class DiscordLike(Platform):
    timings = DISCORD


TestSlackLike = Platform.TestCase
TestDiscordLike = DiscordLike.TestCase
TestSlackLike.settings = TestDiscordLike.settings = settings(
    max_examples=150, stateful_step_count=25, deadline=None
)
