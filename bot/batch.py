"""Batches: a line of JSON in, a line of JSON out, in order."""

import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from bot import jsonform
from bot.models import Found

_HALVES: Final = re.compile("[\ud800-\udfff]")  # of UTF-16 pairs; JSON may spell them, and no text has them

Search = Callable[[str], Awaitable[Found]]


@dataclass(frozen=True, slots=True)
class Request:
    """One line of a batch.

    Attributes:
        line: its number in the file, from 1.
        id: whatever the line gave, or None.
        query: the query; empty where it is missing or null.
        fault: why the line is no request, or empty.
    """

    line: int
    id: Any
    query: str
    fault: str = ""


def request(line: int, text: bytes) -> Request:
    """A batch line as a request; a line that is none has a fault."""
    try:
        data = jsonform.loads(text)
    except ValueError as error:
        return Request(line, None, "", f"not JSON: {error}")
    if not isinstance(data, dict):
        return Request(line, None, "", "not a JSON object")
    query = data.get("query")
    if query is not None and not isinstance(query, str):
        return Request(line, data.get("id"), "", "query is not a text")
    return Request(line, data.get("id"), _HALVES.sub("\ufffd", query or ""))


def refusal(bad: Request) -> dict[str, Any]:
    """What stands in the answer for a line that is no request."""
    return {"id": bad.id, "line": bad.line, "error": bad.fault}


async def answer_lines(lines: Iterable[bytes], search: Search, write: Callable[[str], None]) -> bool:
    """Answers every line with what a lookup finds.

    Returns:
        Whether every line was a request.
    """

    async def found(query: str) -> dict[str, Any]:
        return jsonform.answer(await search(query))

    return await each(lines, found, write)


async def each(
    lines: Iterable[bytes],
    answer: Callable[[str], Awaitable[dict[str, Any]]],
    write: Callable[[str], None],
) -> bool:
    """Answers every line that is not blank, as soon as it is read; one that is no request with its fault."""
    good = True
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        asked = request(number, text)
        good = good and not asked.fault
        said = refusal(asked) if asked.fault else {"id": asked.id} | await answer(asked.query)
        write(jsonform.dumps(said))
    return good
