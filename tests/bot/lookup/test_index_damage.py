import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.lookup import Index
from bot.lookup.postings import term
from bot.models import Mark, Paper
from tests.make import a_paper

TURNIPS = a_paper(seq=1, title="Growing Turnips with Transformers")
CARROTS = a_paper(seq=2, title="CarrotNet: Orange Roots at Scale", abstract="Roots.")


def fill(folder: Path, *papers: Paper) -> Index:
    index = Index.open(folder)
    writing = index.writing(1)
    assert writing is not None
    with writing:
        writing.add(papers)
        writing.commit(Mark(2))
    return index


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an index of two papers; copied, never opened again."""
    folder = tmp_path_factory.mktemp("whole") / "index"
    fill(folder, TURNIPS, CARROTS).close()
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "index"))


def found(index: Index, query: str) -> list[int]:
    return [one.seq for one in index.search(query) if not one.guess]


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _scribble(path: Path) -> None:
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 8] = bytes(byte ^ 0xFF for byte in data[middle : middle + 8])
    path.write_bytes(data)


def _replace(path: Path) -> None:
    path.write_bytes(os.urandom(500))


def _empty(path: Path) -> None:
    path.write_bytes(b"")


KINDS = ("meta.json", "state-*", "part-*", "*.term", "*.idx", "*.pos", "*.fast", "*.store", "*.fieldnorm")


@pytest.mark.parametrize("harm", [_cut, _scribble, _replace, _empty, Path.unlink])
@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_makes_the_index_empty_and_usable(
    folder: Path, kind: str, harm: Callable[[Path], None]
) -> None:
    for path in folder.glob(kind):
        harm(path)
    index = Index.open(folder)
    assert index.mark == Mark(0, 0)
    assert index.search("turnips") == ()
    again = fill(folder, TURNIPS, CARROTS)
    assert found(again, "carrotnet") == [2]
    assert found(index, "carrotnet") == [2]


def test_an_index_that_is_whole_is_taken_as_it_is(folder: Path) -> None:
    index = Index.open(folder)
    assert index.mark == Mark(2)
    assert found(index, "carrotnet") == [2]


def test_a_fault_of_ours_is_no_damage(folder: Path) -> None:
    index = Index.open(folder)
    view = index._current().view
    assert view is not None
    with pytest.raises(OverflowError):
        view.seqs(term("title", "turnip"), -1)
    assert found(index, "carrotnet") == [2]


def test_an_index_of_another_form_is_empty(folder: Path) -> None:
    (state,) = folder.glob("state-*")
    state.write_text(json.dumps(json.loads(state.read_text()) | {"form": 0}))
    assert Index.open(folder).mark == Mark(0, 0)


def test_a_folder_with_other_things_in_it_is_no_reason_not_to_start(tmp_path: Path) -> None:
    (tmp_path / "meta.json").write_text("[]")
    (tmp_path / "notes").mkdir()
    assert found(fill(tmp_path, TURNIPS), "turnips") == [1]


def test_a_folder_that_cannot_be_made_is_no_reason_not_to_start(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    index = Index.open(tmp_path / "file" / "index")
    assert index.mark == Mark(0, 0)
    assert index.search("turnips") == ()
    assert index.writing() is None


def test_a_folder_that_vanishes_is_made_anew(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    index = fill(folder, TURNIPS)
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    assert index.mark == Mark(0, 0)
    assert found(index, "turnips") == []
    fill(folder, TURNIPS)
    assert found(index, "turnips") == [1]


@pytest.mark.parametrize("kind", ["part-*", "*.term", "*.idx", "*.pos", "*.fast", "*.store", "*.fieldnorm"])
def test_a_file_cut_short_under_an_open_index_makes_it_empty_and_usable(folder: Path, kind: str) -> None:
    index = Index.open(folder)
    assert found(index, "carrotnet") == [2]
    for path in folder.glob(kind):
        os.truncate(path, 10)
    assert found(index, "carrotnet") == []
    assert found(fill(folder, CARROTS), "carrotnet") == [2]
    assert found(index, "carrotnet") == [2]


def test_files_copied_over_those_of_an_open_index_are_taken_up(folder: Path, tmp_path: Path) -> None:
    index = Index.open(folder)
    assert found(index, "carrotnet") == [2]
    for path in [path for path in folder.iterdir() if path.name.startswith("part-")]:
        path.write_bytes(path.read_bytes())
    assert found(index, "carrotnet") == [2]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ("form", "number", "mark", "parts", "segments")


@given(whole=JSON, parts=st.dictionaries(st.sampled_from(FIELDS), JSON, min_size=1))
@settings(max_examples=12, deadline=None)
def test_no_state_breaks_a_lookup(
    tmp_path_factory: pytest.TempPathFactory, whole: object, parts: dict[str, object]
) -> None:
    folder = tmp_path_factory.mktemp("harmed") / "index"
    fill(folder, TURNIPS, CARROTS).close()
    for kind in ("state-*", "meta.json"):
        for harm in (whole, parts):
            (path,) = folder.glob(kind)
            told = json.loads(path.read_text()) | parts if harm is parts else harm
            path.write_text(json.dumps(told))
            index = Index.open(folder)
            assert found(index, "carrotnet") in ([], [2])
            assert found(fill(folder, TURNIPS, CARROTS), "carrotnet") == [2]


@pytest.mark.parametrize("harm", ['{"segments": [{"segment_id": 5}]}', "[" * 100_000])
def test_a_head_beyond_all_measure_is_no_reason_not_to_start(folder: Path, harm: str) -> None:
    (folder / "meta.json").write_text(harm)
    assert Index.open(folder).mark == Mark(0, 0)
