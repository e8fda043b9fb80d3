"""How often Discord has refused us of late; it bans whoever is refused too often.

10,000 answers of 401, 403 or 429 in ten minutes ban the address (Discord's rate limits, "Invalid Request Limit").
"""

from collections import deque
from typing import Final

REFUSED: Final = frozenset({401, 403, 429})
WINDOW_S: Final = 600.0
MOST: Final = 80  # in one window; ours: whatever is wrong then, more requests do not mend it


class Refusals:
    """Counts refusals. Moments are in seconds, of a clock that only goes forward."""

    def __init__(self) -> None:
        self._at: deque[float] = deque(maxlen=MOST)

    def note(self, at: float) -> None:
        """One more."""
        self._at.append(at)

    def wait_s(self, at: float) -> float:
        """Seconds for which nothing shall be asked; 0 while few were refused."""
        return max(0.0, self._at[0] + WINDOW_S - at) if len(self._at) == MOST else 0.0
