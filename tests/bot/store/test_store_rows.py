from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.merging import merge
from bot.models import Identifier, Paper, Reading, Source
from bot.store.rows import digest, paper_of_row, reading_of, row_of_paper, rows_of_identifiers, said
from bot.witness import witness
from tests.make import a_paper, a_reading

words = st.text("abc αβ∞\"'\\{}$\n", max_size=12)
some_words = st.lists(words, max_size=3).map(tuple)
identifiers = st.lists(st.builds(Identifier, st.sampled_from(["arxiv", "doi"]), words), max_size=2).map(tuple)
moments = st.none() | st.datetimes(timezones=st.just(UTC))
readings = st.builds(
    Reading,
    source=st.builds(Source, words, st.sampled_from(["paragraph", "record"]), st.integers(0, 9)),
    title=words,
    abstract=words,
    authors=some_words,
    venue=words,
    year=st.none() | st.integers(1900, 2100),
    status=words,
    identifiers=identifiers,
    links=some_words,
    keywords=some_words,
    published=moments,
    version=st.integers(0, 3),
)


@given(readings, readings)
def test_a_reading_comes_back_whatever_paper_it_is_told_apart_from(one: Reading, other: Reading) -> None:
    for paper in (
        None,
        merge([witness(one)], 1),
        merge([witness(one), witness(other)], 1),
        merge([witness(other)], 1),
    ):
        assert reading_of(one.source, said(one, paper), paper) == one


def test_what_the_paper_says_already_is_not_stored_twice() -> None:
    reading = a_reading(status="Poster")
    assert said(reading, merge([witness(reading)], 1)) == '{"status":"Poster"}'


@given(readings)
def test_a_paper_comes_back_from_its_row(reading: Reading) -> None:
    paper = replace(merge([witness(reading)], 3), names=("Tübi",), other_titles=("a", "b"))
    assert paper_of_row(row_of_paper(paper, ingest=1)) == paper


@given(readings, readings)
def test_a_digest_tells_what_is_said_and_not_where(one: Reading, other: Reading) -> None:
    assert (digest(one) == digest(other)) == (replace(one, source=other.source) == other)


def test_a_paper_can_be_asked_for_by_its_identifiers_its_pages_and_what_it_links_to() -> None:
    paper = a_paper(
        identifiers=(Identifier("doi", "10.1000/1"),),
        links=("https://doi.org/10.1000/1", "https://turnips.example/paper"),
        raw="See 10.1000/2 and https://doi.org/10.1000/1.",
    )
    assert {(row["scheme"], row["value"], row["own"]) for row in rows_of_identifiers(paper)} == {
        ("doi", "10.1000/1", True),
        ("link", "turnips.example/paper", True),
        ("doi", "10.1000/2", False),
    }


def test_moments_keep_their_microseconds() -> None:
    moment = datetime(2026, 12, 1, 10, 30, 0, 123456, tzinfo=UTC)
    paper: Paper = a_paper(published=moment)
    assert paper_of_row(row_of_paper(paper, ingest=1)).published == moment


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("Code: https://github.com/ann/turnips.", "link:github.com/ann/turnips"),
        ("turnip " * 200 + "We extend arXiv: 2601.00001 and hope.", "arxiv:2601.00001"),
        ("As in 10.1000/turnips, 3/4 of them", "doi:10.1000/turnips"),
        ("see arxiv.org/abs/hep-th/9901001 and others", "arxiv:hep-th/9901001"),
        ("built on 2020.acl-main.1", "acl:2020.acl-main.1"),
        ("1/2 of the 2015 turnips, e.g. those of 3.5 kg and/or more", ""),
    ],
)
def test_what_an_abstract_links_to_is_found_wherever_it_stands(text: str, linked: str) -> None:
    rows = rows_of_identifiers(a_paper(raw=text))
    assert [f"{row['scheme']}:{row['value']}" for row in rows] == ([linked] if linked else [])
