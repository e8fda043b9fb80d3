"""Words and meaning in one order."""

import pytest

from bot.meaning.blending import Near, blended, foreign, weak
from bot.models import Ranked, Why, WhyKind

PAPERS = 90


def word(seq: int, score: float, *, guess: bool = True) -> Ranked:
    return Ranked(seq, score, Why("abstract"), guess)


def order(
    query: str, words: list[Ranked], near: list[Near], limit: int = 10, papers: int = PAPERS
) -> list[int]:
    return [one.seq for one in blended(query, words, near, papers, limit)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("联邦学习", True),
        ("Shampoo优化器", True),
        ("ロボット", True),
        ("обучение с подкреплением", True),
        ("Õ(η K log²T) régret", False),
        ("ℝ³ and 𝔼[x] ∑", False),
        ("turnips 中", False),
        ("🤔🔥 ???", False),
        ("", False),
    ],
)
def test_another_script_is_told_from_formulas(query: str, expected: bool) -> None:
    assert foreign(query) is expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], True),
        ([word(1, 0.9)], True),
        ([word(1, 0.5, guess=False)], True),
        ([word(1, 0.9, guess=False), word(2, 0.3)], False),
    ],
)
def test_meaning_is_asked_where_words_are_weak(words: list[Ranked], expected: bool) -> None:
    assert weak(words) is expected


def test_without_vectors_words_stay_as_they_are() -> None:
    words = [word(1, 0.3), word(2, 0.2)]
    assert blended("turnips", words, [], 0, 1) == (words[0],)


def test_guesses_are_ordered_by_both() -> None:
    assert order("wet roots", [word(1, 0.2), word(2, 0.1)], [Near(3, 0.6), Near(2, 0.55), Near(1, 0.1)]) == [
        3,
        2,
        1,
    ]


def test_what_is_sure_by_its_words_stays_first_and_in_order() -> None:
    words = [word(1, 0.5, guess=False), word(2, 0.6, guess=False), word(3, 0.4)]
    found = blended("wet roots", words, [Near(4, 0.9), Near(2, 0.8), Near(1, 0.1)], PAPERS, 10)
    assert [(one.seq, one.guess) for one in found] == [(1, False), (2, False), (4, True), (3, True)]
    assert found[:2] == tuple(words[:2])


def test_in_the_papers_own_script_meaning_alone_is_never_sure() -> None:
    assert all(
        one.guess for one in blended("turnips", [word(1, 0.3)], [Near(1, 1.0), Near(2, 1.0)], PAPERS, 10)
    )


def test_in_another_script_what_is_very_near_is_sure_with_what_is_hardly_farther() -> None:
    found = blended("给芜菁浇水", [], [Near(1, 0.6), Near(2, 0.55), Near(3, 0.46)], PAPERS, 10)
    assert [(one.seq, one.guess, one.why.kind) for one in found] == [
        (1, False, "meaning"),
        (2, False, "meaning"),
        (3, True, "meaning"),
    ]


def test_a_translation_that_agrees_makes_sure_and_one_that_does_not_does_not() -> None:
    near = [Near(1, 0.4), Near(2, 0.49)]
    assert [one.guess for one in blended("给芜菁浇水", [word(1, 0.4)], near, PAPERS, 10)] == [False, True]
    assert all(one.guess for one in blended("给芜菁浇水", [word(3, 0.4)], near, PAPERS, 10))


def test_among_many_papers_chance_brings_some_nearer() -> None:
    near = [Near(1, 0.6)]
    assert [blended("给芜菁浇水", [], near, papers, 10)[0].guess for papers in (90, 90_000)] == [False, True]


def test_a_paper_without_a_vector_yet_is_no_nearer_than_the_last() -> None:
    assert order("wet roots", [word(9, 0.3)], [Near(1, 0.6), Near(2, 0.47)]) == [1, 9, 2]


def test_scores_are_from_nothing_to_one() -> None:
    words = [word(1, 1.0), word(2, 0.0)]
    found = blended("芜菁", words, [Near(1, 1.2), Near(2, -0.5)], PAPERS, 10)
    assert [one.score for one in found] == [1.0, 0.0]


def test_no_more_come_than_were_wanted() -> None:
    assert len(order("roots", [word(9, 0.3)], [Near(seq, 0.5) for seq in range(1, 9)], limit=3)) == 3


@pytest.mark.parametrize(
    ("query", "nearness", "shown"), [("asdkjh", 0.39, False), ("asdkjh", 0.41, True), ("芜菁", 0.3, True)]
)
def test_what_lies_no_nearer_than_nonsense_is_no_guess(query: str, nearness: float, shown: bool) -> None:
    assert bool(order(query, [], [Near(1, nearness)])) is shown


def test_what_is_much_farther_than_the_nearest_is_no_guess_but_what_words_found_stays_one() -> None:
    assert order("wet roots", [word(3, 0.1)], [Near(1, 0.8), Near(2, 0.5), Near(3, 0.1)]) == [1, 3]


def test_few_guesses_are_added() -> None:
    assert len(order("wet roots", [], [Near(seq, 0.5) for seq in range(100)], limit=50)) == 20


@pytest.mark.parametrize(
    ("words", "near", "papers", "sure"),
    [
        ([word(1, 0.5), word(2, 0.4)], [Near(1, 0.7), Near(2, 0.55)], 10_000, True),
        ([word(1, 0.5), word(2, 0.5)], [Near(1, 0.7), Near(2, 0.69)], 10_000, False),  # hardly before it
        ([word(1, 0.5), word(2, 0.4)], [Near(1, 0.7), Near(2, 0.55)], 90, False),  # chance, among few
        (
            [word(2, 0.5), word(1, 0.4)],
            [Near(1, 0.9), Near(2, 0.55)],
            10_000,
            False,
        ),  # words put another first
        ([word(1, 0.9), word(2, 0.4)], [Near(1, 0.7), Near(3, 0.75)], 10_000, False),  # and meaning does
        ([word(1, 0.5), word(2, 0.1)], [Near(1, 0.5), Near(2, 0.3)], 10_000, False),  # it is not near
        ([], [Near(1, 0.9), Near(2, 0.3)], 10_000, False),
        ([word(1, 0.9)], [Near(1, 0.9)], 10_000, False),  # there is nothing that it lies before
    ],
)
def test_a_paper_that_words_and_meaning_agree_on_is_sure(
    words: list[Ranked], near: list[Near], papers: int, sure: bool
) -> None:
    found = blended("wet roots", words, near, papers, 10)
    assert [one.guess for one in found] == [not sure, *(True for _ in found[1:])]


def told(seq: int, score: float, points: float, kind: WhyKind = "abstract") -> Ranked:
    return Ranked(seq, score, Why(kind), guess=True, points=points)


@pytest.mark.parametrize(
    ("words", "nearer", "papers", "sure"),
    [
        ([told(1, 0.5, 0.7), told(2, 0.4, 0.5)], 3, 95_000, True),
        ([told(1, 0.5, 0.7), told(2, 0.5, 0.6)], 3, 95_000, False),  # words hardly put it before the next
        ([told(1, 0.5, 0.7), told(2, 0.4, 0.5)], 30, 95_000, False),  # many lie nearer
        ([told(1, 0.5, 0.7), told(2, 0.4, 0.5)], 3, 9_000, False),  # chance, among few
        (
            [told(1, 0.9, 0.9, "name"), told(2, 0.4, 0.5)],
            3,
            95_000,
            False,
        ),  # a slip in a name is all there is
        ([told(1, 0.5, 0.7)], 3, 95_000, True),
    ],
)
def test_what_an_abstract_says_by_far_the_most_of_is_sure_if_it_lies_among_the_nearest_of_many(
    words: list[Ranked], nearer: int, papers: int, sure: bool
) -> None:
    near = [Near(100 + at, 0.7) for at in range(nearer)] + [Near(1, 0.68), Near(2, 0.4)]
    found = blended("wet roots", words, near, papers, 50)
    assert [one.seq for one in found if not one.guess] == [1] * sure
