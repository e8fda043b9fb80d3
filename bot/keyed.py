"""Readings beside the keys by which others of their papers are found, and a source's readings in batches."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.models import Paper, Reading
from bot.sources import Skipped
from bot.store import StoredLink, digest
from bot.witness import Witness, keys, witness

BATCH: Final = 500  # readings; one transaction of theirs holds the write lock for some 50 ms
BATCH_TEXT: Final = 2_000_000  # characters; records of a megabyte each do not come 500 at a time

LinksByEnd = Mapping[int, frozenset[int]]
"""Keys of links by the first key of the readings that have them."""


@dataclass(frozen=True, slots=True)
class Keyed:
    """A reading with what it is compared and found by.

    Attributes:
        witness: what it says, comparable.
        keys: see bot.witness.keys; those of its links last.
        digest: of what it says.
    """

    witness: Witness
    keys: tuple[int, ...]
    digest: int


def keyed(reading: Reading, links: LinksByEnd) -> Keyed:
    """The reading with its keys, also those of the links that it has."""
    one = witness(reading)
    own = keys(one)
    if linked := links.get(own[0]):
        return Keyed(replace(one, links=linked), (*own, *sorted(linked)), digest(reading))
    return Keyed(one, own, digest(reading))


def first_key(paper: Paper) -> int:
    """The first key of the reading that gave the paper its id."""
    return int(paper.id[1:], 16)


def by_end(links: Iterable[StoredLink]) -> LinksByEnd:
    """The links that are in force, by the readings that they join."""
    found: dict[int, frozenset[int]] = {}
    for one in links:
        if not one.undone:
            for end in (one.untitled, one.titled):
                found[end] = found.get(end, frozenset()) | {one.key}
    return found


def next_batch(stream: Iterator[Reading | Skipped], skipped: list[Skipped], links: LinksByEnd) -> list[Keyed]:
    """The next readings of a source; what gave no paper is added to ``skipped``; empty at the source's end."""
    batch: list[Keyed] = []
    text = 0
    for item in stream:
        if isinstance(item, Skipped):
            skipped.append(item)
            continue
        batch.append(keyed(item, links))
        text += len(item.abstract) + len(item.title)
        if len(batch) == BATCH or text >= BATCH_TEXT:
            break
    return batch
