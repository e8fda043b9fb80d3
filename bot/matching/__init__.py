"""Which papers match which rules, where in their texts, and why or why not."""

from bot.matching.document import Document
from bot.matching.evaluate import (
    Explanation,
    Finding,
    Match,
    Spot,
    Step,
    explain,
    holds,
    in_title,
    matches,
    stands_in,
)
from bot.matching.registry import Registry

__all__ = [
    "Document",
    "Explanation",
    "Finding",
    "Match",
    "Registry",
    "Spot",
    "Step",
    "explain",
    "holds",
    "in_title",
    "matches",
    "stands_in",
]
