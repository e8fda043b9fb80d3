"""Where a phrase stands in a text: whole words, joined or apart, one or many, and names in capitals."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, islice, product
from typing import Final, Literal, NamedTuple

from bot.query.terms import PAPER_FIELDS, capitals, phrase_words
from bot.query.tree import Phrase
from bot.text.singular import beginning, other_numbers, plurals, singular
from bot.text.words import CAPITAL, PART, Words

Missing = Literal["absent", "apart", "small", "part", "suffix"]
"""Why a phrase is not there: not all of its words are; they are, but not side by side; it is, but not in
capitals; only as the part with a digit of a compound; only without what must end it (``++``)."""

_SPELLINGS: Final = 16  # of one phrase: each plural word may also be a name in capitals, as LARS is


@dataclass(frozen=True, slots=True)
class _Spelling:
    """A phrase's letters, where in them each of its words begins, and where the last ends."""

    joined: str
    borders: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Needle:
    """A phrase made ready to be looked for.

    Attributes:
        words: its words.
        spellings: the runs of letters that are the phrase.
        capitals: the numbers of the words that ask for a capital letter.
        prefix: whether the last word need only begin so.
        stumps: what the letters of every text that has the phrase contain.
        run: what they contain side by side, where nothing in the text stands for letters but letters.
    """

    words: Words
    spellings: tuple[_Spelling, ...]
    capitals: tuple[int, ...]
    prefix: bool
    stumps: tuple[str, ...]
    run: re.Pattern[str]


@lru_cache(maxsize=1 << 14)
def needle(phrase: Phrase) -> Needle:
    """The phrase made ready."""
    words = phrase_words(phrase)
    text = phrase.field in PAPER_FIELDS
    forms = [_forms(phrase, words, number) for number in range(len(words))]
    chosen = list(islice(product(*forms), _SPELLINGS))
    stumps = [_stump(phrase, words, number) for number in range(len(words))]
    run = "".join(
        f"{re.escape(stump)}.{{0,{max(map(len, (*some, *plurals(some[0])))) - len(stump)}}}"
        for stump, some in zip(stumps, forms, strict=True)
    )
    return Needle(
        words=words,
        spellings=tuple(
            _Spelling("".join(one), tuple(accumulate(map(len, one), initial=0))) for one in chosen
        ),
        capitals=tuple(number for number in range(len(words)) if text and capitals(words, number)),
        prefix=phrase.prefix,
        stumps=tuple(sorted({*stumps}, key=len, reverse=True)),
        run=re.compile(run, re.DOTALL),
    )


def _forms(phrase: Phrase, words: Words, number: int) -> tuple[str, ...]:
    """The forms that a word of a phrase may have in a text, each once."""
    written = words.written(number)
    if phrase.field not in PAPER_FIELDS or _begins(phrase, words, number):
        return (written,)
    one = words.form(number) if capitals(words, number) else singular(written)
    if phrase.prefix:  # then texts are looked into as written
        return tuple(dict.fromkeys((written, one, f"{one}s")))
    return tuple(dict.fromkeys((one, words.form(number), written, *other_numbers(written))))


def _stump(phrase: Phrase, words: Words, number: int) -> str:
    whole = _begins(phrase, words, number)
    stump = words.written(number) if whole else beginning(singular(words.form(number)))
    return stump.replace(".", "")


def _begins(phrase: Phrase, words: Words, number: int) -> bool:
    """Whether a word of a phrase need only be the beginning of one."""
    return phrase.prefix and number == len(words) - 1


def find(needle: Needle, words: Words, *, names: bool = False) -> Iterator[tuple[int, int]]:
    """The spans of a text in which a phrase stands, in code points; time is linear in the text's length.

    Args:
        needle: the phrase.
        words: the text's; as written if the needle is a prefix or the text holds names.
        names: whether the text holds people's or places' names, in which case and punctuation mean nothing.
    """
    taken = range(0)  # words that are found need not be found again from their middle
    for run in _runs(needle, words):
        if run.first not in taken and (names or _fault(needle, words, run) is None):
            taken = range(run.first, run.last + 1)
            yield words.starts[run.first], words.ends[run.last]


def missing(needle: Needle, texts: Sequence[Words]) -> Missing:
    """Why a phrase that find() does not find is not there."""
    for words in texts:
        for run in _runs(needle, words):
            if (fault := _fault(needle, words, run)) is not None:
                return fault
    here = {words.form(number) for words in texts for number in range(len(words))}
    return "apart" if all(needle.words.form(n) in here for n in range(len(needle.words))) else "absent"


class _Run(NamedTuple):
    """Whole words of a text whose letters are a phrase's.

    Attributes:
        first: number of the first word.
        last: number of the last word.
        offset: of the first word in Words.joined.
        borders: behind the offset, where the phrase's own words begin, and where its last ends.
    """

    first: int
    last: int
    offset: int
    borders: tuple[int, ...]


def _runs(needle: Needle, words: Words) -> Iterator[_Run]:
    for spelling in needle.spellings:
        offset = words.joined.find(spelling.joined)
        while offset >= 0:
            first = words.at(offset)
            end = offset + len(spelling.joined)
            past = words.after(end) if needle.prefix else words.at(end)
            if first is not None and past is not None:
                yield _Run(first, past - 1, offset, spelling.borders)
            offset = words.joined.find(spelling.joined, words.offsets[words.after(offset + 1)])


def _fault(needle: Needle, words: Words, run: _Run) -> Missing | None:
    """What speaks against a run, if anything."""
    if words.marks[run.first] & PART:
        return "part"
    if not _whole(needle, words, run):
        return "apart"
    for number, suffix in needle.words.suffixes.items():
        behind = words.at(run.offset + run.borders[number + 1])
        if behind is None or words.suffixes.get(behind - 1) != suffix:
            return "suffix"
    for number in needle.capitals:
        begin = bisect_right(words.offsets, run.offset + run.borders[number]) - 1
        end = words.after(run.offset + run.borders[number + 1])
        if not any(words.marks[n] & CAPITAL for n in range(begin, end)):
            return "small"
    return None


def _whole(needle: Needle, words: Words, run: _Run) -> bool:
    """Whether nothing parts the run but what parts the phrase in the same spots."""
    begin = bisect_right(words.breaks, run.first)
    end = bisect_right(words.breaks, run.last, begin)
    if begin == end:
        return True
    allowed = {run.offset + run.borders[number] for number in needle.words.breaks}
    return all(words.offsets[words.breaks[n]] in allowed for n in range(begin, end))
