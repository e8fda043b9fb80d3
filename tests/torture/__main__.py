"""``make torture``: the long form of every subject in this folder, or of those named; prints what was counted.

A subject is a file with ``def run(*, long: bool) -> Counts``, which raises AssertionError where a promise is broken.
``--short`` runs the form that the tests run.
"""

import argparse
import subprocess
import sys
import time

from tests.torture.counts import line, play, subjects


def main(arguments: list[str]) -> int:
    """One subject in this process, several in one of its own each; 0 when all promises were kept."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture")
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=", ".join(subjects()))
    parser.add_argument("--short", action="store_true", help="the form that the tests run")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.subjects) - set(subjects()):
        parser.error(f"there is no subject {', '.join(sorted(unknown))}")
    options, named = ["--short"] if asked.short else [], asked.subjects or subjects()
    if len(named) > 1:
        runs = [subprocess.run([sys.executable, "-m", "tests.torture", *options, one]) for one in named]  # noqa: S603, PLW1510 - ourselves
        return max(run.returncode for run in runs)
    began = time.monotonic()
    counts = play(named[0], long=not asked.short)
    print(f"{line(named[0], counts)} ({time.monotonic() - began:.0f} s)", flush=True)  # noqa: T201 - for people
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
