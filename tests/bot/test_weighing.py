"""What a rule would bring, counted while papers go by."""

import pytest

from bot.locale import words
from bot.models import Paper
from bot.query import parse
from bot.subscription_views import amount
from bot.weighing import LOOKED_AT, TERMS, Counted, Tally, Weighed, likeliest, representatives
from tests.make import a_paper


def papers(*titles: str) -> list[Paper]:
    return [
        a_paper(id=f"p{number:015x}", seq=number, title=title, abstract="")
        for number, title in enumerate(titles, 1)
    ]


def test_each_query_is_counted_by_itself() -> None:
    all_of_them = representatives(range(1, 4), after=1, terms=1)
    tally = Tally([(parse("turnip"), all_of_them), (parse("bee"), all_of_them)], recent_after=1, most=1)
    tally.look(papers("Turnip One", "Turnip Two"))
    tally.look(papers("Bees and a Turnip"))
    turnip, bee = tally.counted()
    assert (turnip.total, turnip.recent, bee.total) == (3, 1, 1)


def test_the_best_are_in_the_title_and_new_and_not_rejected() -> None:
    tally = Tally([(parse("turnip"), representatives(range(1, 5), after=0, terms=1))], recent_after=0, most=3)
    tally.look(
        [
            a_paper(seq=1, title="A Turnip", year=2025),
            a_paper(seq=2, title="A Turnip", year=2026, status="rejected"),
            a_paper(seq=3, title="Roots", abstract="A turnip.", year=2026),
            a_paper(seq=4, title="A Turnip", year=2026),
        ]
    )
    (counted,) = tally.counted()
    assert [one.paper.seq for one in counted.best] == [4, 3, 1]
    assert counted.best[1].words == ("turnip",)


def test_each_query_looks_only_at_its_own_papers() -> None:
    tally = Tally([(parse("turnip"), {1: 1.0}), (parse("bee"), {2: 1.0})], recent_after=0, most=1)
    tally.look(papers("A Bee on a Turnip", "A Turnip and a Bee"))
    assert tally.seqs == [1, 2]
    assert [one.total for one in tally.counted()] == [1, 1]


@pytest.mark.parametrize(
    ("papers", "after", "terms"),
    [
        (0, 0, 1),
        (LOOKED_AT, 0, 1),
        (2 * LOOKED_AT, LOOKED_AT, 1),
        (1_000_000, 999_000, 3),
        (1_000_000, 0, 400),
    ],
)
def test_few_papers_stand_for_all(papers: int, after: int, terms: int) -> None:
    standing = representatives(range(1, papers + 1), after, terms)
    assert len(standing) <= max(1, 2 * LOOKED_AT * TERMS // max(terms, TERMS))
    assert round(sum(standing.values())) == papers
    assert round(sum(times for seq, times in standing.items() if seq > after)) == papers - after


def test_few_enough_papers_are_all_looked_at() -> None:
    assert representatives(range(1, LOOKED_AT + 1), 0, 1) == dict.fromkeys(range(1, LOOKED_AT + 1), 1.0)


def test_an_estimate_is_told_as_one_and_to_two_digits() -> None:
    tally = Tally([(parse("turnip"), {1: 123.0, 2: 123.0, 3: 123.0})], recent_after=1, most=1)
    tally.look(papers("Turnip One", "Turnip Two", "Bees"))
    (counted,) = tally.counted()
    assert (counted.total, counted.recent, counted.about) == (250, 120, True)


def test_an_estimate_of_none_does_not_say_that_there_are_none() -> None:
    assert not Weighed(parse('"of turnip the"'), Counted(0, 0, (), about=True), 1_000_000).empty
    assert Weighed(parse('"of turnip the"'), Counted(0, 0, ()), 1_000_000).empty


@pytest.mark.parametrize(
    ("phrase", "loosely", "doubtful"),
    [
        (0, 0, True),
        (0, 5, True),
        (1, 2, False),
        (1, 3, True),
        (10, 29, False),
        (10, 30, True),
        (5, None, False),
    ],
)
def test_a_phrase_is_in_doubt_when_it_hides_most_of_what_its_words_would_find(
    phrase: int, loosely: int | None, doubtful: bool
) -> None:
    weighed = Weighed(
        parse("turnip growth"),
        Counted(phrase, 0, ()),
        100,
        parse("turnip AND growth") if loosely is not None else None,
        Counted(loosely, 0, ()) if loosely is not None else None,
    )
    assert weighed.doubtful is doubtful


@pytest.mark.parametrize(("total", "corpus", "all_of_it"), [(9, 9, False), (89, 100, False), (94, 94, True)])
def test_a_rule_that_matches_nearly_all_papers_chooses_none(total: int, corpus: int, all_of_it: bool) -> None:
    assert Weighed(parse("the"), Counted(total, 0, ()), corpus).indiscriminate is all_of_it


@pytest.mark.parametrize(("recent", "a_day"), [(0, 0), (29, 1), (600, 20), (660, 22)])
def test_papers_a_day_are_those_of_the_last_thirty_days(recent: int, a_day: int) -> None:
    assert Weighed(parse("turnip"), Counted(recent, recent, ()), 10_000).a_day == a_day


@pytest.mark.parametrize(("usual", "any_form", "offered"), [(0, 0, 2), (0, 9, 2), (10, 29, 1), (10, 30, 2)])
def test_other_words_are_offered_where_the_usual_one_hides_most(
    usual: int, any_form: int, offered: int
) -> None:
    english = [(parse("turnip"), Counted(usual, 0, ())), (parse("turnip OR beet"), Counted(any_form, 0, ()))]
    assert len(likeliest(english)) == offered


@pytest.mark.parametrize(
    ("counted", "said"),
    [
        (
            Counted(29_000, 610, (), about=True),
            "About 29,000 of the 95,169 papers here match it; about 610 of",
        ),
        (Counted(0, 0, (), about=True), "Hardly any of the 95,169 papers here match it; hardly any of"),
        (Counted(1, 0, ()), "One of the 95,169 papers here matches it; none of"),
    ],
)
def test_an_estimate_is_read_back_as_one(counted: Counted, said: str) -> None:
    assert amount(Weighed(parse("turnip"), counted, 95_169), words()).startswith(said)
