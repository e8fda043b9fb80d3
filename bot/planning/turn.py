"""What planning goes by: what is the same for all places, and what one post of a place is made from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from bot.amendments import Amendment
from bot.models import Place
from bot.planning.rulebook import NOTHING_MET, Met
from bot.subscriptions import Schedule, Subscription, Unwell, Update
from bot.walking import Walking


@dataclass(frozen=True, slots=True)
class Around:
    """What is the same for all places of one planning.

    Attributes:
        upto: the last seq of the corpus.
        now: aware, UTC.
        unwell: the live sources that bring nothing.
        with_news: places that are to hear what became of papers.
        dry_run: whether nothing is stored.
        walking: see plan().
        met: what has come that anybody whose turn it is asked for.
        to_come: in a dry run, what each of the places with news would hear of.
    """

    upto: int
    now: datetime
    unwell: tuple[Unwell, ...] = ()
    with_news: frozenset[Place] = frozenset()
    dry_run: bool = False
    walking: Walking | None = None
    met: Met = NOTHING_MET
    to_come: Mapping[Place, tuple[Amendment, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """What is to be planned in one post.

    Attributes:
        day: the local date it is for.
        due: since when.
        subscriptions: all active ones of the place.
        served: those whose turn it is.
        planned: the schedules that are planned by it, and their local dates.
        after: the seq up to which all whose turn it is had heard; None where it is nobody's.
        updates: what became of papers of earlier posts.
        news: numbers of the amendments that are done with by it.
    """

    day: date
    due: datetime
    subscriptions: tuple[Subscription, ...] = ()
    served: tuple[Subscription, ...] = ()
    planned: tuple[tuple[Schedule, date], ...] = ()
    after: int | None = None
    updates: tuple[Update, ...] = ()
    news: tuple[int, ...] = ()
