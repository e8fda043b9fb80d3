"""Explaining: which words of a paper answered a query. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rapidfuzz.distance import OSA

from bot.glossary import has_chinese
from bot.lookup.asking import BOUND, telling_words
from bot.lookup.translating import english_in
from bot.models import Paper, Why
from bot.text.fold import squeeze, stem, tokens

MOST_WORDS = 12
_SEEN = 6_000  # characters of a paper that are looked at

_SHAPE = re.compile(r"[^\W_]+(?:[-‐‑–'’+][^\W_]+)*")
_SEAM = re.compile(r"[-‐‑–+]")


def explain(query: str, paper: Paper, why: Why) -> Why:
    """The reason with the paper's own words that matched, each once, as they stand there.

    A compound is one word where all of it matched, else only the parts that did. A word of the query that the
    paper does not hold stands for the nearest that it does; Chinese stands for what it means.
    """
    if why.kind in ("identifier", "meaning"):
        return why
    wanted = telling_words(query)
    shapes = list(dict.fromkeys(_SHAPE.findall(_text(paper, why))))
    stems = {stem(word) for word in wanted} | {stem(word) for word in _misspelt(wanted, shapes)}
    if has_chinese(query):
        stems |= set(english_in(query, _stems(shapes), BOUND))
    joined = _joined(wanted)
    found = (word for shape in shapes for word in _matched(shape, stems, joined))
    return replace(why, words=tuple(dict.fromkeys(found))[:MOST_WORDS])


def _text(paper: Paper, why: Why) -> str:
    texts = [paper.title or paper.heading, *paper.other_titles, *paper.names, *paper.authors]
    if why.kind in ("words", "abstract"):
        texts.append(paper.abstract)
    return "\n".join(texts)[:_SEEN]


@dataclass(frozen=True, slots=True)
class _Word:
    """A word as it stands in papers, folded once for all of them."""

    squeezed: str
    parts: tuple[tuple[str, frozenset[str]], ...]  # of a compound, each with the stems of its words
    words: frozenset[str]


@lru_cache(maxsize=20_000)  # most words of a paper stand in the next one too
def _word(shape: str) -> _Word:
    parts = [part for part in _SEAM.split(shape) if part]
    stemmed = tuple((part, frozenset(stem(word) for word in tokens(part))) for part in parts)
    return _Word(squeeze(shape), stemmed, frozenset(tokens(shape)))


def _matched(shape: str, stems: set[str], joined: set[str]) -> Iterator[str]:
    word = _word(shape)
    held = [part for part, of_part in word.parts if not stems.isdisjoint(of_part)]
    if len(held) == len(word.parts) or word.squeezed in joined:
        yield shape
    else:
        yield from held


def _misspelt(wanted: Sequence[str], shapes: Sequence[str]) -> Iterator[str]:
    """The words of the paper nearest to those of the query that it does not hold."""
    stems = _stems(shapes)
    unknown = [one for one in wanted if len(one) > 3 and stem(one) not in stems]
    if not unknown:
        return
    words = frozenset[str]().union(*(_word(shape).words for shape in shapes))
    for one in unknown:
        most = 1 if len(one) < 6 else 2
        near = [(OSA.distance(one, word, score_cutoff=most), word) for word in words]
        edits, word = min(near, default=(most + 1, ""))
        if edits <= most:
            yield word


def _stems(shapes: Sequence[str]) -> set[str]:
    return {one for shape in shapes for _, of_part in _word(shape).parts for one in of_part}


def _joined(wanted: Sequence[str]) -> set[str]:
    """What neighbouring words of the query make together."""
    spans = range(2, 6)
    return {"".join(wanted[at : at + size]) for size in spans for at in range(len(wanted) - size + 1)} | set(
        wanted
    )
