"""What a source yields besides readings: faults, and where they stand."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.locale import Value, Words
from bot.models import Reading


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one part of a file: a sentence in the catalogues and what it tells of."""

    key: str
    told: Mapping[str, Value] = field(default_factory=dict)

    def at(self, file: str, place: str = "") -> "Skipped":
        """The same, with the place it was met at."""
        return Skipped(file, place, self.key, self.told)


@dataclass(frozen=True, slots=True)
class Skipped:
    """One part of a file, or all of it, that gave no paper, or that gave one only after a repair.

    Attributes:
        file: the file's name, without its folder.
        place: ``paragraph 3``, ``record 17``, ``line 5``, counted as the format counts (see Source;
            lines from 1); empty for the whole file.
        key: the sentence that says what is wrong and, where a person can mend it, how.
        told: what the sentence tells of; hostile text until rendered.
    """

    file: str
    place: str
    key: str
    told: Mapping[str, Value] = field(default_factory=dict)

    def say(self, say: Words) -> str:
        """The sentence, in that language."""
        return say(self.key, **self.told)


class Unreadable(Exception):  # noqa: N818 - what happened, as OSError and EOFError say it
    """The bytes of a file stop coming; carries the fault to report."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.key)
        self.fault = fault


Item = Reading | Skipped
