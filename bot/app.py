"""The composition root: ``async with open_app(settings) as app``."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.engine import Engine
from bot.lookup import Index
from bot.meaning import Meaning, installed
from bot.store import Store
from config.settings import Settings

SERVING_PATIENCE_S = 0.05  # a lookup in chat does not wait longer for the index


@dataclass(frozen=True, slots=True)
class App:
    """The whole bot without a face.

    Attributes:
        settings: those in force.
        engine: answers.
        store: the database, for the console.
        index: what finds papers, for the console.
        meaning: what finds them by meaning; None where that is not installed or not wanted.
    """

    settings: Settings
    engine: Engine
    store: Store
    index: Index
    meaning: Meaning | None


@asynccontextmanager
async def open_app(
    settings: Settings, *, patience_s: float | None = SERVING_PATIENCE_S, migrate: bool = False
) -> AsyncIterator[App]:
    """The bot with its database and index open.

    Args:
        settings: where everything is.
        patience_s: see Engine.
        migrate: see Store.open.

    Raises:
        StoreError: the database cannot be used; the sentence says what to do.
    """
    store = await Store.open(settings.database_url, migrate=migrate)
    try:
        index = Index.open(settings.data_dir / "index")
        try:
            encoder = installed() if settings.meaning else None
            meaning = Meaning(settings.data_dir / "meaning", encoder) if encoder else None
            engine = Engine(store, index, patience_s=patience_s, timezone=settings.timezone, meaning=meaning)
            try:
                yield App(settings, engine, store, index, meaning)
            finally:
                await engine.close()
        finally:
            index.close()
    finally:
        await store.close()
