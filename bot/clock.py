"""The alarm clock: APScheduler rings a few fixed ticks; all state is in the tables, so two clocks are as one.

The job store is in memory: a tick that was missed is made up for by the next, which looks into the tables.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from apscheduler.job import Job
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.interval import IntervalTrigger

from bot.app import App
from bot.encoding import keep_encoded
from bot.errors import StoreError, UserError
from bot.planning import Rulebook, plan
from bot.running import recover
from bot.stopping import FINISH_S, GIVE_UP_S

log = logging.getLogger("paperbot.clock")

SWEEP: Final = timedelta(hours=1)
TROUBLED: Final = timedelta(seconds=3)  # before the database is tried again after it failed
JUMP_S: Final = (
    120.0  # between ticks, against a clock that only goes forward, that are worth a line in the log
)

Tick = Callable[[], Awaitable[None]]


async def serve(app: App, stop: asyncio.Event) -> None:
    """Plans what is due every few tens of seconds until ``stop`` is set, then finishes the tick in hand."""
    clock = _Clock(app)
    ticks: dict[Tick, timedelta] = {clock.plan: timedelta(seconds=app.settings.tick_s), clock.sweep: SWEEP}
    scheduler = AsyncIOScheduler(timezone=UTC)
    for tick, every in ticks.items():
        clock.jobs[tick] = scheduler.add_job(
            clock.rung,
            IntervalTrigger(seconds=every.total_seconds()),
            args=[tick],
            next_run_time=datetime.now(UTC),
            coalesce=True,
            max_instances=1,
            misfire_grace_time=None,  # late is fine: what is due is in the tables
        )
    scheduler.start()
    # Beside the ticks, for it may take an hour: it ends by itself within a few papers after ``stop``.
    encoding = asyncio.create_task(_encoded(app, stop), name="encoding")
    log.info("the clock runs, every %g s", app.settings.tick_s, extra={"action": "clock"})
    try:
        await stop.wait()
        scheduler.pause()
        await clock.finish()
    finally:
        scheduler.shutdown(wait=False)
        encoding.cancel()
        await asyncio.wait({encoding}, timeout=GIVE_UP_S)


async def _encoded(app: App, stop: asyncio.Event) -> None:
    if app.meaning is not None:
        await keep_encoded(app.store, app.meaning, stop, app.settings.tick_s)


class _Clock:
    def __init__(self, app: App) -> None:
        self._app = app
        self._ringing = asyncio.Lock()
        self._rulebook = Rulebook()
        self._trouble = ""  # the key of the sentence about the database, while there is any
        self.jobs: dict[Tick, Job] = {}
        self._seen: tuple[datetime, float] | None = None

    async def rung(self, tick: Tick) -> None:
        """One tick; whatever happens in it, the next one comes."""
        async with self._ringing:
            try:
                await tick()
            except StoreError as error:
                self._in_trouble(tick, error)
            except Exception:
                log.exception("a tick failed", extra={"action": "fault"})
            else:
                self._trouble = ""

    def _in_trouble(self, tick: Tick, error: StoreError) -> None:
        """Tells an outage once, and looks again soon whether it is over."""
        if error.key != self._trouble:
            log.warning("nothing is planned for now: %s", error, extra={"action": "clock"})
        self._trouble = error.key
        self.jobs[tick].modify(next_run_time=datetime.now(UTC) + TROUBLED)

    async def finish(self) -> None:
        """Waits for the tick in hand; one that takes longer is made up for after the next start."""
        try:
            await asyncio.wait_for(self._ringing.acquire(), FINISH_S)
        except TimeoutError:
            log.warning("a tick did not finish in time", extra={"action": "stop"})

    async def plan(self) -> None:
        """Puts what is due into the outbox."""
        now = datetime.now(UTC)
        self._look_at_the_clock(now)
        for planned in await plan(
            self._app.store, now, walking=self._app.engine.walking, rulebook=self._rulebook
        ):
            if not planned.reason:
                log.info("owed: %s for %s", planned.kind, planned.place.platform, extra={"action": "plan"})

    async def sweep(self) -> None:
        """Finishes what a killed ingest left, and throws away what is no longer kept."""
        try:
            await recover(self._app.store)
        except StoreError:
            raise
        except UserError as running:
            log.info("left alone: %s", running, extra={"action": "clock"})
        await self._app.store.subscriptions.sweep(datetime.now(UTC))
        await self._app.engine.catch_up()

    def _look_at_the_clock(self, now: datetime) -> None:
        steady = asyncio.get_running_loop().time()
        if self._seen is not None:
            before, then = self._seen
            jump_s = (now - before).total_seconds() - (steady - then)
            if abs(jump_s) > JUMP_S:
                log.warning("the system's clock jumped by %d s", jump_s, extra={"action": "clock"})
        self._seen = (now, steady)
