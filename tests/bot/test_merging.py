from dataclasses import replace
from datetime import UTC, datetime
from itertools import permutations

import pytest

from bot.merging import merge, status
from bot.models import Identifier, Paper, Reading, Source
from bot.witness import witness
from tests.make import a_reading


def merged(*readings: Reading) -> Paper:
    papers = {merge([witness(one) for one in order], 1) for order in permutations(readings)}
    assert len(papers) == 1, "the order of arrival made a difference"
    return papers.pop()


@pytest.mark.parametrize(
    ("said", "ours"),
    [
        ("Poster", "poster"),
        ("Oral", "oral"),
        ("Spotlight", "spotlight"),
        ("Workshop", "workshop"),
        ("Poster Workshop", "workshop"),
        ("Oral Workshop", "workshop"),
        ("Reject", "rejected"),
        ("Desk Reject", "rejected"),
        ("Withdraw", "withdrawn"),
        ("Accept (Oral)", "oral"),
        ("Technical Paper", ""),
        ("Active", ""),
        ("Behavioral Track", ""),
        ("", ""),
    ],
)
def test_a_status_is_one_of_ours_or_tells_nothing(said: str, ours: str) -> None:
    assert status(said) == ours


def test_venue_year_and_status_come_from_one_reading_and_acceptance_wins_over_rejection() -> None:
    paper = merged(
        a_reading(venue="ICLR", year=2018, status="Reject"),
        a_reading(venue="ICML", year=2018, status="Oral"),
        a_reading(venue="", year=2019, status=""),
    )
    assert (paper.venue, paper.year, paper.status) == ("ICML", 2018, "oral")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (("ICLR", 2017, "Workshop"), ("ICML", 2017, "Poster"), ("ICML", 2017, "poster")),
        (("ICLR", 2017, "Poster"), ("JMLR", 2019, ""), ("JMLR", 2019, "")),
        (("ICLR", 2018, "Withdraw"), ("NIPS", 2018, "Poster"), ("NIPS", 2018, "poster")),
        (("ICLR", 2018, "Withdraw"), ("ICLR", 2018, "Poster"), ("ICLR", 2018, "withdrawn")),
        (("ICLR", 2018, "Reject"), ("", 2020, ""), ("ICLR", 2018, "rejected")),
        (("ICML", 2018, ""), ("ICML", 2018, "Oral"), ("ICML", 2018, "oral")),
        (("", 2025, ""), ("", 2026, "Withdraw"), ("", 2026, "withdrawn")),
    ],
)
def test_of_two_venues_the_better_one_is_shown(
    one: tuple[str, int, str], other: tuple[str, int, str], expected: tuple[str, int, str]
) -> None:
    readings = (a_reading(venue=venue, year=year, status=word) for venue, year, word in (one, other))
    paper = merged(*readings)
    assert (paper.venue, paper.year, paper.status) == expected


def test_the_published_title_is_the_title_and_the_earlier_one_is_kept() -> None:
    paper = merged(
        a_reading(title="Turnips, First Draft", venue="ICML", year=2018, status=""),
        a_reading(title="On **Turnips**", venue="ICML", year=2018, status="Oral"),
    )
    assert (paper.title, paper.heading, paper.other_titles) == (
        "On Turnips",
        "On Turnips",
        ("Turnips, First Draft",),
    )
    assert paper.raw_title == "On **Turnips**"


def test_capitals_alone_make_no_other_title() -> None:
    paper = merged(a_reading(title="ON TURNIPS", abstract=""), a_reading(title="On Turnips", abstract=""))
    assert (paper.title, paper.other_titles) == ("On Turnips", ())


def test_a_cut_abstract_gives_way_to_a_whole_one() -> None:
    whole = a_reading(venue="ICLR", status="Reject")
    cut = replace(whole, abstract="We grow", venue="ICML", status="Poster")
    paper = merged(whole, cut)
    assert (paper.abstract, paper.venue) == (whole.abstract, "ICML")


def test_names_of_authors_outnumber_anonymous() -> None:
    known = a_reading(venue="ICLR")
    assert merged(known, replace(known, authors=("Anonymous",), venue="ICML")).authors == known.authors


def test_identifiers_links_sources_and_dates_are_gathered() -> None:
    early, late = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 3, 1, tzinfo=UTC)
    paper = merged(
        a_reading(
            source=Source("b.json", "record", 1),
            identifiers=(Identifier("doi", "10.1000/1"),),
            links=("https://doi.org/10.1000/1",),
            published=late,
        ),
        a_reading(
            source=Source("a.json", "record", 2),
            identifiers=(Identifier("arxiv", "2601.00001"),),
            links=("https://arxiv.org/abs/2601.00001",),
            published=early,
            status="Poster",
        ),
    )
    assert paper.identifiers == (Identifier("arxiv", "2601.00001"), Identifier("doi", "10.1000/1"))
    assert paper.links == ("https://arxiv.org/abs/2601.00001", "https://doi.org/10.1000/1")
    assert paper.sources == (Source("a.json", "record", 2), Source("b.json", "record", 1))
    assert paper.published == early


def test_a_paper_without_title_has_a_heading_and_the_names_its_abstract_introduces() -> None:
    abstract = "We introduce TurnipNet, a network that waters turnips. It is fast."
    paper = merged(a_reading(title="", abstract=abstract))
    assert paper.title is None
    assert "TurnipNet" in paper.names
    assert 0 < len(paper.heading) <= 90


def test_a_title_that_comes_later_keeps_the_names_of_the_abstract() -> None:
    abstract = "We introduce TurnipNet, a network that waters turnips. It is fast."
    paper = merged(
        a_reading(title="", abstract=abstract), a_reading(title="Watering by Attention", abstract=abstract)
    )
    assert paper.title == "Watering by Attention"
    assert "TurnipNet" in paper.names


def test_an_id_that_another_paper_has_is_not_given_again() -> None:
    one = witness(a_reading())
    first = merge([one], 1)
    second = merge([one], 2, taken={first.id})
    assert second.id != first.id
    assert merge([one], 2, taken={first.id}) == second
