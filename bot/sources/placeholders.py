"""What stands in a list of papers without being one."""

import re

_EMPTY_ABSTRACTS = frozenset(
    (
        "abstract",
        "abstract not available",
        "abstract unavailable",
        "n/a",
        "na",
        "no abstract",
        "no abstract available",
        "none",
        "not available",
        "null",
        "tba",
        "tbd",
    )
)
_AROUND = " .:!?*\"'()[]<>-_"
_STAND_INS = frozenset(
    (
        "n/a",
        "no title",
        "none",
        "null",
        "paper",
        "paper title",
        "placeholder",
        "poster",
        "tba",
        "tbd",
        "test of time award",
        "test of time awards",
        "title",
        "untitled",
    )
)
_WITHDRAWN = re.compile(
    r"(?:(?:this|the) )?(?:(?:paper|submission|manuscript) )?(?:(?:has been|was|is) )?"
    r"withdraw(?:n|al|ed)?(?: (?:paper|submission|manuscript))?(?: by (?:the )?authors?)?"
)
# Whole titles, or parts of one that names a conference, and never words within a title.
_FRONT_MATTER = re.compile(
    r"""
    (?:\w+day\ )?digests?(?:\ final)? | book\ of\ abstracts | abstract\ book
    | (?:table\ of\ )?contents | (?:author|subject|keyword)?\ ?index | title\ pages?(?:\ [ivx]+)?
    | (?:front|back|inside)\ ?(?:front|back)?\ ?cover | (?:front|back)\ ?matter(?:\ and\ preface)?
    | copyright(?:\ page)? | masthead | (?:post-conference\ )?preface | foreword
    | (?:list\ of\ )?(?:reviewers|sponsors) | (?:organi[sz]ing|program(?:me)?)\ committee
    | conference\ (?:program(?:me)?|organi[sz]ation) | welcome(?:\ message)?(?:\ from\ [\w\ ]+)?
    | (?:plenar(?:y|ies)|keynotes?|invited|special)
      (?:\ (?:and|plenary|keynotes?|talks?|sessions?|speakers?|speech|presentations?|lectures?))*
    | (?:workshops?|tutorials?)\ (?:and|&)\ (?:workshops?|tutorials?) | workshops | tutorials
    | forums | competitions
    """,
    re.IGNORECASE | re.VERBOSE,
)
_CONFERENCE_AND_YEAR = re.compile(r"[A-Z][A-Z/& ]+ (?:19|20)\d\d\b")
_PARTS = re.compile(r":\s+|\s+[–—-]\s+|(?<=\d\d\d\d)\s+|\s+(?=[\[(])")
# How one large publisher words the abstracts of its front matter.
_ABOUT_OTHERS = re.compile(
    r"(?:summary form only given\. )?(?:provides|presents) (?:an? )?(?:short )?(?:abstracts?|schedule) (?:for|of|and)\b",
    re.IGNORECASE,
)


def no_abstract(abstract: str) -> bool:
    """Whether the abstract only says that there is none."""
    return len(abstract) <= 40 and abstract.lower().strip(_AROUND) in _EMPTY_ABSTRACTS


def stand_in(title: str) -> bool:
    """Whether the title only holds the place of one that never came: ``Poster``, ``title``, ``Withdrawn``."""
    if len(title) > 60:
        return False
    lowered = title.lower().strip(_AROUND)
    return lowered in _STAND_INS or ("withdr" in lowered and _WITHDRAWN.fullmatch(lowered) is not None)


def front_matter(title: str, abstract: str, named: bool) -> bool:
    """Whether it is about the conference and not a paper of it.

    Args:
        title: on one line.
        abstract: as published.
        named: whether there are authors.
    """
    conference = "onference" in title or "roceedings" in title or _CONFERENCE_AND_YEAR.match(title)
    parts = _PARTS.split(title) if conference else [title]
    return any(_FRONT_MATTER.fullmatch(part.strip("[]() ")) for part in parts) or (
        not named and _ABOUT_OTHERS.match(abstract) is not None
    )
