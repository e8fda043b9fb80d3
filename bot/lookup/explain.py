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
from bot.text.fold import squeeze, stem, stems, tokens

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
    stems, joined = set(map(stem, wanted)), _joined(wanted)
    held = _Held(_short(paper))
    if why.kind == "abstract" or (why.kind == "words" and not stems <= held.stems):
        held = _Held("\n".join((_short(paper), *paper.keywords, paper.abstract))[:_SEEN])
    if unknown := [one for one in wanted if len(one) > 3 and stem(one) not in held.stems]:
        stems.update(map(stem, _nearest(unknown, held.words)))
    if has_chinese(query):
        stems.update(english_in(query, held.stems, BOUND))
    told = dict.fromkeys(part for shape in held.shapes for part in held.matched(shape, stems, joined))
    if why.kind == "abstract" and _by_keywords(paper, stems):
        why = replace(why, kind="keywords")
    return replace(why, words=tuple(told)[:MOST_WORDS])


def _short(paper: Paper) -> str:
    texts = (paper.title or paper.heading, *paper.other_titles, *paper.names, *paper.authors)
    return "\n".join(texts)[:_SEEN]


def _by_keywords(paper: Paper, stems: set[str]) -> bool:
    """Whether most of what is wanted stands in the authors' keywords."""
    held = {stem(word) for keyword in paper.keywords for word in tokens(keyword)}
    return len(stems & held) * 2 > len(stems)


class _Held:
    """The words of a text: as they stand there, each once; folded; and by their stems."""

    def __init__(self, text: str) -> None:
        self.shapes = list(dict.fromkeys(_SHAPE.findall(text)))
        # Most words are letters and digits alone, of which no more need be known than case and stem.
        plain = [shape for shape in self.shapes if shape.isascii() and shape.isalnum()]
        folded = list(map(str.lower, plain))
        self._plain = dict(zip(plain, zip(folded, stems(folded), strict=True), strict=True))
        others = [_compounds[shape] for shape in self.shapes if shape not in self._plain]
        self.words = sorted({*folded, *(word for one in others for word in one.words)})
        self.stems = {stem for _, stem in self._plain.values()}.union(*(one.stems for one in others))

    def matched(self, shape: str, stems: set[str], joined: set[str]) -> Sequence[str]:
        """The word, or those parts of it, that are among the stems; the whole of one that is joined."""
        if plain := self._plain.get(shape):
            return (shape,) if plain[1] in stems or plain[0] in joined else ()
        word = _compounds[shape]
        held = [part for part, of_part in word.parts if not stems.isdisjoint(of_part)]
        return (shape,) if len(held) == len(word.parts) or word.squeezed in joined else held


@dataclass(frozen=True, slots=True)
class _Compound:
    """A word of several parts, or of other signs, folded once for all papers that hold it."""

    squeezed: str
    parts: tuple[tuple[str, frozenset[str]], ...]  # each with the stems of its words
    words: tuple[str, ...]
    stems: frozenset[str]


class _Compounds(dict[str, _Compound]):
    """Compounds by how they stand in papers."""

    def __missing__(self, shape: str) -> _Compound:
        parts = [part for part in _SEAM.split(shape) if part]
        stemmed = tuple((part, frozenset(map(stem, tokens(part)))) for part in parts)
        of_all = frozenset[str]().union(*(of_part for _, of_part in stemmed))
        word = _Compound(squeeze(shape), stemmed, tokens(shape), of_all)
        if len(self) >= _REMEMBERED:
            self.clear()
        self[shape] = word
        return word


_compounds = _Compounds()


def _nearest(unknown: Sequence[str], known: Sequence[str]) -> list[str]:
    """The words of the paper nearest to those that it does not hold."""
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
