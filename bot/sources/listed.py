"""The venue and year of a list, from what is said about the list as a whole."""

import re
from dataclasses import dataclass

from bot.sources.cleaning import one_line
from bot.sources.venues import venue_name

YEARS = range(1900, 2101)

_YEAR = r"(?:19|20)\d\d"
_IN_A_NAME = re.compile(rf"([a-z0-9]*[a-z])[ _-]?({_YEAR})(?![a-z0-9])", re.IGNORECASE)
_NO_VENUES = frozenset(
    (
        "abstracts",
        "accepted",
        "all",
        "arxiv",
        "conference",
        "data",
        "dump",
        "export",
        "list",
        "openreview",
        "papers",
        "records",
        "sample",
        "submissions",
        "titles",
    )
)
_HEADER = re.compile(
    rf"([A-Za-z0-9]*[A-Za-z][A-Za-z0-9+&.-]*(?: (?:[A-Z][A-Za-z]+|on|of|in))*?)"
    rf"[ '’-]*({_YEAR})(?!\d)(?P<rest>.{{0,60}})"
)
_LIST_WORDS = re.compile(
    r"paper|abstract|accept|list|proceeding|conference|poster|oral|spotlight|论文|摘要|列表|收录|会议",
    re.IGNORECASE,
)
_OWN_SITE = re.compile(
    rf"//(?:www\.)?(?P<host>icml|iclr|nips|neurips)\.cc/virtual/(?P<year>{_YEAR})/"
    rf"|//openaccess\.thecvf\.com/content_?/?(?P<cvf>cvpr|iccv|wacv)_?(?P<cvf_year>{_YEAR})/",
    re.IGNORECASE,
)
_LONGEST_HEADER = 120  # characters
_MARKUP = "#*=_-–— \t>"


@dataclass(frozen=True, slots=True)
class Listed:
    """What a list's name or header says of all its papers.

    Attributes:
        venue: in capitals, or empty.
        year: four digits, or None.
    """

    venue: str = ""
    year: int | None = None


def from_name(file: str) -> Listed:
    """``icml2018.json`` -> ICML, 2018; a name that is none of a venue and year says nothing."""
    match = _IN_A_NAME.match(file)
    if match is None or match[1].lower() in _NO_VENUES:
        return Listed()
    return Listed(venue_name(match[1]), int(match[2]))


def from_header(line: str) -> Listed | None:
    """``ICML 2026 Papers`` -> ICML, 2026; None for a line that is no header.

    A header is one short line that begins with a venue and a year. A venue that is not written as an acronym
    needs a word such as "papers" after it.
    """
    text = one_line(line[:_LONGEST_HEADER]).strip(_MARKUP)
    match = _HEADER.fullmatch(text) if len(line) < _LONGEST_HEADER else None
    if match is None or text.endswith("."):
        return None
    venue, rest = match[1].strip("-. "), match["rest"]
    acronym = sum(letter.isupper() for letter in venue.split(" ")[0]) >= 2
    if not _LIST_WORDS.search(rest) and not (acronym and len(rest.split()) <= 3):
        return None
    return Listed(venue_name(venue), int(match[2]))


def from_address(address: str) -> Listed:
    """What a conference's own address says: ``https://icml.cc/virtual/2018/poster/1`` -> ICML, 2018."""
    match = _OWN_SITE.search(address)
    if match is None:
        return Listed()
    venue, year = (match["host"], match["year"]) if match["host"] else (match["cvf"], match["cvf_year"])
    return Listed("NIPS" if venue == "neurips" else venue_name(venue), int(year))
