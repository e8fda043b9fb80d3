"""What people paste, and papers print, to canonical identifiers; and back to links that are safe to show.

Schemes: ``arxiv``, ``doi``, ``openreview``, ``acl``, ``icml``, ``neurips``, ``iclr``, ``pmlr``, ``cvf``,
``ieee``, and ``link`` for every other address.
"""

import re
from functools import lru_cache

from bot.models import Identifier
from bot.text.links import KNOWN_HOSTS, address, of_address, to_address
from bot.text.schemes import ACL_NEW, ARXIV, ARXIV_SURE, DOI, OPENREVIEW, acl, arxiv, doi, trimmed

_LONGEST = 2_000
"""Characters; what is longer names no paper."""


def identify(text: str) -> Identifier | None:
    """The identifier that the whole text is; None when it is words, a number, or more than one thing.

    Understands ids and links as people paste them: in quotes or brackets, with a trailing stop, as
    Slack's ``<link|text>`` or a Markdown link, with or without ``https://`` where the host is known.
    """
    if _CLEAN.fullmatch(text):
        return _clean(text)
    core = _core(text)
    if _SCHEMED.match(core):
        return _linked(core)
    if found := _PREFIX.fullmatch(core):
        prefix, rest = found["prefix"].lower(), found["rest"]
        if prefix == "openreview":
            return Identifier("openreview", rest) if re.fullmatch(OPENREVIEW, rest) else None
        return {"arxiv": arxiv, "doi": doi, "acl": acl}[prefix](rest)
    if _HOST.match(core):
        return _linked(f"https://{core}")
    return arxiv(core) or doi(core) or acl(core)


def looks_like_link(text: str) -> bool:
    """Whether the whole text is some address, known or not, safe or not."""
    return _ADDRESS.fullmatch(_core(text)) is not None


def identifiers_in(text: str) -> tuple[Identifier, ...]:
    """Every identifier and link within a longer text, in order, each once."""
    if not _HINT.search(text):
        return ()
    found = (identify(re.sub(r"\\(.)", r"\1", trimmed(one[0]))) for one in _WITHIN.finditer(text))
    return tuple(dict.fromkeys(identifier for identifier in found if identifier is not None))


def link_of(identifier: Identifier) -> str | None:
    """An https link made from the checked identifier; None where it names no page, or does not hold up."""
    link = to_address(identifier) if identifier.value.isprintable() else None
    return link if link is not None and identify(link) == identifier else None


_CLEAN = re.compile(r"https?://[A-Za-z0-9/.:?=&_%~+-]{1,250}[A-Za-z0-9]")
"""An address in nothing, with nothing around it."""
_SCHEMED = re.compile(r"https?://", re.IGNORECASE)
_HOST = re.compile(rf"{KNOWN_HOSTS}|www\.", re.IGNORECASE)
_ADDRESS = re.compile(
    rf"(?:https?://|www\.)\S+|(?:[\w-]{{1,63}}\.){{1,8}}[a-z]{{2,24}}/\S*|{KNOWN_HOSTS}\S*", re.IGNORECASE
)
_PREFIX = re.compile(r"(?P<prefix>arxiv|doi|openreview|acl)(?:\s?:\s?|\s)(?P<rest>\S+)", re.IGNORECASE)
_CATEGORY = re.compile(r"(?<=[\dv])\s?\[[a-z-]{2,10}(?:\.[a-z-]{2,8})?\]$", re.IGNORECASE)
_URL = r"(?:\\[_%#&~$]|[!#-;=?-\[\]_a-z~])"
"""A sign of an address within a text: ASCII, without what encloses addresses; LaTeX may have escaped it."""
_HINT = re.compile(r"://|\.(?:\d{4}|[a-z]{2,5}/)|/\d{7}|\d\.[a-z]", re.IGNORECASE)
"""What every text with an identifier has, and few others: most abstracts are not looked at twice."""
_WITHIN = re.compile(
    rf"https?://{_URL}{{1,2000}}"
    rf"|(?<![A-Za-z0-9./$€£-])(?:{KNOWN_HOSTS}{_URL}{{1,500}}|(?:doi\s?:\s?)?{DOI}|arxiv\s?:\s?{ARXIV}(?!\d)"
    rf"|{ARXIV_SURE}(?![A-Za-z0-9%]|\.\d)|{ACL_NEW}(?![A-Za-z0-9]))",
    re.IGNORECASE,
)
_SLACK = re.compile(r"<([^<>|\s]+)(?:\|[^<>]*)?>")
_MARKDOWN = re.compile(r"\[[^\[\]]*\]\((\S+)\)|\\url\{(\S+)\}")
_OPENING = "\"'“”‘’„«»`*([{<"
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}


def _core(text: str) -> str:
    """The text without what it is wrapped in; empty when it is too long to be an identifier."""
    if len(text) > _LONGEST:
        return ""
    text = " ".join(text.split())
    if not text.isprintable():
        text = "".join(filter(str.isprintable, text))
    if found := _SLACK.fullmatch(text.rstrip(".,;")):
        return found[1].replace("&amp;", "&")
    if found := _MARKDOWN.fullmatch(text.rstrip(".,;")):
        return found[1] or found[2]
    text = trimmed(text)
    while text and text[0] in _OPENING:
        closing = _CLOSING.get(text[0])
        text = text[1:].removesuffix(closing) if closing else text[1:]
        text = trimmed(text.strip())
    return _CATEGORY.sub("", text)


@lru_cache(maxsize=4096)  # a paper's links are asked for when it is read, and again when it is stored
def _clean(url: str) -> Identifier | None:
    parts = address(url)
    return of_address(parts) if parts is not None else None


def _linked(url: str) -> Identifier | None:
    parts = address(url) if not re.search(r"\s", url) else None
    return of_address(parts) if parts is not None else None
