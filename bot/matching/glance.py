"""A glance at a text: whether a phrase surely stands there as people mostly write it, without cutting the text up.

True only where bot.matching.phrase would find it as well; most papers that have a phrase have it so.
"""

from collections.abc import Iterable, Iterator
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
        piece: the letters with which all of these begin, but for the first one, which may be a capital; may be none.
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

    def stands_nowhere(self, texts: Iterable[str], letters: str) -> bool:
        """Whether a phrase of one word surely stands in none of the texts of a paper.

        Args:
            texts: all in which it may stand.
            letters: of all of these, in small letters with nothing between.
        """
        stumps = needle(self.phrase).stumps
        if len(stumps) > 1 or any(stumps[0].endswith(stumps[0][:some]) for some in range(1, len(stumps[0]))):
            return False  # of what overlaps itself one cannot tell how often it is there
        left, loud = letters.count(stumps[0]), bool(needle(self.phrase).capitals)
        for text in texts:
            small, at = text.lower(), -1
            while (at := small.find(stumps[0], at + 1)) >= 0:
                # A name in capitals does not stand where all is small: AI in "train".
                may = not (loud and text[at : at + len(stumps[0])].islower())
                if len(small) != len(text) or (may and self._stands_at(text, at) is not False):
                    return False
                left -= 1
        return not left  # else it is there as several words, or across a sign

    def _stands_near(self, text: str) -> bool:
        """Looks closely at the first pieces."""
        at = 0
        for _ in range(_LOOKS if self.piece else 0):
            at = text.find(self.piece, at + 1)
            stands = None if at < 0 else self._stands_at(text, at)
            if stands is not False:
                return stands is True
        return False

    def _stands_at(self, text: str, at: int) -> bool | None:
        """Whether what stands around a place, from space to space, has the phrase; None if more than that counts.

        It does for names in capitals, which may open a sentence, and where all is in capitals.
        """
        sought = needle(self.phrase)
        end = text.find(" ", at + len(self.phrase.text))
        around = text[text.rfind(" ", 0, at) + 1 : end if end > 0 else len(text)]
        if sought.capitals or len(around) > _AROUND_MOST or around.isupper():
            return None
        return next(find(sought, words_of(around)), None) is not None


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
    return Glance(piece, ways, phrase)


def _written(surfaces: list[str], loud: list[bool]) -> Iterator[str]:
    small = [word if name else word.lower() for word, name in zip(surfaces, loud, strict=True)]
    last = small[-1]
    lasts = (last, f"{last}s") if loud[-1] else (last, singular(last), *plurals(singular(last)))
    upper = [word if name else word.capitalize() for word, name in zip(surfaces, loud, strict=True)]
    firsts = (small, [upper[0], *small[1:]], upper)
    for between, end, words in product(_BETWEEN, lasts, firsts):
        yield between.join([*words[:-1], words[-1][:1] + end[1:]])
    typed = " ".join(surfaces)
    yield from (typed, typed.removesuffix("s"))  # GANs, ResNet


def _surely(phrase: Phrase, written: str, behind: str) -> bool:
    texts = [around.format(written, behind) for around in _AROUND]
    sought = needle(phrase)
    return all(next(find(sought, words_of(text)), None) is not None for text in texts)
