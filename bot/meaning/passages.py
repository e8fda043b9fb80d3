"""Passages: what of a paper is encoded. Pure."""

import re
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from bot.meaning.codes import PARTS
from bot.models import Paper

LONGEST: Final = 6_000  # characters of an abstract that are read; the encoder's cost grows with them
LONGEST_PART: Final = 1_200  # characters; longer than any sentence that is one
LONGEST_HEADING: Final = 300  # characters
_SHORTEST: Final = 20  # characters of a sentence that says something by itself

_END = re.compile(r"(?<=[.!?])\s+(?=[^a-z\s])|(?<=[。！？])")


@dataclass(frozen=True, slots=True)
class Passages:
    """A paper's texts.

    Attributes:
        heading: what it is called.
        abstract: its beginning, or empty.
        parts: at most PARTS stretches of whole sentences, about as many in each.
        digest: of all these, 63 bits: other texts have another.
    """

    heading: str
    abstract: str
    parts: tuple[str, ...]
    digest: int


def passages(paper: Paper) -> Passages:
    """What of the paper is encoded."""
    heading, abstract = paper.heading[:LONGEST_HEADING], paper.abstract[:LONGEST]
    hashed = blake2b(f"{heading}\n{abstract}".encode(errors="replace"), digest_size=8)
    return Passages(heading, abstract, _parts(abstract), int.from_bytes(hashed.digest()) >> 1)


def _parts(abstract: str) -> tuple[str, ...]:
    sentences = [one.strip() for one in _END.split(abstract) if len(one.strip()) > _SHORTEST]
    size = -(-len(sentences) // PARTS) or 1
    groups = [sentences[at : at + size] for at in range(0, len(sentences), size)]
    return tuple(" ".join(group)[:LONGEST_PART] for group in groups)
