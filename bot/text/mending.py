r"""Undoes what publishers' programs do to LaTeX: lost backslashes, lost braces, commands glued to their arguments."""

import re
from functools import lru_cache

from bot.text.tables import ACCENTS, known, symbol

_BEGINNINGS = {"im": "t", "he": "t", "ex": "t", "il": "t", "ra": "f", "oo": "f", "ol": "b", "ig": "r"}
_BEGINNING = re.compile(
    r"(?<![A-Za-z\\])(?:imes|heta|ightarrow|(?:ext(?:bf|it|tt|sc|rm|sf)?|ilde|rac|ootnote|oldsymbol)(?=\{))(?![a-z])"
)
_BACKSLASH = re.compile(
    r"(?<![\\A-Za-z])(?:emph|text(?:bf|it|tt|sc|rm|sf)|cite[pt]?|math(?:cal|bf|rm|bb|sf)|boldsymbol|sqrt|frac"
    r"|tilde|footnote)(?=\{)"
)
_NAME = re.compile(r"(\\\\?)([A-Za-z]+)(?=(\{)?)")
_LINE_BREAK = re.compile(r"(?<!\\)\\n(?=[A-Z][a-z]|\\n|\s)")
_GLUED = re.compile(
    r"(emph|text(?:bf|it|tt|sc|rm|sf|sl|up)?|math(?:cal|bb|bf|rm|sf|it|scr|frak)|boldsymbol|sqrt)([A-Za-z]+)"
    rf"|({'|'.join(sorted(ACCENTS, key=len, reverse=True))})([A-Za-z]|[A-Z][A-Za-z]*)"
    r"|(begin|end)(itemize|enumerate|equation|align|description|center|abstract)"
)
_LONGEST_SYMBOL = 16


def mended(text: str) -> str:
    r"""The text with its commands as they were written: ``\mathcalO`` is ``\mathcal{O}`` again."""
    if "\\" in text:
        text = _LINE_BREAK.sub(" ", text)
        text = _NAME.sub(lambda found: _command(found[1], found[2], alone=not found[3]), text)
    if "{" in text:
        text = _BACKSLASH.sub(r"\\\g<0>", text)
    if "$" in text or "{" in text:
        text = _BEGINNING.sub(lambda found: f"\\{_BEGINNINGS[found[0][:2]]}{found[0]}", text)
    return text


@lru_cache(maxsize=4096)
def _command(slashes: str, name: str, *, alone: bool) -> str:
    """A command with one backslash, and apart from the argument it was glued to if it has no other."""
    if known(name):
        return ("\\" if len(name) > 1 else slashes) + name
    if name in {"urlhttp", "urlhttps"}:
        return name.removeprefix("url")
    if alone and (glued := _GLUED.fullmatch(name)):
        command, argument = [part for part in glued.groups() if part]
        return f"\\{command}{{{argument}}}"
    for end in range(min(len(name) - 1, _LONGEST_SYMBOL), 2, -1):
        if name[end].isupper() and symbol(name[:end]) is not None:
            return f"\\{name[:end]}{{}}{name[end:]}"
    return slashes + name
