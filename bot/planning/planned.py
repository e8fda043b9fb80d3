"""What planning came to, for one place."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, Literal

from bot.cards import HEADING, short
from bot.digest import delivery_key
from bot.locale import Words
from bot.models import Paper, Place
from bot.subscriptions import Digest

Kind = Literal["digest", "instant", "paper"]
Reason = Literal["", "nothing", "beaten", "missed", "enough"]
"""Why nothing goes out: nothing is new; somebody else has just planned, or the date had its post; it is more than
twelve hours late and joins the next one; the place had its instant posts of the day. Empty where a post goes out."""

TITLES: Final = 3  # told in a line

_KINDS: Final = {"digest": "planned-digest", "instant": "planned-instant", "paper": "planned-paper"}
_REASONS: Final = {
    "nothing": "planned-nothing",
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
        reason: why nothing goes out, or empty.
    """

    place: Place
    kind: Kind
    day: date
    due: datetime
    key: str = ""
    papers: tuple[Paper, ...] = ()
    more: int = 0
    reason: Reason = ""

    @classmethod
    def of(cls, digest: Digest, due: datetime) -> "Planned":
        """A post that goes out."""
        picked = (digest.pick,) if digest.pick else ()
        new = (one.paper for one in digest.entries if digest.pick is None or one.paper.id != digest.pick.id)
        return cls(
            place=digest.place,
            kind=digest.kind,
            day=digest.day,
            due=due,
            key=delivery_key(digest.place, digest.name),
            papers=(*picked, *new),
            more=digest.more,
        )

    def say(self, say: Words) -> str:
        """One line for the operator."""
        place = self.place
        where = " ".join(filter(None, (place.platform, place.team, place.channel)))
        what = say(_KINDS[self.kind], day=self.day.isoformat())
        if self.reason:
            return say("planned-line", where=where, what=what, outcome=say(_REASONS[self.reason]))
        titles = "; ".join(short(one.heading, HEADING) for one in self.papers[:TITLES])
        count = len(self.papers) + self.more
        return say(
            "planned-line", where=where, what=what, outcome=say("planned-papers", count=count, titles=titles)
        )

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
            "reason": self.reason or None,
        }
