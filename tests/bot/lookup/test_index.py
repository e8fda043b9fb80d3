import multiprocessing
import os
import signal
import threading
from pathlib import Path

import pytest

from bot.lookup import Index
from bot.models import Mark, Paper
from tests.make import a_paper

TURNIPS = a_paper(seq=1, title="Growing Turnips with Transformers", authors=("Ada Gardener",))
CARROTS = a_paper(seq=2, title="CarrotNet: Orange Roots at Scale", authors=("Ben Spade",), abstract="Roots.")
LEEKS = a_paper(seq=3, title="Leeks Considered Harmful", authors=("Cy Hoe",), abstract="They are not.")


def fill(folder: Path, *papers: Paper, mark: Mark | None = None) -> Index:
    index = Index.open(folder)
    writing = index.writing(1)
    assert writing is not None
    with writing:
        writing.add(papers)
        writing.commit(mark or Mark(max((paper.seq for paper in papers), default=0)))
    return index


def found(index: Index, query: str) -> list[int]:
    return [one.seq for one in index.search(query) if not one.guess]


def test_a_new_index_is_empty(tmp_path: Path) -> None:
    index = Index.open(tmp_path / "deep" / "index")
    assert index.mark == Mark(0, 0)
    assert index.search("turnips") == ()
    assert index.suggest("tur") == ()
    assert index.similar(TURNIPS) == ()


def test_what_is_committed_is_found_with_its_mark(tmp_path: Path) -> None:
    index = fill(tmp_path, TURNIPS, CARROTS, mark=Mark(2, 7))
    assert index.mark == Mark(2, 7)
    assert found(index, "orange roots") == [2]


def test_it_is_all_there_after_a_restart(tmp_path: Path) -> None:
    fill(tmp_path, TURNIPS, CARROTS, mark=Mark(2, 7)).close()
    index = Index.open(tmp_path)
    assert index.mark == Mark(2, 7)
    assert found(index, "growing turnips") == [1]


def test_what_is_not_committed_is_discarded(tmp_path: Path) -> None:
    index = fill(tmp_path, TURNIPS)
    writing = index.writing()
    assert writing is not None
    with writing:
        writing.add([LEEKS])
        writing.remove([1])
    assert index.mark == Mark(1)
    assert found(index, "leeks") == []
    assert found(index, "turnips") == [1]
    assert found(fill(tmp_path, CARROTS, mark=Mark(2)), "leeks") == []


def test_an_error_while_writing_leaves_the_last_commit_and_frees_the_writer(tmp_path: Path) -> None:
    index = fill(tmp_path, TURNIPS)
    writing = index.writing()
    assert writing is not None
    with pytest.raises(AttributeError), writing:
        writing.add([LEEKS, None])  # type: ignore[list-item]  # what a fault of ours may look like
    assert found(index, "leeks") == []
    assert index.writing() is not None


def test_one_writing_may_commit_more_than_once(tmp_path: Path) -> None:
    index = Index.open(tmp_path)
    writing = index.writing()
    assert writing is not None
    with writing:
        writing.add([TURNIPS])
        writing.commit(Mark(1))
        assert found(index, "turnips") == [1]
        writing.add([CARROTS])
        writing.commit(Mark(2))
        writing.add([LEEKS])
    assert index.mark == Mark(2)
    assert found(index, "carrotnet") == [2]
    assert found(index, "leeks") == []


def test_a_paper_added_again_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    index = fill(tmp_path, TURNIPS, CARROTS)
    fill(
        tmp_path,
        a_paper(seq=1, title="Parsnips After All", abstract="Parsnips.", authors=()),
        mark=Mark(2, 1),
    )
    assert found(index, "parsnips after") == [1]
    assert found(index, "growing turnips") == []
    assert [one.seq for one in index.suggest("growing turn")] == []


def test_a_paper_added_twice_in_one_writing_is_there_once(tmp_path: Path) -> None:
    index = fill(tmp_path, TURNIPS, a_paper(seq=1, title="Parsnips After All", abstract=""))
    assert found(index, "parsnips after all") == [1]
    assert found(index, "turnips") == []


def test_what_is_removed_is_not_found(tmp_path: Path) -> None:
    index = fill(tmp_path, TURNIPS, CARROTS)
    writing = index.writing()
    assert writing is not None
    with writing:
        writing.remove([1, 99])
        writing.commit(Mark(2, 1))
    assert found(index, "growing turnips") == []
    assert index.suggest("growing turn") == ()
    assert found(index, "carrotnet") == [2]


def test_many_small_commits_stay_few_files(tmp_path: Path) -> None:
    index = Index.open(tmp_path)
    for seq in range(1, 31):
        fill(tmp_path, a_paper(seq=seq, title=f"Vegetable number {seq} zeta{seq}x"), mark=Mark(seq))
    assert found(index, "zeta7x") == [7]
    assert found(index, "zeta30x") == [30]
    assert len(list(tmp_path.glob("part-*"))) == 1
    assert len(list(tmp_path.glob("state-*"))) == 1


def test_large_parts_are_not_merged_into_small_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.lookup.writing._SMALL", 2)
    papers = [a_paper(seq=seq, title=f"Vegetable zeta{seq}x", abstract="") for seq in range(1, 41)]
    index = fill(tmp_path, *papers)
    fill(tmp_path, a_paper(seq=41, title="Late leeks zeta41x", abstract=""))
    assert len(list(tmp_path.glob("part-*"))) == 2
    fill(tmp_path, a_paper(seq=5, title="Changed cabbage", abstract=""), mark=Mark(41, 1))
    assert found(index, "zeta3x") == [3]
    assert found(index, "changed cabbage") == [5]
    assert found(index, "zeta5x") == []
    assert found(index, "late leeks") == [41]
    assert found(Index.open(tmp_path), "changed cabbage") == [5]


def test_memory_holds_only_some_of_many_papers_and_files_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers = [a_paper(seq=seq, title=f"Vegetable {seq % 7} zeta{seq}x", abstract="") for seq in range(1, 41)]
    replaced = a_paper(seq=5, title="Changed cabbage", abstract="")
    written = []
    for held in (1_000, 6):
        monkeypatch.setattr("bot.lookup.writing._HELD", held)
        monkeypatch.setattr("bot.lookup.writing._AT_ONCE", 4)
        monkeypatch.setattr("bot.lookup.titles._CODED", 30)
        folder = tmp_path / str(held)
        index = fill(folder, *papers[:10])
        writing = index.writing()
        assert writing is not None
        with writing:
            writing.add(papers[10:])
            assert (len(list(folder.glob("part-*"))) > 1) == (held == 6)
            writing.add([replaced])
            writing.remove([20, 40, 3])
            writing.add([papers[2]])
            writing.commit(Mark(40, 2))
        written.append([(path.name, path.read_bytes()) for path in folder.glob("part-*")])
        assert len(written[-1]) == 1
        assert found(index, "zeta3x") == [3]
        assert found(index, "zeta20x") == []
        assert found(index, "changed cabbage") == [5]
        assert found(index, "zeta5x") == []
    assert written[0] == written[1]


def test_parts_that_were_not_committed_do_not_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.lookup.writing._HELD", 1)
    index = fill(tmp_path, TURNIPS)
    writing = index.writing()
    assert writing is not None
    with writing:
        writing.add([LEEKS])
        writing.remove([1])
        assert len(list(tmp_path.glob("part-*"))) == 2
    assert len(list(tmp_path.glob("part-*"))) == 1
    assert found(index, "growing turnips") == [1]


# One writer


def test_a_second_writer_gets_none_and_does_not_wait_until_the_first_is_done(tmp_path: Path) -> None:
    index = fill(tmp_path, TURNIPS)
    writing = index.writing()
    assert writing is not None
    with writing:
        assert index.writing() is None
        assert Index.open(tmp_path).writing(0) is None
        assert found(index, "turnips") == [1]
    again = index.writing()
    assert again is not None
    again.__exit__(None, None, None)


def _work(
    folder: Path, ready: "multiprocessing.synchronize.Event", go: "multiprocessing.synchronize.Event"
) -> None:
    index = Index.open(folder)
    writing = index.writing(5)
    assert writing is not None
    with writing:
        writing.add([CARROTS])
        ready.set()
        go.wait(20)
        writing.commit(Mark(2))


def test_a_commit_of_another_process_is_seen_at_the_next_lookup(tmp_path: Path) -> None:
    index = fill(tmp_path, TURNIPS)
    context = multiprocessing.get_context("spawn")
    ready, go = context.Event(), context.Event()
    process = context.Process(target=_work, args=(tmp_path, ready, go))
    process.start()
    assert ready.wait(20)
    assert index.writing(0) is None
    assert found(index, "carrotnet") == []
    go.set()
    process.join(20)
    assert found(index, "carrotnet") == [2]
    assert index.mark == Mark(2)


def test_a_writer_killed_in_the_middle_leaves_the_last_commit(tmp_path: Path) -> None:
    index = fill(tmp_path, TURNIPS)
    context = multiprocessing.get_context("spawn")
    ready, go = context.Event(), context.Event()
    process = context.Process(target=_work, args=(tmp_path, ready, go))
    process.start()
    assert ready.wait(20)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join(20)
    assert found(index, "turnips") == [1]
    assert Index.open(tmp_path).mark == Mark(1)
    assert found(fill(tmp_path, LEEKS, mark=Mark(3)), "leeks") == [3]


@pytest.mark.parametrize("at", ["save_part", "save_state", "put_head", "sweep"])
def test_a_death_at_any_step_of_a_commit_leaves_a_whole_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    fill(tmp_path, TURNIPS)

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(f"bot.lookup.writing.{at}", die)
        with pytest.raises(KeyboardInterrupt):
            fill(tmp_path, CARROTS, mark=Mark(2))
    index = Index.open(tmp_path)
    committed = at == "sweep"
    assert index.mark == (Mark(2) if committed else Mark(1))
    assert found(index, "carrotnet") == ([2] if committed else [])
    assert found(index, "growing turnips") == [1]
    assert found(fill(tmp_path, LEEKS, mark=Mark(3)), "leeks considered") == [3]


# Threads


def test_lookups_go_on_in_threads_while_papers_are_added(tmp_path: Path) -> None:
    index = fill(tmp_path, TURNIPS)
    done = threading.Event()
    wrong: list[object] = []

    def look() -> None:
        while not done.is_set():
            try:
                if found(index, "growing turnips")[:1] != [1]:
                    wrong.append("not found")
                index.suggest("gro")
                index.similar(TURNIPS)
            except Exception as error:  # noqa: BLE001 - whatever it is, the test must tell
                wrong.append(error)

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for seq in range(2, 22):
        writing = index.writing(5)
        assert writing is not None
        with writing:
            writing.add([a_paper(seq=seq, title=f"Cabbage number {seq}")])
            writing.commit(Mark(seq))
    done.set()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert index.mark == Mark(21)


def test_an_index_made_anew_shows_nothing_of_the_one_before(tmp_path: Path) -> None:
    index = Index.open(tmp_path)
    other = Index.open(tmp_path)
    for title in ("Turnips by Attention", "Zeppelins over the Lake"):
        assert index.clear()
        with index.writing() or pytest.fail("nobody else writes") as writing:
            writing.add([a_paper(seq=1, title=title, abstract="")])
            writing.commit(Mark(1, 0))
        assert [one.seq for one in other.search(title)] == [1]
        assert other.holds(a_paper(seq=1, title=title, abstract=""))
    assert other.search("turnips") == ()
