"""One record of a conference list, JSON or not -> one reading, or the reason why there is none.

Only the fields named here are read. Whatever else a record holds (addresses, author ids, affiliations, reviews,
ratings, citation counts) never leaves this file.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from bot.models import Identifier, Reading, Source
from bot.sources import authors
from bot.sources.cleaning import one_line, tidy
from bot.sources.listed import YEARS, Listed, from_address
from bot.sources.placeholders import front_matter, no_abstract, stand_in
from bot.sources.values import Fault
from bot.sources.venues import is_preprint, short_name, venue_name
from bot.text.identify import identify, link_of
from bot.text.links import to_address

LONGEST_LINK = 500  # characters; Discord's buttons take 512

_TITLE_SHOWN = 80  # characters of a title in a report
_AUTHORS = ("author", "authors")
_KEYWORDS = ("keywords", "keyword")
_STATUS = ("status", "decision")
_VENUE = ("venue", "conference")
# The paper's own pages and numbers, best first.
_NAMED_BY = ("site", "url", "link", "openreview", "oa", "doi", "arxiv", "arxiv_id", "eprint")
# An https address that needs no escaping and hides nothing: no user name, no blank, no bracket.
_WELL_FORMED = re.compile(
    r"https://[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?::\d{1,5})?(?:[/?#][A-Za-z0-9/?:@!$&'()*+,;=._~%#-]*)?"
)
# The digit before it keeps the v of a word out, and that of a proceedings' volume.
_VERSION = re.compile(r"(?:\d{4}\.\d{4,5}|/\d{7})v([1-9]\d{0,2})(?![\w.](?!pdf))", re.IGNORECASE)
_FOUR_DIGITS = re.compile(r"(?<!\d)(\d{4})(?!\d)")
_BIBTEX_YEAR = re.compile(r"\byear\s*=\s*[\s{\"]*(\d{4})\b")
_SHORT_VENUE = re.compile(r"([A-Za-z0-9][\w.+&-]*(?: [A-Z]\w*)?)(?: ((?:19|20)\d\d)\b.*)?")


def reading(record: Mapping[str, object], source: Source, listed: Listed) -> Reading | Fault:
    """What the record says of one paper.

    Args:
        record: as read; a value may also be an object with ``value``, and the fields may stand under
            ``content``, as OpenReview gives them.
        source: where it stands.
        listed: what is known of the whole list; the record's own words come before it.
    """
    content = record.get("content")
    if isinstance(content, dict):
        record = {**record, **content}
    title = one_line(_text(record.get("title")))
    abstract = tidy(_text(record.get("abstract"))).strip()
    if no_abstract(abstract):
        abstract = ""
    if not title and not abstract:
        return Fault("source-no-text")
    names = _names(record)
    if stand_in(title):
        return Fault("source-placeholder", {"title": title})
    if front_matter(title, abstract, bool(names)):
        return Fault("source-front-matter", {"title": title[:_TITLE_SHOWN]})
    identifiers, links = _addresses(record)
    venue, year = _venue_and_year(record, listed)
    return Reading(
        source=source,
        title=title,
        abstract=abstract,
        authors=names,
        venue=venue,
        year=year,
        status=one_line(_first(record, _STATUS)),
        identifiers=identifiers,
        links=links,
        keywords=_keywords(record),
        version=_version(record),
    )


def _text(value: object) -> str:
    """A field's text; numbers and the like are none."""
    if isinstance(value, dict):
        value = value.get("value")
    return value if isinstance(value, str) else ""


def _first(record: Mapping[str, object], fields: tuple[str, ...]) -> str:
    for name in fields:
        if (value := record.get(name)) and (text := _text(value)):
            return text
    return ""


def _several(record: Mapping[str, object], fields: tuple[str, ...]) -> str | list[str]:
    """The first of the fields that holds something: text to be split, or a list that is split already."""
    for name in fields:
        value = record.get(name)
        if isinstance(value, dict):
            value = value.get("value")
        if isinstance(value, str) and value:
            return value
        if isinstance(value, list) and value:
            return [text for item in value if (text := _name_of(item))]
    return ""


def _name_of(item: object) -> str:
    if isinstance(item, dict) and "name" in item:
        item = item["name"]
    return _text(item)


def _names(record: Mapping[str, object]) -> tuple[str, ...]:
    given = _several(record, _AUTHORS)
    return authors.split(given) if isinstance(given, str) else authors.listed(given)


def _keywords(record: Mapping[str, object]) -> tuple[str, ...]:
    given = _several(record, _KEYWORDS)
    if isinstance(given, str):
        given = given.split(";" if ";" in given else ",")
    return tuple(dict.fromkeys(word for item in given if (word := one_line(item)))) if given else ()


def _addresses(record: Mapping[str, object]) -> tuple[tuple[Identifier, ...], tuple[str, ...]]:
    """The identifiers the record states, and links to the paper's own pages."""
    identifiers: dict[Identifier, None] = {}
    links: dict[str, None] = {}
    for name in (*_NAMED_BY, "pdf"):
        if name == "pdf" and identifiers:
            break  # it names the paper only where nothing better does
        if not (value := record.get(name)) or len(text := _text(value).strip()) > LONGEST_LINK or not text:
            continue
        identifier = identify(text)
        if identifier is not None and identifier.scheme != "link":
            identifiers[identifier] = None
            link = to_address(identifier)
            if link != text.rstrip("/"):  # else it is checked already: this identifier was read from it
                link = link_of(identifier)
        else:
            # A page of no known kind may be the whole conference's: a link, but no identity.
            link = text if name != "pdf" and _WELL_FORMED.fullmatch(text) else None
        if link is not None:
            links[link] = None
    return tuple(identifiers), tuple(links)


def _version(record: Mapping[str, object]) -> int:
    """The version that an arXiv id or address names; 0 where none does."""
    for name in (*_NAMED_BY, "pdf"):
        if (value := record.get(name)) and (found := _VERSION.search(_text(value)[:LONGEST_LINK])):
            return int(found[1])
    return 0


def _venue_and_year(record: Mapping[str, object], listed: Listed) -> tuple[str, int | None]:
    said, short, of_venue = _venue(_first(record, _VENUE))
    venue, year = short or listed.venue or said, _year(record.get("year")) or of_venue or listed.year
    if not venue or year is None:
        site = from_address(_first(record, ("site", "url")))
        venue, year = venue or site.venue, year or site.year
    if year is None and (match := _BIBTEX_YEAR.search(_text(record.get("bibtex")))):
        year = _year(match[1])
    return venue, year


@lru_cache  # a list says the same at every record
def _venue(text: str) -> tuple[str, str, int | None]:
    """What is said of the venue, its short name if that is one, and the year behind it if any."""
    said = one_line(text)
    if is_preprint(said):  # merging takes whatever is named for a place that has accepted the paper
        return "", "", None
    if known := short_name(said):
        return said, known, _year(said)
    short = _SHORT_VENUE.fullmatch(said)
    return (said, venue_name(short[1]), _year(short[2])) if short else (said, "", None)


def _year(value: object) -> int | None:
    if isinstance(value, dict):
        value = value.get("value")
    if isinstance(value, str):
        match = _FOUR_DIGITS.search(value)
        value = int(match[1]) if match else None
    return int(value) if isinstance(value, int | float) and value in YEARS else None
