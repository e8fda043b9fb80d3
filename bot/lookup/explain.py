"""Explaining: which words of a paper answered a query. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rapidfuzz.distance import OSA

from bot.lookup.asking import telling_words
from bot.models import Paper, Why
from bot.text.fold import squeeze, stem, tokens

MOST_WORDS = 12
_SEEN = 6_000  # characters of a paper that are looked at

_SHAPE = re.compile(r"[^\W_]+(?:[-‐‑–'’+][^\W_]+)*")
_SEAM = re.compile(r"[-‐‑–+]")


def explain(query: str, paper: Paper, why: Why) -> Why:
    """The reason with the paper's own words that matched, each once, as they stand there.

    A compound is one word where all of it matched, else only the parts that did. A word of the query that the
    paper does not hold stands for the nearest that it does.
    """
    if why.kind == "identifier":
        return why
    wanted = telling_words(query)
    shapes = list(dict.fromkeys(_SHAPE.findall(_text(paper, why))))
    stems = {stem(word) for word in wanted} | {stem(word) for word in _misspelt(wanted, shapes)}
    joined = _joined(wanted)
    found = (word for shape in shapes for word in _matched(shape, stems, joined))
    return replace(why, words=tuple(dict.fromkeys(found))[:MOST_WORDS])


def _text(paper: Paper, why: Why) -> str:
    texts = [paper.title or paper.heading, *paper.other_titles, *paper.names, *paper.authors]
    if why.kind in ("words", "abstract"):
        texts.append(paper.abstract)
    return "\n".join(texts)[:_SEEN]


def _matched(shape: str, stems: set[str], joined: set[str]) -> Iterator[str]:
    parts = [part for part in _SEAM.split(shape) if part]
    held = [part for part in parts if any(stem(word) in stems for word in tokens(part))]
    if len(held) == len(parts) or squeeze(shape) in joined:
        yield shape
    else:
        yield from held


def _misspelt(wanted: Sequence[str], shapes: Sequence[str]) -> Iterator[str]:
    """The words of the paper nearest to those of the query that it does not hold."""
    words = {word for shape in shapes for word in tokens(shape)}
    stems = {stem(word) for word in words}
    for one in wanted:
        if len(one) > 3 and stem(one) not in stems:
            most = 1 if len(one) < 6 else 2
            near = [(OSA.distance(one, word, score_cutoff=most), word) for word in words]
            edits, word = min(near, default=(most + 1, ""))
            if edits <= most:
                yield word


def _joined(wanted: Sequence[str]) -> set[str]:
    """What neighbouring words of the query make together."""
    spans = range(2, 6)
    return {"".join(wanted[at : at + size]) for size in spans for at in range(len(wanted) - size + 1)} | set(
        wanted
    )
