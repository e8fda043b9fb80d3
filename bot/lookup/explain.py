"""Explaining: which words of a paper answered a query. Pure."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from bot.glossary import has_chinese
from bot.lookup.asking import BOUND, PASTED, telling_words
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
    asked = _asked(query[:PASTED])
    stems = asked.stems
    held = _Held(_short(paper))
    if why.kind == "abstract" or (why.kind == "words" and held.lacks(stems)):
        held = _Held("\n".join((_short(paper), *paper.keywords, paper.abstract))[:_SEEN])
    lacking = held.lacks(stems)
    if unknown := [one for one in asked.words if len(one) > 3 and stem(one) in lacking]:
        stems |= set(map(stem, _nearest(unknown, held.words)))
    if asked.chinese:
        stems |= set(english_in(query, held.stems, BOUND))
    told = held.told(stems, asked.joined)
    if why.kind == "abstract" and _by_keywords(paper, stems):
        why = replace(why, kind="keywords")
    return replace(why, words=told[:MOST_WORDS])


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a query asks for.

    Attributes:
        words: those that tell.
        stems: of these words.
        joined: what neighbouring words make together.
        chinese: whether some of it is Chinese.
    """

    words: tuple[str, ...]
    stems: frozenset[str]
    joined: frozenset[str]
    chinese: bool


@lru_cache(maxsize=16)
def _asked(query: str) -> _Asked:
    """The same for each paper that a lookup shows."""
    wanted = telling_words(query)
    return _Asked(wanted, frozenset(map(stem, wanted)), _joined(wanted), has_chinese(query))


def _short(paper: Paper) -> str:
    texts = (paper.title or paper.heading, *paper.other_titles, *paper.names, *paper.authors)
    return "\n".join(texts)[:_SEEN]


def _by_keywords(paper: Paper, stems: frozenset[str]) -> bool:
    """Whether most of what is wanted stands in the authors' keywords."""
    held = {stem(word) for keyword in paper.keywords for word in tokens(keyword)}
    return len(stems & held) * 2 > len(stems)


class _Held:
    """The words of a text: as they stand there, each once; folded; and by their stems."""

    def __init__(self, text: str) -> None:
        self._shapes = list(dict.fromkeys(_SHAPE.findall(text)))
        # Most words are letters and digits alone, of which no more need be known than case and stem.
        self._plain = {shape: shape.lower() for shape in self._shapes if shape.isascii() and shape.isalnum()}
        self._others = {shape: _compounds[shape] for shape in self._shapes if shape not in self._plain}

    @cached_property
    def words(self) -> list[str]:
        """Folded, in the order of their letters."""
        return sorted({*self._plain.values(), *(word for one in self._others.values() for word in one.words)})

    @cached_property
    def stems(self) -> set[str]:
        """Of all words."""
        return set(stems(self._plain.values())).union(*(one.stems for one in self._others.values()))

    def lacks(self, wanted: frozenset[str]) -> frozenset[str]:
        """Those of some stems that are not among them."""
        rest = wanted.difference(stems(self._beginning(wanted).values()))
        return rest.difference(*(one.stems for one in self._others.values())) if rest else rest

    def told(self, wanted: Collection[str], joined: Collection[str]) -> tuple[str, ...]:
        """The words, or those parts of one, that are among the stems; the whole of one that is joined."""
        likely = self._beginning((*wanted, *joined))
        told = {shape for shape, word in likely.items() if stem(word) in wanted or word in joined}
        found: dict[str, None] = {}
        for shape in self._shapes:
            if shape in told:
                found[shape] = None
            elif other := self._others.get(shape):
                found |= dict.fromkeys(other.told(wanted, joined))
        return tuple(found)

    def _beginning(self, some: Iterable[str]) -> dict[str, str]:
        """The plain words whose first letter is that of one of these: a stem has its word's."""
        letters = {one[:1] for one in some}
        return {shape: word for shape, word in self._plain.items() if word[0] in letters}


@dataclass(frozen=True, slots=True)
class _Compound:
    """A word of several parts, or of other signs, folded once for all papers that hold it."""

    shape: str
    squeezed: str
    parts: tuple[tuple[str, frozenset[str]], ...]  # each with the stems of its words
    words: tuple[str, ...]
    stems: frozenset[str]

    def told(self, wanted: Collection[str], joined: Collection[str]) -> Sequence[str]:
        """The parts that are among the stems; all as one where all are, or where it is joined."""
        held = [part for part, of_part in self.parts if not of_part.isdisjoint(wanted)]
        return (self.shape,) if len(held) == len(self.parts) or self.squeezed in joined else held


class _Compounds(dict[str, _Compound]):
    """Compounds by how they stand in papers."""

    def __missing__(self, shape: str) -> _Compound:
        parts = [part for part in _SEAM.split(shape) if part]
        stemmed = tuple((part, frozenset(map(stem, tokens(part)))) for part in parts)
        of_all = frozenset[str]().union(*(of_part for _, of_part in stemmed))
        word = _Compound(shape, squeeze(shape), stemmed, tokens(shape), of_all)
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


def _joined(wanted: Sequence[str]) -> frozenset[str]:
    """What neighbouring words of the query make together, and each of them."""
    spans = range(1, 6)
    return frozenset(
        "".join(wanted[at : at + size]) for size in spans for at in range(len(wanted) - size + 1)
    )
