"""The engine: one short method per use case; it owns transactions and fetches, and decides nothing."""

import asyncio
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Final

from bot import buttons
from bot.errors import UserError
from bot.level import Level
from bot.lookup import READ, Index, closer, explain, undecided
from bot.meaning.blending import FROM_WORDS, weak
from bot.message import Action, Message
from bot.models import Found, Hit, Identifier, Invocation, Mark, Paper, Ranked, Suggestion, Why
from bot.stopwatch import Stopwatch
from bot.store import Store
from bot.text.fold import squeeze
from bot.text.identify import identifiers_in, identify, looks_like_link

if TYPE_CHECKING:
    from bot.meaning import Meaning
    from bot.placing import Placing
    from bot.subscribing import Subscribing
    from bot.walking import Walking

PAGE: Final = 5  # cards a page
DEEPEST: Final = 50  # papers that can be paged through; beyond, a better query helps more
TOPIC: Final = 200  # papers a random topic is drawn from
READ_LATELY: Final = 2_000  # papers kept for the next lookup: some 5 MB; as one types, most come again
READ_LATELY_S: Final = 10.0  # for so long; where else a paper was read may have changed without a new mark
LABEL: Final = 100  # characters, the platforms' limit for a suggestion
BUTTON_LIFE: Final = timedelta(days=30)
CLAIM_LIFE: Final = timedelta(hours=24)
PAPER_ID: Final = re.compile(r"p[0-9a-f]{15}")


class Engine:
    """Everything a face can ask for.

    Args:
        store: the papers, already open.
        index: what finds them, already open.
        patience_s: how long lookups wait, from when the index begins to catch up with the store, before they
            answer from what is there; None waits to the end, as a command that runs once should.
        timezone: of places and people for which nobody said another.
        meaning: finds papers by what a query says, where its words find nothing; None where there is no encoder.
    """

    def __init__(
        self,
        store: Store,
        index: Index,
        *,
        patience_s: float | None = None,
        timezone: str = "UTC",
        meaning: "Meaning | None" = None,
    ) -> None:
        self._timezone = timezone
        self._store = store
        self._index = index
        self._meaning = meaning
        self._level = Level(store, index, patience_s)
        self._dice = random.Random()  # noqa: S311 - a lucky dip among papers, no secret
        self._read: dict[int, Paper] = {}  # papers read lately, by number
        self._read_at = Mark(0, 0)  # the store's mark then
        self._read_until = 0.0  # by the event loop's clock

    # Grammar, matcher and calendars take a quarter of the time in which a lookup from the console starts.

    @cached_property
    def subscribing(self) -> "Subscribing":
        """What can be asked of subscriptions."""
        from bot.subscribing import Subscribing  # noqa: PLC0415 - as above

        return Subscribing(self._store, self._timezone, self.walking)

    @cached_property
    def walking(self) -> "Walking":
        """Which papers may match a rule."""
        from bot.walking import Walking  # noqa: PLC0415 - as above

        return Walking(self._store, self._index, self._level.is_ours)

    @cached_property
    def placing(self) -> "Placing":
        """What can be asked of places and of people's own defaults."""
        from bot.placing import Placing  # noqa: PLC0415 - as above

        return Placing(self._store, self._timezone, self.walking)

    async def find(self, query: str, page: int = 1) -> Found:
        """One page of papers for whatever is remembered of them, best first; guesses on pages of their own."""
        known = await self._identified(query)
        if known is not None:
            return _named(query, known[:DEEPEST])
        pages = _pages(await self._ranked(query, DEEPEST))
        unsure = page == 1 and not (pages and not pages[0][0].guess)
        instead = await self._instead(query) if unsure else ()
        if page > len(pages):
            return Found(query, (), page, instead=instead)
        hits = await self._with_text(pages[page - 1], query)
        following = pages[page][0].guess if page < len(pages) else None
        more: Final = "" if following is None else "guesses" if following else "hits"
        return Found(query, hits, page, more, instead)

    async def search(self, query: str, limit: int) -> Found:
        """The ``limit`` best papers at once, and how long the lookup alone took."""
        watch = Stopwatch()
        with watch:
            known = await self._identified(query)
        if known is not None:
            return _named(query, known[:limit], watch.ms)
        hits = await self._with_text(await self._ranked(query, limit, watch), query)
        return Found(query, hits, ms=watch.ms)

    async def resolve(self, text: str) -> Paper | None:
        """The one paper that ``text`` names: an id, a link, a DOI, a title, an introduced name; else None."""
        known = await self._identified(text)
        if known is not None:
            return known[0] if known else None
        hits = await self._with_text(await self._by_words(text, 1), text)
        return hits[0].paper if hits and not hits[0].guess and hits[0].why.kind in ("name", "title") else None

    async def similar(self, paper: Paper, limit: int = PAGE) -> tuple[Hit, ...]:
        """Papers related to one, closest first, without itself."""
        await self._level.wait()
        return await self._with_text(await asyncio.to_thread(self._index.similar, paper, limit))

    async def random(self, topic: str = "") -> Paper | None:
        """A paper at random, on the topic if one is given; None when there is none."""
        if not topic:
            return await self._store.sample(self._dice.random())
        found = await self._with_text(await self._ranked(topic, TOPIC), topic)
        hits = [hit for hit in found if not hit.guess]
        return self._dice.choice(hits).paper if hits else None

    async def suggest(self, text: str, limit: int = 25) -> tuple[Suggestion, ...]:
        """What a half-typed query may become."""
        found = await self.suggested(text, limit)
        return tuple(Suggestion(hit.paper.id, _label(hit.paper)) for hit in found.hits)

    async def suggested(self, text: str, limit: int = 25) -> Found:
        """The papers behind suggest(), with their scores, and how long the lookup alone took."""
        watch = Stopwatch()
        with watch:
            known = await self._identified(text)
        if known is not None:
            return _named(text, known[:limit], watch.ms)
        await self._level.wait()
        found = await asyncio.to_thread(watch.timing(self._index.suggest), text, limit)
        return Found(text, await self._with_text(found, text), ms=watch.ms)

    async def mended(self, query: str) -> str:
        """The query with slips of typing corrected by what the corpus holds."""
        await self._level.wait()
        return await asyncio.to_thread(self._index.mended, query)

    async def count(self) -> int:
        """How many papers the corpus has."""
        return await self._store.count()

    async def buttons(self, message: Message, limit: int, now: datetime) -> Mapping[Action, str]:
        """An id of at most ``limit`` characters for each button; what does not fit is stored for 30 days."""
        ids: dict[Action, str] = {}
        for action in message.every_action():
            button = buttons.encode(action, limit)
            if button is None:
                button, key = buttons.encode_stored(action), buttons.key_of(action.invocation)
                await self._store.remember(action.invocation.to_dict(), key, now + BUTTON_LIFE)
            ids[action] = button
        return ids

    async def pressed(self, button: str, now: datetime) -> Invocation:
        """The invocation that a pressed button carries.

        Raises:
            UserError: the button is too old.
        """
        carried = buttons.decode(button)
        if isinstance(carried, Invocation):
            return carried
        data = await self._store.recall(carried.key, now)
        if data is None:
            raise UserError("button-too-old")
        return Invocation.from_dict(data)

    async def claim(self, key: str, now: datetime, keep: timedelta = CLAIM_LIFE) -> bool:
        """True for the first who asks for ``key`` within ``keep``, across all processes."""
        return await self._store.claim(key, now, keep)

    async def release(self, key: str) -> None:
        """Gives a claimed key back, since what it stood for did not happen."""
        await self._store.release(key)

    async def catch_up(self) -> None:
        """Brings the index to where the store is, however long that takes.

        Raises:
            StoreError: there is no index, and none can be made.
        """
        await self._level.reach()

    async def get_ready(self) -> None:
        """Catches up, and then loads what finds papers by meaning, for which the first who needs it would wait a second.

        Raises:
            StoreError: as of catch_up().
        """
        await self.catch_up()
        if self._meaning is not None:
            await asyncio.to_thread(self._meaning.warm)

    async def close(self) -> None:
        """Stops what goes on in the background; the index keeps its last commit."""
        await self._level.close()

    async def _identified(self, text: str) -> Sequence[Paper] | None:
        """Papers that ``text`` points at; empty for a link nobody knows; None where there is no pointer."""
        text = text.strip()
        if PAPER_ID.fullmatch(text):
            paper = await self._store.paper(text)
            return [paper] if paper else []
        whole = identify(text)
        if whole is not None or looks_like_link(text):
            return await self._store.identified(whole) if whole else []
        return await self._known(identifiers_in(text)) or None

    async def _known(self, identifiers: Iterable[Identifier]) -> list[Paper]:
        papers: dict[str, Paper] = {}
        for identifier in identifiers:
            papers |= {paper.id: paper for paper in await self._store.identified(identifier)}
        return list(papers.values())

    async def _ranked(self, query: str, limit: int, watch: Stopwatch | None = None) -> tuple[Ranked, ...]:
        """What the words of the query find, and where that is weak, also what lies near it in meaning."""
        watch = watch or Stopwatch()
        words = await self._by_words(query, limit, watch)
        if self._meaning is None or not weak(words) or not self._meaning.begun:
            return words
        if limit < FROM_WORDS:
            words = await self._by_words(query, FROM_WORDS, watch)
        return await asyncio.to_thread(watch.timing(self._meaning.beside), query, words, limit)

    async def _by_words(self, query: str, limit: int, watch: Stopwatch | None = None) -> tuple[Ranked, ...]:
        watch = watch or Stopwatch()
        await self._level.wait()
        found = await asyncio.to_thread(watch.timing(self._index.search), query, limit)
        if not undecided(found):
            return found
        with watch:
            return closer(query, found, await self._papers([one.seq for one in found[:READ]]))

    async def _instead(self, query: str) -> tuple[str, ...]:
        """Corrected queries that find something for sure; a name as its paper writes it."""
        found: dict[str, None] = {}
        for text in await asyncio.to_thread(self._index.corrections, query):
            best = await self._with_text((await self._by_words(text, 1))[:1])
            if best and not best[0].guess:
                written = (name for name in best[0].paper.names if squeeze(name) == text)
                found[next(written, text)] = None
        return tuple(found)

    async def _with_text(self, ranked: Sequence[Ranked], query: str = "") -> tuple[Hit, ...]:
        papers = await self._papers([one.seq for one in ranked])
        return tuple(
            Hit(paper, one.score, explain(query, paper, one.why) if query else one.why, one.guess)
            for one in ranked
            if (paper := papers.get(one.seq))
        )

    async def _papers(self, seqs: Sequence[int]) -> Mapping[int, Paper]:
        """Papers by number; those read within the last seconds, at the same mark, are not read again."""
        now = asyncio.get_running_loop().time()
        mark = self._level.mark
        if now > self._read_until or len(self._read) > READ_LATELY or mark != self._read_at:
            self._read, self._read_at, self._read_until = {}, mark, now + READ_LATELY_S
        read = self._read
        if unread := [seq for seq in seqs if seq not in read]:
            read.update(await self._store.papers(unread))
        return {seq: read[seq] for seq in seqs if seq in read}


def _named(query: str, papers: Iterable[Paper], ms: float = 0.0) -> Found:
    """The papers that a query points at."""
    return Found(query, tuple(Hit(paper, 1.0, Why("identifier")) for paper in papers), ms=ms)


def _pages(ranked: Sequence[Ranked]) -> list[Sequence[Ranked]]:
    """Five a page; guesses begin a page of their own, so that they never stand beside what was found."""
    sure, guesses = [[one for one in ranked if one.guess is guess] for guess in (False, True)]
    return [kind[at : at + PAGE] for kind in (sure, guesses) for at in range(0, len(kind), PAGE)]


def _label(paper: Paper) -> str:
    said = f"{paper.heading} ({paper.year})" if paper.year else paper.heading
    return said if len(said) <= LABEL else said[: LABEL - 1].rstrip() + "…"
