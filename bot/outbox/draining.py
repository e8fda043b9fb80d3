"""Sends what is owed on one platform: claims, sends or looks, settles; decides nothing."""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Collection
from dataclasses import replace
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Final

import orjson

from bot import buttons
from bot.deliveries import Broken, Delivery, Gone, Look, Outcome, Retry, Unknown
from bot.errors import StoreError
from bot.models import Place
from bot.outbox.owners import tell_owner, tell_silence
from bot.outbox.post import Post
from bot.outbox.states import Timings, next_state, overdue, postponed, step
from bot.stopping import finish
from bot.store import Store

log = logging.getLogger("paperbot.outbox")

AT_ONCE: Final = 8  # places served at the same time by one process
POLL_S: Final = 1.0  # between two looks at the table; each is one short read
TELL_S: Final = 30.0  # between two looks for owners to be told of a place that is gone
TROUBLED_S: Final = 2.0  # before the database is tried again after it failed
DAMAGED_S: Final = 30.0  # before a damaged one is checked again, which reads all of it
JUMP_S: Final = 120.0  # by which the database's clock may run ahead of one that only measures time
DAMAGE: Final = frozenset({"store-damaged", "store-not-ours", "postgres-damaged"})
BUTTON_LIFE: Final = timedelta(days=3650)  # a button works as long as its post is there


async def drain(
    store: Store,
    platform: str,
    post: Post,
    timings: Timings,
    stop: asyncio.Event,
    *,
    team: str = "",
    mended: Collection[str] = (),
) -> None:
    """Sends what is due on a platform until ``stop`` is set, then finishes what is in hand, within 8 s.

    Several may run at once, on one database: each delivery is claimed by one of them. Returns early when
    the platform refuses the bot altogether: nothing is tried again before the next start.

    Args:
        store: open.
        platform: whose deliveries.
        post: the platform's way to post.
        timings: see Timings.
        stop: ends it.
        team: the only one that the platform lets us speak to; empty where it lets us speak to all.
        mended: reasons for which places were gone, and are not since the platform has let the bot in again.
    """
    drain = _Drain(store, platform, post, timings, stop)
    drain.team = team
    drain.mended = mended
    try:
        await drain.run()
    finally:
        await drain.finish()


class _Drain:
    def __init__(
        self, store: Store, platform: str, post: Post, timings: Timings, stop: asyncio.Event
    ) -> None:
        self._store = store
        self._platform = platform
        self._post = post
        self._timings = timings
        self._stop = stop
        self._owner = token_hex(8)
        self._clock = asyncio.get_running_loop().time
        self._tasks: set[asyncio.Task[None]] = set()
        self._refusing: set[str] = set()  # teams that will not have us until the next start
        self._refused = False  # as the whole platform
        self._tell_at = 0.0
        self._seen: tuple[datetime, float] | None = None  # the database's clock, and the one that measures
        self._steady_at = 0.0
        self._troubled = False
        self.team = ""  # see drain()
        self.mended: Collection[str] = ()  # as above
        self._sound = False  # whether the database was found undamaged
        self._next_at = 0.0  # when the next message may be sent
        self._quiet: dict[str, float] = {}  # teams, or "" for all, and until when they are left in peace
        self._look_at = 0.0  # when the next may be looked for that was never sent
        self._looked: set[int] = (
            set()
        )  # kept nowhere else: a backup may be as old as the moment between look and post
        self._begun: datetime | None = None  # by the database's clock

    async def run(self) -> None:
        stopped = asyncio.create_task(self._stop.wait())
        try:
            while not self._ended:
                pause_s = POLL_S
                try:
                    await self._begin()
                    self._troubled = False
                except StoreError as error:
                    pause_s = self._in_trouble(error)
                await asyncio.wait(
                    {stopped, *self._tasks}, timeout=pause_s, return_when=asyncio.FIRST_COMPLETED
                )
        finally:
            stopped.cancel()

    def _in_trouble(self, error: StoreError) -> float:
        """Tells of an outage once; seconds until the next try. A damaged database is not trusted before a check."""
        damaged = error.key in DAMAGE
        if not self._troubled or (damaged and self._sound):
            log.warning("nothing is sent for now: %s", error, extra={"action": "outbox"})
        self._troubled, self._sound = True, self._sound and not damaged
        return DAMAGED_S if damaged else TROUBLED_S

    @property
    def _ended(self) -> bool:
        return self._stop.is_set() or self._refused

    async def finish(self) -> None:
        """Waits for what is in hand; what takes longer is found out about by whoever comes next."""
        await finish(self._tasks)

    async def _begin(self) -> None:
        """Takes in hand what is due, as far as there are hands."""
        outbox = self._store.outbox
        if not self._sound:
            await outbox.check()
            await self._tell_what_waits_elsewhere()
            self._sound = True
        if self.mended:
            await outbox.readmit(self._platform, self.mended, self.team)
            self.mended = ()
        now = await outbox.now()
        self._begun = self._begun or now
        steady = self._steady(now)
        for left in await outbox.expired(self._platform, self.team) if steady else ():
            await self._settle(left, Unknown("the process that was sending it ended"))
        if self._clock() >= self._tell_at:
            self._tell_at = self._clock() + TELL_S
            for lost in await outbox.lost(self._platform, self.team):
                if lost.place.team not in self._refusing:
                    await tell_owner(self._store, self._post, lost, self._timings.send_timeout_s)
            patience_s = self._timings.send_timeout_s
            await tell_silence(self._store, self._post, self._platform, patience_s, self.team)
        room = AT_ONCE - len(self._tasks)
        for delivery in await outbox.due(self._platform, room, self._refusing, self.team) if room else ():
            if not self._ended and (steady or delivery.state == "planned"):
                await self._take(delivery)

    async def _tell_what_waits_elsewhere(self) -> None:
        """Tells the operator what cannot be sent, since another team's token would be needed."""
        others = await self._store.outbox.elsewhere(self._platform, self.team) if self.team else {}
        for team, count in others.items():
            log.warning(
                "posts that wait for %s %s: %d; the token is that of %s. Run the bot with the other's token, too,"
                " or see: paperbot outbox",
                self._platform,
                team,
                count,
                self.team,
                extra={"action": "outbox"},
            )

    def _steady(self, now: datetime) -> bool:
        """False for as long as a lease lasts after the clock was put forward, or the machine slept.

        What seems to have run out may still be under way then, and history may lack what was just sent.
        """
        at = self._clock()
        if self._seen is not None:
            before, then = self._seen
            if (now - before).total_seconds() - (at - then) > JUMP_S:
                log.warning("the clock jumped forward", extra={"action": "outbox"})
                self._steady_at = at + self._timings.lease_s
        self._seen = now, at
        return at >= self._steady_at

    async def _take(self, delivery: Delivery) -> None:
        """Claims a delivery that is due, and begins what is to be done with it."""
        outbox = self._store.outbox
        await asyncio.sleep(max(0.0, self._next_at - self._clock()))
        half_gone = self._clock() + self._timings.lease_s / 2
        todo = "look" if self._overdue(delivery) else step(delivery, await outbox.now(), self._timings)
        if todo == "wait":
            await outbox.settle(delivery, postponed(delivery, self._timings))
            return
        sending = todo == "send"
        ready = self._rendered(delivery)
        if ready is None:
            await self._settle(delivery, Broken("it could not be rendered"))
            return
        claimed = await outbox.claim(ready, self._owner, self._timings.lease_s, sending=sending)
        if claimed is not None:
            self._next_at = self._clock() + (self._timings.apart_s if sending else 0)
            work = self._send(claimed, half_gone) if sending else self._look(claimed)
            task = asyncio.create_task(work, name=f"delivery {claimed.id}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _overdue(self, delivery: Delivery) -> bool:
        """Whether to look for it first; not while the platform does not let itself be asked."""
        if self._begun is None or self._clock() < self._look_at or delivery.id in self._looked:
            return False
        return overdue(delivery, self._begun)

    def _rendered(self, delivery: Delivery) -> Delivery | None:
        """The delivery with its payload; None where rendering fails by a fault of ours."""
        if delivery.payload is not None:
            return delivery
        try:
            payload = dict(self._post.render(delivery))
            digest = hashlib.sha256(orjson.dumps(payload, option=orjson.OPT_SORT_KEYS)).hexdigest()
        except Exception:
            log.exception("delivery %d could not be rendered", delivery.id, extra={"action": "fault"})
            return None
        return replace(delivery, payload=payload, payload_hash=digest)

    async def _send(self, delivery: Delivery, half_gone: float) -> None:
        outcome: Outcome | Look
        try:
            await self._keep_buttons(delivery)
            slept = await self._store.outbox.now() > (delivery.lease_until or delivery.not_before)
        except StoreError as error:
            outcome = Retry(TROUBLED_S, error.key)
        else:
            quiet_s = self._quiet_s(delivery.place)
            if (
                slept or self._clock() > half_gone
            ):  # a clock that only measures stands still while a machine sleeps
                outcome = Retry(0, "half of its lease had passed")
            elif quiet_s > 0:
                outcome = Retry(quiet_s, "others were limited")
            else:
                outcome = await self._within(self._post.send(delivery), self._timings.attempt_s)
                if isinstance(outcome, Retry) and outcome.scope != "place":
                    team = delivery.place.team if outcome.scope == "team" else ""
                    self._quiet[team] = max(self._quiet.get(team, 0.0), self._clock() + outcome.after_s)
        await self._settle_surely(delivery, outcome)

    def _quiet_s(self, place: Place) -> float:
        """Seconds for which the place's platform or team wants to be left in peace.

        The outbox hands out nothing for it, but for what was claimed before it was told.
        """
        until = max(self._quiet.get(team, 0.0) for team in ("", place.team))
        return until - self._clock()

    async def _look(self, delivery: Delivery) -> None:
        outcome = await self._within(self._post.look(delivery), self._timings.lease_s / 2)
        if isinstance(outcome, Unknown):
            outcome = Retry(0, outcome.reason)
        self._looked.add(delivery.id)
        if isinstance(outcome, Retry):
            self._look_at = max(self._look_at, self._clock() + outcome.after_s)
        await self._settle_surely(delivery, outcome)

    async def _within(self, work: Awaitable[Outcome | Look], seconds: float) -> Outcome | Look:
        try:
            async with asyncio.timeout(seconds):
                return await work
        except TimeoutError:
            return Unknown("no answer in time")
        except Exception as error:
            log.exception("a delivery failed by a fault of ours", extra={"action": "fault"})
            return Unknown(type(error).__name__)

    async def _keep_buttons(self, delivery: Delivery) -> None:
        """Stores what the buttons do that cannot carry it themselves."""
        for action in delivery.message.every_action():
            if buttons.encode(action, self._post.button_length) is None:
                key, now = buttons.key_of(action.invocation), await self._store.outbox.now()
                await self._store.remember(action.invocation.to_dict(), key, now + BUTTON_LIFE)

    async def _settle_surely(self, delivery: Delivery, outcome: Outcome | Look) -> None:
        """Settles, and tries again for as long as the lease lasts: what is not noted must be searched for."""
        end = self._clock() + self._timings.lease_s / 2
        while True:
            try:
                return await self._settle(delivery, outcome)
            except StoreError as error:
                log.warning("delivery %d is not noted: %s", delivery.id, error, extra={"action": "outbox"})
                self._sound = self._sound and error.key not in DAMAGE
                if self._clock() > end:
                    return None
            await asyncio.sleep(1)

    async def _settle(self, delivery: Delivery, outcome: Outcome | Look) -> None:
        outbox = self._store.outbox
        after = next_state(delivery, outcome, await outbox.now(), self._timings)
        parts = self._post.parts(after) if after.state == "sent" else ()
        said = outcome if isinstance(outcome, Gone | Retry) else None
        if not await outbox.settle(delivery, after, parts, said):
            after = replace(after, error="somebody else has taken it over")
        if isinstance(said, Gone) and said.scope != "place":
            self._refusing.add(delivery.place.team)
            self._refused |= said.scope == "platform"
        _tell(after)


def _tell(delivery: Delivery) -> None:
    """One line about what became of it; only codes and sentences of ours, never what the platform wrote."""
    level = logging.INFO if delivery.state in ("sent", "planned") else logging.WARNING
    log.log(
        level,
        "%s %d for %s: %s%s",
        delivery.kind,
        delivery.id,
        delivery.place.channel,
        delivery.state,
        f" ({delivery.error})" if delivery.error else "",
        extra={"action": "delivery", "delivery": delivery.id, "state": delivery.state},
    )
