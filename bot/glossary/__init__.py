"""Glossary: the field's terms in Chinese, and what English papers call them."""

from bot.glossary.reading import Segment, has_chinese, segments
from bot.glossary.terms import Term, terms

__all__ = ["Segment", "Term", "has_chinese", "segments", "terms"]
