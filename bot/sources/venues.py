"""How venues write themselves."""

from functools import lru_cache
from typing import Final

# Short names that are not all capitals, by what is left of them in small letters without blanks.
_WRITTEN: Final = {
    name.replace(" ", "").lower(): name
    for name in (
        "ACM MM",
        "arXiv",
        "AutoML",
        "bioRxiv",
        "CoNLL",
        "CoRL",
        "Interspeech",
        "medRxiv",
        "NeurIPS",
        "OpenReview",
        "SIGGRAPH Asia",
    )
}


@lru_cache
def venue_name(text: str) -> str:
    """A venue's short name as people write it: ``icml`` -> ICML, ``neurips`` -> NeurIPS.

    One word is written in capitals unless it is known to be written otherwise, or is no acronym (``Nature``);
    several words stay as they are.
    """
    known = _WRITTEN.get(text.replace(" ", "").lower())
    if known or " " in text:
        return known or text
    return text if len(text) > 1 and text[0].isupper() and text[1:].islower() else text.upper()
