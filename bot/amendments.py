"""What became of papers after places were told of them: frozen values."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.models import Place

WITHDRAWN: Final = "withdrawn"
RETURNED: Final = "returned"  # no longer withdrawn
FORGOTTEN: Final = "forgotten"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A paper that a place was told of.

    Attributes:
        place: which.
        seq: of the paper as it is now, or was last.
        paper: its public id when it was told of.
        version: its version then; 0 where nobody told.
        delivery: the number of the post, if there is one.
        withdrawn: whether it has been noted that it was withdrawn since, and not that it no longer is.
    """

    place: Place
    seq: int
    paper: str
    version: int = 0
    delivery: int | None = None
    withdrawn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """What became of a paper after a place was told of it.

    Attributes:
        n: our number of it.
        shown: the paper, where it was told of.
        event: ``withdrawn``, ``returned``, ``forgotten``, or a version such as ``v2``.
        at: aware, UTC: when that was noticed.
    """

    n: int
    shown: Shown
    event: str
    at: datetime
