"""What every test may use, and what is told after all of them."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("no clock", deadline=None)  # a busy machine is no fault of ours
settings.load_profile("no clock")

TOLD = "torture"  # the property under which a test keeps a line for people


@pytest.hookimpl
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the tortures first: a file is run by one process, and theirs, begun last, would be waited for."""
    items.sort(key=lambda item: "torture" not in item.path.parts)


@pytest.hookimpl
def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Tells what the short forms of the tortures counted."""
    reports = [one for found in terminalreporter.stats.values() for one in found]
    lines = [told for one in reports for told in _told(one)]
    if lines:
        terminalreporter.section("torture, short form")
        for told in sorted(lines):
            terminalreporter.line(told)


def _told(report: Any) -> Iterator[str]:
    if getattr(report, "when", "") == "call":
        yield from (str(told) for name, told in getattr(report, "user_properties", ()) if name == TOLD)
