"""What lookup reaches on sets that were written by hand, where they lie beside the project."""

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from bot.lookup import Index
from bot.models import Mark, Paper, Source
from bot.text.heading import heading
from bot.text.names import names
from bot.text.plain import plain
from tests.make import a_paper

SHARED = Path(__file__).resolve().parents[3] / ".." / "shared"
CORPUS, EVAL = SHARED / "corpus", SHARED / "eval"

pytestmark = pytest.mark.skipif(not EVAL.is_dir(), reason="the evaluation sets are not beside the project")


def rows(name: str) -> list[dict[str, Any]]:
    return [
        json.loads(line) for line in (EVAL / name).read_text(encoding="utf-8").splitlines() if line.strip()
    ]


def places(row: dict[str, Any], key: str) -> set[Source]:
    return {Source(place["file"], "paragraph", place["paragraph"]) for place in row[key]}


def papers() -> Iterator[Paper]:
    """The abstracts of the five lists, without any title; one that stands in two is one paper."""
    found = sorted(
        (text, Source(path.name, "paragraph", number))
        for path in CORPUS.glob("*.txt")
        for number, text in enumerate(
            [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()][1:], 1
        )
    )
    for seq, (text, same) in enumerate(groupby(found, key=lambda pair: pair[0]), 1):
        yield a_paper(
            id=f"p{seq:015d}",
            seq=seq,
            title=None,
            heading=heading(text),
            names=names(text),
            abstract=plain(text),
            authors=(),
            sources=tuple(source for _, source in same),
        )


@pytest.fixture(scope="module")
def corpus() -> dict[int, Paper]:
    return {paper.seq: paper for paper in papers()}


@pytest.fixture(scope="module")
def index(corpus: dict[int, Paper], tmp_path_factory: pytest.TempPathFactory) -> Index:
    index = Index.open(tmp_path_factory.mktemp("index"))
    writing = index.writing()
    assert writing is not None
    with writing:
        writing.add(corpus.values())
        writing.commit(Mark(len(corpus)))
    return index


def firm_rank(index: Index, corpus: dict[int, Paper], query: str, right: set[Source]) -> int | None:
    """The place of the right paper among those that are no guesses; 0 when nothing is firm."""
    firm = [one for one in index.search(query) if not one.guess]
    if not firm:
        return 0
    return next((rank for rank, one in enumerate(firm, 1) if right & set(corpus[one.seq].sources)), None)


def test_ordinary_english_finds_its_abstract(index: Index, corpus: dict[int, Paper]) -> None:
    asked = [
        row
        for row in rows("lookup_dev.jsonl")
        if row["relevant"] and row["lang"] == "en" and row["kind"] != "hard_paraphrase"
    ]
    ranks = [firm_rank(index, corpus, row["query"], places(row, "relevant")) for row in asked]
    assert sum(1 / rank for rank in ranks if rank) / len(ranks) >= 0.97
    assert sum(rank == 0 for rank in ranks) / len(ranks) <= 0.02


def test_what_is_not_there_is_not_found(index: Index) -> None:
    asked = [row for row in rows("lookup_dev.jsonl") if not row["relevant"]]
    wrong = [row["query"] for row in asked if any(not one.guess for one in index.search(row["query"]))]
    assert len(wrong) <= len(asked) * 0.05


def test_hard_paraphrases_and_chinese_are_hardly_ever_confidently_wrong(
    index: Index, corpus: dict[int, Paper]
) -> None:
    asked = [
        row for row in rows("lookup_dev.jsonl") if row["kind"] == "hard_paraphrase" or row["lang"] == "zh"
    ]
    ranks = [
        firm_rank(index, corpus, row["query"], places(row, "relevant")) for row in asked if row["relevant"]
    ]
    assert sum(rank is None or rank > 1 for rank in ranks) / len(ranks) <= 0.05


def test_every_introduced_name_finds_its_paper(index: Index, corpus: dict[int, Paper]) -> None:
    wrong = [
        name
        for row in rows("seeds_dev.jsonl")
        for name in row["names"]
        if firm_rank(index, corpus, name, places(row, "places")) != 1
    ]
    assert wrong == []
