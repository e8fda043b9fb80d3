import gzip
import os
import sqlite3
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.errors import UserError
from bot.locale import words
from bot.models import Reading
from bot.sources import Skipped, files, read

RECORD = '{"title": "Growing Turnips", "abstract": "We grow turnips."}'
PNG = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89" + bytes(range(256)) * 4
)
ELF = b"\x7fELF\x02\x01\x01" + b"\0" * 9 + b"\x03\0\x3e\0\x01\0\0\0" + bytes(range(64)) * 8


def only(path: Path) -> Skipped:
    (item,) = list(read(path))
    assert isinstance(item, Skipped)
    assert item.file == path.name
    assert item.say(words())
    return item


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "source-empty"),
        (b" \n\n\t ", "source-empty"),
        (b"\xef\xbb\xbf", "source-empty"),
        (gzip.compress(b"", mtime=0), "source-empty"),
        (gzip.compress(gzip.compress(RECORD.encode(), mtime=0), mtime=0), "source-packed"),
        (b"PK\x03\x04" + b"\x14\0" * 40, "source-packed"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "source-pdf"),
        (PNG, "source-binary"),
        (ELF, "source-binary"),
        (os.urandom(4096).replace(b"{", b"\0").replace(b"[", b"\0"), "source-binary"),
        (b"<!DOCTYPE html>\n<html><body>404 Not Found</body></html>", "source-web-page"),
        (b"\n  <html lang=en><head>", "source-web-page"),
        (b'<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', "source-web-page"),
        (b"Not Found\n", "source-unrecognised"),
        (b"\x1f\x8b", "source-gzip-cut"),
        (gzip.compress(RECORD.encode(), mtime=0)[:12], "source-gzip-cut"),
        (b"\x1f\x8bnot gzip at all", "source-gzip-damaged"),
    ],
)
def test_what_is_no_list_is_one_report_with_a_cure(tmp_path: Path, content: bytes, key: str) -> None:
    path = tmp_path / "papers.json"
    path.write_bytes(content)
    report = only(path)
    assert (report.place, report.key) == ("", key)


def test_a_database_is_no_list(tmp_path: Path) -> None:
    path = tmp_path / "papers.json"
    with sqlite3.connect(path) as database:
        database.execute("create table papers (title text)")
        database.executemany("insert into papers values (?)", [("Growing Turnips",)] * 500)
    database.close()
    assert only(path).key == "source-binary"


def test_a_folder_is_no_list(tmp_path: Path) -> None:
    assert only(tmp_path).key == "source-folder"


def test_a_link_that_leads_nowhere_or_in_a_circle_is_reported(tmp_path: Path) -> None:
    circle, nowhere = tmp_path / "circle.json", tmp_path / "nowhere.json"
    circle.symlink_to(circle)
    nowhere.symlink_to(tmp_path / "gone.json")
    assert only(circle).key == "source-dangling"
    assert only(nowhere).key == "source-dangling"


def test_a_file_that_may_not_be_read_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "papers.json"
    path.write_text(RECORD)
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read every file")
    assert only(path).key == "source-forbidden"


def test_a_disk_that_fails_is_reported() -> None:
    path = Path("/proc/self/mem")  # its first bytes cannot be read
    if not path.exists():
        pytest.skip("only Linux has such a file")
    report = only(path)
    assert report.key == "source-unreadable"
    assert report.told["reason"]


def test_a_line_of_a_hundred_megabytes_is_never_held(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    with path.open("wb") as file:
        file.write(b"ICML 2026 Papers\n\n")
        for _ in range(100):
            file.write(b"turnip " * 150_000)
    tracemalloc.start()
    found = list(read(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [item.key for item in found if isinstance(item, Skipped)] == ["source-too-long"]
    assert len(found) == 1
    assert peak < 10_000_000


@pytest.mark.parametrize("filling", [b"\0", b" ", b"["])
def test_a_gzip_bomb_is_read_in_bounded_memory(tmp_path: Path, filling: bytes) -> None:
    path = tmp_path / "papers.jsonl.gz"
    with gzip.open(path, "wb", compresslevel=9) as file:
        file.write(RECORD.encode() + b"\n")
        for _ in range(60):
            file.write(filling * 1_000_000)
    tracemalloc.start()
    papers = sum(isinstance(item, Reading) for item in read(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert papers == (1 if filling != b"\0" else 0)
    assert peak < 10_000_000


BEGINNINGS = [
    b"",
    b"[",
    b'{"papers": [',
    b'[{"title": "Growing Turnips"}, ',
    b'{"title": "Growing Turnips"}\n',
    b"ICML 2026 Papers\n\n",
    b"\x1f\x8b\x08\0\0\0\0\0\0\xff",
    b"\xff\xfe",
    b"\xff\xfe\0\0",
    b"\xef\xbb\xbf",
]


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(BEGINNINGS),
    st.binary(max_size=60) | st.text(alphabet='[]{}",:\\ \nabtN1é\0', max_size=80).map(str.encode),
    st.booleans(),
)
def test_whatever_a_file_holds_is_read_or_reported(
    tmp_path: Path, begin: bytes, rest: bytes, packed: bool
) -> None:
    path = tmp_path / "papers.json"
    path.write_bytes(gzip.compress(begin + rest, 1, mtime=0) if packed else begin + rest)
    found = list(read(path))
    assert found
    for item in found:
        if isinstance(item, Skipped):
            assert item.say(words())
        else:
            assert item.title or item.abstract


def test_nothing_is_read_before_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "papers.jsonl"
    path.write_text("\n".join([RECORD] * 5))
    stream = read(path)
    assert isinstance(next(stream), Reading)


def names(found: list[Path], folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in found]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (
        "b.json",
        "a.txt",
        "deep/er/c.jsonl.gz",
        "deep/d.NDJSON",
        "README.md",
        "picture.png",
        ".hidden.json",
        ".git/e.json",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(RECORD)
    return tmp_path


def test_a_folder_is_walked_in_order_without_hidden_and_other_files(folder: Path) -> None:
    assert names(list(files([folder])), folder) == ["a.txt", "b.json", "deep/d.NDJSON", "deep/er/c.jsonl.gz"]


def test_named_files_keep_their_order_and_need_no_ending(folder: Path) -> None:
    given = [folder / "README.md", folder / ".hidden.json", folder / "a.txt"]
    assert list(files(given)) == given


def test_a_file_named_twice_is_read_once(folder: Path) -> None:
    (folder / "link.json").symlink_to(folder / "b.json")
    given = [folder / "b.json", folder, folder / "deep" / ".." / "a.txt"]
    assert names(list(files(given)), folder) == ["b.json", "a.txt", "deep/d.NDJSON", "deep/er/c.jsonl.gz"]


def test_a_folder_that_holds_itself_ends(folder: Path) -> None:
    (folder / "deep" / "loop").symlink_to(folder)
    (folder / "circle.json").symlink_to(folder / "circle.json")
    assert len(list(files([folder]))) == 4


def test_pipes_in_a_folder_are_left_alone(folder: Path) -> None:
    os.mkfifo(folder / "pipe.json")
    assert len(list(files([folder]))) == 4


def test_a_path_that_is_not_there_is_refused_before_anything_is_read(folder: Path) -> None:
    with pytest.raises(UserError, match="gone"):
        files([folder, folder / "gone.json"])


def test_a_folder_without_lists_is_refused(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("Turnips")
    with pytest.raises(UserError, match="no list of papers"):
        files([tmp_path])
