"""What is new to a place, and what one post of it holds."""

import random
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from bot.digest import (
    Candidate,
    Gathering,
    candidates,
    delivery_key,
    digest_name,
    in_one_post,
    instant_name,
    rules,
    withheld,
)
from bot.models import Paper, Place
from bot.subscriptions import Arrival, Subscription
from tests.make import a_paper

PLACE = Place("slack", "T1", "C1")
NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
TODAY = date(2026, 12, 1)


def wants(query: str, id: str = "s0000001", **fields: Any) -> Subscription:  # noqa: A002 - the public word
    given: dict[str, Any] = {"id": id, "place": PLACE, "query": query, "created": NOW, "heard": NOW}
    return Subscription(**(given | fields))


def numbered(seq: int, **fields: Any) -> Paper:
    return a_paper(**({"seq": seq, "id": f"p{seq:015x}"} | fields))


def come(*papers: Paper, **fields: Any) -> list[Arrival]:
    return [Arrival(paper, NOW, **fields) for paper in papers]


def found(*papers: Paper, to: tuple[Subscription, ...]) -> list[Candidate]:
    return candidates(come(*papers), rules(to, to))


def gathered(
    *papers: Paper, to: tuple[Subscription, ...], told: tuple[int, ...] = (), most: int = 100
) -> Gathering:
    gathering = Gathering(most)
    gathering.add(found(*papers, to=to), told)
    return gathering


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"published": NOW - timedelta(days=1), "year": 2026}, None),
        ({"published": NOW - timedelta(days=14), "year": 2026}, None),
        ({"published": NOW - timedelta(days=14, minutes=1), "year": 2026}, "old"),
        ({"published": NOW + timedelta(days=3)}, None),
        ({"published": NOW - timedelta(days=1), "year": 2019}, None),  # a reprint: the date is known
        ({"year": 2026}, None),
        ({"year": 2025}, None),
        ({"year": 2024}, "old"),
        ({"year": 2027}, None),
        ({"year": None}, None),
        ({"status": "withdrawn"}, "withdrawn"),
        ({"status": "withdrawn", "year": 2019}, "old"),
        ({"status": "rejected"}, None),
    ],
)
def test_a_paper_is_told_of_unless_it_had_been_out_for_long_or_was_withdrawn(
    fields: dict[str, Any], reason: str | None
) -> None:
    assert withheld(Arrival(a_paper(**fields), NOW)) == reason


def test_the_age_of_a_paper_is_counted_to_its_arrival_not_to_the_post() -> None:
    paper = a_paper(published=NOW - timedelta(days=10))
    assert withheld(Arrival(paper, NOW)) is None
    assert withheld(Arrival(paper, NOW + timedelta(days=5))) == "old"


def test_what_came_quietly_is_not_told_of() -> None:
    assert withheld(Arrival(a_paper(), NOW, quiet=True)) == "backfill"


def test_a_subscription_hears_only_of_what_came_after_it() -> None:
    turnips = wants("turnips", after_seq=2)
    assert [one.entry.paper.seq for one in found(*map(numbered, range(1, 5)), to=(turnips,))] == [3, 4]


def test_a_paper_that_several_ask_for_appears_once_and_names_them_with_its_own_words() -> None:
    first, second = wants("turnip"), wants("transformer OR carrots", "s0000002")
    (one,) = found(numbered(1), to=(first, second))
    assert one.entry.because == {first: ("Turnips",), second: ("Transformers", "transformer")}


def test_those_whose_turn_it_is_not_bring_nothing_and_are_named_all_the_same() -> None:
    daily, weekly = wants("turnips"), wants("transformers", "s0000002", cadence="weekly")
    about_both, about_one = numbered(1), numbered(2, title="Transformers", abstract="No roots.")
    (one,) = candidates(come(about_both, about_one), rules((daily, weekly), (daily,)))
    assert set(one.entry.because) == {daily, weekly}


def test_whoever_has_heard_of_a_paper_already_is_not_named() -> None:
    fresh, served = wants("turnips"), wants("transformers", "s0000002", after_seq=9)
    (one,) = found(numbered(5), to=(fresh, served))
    assert set(one.entry.because) == {fresh}


def test_a_rule_that_cannot_be_read_any_more_stops_no_other() -> None:
    broken, turnips = wants("((", "s0000002"), wants("turnips")
    assert [rule.subscription for rule in rules((broken, turnips), (broken, turnips))] == [turnips]
    assert len(found(numbered(1), to=(broken, turnips))) == 1


def test_a_place_is_told_of_a_paper_once() -> None:
    post = gathered(*map(numbered, (1, 2, 3)), to=(wants("turnips"),), told=(2,))
    assert post.seqs == [1, 3]


def test_what_is_withdrawn_is_recorded_with_its_reason_and_not_told_of() -> None:
    post = gathered(numbered(1, status="withdrawn"), numbered(2), to=(wants("turnips"),))
    assert (post.seqs, post.withheld) == ([2], {1: "withdrawn"})


def test_the_best_come_first_whatever_the_order_of_arrival() -> None:
    both = (wants("turnips"), wants("transformers", "s0000002"))
    quiet = {"title": "Roots", "abstract": "Of turnips."}
    papers = [
        numbered(4, published=NOW - timedelta(days=1)),  # both subscriptions
        numbered(3, published=NOW - timedelta(days=2)),  # both, older
        numbered(2, title="Turnips", abstract="Roots."),  # one, in the title
        numbered(5, **quiet, published=NOW - timedelta(days=1)),  # one, in the abstract
        numbered(1, **quiet),
        numbered(6, status="rejected"),
    ]
    for seed in range(5):
        shuffled = random.Random(seed).sample(papers, len(papers))
        post = gathered(*shuffled, to=both)
        assert [entry.paper.seq for entry in post.entries] == [4, 3, 2, 5, 1, 6]


def test_a_flood_is_told_of_whole_and_only_the_best_are_kept() -> None:
    papers = [numbered(seq, published=NOW - timedelta(minutes=seq)) for seq in range(1, 1001)]
    post = Gathering(most=100)
    for at in range(0, 1000, 250):
        post.add(found(*papers[at : at + 250], to=(wants("turnips"),)), ())
    assert [entry.paper.seq for entry in post.entries] == list(range(1, 101))
    assert (len(post.seqs), post.more) == (1000, 900)


def test_nothing_to_say_is_no_post() -> None:
    nothing = gathered(to=(wants("turnips"),))
    assert in_one_post(PLACE, TODAY, nothing, name=digest_name(TODAY)) is None


def test_a_paper_of_the_day_goes_out_with_the_digest_or_alone() -> None:
    pick = numbered(9)
    post = gathered(numbered(1), to=(wants("turnips"),))
    together = in_one_post(PLACE, TODAY, post, pick, name=digest_name(TODAY), note="A note.")
    alone = in_one_post(PLACE, TODAY, Gathering(), pick, name=digest_name(TODAY), note="A note.")
    assert together is not None
    assert (together.kind, together.name, together.pick, together.note) == (
        "digest",
        "digest:2026-12-01",
        pick,
        "A note.",
    )
    assert alone is not None
    assert (alone.kind, alone.name, alone.pick, alone.note) == ("paper", "paper:2026-12-01", pick, "A note.")


def test_the_keys_of_a_place_are_its_own_and_say_what_they_hold_to_once() -> None:
    names = [digest_name(TODAY), digest_name(TODAY, [7, 5], asked=True), instant_name([7, 5])]
    assert [delivery_key(PLACE, name) for name in names] == [
        "slack:T1:C1:digest:2026-12-01",
        "slack:T1:C1:digest:2026-12-01:5",
        "slack:T1:C1:instant:5",
    ]
    post = in_one_post(PLACE, TODAY, gathered(numbered(1), to=(wants("turnips"),)), name=instant_name([1]))
    assert post is not None
    assert post.kind == "instant"
