import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bot
from bot.models import Identifier, Reading
from bot.sources import read
from bot.text.identify import identify

Record = dict[str, Any]

FILE = Path(bot.__file__).parent / "demo" / "landmarks.json"
RECORDS: list[Record] = json.loads(FILE.read_text(encoding="utf-8"))

FIELDS = {"title", "author", "year", "venue", "arxiv", "doi", "abstract"}
NAME = re.compile(r"[^\W\d_][\w.' -]*\w")
SENTENCE_END = re.compile(r"[.?!](?=\s|$)")
MARKDOWN = re.compile(r"\*\*|__|`|^#|\[[^\]]*\]\(", re.MULTILINE)
MAIL = re.compile(r"[\w.+-]+@[\w-]+\.\w")
ARXIV = re.compile(r"(\d\d)(0[1-9]|1[0-2])\.\d{4,5}")


def failing(claim: Callable[[Record], bool], having: str = "title") -> list[str]:
    """The titles of the records with this field for which the claim is not true."""
    return [record["title"] for record in RECORDS if having in record and not claim(record)]


def test_there_are_enough_papers_to_look_around_in() -> None:
    assert len(RECORDS) >= 150


def test_most_papers_can_be_looked_up_by_identifier() -> None:
    identified = [record for record in RECORDS if "arxiv" in record or "doi" in record]
    assert len(identified) >= 0.8 * len(RECORDS)


def test_every_record_says_what_a_card_shows_and_nothing_else() -> None:
    assert failing(lambda record: FIELDS - {"arxiv", "doi"} <= set(record) <= FIELDS) == []


def test_every_field_is_filled_and_has_no_stray_blanks() -> None:
    texts = FIELDS - {"year"}
    assert failing(lambda record: all(record[key] for key in record)) == []
    assert failing(lambda r: all(r[key] == " ".join(r[key].split()) for key in texts & set(r))) == []


def test_authors_are_names_and_stand_once_each() -> None:
    def named_once(record: Record) -> bool:
        authors = record["author"].split("; ")
        return len(set(authors)) == len(authors) and all(NAME.fullmatch(author) for author in authors)

    assert failing(named_once) == []


def test_two_to_four_whole_sentences_describe_each_paper() -> None:
    def told(record: Record) -> bool:
        abstract = record["abstract"]
        return 2 <= len(SENTENCE_END.findall(abstract)) <= 4 and abstract.endswith((".", "?", "!"))

    assert failing(told) == []


def test_descriptions_are_of_a_length_that_a_card_can_show() -> None:
    assert failing(lambda record: 150 <= len(record["abstract"]) <= 700) == []


def test_descriptions_hold_no_markdown() -> None:
    assert failing(lambda record: not MARKDOWN.search(record["abstract"])) == []


def test_no_record_holds_a_mail_address() -> None:
    assert failing(lambda record: not MAIL.search(json.dumps(record))) == []


def test_arxiv_ids_are_of_the_form_of_their_time() -> None:
    def formed(record: Record) -> bool:
        number = record["arxiv"]
        # Numbers of this form began in April 2007; the fifth digit came in January 2015.
        return bool(ARXIV.fullmatch(number)) and number >= "0704" and len(number) == 9 + (number >= "15")

    assert failing(formed, having="arxiv") == []


def test_arxiv_ids_are_of_the_year_of_the_venue_or_up_to_three_before() -> None:
    assert failing(lambda r: 0 <= r["year"] - 2000 - int(r["arxiv"][:2]) <= 3, having="arxiv") == []


def test_identifiers_are_known_as_people_type_them() -> None:
    def arxiv(record: Record) -> bool:
        return identify(f"arXiv:{record['arxiv']}") == Identifier("arxiv", record["arxiv"])

    def doi(record: Record) -> bool:
        return identify(record["doi"]) == Identifier("doi", record["doi"].lower())

    assert failing(arxiv, having="arxiv") == []
    assert failing(doi, having="doi") == []


@pytest.mark.parametrize("field", ["title", "abstract", "arxiv", "doi"])
def test_no_two_records_share_a(field: str) -> None:
    seen = Counter(record[field].casefold() for record in RECORDS if field in record)
    assert [value for value, times in seen.items() if times > 1] == []


def test_no_two_descriptions_begin_alike() -> None:
    openings = Counter(tuple(record["abstract"].split()[:5]) for record in RECORDS)
    assert [words for words, times in openings.items() if times > 1] == []


def test_records_stand_by_year_and_title() -> None:
    assert sorted(RECORDS, key=lambda record: (record["year"], record["title"])) == RECORDS


def test_sources_read_every_record_as_it_stands() -> None:
    readings = list(read(FILE))
    assert [reading for reading in readings if not isinstance(reading, Reading)] == []
    assert [
        (reading.title, "; ".join(reading.authors), reading.year, reading.abstract)
        for reading in readings
        if isinstance(reading, Reading)
    ] == [(record["title"], record["author"], record["year"], record["abstract"]) for record in RECORDS]


def test_sources_know_every_identifier() -> None:
    known = {
        identifier
        for reading in read(FILE)
        if isinstance(reading, Reading)
        for identifier in reading.identifiers
    }
    assert known == {
        Identifier(scheme, record[scheme].lower())
        for record in RECORDS
        for scheme in ("arxiv", "doi")
        if scheme in record
    }
