"""Lookup: finding papers by whatever is left of them in memory."""

from bot.lookup.closer import READ, closer, undecided
from bot.lookup.explain import explain
from bot.lookup.files import count, locked, mark
from bot.lookup.index import Index
from bot.lookup.postings import Busy, Damaged
from bot.lookup.writing import Writing

__all__ = [
    "READ",
    "Busy",
    "Damaged",
    "Index",
    "Writing",
    "closer",
    "count",
    "explain",
    "locked",
    "mark",
    "undecided",
]
