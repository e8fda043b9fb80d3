"""The short form of the subjects that mostly wait: all of them at once, beside the others, which compute."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from tests.torture.counts import WAITING, Counts, line, play


@pytest.fixture(scope="module")
def together() -> Iterator[Mapping[str, Future[Counts]]]:
    """What they count; all of them begin with the first that is asked for."""
    with ThreadPoolExecutor(len(WAITING)) as threads:
        yield {one: threads.submit(play, one, long=False) for one in WAITING}


@pytest.mark.parametrize("subject", WAITING)
def test_promises_are_kept_while_others_wait(
    subject: str,
    together: Mapping[str, Future[Counts]],
    record_property: Callable[[str, object], None],
) -> None:
    record_property("torture", line(subject, together[subject].result()))
