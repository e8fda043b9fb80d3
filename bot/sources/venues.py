"""How venues write themselves."""

import re
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


# Venues by their long names, in small letters; what contains another comes before it.
_LONG: Final = tuple(
    (re.compile(rf"\b{name}(?! [a-z])"), short)
    for name, short in (
        ("north american chapter of the association for computational linguistics", "NAACL"),
        ("european chapter of the association for computational linguistics", "EACL"),
        ("transactions of the association for computational linguistics", "TACL"),
        ("annual meeting of the association for computational linguistics", "ACL"),
        ("empirical methods in natural language processing", "EMNLP"),
        ("international conference on computational linguistics", "COLING"),
        ("international conference on learning representations", "ICLR"),
        ("asian conference on machine learning", "ACML"),
        ("international conference on machine learning", "ICML"),
        ("neural information processing systems", "NeurIPS"),
        ("artificial intelligence and statistics", "AISTATS"),
        ("uncertainty in artificial intelligence", "UAI"),
        ("international joint conferences? on artificial intelligence", "IJCAI"),
        ("aaai conference on artificial intelligence", "AAAI"),
        ("conference on learning theory", "COLT"),
        ("algorithmic learning theory", "ALT"),
        ("conference on language modeling", "COLM"),
        ("conference on robot learning", "CoRL"),
        ("international conference on robotics and automation", "ICRA"),
        ("international conference on intelligent robots and systems", "IROS"),
        ("robotics: science and systems", "RSS"),
        ("computer vision and pattern recognition", "CVPR"),
        ("international conference on computer vision", "ICCV"),
        ("european conference on computer vision", "ECCV"),
        ("applications of computer vision", "WACV"),
        ("knowledge discovery (?:and|&) data mining", "KDD"),
        ("journal of machine learning research", "JMLR"),
        ("transactions on machine learning research", "TMLR"),
        ("transactions on pattern analysis and machine intelligence", "TPAMI"),
    )
)
_ACRONYM: Final = re.compile(r"\(([A-Z][A-Za-z]*[A-Z][A-Za-z]*)[ ’']*(?:(?:19|20)?\d\d)?\)")
_PREPRINT: Final = re.compile(
    r"(?:arxiv|biorxiv|medrxiv|ssrn)\b.*|corr|computing research repository.*|e-?prints?", re.IGNORECASE
)


@lru_cache
def short_name(text: str) -> str:
    """What people call a venue that is given by its long name, as volumes of proceedings are; empty if unknown.

    A workshop has no short name: that of its conference would make it more than it is.
    """
    lowered = text.lower()
    if "workshop" in lowered or "companion" in lowered:
        return ""
    known = next((short for name, short in _LONG if name.search(lowered)), "")
    acronym = _ACRONYM.search(text) if not known and " " in text else None
    return venue_name(acronym[1]) if acronym else known


def is_preprint(text: str) -> bool:
    """Whether it is no venue but a server where anybody may put a paper."""
    return _PREPRINT.fullmatch(text) is not None
