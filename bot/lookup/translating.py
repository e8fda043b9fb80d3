"""Translating: Chinese in a query as the words of papers that may stand for it. Pure."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from bot.glossary import Segment, has_chinese, segments
from bot.lookup.mending import Mending
from bot.lookup.postings import Way
from bot.text.fold import bigrams, fold, stem, tokens

FIELDS = ("title", "abstract")

_OTHERWISE = 0.9  # what another English form of a term is worth, against the first that papers hold
_OTHERS = (
    0.5  # how much less a term tells for its other forms: of what the rarity of all is below the first one's
)
_REST = 0.5  # what the other words of a form are worth, against the rarest
_ALONE = 0.6  # what a term of one character is worth, which may be half of another word
_TOLD = 0.5  # of the words of a form, from where they tell by what a paper was found
_UNREAD = 0.3  # the weight of Chinese that neither the glossary nor a paper holds


@dataclass(frozen=True, slots=True)
class Meaning:
    """A Chinese term of a query, or Chinese that the glossary does not hold.

    Attributes:
        text: as the query has it.
        weight: 0 to 1.5, how much it tells of what is meant.
        ways: how papers may say it, best first; empty where none does.
    """

    text: str
    weight: float
    ways: tuple[Way, ...]


def chinese_in(query: str) -> tuple[Segment, ...]:
    """The Chinese of a query; empty where there is none."""
    return segments(query) if has_chinese(query) else ()


def without(query: str, chinese: Sequence[Segment]) -> str:
    """The query with blanks in the place of its Chinese: names, formulas and whatever else needs no translation."""
    kept: list[str] = []
    at = 0
    for one in chinese:
        kept += (query[at : one.start], " " * (one.end - one.start))
        at = one.end
    return "".join((*kept, query[at:]))


def meanings(query: str, chinese: Sequence[Segment], mending: Mending, most: int) -> list[Meaning]:
    """What the Chinese of a query means, each term once, without words that only ask or bind.

    Of more than ``most`` those that tell most.
    """
    telling = [one for one in chinese if one.term is None or one.term.english]
    found = {one.term or one.text: _meaning(one, query[one.start : one.end], mending) for one in telling}
    chosen = sorted(found.values(), key=lambda one: -one.weight)[:most]
    return [one for one in found.values() if one in chosen]


def english_in(query: str, held: AbstractSet[str], bound: AbstractSet[str]) -> Iterator[str]:
    """Stems of a paper by which it may say what the Chinese of a query does.

    Args:
        query: as asked.
        held: the stems of the paper.
        bound: words that only bind.
    """
    for one in chinese_in(query):
        forms = [
            {stem(word) for word in tokens(form) if word not in bound}
            for form in (one.term.english if one.term else ())
        ]
        likeliest = max(
            (form for form in forms if form), key=lambda form: len(form & held) / len(form), default=None
        )
        if likeliest and len(likeliest & held) > _TOLD * len(likeliest):
            yield from likeliest & held


def _meaning(segment: Segment, text: str, mending: Mending) -> Meaning:
    spelt = dict.fromkeys((text, segment.text))  # as it is asked, and in simplified characters
    own = [way for one in spelt for way in _as_it_stands(one, mending, whole=segment.term is not None)]
    forms = segment.term.english if segment.term else ()
    said = [form for english in forms if (form := _Form.of(english, mending)) is not None]
    held = sorted((form for form in said if form.held), key=lambda form: form.held < 1)
    weights = [mending.rarity_of(way) for way in own] + [form.weight for form in (*held, *said)]
    weight = weights[0] * (_ALONE if len(text) == 1 else 1) if weights else _UNREAD
    if held and not own:
        weight -= _OTHERS * (mending.rarity(held[0].frequency) - mending.rarity(_together(held)))
    ways = [form.way(_OTHERWISE if own or place else 1.0) for place, form in enumerate(held)]
    return Meaning(segment.text, weight, (*own, *ways))


def _together(forms: Sequence["_Form"]) -> int:
    """How many papers hold any of the forms, at most: those with the same stems count once."""
    return sum({tuple(map(stem, form.words)): form.frequency for form in forms}.values())


def _as_it_stands(text: str, mending: Mending, *, whole: bool) -> Iterator[Way]:
    """At most one way: papers that hold the Chinese itself; all of it, or what they hold of it."""
    words = tuple(dict.fromkeys(bigrams(fold(text)) or tokens(text)))
    held = tuple(word for word in words if mending.frequency(word))
    if held and (held == words or not whole):
        shares = () if whole else tuple(1 / len(words) for _ in held)
        yield Way(held, 1.0, FIELDS, shares=shares)


@dataclass(frozen=True, slots=True)
class _Form:
    """An English form of a term, beside the words of the corpus.

    Attributes:
        words: folded, in order.
        rarities: how much each of them tells.
        held: 0 to 1, how much of what they tell stands in some paper.
        frequency: how many papers hold the rarest word that any holds.
    """

    words: tuple[str, ...]
    rarities: tuple[float, ...]
    held: float
    frequency: int

    @classmethod
    def of(cls, english: str, mending: Mending) -> "_Form | None":
        """The form; None where it has no word."""
        words = tokens(english)
        if not words:
            return None
        frequencies = [mending.frequency(word) for word in words]
        rarities = tuple(mending.rarity(frequency) if frequency else 1.0 for frequency in frequencies)
        there = [rarity for rarity, frequency in zip(rarities, frequencies, strict=True) if frequency]
        held = sum(there) / sum(rarities) if len(there) < len(words) else 1.0
        return cls(words, rarities, held, min(filter(None, frequencies), default=0))

    @property
    def weight(self) -> float:
        """How much the form tells: what its rarest word does, and some of the others."""
        rarest = max(self.rarities)
        return rarest + _REST * (sum(self.rarities) - rarest)

    def way(self, factor: float) -> Way:
        """Papers that hold some of it, each worth what it holds."""
        shares = tuple(rarity / sum(self.rarities) for rarity in self.rarities)
        return Way(self.words, factor, FIELDS, shares=shares)
