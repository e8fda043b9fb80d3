"""What is loaded is no garbage."""

import gc

import pytest

from bot.loading import loading


def test_what_is_loaded_is_not_looked_through_again() -> None:
    before = gc.get_freeze_count()
    try:
        with loading():
            assert not gc.isenabled()
            held = [[number] for number in range(1_000)]
        assert gc.isenabled()
        assert gc.get_freeze_count() >= before + len(held)
    finally:
        gc.unfreeze()


def test_an_import_that_fails_leaves_garbage_looked_for() -> None:
    with pytest.raises(ImportError), loading():
        raise ImportError
    assert gc.isenabled()
    gc.unfreeze()
