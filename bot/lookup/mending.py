"""Mending: the ways in which a word of a query may have been meant.

As it stands; joined with its neighbours; taken apart; corrected; carried on, when it is the last and unfinished.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from math import log

from bot.lookup.postings import FIELDS, View, Way
from bot.lookup.slips import slip
from bot.lookup.snapshot import Snapshot
from bot.lookup.titles import LONGEST_NAME
from bot.lookup.vocabulary import LONGEST, Near
from bot.text.fold import stem

SHORT = ("title", "names", "authors")  # fields that are read as one types
TEXTS = ("title", "keywords", "abstract")

_SPAN = 6  # words that may make up one name
_LOOKED_AT = 64  # words of a query that are joined
_COMPLETIONS, _COMPLETIONS_THOUGH_KNOWN = 20, 10
_COMPLETIONS_AT_LEAST = 8  # of words in titles, or those in abstracts are looked at, too
_LONG_SPAN = 24  # letters of a name in three or more words that is no common phrase
_RARE = 5e-5  # of all papers: a word that so few hold may itself be a slip
_LARGE = 5_000  # papers: from here the forms of a word that are not there are hardly words
_FAR = 20  # times as many papers hold what was meant, then
_USUAL = 0.002  # of all papers: the beginning of a word that so many hold needs no other explanation
# Of all papers: a word that so few hold may be another one mistyped where nothing else is found.
_UNUSUAL = 5e-4
_ALTERNATIVES = 4  # corrections of a word that are tried at the beginnings of titles
_BEGUN = 4  # letters of a word run on to another's end
_NEAREST, _LIKELIEST = 30, 12  # known words near to an unknown one that are looked at, and taken
_NAMED = 0.8  # edits that being a paper's name makes up for
_CLOSE = 0.8  # edits by which a correction may be worse than the best

_FAR_FROM = 2  # edits
_SHORT_IF_FAR = 8  # letters: below, so many edits in a word are chance
_SHORT_IF_BEGUN = 6  # letters: below, one edit in the beginning of a word is
_SPLIT_FROM = 7  # letters
_SHORT_PIECE = 2  # letters
_RUN_TOGETHER = 11  # letters of a word that papers hold, and that may yet be two
_JOINED = 0.95
_CHANCE = 2  # papers: a word that so few hold may be put together of others by chance
_SPLIT = 0.85
_CARRIED_ON = 0.9
_CARRIED_ON_THOUGH_KNOWN = 0.54
_CORRECTED_THOUGH_KNOWN = 0.85


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a query.

    Attributes:
        words: in order.
        compounds: those joined by a hyphen, without it.
        named: those written like names, and the parts of such compounds.
        bound: words that are not joined with others to make one, unless it is a name, and never corrected.
        unfinished: whether the last word may go on.
    """

    words: Sequence[str]
    compounds: frozenset[str]
    named: frozenset[str]
    bound: frozenset[str]
    unfinished: bool


class Mending:
    """The words of one query beside those of the corpus."""

    def __init__(self, snapshot: Snapshot, view: View, given: Words) -> None:
        self.given = given
        self._snapshot = snapshot
        self._view = view
        self._mended = list(given.words)
        self.far: set[int] = set()  # places of short words that are far from all that papers hold; see ways()
        self._whole: dict[int, str] = {}  # words of which only the beginning was typed, and that with a slip
        self._frequencies: dict[tuple[str, Sequence[str]], int] = {}  # asked for again and again
        self._spans = list(self._joinings())

    def ways(self, place: int) -> tuple[Way, ...]:
        """How the word at that place may stand in a paper, best first."""
        return tuple(self._ways(place))

    def mended(self) -> str:
        """The query with each word as it was most likely meant, for those whose ways were asked for."""
        return " ".join(word for word in self._mended if word)

    def offered(self) -> str:
        """The same for people and for rules: each word whole, as some paper has it."""
        return " ".join(self._whole.get(place, word) for place, word in enumerate(self._mended) if word)

    def alternatives(self) -> list[list[tuple[int, str]]]:
        """What each word may have been, likeliest first: how many words of the query that takes, and its text."""
        words = self.given.words
        found = []
        for place, text in enumerate(words):
            likely = [text]
            if (
                text not in self.given.bound
                and len(text) > 2
                and self.frequency(text) <= self._view.papers * _UNUSUAL
            ):
                likely += [near.word for near in self._nearest(text)[:_ALTERNATIVES]]
                likely += [" ".join(split) for split in [self._split(text)] if split]
            if place == len(words) - 1 and self.given.unfinished and not self.frequency(text):
                likely += self._run_on(text)
            joined = [
                (2, text + after)
                for after in words[place + 1 : place + 2]
                if self._may_join(place, text + after)
            ]
            found.append([*((1, one) for one in likely), *joined])
        return found

    def _run_on(self, text: str) -> list[str]:
        """A known word and the beginning of a next one, without the blank between them."""
        parts = ((text[:at], text[at:]) for at in range(max(3, len(text) - _BEGUN), len(text)))
        return [f"{left} {right}" for left, right in parts if self._frequency(left, TEXTS) > _CHANCE]

    def _may_join(self, place: int, joined: str) -> bool:
        at_end = place == len(self.given.words) - 2 and self.given.unfinished
        return at_end or self.frequency(joined) > _CHANCE

    def frequency(self, text: str) -> int:
        """How many papers hold the word, at least."""
        return self._frequency(text, FIELDS)

    def is_of_people(self, text: str) -> bool:
        """Whether the word stands among authors rather than in texts."""
        return self._view.frequency("authors", text) > self._frequency(text, (*TEXTS, "names"))

    @property
    def joins_unknown(self) -> bool:
        """Whether a compound of the query stands in no paper."""
        return not all(self._frequency(joined, (*TEXTS, "names")) for joined in self.given.compounds)

    def rarity(self, frequency: int) -> float:
        """0 to 1: how much a word tells that so many papers hold."""
        return rarity(frequency, self._view.papers)

    def rarity_of(self, way: Way) -> float:
        """How much a word tells in that way."""
        return self.rarity(self._way_frequency(way))

    def _way_frequency(self, way: Way) -> int:
        return max(min(map(self._view.frequency, repeat(field), way.held(field))) for field in way.fields)

    def _frequency(self, text: str, fields: Sequence[str]) -> int:
        known = self._frequencies.get((text, fields))
        if known is None:
            known = self._view.most_frequent(fields, text)
            self._frequencies[text, fields] = known
        return known

    def _ways(self, place: int) -> Iterator[Way]:
        text = self.given.words[place]
        frequency = self.frequency(text)
        if frequency:
            yield Way((text,), 1.0, FIELDS)
        joined = [way for first, last, way in self._spans if first <= place <= last]
        yield from joined
        growing = self._growing(place)
        grown = list(self._carried_on(text, known=frequency > 0)) if growing else []
        yield from grown
        if joined or text in self.given.bound or len(text) > LONGEST or not any(map(str.isalpha, text)):
            return
        if not frequency and not (grown and self._way_frequency(grown[0]) > _USUAL * self._view.papers):
            yield from self._unknown(place, growing=growing, grown=bool(grown))
        elif self.is_slip(text) or (not frequency and len(self.given.words) < 3) or self._runs_together(text):
            yield from self._perhaps(place, grown=bool(grown))

    def is_slip(self, text: str) -> bool:
        """Whether a word is so rare, and no name, that it may be another one mistyped.

        In a corpus of any size, so is a form that no paper holds of a word that some do.
        """
        if self._is_name(text) or not (frequency := self.frequency(text)):
            return False
        unseen = self._view.papers > _LARGE and stem(text) != text and not self._snapshot.count(text)
        return unseen or frequency <= self._view.papers * _RARE

    def _runs_together(self, text: str) -> bool:
        """Whether a long and unusual word, no name, may be two frequent ones without the blank between them."""
        if len(text) < _RUN_TOGETHER or self._is_name(text):
            return False
        return self.frequency(text) <= self._view.papers * _UNUSUAL and self._split(text) is not None

    def _growing(self, place: int) -> bool:
        text = self.given.words[place]
        last = place == len(self.given.words) - 1
        return last and self.given.unfinished and len(text) > 1 and text not in self.given.named

    def _joinings(self) -> Iterator[tuple[int, int, Way]]:
        """Neighbouring words that are one word, or a name, in some paper: first place, last place, way."""
        words = self.given.words[:_LOOKED_AT]
        for first in range(len(words)):
            for last in range(first + 1, min(first + _SPAN, len(words))):
                joined = "".join(words[first : last + 1])
                if len(joined) > (LONGEST_NAME if last == first + 1 else _LONG_SPAN):
                    break
                if self._view.frequency("names", joined):
                    yield first, last, Way((joined,), 1.0, ("names",))
                elif joined in self.given.compounds and not self._frequency(joined, TEXTS):
                    names = (near for near in self._nearest(joined) if self._is_name(near.word))
                    yield from (
                        (first, last, Way((one.word,), _sureness(joined, one), ("names",))) for one in names
                    )
                if last > first + 1 and joined not in self.given.compounds:
                    continue
                held = self._frequency(joined, TEXTS)
                if held and (joined in self.given.compounds or self._is_pair(first, last, joined)):
                    if not all(self.frequency(word) for word in words[first : last + 1]):
                        self._mended[first : last + 1] = [joined] + [""] * (last - first)
                    yield first, last, Way((joined,), _JOINED)

    def _is_pair(self, first: int, last: int, joined: str) -> bool:
        """Whether two neighbours that some paper has as one word may have been meant so."""
        left, right = self.given.words[first], self.given.words[last]
        pair = (
            len(joined) > 4
            and (len(right) > 2 or self._frequency(joined, TEXTS) > _CHANCE)
            and self.given.bound.isdisjoint((left, right))
        )
        # A blank that slipped into a word leaves a piece that is none.
        return pair or (len(joined) > 3 and self._torn(left, right, joined))

    def _torn(self, left: str, right: str, joined: str) -> bool:
        """Whether a piece is far rarer than the whole, or just rarer where it is so short that it may be anything."""
        piece = min(self.frequency(left), self.frequency(right))
        times = _FAR if min(len(left), len(right)) > _SHORT_PIECE else 1
        return piece * times < self._frequency(joined, TEXTS) > _CHANCE

    def _carried_on(self, text: str, *, known: bool) -> Iterator[Way]:
        """Words of titles and names that begin so, then any words that do."""
        stems = dict.fromkeys(
            self._view.begins("title", text, _COMPLETIONS_THOUGH_KNOWN if known else _COMPLETIONS)
        )
        if len(stems) < _COMPLETIONS_AT_LEAST and not known:
            stems |= dict.fromkeys(stem(word) for word, _ in self._snapshot.completions(text, _COMPLETIONS))
        stems.pop(stem(text), None)
        factor = _CARRIED_ON_THOUGH_KNOWN if known else _CARRIED_ON
        yield from (Way((one,), factor, SHORT, stems=True) for one in stems)

    def _unknown(self, place: int, *, growing: bool, grown: bool) -> Iterator[Way]:
        """What a word that no paper holds may be: words joined, a word mistyped, the beginning of one."""
        text = self.given.words[place]
        nearest = self._nearest(text)
        split = self._split(text) if not nearest or nearest[0].edits > 1 else None
        if split:
            if not grown:
                self._mended[place] = " ".join(split)
            yield Way(split, _SPLIT)
        elif nearest:
            self._mended[place] = nearest[0].word
        elif not grown and len(text) < _SHORT_IF_BEGUN:
            self.far.add(place)
        if (
            not split
            and nearest
            and nearest[0].edits >= _FAR_FROM
            and len(text) < _SHORT_IF_FAR
            and not grown
        ):
            self.far.add(place)
        for near in nearest:
            yield Way((near.word,), _sureness(text, near), FIELDS)
        if growing and len(text) > 3:
            begun = self._snapshot.near(text, _most_edits(text), _COMPLETIONS, begins=True)
            if begun and (not nearest or begun[0].edits < nearest[0].edits):
                self._mended[place] = begun[0].word[: len(text)]
                self._whole[place] = begun[0].word
            for near in begun:
                yield Way((near.word,), _CARRIED_ON * _sureness(text, near), SHORT)

    def _perhaps(self, place: int, *, grown: bool) -> Iterator[Way]:
        """What a word that hardly any paper holds may be instead: one far more frequent, or a name."""
        text = self.given.words[place]
        held = max(1, self._snapshot.count(text))
        split = self._split(text)
        if split and min(map(self.frequency, split)) > _FAR * held:
            if not grown:
                self._mended[place] = " ".join(split)
            yield Way(split, _CORRECTED_THOUGH_KNOWN)
        for near in self._nearest(text):
            frequent = self.frequency(near.word) > _FAR * held
            if frequent and self.is_slip(text) and self._mended[place] == text:
                self._mended[place] = near.word
            if frequent or self._is_name(near.word):
                yield Way((near.word,), _CORRECTED_THOUGH_KNOWN * _sureness(text, near), FIELDS)

    def _nearest(self, text: str) -> list[Near]:
        """Words that may have been meant: frequent ones, names; for what is written like a name only names.

        Of three letters only swapped ones.
        """
        found = [
            near
            for near in self._snapshot.near(text, _most_edits(text), _NEAREST)
            if near.edits == 1 or near.word not in self.given.bound
        ]
        if len(text) < 4:
            return [near for near in found if sorted(near.word) == sorted(text) and self._is_name(near.word)]
        costs = {
            near.word: near.cost
            - near.edits
            + slip(text, near.word, near.edits)
            - _NAMED * self._is_only_a_name(near.word)
            for near in found
        }
        best = min(costs.values(), default=0.0)
        close = (near for near in found if costs[near.word] < best + _CLOSE)
        return [
            near
            for near in sorted(close, key=lambda near: costs[near.word])
            if text not in self.given.named or self._is_name(near.word)
        ][:_LIKELIEST]

    def _is_name(self, word: str) -> bool:
        return self._view.frequency("names", word) > 0

    def _is_only_a_name(self, word: str) -> bool:
        return self._is_name(word) and self._frequency(word, TEXTS) <= _USUAL * self._view.papers

    def _split(self, text: str, parts: int = 4) -> tuple[str, ...] | None:
        """Known words that make up the text, the rarest of them as frequent as can be."""
        if len(text) < _SPLIT_FROM:
            return None
        found: list[tuple[int, tuple[str, ...]]] = []
        for at in range(2, len(text) - 1):
            left, right = text[:at], text[at:]
            frequency = self._frequency(left, TEXTS)
            if frequency < 2 or (at < 3 and left not in self.given.bound):
                continue
            if self._frequency(right, TEXTS) > 1 and (len(right) > 2 or right in self.given.bound):
                found.append((min(frequency, self._frequency(right, TEXTS)), (left, right)))
            elif parts > 2 and at > 3 and (rest := self._split(right, parts - 1)):
                found.append((1, (left, *rest)))
        return max(found)[1] if found else None


def _most_edits(text: str) -> int:
    return 1 if len(text) < 6 else 2


def _sureness(text: str, near: Near) -> float:
    """Less for many slips, and unlikely ones, in a short word."""
    return max(0.3, 1 - slip(text, near.word, near.edits) / len(text))


def rarity(frequency: int, papers: int) -> float:
    """0 to 1: how much a word tells that so many of the papers hold."""
    return max(0.02, log((papers + 1) / (frequency + 0.5)) / log((papers + 1) / 0.5))
