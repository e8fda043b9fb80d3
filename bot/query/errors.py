"""What is wrong with a query, shown under the spot."""

import unicodedata

from bot.errors import UserError
from bot.locale import Value, Words
from bot.text.shown import cut

_AROUND = 40  # code points shown on each side of the spot; a longer line is cut
_TOLD = 60  # characters of the query that a sentence repeats


class QueryError(UserError):
    """A query that cannot be read, or that is refused.

    Args:
        key: the sentence's key; it says what was wrong and what to type instead.
        text: the query as given.
        at: the column of the spot, from 1, in code points of the query as given; line breaks count.
        told: what the sentence tells of.
    """

    def __init__(self, key: str, /, text: str, at: int, **told: Value) -> None:
        super().__init__(
            key,
            **{name: cut(value, _TOLD) if isinstance(value, str) else value for name, value in told.items()},
        )
        self.text = text
        self.at = at

    def sentence(self, say: Words) -> str:
        """What was wrong and the cure, without the picture."""
        return say(self.key, **self.told)

    def say(self, say: Words) -> str:
        """The sentence, below it the line of the query, and a caret under the spot."""
        return "\n".join((self.sentence(say), *self._picture()))

    def _picture(self) -> tuple[str, str]:
        spot = self.at - 1
        begin = self.text.rfind("\n", 0, spot) + 1
        end = self.text.find("\n", spot)
        end = len(self.text) if end < 0 else end
        left, right = max(begin, spot - _AROUND), min(end, spot + _AROUND)
        before = ("…" if left > begin else "") + _one_line(self.text[left:spot])
        after = _one_line(self.text[spot:right]) + ("…" if right < end else "")
        return before + after, "".join(map(_blank, before)) + "^"


def _one_line(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _blank(letter: str) -> str:
    """White space as wide as the letter, as far as fixed-width letters go."""
    if unicodedata.combining(letter):
        return ""
    return "\u3000" if unicodedata.east_asian_width(letter) in "WF" else " "
