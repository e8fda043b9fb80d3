"""One author field, however it is written -> names, one each."""

import re

from bot.sources.cleaning import one_line

LONGEST = 100  # characters of a name; what is longer is an abstract or an affiliation that strayed in

_ADDRESS = re.compile(r"(?:\{[^{}@]*\}|[^\s;,<>(){}@]{1,64})?@[^\s;,<>(){}@]*")
_SUFFIX = re.compile(r"(?:Jr|Sr)\.?|I{2,3}|IV", re.IGNORECASE)
_INITIALS = re.compile(r"(?:\w\.?[ -]?){1,3}")
# Footnote marks stand at either end; a digit only where it touches a letter or stands alone.
_MARKS = r"\s*†‡§¶#,;:•⁰¹²³⁴⁵⁶⁷⁸⁹\x00-\x1f"
_BEFORE = re.compile(rf"^(?:[{_MARKS}\d]|and\b|&)+")
_AFTER = re.compile(rf"(?:[{_MARKS}]|\(\W*\)|\[\W*\d*\W*\]|<\W*>|(?<=[^\W\d_])\d+|(?<=[\s,*])\d+)+$")
_NOBODY = frozenset(
    ("anonymous", "anonymous author", "anonymous authors", "author", "authors", "et al", "et al.")
)


def split(field: str) -> tuple[str, ...]:
    """The names in order, each once, without footnote marks and addresses.

    Semicolons separate names where there are any, else ``and`` as in BibTeX, else commas, unless the comma
    stands between the last and the first name of one person.
    """
    field = _without_addresses(one_line(field))
    if ";" in field:
        pieces = field.split(";")
    elif "," in field:
        pieces = _at_commas(field)
    else:
        pieces = [field]
    if " and " in field:
        pieces = [part for piece in pieces for part in _at_and(piece)]
    return _distinct(_with_suffixes(pieces))


def listed(names: list[str]) -> tuple[str, ...]:
    """The same for names that are split already."""
    return _distinct([_without_addresses(one_line(name)) for name in names])


def given_first(name: str) -> str:
    """``Ash, Ann`` -> ``Ann Ash``, ``Ash, Jr., Ann`` -> ``Ann Ash Jr.``; a name written otherwise stays."""
    last, *others = [part.strip() for part in name.split(",")]
    suffixes = [part for part in others if _SUFFIX.fullmatch(part)]
    given = [part for part in others if part not in suffixes]
    if len(given) > 1 or len(suffixes) > 1:
        return name
    return " ".join(filter(None, (*given, last, *suffixes)))


def _without_addresses(text: str) -> str:
    return _ADDRESS.sub("", text) if "@" in text else text


def _distinct(pieces: list[str]) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for piece in pieces:
        name = _name(piece)
        if name and len(name) <= LONGEST and name.lower() not in _NOBODY:
            names[name] = None
    return tuple(names)


def _at_commas(field: str) -> list[str]:
    parts = [part.strip() for part in field.split(",")]
    persons = field.split(" and ")
    if len(persons) > 1 and all(person.count(",") == 1 for person in persons):
        # BibTeX's "Last, First and Last, First", but not "Name, School of This and That, Name".
        whole_names = len(persons) == 2 and " " in parts[0] and " " in parts[-1]
        return parts if whole_names else persons
    if len(parts) == 2 and (" " not in parts[0] or _INITIALS.fullmatch(parts[1])):
        return [field]
    if len(parts) % 2 == 0 and all(part and " " not in part for part in parts):
        return [f"{last}, {first}" for last, first in zip(parts[::2], parts[1::2], strict=True)]
    return parts


def _at_and(piece: str) -> list[str]:
    """``A. Becker and T. Bretl`` is two people, ``School of Science and Technology`` is none."""
    parts = piece.split(" and ")
    whole = all(2 <= len(part.split()) <= 4 and " of " not in f" {part} " for part in parts)
    return parts if whole else [piece]


def _with_suffixes(pieces: list[str]) -> list[str]:
    """``Jr.`` and the like belong to the name before them."""
    joined: list[str] = []
    for piece in pieces:
        if joined and len(piece) < 6 and _SUFFIX.fullmatch(piece.strip()):
            joined[-1] = f"{joined[-1].strip()} {piece.strip()}"
        else:
            joined.append(piece)
    return joined


def _name(piece: str) -> str:
    piece = piece.strip()
    if not piece or len(piece) > 2 * LONGEST:
        return ""
    if piece[0].isalpha() and piece[-1].isalpha() and not piece.startswith("and "):
        return piece
    name = _AFTER.sub("", _BEFORE.sub("", piece)).strip()
    return name if any(map(str.isalpha, name)) else ""
