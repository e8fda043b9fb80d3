"""Disks that are full at any byte, torn files, and copies that are put back later: nothing is lost or doubled."""

import asyncio
import multiprocessing
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from bot.errors import StoreError
from bot.store import Store
from tests import outbox_child
from tests.torture import disk_child
from tests.torture.counts import Counts
from tests.torture.stage import PLATFORMS, Server, all_sent, lost_and_doubled, owe, serving, settings_for

SECONDS: Final[dict[str, Any]] = {"send_timeout_s": 5, "lease_s": 20, "reconcile_wait_s": 1}
PIECE: Final = 2048  # bytes; half of a page
PIECES: Final = 60  # of room, one after the other: three posts write less
POSTS: Final = 3
BACK_S: Final = 5.0
AGO_S: Final = 60  # since when what is owed is due
AT_ONCE: Final = 6


def run(*, long: bool) -> Counts:
    """All of them, on both platforms."""
    return asyncio.run(_all(long=long))


async def _all(*, long: bool) -> Counts:
    full, copies, torn, backs = 0, 0, 0, list[float]()
    for platform in PLATFORMS:
        rooms = range(0, PIECES * PIECE, PIECE if long else PIECES * PIECE // 6)
        games = [_a_game(partial(_full, platform, room)) for room in rooms]
        backs += await _few_at_once(games)
        full += len(games)
        copies += await _a_game(partial(_copied, platform, 12 if long else 3))
        torn += await _a_game(partial(_torn, platform))
    assert not long or max(backs) < BACK_S, f"back after {max(backs):.1f} s"
    slowest = round(1000 * max(backs))
    return {
        "full disks": full,
        "ms until all is sent": slowest,
        "copies put back": copies,
        "torn files": torn,
        "lost or doubled": 0,
    }


async def _a_game(play: Callable[[Path], Awaitable[Any]]) -> Any:
    """Plays in a folder of its own."""
    with TemporaryDirectory(prefix="paperbot-", ignore_cleanup_errors=True) as folder:
        return await play(Path(folder))


async def _few_at_once(games: Sequence[Awaitable[float]]) -> list[float]:
    hands = asyncio.Semaphore(AT_ONCE)

    async def played(game: Awaitable[float]) -> float:
        async with hands:
            return await game

    return await asyncio.gather(*map(played, games))


async def _full(platform: str, room: int, folder: Path) -> float:
    """The disk takes ``room`` more bytes; seconds from when it takes more until all was sent."""
    texts = [f"Turnips {number}" for number in range(POSTS)]
    async with serving(platform) as server:
        await _owed(folder, platform, texts)
        hears, tells = multiprocessing.Pipe(duplex=False)
        given = settings_for(server, database=_url(folder), **SECONDS)
        full = {"room": room, "full_s": 1.5, "told": tells}
        child = outbox_child.CHILDREN.Process(
            target=disk_child.run, args=(platform, folder, given), kwargs=full
        )
        child.start()
        await asyncio.to_thread(child.join)
        # Its exit code is not asked for: two threads that ask at once take it from each other.
        back_s = float(hears.recv()) if hears.poll() else disk_child.PATIENCE_S
        assert back_s < disk_child.PATIENCE_S, (
            f"not all was sent after a disk that was full after {room} bytes"
        )
        assert lost_and_doubled(server, texts) == (0, 0), f"full after {room} bytes"
        return back_s


async def _copied(platform: str, posts: int, folder: Path) -> int:
    """The disk is copied at each post, while the platform takes it; each copy is put back when all was sent."""
    texts, copies = [f"Turnips {number}" for number in range(posts)], list[Path]()
    home = folder / "home"
    async with serving(platform) as server:
        await _owed(home, platform, texts)

        def copy() -> None:
            copies.append(folder / f"copy{len(copies)}")
            shutil.copytree(home, copies[-1], ignore=shutil.ignore_patterns("*-shm", "index"))

        server.on_post = copy
        await _all_sent_from(server, platform, home)
        server.on_post = None
        assert len(copies) == posts
        await asyncio.gather(*(_all_sent_from(server, platform, copy) for copy in copies))
        assert lost_and_doubled(server, texts) == (0, 0), "after a copy of the disk was put back"
    return len(copies)


async def _torn(platform: str, folder: Path) -> int:
    """A torn database is refused with what to do; its backup, put back, doubles nothing that was sent since."""
    texts, path = [f"Turnips {number}" for number in range(POSTS)], folder / "paperbot.db"
    torn = 0
    async with serving(platform) as server:
        await _owed(folder, platform, texts)
        backup = Path(shutil.copy(path, folder / "backup.db"))
        await _all_sent_from(server, platform, folder)
        for damage in (_half, _a_page):
            damage(path)
            with pytest.raises(StoreError, match="put your last backup in its place"):
                await _checked(folder)
            _put_back(backup, path)
            await _all_sent_from(server, platform, folder)
            assert lost_and_doubled(server, texts) == (0, 0), "after a backup was put back"
            torn += 1
    return torn


async def _checked(folder: Path) -> None:
    store = await Store.open(_url(folder))
    try:
        await store.outbox.check()
    finally:
        await store.close()


def _put_back(backup: Path, path: Path) -> None:
    for rest in path.parent.glob(f"{path.name}*"):
        rest.unlink()
    shutil.copy(backup, path)


async def _owed(folder: Path, platform: str, texts: list[str]) -> None:
    store = await Store.open(_url(folder))
    await owe(store, platform, texts, len(texts), ago_s=AGO_S)
    await store.close()


async def _all_sent_from(server: Server, platform: str, folder: Path) -> None:
    """A process posts from that database until nothing is owed; leases of others have run out."""
    with closing(sqlite3.connect(folder / "paperbot.db")) as database, database:
        database.execute("UPDATE deliveries SET lease_until = 1 WHERE lease_until > 1")
    store = await Store.open(_url(folder))
    child = outbox_child.started(platform, folder, settings_for(server, database=_url(folder), **SECONDS))
    try:
        await all_sent(store, 120)
    finally:
        child.terminate()
        await asyncio.to_thread(child.join, 15)
        await store.close()


def _half(path: Path) -> None:
    """The file ends in the middle."""
    with suppress(FileNotFoundError):
        path.with_name("paperbot.db-wal").unlink()
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def _a_page(path: Path) -> None:
    """A page of the outbox is noise."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'deliveries'").fetchone()[0]
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xa5" * 4096)


def _url(folder: Path) -> str:
    return f"sqlite:///{folder / 'paperbot.db'}"
