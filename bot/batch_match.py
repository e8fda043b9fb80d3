"""Batches of subscription queries: which papers of the whole corpus each one matches."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from bot import jsonform
from bot.batch import each
from bot.locale import Words
from bot.matching import Document, holds
from bot.models import Paper
from bot.query import QueryError, parse


async def match_lines(
    lines: Iterable[bytes], corpus: Iterable[Paper], write: Callable[[str], None], say: Words
) -> bool:
    """Answers every line with the papers its query matches, or with why it was refused.

    Returns:
        Whether every line was a request; a query that was refused is an answer.
    """
    documents = [Document(paper) for paper in corpus]
    return await each(lines, lambda query: asyncio.to_thread(_matched, query, documents, say), write)


def _matched(text: str, documents: Iterable[Document], say: Words) -> dict[str, Any]:
    try:
        query = parse(text)
    except QueryError as error:
        return {"error": error.sentence(say), "at": error.at}
    return {"matches": [jsonform.match(one.paper) for one in documents if holds(query, one)]}
