import pytest

from bot import stopwatch
from bot.stopwatch import Stopwatch


def test_pieces_of_work_are_added_up_and_waiting_between_them_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter((1.0, 1.25, 9.0, 9.5))
    monkeypatch.setattr(stopwatch, "perf_counter", lambda: next(now))
    watch = Stopwatch()
    with watch:
        pass
    assert watch.timing(str.upper)("a") == "A"
    assert watch.ms == 750
