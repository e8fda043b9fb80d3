"""Who wants to hear of what, and when: frozen values, ignorant of storage and of platforms."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Final, Literal

from bot.models import Paper, Place

Cadence = Literal["instant", "daily", "weekly"]
SubscriptionState = Literal["active", "paused", "removed"]
ScheduleKind = Literal["digest", "paper"]

WORKDAYS: Final = (0, 1, 2, 3, 4)
DEFAULT_AT: Final = time(10, 30)
INSTANT_A_DAY: Final = 5  # posts a place and local day; what comes after joins the daily one
OLDEST_DAYS: Final = 14  # a paper older than this on arrival is recorded as seen, not told
LATE_H: Final = 12  # a digest later than this joins the next one
LISTED: Final = 5  # subscriptions on one page of their list
LINES: Final = 10  # papers a post shows; the rest is in the thread, or behind Show all
CARDS: Final = 100  # papers a post holds as cards, the best; a flood beyond them is reached through Show all


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """A query, a place, and how often.

    Attributes:
        id: short and public, ``s`` and 7 letters or digits; people type it.
        place: where it speaks.
        query: as written, see bot.query.
        cadence: as papers arrive, with the place's daily post, or with its post of the first of its days.
        after_seq: papers up to this one were told, or were there before.
        state: ``removed`` ones are kept for 30 days, so that removing can be undone.
        owner: the platform's id of who made it.
        created: aware, UTC.
        heard: aware, UTC: when it last matched, or was made.
        updates: whether new versions and withdrawals of what was told are told as well.
    """

    id: str
    place: Place
    query: str
    cadence: Cadence = "daily"
    after_seq: int = 0
    state: SubscriptionState = "active"
    owner: str = ""
    created: datetime
    heard: datetime
    updates: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """When a place wants its digest, or its paper of the day.

    Attributes:
        place: whose it is.
        kind: ``digest`` or ``paper``.
        on: whether there is one; a place's digest is on as long as it has subscriptions.
        at: local time of day.
        days: of the week, Monday is 0, sorted; the weekly post goes out on the first of them.
        timezone: IANA name.
        topic: a query for the paper of the day, or empty.
        done: the last local date that was planned; None before the first.
        since: aware, UTC: occurrences before it are none of ours.
        quiet: why nothing was posted for ``done``, see Quiet; empty where something was.
    """

    place: Place
    kind: ScheduleKind
    on: bool = True
    at: time = DEFAULT_AT
    days: tuple[int, ...] = WORKDAYS
    timezone: str = "UTC"
    topic: str = ""
    done: date | None = None
    since: datetime
    quiet: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """A subscription as it stands.

    Attributes:
        subscription: as stored.
        schedule: its place's.
        before: the place's schedule as it was, where that was changed just now.
        next: aware, UTC: when its next post is due; None for as soon as something comes, or never while paused.
        last: aware, UTC: when the place last got a post.
        silent: why its place cannot be spoken to, or empty.
    """

    subscription: Subscription
    schedule: Schedule
    before: Schedule | None = None
    next: datetime | None = None
    last: datetime | None = None
    silent: str = ""


@dataclass(frozen=True, slots=True)
class DailyStanding:
    """A place's paper of the day as it stands.

    Attributes:
        schedule: when it comes; None where it never was on.
        before: as it was, where it was changed just now and there was one.
        next: aware, UTC; None while it is off.
    """

    schedule: Schedule | None
    before: Schedule | None = None
    next: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody's own defaults.

    Attributes:
        platform: as in Place.
        team: as in Place.
        user: the platform's id of the person.
        timezone: IANA name, or empty.
        locale: BCP 47 tag of the language of answers, or empty for the platform's.
    """

    platform: str
    team: str
    user: str
    timezone: str = ""
    locale: str = ""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A paper as it came.

    Attributes:
        paper: the paper.
        at: aware, UTC: when the ingest that brought it began.
        quiet: whether it came with papers that nobody is to be told of.
    """

    paper: Paper
    at: datetime
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """One paper of a post.

    Attributes:
        paper: the paper.
        because: the subscriptions it matches, each with the paper's own words that matched.
    """

    paper: Paper
    because: Mapping[Subscription, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Update:
    """What became of a paper that the place was told of.

    Attributes:
        paper: as it is now.
        event: ``withdrawn``, ``returned`` from that, or a version such as ``v2``.
        because: those who asked for updates and for this paper, as in Entry.
    """

    paper: Paper
    event: str
    because: Mapping[Subscription, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unwell:
    """A live source that brings nothing at the moment.

    Attributes:
        name: of the source.
        health: ``down`` where it does not answer, ``stale`` where it answers with what it had before.
        since: aware, UTC.
        reason: in its own words.
    """

    name: str
    health: Literal["down", "stale"]
    since: datetime
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """The new papers of one place's subscriptions, in one post.

    Attributes:
        place: where it goes.
        kind: ``digest`` (daily, weekly, or asked for now), ``instant``, or ``paper`` when it has only a
            paper of the day.
        day: the local date it is for.
        name: its own among the place's posts; with the place it is the delivery's key.
        entries: best first, at most CARDS.
        more: how many papers it tells of besides, which are no entries.
        updates: what became of papers of earlier posts, for those who asked.
        pick: the paper of the day, if it goes out with this post.
        note: a footnote such as that a source was down, already a sentence; empty by default.
    """

    place: Place
    kind: Literal["digest", "instant", "paper"]
    day: date
    name: str
    entries: tuple[Entry, ...] = ()
    more: int = 0
    updates: tuple[Update, ...] = ()
    pick: Paper | None = None
    note: str = ""
