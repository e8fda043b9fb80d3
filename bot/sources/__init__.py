"""Where papers come from: files of several formats -> readings, and a report of what gave none."""

import os
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from bot.models import Reading
from bot.sources.detect import detect
from bot.sources.files import files
from bot.sources.stream import chunks, peek
from bot.sources.values import Fault, Item, Skipped, Unreadable

__all__ = ["Skipped", "files", "read"]


def read(path: Path) -> Iterator[Reading | Skipped]:
    """Everything the file says, in its order, as it is read; memory does not grow with the file.

    What is broken is one Skipped at its place and the rest goes on; a file that cannot be read at all is one
    Skipped without a place. Nothing is raised for what a file holds.
    """
    file = os.fsencode(path.name).decode(
        errors="replace"
    )  # the name need not be UTF-8, but is stored and shown
    last: Item | None = None
    try:
        head, stream = peek(chunks(path))
        known = detect(head)
        if isinstance(known, Fault):
            if not head:
                deque(stream, maxlen=0)  # raises where the file is not empty but unreadable
            yield known.at(file)
            return
        for item in known.read(file, stream):
            yield item
            last = item
        if last is None:
            yield Fault("source-no-records").at(file)
    except Unreadable as error:
        yield error.fault.at(file, _after(last))


def _after(last: Item | None) -> str:
    if last is None:
        return ""
    place = last.place if isinstance(last, Skipped) else f"{last.source.kind} {last.source.number}"
    return f"after {place}"
