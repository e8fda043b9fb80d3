"""Which papers may match a rule: all that do, and few others."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.lookup import Index
from bot.lookup.documents import indexed
from bot.matching import Document, holds
from bot.models import Mark, Paper
from bot.query import And, Not, Or, Phrase, Query, Term, Tree, parse
from bot.text.fold import stem
from bot.text.singular import plurals, singular
from bot.text.words import words_of
from tests.make import a_paper

SIGNS = "aBkt 12 -.,'’‘^_{}`\\×™²₀εΦéßﬁ…“′\u0302\u00ad\u200b联学/:½ℝ½①¯·"
WORDS = [
    "multi-agent", "multi agents", "multiagent", "multi", "agent", "policy", "POLICIES", "matrices", "matrix", "bases",
    "submatrix", "GPT-4", "GPT4", "R³L", "R 3 L", "Kinect™", "8×8", "loss_1", "x^2", "ε-net", "εnet", "σ²", "naïve", "1,000",
    "联邦学习", "quantized", "quantization", "colour", "colors", "C++", "o’clock", "photos", "boxes", "Schrödinger",
]  # fmt: skip
GAPS = [" ", ", ", ". ", "-", " - "]


def filler(number: int) -> Paper:
    return a_paper(
        seq=1000 + number, title=f"Nothing, Part {number}", abstract="Nothing asked for.", authors=("Fi Ler",)
    )


PAPERS = [
    a_paper(
        seq=number,
        title=first if number % 3 else None,
        heading=first,
        abstract=f"We{gap}{second}{gap}{first} {third}",
        authors=("Jean-Luc O’Hara", "Li Wei") if number % 2 else ("Wei Zhang",),
        venue="ICML",
    )
    for number, (first, second, third, gap) in enumerate(
        ((one, WORDS[(at * 7 + 3) % len(WORDS)], WORDS[(at * 5 + 1) % len(WORDS)], gap)
         for at, (one, gap) in enumerate(product(WORDS, GAPS))), 1
    )
]  # fmt: skip


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    index = Index.open(tmp_path_factory.mktemp("index"))
    writing = index.writing(1)
    assert writing is not None
    with writing:
        writing.add([*PAPERS, *map(filler, range(1000))])
        writing.commit(Mark(2000, 7))
    return index


_terms: st.SearchStrategy[Term] = st.one_of(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=2).map(
        lambda some: Phrase(" ".join(some), quoted=True)
    ),
    st.sampled_from(["quanti", "polic", "multi a", "submat", "col", "kine", "ma", "学"]).map(
        lambda text: Phrase(text, prefix=True)
    ),
    st.builds(
        lambda field, text: Phrase(text, field=field, quoted=True),
        st.sampled_from(["title", "abstract"]),
        st.sampled_from(WORDS),
    ),
    st.sampled_from(["li wei", "ohara", "jean luc", "zhang", "jeanluc"]).map(
        lambda name: Phrase(name, field="author", quoted=True)
    ),
)
_trees: st.SearchStrategy[Tree] = st.recursive(
    _terms,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.lists(inner, min_size=2, max_size=3).map(lambda terms: And(tuple(terms))),
        st.lists(inner, min_size=2, max_size=3).map(lambda terms: Or(tuple(terms))),
    ),
    max_leaves=4,
)


@given(_trees)
@settings(max_examples=250, deadline=None)
def test_every_paper_that_matches_is_among_them(index: Index, tree: Tree) -> None:
    query = Query(tree, "")
    may, _ = index.holding(query)
    assert may is None or {one.seq for one in PAPERS if holds(query, Document(one))} <= set(may)


@pytest.mark.parametrize(
    ("rule", "most"),
    [("submatrices", 40), ('"R3L"', 60), ("kinect", 40), ("author:zhang", 100), ("schrodinger AND kinect", 5), ("turnip", 5)],
)  # fmt: skip
def test_few_others_are_among_them(index: Index, rule: str, most: int) -> None:
    may, mark = index.holding(parse(rule))
    assert may is not None
    assert len(may) <= most
    assert mark == Mark(2000, 7)


@pytest.mark.parametrize("rule", ["venue:icml", "year:2026", "nothing", "kinect OR year:2026", "the a"])
def test_where_most_may_match_or_nothing_is_known_that_is_said(index: Index, rule: str) -> None:
    assert index.holding(parse(rule))[0] is None


def test_an_index_that_holds_nothing_knows_of_no_paper(tmp_path: Path) -> None:
    assert Index.open(tmp_path).holding(parse("turnip")) == ([], Mark(0, 0))


@given(st.text(SIGNS, max_size=25))
@settings(max_examples=1000, deadline=None)
def test_whatever_matching_takes_for_a_word_is_an_index_word(text: str) -> None:
    words = words_of(text, as_written=True)
    held = indexed(a_paper(title="Untold", abstract=text)).fields["abstract"].split(" ")
    assert {stem(words.form(number)) for number in range(len(words))} <= set(held)


def test_a_control_character_parts_words_for_both_in_any_text() -> None:
    held = indexed(a_paper(title="Untold", abstract="Growing foo\x07bar\x07 — √n turnips")).fields["abstract"]
    assert {"foo", "bar"} <= set(held.split(" "))


@given(st.text("aeimosxyzhcu", min_size=3, max_size=9).map(lambda word: f"{word}s"))
@settings(max_examples=300, deadline=None)
def test_a_plural_is_among_those_of_its_singular(word: str) -> None:
    assert word == singular(word) or word in plurals(singular(word))


@pytest.mark.parametrize(
    "word", ["matrices", "submatrices", "gpus", "policies", "boxes", "classes", "analyses", "mice"]
)
def test_an_irregular_plural_is_among_those_of_its_singular(word: str) -> None:
    assert word in plurals(singular(word))
