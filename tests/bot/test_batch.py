"""Batches: every line that is JSON is answered, and its id comes back as it was."""

import asyncio
import json
from typing import Any

import pytest

from bot.batch import answer_lines, request
from bot.batch_match import match_lines
from bot.locale import words
from bot.models import Found
from tests.make import a_paper

DEEP = 400  # lists within lists; some writers of JSON give up at 254


def answered(*lines: bytes) -> tuple[bool, list[str], list[Any]]:
    """Whether all were requests, what was looked up, and the answers."""
    asked: list[str] = []
    written: list[str] = []

    async def search(query: str) -> Found:
        asked.append(query)
        return Found(query, ())

    good = asyncio.run(answer_lines(lines, search, written.append))
    return good, asked, [json.loads(line) for line in written]


def test_half_a_pair_in_a_query_is_a_sign_like_others() -> None:
    good, asked, (answer,) = answered(rb'{"id":"lone","query":"\ud800 persona"}')
    assert (good, asked, answer["id"]) == (True, ["\ufffd persona"], "lone")


def test_a_whole_pair_in_a_query_is_its_sign() -> None:
    assert answered(rb'{"query":"\ud83c\udf31 turnip"}')[1] == ["\U0001f331 turnip"]


def test_half_a_pair_is_matched_like_any_text() -> None:
    written: list[str] = []
    line = rb'{"id":"lone","query":"\udfff turnips"}'
    assert asyncio.run(match_lines([line], [a_paper()], written.append, words()))
    assert len(json.loads(written[0])["matches"]) == 1


@pytest.mark.parametrize(
    "given",
    [
        "1",
        "18446744073709551616",
        "-9223372036854775809",
        "123456789012345678901234567890",
        "[123456789012345678901234567890]",
        "1.5",
        "null",
        r'"\ud800"',
        r'{"\udfff": "\u00e9"}',
        "[" * DEEP + "]" * DEEP,
    ],
)
@pytest.mark.parametrize("query", ['"turnip"', "5"], ids=["answered", "refused"])
def test_an_id_comes_back_as_it_was(given: str, query: str) -> None:
    _, _, (answer,) = answered(f'{{"id": {given}, "query": {query}}}'.encode())
    assert answer["id"] == json.loads(given)
    assert type(answer["id"]) is type(json.loads(given))


@pytest.mark.parametrize(
    "line",
    [
        b"not json",
        b'{"id": 1, "query": "turnip"',
        b'{"id": NaN}',
        b'{"id": 1e400}',
        b'{"id": "\xff"}',
        b'{"id": "\t"}',
        b'{"id": ' + b"9" * 10_000 + b"}",
        b'{"id": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b"[]",
    ],
    ids=lambda line: line[:20],
)
def test_a_line_that_is_none_is_refused_and_the_next_is_answered(line: bytes) -> None:
    good, asked, (refused, _) = answered(line, b'{"query": "turnip"}')
    assert (good, asked, refused["id"], refused["line"]) == (False, ["turnip"], None, 1)
    assert refused["error"].startswith("not ")


def test_an_id_of_any_depth_is_given_back_or_refused() -> None:
    lines = [b'{"id": %b%b}' % (b"[" * depth, b"]" * depth) for depth in range(200, 1200)]
    _, _, answers = answered(*lines)
    assert all(answer["id"] or "nested too deeply" in answer["error"] for answer in answers)
    assert len(answers) == 1000


def test_a_query_that_is_missing_is_empty() -> None:
    assert [request(1, line).query for line in (b'{"id": 1}', b'{"query": null}')] == ["", ""]
