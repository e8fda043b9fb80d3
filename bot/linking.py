"""Which paper without a title is surely the same as one that has a title: pure.

A list of abstracts without titles and a table of titles without abstracts tell of one paper in two halves. They are
linked only when chance cannot be the reason that title and abstract agree, and nothing speaks against it:

- Of every word of the title it is known how likely an abstract of these holds it. What all words that agree are worth
  together is the logarithm of how seldom that happens by chance; it must exceed what the best of all pairs reaches
  by chance, and the words that agree must be most of the title.
- A name that the abstract introduces and the title bears is strong evidence, and never enough: names recur.
- The title must fit no other of the abstracts nearly as well, nor the abstract another of the titles.
- A name in the title that the abstract never mentions, other authors, another venue or year speak against it, and so
  does an abstract of the titled paper that is another one.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import Final

from bot.models import Paper
from bot.text.fold import squeeze, stem, tokens
from bot.text.names import title_names

WORDS_A_TITLE: Final = 10  # an abstract has about as many times the words that a title has
# Tried by benchmarks/linking.py on 92 conferences, of which half the papers had lost their title or their abstract: of
# 13,994 links 25 were wrong, nearly all between papers of one topic or name of which the other half was not there.
COVERED: Final = 0.75  # of what the title's words are worth, where words alone must tell
COVERED_LESS: Final = (
    0.6  # the same where they are worth this much more than by chance, in natural logarithm:
)
FAR: Final = 8.0
COVERED_NAMED: Final = 0.5  # the same for the other words of a title whose name agrees
NAMED_LEAST: Final = 4.0  # natural logarithm: what these words are worth together, at least
AHEAD: Final = 2.0  # times as strong as the next best, of the abstracts as of the titles
RUNS: Final = 2  # pairs of neighbouring words that stand side by side in both
RUNS_MORE: Final = 3  # the same where less is covered
SHINGLE: Final = 5  # words
SAME_TEXT: Final = 0.5  # of the shorter abstract's shingles
NAME_LEAST: Final = 3  # squeezed letters of a name that tells anything
TELLING: Final = 1.0  # natural logarithm: words that a third of all abstracts hold bring nothing together
LEAST: Final = 4.0  # the same, of the words together that bring a title and an abstract together

_EMPTY: Final = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "beyond",
        "by",
        "can",
        "do",
        "does",
        "for",
        "from",
        "how",
        "in",
        "into",
        "is",
        "it",
        "its",
        "not",
        "of",
        "on",
        "or",
        "our",
        "that",
        "the",
        "this",
        "through",
        "to",
        "toward",
        "towards",
        "under",
        "using",
        "via",
        "vs",
        "we",
        "what",
        "when",
        "why",
        "with",
        "without",
        "approach",
        "based",
        "framework",
        "learn",
        "learning",
        "method",
        "model",
        "models",
        "new",
        "novel",
    ]
)
_STEMS_OF_EMPTY: Final = frozenset(map(stem, _EMPTY))


@dataclass(frozen=True, slots=True)
class Link:
    """Two papers that are one.

    Attributes:
        untitled: seq of the paper without a title.
        titled: seq of the paper with one.
        evidence: what tells so, such as ``name GP2F`` or ``words geo-temporal, vision-language``; most telling first.
    """

    untitled: int
    titled: int
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Text:
    """A paper without a title, as it is compared.

    Attributes:
        paper: the paper.
        words: stems of its abstract.
        runs: stems that stand side by side.
        names: squeezed, that it introduces.
        squeezed: its abstract's letters and digits.
        authors: folded.
    """

    paper: Paper
    words: frozenset[str]
    runs: frozenset[tuple[str, str]]
    names: frozenset[str]
    squeezed: str
    authors: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Title:
    """A titled paper, as it is compared; without its abstract, for there may be many.

    Attributes:
        seq: the paper's.
        words: stems of its title's telling words, in order, with the words as written.
        names: squeezed, with the names as written.
        place: venue and year.
        authors: folded.
    """

    seq: int
    words: tuple[tuple[str, str], ...]
    names: tuple[tuple[str, str], ...]
    place: tuple[str, int | None]
    authors: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Fit:
    """How well a title fits an abstract.

    Attributes:
        worth: natural logarithm of how seldom so many words agree by chance.
        covered: share of what all words of the title are worth.
        runs: how many pairs of neighbours agree.
        name: the name that agrees, as the title writes it, or empty.
        words: those that agree, as the title writes them, rarest first.
    """

    worth: float
    covered: float
    runs: int
    name: str
    words: tuple[str, ...]

    @property
    def strength(self) -> float:
        """For comparing fits of one title or one abstract."""
        return self.worth * self.covered * (2.0 if self.name else 1.0)


class Linker:
    """Finds links between some papers without a title and all that have one.

    Args:
        untitled: papers without a title.
    """

    def __init__(self, untitled: Iterable[Paper]) -> None:
        self._texts = [_text(paper) for paper in untitled if paper.abstract]
        self._titles: list[_Title] = []
        self._places = [(text.paper.venue, text.paper.year) for text in self._texts]

    def add(self, papers: Iterable[Paper]) -> None:
        """Takes note of papers with a title; those that no venue or year rules out count."""
        for paper in papers:
            if paper.title and any(_fits_place((paper.venue, paper.year), place) for place in self._places):
                self._titles.append(_title(paper))

    def links(self, refused: Collection[tuple[int, int]] = ()) -> tuple[Link, ...]:
        """The links, in the order of the untitled papers.

        Args:
            refused: seqs of untitled and titled that are known to be two papers.
        """
        fits = self._fits()
        floor = log(max(1, len(self._texts) * len(self._titles)))
        telling = {pair: fit for pair, fit in fits.items() if _tells(fit, floor)}
        # Where a name agrees, words that another title has in common tell nothing unless they would do so alone.
        of_all, of_telling = _Rivals(fits), _Rivals(telling)
        found = []
        for (at, number), fit in sorted(telling.items()):
            pair = (self._texts[at].paper.seq, self._titles[number].seq)
            rivals = of_telling if fit.name else of_all
            if pair not in refused and rivals.are_behind(at, number):
                found.append(Link(*pair, _evidence(fit)))
        return tuple(found)

    def _fits(self) -> dict[tuple[int, int], _Fit]:
        """Titles and abstracts that agree in more than a few words, by their places."""
        rarity = self._rarity()
        holders: dict[str, list[int]] = defaultdict(list)
        for at, text in enumerate(self._texts):
            for word in text.words & rarity.keys():
                if rarity[word] >= TELLING:
                    holders[word].append(at)
        fits = {}
        for number, title in enumerate(self._titles):
            worth: Counter[int] = Counter()
            for word in {word for word, _ in title.words}:
                for at in holders.get(word, ()):
                    worth[at] += rarity[word]  # type: ignore[assignment]  # a sum of floats
            for at, sum_of_words in worth.items():
                if sum_of_words >= LEAST and not _contradicted(self._texts[at], title):
                    fits[at, number] = _fit(self._texts[at], title, rarity)
        return fits

    def _rarity(self) -> Mapping[str, float]:
        """Natural logarithm of how seldom an abstract holds a word, by stem: counted in abstracts, guessed by titles."""
        in_texts = Counter(word for text in self._texts for word in text.words)
        in_titles = Counter(word for title in self._titles for word in {word for word, _ in title.words})
        whole = len(self._texts) + len(self._titles) + 1
        return {
            word: log(whole / min(whole, in_texts[word] + WORDS_A_TITLE * times + 1))
            for word, times in in_titles.items()
        }


class _Rivals:
    """What fits an abstract or a title, for finding out whether one fit is well ahead of all others."""

    def __init__(self, fits: Mapping[tuple[int, int], _Fit]) -> None:
        self._fits = fits
        self._by_text: dict[int, list[int]] = defaultdict(list)
        self._by_title: dict[int, list[int]] = defaultdict(list)
        for at, number in fits:
            self._by_text[at].append(number)
            self._by_title[number].append(at)

    def are_behind(self, at: int, number: int) -> bool:
        """Whether no other title fits the abstract nearly as well, and no other abstract the title."""
        most = self._fits[at, number].strength / AHEAD
        titles = (self._fits[at, other].strength for other in self._by_text[at] if other != number)
        texts = (self._fits[other, number].strength for other in self._by_title[number] if other != at)
        return all(strength <= most for strength in (*titles, *texts))


def _text(paper: Paper) -> _Text:
    words = [stem(word) for word in tokens(paper.abstract)]
    return _Text(
        paper,
        frozenset(words),
        frozenset(pairwise(words)),
        frozenset(filter(None, map(squeeze, paper.names))),
        squeeze(paper.abstract),
        frozenset(map(squeeze, paper.authors)),
    )


def _title(paper: Paper) -> _Title:
    title = paper.title or ""
    stems = [(stem(word), word) for word in tokens(title)]
    return _Title(
        paper.seq,
        tuple(pair for pair in stems if pair[0] not in _STEMS_OF_EMPTY),
        tuple((squeeze(name), name) for name in title_names(title)),
        (paper.venue, paper.year),
        frozenset(map(squeeze, paper.authors)),
    )


def _fit(text: _Text, title: _Title, rarity: Mapping[str, float]) -> _Fit:
    name = next((shown for name, shown in title.names if len(name) >= NAME_LEAST and name in text.names), "")
    of_name = set(map(stem, tokens(name)))
    worth = {word: rarity[word] for word, _ in title.words if word not in of_name}
    agree = {word: shown for word, shown in title.words if word in worth and word in text.words}
    whole, got = sum(worth.values()), sum(worth[word] for word in agree)
    runs = sum(pair in text.runs for pair in pairwise([word for word, _ in title.words]))
    rarest = sorted(agree, key=lambda word: (-worth[word], word))
    return _Fit(got, got / whole if whole else 0.0, runs, name, tuple(agree[word] for word in rarest))


def _tells(fit: _Fit, floor: float) -> bool:
    if fit.name:
        return fit.worth >= NAMED_LEAST and fit.covered >= COVERED_NAMED
    if fit.covered >= COVERED:
        return fit.worth >= floor and fit.runs >= RUNS
    return fit.covered >= COVERED_LESS and fit.worth >= floor + FAR and fit.runs >= RUNS_MORE


def _contradicted(text: _Text, title: _Title) -> bool:
    """Whether place or authors rule it out, or the title has a name that the abstract does not mention."""
    return (
        not _fits_place(title.place, (text.paper.venue, text.paper.year))
        or (bool(title.authors and text.authors) and title.authors.isdisjoint(text.authors))
        or (bool(title.names) and not any(name in text.squeezed for name, _ in title.names))
    )


def same_text(untitled: Paper, titled: Paper) -> bool:
    """Whether the titled paper's own abstract, if it has one, is that of the untitled one, maybe in another version."""
    if not titled.abstract:
        return True
    some, others = _shingles(untitled.abstract), _shingles(titled.abstract)
    return len(some & others) >= SAME_TEXT * max(1, min(len(some), len(others)))


def _shingles(text: str) -> set[tuple[str, ...]]:
    words = tokens(text)
    return {words[at : at + SHINGLE] for at in range(len(words) - SHINGLE + 1)}


def _fits_place(one: tuple[str, int | None], other: tuple[str, int | None]) -> bool:
    """Whether venue and year may be the same: what is not known contradicts nothing."""
    return all(not mine or not theirs or mine == theirs for mine, theirs in zip(one, other, strict=True))


def _evidence(fit: _Fit) -> tuple[str, ...]:
    name = (f"name {fit.name}",) if fit.name else ()
    return (*name, f"words {', '.join(fit.words)}")
