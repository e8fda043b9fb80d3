"""Markdown's marks out of running text, in time linear in its length."""

import re

from bot.text.shield import shielded, unshielded

_LINK = re.compile(
    r"!?\[([^\[\]]{0,300})\]\(\s*<?((?:https?://|www\.)[^\s()<>]{1,500}|[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}(?:/[^\s()<>]{0,500})?)>?\s*\)"
)
_QUOTE = re.compile(r"(?<![\w`])`((?:[^`'’]|(?<=\w)['’](?=\w)){1,200})['’](?![\w'])")
_DOUBLE_QUOTE = re.compile(r"``([^`]{1,500}?)(?:''|``|\"|’’)")
_CODE = re.compile(r"`([^`]{1,300})`")
_STRUCK = re.compile(r"~~(?=\S)([^~]{1,300})(?<=\S)~~")
_LEADING = "([{\"'“‘—–-*/"
_BEFORE = rf"(?<![^\s{re.escape(_LEADING)}])"
_AFTER = r"(?![^\s)\]}\"'”’.,;:!?—–*-])"
_STARS = re.compile(r"\*+")
_UNDERSCORES = re.compile(
    rf"{_BEFORE}(_{{1,2}})(?=[^\W_])([^_]|(?<=\w)_(?=\w)){{1,300}}(?<=[^\s_])\1{_AFTER}"
)


def without_marks(text: str) -> str:
    """The text without the marks of emphasis, code and links: ``**De**coupled`` is ``Decoupled``."""
    if "](" in text:
        text = _LINK.sub(lambda found: _linked(found[1], found[2]), text)
    if "`" in text:
        text = _DOUBLE_QUOTE.sub(r'"\1"', text)
        text = _QUOTE.sub(r"'\1'", text)
        text = _CODE.sub(lambda found: shielded(found[1].strip()), text)
    if "~~" in text:
        text = _STRUCK.sub(r"\1", text)
    if "_" in text:
        text = _UNDERSCORES.sub(lambda found: found[0].strip("_"), text)
    return _without_stars(text) if "*" in text else text


def _linked(words: str, url: str) -> str:
    """A link in running text: its words, and the address where the words are not the address."""
    words = words.strip()
    return f"{words} ({shielded(url)})" if words and not is_same_address(words, url) else shielded(url)


def is_same_address(words: str, url: str) -> bool:
    """Whether a link's words are only its address again."""
    return _address(words) == _address(url)


def _address(url: str) -> str:
    return re.sub(r"^(?:https?://)?(?:www\.)?", "", unshielded(url).strip().lower()).rstrip("/.")


def _without_stars(text: str) -> str:
    """The text without stars that emphasise; a star that emphasises nothing stays: ``A*``, ``2 * 3``."""
    openers: list[list[int]] = []  # where each waiting run of stars ends, and how many of it still wait
    gone: list[tuple[int, int]] = []
    for run in _STARS.finditer(text):
        start, end = run.span()
        before, after = text[start - 1 : start], text[end : end + 1]
        if before.strip():
            while openers and start < end:
                opener = openers[-1]
                width = min(end - start, opener[1])
                gone += [(opener[0] - width, opener[0]), (start, start + width)]
                opener[0] -= width
                opener[1] -= width
                start += width
                if not opener[1]:
                    openers.pop()
        if start < end and _opens(end - start, before, after):
            openers.append([end, end - start])
        elif end - start > 1 and not (before.isalnum() and after.isalnum()):
            gone.append((start, end))
    gone += [(end - width, end) for end, width in openers if width > 1]
    return _cut(text, sorted(gone)) if gone else text


def _opens(width: int, before: str, after: str) -> bool:
    """Whether stars can begin emphasis; one alone does so only at the beginning of a word."""
    if not after.strip():
        return False
    return width > 1 or (
        (not before.strip() or before in _LEADING) and after not in {")", ",", ".", ";", ":"}
    )


def _cut(text: str, spans: list[tuple[int, int]]) -> str:
    out = []
    at = 0
    for start, end in spans:
        out.append(text[at:start])
        at = end
    return "".join([*out, text[at:]])
