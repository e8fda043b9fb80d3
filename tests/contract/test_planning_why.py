"""Why a paper was, or was not, told of, on every database."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.locale import words
from bot.planning import plan, verdict
from bot.store import Store
from bot.store.tables import deliveries
from tests.contract.planning import DAY, OTHER, PLACE, TUESDAY, at, change, come, keys_of, wants

SAY = words()


async def test_why_tells_what_is_still_to_come(store: Store) -> None:
    daily = await wants(store, "turnips")
    weekly = await wants(store, "turnips", "s0000002", cadence="weekly")
    instant = await wants(store, "turnips", "s0000003", cadence="instant")
    await at(store)
    await come(store, 1)
    paper = (await store.papers([1]))[1]
    told_of = {
        one.id: (await verdict(store, PLACE, one, paper, TUESDAY - timedelta(hours=1)))[-1]
        for one in (daily, weekly, instant)
    }
    assert {name: (rule.key, rule.told.get("at")) for name, rule in told_of.items()} == {
        daily.id: ("verdict-waits", "2026-12-01 10:30 UTC"),
        weekly.id: ("verdict-waits", "2026-12-07 10:30 UTC"),
        instant.id: ("verdict-waits-now", None),
    }


async def test_why_tells_how_the_post_fared(store: Store) -> None:
    one = await wants(store, "turnips", cadence="instant")
    await come(store, 1)
    await plan(store, TUESDAY)
    for state, key in [("planned", "on-its-way"), ("unknown", "on-its-way"), ("sent", "sent"), ("held", "held"), ("dead", "dead"), ("gone", "gone")]:  # fmt: skip
        await change(store, deliveries, state=state, error="too long")
        assert await keys_of(store, PLACE, 1, one) == ["match", key]


async def test_why_tells_the_place_of_the_one_that_matches_or_that_none_does(store: Store) -> None:
    await wants(store, "carrots")
    await wants(store, "turnips", "s0000002", created=datetime.now(UTC) + DAY, after_seq=1)
    await wants(store, "beetroot", "s0000003", state="paused")
    await come(store, 1)
    await come(store, 2, title="Leeks", abstract="We grow leeks.")
    assert await keys_of(store, PLACE, 1) == ["match", "before", "new"]
    assert await keys_of(store, PLACE, 2) == ["none"]
    assert await keys_of(store, OTHER, 1) == ["nobody"]


async def test_why_names_every_subscription_that_matches(store: Store) -> None:
    for number, query in enumerate(("turnips", "abstract:turnips", "carrots"), 1):
        await wants(store, query, f"s000000{number}")
    await come(store, 1)
    rules = await verdict(store, PLACE, None, (await store.papers([1]))[1], TUESDAY)
    matching = [rule.told["query"] for rule in rules if rule.key == "verdict-match"]
    assert matching == ["turnips", "abstract:turnips"]


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ("carrots", ["no-match", "absent"]),
        ('"turnips grow"', ["no-match", "apart"]),
        ("turnips -grow", ["no-match", "excluded"]),
        ("turnips AND GROW", ["no-match", "small"]),
        ("turnips AND year:1999", ["no-match", "year"]),
    ],
)
async def test_why_tells_what_is_in_the_way_of_a_match(store: Store, query: str, keys: list[str]) -> None:
    one = await wants(store, query)
    await come(store, 1)
    assert await keys_of(store, PLACE, 1, one) == keys


async def test_every_rule_has_its_sentence_and_every_plan_its_line(store: Store) -> None:
    one = await wants(store, "turnips", cadence="instant")
    await at(store)
    await come(store, 1)
    (planned,) = await plan(store, TUESDAY, dry_run=True)
    assert planned.say(SAY) == "slack T1 C1: digest of 2026-12-01: one paper: Turnips, Part 1"
    assert planned.to_dict()["place"] == {"platform": "slack", "team": "T1", "channel": "C1"}
    paper = (await store.papers([1]))[1]
    rules = await verdict(store, PLACE, one, paper, TUESDAY)
    assert [SAY(rule.key, **rule.told).split()[0] for rule in rules] == ["It"] * 4
