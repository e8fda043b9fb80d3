"""A phrase's words, as matching compares them."""

from functools import lru_cache

from bot.query.tree import Phrase
from bot.text.plain import plain
from bot.text.words import Words, words_of

PAPER_FIELDS = frozenset({None, "title", "abstract"})
"""Fields that are a paper's text; the rest are names, in which case and plurals mean nothing."""


@lru_cache(maxsize=1 << 14)
def words_in(text: str, *, as_written: bool = False) -> Words:
    """The words of a phrase's text; LaTeX in it is read as it is in papers."""
    return words_of(plain(text) if "\\" in text or "$" in text else text, as_written=as_written)


def phrase_words(phrase: Phrase) -> Words:
    """The words of a phrase."""
    return words_in(phrase.text, as_written=phrase.prefix or phrase.field not in PAPER_FIELDS)


def capitals(words: Words, number: int) -> bool:
    """Whether a word is written in capitals only, two letters of them or more."""
    surface = words.text[words.starts[number] : words.ends[number]]
    return surface.isupper() and sum(map(str.isalpha, surface)) > 1
