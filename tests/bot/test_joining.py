"""All texts here are made up; rules are shown on pairs, and the order of arrival never matters."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.joining import groups
from bot.models import Identifier, Reading
from bot.witness import keys, witness
from tests.make import a_reading

LONG = (
    "Turnips grow slowly, and nobody knows why. We water them with a transformer whose heads attend to the soil, to "
    "the weather and to each other, and we prove that no turnip is watered twice. On three fields and one balcony "
    "the yield rises by 41.5 percent, while the cost of water falls to a third. Code, seeds and soil are released. "
    "We end with a warning to those who would grow beetroot in the same way, for it does not converge at all, and it stains the hands of whoever reads its loss curves."
)
OTHER_LONG = LONG.replace("Turnips", "Carrots").replace("transformer", "recurrent network")
ARXIV = (Identifier("arxiv", "2601.00001"),)
DOI = (Identifier("doi", "10.1000/turnip"),)
ANN, BEN, CAT, DAN = "Ann Ash", "Ben Birch", "Cat Cedar", "Dan Dogwood"


def said(title: str = "", abstract: str = "", *authors: str, **more: object) -> Reading:
    return a_reading(
        **{"title": title, "abstract": abstract, "authors": authors, "venue": "", "year": None, **more}
    )


def parted(*readings: Reading) -> set[frozenset[int]]:
    return {frozenset(part) for part in groups([witness(one) for one in readings])}


ONE_PAPER = {
    "the same title and authors": (
        said("On Turnips", LONG, ANN, BEN),
        said("On Turnips", OTHER_LONG, ANN, BEN),
    ),
    "the one with and the other without an abstract": (
        said("On Turnips", LONG, ANN),
        said("On Turnips", "", ANN),
    ),
    "other capitals, accents and dashes": (
        said("On Pre–Turnips", "", "Ann Äsh"),
        said("ON PRE-TURNIPS", "", "ann ash"),
    ),
    "the authors in another order": (said("On Turnips", "", ANN, BEN), said("On Turnips", "", BEN, ANN)),
    "a title in LaTeX": (said("On $R^3$ Turnips", "", ANN), said("On R³ Turnips", "", ANN)),
    "the same arXiv id under two titles": (
        said("On Turnips", LONG, ANN, identifiers=ARXIV),
        said("Turnips, Revisited", "", ANN, identifiers=ARXIV),
    ),
    "the same DOI, and one side tells nothing else": (
        said("On Turnips", LONG, ANN, identifiers=DOI),
        said("Turnips, Revisited", identifiers=DOI),
    ),
    "one long abstract under two titles, most authors the same": (
        said("On Turnips", LONG, ANN, BEN, CAT),
        said("Turnips, Revisited", LONG, ANN, BEN, "C. Cedar"),
    ),
    "no titles and the same abstract": (said("", "We grow turnips."), said("", "We  grow turnips.")),
    "no title, and the abstract of a paper": (said("", LONG), said("On Turnips", LONG, ANN)),
    "no authors, and the abstract cut short": (said("On Turnips", LONG[:440]), said("On Turnips", LONG, ANN)),
    "no authors and no abstract, same venue and year": (
        said("On Turnips", venue="ICML", year=2026),
        said("On Turnips", LONG, ANN, venue="ICML", year=2026),
    ),
    "two halves of one record": (
        said("Watering Turnips by Attention", LONG, ANN, BEN, venue="ICML", year=2018),
        said("Attention for Watering Turnips", "", ANN, BEN, venue="ICML", year=2018, status="Oral"),
    ),
    "front matter of one year": (
        said("Preface", "", ANN, BEN, venue="ACML", year=2012),
        said("Preface", "To the turnips.", ANN, BEN, venue="ACML", year=2012),
    ),
}

TWO_PAPERS = {
    "similar titles": (
        said("Turnips Are All You Need", LONG, ANN),
        said("Turnips Are Not All You Need", OTHER_LONG, ANN),
    ),
    "a longer title": (
        said("Growing Turnips", LONG, ANN),
        said("Growing Turnips on Balconies", OTHER_LONG, ANN),
    ),
    "a plus": (said("AnyTurnip", "", ANN), said("AnyTurnip++", "", ANN)),
    "the same title by others": (said("On Turnips", LONG, ANN), said("On Turnips", OTHER_LONG, BEN)),
    "a cut abstract": (said("On Turnips", "We consider", ANN), said("On Carrots", "We consider", ANN)),
    "one abstract printed with two papers": (
        said("On Turnips", LONG, ANN, BEN),
        said("On Carrots", LONG, CAT),
    ),
    "one abstract printed with two papers of one busy author": (
        said("On Turnips", LONG, ANN, BEN, CAT, DAN, "Eve Elm", "Fay Fir"),
        said("On Carrots", LONG, DAN, "Gus Gum", "Hal Holly", "Ivy Ivy"),
    ),
    "an identifier given to two works by mistake": (
        said("On Turnips", LONG, ANN, identifiers=DOI),
        said("On Carrots", OTHER_LONG, BEN, identifiers=DOI),
    ),
    "no authors, and another abstract": (said("On Turnips", LONG), said("On Turnips", OTHER_LONG, ANN)),
    "no authors, no abstract, another year": (
        said("On Turnips", venue="ICML", year=2025),
        said("On Turnips", LONG, ANN, venue="ICML", year=2026),
    ),
    "a short abstract without a title": (
        said("", "We grow turnips."),
        said("On Turnips", "We grow turnips.", ANN),
    ),
    "front matter of two years": (
        said("Preface", "", ANN, BEN, venue="ACML", year=2012),
        said("Preface", "", ANN, BEN, venue="ACML", year=2013),
    ),
    "two papers of the same people at one venue": (
        said("On Turnips in Rows", LONG, ANN, BEN, venue="ICML", year=2018),
        said("Beetroot Does Not Converge", "", ANN, BEN, venue="ICML", year=2018, status="Oral"),
    ),
}


@pytest.mark.parametrize("case", ONE_PAPER)
def test_one_paper_is_told_in_two_ways(case: str) -> None:
    assert parted(*ONE_PAPER[case]) == {frozenset({0, 1})}
    assert parted(*reversed(ONE_PAPER[case])) == {frozenset({0, 1})}
    one, other = (set(keys(witness(reading))) for reading in ONE_PAPER[case])
    assert one & other, "they would never be looked at together"


@pytest.mark.parametrize("case", TWO_PAPERS)
def test_two_papers_stay_two(case: str) -> None:
    assert len(parted(*TWO_PAPERS[case])) == 2
    assert len(parted(*reversed(TWO_PAPERS[case]))) == 2


def test_what_tells_too_little_joins_neither_of_two_papers_and_does_not_join_them() -> None:
    bare = said("On Turnips", venue="ICML", year=2026)
    one, other = (said("On Turnips", "", author, venue="ICML", year=2026) for author in (ANN, BEN))
    assert parted(bare, one) == {frozenset({0, 1})}
    assert parted(bare, one, other) == {frozenset({0}), frozenset({1}), frozenset({2})}


def test_an_abstract_without_title_joins_neither_of_two_papers_it_was_printed_with() -> None:
    one, other = said("On Turnips", LONG, ANN), said("On Carrots", LONG, BEN)
    assert len(parted(said("", LONG), one, other)) == 3


def test_what_joins_two_readings_joins_all_that_each_is_joined_with() -> None:
    journal = said("On Turnips", "", ANN, BEN)
    preprint = said("Turnips, First Draft", "", ANN, BEN, identifiers=ARXIV)
    bridge = said("On Turnips", "", BEN, ANN, identifiers=ARXIV)
    assert len(parted(journal, preprint)) == 2
    assert len(parted(journal, preprint, bridge)) == 1


POOL = [*{reading for pair in (*ONE_PAPER.values(), *TWO_PAPERS.values()) for reading in pair}]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_order_makes_other_papers(data: st.DataObject) -> None:
    some = data.draw(st.lists(st.sampled_from(sorted(POOL, key=repr)), max_size=9))
    order = data.draw(st.permutations(range(len(some))))
    again = {frozenset(order[at] for at in part) for part in parted(*(some[at] for at in order))}
    assert again == parted(*some)


def test_whatever_is_one_paper_shares_a_key_with_a_reading_of_it() -> None:
    witnesses = [witness(reading) for reading in sorted(POOL, key=repr)]
    for part in groups(witnesses):
        reached, rest = {part[0]}, set(part[1:])
        while near := {
            at for at in rest if any(set(keys(witnesses[at])) & set(keys(witnesses[on])) for on in reached)
        }:
            reached |= near
            rest -= near
        assert not rest


def test_a_title_that_a_hundred_papers_bear_joins_them_with_nobody_in_good_time() -> None:
    same = [said("On Turnips", f"Turnip {n}.", f"Author {n}") for n in range(1000)]
    assert len(parted(*same, *(said("On Turnips", f"Carrot {n}.") for n in range(1000)))) == 2000


def test_three_readings_joined_pairwise_are_one_in_every_order() -> None:
    readings = (
        said("", LONG),
        said("On Turnips", LONG, ANN, BEN, CAT),
        said("Turnips, Revisited", LONG, ANN, BEN, identifiers=ARXIV),
    )
    for order in permutations(readings):
        assert len(parted(*order)) == 1
