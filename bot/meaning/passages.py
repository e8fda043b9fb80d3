"""Passages: what of a paper is encoded. Pure."""

import re
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from bot.meaning.codes import MOST_WORDS, PARTS
from bot.models import Paper
from bot.text.fold import fold, tokens

LONGEST: Final = 6_000  # characters of an abstract that are read; the encoder's cost grows with them
LONGEST_PART: Final = 1_200  # characters; longer than any sentence that is one
LONGEST_HEADING: Final = 300  # characters
_SHORTEST: Final = 20  # characters of a sentence that says something by itself

_LENGTHS: Final = range(2, 40)  # characters of a word that tells something
_BINDING_WORDS: Final = (
    "a about after all also although among an and any are as at based be because been before being between both but by "
    "can could did do does each either even every few find for found from further get had has have he her his how "
    "however i if in into is it its itself just less like made make many may might more most much must my need no nor "
    "not of often on one only or other our out over own paper per rather s same she should show shows since so some "
    "such than that the their them then there these they this those through thus to too toward towards under until up "
    "upon us use used uses using very via was we well were what when where whether which while who whose why will with "
    "within without would yet you your"
)
_BINDING: Final = frozenset(_BINDING_WORDS.split(" "))

_END = re.compile(r"(?<=[.!?])\s+(?=[^a-z\s])|(?<=[。！？])")


@dataclass(frozen=True, slots=True)
class Passages:
    """A paper's texts.

    Attributes:
        heading: what it is called.
        abstract: its beginning, or empty.
        parts: at most PARTS stretches of whole sentences, about as many in each.
        words: at most MOST_WORDS that tell, folded, each once.
        digest: of all these, 63 bits: other texts have another.
    """

    heading: str
    abstract: str
    parts: tuple[str, ...]
    words: tuple[str, ...]
    digest: int


def passages(paper: Paper) -> Passages:
    """What of the paper is encoded."""
    heading, abstract = paper.heading[:LONGEST_HEADING], paper.abstract[:LONGEST]
    hashed = blake2b(f"{heading}\n{abstract}".encode(errors="replace"), digest_size=8)
    words = tuple(telling(f"{heading}\n{abstract}"))[:MOST_WORDS]
    return Passages(heading, abstract, _parts(abstract), words, int.from_bytes(hashed.digest()) >> 1)


def telling(text: str) -> dict[str, None]:
    """The words of a text that tell something, folded, in order, each once."""
    return dict.fromkeys(one for one in tokens(fold(text)) if len(one) in _LENGTHS and one not in _BINDING)


def _parts(abstract: str) -> tuple[str, ...]:
    sentences = [one.strip() for one in _END.split(abstract) if len(one.strip()) > _SHORTEST]
    size = -(-len(sentences) // PARTS) or 1
    groups = [sentences[at : at + size] for at in range(0, len(sentences), size)]
    return tuple(" ".join(group)[:LONGEST_PART] for group in groups)
