"""The words of a readable text: folded, in the singular, with where they stand and what parts them.

Matching compares texts cut up here, and cuts up queries in the same way, so that both sides always agree.
"""

import re
from array import array
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from bot.text.fold import tokens
from bot.text.singular import singular

DASHES: Final = "-‐‑‒–−﹘⁃"  # what joins the parts of a compound; the long dashes part sentences
LONG_DASHES: Final = "—―"

# What a word can have to show: bits of Words.marks.
CAPITAL: Final = 1  # a capital letter, other than one that merely opens a sentence
PART: Final = 2  # has a digit and follows a hyphen or a Greek letter, so it is no word by itself: C4 in DP-C4

SUFFIXES: Final = ("++", "*", "#")  # AnyEdit++, A*, C#

_LINK: Final = re.compile(r"https?://|www\.")
_WORD: Final = re.compile(
    rf"(?:{_LINK.pattern})[^\s<>]*[^\s<>.,;:!?)\]}}'\"]"  # a link, which is gone for matching
    r"|[^\W_]+(?:(?:[\u0300-\u036f]+|(?<=\d)\.(?=\d)|(?<=\d),(?=\d{3}(?!\d))|['’](?=[^\W_]))[^\W_]*)*"
)
_ENDS: Final = ".!?。！？"
_PARTING: Final = re.compile(r"[,;:!?()\[\]{}…•|]")
_ALWAYS_PARTING: Final = re.compile(rf"[{LONG_DASHES}，、；：。！？（）《》「」]|\s[{DASHES}]+\s")
_NO_SENTENCE: Final = frozenset({"vs", "cf", "al", "resp", "g", "e"})  # vs. cf. et al. e.g. i.e.
_INITIALS: Final = 2  # letters of what is joined to the next by a full stop: cs.LG
_CACHED: Final = 40  # characters; as in fold


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one text, side by side.

    Attributes:
        text: as given; readable.
        joined: all words' forms without anything between, so that ``multi-agent``, ``multi agent`` and
            ``multiagent`` are one run of letters.
        offsets: where each word begins in ``joined``, and at last where ``joined`` ends.
        starts: where each word begins in the text, in code points.
        ends: where each word ends there.
        marks: the bits CAPITAL and PART of each word.
        breaks: the numbers of the words before which a comma, bracket or sentence's end stands, ascending.
        suffixes: what stands right behind a word and belongs to it, by the word's number.
    """

    text: str
    joined: str
    offsets: "array[int]"
    starts: "array[int]"
    ends: "array[int]"
    marks: bytes
    breaks: "array[int]"
    suffixes: dict[int, str]

    def __len__(self) -> int:
        return len(self.starts)

    def form(self, number: int) -> str:
        """One word's form."""
        return self.joined[self.offsets[number] : self.offsets[number + 1]]

    def written(self, number: int) -> str:
        """One word's form in the number in which it is written."""
        return "".join(tokens(self.text[self.starts[number] : self.ends[number]]))

    def at(self, offset: int) -> int | None:
        """The number of the word that begins at an offset of ``joined``; the count of words at its end."""
        number = bisect_left(self.offsets, offset)
        return number if number < len(self.offsets) and self.offsets[number] == offset else None

    def after(self, offset: int) -> int:
        """The number of the first word that begins at or after an offset of ``joined``."""
        return bisect_left(self.offsets, offset)


class _Piece(NamedTuple):
    """A word, or the part of one that stands by itself, and its place within what was cut up.

    The marks it has: anywhere, where it opens a sentence, and behind a hyphen.
    """

    form: str
    one: str
    start: int
    end: int
    capital: int
    opening: int
    part: int


def words_of(text: str, *, as_written: bool = False) -> Words:
    """Cuts a readable text into words; time is linear in its length.

    Args:
        text: readable: no markup and no LaTeX.
        as_written: whether plurals stay, as they must in people's names.
    """
    forms: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    breaks: list[int] = []
    marks = bytearray()
    suffixes: dict[int, str] = {}
    behind, last = 0, ""
    loud = text.isupper() and " " in text  # a title all in capitals, in which they mean nothing
    for found in _WORD.finditer(text):
        begin, end = found.span()
        surface = text[begin:end]
        pieces = _short(surface) if end - begin <= _CACHED else _any(surface)
        if not pieces:
            continue
        between = text[behind:begin]
        opens = parted = not forms
        hyphen = False
        if between != " ":
            gap = _gap(between)
            hyphen = gap.hyphen
            small = surface[0].islower()
            parted = parted or gap.parts or (gap.stop and not (small and last not in _NO_SENTENCE))
            opens = opens or (gap.ends and not small and _ended(last, spaced=gap.spaced))
            if gap.suffix and forms:
                suffixes[len(forms) - 1] = gap.suffix
        if parted:
            breaks.append(len(forms))
        for form, one, start, stop, capital, opening, part in pieces:
            marks.append((opening if opens else capital) | (part if hyphen else 0))
            forms.append(form if as_written else singular(form) if loud else one)
            starts.append(begin + start)
            ends.append(begin + stop)
            opens = hyphen = False
        behind, last = end, surface
    if forms and (gap := _gap(text[behind:] + " ")).suffix:
        suffixes[len(forms) - 1] = gap.suffix
    return Words(
        text=text,
        joined="".join(forms),
        offsets=array("I", accumulate(map(len, forms), initial=0)),
        starts=array("I", starts),
        ends=array("I", ends),
        marks=bytes(marks),
        breaks=array("I", breaks),
        suffixes=suffixes,
    )


def _ended(last: str, *, spaced: bool) -> bool:
    """Whether a full stop behind a word ends a sentence: not so in ``cf. Lion``, nor in ``cs.LG``."""
    return last not in _NO_SENTENCE and (spaced or (last.islower() and len(last) > _INITIALS))


class _Gap(NamedTuple):
    """What stands between two words."""

    suffix: str = ""
    hyphen: bool = False
    parts: bool = False  # a phrase does not run across it
    stop: bool = False  # nor across this, unless a small letter follows
    ends: bool = False  # perhaps a sentence's end
    spaced: bool = False


def _gap(gap: str) -> _Gap:
    return _any_gap(gap) if len(gap) <= _CACHED else _any_gap.__wrapped__(gap)


@lru_cache(maxsize=1 << 14)
def _any_gap(gap: str) -> _Gap:
    suffix = next((one for one in SUFFIXES if gap.startswith(one)), "")
    if gap in ("*", "#"):
        suffix = ""  # x*y is a product
    rest = gap[len(suffix) :]
    spaced = any(map(str.isspace, rest))
    ends = any(mark in rest for mark in _ENDS)
    return _Gap(
        suffix=suffix,
        hyphen=len(rest) == 1 and rest in DASHES,
        parts=bool(_ALWAYS_PARTING.search(rest) or (spaced and _PARTING.search(rest))),
        stop=ends and spaced,
        ends=ends,
        spaced=spaced,
    )


def _any(surface: str) -> tuple[_Piece, ...]:
    if _LINK.match(surface):
        return ()
    if surface.isascii():
        return tuple(_piece(surface, 0, len(surface)))
    pieces: list[_Piece] = []
    begun = 0
    for at, letter in enumerate(surface):
        if _stands_alone(letter):
            pieces += _piece(surface, begun, at)
            pieces += _piece(surface, at, at + 1)
            begun = at + 1
    pieces += _piece(surface, begun, len(surface))
    for number, (before, one) in enumerate(pairwise(pieces), 1):
        if _is_index(surface, before, one):
            pieces[number] = one._replace(capital=one.capital | PART, opening=one.opening | PART)
    return tuple(pieces)


def _is_index(surface: str, before: _Piece, one: _Piece) -> bool:
    """Whether a piece is the number at a Greek letter, as in λ₂: no word by itself, like the C4 of DP-C4."""
    return surface[one.start].isnumeric() and "\u0370" <= surface[before.start] <= "\u03ff"


_short = lru_cache(maxsize=1 << 14)(_any)


@lru_cache(maxsize=1 << 14)
def _stands_alone(letter: str) -> bool:
    """Whether folding sets the letter apart from its neighbours: Chinese, Greek."""
    return len(tokens(letter + letter)) == 2


def _piece(surface: str, start: int, end: int) -> list[_Piece]:
    part = surface[start:end]
    form = "".join(tokens(part))
    if not form:
        return []
    shouted = part.isupper() and len(part) > 1
    one = form[:-1] if _names_many(part) else form if shouted else singular(form)
    capital = CAPITAL if any(map(str.isupper, part)) else 0
    opening = CAPITAL if any(map(str.isupper, part[1:])) else 0
    return [_Piece(form, one, start, end, capital, opening, PART if any(map(str.isdigit, part)) else 0)]


def _names_many(word: str) -> bool:
    """Whether a word is the plural of a name in capitals: LMs, ReLUs, T5s, but not As or 1990s."""
    return len(word) > 2 and word[-1] == "s" and not word[-2].islower() and any(map(str.isupper, word))
