"""What is held, failed or gone, as an operator sees and mends it."""

import asyncio
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.cli import main
from bot.message import Message
from bot.models import Place
from bot.store import Store
from bot.store.tables import deliveries

HERE = Place("slack", "T1", "C1")
LOOK = "Nobody could tell whether a held one arrived: look into its channel first."
MEND = "paperbot outbox retry NUMBER sends one after all, paperbot outbox drop NUMBER never does."


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAPERBOT_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


def stuck(data: Path, state: str, reason: str) -> None:
    """One message that is owed to a channel, and is in that state."""

    async def run() -> None:
        store = await Store.open(f"sqlite:///{data / 'paperbot.db'}")
        said = Message("Growing Turnips\nwith Transformers", private=False)
        assert await store.outbox.owe("k", HERE, "digest", said, now=datetime.now(UTC))
        async with store._database.write() as connection:
            await connection.execute(update(deliveries).values(state=state, error=reason, attempts=1))
        await store.close()

    asyncio.run(run())


@pytest.fixture
def outbox(
    data: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """What ``paperbot outbox`` prints, or the sentence with which it refuses."""

    def run(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["paperbot", "outbox", *words])
        capfd.readouterr()
        with suppress(SystemExit):
            main()
        found = capfd.readouterr()
        return found.out or found.err

    return run


@pytest.mark.parametrize(
    ("state", "reason", "line"),
    [
        (
            "held",
            "missing_scope",
            "1 held for you to decide: digest for slack/T1/C1: Growing Turnips (missing_scope)",
        ),
        ("dead", "invalid_blocks", "1 given up: digest for slack/T1/C1: Growing Turnips (invalid_blocks)"),
        ("gone", "is_archived", "1 its place is gone: digest for slack/T1/C1: Growing Turnips (is_archived)"),
    ],
)
def test_what_is_stuck_is_shown_with_its_reason_and_how_to_mend_it(
    data: Path, outbox: Callable[..., str], state: str, reason: str, line: str
) -> None:
    stuck(data, state, reason)
    look_first = [LOOK] if state == "held" else []
    assert outbox().splitlines() == [line, *look_first, MEND]
    (told,) = json.loads(outbox("--json"))
    assert (told["state"], told["error"], told["attempts"]) == (state, reason, 1)
    assert outbox("retry", "1") == "1 will be sent.\n"
    assert MEND not in outbox()


@pytest.mark.parametrize(
    ("reason", "why"),
    [
        ("withdrawn", "not sent, since its papers were withdrawn"),
        ("forgotten", "not sent, since its papers are no longer in the corpus"),
    ],
)
def test_what_has_nothing_left_to_tell_of_is_never_sent(
    data: Path, outbox: Callable[..., str], reason: str, why: str
) -> None:
    stuck(data, "dead", reason)
    assert outbox() == f"1 {why}: digest for slack/T1/C1: Growing Turnips\n"
    assert outbox("retry", "1") == (
        f"1 stays {why}: nothing is left in it to tell of. "
        "paperbot post --place PLACE PAPER posts another paper by hand.\n"
    )
    (told,) = json.loads(outbox("--json"))
    assert (told["state"], told["error"]) == ("dead", reason)


def test_what_is_dropped_is_never_sent_and_stays_to_be_seen(data: Path, outbox: Callable[..., str]) -> None:
    stuck(data, "held", "missing_scope")
    assert outbox("drop", "1") == "1 will never be sent.\n"
    assert "dropped" in outbox()
