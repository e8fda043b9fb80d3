"""How well a title without an abstract fits an abstract without a title: pure.

Of every word of the title it is known how likely an abstract holds it. What all words that agree are worth together
is the logarithm of how seldom that happens by chance.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bot.models import Paper
from bot.text.fold import squeeze, stem, tokens
from bot.text.names import title_names

# Tried by benchmarks/linking.py on 92 conferences, of which half the papers had lost their title or their abstract: of
# 13,994 links 25 were wrong, nearly all between papers of one topic or name of which the other half was not there.
COVERED: Final = 0.75  # of what the title's words are worth, where words alone must tell
COVERED_LESS: Final = 0.6  # the same where they are worth FAR more than by chance
FAR: Final = 8.0  # natural logarithm
COVERED_NAMED: Final = 0.5  # of what the other words of a title are worth whose name agrees
NAMED_LEAST: Final = 4.0  # natural logarithm: what these words are worth together, at least
RUNS: Final = 2  # pairs of neighbouring words that stand side by side in both
RUNS_MORE: Final = 3  # the same where less is covered
NAME_LEAST: Final = 3  # squeezed letters of a name that tells anything

_EMPTY: Final = """
a an and are as at be beyond by can do does for from how in into is it its not of on or our that the
this through to toward towards under using via vs we what when why with without approach based
framework learn learning method model models new novel
"""  # words of titles that tell nothing
_STEMS_OF_EMPTY: Final = frozenset(map(stem, _EMPTY.split()))


@dataclass(frozen=True, slots=True)
class Abstract:
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
class Title:
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
class Fit:
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

    @property
    def evidence(self) -> tuple[str, ...]:
        """What agrees, most telling first."""
        name = (f"name {self.name}",) if self.name else ()
        return (*name, f"words {', '.join(self.words)}")

    def tells(self, floor: float) -> bool:
        """Whether title and abstract agree in more than the best of all pairs reaches by chance, the floor."""
        if self.name:
            return self.worth >= NAMED_LEAST and self.covered >= COVERED_NAMED
        if self.covered >= COVERED:
            return self.worth >= floor and self.runs >= RUNS
        return self.covered >= COVERED_LESS and self.worth >= floor + FAR and self.runs >= RUNS_MORE


def abstract_of(paper: Paper) -> Abstract:
    """A paper without a title, made comparable."""
    words = [stem(word) for word in tokens(paper.abstract)]
    return Abstract(
        paper,
        frozenset(words),
        frozenset(pairwise(words)),
        frozenset(filter(None, map(squeeze, paper.names))),
        squeeze(paper.abstract),
        frozenset(map(squeeze, paper.authors)),
    )


def title_of(paper: Paper) -> Title:
    """A paper with a title, made comparable."""
    title = paper.title or ""
    stems = [(stem(word), word) for word in tokens(title)]
    return Title(
        paper.seq,
        tuple(pair for pair in stems if pair[0] not in _STEMS_OF_EMPTY),
        tuple((squeeze(name), name) for name in title_names(title)),
        (paper.venue, paper.year),
        frozenset(map(squeeze, paper.authors)),
    )


def fitted(text: Abstract, title: Title, rarity: Mapping[str, float]) -> Fit:
    """How well the two fit.

    Args:
        text: the abstract.
        title: the title.
        rarity: natural logarithm of how seldom an abstract holds a word, by stem; of every word of the title.
    """
    name = next((shown for name, shown in title.names if len(name) >= NAME_LEAST and name in text.names), "")
    of_name = set(map(stem, tokens(name)))
    worth = {word: rarity[word] for word, _ in title.words if word not in of_name}
    agree = {word: shown for word, shown in title.words if word in worth and word in text.words}
    whole, got = sum(worth.values()), sum(worth[word] for word in agree)
    runs = sum(pair in text.runs for pair in pairwise([word for word, _ in title.words]))
    rarest = sorted(agree, key=lambda word: (-worth[word], word))
    return Fit(got, got / whole if whole else 0.0, runs, name, tuple(agree[word] for word in rarest))


def contradicted(text: Abstract, title: Title) -> bool:
    """Whether place or authors rule it out, or the title has a name that the abstract does not mention."""
    return (
        not fits_place(title.place, (text.paper.venue, text.paper.year))
        or (bool(title.authors and text.authors) and title.authors.isdisjoint(text.authors))
        or (bool(title.names) and not any(name in text.squeezed for name, _ in title.names))
    )


def fits_place(one: tuple[str, int | None], other: tuple[str, int | None]) -> bool:
    """Whether venue and year may be the same: what is not known contradicts nothing."""
    return all(not mine or not theirs or mine == theirs for mine, theirs in zip(one, other, strict=True))
