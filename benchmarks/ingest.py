"""How fast a file of papers is ingested, in how much memory, and how lookups fare meanwhile.

    .venv/bin/python benchmarks/ingest.py FILE

Two processes of their own: one ingests the first tenth of the file, one the whole of it. While the second works, a
third answers 20 lookups a second from the same database, on the papers of the demo, which were there before.
"""

import asyncio
import gc
import json
import multiprocessing
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final

from bot import sources
from bot.app import open_app
from bot.ingest import bring, ingest
from config.settings import Settings, load

DEMO: Final = Path(__file__).parents[1] / "bot" / "demo" / "landmarks.json"
EVERY_S: Final = 0.05  # between two lookups
PROBE_S: Final = 0.001  # between two looks at how late the event loop is


def settings_in(folder: str) -> Settings:
    """Settings with everything in that folder, whatever the environment says."""
    return load(env_file=None, PAPERBOT_DATA_DIR=folder)


async def ingested(folder: str, file: Path, most: int | None) -> dict[str, float]:
    """Ingests the first ``most`` readings of a file, or all."""
    async with open_app(settings_in(folder)) as app, own_memory() as own:
        cpu, wall = time.process_time(), time.monotonic()
        stream = islice(sources.read(file), most)
        report = await bring(app.store, app.index, [(file.name, stream)])
        cpu, wall = time.process_time() - cpu, time.monotonic() - wall
    papers = report.added + report.updated + report.duplicates
    return {"papers": papers, "cpu": cpu, "wall": wall, "peak": peak_mb(), "own": max(own)}


@asynccontextmanager
async def own_memory() -> AsyncIterator[list[float]]:
    """The process's own memory in MB, looked at ten times a second, without files that are mapped; Linux alone tells.

    Mapped pages of the index count as resident while they are read, but the system takes them back when it likes.
    """
    seen = [0.0]

    async def look() -> None:
        while True:
            for line in Path("/proc/self/status").read_text().splitlines():  # noqa: ASYNC240 - takes microseconds
                if line.startswith("RssAnon:"):
                    seen.append(int(line.split()[1]) * 1024 / 1e6)  # noqa: PERF401 - one line of many
            await asyncio.sleep(0.1)

    looking = asyncio.create_task(look()) if sys.platform == "linux" else None
    try:
        yield seen
    finally:
        if looking is not None:
            looking.cancel()


async def looked_up(folder: str, stop: Path) -> dict[str, Any]:
    """Looks up 20 papers a second until there is a file ``stop``."""
    titles = [paper["title"] for paper in json.loads(DEMO.read_bytes())]
    took: list[float] = []
    late: list[
        tuple[float, float, float]
    ] = []  # s: of wall, and of CPU of the loop's thread and of all threads
    wrong: list[str] = []

    async def look(title: str) -> None:
        begun = time.perf_counter()
        try:
            found = await app.engine.find(title)
            if not found.sure:  # which paper is first may change: the file may hold the same ones
                wrong.append(title)
        except Exception as error:  # noqa: BLE001 - whatever it is, it counts
            wrong.append(repr(error))
        took.append(time.perf_counter() - begun)

    async def probe() -> None:
        while True:
            begun, loops, whole = time.perf_counter(), time.thread_time(), time.process_time()
            await asyncio.sleep(PROBE_S)
            cpu = time.thread_time() - loops, time.process_time() - whole
            late.append((time.perf_counter() - begun - PROBE_S, *cpu))

    async with open_app(settings_in(folder)) as app:
        await app.engine.find(titles[0])
        gc.freeze()  # as the console does when all is loaded
        probing = asyncio.create_task(probe())
        async with asyncio.TaskGroup() as group:
            number = 0
            while not stop.exists():  # noqa: ASYNC240 - takes microseconds
                group.create_task(look(titles[number % len(titles)]))
                number += 1
                await asyncio.sleep(EVERY_S)
        probing.cancel()
    return {"took": took, "late": max(late), "busy": max(cpu for _, cpu, _ in late), "wrong": wrong}


async def prepared(folder: str) -> None:
    """Ingests the papers of the demo."""
    async with open_app(settings_in(folder)) as app:
        await ingest(app.store, app.index, [DEMO])


def peak_mb() -> float:
    """The most memory this process has had, in MB; Linux counts in KiB, macOS in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e6 / 1024)


def alone(work: Callable[..., Any], *args: Any) -> Any:
    """What an async function gives in a process of its own."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(run, work, *args).result()


def run(work: Callable[..., Any], *args: Any) -> Any:
    """The same in this process."""
    return asyncio.run(work(*args))


def main(file: Path) -> None:
    """Measures, and prints a table."""
    with tempfile.TemporaryDirectory() as folder:
        alone(prepared, folder)
        stop = Path(folder) / "stop"
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            looking = pool.submit(run, looked_up, folder, stop)
            whole = alone(ingested, folder, file, None)
            stop.touch()
            lookups = looking.result()
    with tempfile.TemporaryDirectory() as folder:
        tenth = alone(ingested, folder, file, int(whole["papers"]) // 10)
    print(f"{'':<12} {'papers':>8} {'a CPU s':>9} {'a wall s':>9} {'peak MB':>9} {'own MB':>9}")
    for name, one in (("first tenth", tenth), ("whole file", whole)):
        papers = one["papers"]
        print(
            f"{name:<12} {papers:>8.0f} {papers / one['cpu']:>9.0f} {papers / one['wall']:>9.0f} {one['peak']:>9.0f} {one['own']:>9.0f}"
        )
    took = sorted(lookups["took"])
    p50, p99 = statistics.median(took), took[int(0.99 * len(took))]
    print(
        f"\npeak, whole against tenth: {whole['peak'] / tenth['peak']:.2f}, own {whole['own'] / tenth['own']:.2f}"
    )
    print(f"meanwhile {len(took)} lookups: p50 {1000 * p50:.1f} ms, p99 {1000 * p99:.1f} ms")
    print(f"wrong or failed: {len(lookups['wrong'])} {lookups['wrong'][:3] or ''}")
    held, mine, ours = (1000 * seconds for seconds in lookups["late"])
    print(
        f"event loop held at most {held:.0f} ms, of which its thread worked {mine:.0f} and the process {ours:.0f}"
    )
    print(f"its thread worked at most {1000 * lookups['busy']:.0f} ms at a time")
    if hasattr(os, "getloadavg"):
        print(f"load of the machine, last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
