"""Markdown's marks out of running text, in time linear in its length."""

import re

from bot.text.shield import shielded

_LINK = re.compile(
    r"!?\[([^\[\]]{0,300})\]\(\s*<?((?:https?://|www\.)[^\s()<>]{1,500}|[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}(?:/[^\s()<>]{0,500})?)>?\s*\)"
)
_QUOTE = re.compile(r"(?<![\w`])`([^`'’]{1,200})['’](?![\w'])")
_DOUBLE_QUOTE = re.compile(r"``([^`]{1,500}?)(?:''|``|\"|’’)")
_CODE = re.compile(r"`([^`]{1,300})`")
_STRUCK = re.compile(r"~~(?=\S)([^~]{1,300})(?<=\S)~~")
_RUN = re.compile(r"\*+|(?<![^\W_])_{1,2}(?=[^\W_])|(?<=[^\W_])_{1,2}(?![^\W_])")
_HEADING = re.compile(r"^\s*#{1,6}\s+(?=\S)")


def without_marks(text: str) -> str:
    """The text without the marks of emphasis, code and links: ``**De**coupled`` is ``Decoupled``."""
    if "](" in text:
        text = _LINK.sub(lambda found: linked(found[1], found[2]), text)
    if "`" in text:
        text = _DOUBLE_QUOTE.sub(r'"\1"', text)
        text = _QUOTE.sub(r"'\1'", text)
        text = _CODE.sub(lambda found: shielded(found[1].strip()), text)
    if "~~" in text:
        text = _STRUCK.sub(r"\1", text)
    text = _HEADING.sub("", text) if text.lstrip()[:1] == "#" else text
    return _without_emphasis(text) if "*" in text or "_" in text else text


def linked(words: str, url: str) -> str:
    """A link in running text: its words, and the address where the words are not the address."""
    words, url = words.strip(), url.strip()
    if not words or _core(words) == _core(url):
        return shielded(url)
    return f"{words} ({shielded(url)})"


def _core(url: str) -> str:
    return re.sub(r"^(?:https?://)?(?:www\.)?", "", url.strip().lower()).rstrip("/.")


def _without_emphasis(text: str) -> str:
    """The text without pairs of stars or underscores; a star that emphasises nothing stays: ``A*``."""
    openers: dict[str, list[tuple[int, int]]] = {}
    gone: list[tuple[int, int]] = []
    for found in _RUN.finditer(text):
        mark, start, end = found[0], found.start(), found.end()
        before, after = text[start - 1 : start], text[end : end + 1]
        waiting = openers.setdefault(mark, [])
        if waiting and _closes(mark, before, after):
            gone += [waiting.pop(), (start, end)]
            for others in openers.values():  # what was opened within this pair can close nothing outside it
                while others and others[-1][0] > gone[-2][0]:
                    others.pop()
        elif _opens(mark, before, after):
            waiting.append((start, end))
        elif mark == "**" and not (before.isalnum() and after.isalnum()):
            gone.append((start, end))
    gone += [span for span in openers.get("**", []) if not text[span[0] - 1 : span[0]].isalnum()]
    return _cut(text, sorted(gone)) if gone else text


def _opens(mark: str, before: str, after: str) -> bool:
    if not after or after.isspace():
        return False
    if mark == "*":
        return not before.isalnum() and before not in {")", "]", "}"} and after not in {")", ",", ".", ";"}
    return True


def _closes(mark: str, before: str, after: str) -> bool:
    return bool(before) and not before.isspace()


def _cut(text: str, spans: list[tuple[int, int]]) -> str:
    out = []
    at = 0
    for start, end in spans:
        out.append(text[at:start])
        at = end
    return "".join([*out, text[at:]])
