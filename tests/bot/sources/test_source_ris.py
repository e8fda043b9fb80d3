import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.models import Identifier, Reading, Source
from bot.sources import read, ris
from tests.source_files import told, written

RECORD = """TY  - CONF
TI  - Growing Turnips
AU  - Ash, Ann
AU  - van den Birch, Ben, Jr.
PY  - 2026/07/12/
T2  - Proceedings of the 43rd International Conference on Machine Learning
DO  - 10.1000/Turnip
UR  - https://example.org/turnips
AB  - We grow turnips,
and water them.
KW  - roots
KW  - soil
AD  - ann@example.org
ER  -
"""


def a_file(folder: Path, content: str | bytes, name: str = "refs.ris") -> Path:
    return written(folder, name, content)


def the_reading(folder: Path, *tags: str) -> Reading:
    (item,) = read(a_file(folder, "\n".join(("TY  - JOUR", *tags, "ER  -"))))
    assert isinstance(item, Reading), item
    return item


def test_a_record_is_read_with_all_that_it_says(tmp_path: Path) -> None:
    (found,) = read(a_file(tmp_path, RECORD))
    assert found == Reading(
        source=Source("refs.ris", "record", 0),
        title="Growing Turnips",
        abstract="We grow turnips,\nand water them.",
        authors=("Ann Ash", "Ben van den Birch Jr."),
        venue="ICML",
        year=2026,
        identifiers=(Identifier("doi", "10.1000/turnip"),),
        links=("https://example.org/turnips", "https://doi.org/10.1000/turnip"),
        keywords=("roots", "soil"),
    )


@pytest.mark.parametrize(
    "content",
    [
        RECORD,
        RECORD.replace("\n", "\r\n"),
        "\ufeff" + RECORD,
        RECORD.encode("utf-16"),
        RECORD.replace("  -", " -"),
        RECORD.replace("ER  -\n", "ER  - "),
        RECORD.replace("ER  -\n", ""),
        RECORD.replace("TI  -", "T1  -").replace("AU  -", "A1  -").replace("AB  -", "N2  -"),
        RECORD.replace("PY  -", "Y1  -").replace("T2  -", "JO  -"),
        "Provider: a publisher\nContent: text/plain\n\n" + RECORD,
    ],
)
def test_ris_is_told_by_a_line_that_begins_a_record(tmp_path: Path, content: str | bytes) -> None:
    for name in ("refs.ris", "refs.txt"):
        (found,) = read(a_file(tmp_path, content, name))
        assert isinstance(found, Reading)
        assert (found.title, found.year, len(found.authors)) == ("Growing Turnips", 2026, 2)
        assert (found.venue, found.keywords) == ("ICML", ("roots", "soil"))
        assert found.abstract.startswith("We grow")


@pytest.mark.parametrize(
    ("tags", "field", "expected"),
    [
        (["TI  - Growing", "turnips"], "title", "Growing turnips"),
        (["TI  -", "Growing turnips"], "title", "Growing turnips"),
        (["TI  - ", "T1  - Turnips"], "title", "Turnips"),
        (["BT  - Turnips"], "title", "Turnips"),
        (["TI  - T", "N2  - One.", "N2  - Two."], "abstract", "One.\nTwo."),
        (["TI  - T", "KW  - roots; soil"], "keywords", ("roots", "soil")),
        (["TI  - T", "DA  - 12 July 2026"], "year", 2026),
        (["TI  - T", "PY  - soon"], "year", None),
        (["TI  - T", "JO  - Turnip Letters", "UR  - no address"], "venue", "Turnip Letters"),
        (["TI  - T", "T2  - arXiv preprint arXiv:2601.00001"], "venue", ""),
        (
            ["TI  - T", "T2  - arXiv preprint arXiv:2601.00001"],
            "identifiers",
            (Identifier("arxiv", "2601.00001"),),
        ),
        (
            ["TI  - T", "L1  - https://arxiv.org/pdf/2601.00001"],
            "identifiers",
            (Identifier("arxiv", "2601.00001"),),
        ),
        (["TI  - T", "A2  - Editor, Ed"], "authors", ()),
    ],
)
def test_tags_say(tmp_path: Path, tags: list[str], field: str, expected: object) -> None:
    assert getattr(the_reading(tmp_path, *tags), field) == expected


GOOD = "TY  - JOUR\nTI  - Turnips {0}\nAU  - Ash, Ann\nER  - \n\n"


@pytest.mark.parametrize(
    ("middle", "expected"),
    [
        ("TY  - JOUR\nTI  - No End\n", ["1: No End"]),
        ("TY  - JOUR\nAU  - Ash, Ann\nER  -\n", ["line 6: source-no-text"]),
        ("TY  - JOUR\nER  -\n", ["line 6: source-no-text"]),
        ("TY  - JOUR\nTI  - " + "x" * 1_100_000 + "\nER  -\n", ["line 6: source-too-long"]),
        (
            "TY  - JOUR\nTI  - x\n" + "AB  - and more of it\n" * 60_000 + "ER  -\n",
            ["line 6: source-too-long"],
        ),
        ("some words between\n", []),
    ],
)
def test_a_broken_record_spares_the_others(tmp_path: Path, middle: str, expected: list[str]) -> None:
    found = told(a_file(tmp_path, GOOD.format(0) + middle + GOOD.format(9)))
    assert found == ["0: Turnips 0", *expected, f"{len(expected) + 1}: Turnips 9"]


def test_what_is_not_utf8_is_read_and_reported(tmp_path: Path) -> None:
    path = a_file(tmp_path, "TY  - JOUR\nTI  - Größe\nER  -\n".encode("latin-1"))
    assert told(path) == ["0: Größe", "line 2: source-encoding"]


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="TYERAU -\n\r1;,", max_size=60))
def test_nothing_a_file_holds_raises_or_costs_the_next_record(text: str) -> None:
    items = list(ris.read("refs.ris", iter([f"{text}\n{GOOD.format(7)}".encode()])))
    last = [item for item in items if isinstance(item, Reading)][-1]
    assert last.title == "Turnips 7"


def test_memory_does_not_grow_with_the_file() -> None:
    def records() -> Iterator[bytes]:
        for number in range(3000):
            yield GOOD.format(number).encode() + b"x" * 5000 + b"\n"

    tracemalloc.start()
    assert sum(1 for _ in ris.read("refs.ris", records())) == 3000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2_000_000
