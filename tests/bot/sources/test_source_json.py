import gzip
import json
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.models import Reading
from bot.sources import Skipped, jsonlist, read
from bot.sources.detect import detect
from bot.sources.jsonlist import Splitter
from bot.sources.values import Fault
from tests.source_files import told, written


def a_record(number: int = 0, **fields: Any) -> dict[str, Any]:
    return {
        "id": f"r{number}",
        "title": f"Growing {number} Turnips",
        "abstract": "We {grow} [turnips].",
    } | fields


def a_file(folder: Path, content: str | bytes, name: str = "icml2018.json") -> Path:
    return written(folder, name, content)


THREE = [a_record(0), a_record(1), a_record(2)]
READ = ["0: Growing 0 Turnips", "1: Growing 1 Turnips", "2: Growing 2 Turnips"]
PRETTY = json.dumps(THREE, indent=4)
LINES = "\n".join(map(json.dumps, THREE))


@pytest.mark.parametrize(
    "content",
    [
        PRETTY,
        json.dumps(THREE),
        LINES,
        LINES + "\n",
        LINES.replace("\n", "\r\n"),
        LINES.replace("\n", "\n\n  \n"),
        "\ufeff" + PRETTY,
        "\ufeff" + LINES,
        "\n \n" + PRETTY,
        "\n" + LINES,
        PRETTY.encode("utf-16"),
        LINES.encode("utf-16"),
        gzip.compress(PRETTY.encode(), mtime=0),
        gzip.compress(LINES.encode(), mtime=0),
        gzip.compress(LINES[:100].encode(), mtime=0) + gzip.compress(LINES[100:].encode(), mtime=0),
        json.dumps({"papers": THREE}),
        json.dumps({"title": "All of them", "count": 3, "papers": THREE, "next": None}, indent=2),
        json.dumps({"data": THREE}),
        "\n".join(json.dumps(record, indent=2) for record in THREE),
        json.dumps(THREE[:2]) + "\n" + json.dumps(THREE[2:]),
        PRETTY.replace("},", "}"),
        "[" + LINES.replace("\n", ",\n") + ",]",
    ],
)
@pytest.mark.parametrize("name", ["icml2018.json", "icml2018", "icml2018.txt", "icml2018.csv.gz"])
def test_the_format_is_told_from_the_content_whatever_the_name(
    tmp_path: Path, content: str | bytes, name: str
) -> None:
    assert told(a_file(tmp_path, content, name)) == READ


def test_the_files_name_gives_venue_and_year(tmp_path: Path) -> None:
    found = [item for item in read(a_file(tmp_path, PRETTY)) if isinstance(item, Reading)]
    assert {(item.venue, item.year, item.source.file, item.source.kind) for item in found} == {
        ("ICML", 2018, "icml2018.json", "record")
    }


@pytest.mark.parametrize(
    "content", [json.dumps(THREE[0]), json.dumps(THREE[0], indent=2), json.dumps(THREE[:1])]
)
def test_a_single_record_is_read(tmp_path: Path, content: str) -> None:
    assert told(a_file(tmp_path, content)) == READ[:1]


@pytest.mark.parametrize(
    ("content", "key"), [("[]", "source-no-records"), ('{"papers": []}', "source-no-records")]
)
def test_an_empty_list_is_reported(tmp_path: Path, content: str, key: str) -> None:
    assert told(a_file(tmp_path, content)) == [f": {key}"]


@pytest.mark.parametrize(
    ("broken", "key"),
    [
        ('{"title": }', "source-not-json"),
        ('{"id": "r1", "title": "Turnips", "rating": NaN}', "source-not-a-number"),
        ('{"id": "r1", "title": "Turnips", "rating": -Infinity}', "source-not-a-number"),
        ('{"id": "r1", "title": "Turnips", "rating": 1e999}', "source-not-a-number"),
        ('{"id": "r1", "title": "Turnips", "rating": ' + "9" * 5_000 + "}", "source-not-a-number"),
        ('{"id": "r1", "title": "Turnips", "deep": ' + "[" * 5_000 + "]" * 5_000 + "}", "source-too-deep"),
        ('{"id": "r1", "title": "' + "x" * 1_100_000 + '"}', "source-too-long"),
        ('{"id": "r1", "author": "Ada Gardener"}', "source-no-text"),
        ('{"id": "r1", "title": "Poster"}', "source-placeholder"),
        ('"Growing Turnips"', "source-not-a-record"),
        ("17", "source-not-a-record"),
        ("null", "source-not-a-record"),
    ],
)
def test_one_broken_record_spares_the_rest(tmp_path: Path, broken: str, key: str) -> None:
    parts = [json.dumps(THREE[0]), broken, json.dumps(THREE[2])]
    as_list = told(a_file(tmp_path, f"[{', '.join(parts)}]"))
    as_lines = told(a_file(tmp_path, "\n".join(parts), "papers.jsonl"))
    assert as_list == [READ[0], f"record 1: {key}", READ[2]]
    assert as_lines == [READ[0], f"line 2: {key}", READ[2]]


@pytest.mark.parametrize(
    "broken",
    [
        '{"id": "r1", "title": "Growing Turnips, "abstract": "We grow."}',
        '{"id": "r1", "title": "Growing Turnips}',
        '{"id": "r1", "title": "Growing Turnips"',
        '{"id": "r1", "title": "Growing Turnips", "list": [1, 2}',
        '{"id": "r1", "title": "Growing \\Turnips"}',
    ],
)
@pytest.mark.parametrize("last", [[], [{"id": "r3", "title": 'Odd " quotes'}]])
def test_a_missing_quotation_mark_or_bracket_swallows_no_neighbour(
    tmp_path: Path, broken: str, last: list[dict[str, Any]]
) -> None:
    parts = [json.dumps(THREE[0]), broken, json.dumps(THREE[2]), *map(json.dumps, last)]
    found = told(a_file(tmp_path, f"[{', '.join(parts)}]"))
    expected = [READ[0], READ[2], *(f"3: {record['title']}" for record in last)]
    assert [line for line in found if line[0].isdigit()] == expected
    assert [line.partition(":")[0] for line in found if not line[0].isdigit()] == ["record 1"]


def test_a_bracket_too_many_does_no_harm(tmp_path: Path) -> None:
    assert told(a_file(tmp_path, PRETTY.replace("},", "}},"))) == READ


@pytest.mark.parametrize("cut", range(1, len(PRETTY), 7))
def test_a_list_cut_anywhere_gives_what_is_whole_and_one_report(tmp_path: Path, cut: int) -> None:
    found = told(a_file(tmp_path, PRETTY[:cut]))
    whole = PRETTY[:cut].count("}")
    # The word in braces within the abstracts closes none.
    papers = [line for line in found if "Growing" in line]
    assert papers == READ[: len(papers)]
    assert len(papers) <= whole
    assert len(found) == len(papers) + 1
    assert found[-1].endswith(("source-cut", "source-empty", "source-unrecognised"))


@pytest.mark.parametrize("cut", range(60, len(LINES), 7))
def test_lines_cut_anywhere_give_what_is_whole(tmp_path: Path, cut: int) -> None:
    found = told(a_file(tmp_path, LINES[:cut], "papers.jsonl"))
    papers = [line for line in found if "Growing" in line]
    assert papers == READ[: len(papers)]
    assert len(found) - len(papers) <= 1


@pytest.mark.parametrize("content", [PRETTY, LINES])
def test_a_gzip_file_cut_off_gives_what_came_before_and_names_the_place(tmp_path: Path, content: str) -> None:
    many = content if content is LINES else json.dumps([a_record(number) for number in range(3_000)])
    if content is LINES:
        many = "\n".join(json.dumps(a_record(number)) for number in range(3_000))
    packed = gzip.compress(many.encode(), mtime=0)
    found = told(a_file(tmp_path, packed[: len(packed) // 2]))
    assert 100 < len(found) < 3_000
    assert found[-1] == f"after record {len(found) - 2}: source-gzip-cut"
    assert all("Growing" in line for line in found[:-1])


def test_a_damaged_gzip_file_is_reported(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(json.dumps([a_record(number) for number in range(3_000)]).encode()))
    packed[len(packed) // 2] ^= 0xFF
    found = told(a_file(tmp_path, bytes(packed)))
    assert found[-1].startswith("after record") or ": source-" in found[-1]


def test_bytes_after_a_whole_gzip_file_lose_nothing(tmp_path: Path) -> None:
    found = told(a_file(tmp_path, gzip.compress(LINES.encode(), mtime=0) + b"junk"))
    assert found == READ


@pytest.mark.parametrize("name", ["list.json", "lines.jsonl"])
def test_text_that_is_not_utf8_is_read_as_windows_1252_and_reported_once(tmp_path: Path, name: str) -> None:
    records = [a_record(0, author="Ömer Spaten"), a_record(1, title="Café Turnips – “fast”"), a_record(2)]
    content = (
        json.dumps(records, ensure_ascii=False)
        if name == "list.json"
        else "\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    )
    found = list(read(a_file(tmp_path, content.encode("windows-1252"), name)))
    assert [item.title for item in found if isinstance(item, Reading)] == [
        "Growing 0 Turnips",
        "Café Turnips – “fast”",
        "Growing 2 Turnips",
    ]
    (report,) = [item for item in found if isinstance(item, Skipped)]
    assert (report.key, report.place, report.told["count"]) == (
        "source-encoding",
        "record 0" if name == "list.json" else "line 1",
        2,
    )


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (r'{"title": "a\ud800b"}', "a\ufffdb"),
        (r'{"title": "a\udc00b"}', "a\ufffdb"),
        (r'{"title": "\ud83c\udf31 b"}', "🌱 b"),
        (r'{"title": "\ud83c\ud83c\udf31"}', "\ufffd🌱"),
        (r'{"title": "\\ud800 b \ud800"}', r"\ud800 b " + "\ufffd"),
        (r'{"title": "a\u0000b"}', "a b"),
        ('{"title": "a\x01b\x00c, and a longer title behind it"}', "a b c, and a longer title behind it"),
        ('{"title": "a\tb"}', "a b"),
    ],
)
def test_what_json_cannot_hold_is_repaired(tmp_path: Path, text: str, title: str) -> None:
    assert told(a_file(tmp_path, f"[{text}]")) == [f"0: {title}"]


def test_a_raw_line_break_within_a_string_of_a_list_is_repaired(tmp_path: Path) -> None:
    assert told(a_file(tmp_path, '[{"title": "Growing\nTurnips"}]')) == ["0: Growing Turnips"]


def test_memory_does_not_grow_with_the_list() -> None:
    record = json.dumps(a_record(abstract="We grow turnips. " * 100)).encode()

    def stream(count: int) -> Iterator[bytes]:
        yield b"["
        for _ in range(count):
            yield record + b","

    def peak(count: int) -> int:
        tracemalloc.start()
        assert sum(1 for _ in jsonlist.read("list.json", stream(count))) == count + 1
        highest = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return highest

    peak(10)
    assert peak(4_000) < peak(400) + 1_000_000


@pytest.mark.parametrize("name", ["list.json", "lines.jsonl"])
def test_a_record_of_a_hundred_megabytes_is_never_held(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b"[\n" if name == "list.json" else b"")
        file.write(json.dumps(THREE[0]).encode() + b",\n"[name == "lines.jsonl" :])
        file.write(b'{"id": "r1", "title": "')
        for _ in range(100):
            file.write(b"x" * 1_000_000)
        file.write(b'"}' + b",\n"[name == "lines.jsonl" :] + json.dumps(THREE[2]).encode())
        file.write(b"]" if name == "list.json" else b"")
    tracemalloc.start()
    found = told(path)
    highest = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    place = "record 1" if name == "list.json" else "line 2"
    assert found == [READ[0], f"{place}: source-too-long", READ[2]]
    assert highest < 12_000_000


@settings(max_examples=100)
@given(
    st.lists(
        st.dictionaries(
            st.text(max_size=6), st.text(max_size=12) | st.lists(st.text(max_size=3), max_size=3)
        ),
        max_size=4,
    ),
    st.integers(1, 40),
    st.sampled_from([None, 2]),
)
def test_however_a_list_arrives_its_records_come_out(
    records: list[dict[str, Any]], size: int, indent: int | None
) -> None:
    text = json.dumps(records, indent=indent, ensure_ascii=False).encode()
    pieces = (text[start : start + size] for start in range(0, len(text), size))
    assert [value for value, _ in Splitter(iter(pieces))] == records


@settings(max_examples=300)
@given(st.text(alphabet='[]{}",:\\ \nabt1', max_size=80).map(str.encode), st.integers(1, 9))
def test_no_text_breaks_the_splitter(text: bytes, size: int) -> None:
    pieces = (text[start : start + size] for start in range(0, len(text), size))
    for value, _ in Splitter(iter(pieces)):
        assert isinstance(value, Fault | dict)


@pytest.mark.parametrize(
    "sign", [b" ", b"{", b'""', b"\\", b",", b"}", b"x", b"[", b'}, {"id"', b'{"id": }, ']
)
def test_a_megabyte_of_one_sign_is_split_in_linear_time(sign: bytes) -> None:
    begun = time.process_time()
    pieces = iter([b'[{"id": "r0"}, ', *[sign * (100_000 // len(sign))] * 12])
    for count, _ in enumerate(Splitter(pieces)):
        assert time.process_time() - begun < 10
        if count > 50_000:
            break


def test_an_object_of_something_else_is_recognised_as_a_list_of_records() -> None:
    known = detect(b'{\n  "name": "turnips"\n}')
    assert not isinstance(known, Fault)
    assert known.name == "json list"
