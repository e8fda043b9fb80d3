"""Meaning: finding papers by what a text says, whatever its words and its language; an extra that may be missing."""

from bot.meaning.blending import Near, blended, foreign, weak
from bot.meaning.encoder import Encoder, installed
from bot.meaning.meaning import Condition, Meaning

__all__ = ["Condition", "Encoder", "Meaning", "Near", "blended", "foreign", "installed", "weak"]
