"""An outbox that looks often for what is owed."""

import pytest

from bot.outbox import draining


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draining, "POLL_S", 0.1)
