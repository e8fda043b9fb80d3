"""Files as sources give them, and in short what was read of them."""

from pathlib import Path

from bot.locale import words
from bot.models import Reading
from bot.sources import read


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def told(path: Path) -> list[str]:
    """What was read, in short: a paper's title with its number, or a place and what is wrong there."""
    out = []
    for item in read(path):
        if isinstance(item, Reading):
            out.append(f"{item.source.number}: {item.title}")
        else:
            assert item.file == path.name
            assert item.say(words())
            assert "{" not in item.say(words())
            out.append(f"{item.place}: {item.key}")
    return out
