import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.models import Identifier, Reading, Source
from bot.sources import Skipped, bibtex, read
from bot.sources.bibtext import address, people, prose, value
from bot.text.plain import plain
from tests.costs import is_linear
from tests.source_files import told, written


def a_file(folder: Path, content: str | bytes, name: str = "refs.bib") -> Path:
    return written(folder, name, content)


def the_reading(folder: Path, fields: str, kind: str = "article") -> Reading:
    (item,) = read(a_file(folder, f"@{kind}{{key, title={{Turnips}}, {fields}}}"))
    assert isinstance(item, Reading), item
    return item


ENTRY = """@inproceedings{ash2026,
  title     = {Growing {T}urnips with {M\\"u}ller's $\\ell_1$ {Loss of Water}},
  author    = {Ash, Ann and {\\'E}mile van den Birch and {The Garden and Friends}},
  booktitle = "Proceedings of the 43rd International Conference on Machine Learning",
  year      = 2026,
  doi       = {10.1000/turnip\\_1},
  eprint    = {2601.00001}, archivePrefix = {arXiv},
  url       = {https://proceedings.mlr.press/v119/ash26a.html},
  abstract  = {We grow
               turnips @{home}, at 50\\% of {the cost}.},
  keywords  = {roots, soil},
  annote    = {ask ann@example.org}
}
"""


def test_an_entry_is_read_with_all_that_it_says(tmp_path: Path) -> None:
    (found,) = read(a_file(tmp_path, ENTRY))
    assert found == Reading(
        source=Source("refs.bib", "record", 0),
        title="Growing Turnips with M\\\"uller's $\\ell_1$ Loss of Water",
        abstract="We grow\n               turnips @home, at 50\\% of the cost.",
        authors=("Ann Ash", "Émile van den Birch", "The Garden and Friends"),
        venue="ICML",
        year=2026,
        identifiers=(
            Identifier("pmlr", "v119/ash26a"),
            Identifier("doi", "10.1000/turnip_1"),
            Identifier("arxiv", "2601.00001"),
        ),
        links=(
            "https://proceedings.mlr.press/v119/ash26a.html",
            "https://doi.org/10.1000/turnip_1",
            "https://arxiv.org/abs/2601.00001",
        ),
        keywords=("roots", "soil"),
    )


def test_a_title_reads_well_whatever_its_braces(tmp_path: Path) -> None:
    (found,) = read(a_file(tmp_path, ENTRY))
    assert isinstance(found, Reading)
    assert plain(found.title) == "Growing Turnips with Müller's ℓ₁ Loss of Water"


@pytest.mark.parametrize(
    "content",
    [
        ENTRY,
        ENTRY.replace("\n", "\r\n"),
        "\ufeff" + ENTRY,
        ENTRY.encode("utf-16"),
        "% Encoding: UTF-8\n\nSome words, ann@example.org, of no entry.\n" + ENTRY,
        "@comment{jabref-meta: databaseType:bibtex;}\n" + ENTRY,
        '@preamble{ "\\newcommand{\\noopsort}[1]{} " }\n@string{a = "b"}\n' + ENTRY,
        "   " + ENTRY,
        ENTRY.replace("@inproceedings{", "@InProceedings{").replace("title ", "TITLE "),
        ENTRY.replace("@inproceedings{", "@inproceedings (")[:-2] + ")\n",
    ],
)
def test_bibtex_is_told_by_an_entry_at_the_beginning_of_a_line(tmp_path: Path, content: str | bytes) -> None:
    for name in ("refs.bib", "refs.txt"):
        (found,) = read(a_file(tmp_path, content, name))
        assert isinstance(found, Reading)
        assert (found.source.number, found.venue, len(found.authors)) == (0, "ICML", 3)


STRINGS = {"icml": "International Conference", "of": " on "}


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("{Turnips}", "Turnips"),
        ('"Turnips"', "Turnips"),
        ("{{Turnips} {and} Beets}", "{Turnips} {and} Beets"),
        ('"a {"} b"', 'a {"} b'),
        ("2026", "2026"),
        ("ICML", "International Conference"),
        ("unknown", "unknown"),
        ('icml # of # "Turnips"', "International Conference on Turnips"),
        ("{20} # {26}", "2026"),
        ("{a \\} b}", "a \\} b"),
        ("", ""),
    ],
)
def test_a_value_is_braced_quoted_named_or_put_together(raw: str, text: str) -> None:
    assert value(raw, STRINGS) == (text, len(raw))


@pytest.mark.parametrize(
    ("raw", "end"), [("{x} year={2020}", 3), ('"x"\n  year = 2020', 3), ("2020 title={x}", 4), ("a # b c", 5)]
)
def test_what_stands_behind_a_value_is_no_part_of_it(raw: str, end: int) -> None:
    assert value(raw, {})[1] == end


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("{Turnips and Beets}", "Turnips and Beets"),
        ("{{{{{{Deep}}}}}}", "Deep"),
        ("On {Turnips and {Red} Beets} again", "On Turnips and Red Beets again"),
        ("\\textbf{Red beets} and {\\'E}tale", "\\textbf{Red beets} and {\\'E}tale"),
        ("Sets $\\{a, {b c}\\}$ stay", "Sets $\\{a, {b c}\\}$ stay"),
        ("{\\em Turnips}", "{\\em Turnips}"),
        ('{K{\\"u}hn} and {Loss of $x$}', 'K{\\"u}hn and Loss of $x$'),
        ("{An \\} alone}", "An \\} alone"),
    ],
)
def test_only_braces_that_hold_words_together_go(raw: str, text: str) -> None:
    assert prose(raw) == text


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("Ash, Ann and Birch, Ben", ["Ann Ash", "Ben Birch"]),
        ("Ann Ash and Ben Birch and others", ["Ann Ash", "Ben Birch"]),
        ("van den Ash, Jr., Ann AND Ben\n  Birch", ["Ann van den Ash Jr.", "Ben Birch"]),
        ("{Garden, Inc. and Sons} and Ash, {\\L}ucja", ["Garden, Inc. and Sons", "Łucja Ash"]),
        ('G{\\"o}del, Kurt and Erd{\\H o}s, P.', ["Kurt Gödel", "P. Erdős"]),
        ("", []),
    ],
)
def test_names_are_turned_and_readable(field: str, names: list[str]) -> None:
    assert people(field) == names


@pytest.mark.parametrize(
    ("raw", "meant"),
    [
        ("\\url{https://example.org/a\\_b}", "https://example.org/a_b"),
        ("10.1000/a{\\_}b", "10.1000/a_b"),
        ("https://example.org/a%20b", "https://example.org/a%20b"),
    ],
)
def test_an_address_is_freed_from_latex(raw: str, meant: str) -> None:
    assert address(raw) == meant


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("eprint={2601.00001v2}", "arxiv:2601.00001"),
        ("eprint={hep-th/9901001}, eprinttype={arxiv}", "arxiv:hep-th/9901001"),
        ("journal={arXiv preprint arXiv:2601.00001}", "arxiv:2601.00001"),
        ("journal={CoRR}, volume={abs/2601.00001}", "arxiv:2601.00001"),
        ("url={https://arxiv.org/pdf/2601.00001.pdf}", "arxiv:2601.00001"),
        ("eprint={12345678}, eprinttype={pubmed}", None),
    ],
)
def test_the_arxiv_id_is_found_wherever_it_is_kept(tmp_path: Path, fields: str, expected: str | None) -> None:
    found = the_reading(tmp_path, fields)
    assert [str(one) for one in found.identifiers] == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("booktitle={Advances in Neural Information Processing Systems 33}, year=2020", ("NeurIPS", 2020)),
        ("journal={Journal of Machine Learning Research}, date={2019-03-01}", ("JMLR", 2019)),
        ("journaltitle={Turnip Letters}, year={2019}", ("Turnip Letters", 2019)),
        ("journal={arXiv preprint arXiv:2601.00001}, year={2026}", ("", 2026)),
        ("booktitle={{ICLR} 2024}", ("ICLR", 2024)),
    ],
)
def test_venues_go_by_their_short_names_and_preprint_servers_are_none(
    tmp_path: Path, fields: str, expected: tuple[str, int]
) -> None:
    found = the_reading(tmp_path, fields)
    assert (found.venue, found.year) == expected


def test_abbreviations_are_filled_in(tmp_path: Path) -> None:
    text = '@STRING(gd = {Garden Letters})\n@string{of = " of " # gd}\n'
    text += '@article{a, title={T}, journal="Annals" # OF, year=2020}'
    (found,) = read(a_file(tmp_path, text))
    assert isinstance(found, Reading)
    assert found.venue == "Annals of Garden Letters"


GOOD = "@misc{{key{0},\n  title = {{Turnips {0}}},\n  author = {{Ann Ash}}\n}}\n"


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        ("@misc{b, title={x} year={2020}}\n", ["line 5: source-bibtex-comma"]),
        ("@misc{b,\n  title = {x}\n  year = 2020\n}\n", ["line 6: source-bibtex-comma"]),
        ("@misc{b,\n  year = 2020\n  title = {x}\n}\n", ["line 6: source-bibtex-comma"]),
        ("@misc{b title={x}}\n", ["line 5: source-bibtex-sign"]),
        ("@misc{b, title {x}}\n", ["line 5: source-bibtex-sign"]),
        ("@misc{b,\n  title = {x,\n  year = {2020}\n}\n", ["line 5: source-bibtex-unclosed"]),
        ('@misc{b,\n  title = "x,\n  year = 2020\n}\n', ["line 5: source-bibtex-unclosed"]),
        ("@misc{b, author={Ann Ash}}\n", ["line 5: source-no-text"]),
        ("@proceedings{b, title={All Turnips}}\n", ["line 5: source-front-matter"]),
        ("@misc{b, title={x}},\n year={2020}}\n", ["1: x", "line 5: source-bibtex-brace"]),
        ("@misc{key0, title={x}}\n", ["line 5: source-bibtex-key", "1: x"]),
        ("@misc{b, title={" + "x" * 1_100_000 + "}}\n", ["line 5: source-too-long"]),
        ("@misc{b, title={x}, Title={y}}\n", ["1: x"]),
        ("@misc{b, title={x}, title={y}}\n", ["1: x"]),
        ("@misc{b, title={x},}@misc{c, title={y}}\n", ["1: x", "2: y"]),
    ],
)
def test_a_broken_entry_is_reported_with_its_line_and_spares_the_others(
    tmp_path: Path, bad: str, expected: list[str]
) -> None:
    found = told(a_file(tmp_path, GOOD.format(0) + bad + GOOD.format(9)))
    after = 3 if "2: y" in expected else 2
    assert found == ["0: Turnips 0", *expected, f"{after}: Turnips 9"]


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        ("@misc{b,\n  title = {x,\n  year = {2020}\n}\n", 1),
        ("@misc{b,\n  year = 2020,\n  abstract = {one\n  two {three},\n  author = {A},\n  title = {B}\n}", 2),
        ('@misc{b,\n  year = 2020,\n  title = "x,\n  author = {A}\n}', 2),
        ("@misc{b,\n  year = 2020,\n  title = {{x},\n}", 2),
        ("@misc{b,\n  year = 2020\n", 1),
        ("@misc{b, title = {x, year = {2020}}\n", 0),
    ],
)
def test_the_line_of_what_is_not_closed_is_told(tmp_path: Path, entry: str, line: int) -> None:
    (only,) = read(a_file(tmp_path, entry))
    assert isinstance(only, Skipped)
    assert (only.place, only.key, only.told) == ("line 1", "source-bibtex-unclosed", {"line": line + 1})


@pytest.mark.parametrize("broken", ['@string{a = "b\n', "@comment{ {\n", "@preamble{ {\n"])
def test_a_broken_piece_that_is_no_entry_has_no_number(tmp_path: Path, broken: str) -> None:
    found = told(a_file(tmp_path, broken + GOOD.format(0)))
    assert found[-1] == "0: Turnips 0"
    assert len(found) == (1 if "comment" in broken else 2)


def test_a_file_of_abbreviations_alone_holds_no_records(tmp_path: Path) -> None:
    assert told(a_file(tmp_path, '@string{a = "b"}\n')) == [": source-no-records"]


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet='@{}(),="\\#$ \na1', max_size=80))
def test_nothing_a_file_holds_raises_or_costs_the_next_entry(text: str) -> None:
    items = list(bibtex.read("refs.bib", iter([f"{text}\n{GOOD.format(7)}".encode()])))
    last = [item for item in items if isinstance(item, Reading)][-1]
    assert last.title == "Turnips 7"


def test_memory_holds_one_entry_and_the_keys() -> None:
    def entries() -> Iterator[bytes]:
        for number in range(3000):
            yield GOOD.format(number).encode() + b"% " + b"x" * 5000 + b"\n"

    tracemalloc.start()
    assert sum(1 for _ in bibtex.read("refs.bib", entries())) == 3000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3_000_000


@pytest.mark.parametrize(
    ("begins", "goes_on"),
    [("", "{"), ("", "@a{"), ('@a{b, c = "', "{"), ("", "\n"), ("@a{b, title={", "{")],
)
def test_a_hostile_file_takes_linear_time(tmp_path: Path, begins: str, goes_on: str) -> None:
    def reads(characters: int) -> None:
        text = f"@a{{\n{begins}{goes_on * (characters // len(goes_on))}"
        assert all(isinstance(item, Skipped) for item in read(a_file(tmp_path, text)))

    assert is_linear(reads, 300_000)
