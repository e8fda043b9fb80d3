"""The vectors' files: what is written is there, whatever happens to the process or to the disk."""

import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.lookup import Busy
from bot.meaning import files
from bot.meaning.encoder import DIMS, Vectors
from bot.meaning.shelf import Coded, Shelves
from bot.models import Mark

NAME = "things 1"


def one(place: int) -> Vectors:
    vector = np.zeros(DIMS, np.float32)
    vector[place] = 1
    return vector


def coded(seq: int, digest: int = 1, parts: int = 2, words: tuple[str, ...] = ("turnip",)) -> Coded:
    return Coded(seq, digest, one(seq), np.repeat(one(seq)[None], parts, axis=0), words)


def fill(folder: Path, *papers: Coded) -> Shelves:
    shelves = Shelves(folder, NAME)
    with shelves.writing() as writing:
        for paper in papers:
            writing.add([paper], {word: one(7) for word in writing.unknown(paper.words)})
    return shelves


def held(folder: Path, encoder: str = NAME) -> list[int]:
    return [int(seq) for seq in Shelves(folder, encoder).now().seqs]


def test_what_was_written_is_there_for_another_process(tmp_path: Path) -> None:
    fill(tmp_path, coded(5, digest=50), coded(3, digest=30, parts=1))
    shelf = Shelves(tmp_path, NAME).now()
    assert (held(tmp_path), shelf.digest(5), shelf.digest(3), shelf.digest(4)) == ([3, 5], 50, 30, None)
    (row,) = shelf.where([3, 4])
    assert shelf.arrays["rows"]["parts"][row] == 1
    assert shelf.arrays["vectors"][row].argmax() == 3


def test_a_reader_sees_what_is_added_while_it_is_open(tmp_path: Path) -> None:
    reader = fill(tmp_path, coded(1))
    assert len(reader.now()) == 1
    fill(tmp_path, coded(2), coded(1, digest=9))
    assert [int(seq) for seq in reader.now().seqs] == [1, 2]
    assert reader.now().digest(1) == 9


def test_the_last_vector_of_a_paper_counts_also_after_it_was_gone(tmp_path: Path) -> None:
    with fill(tmp_path, coded(1), coded(2), coded(3)).writing() as writing:
        writing.remove([1, 2, 7])
        writing.add([coded(2, digest=5, words=())])
    assert held(tmp_path) == [2, 3]
    assert Shelves(tmp_path, NAME).now().digest(2) == 5


def test_a_word_stands_in_the_lexicon_once_for_all_papers(tmp_path: Path) -> None:
    fill(tmp_path, coded(1, words=("turnip", "beet")), coded(2, words=("beet", "rake")))
    fill(tmp_path, coded(3, words=("rake", "shed")))
    arrays = Shelves(tmp_path, NAME).now().arrays
    assert len(set(arrays["lexicon"]["word"].tolist())) == len(arrays["lexicon"]) == 4
    assert [row[:3].tolist() for row in arrays["words"]] == [[1, 2, 0], [2, 3, 0], [3, 4, 0]]


def test_there_is_one_writer(tmp_path: Path) -> None:
    shelves = Shelves(tmp_path, NAME)
    with shelves.writing(), pytest.raises(Busy), Shelves(tmp_path, NAME).writing():
        pass


def test_what_a_crash_left_unfinished_is_written_over(tmp_path: Path) -> None:
    fill(tmp_path, coded(1), coded(2))
    for kind in files.KINDS:
        with (tmp_path / f"{kind}-1").open("ab") as file:
            file.write(b"half a row")
    assert held(tmp_path) == [1, 2]
    fill(tmp_path, coded(3))
    assert held(tmp_path) == [1, 2, 3]


@pytest.mark.parametrize("kind", list(files.KINDS))
@pytest.mark.parametrize("harm", ["flip", "cut", "delete"])
def test_damage_is_seen_and_made_anew(tmp_path: Path, kind: str, harm: str) -> None:
    fill(tmp_path, coded(1), coded(2))
    path = tmp_path / f"{kind}-1"
    data = bytearray(path.read_bytes())
    data[3] ^= 1
    if harm == "delete":
        path.unlink()
    else:
        path.write_bytes(data if harm == "flip" else data[:-1])
    assert held(tmp_path) == []
    fill(tmp_path, coded(4))
    assert held(tmp_path) == [4]


@pytest.mark.parametrize("state", [b"", b"{", b"[]", b'{"form": 1}', b'{"form": 0, "encoder": "things 1"}'])
def test_a_state_that_cannot_be_read_is_an_empty_shelf(tmp_path: Path, state: bytes) -> None:
    fill(tmp_path, coded(1))
    (tmp_path / "state.json").write_bytes(state)
    assert held(tmp_path) == []


def test_vectors_of_another_encoder_do_not_count(tmp_path: Path) -> None:
    fill(tmp_path, coded(1))
    assert held(tmp_path, "things 2") == []


def test_where_much_was_replaced_the_files_are_written_anew(tmp_path: Path) -> None:
    shelves = fill(tmp_path, coded(1), coded(2))
    with shelves.writing() as writing:
        writing.follow(Mark(2, 7))
        writing.add([coded(1, digest=number) for number in range(2_000)])
        writing.tidy()
    shelf = shelves.now()
    assert (shelf.state.count, shelf.digest(1), shelf.digest(2), shelf.state.mark) == (
        2,
        1_999,
        1,
        Mark(2, 7),
    )
    assert sorted(path.name for path in tmp_path.glob("rows-*")) == ["rows-2"]
    assert shelf.arrays["words"][0][0] == len(shelf.arrays["lexicon"]) == 1


def test_a_little_waste_is_left_alone(tmp_path: Path) -> None:
    with fill(tmp_path, coded(1)).writing() as writing:
        writing.add([coded(1, digest=2)])
        writing.tidy()
    assert Shelves(tmp_path, NAME).now().state.count == 2


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ("form", "encoder", "number", "count", "words", "checks", "mark")


@given(whole=JSON | st.none(), parts=st.dictionaries(st.sampled_from(FIELDS), JSON, min_size=1))
@settings(max_examples=25, deadline=None)
def test_no_state_breaks_a_lookup_and_the_next_writing_heals_it(
    tmp_path_factory: pytest.TempPathFactory, whole: object, parts: dict[str, object]
) -> None:
    folder = tmp_path_factory.mktemp("shelf")
    fill(folder, coded(1))
    path = folder / "state.json"
    for harm in (whole, json.loads(path.read_bytes()) | parts):
        path.write_text(json.dumps(harm))
        assert held(folder) in ([], [1])
        fill(folder, coded(4))
        assert 4 in held(folder)


@pytest.mark.parametrize("state", ["[" * 100_000, '{"form": ' + "9" * 5_000 + "}"])
def test_a_state_beyond_all_measure_is_an_empty_shelf(tmp_path: Path, state: str) -> None:
    fill(tmp_path, coded(1))
    (tmp_path / "state.json").write_text(state)
    assert held(tmp_path) == []


def test_a_file_of_somebody_else_is_no_reason_not_to_begin_anew(tmp_path: Path) -> None:
    (tmp_path / "rows-of turnips").write_bytes(b"")
    fill(tmp_path, coded(1))
    assert held(tmp_path) == [1]


@pytest.mark.parametrize("kind", list(files.KINDS))
def test_a_file_cut_short_under_an_open_shelf_empties_it(tmp_path: Path, kind: str) -> None:
    reader = fill(tmp_path, coded(1), coded(2))
    before = reader.now()
    os.truncate(tmp_path / f"{kind}-1", 1)
    assert before.arrays["vectors"][0].argmax() == 1  # a few are read, not mapped: nothing is pulled away
    assert len(reader.now()) == 0
    fill(tmp_path, coded(4))
    assert len(reader.now()) == 1


def test_a_backup_copied_over_the_files_is_taken_up(tmp_path: Path) -> None:
    folder, backup = tmp_path / "folder", tmp_path / "backup"
    reader = fill(folder, coded(1))
    shutil.copytree(folder, backup)
    fill(folder, coded(2))
    assert len(reader.now()) == 2
    for path in backup.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    assert [int(seq) for seq in reader.now().seqs] == [1]


def test_a_file_too_large_to_be_read_whole_may_be_cut_short_between_two_questions(tmp_path: Path) -> None:
    many = 17_000
    rows = {kind: np.zeros((many, *dtype.shape), dtype.base) for kind, dtype in files.PAPERS.items()}
    rows["rows"]["seq"] = np.arange(many)
    rows["lexicon"] = np.empty(0, files.LEXICON)
    files.append(tmp_path, files.begin(tmp_path, NAME, 1), rows)
    reader = Shelves(tmp_path, NAME)
    assert isinstance(reader.now().arrays["vectors"], np.memmap)
    os.truncate(tmp_path / "vectors-1", 100)
    assert len(reader.now()) == 0


def test_a_backup_whose_last_file_comes_late_is_taken_up_when_it_is_whole(tmp_path: Path) -> None:
    reader = fill(tmp_path, coded(1))
    vectors = (tmp_path / "vectors-1").read_bytes()
    (tmp_path / "vectors-1").write_bytes(b"")
    assert len(reader.now()) == 0
    (tmp_path / "vectors-1").write_bytes(vectors)
    assert [int(seq) for seq in reader.now().seqs] == [1]
