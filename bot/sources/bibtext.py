r"""What stands behind the equals sign of a BibTeX field -> text; ``{...}``, ``"..."``, names and ``#`` resolved."""

import re
from collections.abc import Mapping
from typing import Final

from bibtexparser.middlewares.names import split_multiple_persons_names

from bot.sources.authors import given_first
from bot.text.plain import plain

# As bibtexparser counts them: an escaped one is a letter.
_SIGNS: Final = re.compile(r'(?<!\\)[{}"]')
_BARE: Final = re.compile(r'[^\s,#{}"]+')
_BLANK: Final = re.compile(r"\s*")
# A group that only keeps its letters as they are; not what belongs to a command, an accent or a formula.
_GROUP: Final = re.compile(
    r"""(?P<kept>\$[^$]*\$)|(?<![\\\w}\]^"'`~=.*])\{(?!\\)(?P<text>(?:[^{}\\$]|\\[^{}]|\$[^$]*\$|\{\\[^{}]*\})*)\}"""
)
_FIELD: Final = re.compile(r"\s*[A-Za-z][\w-]*[ \t]*=[ \t]*[{\"\w]")
_ESCAPED: Final = re.compile(r"\{?\\([_%&#~])\}?")
_URL: Final = re.compile(r"\\url\s*\{(.*)\}", re.DOTALL)
_NESTED: Final = 3  # groups within groups that are opened


def value(raw: str, strings: Mapping[str, str]) -> tuple[str, int]:
    """The text, and how much of ``raw`` it took: less than all of it where something stands behind the value.

    Args:
        raw: a whole value as bibtexparser's splitter cuts it out.
        strings: what names mean, by the names in small letters; an unknown one stands for itself.
    """
    parts: list[str] = []
    at = _past_blanks(raw, 0)
    while at < len(raw):
        if raw[at] in '{"':
            end = _closed(raw, at)
            parts.append(raw[at + 1 : end - 1])
        elif bare := _BARE.match(raw, at):
            end = bare.end()
            parts.append(strings.get(bare[0].lower(), bare[0]))
        else:
            return "".join(parts), at
        at = _past_blanks(raw, end)
        if at == len(raw):
            break
        if raw[at] != "#":
            return "".join(parts), end
        at = _past_blanks(raw, at + 1)
    return "".join(parts), len(raw)


def prose(text: str) -> str:
    """A title or abstract, LaTeX and all, without the braces that only keep capitals."""
    for _ in range(_NESTED):
        if _grouped(text):
            text = text[1:-1].strip()
    for _ in range(_NESTED):
        opened = _GROUP.sub(lambda match: match["kept"] or match["text"] or "", text)
        if opened == text:
            break
        text = opened
    return text


def people(text: str) -> list[str]:
    """The names, each as it is spoken; one in braces is an institution's and stays as it is."""
    names = split_multiple_persons_names(text)
    return [_name(name.strip()) for name in names if name.strip().lower() != "others"]


def address(text: str) -> str:
    """A link or number as it is meant, without LaTeX's escapes."""
    wrapped = _URL.fullmatch(text.strip())
    return _ESCAPED.sub(r"\1", wrapped[1] if wrapped else text).strip()


def left_open(entry: str) -> int:
    """In which line of an entry, from 0, the field stands whose brace or quotation mark is not closed.

    It is the one before the first field that seems to stand within another, or else the last.
    """
    depth, quoted, last = 0, False, 0
    for row, line in enumerate(entry.split("\n")):
        if _FIELD.match(line):
            if depth > 1 or quoted:
                return last
            last = row
        for sign in _SIGNS.finditer(line):
            if sign[0] == '"':
                quoted ^= depth == 1
            elif not quoted:
                depth += 1 if sign[0] == "{" else -1
    return last


def _name(name: str) -> str:
    whole = _grouped(name)
    shown = plain(name.strip("{}") if whole else name).replace("{", "").replace("}", "")
    return shown if whole else given_first(shown)


def _grouped(text: str) -> bool:
    """Whether all of it stands in one pair of braces that does nothing but hold it together."""
    return text.startswith("{") and not text.startswith("{\\") and _closed(text, 0) == len(text)


def _past_blanks(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _closed(text: str, at: int) -> int:
    """Where the group or quotation that opens here is over."""
    quoted = text[at] == '"'
    depth = 0
    for sign in _SIGNS.finditer(text, at + quoted):
        if sign[0] == '"':
            if quoted and not depth:
                return sign.end()
            continue
        depth += 1 if sign[0] == "{" else -1
        if not quoted and not depth:
            return sign.end()
    return len(text)
