"""What one transaction of an ingest writes, and the statements that write it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Delete, Insert, Update, bindparam, delete, insert, update

from bot.models import Paper, Reading
from bot.store.links import StoredLink, row_of_link
from bot.store.rows import row_of_paper, rows_of_identifiers, said
from bot.store.tables import changes, identifiers, identities, links, papers, readings


@dataclass(frozen=True, slots=True)
class Entry:
    """A reading to be kept.

    Attributes:
        n: its number.
        reading: what it says.
        digest: see bot.store.rows.digest.
        keys: see bot.witness.keys; stored for a new reading, left as they are for a kept one.
        paper: the paper it belongs to; None while that is to be found out after publication.
        settled: see Kept.
    """

    n: int
    reading: Reading
    digest: int
    keys: tuple[int, ...] = ()
    paper: Paper | None = None
    settled: bool = True


@dataclass(slots=True)
class Step:
    """What one transaction writes.

    Attributes:
        new: papers with a seq that is not there yet.
        changed: papers with a seq that is there.
        gone: seqs to take out, with the seq each went into, or None.
        readings: new ones.
        kept: readings that are there already, as they shall be from now on.
        dropped: numbers of readings to take out.
        told: seqs that readers of the corpus must hear of.
        linked: new links.
        keyed: keys that readings have from now on besides their own, with the readings' numbers.
        unlinked: keys of links that are undone, and that no reading has any more.
    """

    new: list[Paper] = field(default_factory=list)
    changed: list[Paper] = field(default_factory=list)
    gone: dict[int, int | None] = field(default_factory=dict)
    readings: list[Entry] = field(default_factory=list)
    kept: list[Entry] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    linked: list[StoredLink] = field(default_factory=list)
    keyed: list[tuple[int, int]] = field(default_factory=list)
    unlinked: list[int] = field(default_factory=list)


Write = tuple[Insert | Update | Delete, list[dict[str, Any]]]

_IT: Final = "it"  # the parameter that says which row; the names of columns are taken by what they become
_PAPER: Final = update(papers).where(papers.c.seq == bindparam(_IT))
_LINK: Final = update(links).where(links.c.key == bindparam(_IT))
_READING: Final = update(readings).where(readings.c.n == bindparam(_IT))


def writes(step: Step, ingest: int) -> list[Write]:
    """The statements and their rows, in an order in which no reference ever dangles."""
    renamed = [*step.gone, *(paper.seq for paper in step.changed)]
    refreshed = [*step.new, *step.changed]
    return [
        # Ids are unique, and a paper may take over the id of one that it is joined with.
        (_PAPER.values(id=bindparam("id")), [{_IT: seq, "id": f"-{seq}"} for seq in renamed]),
        (insert(papers), [row_of_paper(paper, ingest) for paper in step.new]),
        (_PAPER, [_changed(paper) for paper in step.changed]),
        (
            delete(identifiers).where(identifiers.c.seq == bindparam(_IT)),
            [{_IT: paper.seq} for paper in step.changed],
        ),
        (insert(identifiers), [row for paper in refreshed for row in rows_of_identifiers(paper)]),
        (insert(readings), [_new(entry, ingest) for entry in step.readings]),
        (
            insert(identities),
            [{"key": key, "n": entry.n} for entry in step.readings for key in dict.fromkeys(entry.keys)],
        ),
        (_READING, [{_IT: entry.n, **_joined(entry)} for entry in step.kept]),
        (delete(readings).where(readings.c.n == bindparam(_IT)), [{_IT: n} for n in step.dropped]),
        (delete(papers).where(papers.c.seq == bindparam(_IT)), [{_IT: seq} for seq in step.gone]),
        (insert(changes), list(_told(step))),
        (insert(links), list(map(row_of_link, step.linked))),
        (insert(identities), [{"key": key, "n": n} for key, n in step.keyed]),
        (_LINK.values(undone=True), [{_IT: key} for key in step.unlinked]),
        (delete(identities).where(identities.c.key == bindparam(_IT)), [{_IT: key} for key in step.unlinked]),
    ]


def _changed(paper: Paper) -> dict[str, Any]:
    row = row_of_paper(paper, ingest=0)
    del row["ingest"]  # who brought it stays who brought it
    return {_IT: row.pop("seq"), **row}


def _new(entry: Entry, ingest: int) -> dict[str, Any]:
    source = entry.reading.source
    return {
        "n": entry.n,
        "file": source.file,
        "kind": source.kind,
        "number": source.number,
        "ingest": ingest,
        "digest": entry.digest,
        **_joined(entry),
    }


def _joined(entry: Entry) -> dict[str, Any]:
    return {
        "seq": entry.paper and entry.paper.seq,
        "settled": entry.settled,
        "said": said(entry.reading, entry.paper),
    }


def _told(step: Step) -> Iterable[dict[str, Any]]:
    for seq in step.told:
        yield {"seq": seq, "into": step.gone.get(seq)}
