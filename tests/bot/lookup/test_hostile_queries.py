import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.lookup import Index, explain
from bot.models import Mark, Paper, Why
from tests.costs import is_linear
from tests.indexed import indexed
from tests.make import a_paper

TEXT = "turnip carrot leek adaptive learning of the with Net x² \\alpha naïve 学习 السلام שלום"
WORDS = TEXT.split(" ")

HOSTILE = (
    "*",
    '"',
    '"unbalanced',
    "(",
    ")))(((",
    "a AND",
    "AND OR NOT",
    "NOT turnip",
    "+turnip -carrot",
    "title:turnip",
    "seq:1",
    "names:!",
    "!",
    "turnip~2",
    "turnip^5",
    "[a TO z]",
    "{a TO z}",
    "IN [turnip carrot]",
    "/tur.*/",
    "(a+)+$",
    "(a|a)+b",
    ".*.*.*.*x$",
    "turnip\x00carrot",
    "\ud800",
    "\u202eturnip\u202c",
    "السلام عليكم turnip",
    "🙂 turnip 🙂",
    "the of and with",
    "\\" * 3000,
    "$" * 3001,
    "{" * 3000,
    "**" * 3000,
    "a" * 5000,
    "a " * 5000,
    "turnip " * 1500,
    "tur nip " * 1500,
    "é" * 10_000,
    "学" * 10_000,
    "x^" * 5000,
    "-" * 10_000,
    "a" * 10_000 + "_-b",
    "turnip-" * 1500,
    "".join(f"w{number} " for number in range(2000)),
)


def papers() -> list[Paper]:
    return [
        a_paper(seq=seq, title=f"{one} {other}", abstract=f"We study {other} and {one}, number {seq}.")
        for seq, (one, other) in enumerate(((one, other) for one in WORDS for other in WORDS), 1)
    ]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return indexed(tmp_path_factory.mktemp("index"), papers())


@pytest.mark.parametrize("query", HOSTILE, ids=range(len(HOSTILE)))
def test_it_answers_in_time_and_does_not_raise(index: Index, query: str) -> None:
    begun = time.thread_time()
    for found in (index.search(query), index.suggest(query)):
        assert len(found) <= 10
    assert time.thread_time() - begun < 2


@pytest.mark.parametrize(
    "word", ["turnpi", "qzxw", "the", "turnip"], ids=["slips", "nonsense", "binding", "known"]
)
def test_the_work_does_not_grow_faster_than_the_query(index: Index, word: str) -> None:
    words = " ".join(f"{word}{chr(97 + number % 26)}" for number in range(4_000))
    assert is_linear(lambda size: (index.search(words[:size]), index.suggest(words[:size])), 24_000)


@pytest.mark.parametrize("query", HOSTILE, ids=range(len(HOSTILE)))
def test_it_is_explained_in_time(query: str) -> None:
    begun = time.thread_time()
    explain(query, a_paper(abstract=" ".join(WORDS) * 200), Why("abstract"))
    assert time.thread_time() - begun < 2


def test_the_head_of_the_index_is_no_paper(index: Index) -> None:
    seqs = {one.seq for query in ("!", "names:!", *WORDS) for one in index.search(query, 200)}
    assert min(seqs) > 0


@given(
    st.one_of(
        st.text(max_size=300),
        st.lists(
            st.sampled_from([*WORDS, '"', "(", "*", "-", ":", "学", "\\frac{", "$", "**"]), max_size=20
        ).map(" ".join),
    )
)
@settings(max_examples=150, deadline=None)
def test_any_text_is_answered(index: Index, query: str) -> None:
    found = index.search(query)
    assert len({one.seq for one in found}) == len(found)
    assert all(0 < one.score <= 1 for one in found)
    assert [one.guess for one in found] == sorted(one.guess for one in found)
    index.suggest(query)


def test_a_paper_of_one_endless_word_is_indexed_in_a_moment(tmp_path: Path) -> None:
    index = Index.open(tmp_path)
    writing = index.writing()
    assert writing is not None
    begun = time.thread_time()
    with writing:
        writing.add(
            a_paper(seq=seq, abstract=text * 200_000 + "_-b") for seq, text in enumerate("a学é.-'", 1)
        )
        writing.commit(Mark(6))
    assert time.thread_time() - begun < 30


def test_hostile_papers_are_indexed(tmp_path_factory: pytest.TempPathFactory) -> None:
    index = Index.open(tmp_path_factory.mktemp("hostile"))
    writing = index.writing()
    assert writing is not None
    with writing:
        writing.add(
            a_paper(
                seq=seq, title=text[:300] or "x", abstract=text, authors=(text[:100],), names=(text[:80],)
            )
            for seq, text in enumerate(HOSTILE, 1)
        )
        writing.add([a_paper(seq=500, title="", abstract=""), a_paper(seq=501, title="Plain Cabbage")])
        writing.commit(Mark(501))
    assert index.search("plain cabbage")[0].seq == 501
