"""What is known of the corpora beside the project; their README says how it was counted."""

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from bot.models import Reading
from bot.sources import Skipped, files, read

CORPUS = Path(__file__).resolve().parents[3] / ".." / "shared" / "corpus"
DEV = CORPUS.parent / "eval" / "parse_dev.json"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpora are not beside the project")

LISTS = {
    "icml2013.json": (283, {}),
    "icml2015.json": (270, {}),
    "icml2017.json": (435, {}),
    "icml2018.json": (623, {}),
    "icml2019.json": (774, {}),
    "iclr2017.json": (489, {"source-no-text": 1}),
    "iclr2018.json": (988, {"source-placeholder": 7}),
    "nips2016.json": (570, {}),
    "nips2017.json": (690, {"source-placeholder": 1}),
    "iros2012.json": (853, {"source-front-matter": 7}),
    "siggraphasia2020.json": (109, {"source-placeholder": 39}),
    "siggraphasia2021.json": (5, {"source-no-text": 87}),
}


@cache
def whole(name: str) -> tuple[Reading | Skipped, ...]:
    return tuple(read(CORPUS / name))


def readings(name: str) -> list[Reading]:
    return [item for item in whole(name) if isinstance(item, Reading)]


@pytest.mark.parametrize("name", LISTS)
def test_every_usable_record_is_read_and_the_rest_is_reported(name: str) -> None:
    usable, skipped = LISTS[name]
    assert len(readings(name)) == usable
    assert Counter(item.key for item in whole(name) if isinstance(item, Skipped)) == skipped


def test_of_95562_records_only_placeholders_and_front_matter_are_left_out() -> None:
    counts = Counter(
        item.key if isinstance(item, Skipped) else "read" for item in read(CORPUS / "papers.jsonl.gz")
    )
    assert counts == {"read": 95_453, "source-placeholder": 47, "source-front-matter": 62}


@pytest.mark.parametrize("name", LISTS)
def test_a_lists_name_gives_venue_and_year(name: str) -> None:
    match = re.match(r"([a-z]+)(\d+)", name)
    assert match is not None
    said = {(item.venue.replace(" ", "").lower(), item.year) for item in readings(name)}
    assert said == {(match[1], int(match[2]))}


@pytest.mark.parametrize("name", LISTS)
def test_no_field_but_the_abstract_as_published_has_an_address(name: str) -> None:
    for item in readings(name):
        assert not any("@" in author for author in item.authors), item
        assert "@" not in item.status + "".join(item.links)


def test_no_private_address_of_a_record_is_anywhere() -> None:
    for name in ("iclr2017.json", "iclr2018.json", "icml2015.json"):
        text = repr(whole(name))
        assert not re.search(r"[\w.]+@[\w-]+\.[a-z]{2}", text)


def test_authors_listed_twice_are_kept_once() -> None:
    raw = json.loads((CORPUS / "iros2012.json").read_text(encoding="utf-8"))
    for item in readings("iros2012.json"):
        names = raw[item.source.number]["author"].split(";")
        assert len(item.authors) == len(set(item.authors)) <= len(names) // 2
        assert not re.search(r"\d$|\u0301|\u0308", "".join(item.authors))


def test_record_numbers_are_those_of_the_list() -> None:
    raw = json.loads((CORPUS / "iclr2018.json").read_text(encoding="utf-8"))
    for item in readings("iclr2018.json"):
        assert item.title == " ".join(raw[item.source.number]["title"].split())
        assert item.status == raw[item.source.number]["status"]


def test_the_five_seed_lists_hold_94_papers_and_one_copy() -> None:
    seeds = [item for path in files([CORPUS]) if path.suffix == ".txt" for item in read(path)]
    assert all(isinstance(item, Reading) for item in seeds)
    texts = [item.abstract for item in seeds if isinstance(item, Reading)]
    assert (len(texts), len(set(texts))) == (95, 94)


def test_the_seed_lists_are_read_as_a_careful_person_reads_them() -> None:
    dev = json.loads(DEV.read_text(encoding="utf-8"))
    for each in dev["files"]:
        found = readings(each["file"])
        lines = (CORPUS / each["file"]).read_text(encoding="utf-8").split("\n")
        assert len(found) == each["papers"] == len(whole(each["file"]))
        for item in found:
            assert item.abstract == lines[2 * item.source.number]
            assert (item.venue, item.year, item.title, item.authors) == (each["venue"], each["year"], "", ())
    for oddity in dev["oddities"]:
        if oddity.get("check", True) and "..." not in oddity["raw"]:
            assert oddity["raw"] in readings(oddity["file"])[oddity["paragraph"] - 1].abstract
