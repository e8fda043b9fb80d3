import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.models import Identifier, Reading, Source
from bot.sources import Skipped, read, table
from bot.sources.authors import given_first
from bot.text.names import title_names
from bot.text.plain import plain
from tests.costs import is_linear
from tests.source_files import told, written

TITLES = Path(__file__).resolve().parents[3] / ".." / "shared" / "corpus" / "titles.csv"

HEADER = "title,authors,url,session\n"
ROWS = (
    HEADER + "Growing Turnips,Ann Ash; Ben Birch,https://icml.cc/virtual/2026/poster/7,Session 1\n"
    '"Turnips, Carrots and ""Beets""",Cat Cedar,https://icml.cc/virtual/2026/poster/8,\n'
    '"Turnips\nover Two Lines",Dan Dogwood,https://icml.cc/virtual/2026/poster/9,\n'
)
TOLD = ["0: Growing Turnips", '1: Turnips, Carrots and "Beets"', "2: Turnips over Two Lines"]


def a_file(folder: Path, content: str | bytes, name: str = "rows.csv") -> Path:
    return written(folder, name, content)


def the_reading(folder: Path, content: str, name: str = "rows.csv") -> Reading:
    (item,) = read(a_file(folder, content, name))
    assert isinstance(item, Reading), item
    return item


@pytest.mark.parametrize(
    "content",
    [
        ROWS,
        ROWS.rstrip("\n"),
        ROWS.replace("\n", "\r\n"),
        ROWS.replace("\n", "\r"),
        "\ufeff" + ROWS,
        "\n\n" + ROWS,
        ROWS.replace("\nG", "\n\nG"),
        ROWS + ",,,\n,,,\n",
        ROWS.encode("utf-16"),
        ROWS.replace("title,authors", "Title,Author(s)"),
        ROWS.replace('"Turnips,', ' "Turnips,'),
        ROWS.replace("title,authors", '"TITLE","Author Names"'),
        ROWS.replace("title,authors", "标题,作者"),
    ],
)
def test_a_table_is_told_by_its_first_row(tmp_path: Path, content: str | bytes) -> None:
    for name in ("rows.csv", "rows.txt", "rows"):
        assert told(a_file(tmp_path, content, name)) == TOLD


@pytest.mark.parametrize("delimiter", ["\t", ";"])
def test_cells_may_be_parted_by_tabs_or_semicolons(tmp_path: Path, delimiter: str) -> None:
    rows = f'title{delimiter}authors\nTurnips, Carrots{delimiter}"Ann Ash; Ben Birch"\n'
    for content in (rows.encode(), rows.encode("utf-16")):
        (only,) = read(a_file(tmp_path, content))
        assert isinstance(only, Reading)
        assert (only.title, only.authors) == ("Turnips, Carrots", ("Ann Ash", "Ben Birch"))


@pytest.mark.parametrize(
    "content",
    [
        "title\nGrowing Turnips\n",
        "authors,url\nAnn Ash,https://example.org\n",
        "a title, of some prose\nand no table at all\n",
        "title and authors,something else\nGrowing Turnips,1\n",
        "name,age\nAnn,7\n",
    ],
)
def test_what_names_no_title_with_another_column_is_no_table(tmp_path: Path, content: str) -> None:
    assert told(a_file(tmp_path, content)) == [": source-unrecognised"]


def test_every_known_column_is_read_and_no_other(tmp_path: Path) -> None:
    found = the_reading(
        tmp_path,
        "Document Title,Authors,Author Affiliations,Email,Publication Title,Publication Year,Abstract,DOI,"
        "arXiv ID,Author Keywords,Decision\n"
        "Turnips,Ann Ash (ann@example.org); Ben Birch,Garden,ann@example.org,ICML,2026,We grow.,"
        "10.1000/turnip,2601.00001v2,roots; soil,Oral\n",
    )
    assert found == Reading(
        source=Source("rows.csv", "record", 0),
        title="Turnips",
        abstract="We grow.",
        authors=("Ann Ash", "Ben Birch"),
        venue="ICML",
        year=2026,
        status="Oral",
        identifiers=(Identifier("doi", "10.1000/turnip"), Identifier("arxiv", "2601.00001")),
        links=("https://doi.org/10.1000/turnip", "https://arxiv.org/abs/2601.00001"),
        keywords=("roots", "soil"),
        version=2,
    )


@pytest.mark.parametrize(
    ("name", "columns", "cells", "said"),
    [
        ("rows.csv", "url", "https://icml.cc/virtual/2026/poster/7", ("ICML", 2026)),
        ("icml2025.csv", "authors", "Ann Ash", ("ICML", 2025)),
        ("icml2025.csv", "venue,year", "UAI,2024", ("UAI", 2024)),
        ("titles2025.csv", "venue", "ICLR 2023 poster", ("ICLR", 2023)),
        ("rows.csv", "authors", "Ann Ash", ("", None)),
    ],
)
def test_venue_and_year_come_from_columns_then_the_name_then_the_address(
    tmp_path: Path, name: str, columns: str, cells: str, said: tuple[str, int | None]
) -> None:
    found = the_reading(tmp_path, f"title,{columns}\nTurnips,{cells}\n", name)
    assert (found.venue, found.year) == said


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("Ann Ash; Ben Birch", ("Ann Ash", "Ben Birch")),
        ("Ash, Ann; Birch, Ben", ("Ann Ash", "Ben Birch")),
        ("Ann Ash and Ben Birch", ("Ann Ash", "Ben Birch")),
        ("Ann Ash, Ben Birch, Cat Cedar", ("Ann Ash", "Ben Birch", "Cat Cedar")),
    ],
)
def test_authors_are_parted_however_they_are_joined(
    tmp_path: Path, cell: str, names: tuple[str, ...]
) -> None:
    assert the_reading(tmp_path, f'title,authors\nTurnips,"{cell}"\n').authors == names


@pytest.mark.parametrize(
    ("name", "whole"),
    [
        ("Ash, Ann", "Ann Ash"),
        ("van den Ash, Ann B.", "Ann B. van den Ash"),
        ("Ash, Jr., Ann", "Ann Ash Jr."),
        ("Ash, Ann, III", "Ann Ash III"),
        ("Ash, Jr.", "Ash Jr."),
        ("Ann Ash", "Ann Ash"),
        ("Ash, Ann, Garden School", "Ash, Ann, Garden School"),
    ],
)
def test_a_last_name_in_front_goes_behind(name: str, whole: str) -> None:
    assert given_first(name) == whole


GOOD = "Turnips {0},Ann Ash,https://example.org/{0},\n"


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        ("Too, many,cells,are,here\n", ["line 3: source-cells"]),
        ("Too few,Ann Ash\n", ["line 3: source-cells"]),
        (",Ann Ash,,\n", ["line 3: source-no-text"]),
        ('"A title\nof three lines,\nwith a cell, too many",a,b,c,d\n', ["line 3: source-cells"]),
        ("x" * 1_100_000 + "\n", ["line 3: source-too-long"]),
        ("x" * 200_000 + ",a,b,c\n", ["line 3: source-too-long"]),
        ('"Not closed,Ann Ash,,\n', ["line 3: source-cells", "2: Turnips 1"]),
    ],
)
def test_a_broken_row_is_reported_with_its_line_and_spares_the_others(
    tmp_path: Path, bad: str, expected: list[str]
) -> None:
    more = 'Turnips 1,"Ann Ash",,\n' if "Not closed" in bad else ""
    path = a_file(tmp_path, HEADER + GOOD.format(0) + bad + more + GOOD.format(2))
    assert told(path) == ["0: Turnips 0", *expected, f"{len(expected) + 1}: Turnips 2"]


def test_a_quotation_mark_that_is_never_closed_costs_one_row(tmp_path: Path) -> None:
    rows = [GOOD.format(number) for number in range(1000)]
    rows[10] = '"' + rows[10]
    found = told(a_file(tmp_path, HEADER + "".join(rows)))
    assert found[10] == "line 12: source-quote"
    assert found[11] == "11: Turnips 11"
    assert len(found) == 1000


def test_a_table_with_only_its_header_holds_no_records(tmp_path: Path) -> None:
    assert told(a_file(tmp_path, HEADER)) == [": source-no-records"]


def test_rows_that_are_not_utf8_are_read_and_reported_once(tmp_path: Path) -> None:
    path = a_file(tmp_path, HEADER.encode() + "Größe,Ann,,\nMaß,Ben,,\n".encode("latin-1"))
    assert told(path) == ["0: Größe", "1: Maß", "line 2: source-encoding"]


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet='",;\t\r\n a\x00', max_size=60))
def test_nothing_a_table_holds_raises_or_costs_more_than_its_neighbours(text: str) -> None:
    rows = "".join(GOOD.format(number) for number in range(3))
    found = list(table.read("rows.csv", iter([f"{HEADER}{text}\n{rows}".encode()])))
    assert isinstance(found[-1], Reading)
    assert found[-1].title == "Turnips 2"


def test_memory_does_not_grow_with_the_table() -> None:
    def rows() -> Iterator[bytes]:
        yield HEADER.encode()
        for number in range(10):
            yield "".join(GOOD.format(number * 1000 + n) for n in range(1000)).encode()

    tracemalloc.start()
    assert sum(1 for _ in table.read("rows.csv", rows())) == 10_000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2_000_000


def test_a_hostile_table_takes_linear_time(tmp_path: Path) -> None:
    def reads(rows: int) -> None:
        path = a_file(tmp_path, HEADER + '"a\n"b,\n' * rows)
        assert all(isinstance(item, Skipped) for item in read(path))

    assert is_linear(reads, 20_000)


@pytest.mark.skipif(not TITLES.is_file(), reason="the corpora are not beside the project")
class TestTitles:
    """The ICML 2026 titles."""

    def test_every_row_is_a_paper_of_its_conference(self) -> None:
        found = list(read(TITLES))
        assert len(found) == 1837
        assert {(item.venue, item.year) for item in found if isinstance(item, Reading)} == {("ICML", 2026)}
        assert all(isinstance(item, Reading) and item.authors and item.identifiers for item in found)

    def test_stars_that_are_markup_are_not_shown_and_true_stars_are(self) -> None:
        starred = [item.title for item in read(TITLES) if isinstance(item, Reading) and "*" in item.title]
        shown = [plain(title) for title in starred]
        assert len(starred) == 4
        assert [title for title in shown if "*" in title] == [
            "Schur-A*: Layer-wise Optimal Expert Pruning for Sparse MoEs via Schur-Complement Guided A* Search"
        ]

    def test_superscripts_stay_as_published_and_their_names_are_joined(self) -> None:
        titles = [item.title for item in read(TITLES) if isinstance(item, Reading)]
        (apart,) = [title for title in titles if title.startswith("R 3 L")]
        assert "R3L" in title_names(apart)
