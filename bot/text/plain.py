"""LaTeX and Markdown to readable plain text, one paragraph, in time linear in its length.

Papers mix LaTeX, Markdown and plain writing in one sentence, so each is undone in turn: entities and
characters that cannot be seen, LaTeX, Markdown, quotes and dashes.
What one step has finished is shielded from the next: its ``*``, ``_`` and the like are moved into the
private use area, which nothing else in the text can occupy, and moved back at the end.
"""

import html
import re
import unicodedata

from bot.text.controls import controls_mended
from bot.text.markdown import without_marks
from bot.text.shield import unshielded

_MARKS = ("$", "\\", "*", "`", "_", "{", "~", "&", "--", "''", "](")
"""Text with none of these, and with nothing that cannot be seen, is plain already."""


def plain(raw: str) -> str:
    r"""Readable text of what a paper says: ``$\eta^{-1}$`` is ``η⁻¹``, ``**PRAC**`` is ``PRAC``.

    One paragraph: every run of white space is one space.
    What cannot be turned into text is shown without its commands; nothing raises.
    """
    text = _SOFT_HYPHEN.sub("", raw) if "\u00ad" in raw or "(cid:173)" in raw else raw
    text = text if text.isprintable() else _visible(text)
    if any(map(text.__contains__, _MARKS)):
        from bot.text.commands import without_commands  # noqa: PLC0415 - slow to load; hardly any query needs it

        text = _entities(text) if "&" in text else text
        text = unshielded(_typography(without_marks(without_commands(text))))
    if "  " in text or text[:1] == " " or text[-1:] == " ":
        text = " ".join(text.split())
    return text if text.isascii() else unicodedata.normalize("NFC", text)


_SOFT_HYPHEN = re.compile(r"(?:\u00ad|\(cid:173\))\s*")
"""Where a word was divided at the end of a line, also as PDF readers write it."""


class _Visible(dict[int, str]):
    """What each character becomes, decided when it is first met."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        if sign.isspace():
            kept = " "
        elif unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co"} and sign != _JOINER:
            kept = ""
        else:
            kept = sign
        self[code] = kept
        return kept


_VISIBLE = _Visible()
_JOINER = "\u200d"
_PICTURE = "[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]"
_LONE_JOINER = re.compile(f"(?<!{_PICTURE}){_JOINER}|{_JOINER}(?!{_PICTURE})")


def _visible(text: str) -> str:
    r"""The text without what cannot be seen; ``\times`` that some program took for a tab is mended."""
    text = controls_mended(text)
    text = _LONE_JOINER.sub("", text) if _JOINER in text else text
    return text.translate(_VISIBLE)


_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def _entities(text: str) -> str:
    """The text with each entity decoded once: ``&amp;lt;`` is ``&lt;``."""
    decoded = _ENTITY.sub(lambda found: html.unescape(found[0]), text)
    return decoded if decoded.isprintable() else _visible(decoded)


_DASHES = re.compile(r"-{2,}")
_TIE = re.compile(r"(?<=[^\W\d])~+(?=\S)|(?<=[.,;:)\]}'\"’”])~+(?=[\w(\[\ue000-\uf8ff])|(?<=\d)~+(?=[^\W\d])")


def _typography(text: str) -> str:
    """Quotes, dashes and ties as they are read; a ``~`` before a number is a sign and stays."""
    if "''" in text or "``" in text:
        text = text.replace("``", '"').replace("''", '"')
    if "--" in text:
        text = _DASHES.sub(lambda found: "–" if len(found[0]) == 2 else "—", text)
    return _TIE.sub(" ", text) if "~" in text else text
