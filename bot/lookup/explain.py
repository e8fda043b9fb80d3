"""Explaining: which words of a paper answered a query. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from bot.glossary import has_chinese
from bot.lookup.asking import BOUND, telling_words
from bot.lookup.translating import english_in
from bot.models import Paper, Why
from bot.text.fold import squeeze, stem, tokens

MOST_WORDS = 12
_SEEN = 6_000  # characters of a paper that are looked at
_REMEMBERED = 20_000  # words; most of a paper's stand in the next one too

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
    words = [_words[shape] for shape in dict.fromkeys(_SHAPE.findall(_text(paper, why)))]
    stems, joined = set(map(stem, wanted)), _joined(wanted)
    there = frozenset[str]().union(*[word.stems for word in words])
    if unknown := [one for one in wanted if len(one) > 3 and stem(one) not in there]:
        stems.update(map(stem, _nearest(unknown, words)))
    if has_chinese(query):
        stems.update(english_in(query, there, BOUND))
    told = dict.fromkeys(
        part
        for word in words
        if word.squeezed in joined or not stems.isdisjoint(word.stems)
        for part in _matched(word, stems, joined)
    )
    if why.kind == "abstract" and _by_keywords(paper, stems):
        why = replace(why, kind="keywords")
    return replace(why, words=tuple(told)[:MOST_WORDS])


def _text(paper: Paper, why: Why) -> str:
    texts = [paper.title or paper.heading, *paper.other_titles, *paper.names, *paper.authors]
    if why.kind in ("words", "abstract"):
        texts += [*paper.keywords, paper.abstract]
    return "\n".join(texts)[:_SEEN]


def _by_keywords(paper: Paper, stems: set[str]) -> bool:
    """Whether most of what is wanted stands in the authors' keywords."""
    held = {stem(word) for keyword in paper.keywords for word in tokens(keyword)}
    return len(stems & held) * 2 > len(stems)


@dataclass(frozen=True, slots=True)
class _Word:
    """A word as it stands in papers, folded once for all of them."""

    shape: str
    squeezed: str
    parts: tuple[tuple[str, frozenset[str]], ...]  # of a compound, each with the stems of its words
    words: tuple[str, ...]
    stems: frozenset[str]


class _Words(dict[str, _Word]):
    """Words by how they stand in papers."""

    def __missing__(self, shape: str) -> _Word:
        parts = [part for part in _SEAM.split(shape) if part]
        stemmed = tuple((part, frozenset(map(stem, tokens(part)))) for part in parts)
        stems = frozenset[str]().union(*(of_part for _, of_part in stemmed))
        word = _Word(shape, squeeze(shape), stemmed, tokens(shape), stems)
        if len(self) >= _REMEMBERED:
            self.clear()
        self[shape] = word
        return word


_words = _Words()


def _matched(word: _Word, stems: set[str], joined: set[str]) -> Sequence[str]:
    held = [part for part, of_part in word.parts if not stems.isdisjoint(of_part)]
    return (word.shape,) if len(held) == len(word.parts) or word.squeezed in joined else held


def _nearest(unknown: Sequence[str], words: Sequence[_Word]) -> list[str]:
    """The words of the paper nearest to those that it does not hold."""
    known = sorted(frozenset[str]().union(*[word.words for word in words]))
    most = [1 if len(word) < 6 else 2 for word in unknown]
    found = [
        extractOne(word, known, scorer=OSA.distance, score_cutoff=edits)
        for word, edits in zip(unknown, most, strict=True)
    ]
    return [near[0] for near in found if near]


def _joined(wanted: Sequence[str]) -> set[str]:
    """What neighbouring words of the query make together."""
    spans = range(2, 6)
    return {"".join(wanted[at : at + size]) for size in spans for at in range(len(wanted) - size + 1)} | set(
        wanted
    )
