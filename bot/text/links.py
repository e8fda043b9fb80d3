"""Addresses to identifiers, and identifiers to addresses: one table of hosts, read in both directions."""

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from bot.models import Identifier
from bot.text.schemes import ACL, ARXIV, OPENREVIEW, acl, arxiv, doi


class Address(NamedTuple):
    """A web address taken apart.

    Attributes:
        host: in small letters, without ``www.``, with a port only where it is not the usual one.
        path: percent-encoded in one way, without a trailing slash.
        query: without what only tells where a reader came from; empty or without its ``?``.
    """

    host: str
    path: str
    query: str

    def __str__(self) -> str:
        return f"{self.host}{self.path}" + (f"?{self.query}" if self.query else "")


_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z][a-z0-9-]{0,61}[a-z0-9]")
_PATH_SIGNS = "/~!$&'()*+,;=:@-._"
_FIELD = r"[A-Za-z0-9_.~-]+=[A-Za-z0-9_.~-]*"
_SIMPLE = re.compile(
    rf"https?://(?:www\.)?+({_HOST.pattern})((?:/[A-Za-z0-9{re.escape(_PATH_SIGNS)}]*)?)(?:\?({_FIELD}(?:&{_FIELD}){{0,3}}))?"
)
"""An address that is in its canonical form already, as nearly all are."""
_PLAIN_PATH = re.compile(rf"[A-Za-z0-9{re.escape(_PATH_SIGNS)}]*")  # as most are: quoting changes nothing
_TRACKING = re.compile(
    r"utm_.*|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref|ref_src|referrer|source|share|spm|noteid|_ga|si",
    re.IGNORECASE,
)


def address(url: str) -> Address | None:
    """An http or https address taken apart; None for what is none, and for what could deceive."""
    if simple := _SIMPLE.fullmatch(url):
        host, path, asked = simple.groups("")
        fields = asked.split("&") if asked else ()
        told = "&".join(field for field in fields if not _TRACKING.fullmatch(field.partition("=")[0]))
        return Address(host, path.rstrip("/"), told)
    try:
        parts = urlsplit(url)
        port = parts.port
        query = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=40)
    except ValueError:
        return None
    host = (parts.hostname or "").removesuffix(".").removeprefix("www.")
    if parts.scheme not in {"http", "https"} or "@" in parts.netloc or not _HOST.fullmatch(host):
        return None
    kept = [(name, value) for name, value in query if not _TRACKING.fullmatch(name)]
    path = parts.path
    if not _PLAIN_PATH.fullmatch(path):
        unquoted = unquote(path, errors="surrogateescape").encode("utf-8", "surrogateescape")
        path = quote(unquoted, safe=_PATH_SIGNS)
    usual = port in {None, 80, 443}
    return Address(host if usual else f"{host}:{port}", path.rstrip("/"), urlencode(kept, safe=_PATH_SIGNS))


def _scheme(name: str, form: str = "{0}") -> Callable[..., Identifier]:
    """An identifier of that scheme, its value put together from the pattern's groups."""
    return lambda *groups: Identifier(name, form.format(*groups))


def _repository(owner: str, name: str) -> Identifier:
    return Identifier("link", f"github.com/{owner}/{name.removesuffix('.git')}".lower())


_PROCEEDINGS = r"(?:papers\.nips\.cc|papers\.neurips\.cc|proceedings\.neurips\.cc)"
_Made = Callable[..., Identifier | None]

_HOSTS: tuple[tuple[str, str, _Made], ...] = (
    (
        "arxiv.org",
        rf"(?:[a-z]{{2,8}}\.)?arxiv\.org/(?:abs|pdf|html|format|ps|src|e-print)/({ARXIV})(?:\.pdf)?",
        arxiv,
    ),
    ("ar5iv.org arxiv.org", rf"(?:ar5iv\.org|ar5iv\.labs\.arxiv\.org)/(?:abs|html|pdf)/({ARXIV})", arxiv),
    (
        "alphaxiv.org",
        rf"alphaxiv\.org/(?:abs|pdf|html|overview|resources|[a-z]{{2}}/overview)/({ARXIV})(?:\.pdf)?",
        arxiv,
    ),
    ("huggingface.co hf.co", rf"(?:huggingface\.co|hf\.co)/papers/({ARXIV})", arxiv),
    ("doi.org", r"(?:dx\.)?doi\.org/(10\..+)", doi),
    ("acm.org", r"dl\.acm\.org/doi/(?:(?:abs|pdf|full|epdf|fullHtml)/)?(10\.[^?]+)", doi),
    ("springer.com", r"link\.springer\.com/(?:article|chapter|book|content/pdf)/(10\.[^?]+?)(?:\.pdf)?", doi),
    ("wiley.com", r"(?:[a-z]+\.)?onlinelibrary\.wiley\.com/doi/(?:(?:abs|pdf|full|epdf)/)?(10\.[^?]+)", doi),
    (
        "openreview.net",
        rf"openreview\.net/(?:forum|pdf|attachment|revisions)\?(?:[^#]*&)?id=({OPENREVIEW})",
        _scheme("openreview"),
    ),
    (
        "aclanthology.org aclweb.org",
        rf"(?:aclanthology\.org|aclweb\.org/anthology)/(?:[A-Z]/[A-Z]\d{{2}}/)?({ACL})(?:v\d)?(?:\.(?:pdf|bib))?",
        acl,
    ),
    (
        "icml.cc neurips.cc nips.cc iclr.cc",
        r"(icml|neurips|nips|iclr)\.cc/virtual/(\d{4})/(?:[a-z-]+/)?(?:poster|oral|spotlight|talk|invited-talk)/(\d{1,9})",
        lambda venue, year, number: Identifier(venue.lower().replace("nips", "neurips"), f"{year}/{number}"),
    ),
    (
        "mlr.press",
        r"proceedings\.mlr\.press/(v\d+|r\d+)/([\w-]+)(?:\.html|/[\w-]+\.pdf)",
        _scheme("pmlr", "{0}/{1}"),
    ),
    (
        "jmlr.org mit.edu",
        r"jmlr\.(?:org|csail\.mit\.edu)/proceedings/papers/(v\d+)/([\w-]+)\.(?:html|pdf)",
        _scheme("pmlr", "{0}/{1}"),
    ),
    (
        "nips.cc neurips.cc",
        rf"{_PROCEEDINGS}/(?:paper|paper_files/paper)/(\d{{4}})/(?:hash|file)/([0-9a-f]{{32}})-[\w-]+\.(?:html|pdf)",
        _scheme("neurips", "{0}/{1}"),
    ),
    ("nips.cc neurips.cc", rf"{_PROCEEDINGS}/paper/(\d{{1,5}}-[\w-]+?)(?:\.pdf)?", _scheme("neurips")),
    (
        "thecvf.com",
        r"openaccess\.thecvf\.com/(content[\w/]*)/(?:html|papers)/([\w-]+)\.(?:html|pdf)",
        _scheme("cvf", "{0}/{1}"),
    ),
    ("ieee.org", r"ieeexplore\.ieee\.org/(?:abstract/)?document/(\d{1,12})", _scheme("ieee")),
    ("ieee.org", r"ieeexplore\.ieee\.org/stamp/stamp\.jsp\?(?:[^#]*&)?arnumber=(\d{1,12})", _scheme("ieee")),
    (
        "semanticscholar.org",
        r"semanticscholar\.org/paper/(?:[^/?]+/)?([0-9a-f]{40})",
        _scheme("link", "semanticscholar.org/paper/{0}"),
    ),
    (
        "github.com",
        r"github\.com/([\w.-]+)/([\w.-]+)(?:/(?:tree|blob)/(?:main|master)(?:/README\.md)?)?",
        _repository,
    ),
)
"""Domains, what their hosts have in their paths, and the identifier of that; a query is matched only where the
pattern has a ``?``."""


@cache
def _rules(domain: str) -> tuple[tuple[re.Pattern[str], bool, _Made], ...]:
    """The rules of a domain, with whether they match the query too; compiled when it is first met."""
    return tuple(
        (re.compile(pattern, re.IGNORECASE), "\\?" in pattern, made)
        for domains, pattern, made in _HOSTS
        if domain in domains.split()
    )


_DOMAINS = frozenset(domain for domains, _, _ in _HOSTS for domain in domains.split())

_KNOWN = re.compile(
    r"(?:www\.)?(?:(?:[a-z]{2,8}\.)?arxiv\.org|ar5iv\.org|ar5iv\.labs\.arxiv\.org|alphaxiv\.org|huggingface\.co|hf\.co"
    r"|(?:dx\.)?doi\.org|dl\.acm\.org|openreview\.net|aclanthology\.org|aclweb\.org|(?:icml|neurips|nips|iclr)\.cc"
    r"|proceedings\.mlr\.press|(?:papers|proceedings)\.(?:nips|neurips)\.cc|openaccess\.thecvf\.com"
    r"|ieeexplore\.ieee\.org|semanticscholar\.org|github\.com|gitlab\.com)/"
)
KNOWN_HOSTS = _KNOWN.pattern
"""Pattern of the hosts that are understood also without ``https://``, with the slash after them."""


def of_address(parts: Address) -> Identifier:
    """The identifier of an address: a known host's own id, else the address itself."""
    whole = str(parts)
    domain = ".".join(parts.host.rsplit(".", 2)[-2:])
    if domain in _DOMAINS:
        path = unquote(parts.path) if "%" in parts.path else parts.path
        for rule, with_query, made in _rules(domain):
            found = rule.fullmatch(whole if with_query else parts.host + path)
            if found and (identifier := made(*found.groups())):
                return identifier
    return Identifier("link", whole)


def _neurips(first: str, rest: str) -> str:
    if not rest:
        return f"https://papers.nips.cc/paper/{first}"
    if len(rest) < _HASH:
        return f"https://neurips.cc/virtual/{first}/poster/{rest}"
    folder, track = ("paper_files/paper", "-Conference") if first >= "2022" else ("paper", "")
    return f"https://proceedings.neurips.cc/{folder}/{first}/hash/{rest}-Abstract{track}.html"


_HASH = 32
"""Digits of a NeurIPS paper's hash; the numbers of its virtual conference have fewer."""

_PAGES: dict[str, Callable[[str, str], str]] = {
    "arxiv": lambda first, rest: f"https://arxiv.org/abs/{first}" + (f"/{rest}" if rest else ""),
    "doi": lambda first, rest: f"https://doi.org/{first}/{quote(rest, safe=_PATH_SIGNS)}",
    "openreview": lambda first, _: f"https://openreview.net/forum?id={first}",
    "acl": lambda first, _: f"https://aclanthology.org/{first}",
    "icml": lambda first, rest: f"https://icml.cc/virtual/{first}/poster/{rest}",
    "iclr": lambda first, rest: f"https://iclr.cc/virtual/{first}/poster/{rest}",
    "neurips": _neurips,
    "pmlr": lambda first, rest: f"https://proceedings.mlr.press/{first}/{rest}.html",
    "cvf": lambda first, rest: "https://openaccess.thecvf.com/{}/html/{}.html".format(
        *f"{first}/{rest}".rsplit("/", 1)
    ),
    "ieee": lambda first, _: f"https://ieeexplore.ieee.org/document/{first}",
    "link": lambda first, rest: f"https://{first}" + (f"/{rest}" if rest else ""),
}
"""A paper's page under each scheme, from what stands before and behind the value's first slash."""


def to_address(identifier: Identifier) -> str | None:
    """Where an identifier's paper is on the web, not yet checked; None for a scheme we do not know."""
    page = _PAGES.get(identifier.scheme)
    first, _, rest = identifier.value.partition("/")
    return page(first, rest) if page is not None else None
