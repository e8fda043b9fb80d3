"""Coding: cards in a third of their bytes, frequent words of titles being one character each."""

from collections import Counter
from collections.abc import Iterable, Sequence

MOST = 8_192  # words that get a character; what is rarer saves hardly more than it takes in the list of words

_TITLES, _END = "\x1e", "\x1f"  # between two titles; after the last one
_PLAIN = "\x00"  # begins a card that is kept as it is
_BREAK = "\n"  # no folded text has one
_OWN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789. " + _TITLES + _END + _BREAK)
_CODED = _OWN - {_BREAK}
# Characters that stand for words, those of one byte first: no card that is coded holds any other of them.
_CHARACTERS = [chr(code) for code in range(1, 0xD800) if chr(code) not in _OWN][:MOST]


class Coding:
    """Packed cards to what is kept of them, and back.

    Args:
        words: those that get a character, most frequent first; none to keep all cards as they are.

    Attributes:
        words: the same.
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.words = tuple(words)[:MOST]
        coded = _CHARACTERS[: len(self.words)]
        self._characters = dict(zip(self.words, coded, strict=True))
        # A list is the fastest table there is for str.translate, if it knows each character.
        self._table = [chr(code) for code in range(ord(max(coded, default=" ")) + 1)]
        self._table += [chr(code) for code in range(len(self._table), 128)]
        for word, character in self._characters.items():
            self._table[ord(character)] = f" {word}"

    @classmethod
    def of(cls, cards: Iterable[str]) -> "Coding":
        """The coding that suits these cards best."""
        counts = Counter(word for card in cards for word in _words(card))
        return cls(word for word, count in counts.most_common(MOST) if count > 1)

    @classmethod
    def unpack(cls, words: bytes) -> "Coding":
        """The reverse of packed."""
        return cls(words.decode().split(_BREAK) if words else ())

    def packed(self) -> bytes:
        """The words as one string."""
        return _BREAK.join(self.words).encode()

    def encode(self, card: str) -> str:
        """A packed card in as few bytes as may be."""
        if not self.words or not _CODED.issuperset(card):
            return _PLAIN + card
        known = self._characters
        return "".join([known.get(word) or f" {word}" for word in _words(card)])

    def decode(self, coded: str) -> str:
        """The reverse of encode."""
        if coded[:1] == _PLAIN:
            return coded[1:]
        return coded.translate(self._table)[1:].replace(f" {_END}", _END).replace(f" {_TITLES} ", _TITLES)

    def decode_all(self, coded: Sequence[str]) -> list[str]:
        """The same of many cards, together faster than one by one."""
        if not coded:
            return []
        together = _BREAK.join(["" if one[:1] == _PLAIN else one for one in coded]).translate(self._table)
        cards = together.replace(f" {_END}", _END).replace(f" {_TITLES} ", _TITLES).split(_BREAK)
        return [one[1:] if one[:1] == _PLAIN else card[1:] for one, card in zip(coded, cards, strict=True)]


def _words(card: str) -> list[str]:
    """Words of titles, marks between two titles, and whatever comes after the last of them as one word."""
    titles, _, rest = card.partition(_END)
    return [*titles.replace(_TITLES, f" {_TITLES} ").split(" "), _END + rest]
