"""What building the index of papers in memory costs: time, memory while it is built and served, and disk.

    .venv/bin/python benchmarks/building.py FILE [PAPERS ...]

For each number of papers, by default a tenth of the file's and all of them, a process of its own builds an index of
so many (see corpus.grown) and opens it again. Own memory is what grew over the papers themselves; pages of mapped
files, which the system takes back when it needs them, are counted apart.
"""

import multiprocessing
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Final

from corpus import grown, papers_of
from one_core import on_one_core

from bot.lookup import Index
from bot.models import Mark, Paper

AT_ONCE: Final = 500  # papers, as an ingest adds them


def built(file: Path, papers: int, folder: Path) -> dict[str, float]:
    """Builds in this process; the figures by name."""
    source = papers_of(file)
    on_one_core()
    index = Index.open(folder)
    before, most, added = memory(), [0, 0], 0.0
    with index.writing(1) or sys.exit("the index is being written by somebody else") as writing:
        for some in batches(grown(source, papers)):
            begun = time.process_time()
            writing.add(some)
            added += time.process_time() - begun
            most = [max(now - then, peak) for now, then, peak in zip(memory(), before, most, strict=True)]
        begun = time.process_time()
        writing.commit(Mark(papers))
        committed = time.process_time() - begun
    most = [max(now - then, peak) for now, then, peak in zip(memory(), before, most, strict=True)]
    return {
        "a CPU s": papers / (added + committed),
        "commit s": committed,
        "own MB": most[0] / 1e6,
        "mapped MB": most[1] / 1e6,
    }


def served(folder: Path, papers: int) -> dict[str, float]:
    """Opens it in this process, and asks a little; the figures by name."""
    before, begun = memory(), time.process_time()
    index = Index.open(folder)
    opened = time.process_time() - begun
    for query in ("attention is all you need", "diffusoin policy", "graph neural"):
        index.search(query)
    own, mapped = (now - then for now, then in zip(memory(), before, strict=True))
    disk = sum(path.stat().st_size for path in folder.iterdir())
    return {
        "open ms": 1000 * opened,
        "served, own B": own / papers,
        "mapped B": mapped / papers,
        "disk B": disk / papers,
    }


def batches(papers: Iterator[Paper]) -> Iterator[list[Paper]]:
    """The papers, some at a time."""
    while some := list(islice(papers, AT_ONCE)):
        yield some


def memory() -> tuple[int, int]:
    """Bytes of this process in memory, its own and of mapped files; Linux alone tells."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0, 0
    status = dict(line.split(":", 1) for line in lines)
    own, mapped = (int(status[name].split()[0]) * 1024 for name in ("RssAnon", "RssFile"))
    return own, mapped


def main(file: Path, sizes: list[int]) -> None:
    """Measures, and prints a table; the last four columns are for each paper."""
    if not sizes:
        papers = len(papers_of(file))
        sizes = [papers // 10, papers]
    for row, size in enumerate(sizes):
        with (
            tempfile.TemporaryDirectory() as folder,
            ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), max_tasks_per_child=1) as pool,
        ):
            figures = pool.submit(built, file, size, Path(folder)).result()
            figures |= pool.submit(served, Path(folder), size).result()
        if not row:
            print(f"{'papers':>9}", *(f"{name:>{len(name) + 2}}" for name in figures))
        print(f"{size:>9}", *(f"{value:>{len(name) + 2}.0f}" for name, value in figures.items()), flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), [int(size) for size in sys.argv[2:]])
