import asyncio
import sys
from datetime import UTC, datetime, timedelta

from bot.store import Store

NOW = datetime(2026, 12, 1, 10, 30, tzinfo=UTC)
DAY = timedelta(days=1)

CLAIMS_ALL = """
import asyncio, sys
from datetime import UTC, datetime, timedelta
from bot.store import Store

async def main() -> None:
    store = await Store.open(sys.argv[1])
    now, keep = datetime(2026, 12, 1, tzinfo=UTC), timedelta(days=1)
    for key in range(60):
        if await store.claim(str(key), now, keep):
            print(key)
    await store.close()

asyncio.run(main())
"""


async def test_what_is_remembered_is_recalled_until_its_time_is_over(store: Store) -> None:
    data = {"name": "find", "args": {"query": "turnips „größer“"}}
    await store.remember(data, "key", NOW + DAY)
    assert await store.recall("key", NOW) == data
    assert await store.recall("key", NOW + DAY) is None
    assert await store.recall("another", NOW) is None


async def test_remembering_again_keeps_longer_and_never_shorter(store: Store) -> None:
    await store.remember({"a": 1}, "key", NOW + 2 * DAY)
    await store.remember({"a": 1}, "key", NOW + DAY)
    assert await store.recall("key", NOW + DAY) == {"a": 1}
    await store.remember({"a": 1}, "key", NOW + 3 * DAY)
    assert await store.recall("key", NOW + 2 * DAY) == {"a": 1}


async def test_a_key_is_claimed_once_until_it_expires_or_is_given_back(store: Store) -> None:
    assert await store.claim("share", NOW, DAY)
    assert not await store.claim("share", NOW + DAY / 2, DAY)
    assert await store.claim("another", NOW, DAY)
    await store.release("share")
    assert await store.claim("share", NOW + DAY / 2, DAY)
    assert await store.claim("share", NOW + 2 * DAY, DAY)


async def test_claims_at_once_in_one_process_have_one_winner(store: Store) -> None:
    won = await asyncio.gather(*(store.claim("share", NOW, DAY) for _ in range(20)))
    assert sum(won) == 1


async def test_claims_in_several_processes_have_one_winner_each(store: Store, url: str) -> None:
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", CLAIMS_ALL, url, stdout=asyncio.subprocess.PIPE
        )
        for _ in range(3)
    ]
    won = [(await process.communicate())[0].decode().split() for process in processes]
    assert sorted(int(key) for keys in won for key in keys) == list(range(60))
