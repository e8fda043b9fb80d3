"""The short form of the subjects of this folder that compute; ``make torture`` runs the long one of all."""

from collections.abc import Callable

import pytest

from tests.torture.counts import ALONE, WAITING, line, play, subjects


@pytest.mark.parametrize("subject", [one for one in subjects() if one not in (*WAITING, ALONE)])
def test_promises_are_kept_under_torture(
    subject: str, record_property: Callable[[str, object], None]
) -> None:
    record_property("torture", line(subject, play(subject, long=False)))
