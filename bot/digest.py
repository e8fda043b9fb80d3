"""What goes out: which papers are new to a place, and which of them one post holds. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import blake2b
from typing import Final, Literal

from bot.amendments import Amendment
from bot.errors import UserError
from bot.matching import Document, Match, matches
from bot.models import Paper, Place
from bot.query import Query, parse
from bot.subscriptions import CARDS, OLDEST_DAYS, Arrival, Digest, Entry, Subscription, Update

Withheld = Literal["backfill", "old", "withdrawn"]
"""Why a paper that has just come is not told of."""

OLDEST: Final = timedelta(days=OLDEST_DAYS)
WORDS: Final = 6  # of a paper that are shown for one subscription


@dataclass(frozen=True, slots=True)
class Rule:
    """A subscription, understood.

    Attributes:
        subscription: as stored.
        query: what it asks for.
        due: whether it is its turn; others are only named where they match what goes out anyway.
    """

    subscription: Subscription
    query: Query
    due: bool


def rules(subscriptions: Iterable[Subscription], due: Iterable[Subscription]) -> tuple[Rule, ...]:
    """The rules of one place; what can no longer be read is left out, and keeps its watermark."""
    now = {one.id for one in due}
    read = ((one, understood(one.query)) for one in subscriptions)
    return tuple(Rule(one, query, one.id in now) for one, query in read if query is not None)


def understood(text: str) -> Query | None:
    """The query, or None where it cannot be read."""
    try:
        return parse(text)
    except UserError:
        return None


def withheld(arrival: Arrival) -> Withheld | None:
    """Why a paper is not told of, whoever asks for it; None if it is new."""
    if arrival.quiet:
        return "backfill"
    if _old(arrival.paper, arrival.at):
        return "old"
    return "withdrawn" if arrival.paper.status == "withdrawn" else None


def _old(paper: Paper, arrived: datetime) -> bool:
    """Whether it had been out for too long when it came; a paper without a date has not."""
    if paper.published is not None:
        return arrived - paper.published > OLDEST
    return paper.year is not None and paper.year < arrived.year - 1


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper that somebody whose turn it is asked for.

    Attributes:
        entry: the paper, and who asked.
        at: aware, UTC: when the paper came.
        withheld: why it is not told of all the same; None if it may be.
        rank: sorts the best first; depends on the paper and the rules alone.
    """

    entry: Entry
    at: datetime
    withheld: Withheld | None
    rank: tuple[float | str, ...]


def candidates(arrivals: Iterable[Arrival], rules: Sequence[Rule]) -> list[Candidate]:
    """What came after the watermarks and is asked for.

    Old papers are left out: they are recorded as seen by the watermark alone, since tens of thousands may come
    at once, and withheld() says the same of them at any later time.
    """
    first = min((rule.subscription.after_seq for rule in rules if rule.due), default=None)
    if first is None:
        return []
    found = (_candidate(one, rules) for one in arrivals if one.paper.seq > first)
    return [one for one in found if one is not None]


def _candidate(arrival: Arrival, rules: Sequence[Rule]) -> Candidate | None:
    reason = withheld(arrival)
    if reason not in (None, "withdrawn"):
        return None
    document = Document(arrival.paper)
    fresh = [rule for rule in rules if rule.subscription.after_seq < arrival.paper.seq]
    found = {
        rule.subscription: match for rule in fresh if rule.due and (match := matches(rule.query, document))
    }
    if not found:
        return None
    for rule in fresh:
        if not rule.due and (match := matches(rule.query, document)):
            found[rule.subscription] = match
    because = {one: matched_words(match, document) for one, match in found.items()}
    return Candidate(Entry(arrival.paper, because), arrival.at, reason, _rank(arrival.paper, found.values()))


def matched_words(match: Match, document: Document) -> tuple[str, ...]:
    """The paper's own words that matched, each once, the title's first."""
    spots = sorted(
        {spot for finding in match.findings for spot in finding.spots},
        key=lambda spot: (spot.field != "title", spot),
    )
    shown: dict[str, str] = {}
    for spot in spots:
        word = document.texts(spot.field)[spot.text][spot.start : spot.end]
        shown.setdefault(word.casefold(), word)
    return tuple(shown.values())[:WORDS]


def _rank(paper: Paper, found: Iterable[Match]) -> tuple[float | str, ...]:
    """More subscriptions before fewer, a title's words before an abstract's, the newest first."""
    every = list(found)
    in_title = sum(bool(match.spots("title")) for match in every)
    published = paper.published.timestamp() if paper.published else 0.0
    return (paper.status == "rejected", -len(every), -in_title, -published, -(paper.year or 0), paper.id)


class Gathering:
    """What one post will hold, while papers come in; holds few papers, however many come."""

    def __init__(self, most: int = CARDS) -> None:
        self.seqs: list[int] = []  # of every paper told of
        self.withheld: dict[int, Withheld] = {}  # seq and why
        self.heard: set[str] = set()  # ids of subscriptions that matched something told of
        self.earliest: datetime | None = None  # when the first of the papers told of came
        self._most = most
        self._best: list[Candidate] = []

    def add(self, found: Iterable[Candidate], told: Iterable[int]) -> None:
        """Takes in candidates, except those that the place was told of before."""
        before = set(told)
        for one in found:
            seq = one.entry.paper.seq
            if seq in before:
                continue
            if one.withheld is not None:
                self.withheld[seq] = one.withheld
                continue
            self.seqs.append(seq)
            self.earliest = min(self.earliest or one.at, one.at)
            self.heard |= {subscription.id for subscription in one.entry.because}
            self._best.append(one)
        self._best.sort(key=lambda one: one.rank)
        del self._best[self._most :]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The best, best first."""
        return tuple(one.entry for one in self._best)

    @property
    def more(self) -> int:
        """How many are told of besides."""
        return len(self.seqs) - len(self._best)


def digest_name(day: date, seqs: Sequence[int] = (), *, asked: bool = False) -> str:
    """The name of a digest: one a local date, and one each time somebody asked for what is new at once."""
    return f"digest:{day}:{min(seqs)}" if asked else f"digest:{day}"


def instant_name(seqs: Sequence[int]) -> str:
    """The name of an instant post: the first paper it tells of, since that is told to a place only once."""
    return f"instant:{min(seqs)}"


def paper_name(day: date) -> str:
    """The name of a post that has only a paper of the day."""
    return f"paper:{day}"


def dry_name(topic: str) -> str:
    """The name of the one word about a topic on which there is no paper."""
    return f"dry:{blake2b(topic.encode(), digest_size=6).hexdigest()}"


def delivery_key(place: Place, name: str) -> str:
    """The promise of once: two planners that come to the same post come to the same key."""
    return f"{place.platform}:{place.team}:{place.channel}:{name}"


def updated(amendment: Amendment, paper: Paper | None, rules: Iterable[Rule]) -> tuple[Update | None, bool]:
    """What became of a paper, for those who asked for updates and whose turn it is; and whether it is done with.

    Args:
        amendment: what became of it.
        paper: as it is now, if it is still there.
        rules: of all subscriptions of the place.
    """
    if paper is None:
        return None, True
    document = Document(paper)
    asking = [rule for rule in rules if rule.subscription.updates]
    found = {rule: match for rule in asking if (match := matches(rule.query, document))}
    if not found:
        return None, True
    if not any(rule.due for rule in found):
        return None, False
    because = {rule.subscription: matched_words(match, document) for rule, match in found.items()}
    return Update(paper, amendment.event, because), True


def updates_name(numbers: Sequence[int]) -> str:
    """The name of a post that has only updates: the number of the first of them, which is told of only once."""
    return f"instant:update:{min(numbers)}"


def in_one_post(
    place: Place,
    day: date,
    gathered: Gathering,
    pick: Paper | None = None,
    *,
    name: str,
    note: str = "",
    updates: Sequence[Update] = (),
) -> Digest | None:
    """A place's post for a local date; None when there is nothing to say."""
    if not gathered.seqs and not updates:
        only = Digest(place=place, kind="paper", day=day, name=paper_name(day), pick=pick, note=note)
        return None if pick is None else only
    return Digest(
        place=place,
        kind="instant" if name.startswith("instant:") else "digest",
        day=day,
        name=name,
        entries=gathered.entries,
        more=gathered.more,
        updates=tuple(updates),
        pick=pick,
        note=note,
    )
