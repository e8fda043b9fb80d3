"""Asking: what people write to look a paper up, as words with the ways each may stand in the index.

Slips of typing, joined and split words and an unfinished last word are mended here, against the vocabulary.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

from bot.lookup.documents import compounds
from bot.lookup.postings import FIELDS, View, Way
from bot.lookup.snapshot import Snapshot
from bot.lookup.titles import LONGEST_NAME
from bot.lookup.vocabulary import LONGEST
from bot.text.fold import fold, squeeze, stem, tokens
from bot.text.plain import plain

CAP = 200  # characters; what is longer is a paste, of which the words that count are chosen
PASTED = 4_000  # characters of a paste that are looked at
CHOSEN = 32  # words chosen from a paste

_MARKUP = re.compile(r"[\\$]|\*\*|__|`")

# Words that ask rather than tell, then words that only bind; both may stand in a title.
_ASKING_WORDS = (
    "a about an any anybody anyone article articles author authors bot called can could did do does find for "
    "get give has have hey hi how i is it looking me named need one ones paper papers person please pls "
    "publication remember saw says search seen shall she should show some somebody someone that the there "
    "these they thing this those want was were what when where which who whose why will with work works would you your"
)
_BINDING_WORDS = (
    "after all also among and are as at be been before being between both but by each even every from had her "
    "here his if in into its itself just less let lets like make makes many may more most much must my never no "
    "non not of off on only onto or other our out over own per so still such than their them then through thus to too "
    "toward towards under until up upon us use used uses using very via we while whether within without yet"
)
_ASKING = frozenset(_ASKING_WORDS.split(" "))
_BINDING = frozenset(_BINDING_WORDS.split(" "))
_ASKING_WEIGHT = 0.04
_BINDING_WEIGHT = 0.1
_UNKNOWN_WEIGHT = 0.55  # a word that no paper holds: one's own word for something, or what is not there
_UNKNOWN_NAME_WEIGHT = 1.5  # a name or number that no paper holds: what is asked for is not there


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a query.

    Attributes:
        text: folded.
        weight: 0 to 1, how much it tells of what is meant; more for an unknown name.
        ways: how it may stand in a paper, best first; empty where no paper holds anything like it.
        tells: False for words that only ask or bind.
    """

    text: str
    weight: float
    ways: tuple[Way, ...]
    tells: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, understood.

    Attributes:
        text: its tokens with blanks between.
        mended: the same with slips of typing corrected.
        key: squeezed, without words that ask at either end.
        words: in order, each once.
        pasted: True when the query was longer than CAP, and words were chosen.
        unfinished: True when the last word may go on.
    """

    text: str
    mended: str
    key: str
    words: tuple[Word, ...]
    pasted: bool
    unfinished: bool

    @property
    def telling(self) -> tuple[Word, ...]:
        """The words that tell, or all of them where none does."""
        return tuple(word for word in self.words if word.tells) or self.words

    @property
    def total(self) -> float:
        """The weight of the words that tell."""
        return sum(word.weight for word in self.telling)


def understand(query: str, snapshot: Snapshot) -> Asked | None:
    """The query, understood against the words of the corpus; None when there is nothing to search for."""
    view = snapshot.view
    if view is None or not view.papers:
        return None
    words, raw, folded = _words(query)
    if not words:
        return None
    pasted = len(folded) > CAP
    reading = _Reading(snapshot, view, words, frozenset(compounds(folded)), _names_in(raw))
    found = [] if pasted else [reading.word(place) for place in range(len(words))]
    if pasted:
        places = sorted(dict(zip(words, range(len(words)), strict=True)).values(), key=reading.weight)[
            -CHOSEN:
        ]
        found = [reading.word(place) for place in sorted(places)]
    core = words[_edge(words) : len(words) - _edge(words[::-1])] or words
    return Asked(
        text=" ".join(words) if not pasted else "",
        mended=" ".join(reading.mended(place) for place in range(len(words))) if not pasted else "",
        key=squeeze(" ".join(core))[: LONGEST_NAME * 4],
        words=tuple({word.text: word for word in found}.values()),
        pasted=pasted,
        unfinished=not pasted and raw[-1:].isalnum(),
    )


def telling_words(query: str) -> tuple[str, ...]:
    """The folded words of a query that tell what is meant, or all of them where none does."""
    words = _words(query)[0][:CHOSEN]
    return tuple(word for word in words if word not in _ASKING and word not in _BINDING) or tuple(words)


def _words(query: str) -> tuple[list[str], str, str]:
    """The tokens of a query; the query without markup, and that folded."""
    raw = query[:PASTED]
    if _MARKUP.search(raw):
        raw = plain(raw)
    folded = fold(raw)
    return [word for word in tokens(folded) if len(word) <= LONGEST_NAME], raw, folded


def _edge(words: Sequence[str]) -> int:
    """How many words at the beginning only ask."""
    return next((place for place, word in enumerate(words) if word not in _ASKING), 0)


def _names_in(raw: str) -> frozenset[str]:
    """Folded words that are written like names: capitals within, or digits among letters."""
    if raw.isupper():
        return frozenset()
    shapes = re.findall(r"[^\W_]+(?:[-+][^\W_]+)*", raw)
    return frozenset(
        squeeze(part)
        for shape in shapes
        if len(re.findall(r"[A-Z]", shape)) > 1 or re.search(r"\d", shape)
        for part in (shape, *re.split(r"[-+]", shape))
    )


class _Reading:
    """One query while it is read."""

    def __init__(
        self,
        snapshot: Snapshot,
        view: View,
        words: Sequence[str],
        joined: frozenset[str],
        names: frozenset[str],
    ) -> None:
        self._snapshot = snapshot
        self._view = view
        self._words = words
        self._joined = joined
        self._names = names
        self._mended: dict[int, str] = {}
        self._spans = list(self._joinings())

    def word(self, place: int) -> Word:
        """The word at that place with all its ways."""
        text = self._words[place]
        ways = list(self._ways(place))
        known = self.frequency(text) > 0
        weight = self.weight(place)
        if not known and ways:
            weight = max(self._rarity(self._way_frequency(ways[0])), 0.3)
        return Word(text, weight, tuple(ways), text not in _ASKING and text not in _BINDING)

    def mended(self, place: int) -> str:
        """The word, or what it was corrected to."""
        return self._mended.get(place, self._words[place])

    def weight(self, place: int) -> float:
        """How much the word tells, by itself."""
        text = self._words[place]
        if text in _ASKING:
            return _ASKING_WEIGHT
        if text in _BINDING:
            return _BINDING_WEIGHT
        frequency = self.frequency(text)
        if not frequency:
            named = text in self._names or any(char.isdigit() for char in text)
            return _UNKNOWN_NAME_WEIGHT if named else _UNKNOWN_WEIGHT
        return self._rarity(frequency)

    def frequency(self, text: str) -> int:
        """How many papers hold the word, at least."""
        return max(self._view.frequency(field, index_word(field, text)) for field in FIELDS)

    def _rarity(self, frequency: int) -> float:
        papers = self._view.papers + 1
        return max(0.02, log(papers / (frequency + 0.5)) / log(papers / 0.5))

    def _way_frequency(self, way: Way) -> int:
        return min(
            max(self._view.frequency(f, index_word(f, word)) for f in way.fields) for word in way.words
        )

    def _joinings(self) -> Iterator[tuple[int, int, Way]]:
        """Neighbouring words that are one word, or a name, in some paper: first place, last place, way."""
        words = self._words[:64]
        for first in range(len(words)):
            for last in range(first + 1, min(first + 6, len(words))):
                joined = "".join(words[first : last + 1])
                if len(joined) > LONGEST_NAME:
                    break
                if self._view.frequency("names", joined):
                    yield first, last, Way((joined,), 1.0, ("names",))
                short = (
                    last == first + 1
                    and len(joined) > 4
                    and not _BINDING.intersection(words[first : last + 1])
                )
                if (short or joined in self._joined) and self._snapshot.count(joined):
                    yield first, last, Way((joined,), 0.95)

    def _ways(self, place: int) -> Iterator[Way]:
        text = self._words[place]
        known = self.frequency(text) > 0
        if known:
            yield Way((text,), 1.0, FIELDS)
        joined = [way for first, last, way in self._spans if first <= place <= last]
        yield from joined
        last = place == len(self._words) - 1
        if not known and not joined:
            yield from self._mendings(place)
        if last and len(text) > 1 and text.isalpha():
            for word, _ in self._snapshot.completions(text, 12):
                if word != text:
                    yield Way((word,), 0.8 if known else 0.9)

    def _mendings(self, place: int) -> Iterator[Way]:
        text = self._words[place]
        if len(text) < 4 or not any(char.isalpha() for char in text) or len(text) > LONGEST:
            if len(text) == 3 and text.isalpha():
                swaps = [
                    near for near in self._snapshot.near(text, 1, 20) if sorted(near.word) == sorted(text)
                ]
                yield from (
                    Way((near.word,), 0.8, ("names",))
                    for near in swaps
                    if self._view.frequency("names", near.word)
                )
            return
        most = 1 if len(text) < 6 else 2
        nearest = self._snapshot.near(text, most, 5)
        split = self._split(text)
        if split:
            yield Way(split, 0.85)
            self._mended.setdefault(place, " ".join(split))
        for near in nearest:
            if near.cost < nearest[0].cost + 0.8:
                self._mended.setdefault(place, near.word)
                yield Way((near.word,), max(0.3, 1 - 1.6 * near.edits / len(text)), FIELDS)

    def _split(self, text: str) -> tuple[str, str] | None:
        """The two known words that were most likely joined."""
        halves = [(text[:at], text[at:]) for at in range(3, len(text) - 2)] if len(text) >= 7 else []
        counted = [(min(self._snapshot.count(a), self._snapshot.count(b)), (a, b)) for a, b in halves]
        count, best = max(counted, default=(0, ("", "")))
        return best if count > 1 or (count and self._view.papers < 1000) else None


def index_word(field: str, text: str) -> str:
    """A folded word as that field of the index holds it: stems, but for names of people and things."""
    return text if field in ("names", "authors") else stem(text)
