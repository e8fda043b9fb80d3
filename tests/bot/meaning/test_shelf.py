"""The vectors' files: what is written is there, whatever happens to the process or to the disk."""

from pathlib import Path

import numpy as np
import pytest

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
