"""What became of a run that changed the corpus, as it is told to the operator."""

from dataclasses import dataclass
from typing import Any

from bot.locale import Words
from bot.sources import Skipped


@dataclass(frozen=True, slots=True)
class Report:
    """What an ingest did.

    Attributes:
        added: papers that are new.
        updated: papers known before that changed.
        duplicates: readings that brought nothing new; all readings are added, updated or duplicates.
        skipped: what gave no paper, or only after a repair.
        unreadable: names of files in which no paper could be read.
    """

    added: int = 0
    updated: int = 0
    duplicates: int = 0
    skipped: tuple[Skipped, ...] = ()
    unreadable: tuple[str, ...] = ()

    def to_dict(self, say: Words) -> dict[str, Any]:
        """The console's JSON form."""
        return {
            "added": self.added,
            "updated": self.updated,
            "duplicates": self.duplicates,
            "skipped": [
                {"file": one.file, "place": one.place, "reason": one.say(say)} for one in self.skipped
            ],
        }


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What forgetting a file did.

    Attributes:
        removed: papers that only the file told of.
        updated: papers that others tell of too and that now say something else; where the file said nothing of
            its own, they stay as they are.
    """

    removed: int = 0
    updated: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The console's JSON form."""
        return {"removed": self.removed, "updated": self.updated}
