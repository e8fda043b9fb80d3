"""Weighs rules against the corpus: what each would bring, and whether another was meant."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.models import Mark
from bot.query import Query, all_words, every_term, in_english, mendable, parse, with_mended
from bot.store import Store
from bot.walking import Walking
from bot.weighing import RECENT, Tally, Weighed, likeliest, representatives

REMEMBERED: Final = 64  # answers, for the papers there are now; each holds a few papers

Asked = tuple[Mark, int, int]


class Scales:
    """What rules would bring; answers are kept for whoever presses one of their buttons.

    Args:
        store: open.
        walking: knows which papers may match; without it, any may.
    """

    def __init__(self, store: Store, walking: Walking) -> None:
        self._store = store
        self._walking = walking
        self._one_walk = asyncio.Lock()  # two at once would take as long, and hold up all else
        self._weighed: dict[tuple[Asked, Query], Weighed] = {}

    async def weigh(self, text: str, now: datetime, most: int) -> Weighed:
        """What a rule would bring, and what it would if it were looser, or in English.

        Looks at some thousand papers at most, beside whatever else is asked, one rule at a time.

        Args:
            text: the rule as written.
            now: aware, UTC.
            most: how many of the best papers are kept.

        Raises:
            QueryError: it cannot be read, or is refused.
        """
        query = parse(text)
        after = await self._store.subscriptions.last_before(now - RECENT)
        asked = (await self._store.mark(), after, most)
        async with self._one_walk:
            known = self._weighed.get((asked, query)) or await self._counted(query, asked)
        return replace(known, query=query)  # equal rules may be written differently

    async def mended(
        self, weighed: Weighed, now: datetime, most: int, mend: Callable[[str], Awaitable[str]]
    ) -> Weighed:
        """The same, for a rule that matches nothing also with the slips of typing corrected in terms that do not.

        Args:
            weighed: a rule.
            now: aware, UTC.
            most: how many of the best papers are kept.
            mend: corrects words.
        """
        if not weighed.empty or weighed.english:
            return weighed
        corrected = {}
        for term in mendable(weighed.query):
            text = await mend(term.text)
            if text != term.text and (await self.weigh(str(term), now, most)).empty:
                corrected[term] = text
        other = with_mended(weighed.query, corrected)
        if other is None:
            return weighed
        return weighed.or_mended(await self.weigh(other.text, now, most))

    async def _counted(self, query: Query, asked: Asked) -> Weighed:
        _, after, most = asked
        english = [one for one in (in_english(query), in_english(query, widely=True)) if one is not None]
        looser = None if english else all_words(query)
        rules = list(dict.fromkeys(english)) if looser is None else [looser]
        tally = Tally([(rule, await self._looked_at(rule, after)) for rule in (query, *rules)], after, most)
        async for papers in self._walking.papers(tally.seqs):
            await asyncio.to_thread(tally.look, papers)
        counted, *others = tally.counted()
        corpus = await self._store.count()
        found = list(zip(rules, others, strict=True))
        for rule, other in found:
            self._remember(asked, Weighed(rule, other, corpus))
        weighed = (
            Weighed(query, counted, corpus, english=likeliest(found))
            if english
            else Weighed(query, counted, corpus, looser, others[0] if others else None)
        )
        self._remember(asked, weighed)
        return weighed

    async def _looked_at(self, rule: Query, after: int) -> dict[int, float]:
        seqs = await self._walking.may_match(rule)
        return representatives(seqs, after, sum(1 for _ in every_term(rule.tree)))

    def _remember(self, asked: Asked, weighed: Weighed) -> None:
        while len(self._weighed) >= REMEMBERED:
            del self._weighed[next(iter(self._weighed))]
        self._weighed[asked, weighed.query] = weighed
