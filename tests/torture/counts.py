"""The subjects of this folder, what they count, and how that is told."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Final

Counts = Mapping[str, int]

WAITING: Final = ("disk", "kills", "limits", "pairs", "takeover")
"""Subjects that mostly wait for other processes."""
ALONE: Final = "steps"
"""A subject that asks for exit codes, which whoever waits beside it in another thread may take from it."""

HERE = Path(__file__).parent


def subjects() -> list[str]:
    """Every file here that has a run(), by name; those of child processes are not asked for by themselves."""
    files = sorted(
        one for one in HERE.glob("*.py") if not one.match("test_*") and not one.match("*_child.py")
    )
    return [path.stem for path in files if "\ndef run(" in path.read_text("utf-8")]


def play(subject: str, *, long: bool) -> Counts:
    """What the subject counted.

    Raises:
        AssertionError: a promise is broken.
    """
    counts: Counts = import_module(f"tests.torture.{subject}").run(long=long)
    return counts


def line(subject: str, counts: Counts) -> str:
    """One line for people: ``kills: 1,000 kills, 10,000 owed, 0 lost, 0 doubled``."""
    return f"{subject}: " + ", ".join(f"{number:,} {what}" for what, number in counts.items())
