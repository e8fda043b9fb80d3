"""Queries that stand in a title as they are written."""

from pathlib import Path

import pytest

from bot.lookup import Index
from bot.lookup.asking import as_it_stands
from bot.lookup.verbatim import verbatim
from tests.indexed import indexed, titled

ROSES = (
    "Pruning Climbing Roses in Raised Beds",
    "A Note on Climbing Roses in Raised Beds of Loam",
    "Raised Beds for Roses Climbing in the Shade",
    "Climbing Hydrangeas in Raised Beds",
    "Roses in Glass Houses",
)


def planted(folder: Path, *titles: str) -> Index:
    return indexed(folder, [titled(seq, title) for seq, title in enumerate(titles, 1)])


def found(index: Index, query: str) -> list[int]:
    return [one.seq for one in index.search(query)]


def told(index: Index, query: str) -> set[int] | None:
    """Papers that are told without understanding the query; None where it must be understood."""
    snapshot = index._current()
    assert snapshot.view is not None
    asked = as_it_stands(query, snapshot.view)
    candidates = None if asked is None else verbatim(snapshot, snapshot.view, asked, limit=1)
    return None if candidates is None else {one.card.seq for one in candidates}


@pytest.mark.parametrize(
    "query",
    [
        "climbing roses in raised beds",
        "climbing roses in raised be",
        "Climbing roses in raised beds.",
        "climbing rose in raised bed",
    ],
)
def test_titles_that_hold_the_query_in_a_row_are_told(tmp_path: Path, query: str) -> None:
    index = planted(tmp_path, *ROSES)
    assert told(index, query) == {1, 2, 3}
    assert set(found(index, query)[:2]) == {1, 2}
    assert not any(one.guess for one in index.search(query)[:2])


def test_papers_that_hold_some_of_its_words_follow(tmp_path: Path) -> None:
    assert found(planted(tmp_path, *ROSES), "climbing roses in raised beds") == [1, 2, 3, 4, 5]


def test_where_no_title_has_it_in_a_row_it_is_understood(tmp_path: Path) -> None:
    index = planted(tmp_path, *ROSES)
    assert not told(index, "roses climbing raised")
    assert {1, 2, 3} <= set(found(index, "roses climbing raised"))


def test_the_beginning_of_a_title_comes_before_its_middle(tmp_path: Path) -> None:
    index = planted(tmp_path, "On Early Turnips", "Early Turnips in the Rain", "More Early Turnips")
    assert found(index, "early turn")[0] == 2
    assert told(index, "Early Turnips in the Rain") == {2}


def test_of_many_titles_with_all_words_those_with_the_run_are_told(tmp_path: Path) -> None:
    crowd = [f"Beds of Roses, Raised by Number {number}" for number in range(120)]
    assert told(planted(tmp_path, *crowd, "Roses Raised in Pots"), "roses raised in pot") == {121}


def test_of_many_titles_with_the_first_word_those_where_the_last_one_goes_on_are_told(tmp_path: Path) -> None:
    crowd = [f"Roses of Kind {number}" for number in range(120)]
    index = planted(tmp_path, *crowd, "Roses Climbing High", "Climbing After Roses")
    assert told(index, "roses climb") == told(index, "roses climbing") == {121, 122}
    assert found(index, "roses climb")[:2] == [121, 122]


def test_where_the_last_word_alone_is_wrong_the_others_count_as_a_run(tmp_path: Path) -> None:
    index = planted(tmp_path, "Soil and Rain Gauges from One Shed", "Gauges for Soil and Roots")
    assert told(index, "soil and rain gauges ro") is None
    assert found(index, "soil and rain gauges ro")[0] == 1


def test_a_beginning_of_too_many_words_is_understood(tmp_path: Path) -> None:
    crowd = [f"Roses s{number}x in Bloom" for number in range(200)]
    index = planted(tmp_path, *crowd, "Roses Sleep")
    assert told(index, "roses s") is None
    assert found(index, "roses s")
    assert told(index, "roses sleep") == {201}


def test_endings_and_spellings_are_no_matter(tmp_path: Path) -> None:
    index = planted(tmp_path, "Optimizing Raised Bed for Climbing Roses", "Bed and Rose", "Raised Roses")
    assert told(index, "optimising raised beds for climbing rose") == {1}


def test_a_title_with_four_words_that_tell_is_meant_in_whatever_order(tmp_path: Path) -> None:
    index = planted(tmp_path, *ROSES, "Pruning Roses")
    assert told(index, "raised roses climbing pruning") == {1}
    assert not told(index, "roses pruning raised")


def test_a_title_without_the_words_that_bind_is_not_all_of_it(tmp_path: Path) -> None:
    index = planted(tmp_path, "Pruning Climbing Roses, Raised", "Raised Roses")
    assert not told(index, "raised roses between climbing pruning")


def test_a_name_comes_before_a_title_that_has_its_words_in_a_row(tmp_path: Path) -> None:
    papers = [
        titled(1, "A Hyper Search for Seeds"),
        titled(2, "HyperSearch: Growing Hybrids"),
        titled(3, "Digging", names=("Hyper-Search",)),
    ]
    index = indexed(tmp_path, papers)
    assert told(index, "hyper search") is None
    assert set(found(index, "hyper search")[:2]) == {2, 3}


def test_a_query_that_some_title_has_as_one_word_is_understood(tmp_path: Path) -> None:
    index = planted(tmp_path, "A Rose Bed in Bloom", "The Rosebeds of Kew", "Bed of Roses")
    assert told(index, "rose bed") is None
    assert {1, 2} <= set(found(index, "rose bed"))


def test_who_writes_of_a_person_does_not_hide_what_the_person_wrote(tmp_path: Path) -> None:
    of_hers = [
        titled(seq, f"Turnips of Year {seq}", authors=("Gertrude Jekyll", "Ada Mint")) for seq in range(1, 4)
    ]
    index = indexed(tmp_path, [*of_hers, titled(9, "On Gertrude Jekyll and Her Borders")])
    assert {1, 2, 3, 9} <= set(found(index, "gertrude jekyll"))


def test_half_of_a_persons_name_is_no_beginning_of_a_word(tmp_path: Path) -> None:
    papers = [
        titled(1, "Consistent Transplanting of Leeks"),
        titled(2, "Consistencies of Loam", authors=("Ada Tran",)),
        titled(3, "Roses", authors=("Bea Tran",)),
    ]
    assert found(indexed(tmp_path, papers), "consistencies tran")[0] == 2


def test_the_ending_of_the_only_finished_word_is_a_matter(tmp_path: Path) -> None:
    index = planted(tmp_path, "Consistent Transplanting of Leeks", "Consistencies of Loam")
    assert not told(index, "consistencies transp")
    assert told(index, "consistent transp") == {1}


@pytest.mark.parametrize("query", ["roses", "", "good morning roses", "climbing roses 蔷薇", "roses " * 60])
def test_what_may_be_something_else_is_understood(tmp_path: Path, query: str) -> None:
    assert told(planted(tmp_path, *ROSES, "Good Morning Roses"), query) is None


def test_other_titles_of_a_paper_count(tmp_path: Path) -> None:
    papers = [
        titled(1, "Turnips at Night", other_titles=("Moonlight and the Common Turnip",)),
        titled(2, "Moonlight over Turnips"),
    ]
    assert told(indexed(tmp_path, papers), "moonlight and the common turnip") == {1}


def test_two_titles_of_a_paper_make_no_run(tmp_path: Path) -> None:
    papers = [
        titled(1, "Turnips at Night", other_titles=("Common Moonlight",)),
        titled(2, "Night of the Owl"),
    ]
    assert not told(indexed(tmp_path, papers), "at night common")


def test_what_was_removed_is_not_told(tmp_path: Path) -> None:
    index = planted(tmp_path, *ROSES)
    writing = index.writing()
    assert writing is not None
    with writing:
        writing.remove([1, 2])
        writing.commit(index.mark)
    assert told(index, "climbing roses in raised beds") == {3}
