"""How well titles fit abstracts, word by word."""

import pytest

from bot.fitting import Abstract, Fit, abstract_of, contradicted, fitted, title_of
from bot.text.fold import stem
from tests.make import a_paper


def an_abstract(text: str, **fields: object) -> Abstract:
    return abstract_of(a_paper(**{"title": None, "abstract": text, "authors": ()} | fields))


def fit(text: str, title: str, **rarity: float) -> Fit:
    worth = {stem(word): value for word, value in rarity.items()}
    return fitted(an_abstract(text, names=("MoonCan",)), title_of(a_paper(title=title)), worth)


def test_the_words_that_agree_are_worth_their_rarity_and_the_rarest_come_first() -> None:
    found = fit("Dew on a sleepy lawn.", "Sleepy Dew under Hedges", sleepy=2.0, dew=5.0, hedges=3.0)
    assert (found.worth, found.covered, found.words) == (7.0, 0.7, ("dew", "sleepy"))
    assert found.evidence == ("words dew, sleepy",)


def test_pairs_of_neighbours_count_only_where_they_stand_side_by_side_in_both() -> None:
    assert fit("A sleepy lawn of dew.", "Sleepy Lawn Dew", sleepy=1.0, lawn=1.0, dew=1.0).runs == 1


def test_the_words_of_a_name_that_agrees_are_worth_nothing_more() -> None:
    found = fit("MoonCan brings dew.", "MoonCan: Dew", mooncan=9.0, dew=1.0)
    assert (found.name, found.worth, found.evidence) == ("MoonCan", 1.0, ("name MoonCan", "words dew"))


@pytest.mark.parametrize(
    ("found", "tells"),
    [
        (Fit(6.0, 0.9, 2, "", ("dew",)), True),
        (Fit(4.9, 0.9, 2, "", ("dew",)), False),
        (Fit(6.0, 0.9, 1, "", ("dew",)), False),
        (Fit(6.0, 0.7, 3, "", ("dew",)), False),
        (Fit(14.0, 0.7, 3, "", ("dew",)), True),
        (Fit(14.0, 0.5, 3, "", ("dew",)), False),
        (Fit(4.5, 0.5, 0, "MoonCan", ("dew",)), True),
        (Fit(3.0, 0.9, 2, "MoonCan", ("dew",)), False),
    ],
)
def test_less_of_the_title_must_be_worth_more_and_a_name_alone_is_never_enough(
    found: Fit, tells: bool
) -> None:
    assert found.tells(floor=5.0) is tells


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, False),
        ({"venue": "", "year": None}, False),
        ({"venue": "ICLR"}, True),
        ({"year": 2025}, True),
        ({"authors": ("Cat Cedar",)}, True),
        ({"authors": ("Cat Cedar", "Ada Gardener")}, False),
        ({"title": "SunCan: Dew"}, True),
    ],
)
def test_another_place_other_authors_or_a_name_that_is_not_mentioned_contradict(
    fields: dict[str, object], expected: bool
) -> None:
    text = an_abstract("MoonCan brings dew.", authors=("Ada Gardener",))
    assert contradicted(text, title_of(a_paper(**{"title": "MoonCan: Dew"} | fields))) is expected
