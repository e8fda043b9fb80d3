"""The short form of the death at every step: it asks for exit codes, so nobody else may wait for children meanwhile."""

from collections.abc import Callable

from tests.torture.counts import ALONE, line, play


def test_death_at_every_step_breaks_no_promise(record_property: Callable[[str, object], None]) -> None:
    record_property("torture", line(ALONE, play(ALONE, long=False)))
