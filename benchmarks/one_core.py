"""Building as an ingest does it, and on one core, so that peers with and without threads compare."""

import gc
import os


def on_one_core() -> None:
    """Keeps this process to one core, where the system can, and what it holds by now out of garbage collection.

    Two threads on two halves of a core slow each other down, and an ingest does not hold the papers that a benchmark
    does.
    """
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    gc.freeze()
