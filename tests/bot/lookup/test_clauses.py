"""Queries of several clauses, one of which names the paper."""

from pathlib import Path

import pytest

from bot.lookup import Index
from bot.lookup.clauses import MOST, clauses
from tests.indexed import indexed, titled

TITLES = (
    "Growing Turnips with Transformers",
    "Pruning Climbing Roses in Raised Beds",
    "Watering Cans for Balcony Gardens",
    "Composting Leaves without Worms",
)
ASKED_BY_MANY_WORDS = "stop wilting blooms before they droop on frosty evenings"


def planted(folder: Path, *titles: str) -> Index:
    return indexed(folder, [titled(seq, title) for seq, title in enumerate(titles, 1)])


def firm(index: Index, query: str) -> list[int]:
    return [one.seq for one in index.search(query) if not one.guess]


@pytest.mark.parametrize("between", [", ", "; ", " - ", " — ", "，"])
def test_a_clause_that_stands_in_one_title_names_it(tmp_path: Path, between: str) -> None:
    index = planted(tmp_path, *TITLES)
    assert firm(index, f"{ASKED_BY_MANY_WORDS}{between}climbing roses in raised beds") == [2]
    assert firm(index, f"climbing roses in raised beds{between}{ASKED_BY_MANY_WORDS}") == [2]


def test_what_follows_the_name_of_a_paper_is_not_asked_by_itself() -> None:
    assert clauses("RoseBooster: climbing roses in raised beds of loam") == []


def test_without_a_break_it_stays_a_guess(tmp_path: Path) -> None:
    assert firm(planted(tmp_path, *TITLES), f"{ASKED_BY_MANY_WORDS} climbing roses in raised beds") == []


@pytest.mark.parametrize(
    "clause", ["climbing roses", "climbing roses in glass houses", "in the beds with all of them"]
)
def test_a_clause_of_few_words_or_found_in_part_names_nothing(tmp_path: Path, clause: str) -> None:
    assert firm(planted(tmp_path, *TITLES), f"{ASKED_BY_MANY_WORDS}, {clause}") == []


def test_a_clause_that_many_titles_hold_names_none_of_them(tmp_path: Path) -> None:
    beds = [f"Climbing Roses in Raised Beds {number}" for number in range(6)]
    assert (
        firm(planted(tmp_path, *TITLES, *beds), f"{ASKED_BY_MANY_WORDS}, climbing roses in raised beds") == []
    )


def test_numbers_names_and_formulas_are_not_broken() -> None:
    assert clauses("growing 10,000 turnips:3 with f(x,y)-mulch in Stockton-on-Tees") == []
    assert clauses("") == clauses(", ; :") == clauses("one clause of a few words,") == []
    assert len(clauses(", ".join(["growing turnips with transformers"] * 50))) == MOST
