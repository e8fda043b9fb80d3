"""What an operator names -> the files to read."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from bot.errors import UserError

# Only to choose within folders, where README files and pictures stand beside lists. A file that is named
# itself is read whatever its name, and no format is ever told from it.
SUFFIXES = frozenset((".txt", ".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".bib", ".ris", ".gz"))


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files, each once: as named, and those of folders sorted, at any depth, without hidden ones.

    Raises:
        UserError: a path is not there, or a folder holds nothing that may be a source; nothing has been
            yielded then.
    """
    found: dict[str, Path] = {}
    for path in paths:
        if path.is_dir():
            inside = sorted(_inside(path))
            if not inside:
                raise UserError("source-folder-without", path=str(path))
        elif os.path.lexists(path):
            inside = [path]
        else:
            raise UserError("source-missing", path=str(path))
        for file in inside:
            found.setdefault(os.path.realpath(file), file)
    return iter(found.values())


def _inside(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder, onerror=_refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            file = Path(parent, name)
            if not name.startswith(".") and file.suffix.lower() in SUFFIXES and file.is_file():
                yield file


def _refuse(error: OSError) -> None:
    raise UserError("source-folder-forbidden", path=str(error.filename)) from error
