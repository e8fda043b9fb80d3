"""The papers a benchmark runs on: a file's, or the demo's, and as many more as are wanted, made from them."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from random import Random

from bot import sources
from bot.merging import merge
from bot.models import Paper, Reading
from bot.witness import witness

DEMO = Path(__file__).parents[1] / "bot" / "demo" / "landmarks.json"
SHARED = Path(__file__).parents[2] / "shared"  # lies beside the checkout where the evaluation corpora are
SEED = 20261201


def papers_of(file: Path) -> list[Paper]:
    """Every paper of a file, in its order; readings are not joined, so that a paper may stand there twice."""
    readings = (one for one in sources.read(file) if isinstance(one, Reading))
    return [merge([witness(one)], seq) for seq, one in enumerate(readings, 1)]


def grown(papers: list[Paper], size: int) -> Iterator[Paper]:
    """The first ``size`` of the papers; beyond their number, new ones mixed from two real ones each, always the same.

    A mixed paper has the first half of one title and the second half of another, authors of both, and the
    sentences of both abstracts by turns, as many as one abstract has: words are as frequent as in real papers, and
    the vocabulary grows only by names that are mixed, too.
    """
    yield from papers[:size]
    dice = Random(SEED)
    for seq in islice(count(len(papers) + 1), max(0, size - len(papers))):
        one, other = dice.choice(papers), dice.choice(papers)
        title = f"{_half(one.heading, 0)} {_half(other.heading, 1)}"
        many = one.abstract.count(". ") + 1
        both = (_sentence(paper, place) for place in range(many) for paper in (one, other))
        sentences = islice(filter(None, both), many)
        yield replace(
            one,
            id=f"p{seq:015x}",
            seq=seq,
            title=title,
            heading=title,
            names=one.names if dice.random() < 0.5 else (),
            authors=(*one.authors[: len(one.authors) // 2], *other.authors[len(other.authors) // 2 :]),
            abstract=". ".join(sentences),
            raw="",
        )


def _half(text: str, which: int) -> str:
    words = text.split()
    middle = len(words) // 2
    return " ".join(words[middle:] if which else words[:middle])


def _sentence(paper: Paper, place: int) -> str:
    sentences = paper.abstract.split(". ")
    return sentences[place] if place < len(sentences) else ""
