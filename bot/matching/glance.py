"""A glance at a text: whether a phrase surely stands there as people mostly write it, without cutting the text up.

True only where bot.matching.phrase would find it as well; most papers that have a phrase have it so.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from bot.matching.phrase import find, needle
from bot.query.terms import capitals, phrase_words
from bot.query.tree import Phrase
from bot.text.singular import plurals, shared_beginning, singular
from bot.text.words import words_of

_BEHIND: Final = (" ", ", ", ". ")  # what mostly stands behind a word
_BETWEEN: Final = (" ", "-", "")
_AROUND: Final = ("so {}{}so", "so. {}{}so", "SO {}{}SO")  # texts that show whether its neighbours matter
_LOOKS: Final = 8  # pieces that are looked at closely, before the whole text is
_AROUND_MOST: Final = 200  # characters without a space before and behind
_MOST: Final = 5  # words of a phrase that is glanced for


class Glance(NamedTuple):
    """How a phrase is mostly written.

    Attributes:
        piece: the letters with which all of these begin, but for the first one, which may be a capital.
        ways: with a space before and what may stand behind.
        phrase: itself.
    """

    piece: str
    ways: tuple[str, ...]
    phrase: Phrase

    def stands_in(self, text: str) -> bool:
        """Whether the phrase surely stands in the text."""
        return self.piece in text and (any(way in text for way in self.ways) or self._stands_near(text))

    def stands_in_title(self, text: str) -> bool:
        """The same for a text of few words, of which the first and last count as well."""
        return self.piece in text and any(way in f" {text} " for way in self.ways)

    def _stands_near(self, text: str) -> bool:
        """Cuts up what stands around the first pieces, from space to space: of words in small letters only that counts."""
        sought = needle(self.phrase)
        at = 0
        for _ in range(_LOOKS):
            at = text.find(self.piece, at + 1)
            if at < 0 or sought.capitals:
                return False
            end = text.find(" ", at + len(self.phrase.text))
            around = text[text.rfind(" ", 0, at) + 1 : end if end > 0 else len(text)]
            if len(around) > _AROUND_MOST or around.isupper():
                return False
            if next(find(sought, words_of(around)), None) is not None:
                return True
        return False


@lru_cache(maxsize=1 << 12)
def glance(phrase: Phrase) -> Glance | None:
    """How to glance for a phrase; None where it must be looked for closely."""
    surfaces = phrase.text.split()
    words = phrase_words(phrase)
    simple = not phrase.prefix and len(surfaces) == len(words) <= _MOST and "".join(surfaces).isalnum()
    if not simple or not phrase.text.isascii():
        return None
    loud = [capitals(words, number) for number in range(len(words))]
    ways = tuple(
        f" {written}{behind}"
        for written in dict.fromkeys(_written(surfaces, loud))
        for behind in _BEHIND
        if _surely(phrase, written, behind)
    )
    piece = shared_beginning([way[2 - loud[0] :].rstrip(" ,.") for way in ways])
    return Glance(piece, ways, phrase) if piece else None


def _written(surfaces: list[str], loud: list[bool]) -> Iterator[str]:
    small = [word if name else word.lower() for word, name in zip(surfaces, loud, strict=True)]
    last = small[-1]
    lasts = (last, f"{last}s") if loud[-1] else (last, singular(last), *plurals(singular(last)))
    upper = [word if name else word.capitalize() for word, name in zip(surfaces, loud, strict=True)]
    firsts = (small, [upper[0], *small[1:]], upper)
    for between, end, words in product(_BETWEEN, lasts, firsts):
        yield between.join([*words[:-1], words[-1][:1] + end[1:]])


def _surely(phrase: Phrase, written: str, behind: str) -> bool:
    texts = [around.format(written, behind) for around in _AROUND]
    sought = needle(phrase)
    return all(next(find(sought, words_of(text)), None) is not None for text in texts)
