"""``make torture``: the long form of every subject in this folder, or of those named; prints what was counted.

A subject is a file with ``def run(*, long: bool) -> Counts``, which raises AssertionError where a promise is broken.
``--short`` runs the form that the tests run.
"""

import subprocess
import sys
import time

from tests.torture.counts import line, play, subjects


def main(arguments: list[str]) -> int:
    """One subject in this process, several in one of its own each; 0 when all promises were kept."""
    options = [one for one in arguments if one.startswith("-")]
    named = [one for one in arguments if not one.startswith("-")] or subjects()
    if len(named) > 1:
        runs = [subprocess.run([sys.executable, "-m", "tests.torture", *options, one]) for one in named]  # noqa: S603, PLW1510 - ourselves
        return max(run.returncode for run in runs)
    began = time.monotonic()
    counts = play(named[0], long="--short" not in options)
    print(f"{line(named[0], counts)} ({time.monotonic() - began:.0f} s)", flush=True)  # noqa: T201 - for people
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
