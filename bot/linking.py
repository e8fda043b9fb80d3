"""Which paper without a title is surely the same as one that has a title: pure.

A list of abstracts without titles and a table of titles without abstracts tell of one paper in two halves. They are
linked only when chance cannot be the reason that title and abstract agree, and nothing speaks against it:

- What the words that agree are worth together (see bot.fitting) must exceed what the best of all pairs reaches by
  chance, and the words that agree must be most of the title.
- A name that the abstract introduces and the title bears is strong evidence, and never enough: names recur.
- The title must fit no other of the abstracts nearly as well, nor the abstract another of the titles.
- A name in the title that the abstract never mentions, other authors, another venue or year speak against it, and so
  does an abstract of the titled paper that is another one.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import log
from typing import Final

from bot.fitting import Fit, Title, abstract_of, contradicted, fits_place, fitted, title_of
from bot.models import Paper
from bot.text.fold import tokens

WORDS_A_TITLE: Final = 10  # an abstract has about as many times the words that a title has
AHEAD: Final = 2.0  # times as strong as the next best, of the abstracts as of the titles
SHINGLE: Final = 5  # words
SAME_TEXT: Final = 0.5  # of the shorter abstract's shingles
TELLING: Final = 1.0  # natural logarithm: words that a third of all abstracts hold bring nothing together
LEAST: Final = 4.0  # the same, of the words together that bring a title and an abstract together


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


class Linker:
    """Finds links between some papers without a title and all that have one.

    Args:
        untitled: papers without a title.
    """

    def __init__(self, untitled: Iterable[Paper]) -> None:
        self._texts = [abstract_of(paper) for paper in untitled if paper.abstract]
        self._titles: list[Title] = []
        self._places = [(text.paper.venue, text.paper.year) for text in self._texts]

    def add(self, papers: Iterable[Paper]) -> None:
        """Takes note of papers with a title; those that no venue or year rules out count."""
        for paper in papers:
            if paper.title and any(fits_place((paper.venue, paper.year), place) for place in self._places):
                self._titles.append(title_of(paper))

    def links(self, refused: Collection[tuple[int, int]] = ()) -> tuple[Link, ...]:
        """The links, in the order of the untitled papers.

        Args:
            refused: seqs of untitled and titled that are known to be two papers.
        """
        fits = self._fits()
        floor = log(max(1, len(self._texts) * len(self._titles)))
        telling = {pair: fit for pair, fit in fits.items() if fit.tells(floor)}
        # Where a name agrees, words that another title has in common tell nothing unless they would do so alone.
        of_all, of_telling = _Rivals(fits), _Rivals(telling)
        found = []
        for (at, number), fit in sorted(telling.items()):
            pair = (self._texts[at].paper.seq, self._titles[number].seq)
            rivals = of_telling if fit.name else of_all
            if pair not in refused and rivals.are_behind(at, number):
                found.append(Link(*pair, fit.evidence))
        return tuple(found)

    def _fits(self) -> dict[tuple[int, int], Fit]:
        """Titles and abstracts that agree in more than a few words, by their places."""
        rarity = self._rarity()
        holders: dict[str, list[int]] = defaultdict(list)
        for at, text in enumerate(self._texts):
            for word in text.words & rarity.keys():
                if rarity[word] >= TELLING:
                    holders[word].append(at)
        fits = {}
        for number, title in enumerate(self._titles):
            worth: dict[int, float] = defaultdict(float)
            for word in {word for word, _ in title.words}:
                for at in holders.get(word, ()):
                    worth[at] += rarity[word]
            for at, sum_of_words in worth.items():
                if sum_of_words >= LEAST and not contradicted(self._texts[at], title):
                    fits[at, number] = fitted(self._texts[at], title, rarity)
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

    def __init__(self, fits: Mapping[tuple[int, int], Fit]) -> None:
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


def same_text(untitled: Paper, titled: Paper) -> bool:
    """Whether the titled paper's own abstract, if it has one, is that of the untitled one, maybe in another version."""
    if not titled.abstract:
        return True
    some, others = _shingles(untitled.abstract), _shingles(titled.abstract)
    return len(some & others) >= SAME_TEXT * max(1, min(len(some), len(others)))


def _shingles(text: str) -> set[tuple[str, ...]]:
    words = tokens(text)
    return {words[at : at + SHINGLE] for at in range(len(words) - SHINGLE + 1)}
