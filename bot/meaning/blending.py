"""Blending: what words found and what lies near in meaning, in one order. Pure."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest, nsmallest
from math import inf, log10
from typing import Final

from bot.models import Ranked, Why

WIDELY: Final = 100  # papers near in meaning that are considered
FROM_WORDS: Final = 50  # papers that words found and that are considered
_STRONG: Final = 0.7  # of a query, found in the best paper: then nothing else is asked

# How much the words of a query count that stand in a paper, against 1 for its nearness. What is in another script,
# such as Chinese, has been translated by a glossary word for word: where that agrees with the meaning, little is
# chance. (Chosen on the development queries, with parts of the glossary left out at random.)
_WORDS_COUNT: Final = 0.3
_TRANSLATED_COUNT: Final = 0.6

# A paper that words and meaning each put first, and both together so far before the next, is sure, though neither was.
# Chance agrees with chance the more often the fewer papers there are: for each ten times fewer it must lie farther
# before. (2026-12-01, the right paper left out: 0 to 2 of 245 queries over 65,000 papers, 3 of 315 over 94.)
_AGREED_BEFORE: Final = 0.1  # among 1,000
_AGREED_BEFORE_MORE: Final = 0.1
_AGREED_BEFORE_LEAST: Final = 0.04
_AGREED: Final = 0.7

# So is one whose abstract words put first by far, that lies among the nearest few of very many, and that both together
# put first. (2026-12-01, over 95,000 papers: of 31 queries whose words were not sure, 3 find their paper so; of 217 that
# were asked without the right paper, one finds another.)
_LED_BY: Final = 0.15  # points
_NEAREST_OF: Final = 5_000  # papers: one of the nearest for each so many
_NEAREST_AT_MOST: Final = 20

# Only a query in another script is sure by its meaning alone: so near the nearest must be, its words counting; chance
# brings others nearer among many, for each ten times 100 papers by so much.
_FIRM: Final = 0.5
_FIRM_MORE: Final = 0.1
_FIRM_BESIDE: Final = 0.8  # of the nearest's score, for those beside it

# What only its nearness speaks for is offered as a guess from here on, when it is hardly farther than the nearest, and
# only a few of it: nonsense lies about so near to anything.
_WORTH_A_GUESS: Final = 0.4
_TRANSLATED_WORTH_A_GUESS: Final = 0.25
_GUESS_BESIDE: Final = 0.75  # of the nearest's score
_GUESSES: Final = 20

_LATIN: Final = ("LATIN", "GREEK", "MATHEMATICAL", "DEGREE", "MICRO", "FEMININE", "MASCULINE", "MODIFIER")
_FOREIGN_AT_LEAST: Final = 2  # letters


@dataclass(frozen=True, slots=True)
class Near:
    """A paper near in meaning.

    Attributes:
        seq: the paper's.
        score: about -1 to 1.5.
    """

    seq: int
    score: float


def foreign(query: str) -> bool:
    """Whether the query is, in part, in another script than the papers, such as Chinese."""
    return sum(map(_is_foreign, query)) >= _FOREIGN_AT_LEAST


def weak(words: Sequence[Ranked]) -> bool:
    """Whether meaning is to be asked: words found nothing that is sure, or only part of what was asked."""
    return all(one.guess or one.score < _STRONG for one in words)


def blended(
    query: str, words: Sequence[Ranked], near: Sequence[Near], papers: int, limit: int
) -> tuple[Ranked, ...]:
    """The best of both. What is sure by its words stays so; in the papers' own script it also stays first.

    Args:
        query: as asked.
        words: what its words found, best first.
        near: the papers nearest in meaning, and those of ``words`` as far as they have a vector.
        papers: how many have a vector.
        limit: how many are wanted.
    """
    if not near:
        return tuple(words[:limit])
    translated = foreign(query)
    count = _TRANSLATED_COUNT if translated else _WORDS_COUNT
    found = {one.seq: one for one in words}
    nearness = {one.seq: one.score for one in near}
    unknown = min(nearness.values())  # of a paper without a vector yet: no nearer than the last of the others
    scores = {
        seq: nearness.get(seq, unknown) + count * (found[seq].score if seq in found else 0)
        for seq in nearness.keys() | found.keys()
    }
    best = max(scores.values())
    enough = max(_firm(papers), _FIRM_BESIDE * best) if translated else inf
    worth = max(_TRANSLATED_WORTH_A_GUESS if translated else _WORTH_A_GUESS, _GUESS_BESIDE * best)
    first = [] if translated else [one for one in words if not one.guess]
    agreed = None if translated or first else _agreed(words, nearness, scores, papers)
    near_only = nsmallest(_GUESSES, nearness.keys() - found.keys(), key=lambda seq: (-scores[seq], -seq))
    others = [
        Ranked(
            seq,
            min(1.0, max(0.0, scores[seq] / (1 + count))),
            found[seq].why if seq in found else Why("meaning"),
            guess=seq != agreed
            and (scores[seq] < enough or seq not in nearness)
            and (seq not in found or found[seq].guess),
        )
        for seq in (
            *(one.seq for one in words if one not in first),
            *(seq for seq in near_only if scores[seq] >= worth),
        )
    ]
    return (*first, *sorted(others, key=lambda one: (one.guess, -one.score, -one.seq)))[:limit]


def _agreed(
    words: Sequence[Ranked], nearness: Mapping[int, float], scores: Mapping[int, float], papers: int
) -> int | None:
    """The paper that words and meaning agree on; None where there is none."""
    best, *second = nlargest(2, scores, key=scores.__getitem__)
    if not second or not words or words[0].seq != best or scores[best] < _AGREED:
        return None
    few = min(_NEAREST_AT_MOST, papers // _NEAREST_OF)
    led = words[0].why.kind == "abstract" and _lead(words) >= _LED_BY
    if led and best in nlargest(few, nearness, key=nearness.__getitem__):
        return best
    before = max(_AGREED_BEFORE_LEAST, _AGREED_BEFORE + _AGREED_BEFORE_MORE * (3 - log10(max(1, papers))))
    leads = best == max(nearness, key=nearness.__getitem__) and scores[best] - scores[second[0]] >= before
    return best if leads else None


def _lead(words: Sequence[Ranked]) -> float:
    """Points of the first before the second."""
    return words[0].points - words[1].points if len(words) > 1 else inf


def _firm(papers: int) -> float:
    return _FIRM + _FIRM_MORE * log10(max(1, papers / 100))


def _is_foreign(letter: str) -> bool:
    return (
        ord(letter) > 0x24F and letter.isalpha() and not unicodedata.name(letter, "GREEK").startswith(_LATIN)
    )
