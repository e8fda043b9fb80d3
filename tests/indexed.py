"""Made-up papers in an index of their own, and what a query finds there first."""

from collections.abc import Iterable
from pathlib import Path

from bot.lookup import Index
from bot.models import Mark, Paper, Ranked
from tests.make import a_paper


def titled(seq: int, title: str, abstract: str = "", **fields: object) -> Paper:
    return a_paper(**{"seq": seq, "title": title, "abstract": abstract, "authors": ()} | fields)


def indexed(folder: Path, papers: Iterable[Paper]) -> Index:
    """An index of these papers, up to the last."""
    index = Index.open(folder)
    writing = index.writing()
    assert writing is not None
    papers = list(papers)
    with writing:
        writing.add(papers)
        writing.commit(Mark(max(paper.seq for paper in papers)))
    return index


def first(index: Index, query: str) -> Ranked | None:
    """The best paper that is no guess."""
    found = index.search(query)
    return found[0] if found and not found[0].guess else None
