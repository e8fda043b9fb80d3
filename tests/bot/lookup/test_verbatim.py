"""Queries that stand in a title as they are written."""

from pathlib import Path

import pytest

from bot.lookup import Index
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


@pytest.mark.parametrize(
    "query",
    [
        "climbing roses in raised beds",
        "climbing roses in raised be",
        "Climbing roses in raised beds.",
        "the climbing roses in raised beds",
    ],
)
def test_titles_that_hold_the_query_in_a_row_come_first(tmp_path: Path, query: str) -> None:
    assert set(found(planted(tmp_path, *ROSES), query)[:2]) == {1, 2}


def test_papers_that_hold_only_some_of_its_words_are_not_looked_for(tmp_path: Path) -> None:
    assert found(planted(tmp_path, *ROSES), "climbing roses in raised beds") == [1, 2, 3]


def test_where_no_title_has_it_in_a_row_they_are(tmp_path: Path) -> None:
    assert {4, 5} <= set(found(planted(tmp_path, *ROSES), "roses climbing raised"))


def test_the_beginning_of_a_title_comes_before_its_middle(tmp_path: Path) -> None:
    index = planted(tmp_path, "On Early Turnips", "Early Turnips in the Rain", "More Early Turnips")
    assert found(index, "early turn")[0] == 2
    assert found(index, "Early Turnips in the Rain") == [2]


def test_of_many_titles_with_all_words_those_with_the_run_are_found(tmp_path: Path) -> None:
    crowd = [f"Beds of Roses, Raised by Number {number}" for number in range(120)]
    assert found(planted(tmp_path, *crowd, "Roses Raised in Pots"), "roses raised in pot") == [121]


def test_of_many_titles_with_the_first_word_those_where_the_last_one_goes_on_are_found(
    tmp_path: Path,
) -> None:
    crowd = [f"Roses of Kind {number}" for number in range(120)]
    index = planted(tmp_path, *crowd, "Roses Climbing High", "Climbing After Roses")
    assert found(index, "roses climb") == [121, 122]
    assert found(index, "roses climbing") == [121, 122]


def test_a_beginning_of_too_many_words_is_understood(tmp_path: Path) -> None:
    crowd = [f"Roses s{number}x in Bloom" for number in range(200)]
    assert found(planted(tmp_path, *crowd, "Roses Sleep"), "roses sleep")[0] == 201
    assert found(planted(tmp_path, *crowd, "Roses Sleep"), "roses s")


def test_endings_are_no_matter(tmp_path: Path) -> None:
    index = planted(tmp_path, "Optimizing Raised Bed for Climbing Roses", "Bed and Rose", "Raised Roses")
    assert found(index, "optimising raised beds for climbing rose") == [1]
    assert not index.search("optimising raised beds for climbing rose")[0].guess


def test_a_title_with_four_words_that_tell_is_meant_in_whatever_order(tmp_path: Path) -> None:
    index = planted(tmp_path, *ROSES, "Pruning Roses")
    assert found(index, "raised roses climbing pruning") == [1]
    assert len(found(index, "roses pruning raised")) > 1


def test_a_title_without_the_words_that_bind_is_not_all_of_it(tmp_path: Path) -> None:
    index = planted(tmp_path, "Pruning Climbing Roses, Raised", "Raised Roses")
    assert len(found(index, "raised roses between climbing pruning")) > 1


def test_a_name_comes_before_a_title_that_has_its_words_in_a_row(tmp_path: Path) -> None:
    papers = [
        titled(1, "A Hyper Search for Seeds"),
        titled(2, "HyperSearch: Growing Hybrids"),
        titled(3, "Digging", names=("Hyper-Search",)),
    ]
    assert set(found(indexed(tmp_path, papers), "hyper search")[:2]) == {2, 3}


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
    assert {1, 2} <= set(found(indexed(tmp_path, papers), "consistencies tran"))


def test_other_titles_of_a_paper_count(tmp_path: Path) -> None:
    papers = [
        titled(1, "Turnips at Night", other_titles=("Moonlight and the Common Turnip",)),
        titled(2, "Moonlight over Turnips"),
    ]
    assert found(indexed(tmp_path, papers), "moonlight and the common turnip") == [1]


def test_two_titles_of_a_paper_make_no_run(tmp_path: Path) -> None:
    papers = [
        titled(1, "Turnips at Night", other_titles=("Common Moonlight",)),
        titled(2, "Night of the Owl"),
    ]
    assert set(found(indexed(tmp_path, papers), "at night common")) >= {1, 2}


def test_what_was_removed_is_not_found(tmp_path: Path) -> None:
    index = planted(tmp_path, *ROSES)
    writing = index.writing()
    assert writing is not None
    with writing:
        writing.remove([1, 2])
        writing.commit(index.mark)
    assert found(index, "climbing roses in raised beds")[0] == 3
