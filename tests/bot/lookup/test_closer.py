"""What texts tell between papers that hold the same words."""

import pytest

from bot.lookup import closer, undecided
from bot.models import Paper, Ranked, Why, WhyKind
from tests.make import a_paper


def a_hit(seq: int, points: float, kind: WhyKind = "abstract", *, guess: bool = False) -> Ranked:
    return Ranked(seq, 1.0, Why(kind), guess, points)


def order(query: str, ranked: tuple[Ranked, ...], *papers: Paper) -> list[int]:
    return [one.seq for one in closer(query, ranked, {paper.seq: paper for paper in papers})]


SCATTERED = a_paper(seq=1, abstract="Slugs eat lettuce. The rain of March waters a bed. At night it is cold.")
TOGETHER = a_paper(seq=2, abstract="The beds are cold. Night rain keeps slugs awake.")


def test_words_that_stand_together_go_before_the_same_words_scattered() -> None:
    assert order("night rain slugs", (a_hit(1, 1.2), a_hit(2, 1.2)), SCATTERED, TOGETHER) == [2, 1]


def test_words_as_written_go_before_their_stems() -> None:
    stems = a_paper(seq=1, title="Predicting the Motion of Snails")
    written = a_paper(seq=2, title="Prediction Without Snails")
    assert order("prediction snails", (a_hit(1, 1.2, "words"), a_hit(2, 1.2, "words")), stems, written) == [
        2,
        1,
    ]


def test_an_authors_last_name_goes_before_a_first_name() -> None:
    first = a_paper(seq=1, title="Depth of Ponds", authors=("Zhuo Deng",))
    last = a_paper(seq=2, title="Depth of Wells", authors=("Wei Zhuo",))
    assert order("depth zhuo", (a_hit(1, 1.2, "words"), a_hit(2, 1.2, "words")), first, last) == [2, 1]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (a_hit(1, 1.7), a_hit(2, 1.2)),  # a clear lead stays one
        (a_hit(1, 1.2), a_hit(2, 1.2, guess=True)),  # and what is sure stays before guesses
    ],
)
def test_texts_overturn_nothing_that_is_clear(first: Ranked, second: Ranked) -> None:
    assert order("night rain slugs", (first, second), SCATTERED, TOGETHER) == [1, 2]


def test_a_single_word_is_left_as_it_was_ranked() -> None:
    assert order("slugs", (a_hit(1, 1.2), a_hit(2, 1.2)), SCATTERED, TOGETHER) == [1, 2]


def test_papers_whose_text_was_not_fetched_stay_where_they_were() -> None:
    rest = tuple(a_hit(seq, 1.1) for seq in range(3, 15))
    found = order("night rain slugs", (a_hit(1, 1.2), a_hit(2, 1.2), *rest), SCATTERED, TOGETHER)
    assert found == [2, 1, *range(3, 15)]


def test_only_a_narrow_lead_is_undecided() -> None:
    assert undecided((a_hit(1, 1.2), a_hit(2, 1.1)))
    assert not undecided((a_hit(1, 1.9), a_hit(2, 1.1)))
    assert not undecided((a_hit(1, 1.2),))
