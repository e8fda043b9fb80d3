from typing import Any

import pytest

from bot.models import Identifier, Reading, Source
from bot.sources.listed import Listed
from bot.sources.records import reading
from bot.sources.values import Fault

SOURCE = Source("list.json", "record", 0)
TURNIPS = {
    "title": "Growing Turnips with Transformers",
    "abstract": "We grow turnips. A transformer waters them.",
    "author": "Ada Gardener; Ben Spade",
}


def read(listed: Listed | None = None, **fields: Any) -> Reading:
    said = reading(TURNIPS | fields, SOURCE, listed or Listed())
    assert isinstance(said, Reading)
    return said


def refused(**fields: Any) -> Fault:
    said = reading(fields, SOURCE, Listed("ICML", 2018))
    assert isinstance(said, Fault)
    return said


def test_a_record_is_read_as_it_stands() -> None:
    assert read(
        status=" Technical Paper ",
        keywords="turnips;growth; turnips ",
        venue="ICML",
        year=2018,
        doi="10.1000/turnip.7",
    ) == Reading(
        source=SOURCE,
        title="Growing Turnips with Transformers",
        abstract="We grow turnips. A transformer waters them.",
        authors=("Ada Gardener", "Ben Spade"),
        venue="ICML",
        year=2018,
        status="Technical Paper",
        identifiers=(Identifier("doi", "10.1000/turnip.7"),),
        links=("https://doi.org/10.1000/turnip.7",),
        keywords=("turnips", "growth"),
    )


def test_nothing_but_the_named_fields_is_kept() -> None:
    private: dict[str, Any] = {
        "authorids": "ada@shed.example;ben@shed.example",
        "email": "ada@shed.example",
        "aff": "The Shed, secret@shed.example",
        "aff_domain": "shed.example",
        "homepage": "https://shed.example/ada",
        "review": "A secret review",
        "rating": "3;4",
        "gs_citation": 7,
        "bibtex": "@inproceedings{a, author = {secret@shed.example}, year = {2018}}",
    }
    kept = repr(read(**private))
    for word in ("shed.example", "secret", "review", "@"):
        assert word not in kept


@pytest.mark.parametrize("blank", [None, "", "  ", " \n\t"])
def test_a_blank_abstract_is_none(blank: str | None) -> None:
    assert read(abstract=blank).abstract == ""


@pytest.mark.parametrize("blank", [None, "", "  "])
def test_a_record_without_title_is_kept_for_its_abstract(blank: str | None) -> None:
    assert read(title=blank).title == ""


@pytest.mark.parametrize("fields", [{}, {"title": " ", "abstract": "  "}, {"title": 7, "abstract": ["x"]}])
def test_a_record_without_both_is_refused(fields: dict[str, Any]) -> None:
    assert refused(author="Ada Gardener", **fields).key == "source-no-text"


@pytest.mark.parametrize(
    "title", ["Poster", "title", "Placeholder", "Withdrawn", "withdraw", "Test of Time Award"]
)
@pytest.mark.parametrize("abstract", ["", "We grow turnips. A transformer waters them."])
def test_a_placeholder_is_refused_even_with_authors_and_abstract(title: str, abstract: str) -> None:
    fault = refused(title=title, abstract=abstract, author="Ada Gardener")
    assert (fault.key, fault.told) == ("source-placeholder", {"title": title})


def test_front_matter_is_refused() -> None:
    assert refused(title="[Monday digests]", abstract="Provides a schedule.").key == "source-front-matter"


def test_an_abstract_that_says_there_is_none_is_left_out() -> None:
    assert read(abstract="Abstract Unavailable").abstract == ""


def test_line_breaks_markup_and_entities_of_the_abstract_stay() -> None:
    raw = "We *grow*\n$\\sqrt{T}$ turnips\n\n&amp; more."
    assert read(abstract=f"  {raw}\n").abstract == raw


def test_a_title_is_put_on_one_line_and_its_latex_stays() -> None:
    assert read(title=" $\\sqrtT$:\r\n Mud &amp;  Water ").title == "$\\sqrtT$: Mud & Water"


def test_what_cannot_be_stored_is_replaced_everywhere() -> None:
    said = read(title="a\0b", abstract="c\x01d", author="e\x07f", status="g\0", keywords="h\0i")
    assert (said.title, said.abstract, said.authors, said.status, said.keywords) == (
        "a b",
        "c d",
        ("e f",),
        "g",
        ("h i",),
    )


@pytest.mark.parametrize("status", ["Reject", "Withdraw", "Oral", "Poster", "Active"])
def test_the_status_is_the_sources_own_word(status: str) -> None:
    assert read(status=status).status == status


@pytest.mark.parametrize(
    "authors",
    [
        ["Ada Gardener1", "Ben Spade"],
        [{"name": "Ada Gardener", "email": "ada@shed.example"}, {"name": "Ben Spade"}],
        {"value": ["Ada Gardener", "Ben Spade"]},
        ["Ada Gardener", None, 7, "Ben Spade"],
    ],
)
def test_authors_may_be_a_list(authors: object) -> None:
    assert read(author=None, authors=authors).authors == ("Ada Gardener", "Ben Spade")


def test_an_address_in_a_list_of_authors_is_not_kept() -> None:
    assert read(author=["Ada Gardener ada@shed.example", "ben@shed.example"]).authors == ("Ada Gardener",)


@pytest.mark.parametrize("wrap", [lambda text: text, lambda text: {"value": text}])
def test_both_shapes_of_openreview_are_read(wrap: Any) -> None:
    note = {"content": {name: wrap(text) for name, text in TURNIPS.items()}, "id": "x"}
    said = reading(note, SOURCE, Listed())
    assert isinstance(said, Reading)
    assert (said.title, said.authors) == (TURNIPS["title"], ("Ada Gardener", "Ben Spade"))


@pytest.mark.parametrize(
    ("fields", "listed", "expected"),
    [
        ({}, Listed("ICML", 2018), ("ICML", 2018)),
        ({"venue": "CoRL", "year": 2020}, Listed("ICML", 2018), ("CoRL", 2020)),
        ({"venue": "ICLR 2018 Poster"}, Listed(), ("ICLR", 2018)),
        ({"venue": "International Conference on Growing Turnips"}, Listed("ICGT", 2018), ("ICGT", 2018)),
        (
            {"venue": "International Conference on Growing Turnips"},
            Listed(),
            ("International Conference on Growing Turnips", None),
        ),
        ({"site": "https://icml.cc/virtual/2018/poster/1"}, Listed(), ("ICML", 2018)),
        ({"bibtex": "@inproceedings{x,\n year = \t {2013},}"}, Listed("ICML"), ("ICML", 2013)),
        ({}, Listed(), ("", None)),
    ],
)
def test_venue_and_year_come_from_the_record_then_the_list_then_the_address(
    fields: dict[str, Any], listed: Listed, expected: tuple[str, int | None]
) -> None:
    said = read(listed, **fields)
    assert (said.venue, said.year) == expected


@pytest.mark.parametrize(
    ("year", "kept"),
    [
        (2018, 2018),
        ("2018", 2018),
        ("May 2018", 2018),
        (2018.0, 2018),
        (1899, None),
        (2101, None),
        (0, None),
        (True, None),
        (2018.5, None),
        ("12018", None),
        ([2018], None),
        (None, None),
    ],
)
def test_a_year_is_four_sane_digits(year: object, kept: int | None) -> None:
    assert read(year=year).year == kept


@pytest.mark.parametrize(
    ("fields", "identifier", "link"),
    [
        ({"arxiv": "1706.03762v5"}, "arxiv:1706.03762", "https://arxiv.org/abs/1706.03762"),
        ({"arxiv": "arXiv:1706.03762"}, "arxiv:1706.03762", "https://arxiv.org/abs/1706.03762"),
        (
            {"doi": "https://doi.org/10.1000/Turnip.7"},
            "doi:10.1000/turnip.7",
            "https://doi.org/10.1000/turnip.7",
        ),
        (
            {"site": "https://openreview.net/forum?id=B1-Hhnslg"},
            "openreview:B1-Hhnslg",
            "https://openreview.net/forum?id=B1-Hhnslg",
        ),
        (
            {"pdf": "https://openreview.net/pdf?id=B1-Hhnslg"},
            "openreview:B1-Hhnslg",
            "https://openreview.net/forum?id=B1-Hhnslg",
        ),
    ],
)
def test_links_are_rebuilt_from_checked_identifiers(
    fields: dict[str, Any], identifier: str, link: str
) -> None:
    said = read(**fields)
    assert [str(each) for each in said.identifiers] == [identifier]
    assert said.links == (link,)


def test_a_page_of_no_known_kind_is_a_link_but_no_identity() -> None:
    said = read(site="https://turnips.example/2018")
    assert (said.identifiers, said.links) == ((), ("https://turnips.example/2018",))


@pytest.mark.parametrize(
    "site",
    [
        "http://turnips.example/1",
        "javascript:alert(1)",
        "https://user:secret@turnips.example/1",
        "https://turnips.example/<script>",
        "https://turnips.example/a b",
        "https://turnips.example/|text>",
        "https://localhost/1",
        "https://turnips.example/\u202e1",
        "https://turnips.example/" + "a" * 600,
        "//turnips.example/1",
        7,
    ],
)
def test_an_address_that_is_not_plain_https_is_no_link(site: object) -> None:
    assert read(site=site).links == ()


@pytest.mark.parametrize(
    ("fields", "version"),
    [
        ({"url": "https://arxiv.org/abs/1706.03762v5"}, 5),
        ({"pdf": "https://arxiv.org/pdf/1706.03762v12.pdf"}, 12),
        ({"arxiv": "math.GT/0309136v2"}, 2),
        ({"eprint": "2601.00001V3"}, 3),
        ({"url": "https://arxiv.org/abs/1706.03762"}, 0),
        ({"url": "https://proceedings.mlr.press/v139/ash21a.html"}, 0),
        ({"doi": "10.1000/turnip.v2"}, 0),
        ({"url": "https://example.org/2601.00001v3beta"}, 0),
    ],
)
def test_a_version_is_one_that_an_arxiv_id_names(fields: dict[str, Any], version: int) -> None:
    assert read(**fields).version == version
