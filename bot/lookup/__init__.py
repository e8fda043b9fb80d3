"""Lookup: finding papers by whatever is left of them in memory."""

from bot.lookup.explain import explain
from bot.lookup.index import Index
from bot.lookup.postings import Damaged
from bot.lookup.writing import Writing

__all__ = ["Damaged", "Index", "Writing", "explain"]
