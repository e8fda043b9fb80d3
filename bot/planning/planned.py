"""What planning came to, for one place."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, Literal, cast

from bot.calendar import ahead, local_date, missed
from bot.cards import HEADING, short
from bot.digest import delivery_key
from bot.locale import Words
from bot.models import Paper, Place
from bot.subscriptions import Digest, Entry, Schedule, Update

Kind = Literal["digest", "instant", "paper"]
Reason = Literal["", "nobody", "nothing", "down", "stale", "dry", "beaten", "missed", "had", "enough"]
"""Why nothing goes out: no papers came, or none matched; a source is down, or stale; no paper is on the topic;
somebody else has just planned, or the date had its post; it is more than twelve hours late and joins the next one;
the date had its post before its hour, as when the clock stood ahead; the place had its instant posts of the day.
Empty where a post goes out."""

TITLES: Final = 3  # told in a line

_KINDS: Final = {"digest": "planned-digest", "instant": "planned-instant", "paper": "planned-paper"}
_REASONS: Final = {
    "nobody": "planned-nobody",
    "nothing": "planned-nothing",
    "down": "planned-down",
    "stale": "planned-stale",
    "dry": "planned-dry",
    "had": "planned-had",
    "beaten": "planned-beaten",
    "missed": "planned-missed",
    "enough": "planned-enough",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A post that is owed now, or what was due and why it is not.

    Attributes:
        place: where it goes.
        kind: as Digest.kind.
        day: the local date it is for.
        due: aware, UTC: since when it is due.
        key: of the delivery; empty where there is none.
        papers: the paper of the day first, then the best of the new ones.
        more: how many papers it tells of besides.
        updates: how many of the papers, the last of them, were told of before, and something became of them.
        reason: why nothing goes out, or empty.
    """

    place: Place
    kind: Kind
    day: date
    due: datetime
    key: str = ""
    papers: tuple[Paper, ...] = ()
    more: int = 0
    updates: int = 0
    reason: Reason = ""

    @classmethod
    def of(cls, digest: Digest, due: datetime) -> "Planned":
        """A post that goes out."""
        picked = (digest.pick,) if digest.pick else ()
        new, updates = (_but(digest.pick, told) for told in (digest.entries, digest.updates))
        return cls(
            place=digest.place,
            kind=digest.kind,
            day=digest.day,
            due=due,
            key=delivery_key(digest.place, digest.name),
            papers=(*picked, *new, *updates),
            more=digest.more,
            updates=len(updates),
        )

    def say(self, say: Words) -> str:
        """One line for the operator."""
        place = self.place
        where = " ".join(filter(None, (place.platform, place.team, place.channel)))
        what = say(_KINDS[self.kind], day=self.day.isoformat())
        if self.reason:
            return say("planned-line", where=where, what=what, outcome=say(_REASONS[self.reason]))
        told = (("planned-papers", self.new, self.more), ("planned-updates", self.updated, 0))
        outcomes = [say(key, count=len(some) + more, titles=titled(some)) for key, some, more in told if some]
        return say("planned-line", where=where, what=what, outcome="; ".join(outcomes))

    @property
    def new(self) -> tuple[Paper, ...]:
        """The papers that are told of as such."""
        return self.papers[: len(self.papers) - self.updates]

    @property
    def updated(self) -> tuple[Paper, ...]:
        """The papers of which something became."""
        return self.papers[len(self.papers) - self.updates :]

    def to_dict(self) -> dict[str, Any]:
        """The console's JSON form."""
        place = self.place
        return {
            "place": {"platform": place.platform, "team": place.team, "channel": place.channel},
            "kind": self.kind,
            "day": self.day.isoformat(),
            "due": self.due.isoformat(),
            "key": self.key or None,
            "papers": [{"id": one.id, "heading": one.heading} for one in self.papers],
            "more": self.more,
            "updates": self.updates,
            "reason": self.reason or None,
        }


def titled(papers: Sequence[Paper]) -> str:
    """The titles of the first few."""
    return "; ".join(short(one.heading, HEADING) for one in papers[:TITLES])


def _but(pick: Paper | None, told: Sequence[Entry | Update]) -> tuple[Paper, ...]:
    return tuple(one.paper for one in told if pick is None or one.paper.id != pick.id)


def not_going(place: Place, schedules: Iterable[Schedule], now: datetime) -> list[Planned]:
    """What does not go out at its hour: what is too late now, and what went out before its hour."""
    found: list[Planned] = []
    for one in schedules:
        late = [("missed", at) for at in missed(one, now)[-1:]]
        early = [("had", at) for at in [ahead(one, now)] if at is not None]
        found += [
            Planned(
                place=place, kind=one.kind, day=local_date(at, one.timezone), due=at, reason=cast(Reason, why)
            )
            for why, at in (*late, *early)
        ]
    return found
