"""The paper of the day."""

import random
from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta

import pytest

from bot.models import Paper, Place
from bot.picking import Picking, ring_start
from bot.query import Query, parse
from tests.make import a_paper

PLACE = Place("slack", "T1", "C1")
MONDAY = date(2026, 11, 30)


def papers(count: int, seed: int = 1) -> list[Paper]:
    dice = random.Random(seed)
    return [a_paper(seq=seq, id=f"p{dice.getrandbits(60):015x}") for seq in range(1, count + 1)]


def picked(
    corpus: Iterable[Paper],
    day: date,
    *,
    place: Place = PLACE,
    topic: Query | None = None,
    had: Counter[str] | None = None,
    told: Iterable[int] = (),
) -> Paper | None:
    """What the store's walk along the ring comes to."""
    start = ring_start(place, day)
    ring = sorted(corpus, key=lambda one: (one.id < start, one.id))
    picking = Picking(topic, had or Counter())
    for at in range(0, len(ring), 7):
        if picking.look(picking.on_topic(ring[at : at + 7]), told):
            break
    return picking.best


def test_it_is_the_same_whatever_the_order_and_the_numbers_of_arrival() -> None:
    corpus = papers(50)
    other = [a_paper(seq=100 - one.seq, id=one.id) for one in reversed(corpus)]
    days = [MONDAY + timedelta(days=n) for n in range(20)]
    first = [one and one.id for one in (picked(corpus, day) for day in days)]
    second = [one and one.id for one in (picked(other, day) for day in days)]
    assert first == second
    assert len(set(first)) > 5


def test_places_and_days_have_their_own() -> None:
    corpus = papers(200)
    other = Place("slack", "T1", "C2")
    differ = [
        picked(corpus, MONDAY + timedelta(days=n)) != picked(corpus, MONDAY + timedelta(days=n), place=other)
        for n in range(20)
    ]
    assert sum(differ) > 15


def test_the_hash_is_lasting() -> None:
    assert ring_start(PLACE, MONDAY) == "p954e42e5c897b0f"


def test_none_comes_twice_before_all_had_their_turn() -> None:
    corpus, had = papers(30), Counter[str]()
    for n in range(90):
        one = picked(corpus, MONDAY + timedelta(days=n), had=had)
        assert one is not None
        had[one.id] += 1
        assert max(had.values()) == n // 30 + 1
    assert set(had.values()) == {3}


def test_what_was_in_no_post_comes_first() -> None:
    corpus = papers(30)
    seen = [one.seq for one in corpus[:29]]
    assert picked(corpus, MONDAY, told=seen) == corpus[29]
    assert picked(corpus, MONDAY, told=[*seen, corpus[29].seq]) is not None
    had = Counter({corpus[29].id: 1})
    assert picked(corpus, MONDAY, told=seen, had=had) != corpus[29]


@pytest.mark.parametrize("fields", [{"abstract": ""}, {"status": "rejected"}, {"status": "withdrawn"}])
def test_what_nobody_should_be_given_to_read_is_no_paper_of_the_day(fields: dict[str, str]) -> None:
    assert picked([a_paper(**fields)], MONDAY) is None
    assert picked([a_paper()], MONDAY) is not None


def test_it_is_on_the_topic() -> None:
    corpus = [*papers(40), a_paper(seq=41, id="p000000000000abc", title="Carrots", abstract="Orange.")]
    assert picked(corpus, MONDAY, topic=parse("carrots")) == corpus[-1]
    assert picked(corpus, MONDAY, topic=parse("beetroot")) is None
