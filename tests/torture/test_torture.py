"""The short form of every torture in this folder; ``make torture`` runs the long one."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

import pytest

from tests.torture.counts import Counts, line, play, subjects

WAITING: Final = ("disk", "kills", "limits", "pairs", "takeover")  # mostly wait, so they do it all at once


@pytest.fixture(scope="module")
def together() -> Iterator[Mapping[str, Future[Counts]]]:
    """What the subjects that wait count; all of them begin with the first that is asked for."""
    with ThreadPoolExecutor(len(WAITING)) as threads:
        yield {one: threads.submit(play, one, long=False) for one in WAITING}


@pytest.mark.parametrize("subject", [one for one in subjects() if one not in WAITING])
def test_promises_are_kept_under_torture(
    subject: str, record_property: Callable[[str, object], None]
) -> None:
    record_property("torture", line(subject, play(subject, long=False)))


@pytest.mark.parametrize("subject", WAITING)
def test_promises_are_kept_while_others_wait(
    subject: str,
    together: Mapping[str, Future[Counts]],
    record_property: Callable[[str, object], None],
) -> None:
    record_property("torture", line(subject, together[subject].result()))
