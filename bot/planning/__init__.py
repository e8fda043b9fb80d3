"""From what is stored to what is owed: thin walks around the pure decisions of calendar, digest and picking."""

from bot.planning.amend import amend, recount
from bot.planning.asked import posted, verdict
from bot.planning.pick import pick
from bot.planning.planned import Planned
from bot.planning.rulebook import Rulebook
from bot.planning.walk import digest_now, plan
from bot.verdicts import Rule

__all__ = [
    "Planned",
    "Rule",
    "Rulebook",
    "amend",
    "digest_now",
    "pick",
    "plan",
    "posted",
    "recount",
    "verdict",
]
