import time
from dataclasses import replace
from itertools import count

from bot.models import Paper, Reading, Source
from bot.settling import Item, settle, stage
from bot.store import Step, digest
from bot.witness import keys, witness
from tests.make import a_reading


def item(n: int, reading: Reading, **more: object) -> Item:
    told = witness(reading)
    return replace(Item(n, told, keys(told), digest(reading), ingest=1, fresh=True), **more)  # type: ignore[arg-type]


def turnips(number: int, **fields: object) -> Reading:
    return a_reading(source=Source("list.json", "record", number), title=f"Turnips, Part {number}", **fields)


def known(items: list[Item], papers: list[Paper]) -> tuple[list[Item], dict[int, Paper]]:
    """What the store would give back of staged readings, once they are published."""
    at = {source: paper.seq for paper in papers for source in paper.sources}
    found = [replace(one, seq=at.get(one.witness.reading.source), fresh=False, visible=True) for one in items]
    return found, {paper.seq: paper for paper in papers}


def test_new_papers_are_made_at_once_and_readings_of_one_paper_make_one() -> None:
    step = stage(
        [item(1, turnips(0)), item(2, turnips(1)), item(3, turnips(1, abstract=""))], {}, count(5).__next__
    )
    assert [paper.seq for paper in step.new] == [5, 6]
    assert [(entry.n, entry.paper and entry.paper.seq, entry.settled) for entry in step.readings] == [
        (1, 5, True),
        (2, 6, True),
        (3, 6, True),
    ]
    assert step == Step(new=step.new, readings=step.readings)


def test_what_touches_a_visible_paper_waits_and_leaves_it_alone() -> None:
    items, papers = known([item(1, turnips(0))], stage([item(1, turnips(0))], {}, count(1).__next__).new)
    step = stage([*items, item(2, turnips(0, abstract=""))], papers, count(2).__next__)
    (entry,) = step.readings
    assert (entry.n, entry.paper, entry.settled) == (2, None, False)
    assert step == Step(readings=[entry])


def test_a_namesake_of_a_visible_paper_is_new_and_is_looked_at_again() -> None:
    items, papers = known([item(1, turnips(0))], stage([item(1, turnips(0))], {}, count(1).__next__).new)
    step = stage([*items, item(2, turnips(0, authors=("Cat Cedar",)))], papers, count(2).__next__)
    assert [paper.seq for paper in step.new] == [2]
    assert [entry.settled for entry in step.readings] == [False]


def test_settling_what_is_settled_does_nothing() -> None:
    fresh = [item(1, turnips(0)), item(2, turnips(1)), item(3, turnips(1, abstract=""))]
    items, papers = known(fresh, stage(fresh, {}, count(1).__next__).new)
    assert settle(items, papers, count(9).__next__) == Step()


def test_five_thousand_namesakes_are_told_apart_in_good_time() -> None:
    began = time.process_time()
    items = [
        item(n, a_reading(source=Source("list.json", "record", n), title="Turnips", authors=(f"Author {n}",)))
        for n in range(5000)
    ]
    assert len(stage(items, {}, count(1).__next__).new) == 5000
    assert time.process_time() - began < 20
