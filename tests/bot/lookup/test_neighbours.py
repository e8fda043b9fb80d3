"""Papers like another, and which of several equally good ones comes first."""

from dataclasses import replace
from pathlib import Path

from bot.lookup import Index
from bot.models import Paper
from tests.indexed import indexed
from tests.make import a_paper

OF_WORDS = "Rows of {} stand in a bed of loam beside the shed."


def planted(folder: Path, *papers: Paper) -> Index:
    return indexed(folder, papers)


def on(seq: int, title: str, *keywords: str, year: int | None = 2026) -> Paper:
    return a_paper(
        seq=seq, title=title, abstract=OF_WORDS.format(title), authors=(), keywords=keywords, year=year
    )


BEANS = on(1, "Beans at Dawn", "climbing plants", "drip irrigation")
CROWD = [on(seq, f"Weeds {seq}", "weeding") for seq in range(4, 40)]


def test_papers_with_a_keyword_in_common_are_similar_though_they_share_no_other_word(tmp_path: Path) -> None:
    index = planted(
        tmp_path, BEANS, on(2, "Hops in Autumn", "Climbing Plants"), on(3, "Turnips", "roots"), *CROWD
    )
    assert [one.seq for one in index.similar(BEANS)] == [2]
    assert index.similar(replace(BEANS, keywords=())) == ()


def test_words_of_two_keywords_that_do_not_stand_together_are_no_keyword(tmp_path: Path) -> None:
    index = planted(tmp_path, BEANS, on(2, "Hops in Autumn", "climbing walls", "potted plants"), *CROWD)
    assert index.similar(BEANS) == ()


def test_a_keyword_that_many_have_says_little(tmp_path: Path) -> None:
    weeds = on(1, "Thistles", "weeding")
    assert planted(tmp_path, weeds, on(2, "Hops", "roots"), *CROWD).similar(weeds) == ()


def test_a_paper_with_thousands_of_keywords_is_asked_by_its_first(tmp_path: Path) -> None:
    many = on(1, "Beans at Dawn", "climbing plants", *(f"plant {number}" for number in range(5_000)))
    index = planted(tmp_path, many, on(2, "Hops in Autumn", "climbing plants"), *CROWD)
    assert index.similar(many, 1)[0].seq == 2


def test_of_papers_with_one_name_the_latest_year_comes_first_however_they_were_added(tmp_path: Path) -> None:
    index = planted(
        tmp_path,
        on(1, "SPADE: deep soil probing with adaptive digging under uncertain moisture", year=2026),
        on(2, "SPADE: a tool", year=2019),
        on(3, "SPADE: sparse planting and drilling explained", year=None),
        on(4, "SPADE: holes", year=2026),
    )
    assert [one.seq for one in index.search("SPADE")] == [4, 1, 2, 3]
    assert [one.seq for one in index.search("spade")] == [4, 1, 2, 3]
    assert index.search("SPADE holes")[0].seq == 4


def test_of_papers_with_one_title_the_latest_year_comes_first(tmp_path: Path) -> None:
    index = planted(tmp_path, on(1, "Growing Hops", year=2025), on(2, "Growing Hops", year=2018), *CROWD)
    assert [one.seq for one in index.search("growing hops")][:2] == [1, 2]


def test_a_paper_without_a_title_is_not_behind_for_lack_of_one(tmp_path: Path) -> None:
    text = "Dew warms the beds. Our lanterns let beds of late asters bloom through frost."
    bare = a_paper(seq=1, title=None, heading="Lanterns over beds", abstract=text, authors=(), names=())
    other = a_paper(seq=2, title="Frost of Late Springs", abstract=text, authors=())
    index = indexed(tmp_path, [bare, other, *CROWD])
    assert [one.seq for one in index.search("lanterns for asters that bloom through frost")][:2] == [1, 2]


def test_a_keyword_that_is_said_again_counts_once(tmp_path: Path) -> None:
    index = planted(tmp_path, BEANS, on(2, "Hops in Autumn", "Climbing Plants"), *CROWD)
    once, often = (
        index.similar(replace(BEANS, keywords=("climbing plants", "Climbing plants") * times))
        for times in (1, 9)
    )
    assert [one.score for one in often] == [one.score for one in once] != []
