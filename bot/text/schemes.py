"""The grammars of arXiv, DOI, ACL and OpenReview ids, and their canonical forms."""

import re

from bot.models import Identifier

_ARCHIVES = (
    "acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs"
    "|dg-ga|econ|eess|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math-ph|math|mtrl-th|nlin|nucl-ex|nucl-th"
    "|patt-sol|physics|plasm-ph|q-alg|q-bio|q-fin|quant-ph|solv-int|stat|supr-con"
)
_MONTH = "(?:0[1-9]|1[0-2])"
# Year, month, number: four digits until 2014, five since (https://info.arxiv.org/help/arxiv_identifier.html).
_ARXIV_2007 = rf"(?:0[7-9]|1[0-4]){_MONTH}\.\d{{4}}"
_ARXIV_2015 = rf"(?:1[5-9]|[2-4]\d){_MONTH}\.\d{{5}}"
_ARXIV_OLD = rf"(?:{_ARCHIVES})(?:\.[a-z-]{{2,8}})?/(?:9[1-9]|0[0-7]){_MONTH}\d{{3}}"

ARXIV = rf"(?:{_ARXIV_OLD}|{_ARXIV_2015}|{_ARXIV_2007})(?:v\d{{1,3}})?"
"""Pattern of an arXiv id, with or without its version."""
ARXIV_SURE = rf"(?:{_ARXIV_OLD}|{_ARXIV_2015})(?:v\d{{1,3}})?"
"""The same, of forms that are hardly anything else in running text."""
DOI = r"10\.\d{4,9}/[^\s\"<>]{1,300}"
"""Pattern of a DOI, with whatever punctuation follows it."""
ACL_NEW = r"\d{4}\.[a-z0-9]{2,20}-[a-z0-9]{1,20}\.\d{1,4}"
ACL = rf"[A-Z]\d{{2}}-\d{{4}}|{ACL_NEW}"
"""Pattern of an id of the ACL Anthology, old or new."""
OPENREVIEW = r"[A-Za-z0-9_-]{5,40}"

_VERSION = re.compile(r"v\d+$")
_SUBJECT = re.compile(r"\.[a-z-]+(?=/)")
_ARXIV = re.compile(ARXIV, re.IGNORECASE)
_DOI = re.compile(r"10\.\d{4,9}/\S{1,300}", re.ASCII)  # <1661::AID-SIM968>, within a link or alone
_ARXIV_DOI = "10.48550/arxiv."


def arxiv(text: str) -> Identifier | None:
    """``math.GT/0309136v2`` is ``arxiv:math/0309136``; None for what is no arXiv id."""
    if not text.isascii() or not _ARXIV.fullmatch(text):
        return None
    return Identifier("arxiv", _SUBJECT.sub("", _VERSION.sub("", text.lower())))


def doi(text: str) -> Identifier | None:
    """``10.1000/ABC).`` is ``doi:10.1000/abc``; a DOI that arXiv gave is the arXiv id."""
    value = trimmed(text).lower()
    if not _DOI.fullmatch(value):
        return None
    if value.startswith(_ARXIV_DOI) and (found := arxiv(value.removeprefix(_ARXIV_DOI))):
        return found
    return Identifier("doi", value)


def acl(text: str) -> Identifier | None:
    """``p19-1001`` is ``acl:P19-1001``, ``2020.ACL-main.1`` is ``acl:2020.acl-main.1``."""
    if not text.isascii() or not re.fullmatch(ACL, text, re.IGNORECASE):
        return None
    return Identifier("acl", text.lower() if "." in text else text.upper())


_PAIRS = {")": "(", "]": "[", "}": "{"}
_TRAILING = ".,;:!?'\"’”»*`"


def trimmed(text: str) -> str:
    """The text without the stops, quotes and unpaired brackets that a sentence leaves at its end."""
    if text[-1:].isalnum():  # as nearly all do
        return text
    end = len(text)
    spare = {close: text.count(close) - text.count(opening) for close, opening in _PAIRS.items()}
    while end and (text[end - 1] in _TRAILING or spare.get(text[end - 1], 0) > 0):
        if text[end - 1] in spare:
            spare[text[end - 1]] -= 1
        end -= 1
    return text[:end]
