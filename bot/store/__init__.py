"""Papers and the bot's little state in a database; the only place that knows SQL."""

from bot.store.amendments import Mending
from bot.store.links import StoredLink
from bot.store.planned import How, PlanStep
from bot.store.plans import Told
from bot.store.rows import Kept, digest
from bot.store.staging import Staging
from bot.store.steps import Entry, Step
from bot.store.store import Store
from bot.store.votes import voter

__all__ = [
    "Entry",
    "How",
    "Kept",
    "Mending",
    "PlanStep",
    "Staging",
    "Step",
    "Store",
    "StoredLink",
    "Told",
    "digest",
    "voter",
]
