"""How many abstracts without titles find their own titles, and how many a wrong one.

    .venv/bin/python benchmarks/linking.py FILE [VENUE ...]

Of each conference in the file (or of those named, such as ICLR2018) every fourth paper loses its abstract, every fourth
its title, and the others are taken apart: what was taken apart is to be linked again, and nothing else.
"""

import random
import sys
import time
from collections import defaultdict
from pathlib import Path

from corpus import SEED

from bot import sources
from bot.linking import Linker
from bot.merging import merge
from bot.models import Paper, Reading, Source
from bot.witness import witness

LEAST = 500  # papers of a conference: with fewer, little is known of how common its words are
LONG = 300  # characters of an abstract


def conferences(file: Path) -> dict[str, list[Reading]]:
    """The readings of the file with title and abstract, by venue and year, each title once."""
    found: dict[str, dict[str, Reading]] = defaultdict(dict)
    for one in sources.read(file):
        if isinstance(one, Reading) and one.title and len(one.abstract) > LONG:
            found[f"{one.venue}{one.year}"].setdefault(one.title.casefold(), one)
    return {name: list(some.values()) for name, some in found.items()}


def alone(seq: int, **said: str) -> Paper:
    """A paper of which only this is known."""
    return merge([witness(Reading(source=Source("", "record", seq), venue="ALL", year=2026, **said))], seq)


def main(file: Path, names: list[str]) -> None:
    """Measures, and prints a table."""
    print(
        f"{'':<16} {'abstracts':>9} {'titles':>7} {'of one paper':>12} {'found':>6} {'wrong':>6} {'CPU s':>6}"
    )
    total = [0, 0, 0]
    for name, readings in sorted(conferences(file).items()):
        if name not in names if names else len(readings) < LEAST:
            continue
        random.Random(SEED).shuffle(readings)
        untitled = [alone(at, abstract=one.abstract) for at, one in enumerate(readings) if at % 4 != 1]
        titled = [alone(-at - 1, title=one.title) for at, one in enumerate(readings) if at % 4 != 2]
        began = time.process_time()
        linker = Linker(untitled)
        linker.add(titled)
        links = linker.links()
        spent = time.process_time() - began
        right = sum(one.titled == -one.untitled - 1 for one in links)
        whole = sum(at % 4 in (0, 3) for at in range(len(readings)))
        total = [sum(pair) for pair in zip(total, (whole, right, len(links) - right), strict=True)]
        print(
            f"{name:<16} {len(untitled):>9} {len(titled):>7} {whole:>12} {right:>6} {len(links) - right:>6} {spent:>6.1f}"
        )
    print(f"{'all':<16} {'':>9} {'':>7} {total[0]:>12} {total[1]:>6} {total[2]:>6}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2:])
