"""The short form of every torture in this folder; ``make torture`` runs the long one."""

from collections.abc import Callable

import pytest

from tests.torture.counts import line, play, subjects


@pytest.mark.parametrize("subject", subjects())
def test_promises_are_kept_under_torture(
    subject: str, record_property: Callable[[str, object], None]
) -> None:
    record_property("torture", line(subject, play(subject, long=False)))
