"""What new readings make of the corpus: pure; what is known goes in, one step to write comes out.

stage() works before an ingest is published: it makes new papers, which nobody sees yet, and lets readings that
touch a visible paper wait. settle() works after it: it joins, mends and parts visible papers. forget() takes a
file's readings back, and with them the papers that nobody else tells of. link() and unlink() let readings wait.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.joining import groups, linked
from bot.merging import merge
from bot.models import Paper
from bot.store import Entry, Step, StoredLink
from bot.witness import Witness, edited


@dataclass(frozen=True, slots=True)
class Item:
    """A reading on its way into the corpus, or in it.

    Attributes:
        n: its number; a later reading has a higher one.
        witness: what it says, comparable.
        keys: see bot.witness.keys.
        digest: of what it says.
        ingest: the run that brought it.
        seq: of the paper it belongs to, if it does already.
        fresh: whether it is not in the store yet.
        visible: whether it belongs to the corpus that people see.
        settled: see bot.store.Kept.
        edits: whether it mends a visible reading that stood at its place.
    """

    n: int
    witness: Witness
    keys: tuple[int, ...]
    digest: int
    ingest: int
    seq: int | None = None
    fresh: bool = False
    visible: bool = False
    settled: bool = True
    edits: bool = False


def stage(items: Sequence[Item], papers: Mapping[int, Paper], next_seq: Callable[[], int]) -> Step:
    """The step that brings the fresh ones of these readings into the store, unseen.

    Args:
        items: the fresh readings, and all kept ones that share keys with them, directly or through others; by
            their numbers.
        papers: those of the kept ones.
        next_seq: gives a number to a new paper.
    """
    step = Step()
    for positions in linked([item.keys for item in items]):
        near = [items[at] for at in positions]
        touches = any(item.visible for item in near)
        ids = {papers[item.seq].id for item in near if item.visible and item.seq is not None}
        clear: list[list[Item]] = []
        for part in _parts(near):
            unseen = [item for item in part if not item.visible]
            if len(unseen) == len(part) and not any(item.edits for item in part):
                clear.append(part)
            elif unseen:
                step.gone |= {item.seq: None for item in unseen if item.seq is not None}
                _keep(step, (replace(item, settled=False) for item in unseen), None)
        for part, seq in _numbered(clear, {}, step.gone, next_seq):
            paper = merge([item.witness for item in part], seq, ids)
            ids.add(paper.id)
            (step.changed if seq in papers else step.new).append(paper)
            _keep(step, (replace(item, settled=item.settled and not touches) for item in part), paper)
    return step


def settle(items: Sequence[Item], papers: Mapping[int, Paper], next_seq: Callable[[], int]) -> Step:
    """The step that makes visible papers agree with their readings again; a second time it changes nothing.

    Args:
        items: readings that are not settled, what stood at their places before, and all that share keys with
            these, directly or through others; by their numbers.
        papers: theirs.
        next_seq: gives a number to a paper that comes apart from another.
    """
    heirs = _heirs(items)
    return _agreed(items, papers, next_seq, heirs, _inherited(items, heirs))


def forget(
    items: Sequence[Item], papers: Mapping[int, Paper], next_seq: Callable[[], int], file: str
) -> Step:
    """The step that leaves papers as they would be had the file never been read.

    Args:
        items: readings of the file, and all that share keys with these, directly or through others; by their
            numbers.
        papers: theirs.
        next_seq: gives a number to a paper that comes apart from another.
        file: the file's name.
    """
    leaving = {item.n for item in items if item.witness.reading.source.file == file}
    return _agreed(items, papers, next_seq, leaving, {})


def link(
    items: Sequence[Item], papers: Mapping[int, Paper], _next_seq: object, links: Sequence[StoredLink]
) -> Step:
    """The step after which linked readings wait to be settled; what nobody sees yet is taken out until then.

    Args:
        items: all readings of the papers that are linked.
        papers: theirs.
        links: new ones; the items have their keys already.
    """
    made = {one.key for one in links}
    step = Step(linked=list(links))
    unseen = {item.seq for item in items if not item.visible and not made.isdisjoint(item.keys)} - {None}
    for item in items:
        keys = made.intersection(item.keys)
        step.keyed += [(key, item.n) for key in sorted(keys)]
        if item.seq is not None and item.seq in unseen:
            step.gone[item.seq] = None
            _keep(step, [replace(item, settled=False)], None)
        elif keys:
            _keep(step, [replace(item, settled=False)], papers.get(item.seq) if item.seq else None)
    return step


def unlink(
    items: Sequence[Item], papers: Mapping[int, Paper], _next_seq: object, links: Sequence[StoredLink]
) -> Step:
    """The step after which readings wait to be settled that are linked no more.

    Args:
        items: all readings of the papers that were linked; they have the keys no more.
        papers: theirs.
        links: those that are undone.
    """
    ends = {end for one in links for end in (one.untitled, one.titled)}
    step = Step(unlinked=[one.key for one in links])
    for item in items:
        if not ends.isdisjoint(item.keys[:1]):
            _keep(step, [replace(item, settled=False)], papers.get(item.seq) if item.seq else None)
    return step


def _agreed(
    items: Sequence[Item],
    papers: Mapping[int, Paper],
    next_seq: Callable[[], int],
    dropped: Collection[int],
    inherited: Mapping[int, set[int]],
) -> Step:
    """The step that takes some readings out and lets the papers say what the others say."""
    step = Step(dropped=sorted(dropped))
    held = {item.seq for item in items if item.seq is not None}
    parts = _parts([item for item in items if item.n not in dropped])
    ids: set[str] = set()
    for part, seq in _numbered(parts, inherited, step.gone, next_seq):
        paper = merge([item.witness for item in part], seq, ids)
        ids.add(paper.id)
        before = papers.get(seq)
        if before is None:
            step.new.append(paper)
        elif paper != before:
            step.changed.append(paper)
            # Where else it was read is nothing that anybody waits for.
            if replace(paper, sources=before.sources) != before:
                step.told.append(seq)
        if paper != before or any(item.seq != seq or not item.settled for item in part):
            _keep(step, (replace(item, settled=True) for item in part), paper)
        held.discard(seq)
    step.gone |= {seq: None for seq in sorted(held) if seq not in step.gone}
    step.told += step.gone
    return step


def _parts(items: Sequence[Item]) -> list[list[Item]]:
    """The items by paper, in the order of their numbers."""
    return [[items[at] for at in part] for part in groups([item.witness for item in items])]


def _numbered(
    parts: Sequence[list[Item]],
    inherited: Mapping[int, set[int]],
    gone: dict[int, int | None],
    next_seq: Callable[[], int],
) -> list[tuple[list[Item], int]]:
    """Each part with its number: the smallest that one of it had and nobody before took, else a new one.

    Numbers that nobody takes are put into ``gone``, with the paper that stands for them now.
    """
    numbered: list[tuple[list[Item], int]] = []
    taken: set[int] = set()
    holder: dict[int, int] = {}
    for part in parts:
        held = {item.seq for item in part if item.seq is not None}
        held = held.union(*(inherited.get(item.n, ()) for item in part))
        seq = min(held - taken, default=None)
        if seq is None:
            seq = next_seq()
        taken.add(seq)
        numbered.append((part, seq))
        for number in held:
            holder.setdefault(number, seq)
    gone |= {number: seq for number, seq in holder.items() if number not in taken}
    return numbered


def _keep(step: Step, items: Iterable[Item], paper: Paper | None) -> None:
    for item in items:
        entry = Entry(item.n, item.witness.reading, item.digest, item.keys, paper, item.settled)
        (step.readings if item.fresh else step.kept).append(entry)


def _heirs(items: Sequence[Item]) -> dict[int, int]:
    """What stood at a place where something else is read now, and who takes its part.

    A record that was mended gives way. Any other gives way only to another reading of the same paper: an edited
    list takes no paper out of the corpus, nor does another file that happens to have the same name.
    """
    here: dict[object, list[Item]] = defaultdict(list)
    for item in items:
        here[item.witness.reading.source].append(item)
    heirs: dict[int, int] = {}
    doubtful: set[int] = set()
    for new in (item for item in items if not item.settled):
        for old in here[new.witness.reading.source]:
            if old.ingest < new.ingest:
                if edited(old.witness, new.witness):
                    heirs[old.n] = new.n
                else:
                    doubtful.add(old.n)
    for part in _parts(items):
        for old in (item for item in part if item.n in doubtful and item.n not in heirs):
            for other in part:
                if other.n != old.n and other.n not in heirs:
                    heirs[old.n] = other.n
                    break
    return heirs


def _inherited(items: Iterable[Item], heirs: Mapping[int, int]) -> dict[int, set[int]]:
    inherited: dict[int, set[int]] = defaultdict(set)
    for item in items:
        if item.n in heirs and item.seq is not None:
            heir = heirs[item.n]
            while heir in heirs:
                heir = heirs[heir]
            inherited[heir].add(item.seq)
    return inherited
