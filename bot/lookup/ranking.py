"""Ranking: which of the candidates was meant, and how sure that is. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.fuzz import ratio

from bot.lookup.asking import Asked
from bot.lookup.titles import Card
from bot.models import Ranked, Why, WhyKind

FIRM = 0.4


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper that may be meant.

    Attributes:
        card: its titles and names.
        in_title: 0 to 1, how much of what the query tells stands in title, names and authors.
        anywhere: the same with the abstract, and more for a run of words that stands there.
    """

    card: Card
    in_title: float
    anywhere: float


def strong(asked: Asked, candidates: Sequence[Candidate]) -> bool:
    """Whether titles and names answer the query, so that abstracts need not be asked."""
    return any(
        _likeness(asked, one.card) >= 0.6 or (one.in_title >= 0.95 and one.card.titled) for one in candidates
    )


def ranked(asked: Asked, candidates: Sequence[Candidate], limit: int) -> tuple[Ranked, ...]:
    """The best candidates, firm ones first."""
    scored = []
    for one in candidates:
        like = _likeness(asked, one.card)
        cover = min(1.0, one.anywhere)
        score = one.anywhere + 0.2 * (one.in_title if one.card.titled else one.anywhere) + like
        scored.append((score, max(cover, min(1.0, like)), like, one))
    scored.sort(key=lambda row: (-row[0], row[3].card.seq))
    found = [
        Ranked(one.card.seq, min(1.0, sure), Why(_kind(asked, one, like)), guess=sure < FIRM)
        for _, sure, like, one in scored[: limit * 3]
    ]
    return tuple(sorted(found, key=lambda one: one.guess)[:limit])


def _kind(asked: Asked, one: Candidate, like: float) -> WhyKind:
    if asked.key in one.card.names:
        return "name"
    if like >= 0.6:
        return "title"
    return "words" if one.in_title >= one.anywhere / 2 else "abstract"


def _likeness(asked: Asked, card: Card) -> float:
    """How much the query looks like the paper's title or name as a whole."""
    if not asked.text:
        return 0.0
    if asked.key in card.names:
        return 1.0
    return max((_title_likeness(asked, title) for title in card.titles), default=0.0)


def _title_likeness(asked: Asked, title: str) -> float:
    if asked.text == title:
        return 2.0
    best = 0.0
    for text in {asked.text, asked.mended}:
        if f" {text} " in f" {title} ":
            best = max(best, 0.3)
        if title.startswith(text):
            best = max(best, 0.4)
        same = ratio(text, title, score_cutoff=85) / 100
        if same > 0.85:
            best = max(best, ((same - 0.85) / 0.15) ** 2)
    return best
