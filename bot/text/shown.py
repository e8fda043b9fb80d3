"""Text made fit to show: what a chat may print, cut to measure; used by every renderer."""

import re
import unicodedata
from collections.abc import Callable
from typing import Final, TypeGuard
from urllib.parse import urlsplit

MARK: Final = "…"
WORD: Final = 40  # characters a cut steps back to end at a word; longer words are cut within

_DROPPED: Final = frozenset({"Cc", "Cf", "Cs", "Co"})  # controls, bidi overrides and other unseen characters
_SPACES: Final = {"\t": " ", "\r": "\n", "\x0b": "\n", "\x0c": "\n", "\u2028": "\n", "\u2029": "\n"}
_BREAKS_OUT: Final = re.compile(r"[\x00-\x20<>|\"\\\x7f]")  # of a link, in one chat or another
_TONES: Final = range(0x1F3FB, 0x1F400)  # skin tones colour the emoji before them
_FLAGS: Final = range(0x1F1E6, 0x1F200)  # two regional indicators make one flag


def units(text: str) -> int:
    """UTF-16 units, never fewer than code points: the stricter way in which platforms count."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def printable(text: str) -> str:
    """The text composed (NFC), without unseen characters; lone surrogates become U+FFFD."""
    if not text.isprintable():
        paired = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        text = paired.replace("\r\n", "\n").translate(_SEEN)
    return text if text.isascii() else unicodedata.normalize("NFC", text)


class _Seen(dict[int, str]):
    """What each character is shown as, decided when it is first met."""

    def __missing__(self, code: int) -> str:
        one = chr(code)
        dropped = one != "\n" and unicodedata.category(one) in _DROPPED
        self[code] = _SPACES.get(one, "" if dropped else one)
        return self[code]


_SEEN: Final = _Seen()


def linkable(url: str | None, most: int) -> TypeGuard[str]:
    """Whether a title may point at the address: https, a plain host, at most ``most`` characters, no way out of it."""
    if url is None or len(url) > most or not url.isascii() or _BREAKS_OUT.search(url):
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme == "https" and bool(parts.hostname) and "@" not in parts.netloc
    except ValueError:  # unbalanced brackets in the host
        return False


def cut(text: str, limit: int, weigh: Callable[[str], int] = units) -> str:
    """The text if it weighs at most ``limit``, else as much of its beginning as does, marked with ``…``.

    The cut is at a word's edge where one is near, and never within a letter and its accents, an emoji and
    its tone, or a flag.

    Args:
        text: printable.
        limit: at least 1.
        weigh: the weight of one character, at least 1; ``…`` weighs 1.
    """
    if weigh is units and text.isascii():
        return text if len(text) <= limit else _whole(text, limit - 1).rstrip(" \n,;:") + MARK
    used, end = 0, len(text)
    for at, character in enumerate(text):
        used += weigh(character)
        if used >= limit and end == len(text):
            end = at
        if used > limit:
            return _whole(text, end).rstrip(" \n,;:") + MARK
    return text


def _whole(text: str, end: int) -> str:
    """The first ``end`` characters or a little less: whole words, at least whole letters."""
    edge = end
    while edge > 0 and _continues(text, edge):
        edge -= 1
    edge = edge or end  # one letter under thousands of accents: cut it all the same
    if not text[edge].isspace():
        edge = max(text.rfind(space, max(0, edge - WORD), edge) for space in " \n") + 1 or edge
    return text[:edge]


def _continues(text: str, at: int) -> bool:
    """Whether the character at ``at`` belongs to the one before it."""
    point = ord(text[at])
    if unicodedata.category(text[at]).startswith("M") or point in _TONES:
        return True
    if point not in _FLAGS:
        return False
    before = at
    while before > 0 and ord(text[before - 1]) in _FLAGS:
        before -= 1
    return (at - before) % 2 == 1
