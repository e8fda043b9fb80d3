"""No text brings a database down: neither NUL nor half a UTF-16 pair, wherever it comes from."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot import sources
from bot.ingest import bring
from bot.message import Message
from bot.models import Identifier, Place, Source
from bot.store import Store
from bot.store.texts import storable, to_json
from bot.subscriptions import Subscription
from tests.make import a_reading

NOW = datetime(2026, 1, 1, tzinfo=UTC)
BAD, MENDED = "tur\0nip \ud83c", "tur\ufffdnip \ufffd"
MENDED_BY_JSON = "tur\0nip \ufffd"  # NUL can stand in JSON, escaped
HERE = Place("slack", "T\0", "C\udc00")


@pytest.mark.parametrize(
    ("text", "stored"), [("", ""), ("größer ∞", "größer ∞"), (BAD, MENDED), ("\ud83c\udf31", "\ufffd\ufffd")]
)
def test_only_what_no_database_takes_is_changed(text: str, stored: str) -> None:
    assert storable(text) == stored


def test_json_holds_nul_as_it_is_and_replaces_halves() -> None:
    assert to_json({"a": ["\0ü"]}) == '{"a":["\\u0000ü"]}'
    assert to_json({"a": [BAD, 1, None]}) == '{"a":["tur\\u0000nip \ufffd",1,null]}'
    with pytest.raises(TypeError):
        to_json(object())


async def test_papers_with_such_text_are_stored_once_and_can_be_read(store: Store) -> None:
    reading = a_reading(
        source=Source(f"{BAD}.json", "record", 0),
        title=BAD,
        abstract=BAD * 20,
        authors=(BAD,),
        identifiers=(Identifier("doi", "10.1000/tur\0nip"),),
    )
    for _ in range(2):
        await bring(store, None, [("list.json", iter([reading]))])
    ((paper,),) = [batch async for batch in store.everything()]
    assert (paper.title, paper.authors) == ("turnip \ufffd", (MENDED_BY_JSON,))
    assert await store.identified(Identifier("doi", "10.1000/tur\0nip")) == (paper,)
    assert await store.files() == (f"{MENDED}.json",)
    assert await store.paper(BAD) is None


def oddly_named(folder: Path) -> Path:
    path = Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.json"))
    path.write_text('[{"title": "Turnips", "abstract": "We grow turnips."}]')
    return path


async def test_a_file_whose_name_is_not_utf8_is_known_when_it_comes_again(
    store: Store, tmp_path: Path
) -> None:
    path = oddly_named(tmp_path)
    first = await bring(store, None, [("list", sources.read(path))])
    again = await bring(store, None, [("list", sources.read(path))])
    assert (first.added, again.added, again.duplicates) == (1, 0, 1)
    assert await store.files() == ("caf\ufffd.json",)


async def test_keys_and_what_people_write_can_be_kept_and_asked_for(store: Store) -> None:
    await store.remember({"query": BAD}, BAD, NOW + timedelta(days=1))
    assert await store.recall(BAD, NOW) == {"query": MENDED_BY_JSON}
    assert await store.claim(BAD, NOW, timedelta(days=1))
    assert not await store.claim(BAD, NOW, timedelta(days=1))
    await store.release(BAD)
    assert await store.claim(BAD, NOW, timedelta(days=1))
    one = Subscription(id=BAD, place=HERE, query=BAD, owner=BAD, created=NOW, heard=NOW)
    await store.subscriptions.add(one)
    (kept,) = await store.subscriptions.of_place(HERE)
    assert kept.query == MENDED
    assert await store.subscriptions.get(BAD) == kept


async def test_what_is_owed_can_say_anything(store: Store) -> None:
    assert await store.outbox.owe(BAD, HERE, "post", Message(BAD, private=False), now=NOW)
    assert not await store.outbox.owe(BAD, HERE, "post", Message(BAD, private=False), now=NOW)
    (one,) = await store.outbox.due("slack", 1)
    assert one.message.text == MENDED_BY_JSON
