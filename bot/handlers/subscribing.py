"""Subscribing, and what is done with subscriptions afterwards."""

from datetime import timedelta
from difflib import get_close_matches
from typing import Final, cast

from bot import subscription_views as views
from bot.errors import UserError
from bot.handlers.looking import instead
from bot.message import Action, Message
from bot.models import Invocation, Place
from bot.query import parse
from bot.subscription_views import EXAMPLES, Told
from bot.subscriptions import Cadence, Schedule, Standing, Subscription
from bot.table import Request
from bot.times import UNCHANGED, Times, at_time, on_days, timezone_named
from bot.weighing import Weighed

PREVIEWED: Final = 5
ASKED_FOR: Final = timedelta(days=365)  # a timezone, before it is asked for again
UPDATES: Final = "updates"
_TIMES: Final = ("at", "days", "timezone")


async def subscribe(request: Request) -> Message:
    """Stores a subscription and reads it back, or asks first where the rule is in doubt."""
    asked, say = request.asked, request.say
    times = times_of(request)
    text = asked.get("query")
    query = parse(await request.engine.mended(text) if asked.get("ask") else text)
    place = await place_of(request)
    weighed = await _weighed(request, query.text, EXAMPLES)
    if not asked.get("sure") and (weighed.doubtful or asked.get("ask")):
        where = Told(await request.reach.name(place))
        return views.question(weighed, "subscribe", _kept(request, place), where, say)
    told = await told_of(request, place)
    cadence = cast(Cadence, asked.get("cadence", "daily"))
    standing = await request.engine.subscribing.add(
        request.caller,
        place,
        weighed.query,
        request.now,
        cadence=cadence,
        updates=asked.get("updates") == UPDATES,
        times=times,
        known_timezone=await request.reach.timezone(request.caller),
        locale=await request.reach.language(place),
    )
    return views.stored(standing, weighed, told, undo_adding(request, standing), say)


async def preview(request: Request) -> Message:
    """What a rule matches now."""
    weighed = await _weighed(request, request.asked.get("query"), PREVIEWED)
    return views.preview(weighed, request.say)


async def _weighed(request: Request, text: str, most: int) -> Weighed:
    """What a rule would bring; where that is nothing, also what it would with its slips of typing corrected."""
    engine = request.engine
    if request.asked.get("sure"):
        return await engine.subscribing.weigh(text, request.now, most)
    return await engine.subscribing.weigh_mended(text, request.now, most, engine.mended)


async def subscriptions(request: Request) -> Message:
    """The caller's subscriptions and the place's, with their last and next post."""
    subscribing = request.engine.subscribing
    standings = await subscribing.standing(await subscribing.seen(request.caller), request.now)
    places = {one.subscription.place for one in standings}
    names = {place: await request.reach.name(place) for place in places}
    page = int(request.asked.get("page", "1"))
    by_id = {one.subscription.id: names[one.subscription.place] for one in standings}
    return views.listing(standings, by_id, page, request.say)


async def pause(request: Request) -> Message:
    """Sends nothing for a subscription until it is resumed; a removed one comes back paused."""
    one = await _subscription(request, removed=True)
    if one is None:
        return await _none_such(request)
    standing = await request.engine.subscribing.change(one, request.now, state="paused")
    back = "unsubscribe" if one.state == "removed" else "resume"
    return await _changed(request, "pause-done", standing, Invocation.of(back, subscription=one.id))


async def resume(request: Request) -> Message:
    """Sends for a subscription again that was paused, or removed lately; also where its place had been gone."""
    one = await _subscription(request, removed=True)
    if one is None:
        return await _none_such(request)
    back = "unsubscribe" if one.state == "removed" else "pause"
    times = times_of(request)
    standing = await request.engine.subscribing.change(one, request.now, state="active", times=times)
    if await request.engine.subscribing.silent(one.place):
        await request.reach.speak(one.place)  # or else it tells what is to be done first
        await check_manages(request, one.place)  # others' posts go on as well
        await request.engine.subscribing.back(one.place)
    return await _changed(request, "resume-done", standing, Invocation.of(back, subscription=one.id))


async def unsubscribe(request: Request) -> Message:
    """Removes a subscription; for 30 days it can be brought back."""
    one = await _subscription(request)
    if one is None:
        return await _none_such(request)
    times = times_of(
        request
    )  # only a button that undoes brings them, and whether to end the paper of the day
    standing = await request.engine.subscribing.change(one, request.now, state="removed", times=times)
    if request.asked.get("paper"):
        await request.engine.placing.set_daily(one.place, request.now, on=False)
    back = "pause" if one.state == "paused" else "resume"
    return await _changed(request, "unsubscribe-done", standing, Invocation.of(back, subscription=one.id))


async def edit(request: Request) -> Message:
    """Changes a subscription's rule, cadence, or its place's times."""
    asked, say, subscribing = request.asked, request.say, request.engine.subscribing
    one = await _subscription(request)
    if one is None:
        return await _none_such(request)
    times = times_of(request)
    query, cadence = asked.get("query"), cast(Cadence | None, asked.get("cadence") or None)
    updates = {"": None, UPDATES: True}.get(asked.get("updates"), False)
    if not query and cadence is None and updates is None and times == UNCHANGED:
        (standing,) = await subscribing.standing([one], request.now)
        where = await request.reach.name(one.place)
        return views.editing(standing, where, request.table["edit"].usage, say)
    if query and not asked.get("sure"):
        weighed = await _weighed(request, query, EXAMPLES)
        if weighed.doubtful:
            kept = {"subscription": one.id, "cadence": cadence or "", **_times_asked(request)}
            kept["updates"] = asked.get("updates")
            told = Told(where=await request.reach.name(one.place))
            return views.question(weighed, "edit", kept, told, say)
    if query:
        parse(query)
    standing = await subscribing.change(
        one, request.now, query=query, cadence=cadence, updates=updates, times=times
    )
    undo = Invocation.of(
        "edit",
        subscription=one.id,
        query=one.query if query else "",
        cadence=one.cadence if cadence else "",
        updates="" if updates is None else UPDATES if one.updates else "no-updates",
        sure="yes",
        **times_as_text(standing.before),
    )
    return await _changed(request, "edit-done", standing, undo)


async def place_of(request: Request) -> Place:
    """The place that is asked for, where the bot can speak and the caller may say so.

    Raises:
        UserError: one of these does not hold; the sentence says what to do.
    """
    asked, caller, reach = request.asked, request.caller, request.reach
    direct = not asked.get("channel") and asked.get("where") != "here"
    if direct:
        place = await reach.direct(caller)
    else:
        said = asked.get("channel")
        place = await reach.channel(caller, said) if said else caller.place
    await reach.speak(place)
    if not direct:
        await check_manages(request, place)
    return place


async def check_manages(request: Request, place: Place) -> None:
    """Passes where the caller may decide what is posted there.

    Raises:
        UserError: they may not.
    """
    if not await request.reach.manages(request.caller, place):
        raise UserError(f"rights-{place.platform}")


async def told_of(request: Request, place: Place) -> Told:
    """What a read-back tells besides; a timezone is asked for once where nobody knows it."""
    where = await request.reach.name(place)
    return Told(where, ask_timezone=await _asks_timezone(request, place))


async def _asks_timezone(request: Request, place: Place) -> bool:
    caller, engine = request.caller, request.engine
    if request.asked.get("timezone") or await request.reach.timezone(caller):
        return False
    if await engine.subscribing.knows_timezone(caller, place):
        return False
    key = f"asked-timezone:{caller.place.platform}:{caller.user}"
    return await engine.claim(key, request.now, ASKED_FOR)


def times_of(request: Request) -> Times:
    """The hour, days and timezone that were given.

    Raises:
        UserError: one of them cannot be read.
    """
    at, days, timezone = (request.asked.get(name) for name in _TIMES)
    return Times(
        at_time(at) if at else None,
        on_days(days) if days else None,
        timezone_named(timezone) if timezone else "",
    )


def times_as_text(schedule: Schedule | None) -> dict[str, str]:
    """The options that give a schedule's times; none for None."""
    if schedule is None:
        return {}
    days = ",".join(("mon", "tue", "wed", "thu", "fri", "sat", "sun")[day] for day in schedule.days)
    return {"at": f"{schedule.at:%H:%M}", "days": days, "timezone": schedule.timezone}


def _times_asked(request: Request) -> dict[str, str]:
    return {name: request.asked.get(name) for name in _TIMES}


def _kept(request: Request, place: Place) -> dict[str, str]:
    """The options of a question's buttons: the place by its own id, since they may be pressed elsewhere."""
    asked = request.asked
    here = asked.get("channel") or asked.get("where") == "here"
    return {
        "cadence": asked.get("cadence"),
        "updates": asked.get("updates"),
        "channel": place.channel if here else "",
        **_times_asked(request),
    }


def undo_adding(request: Request, standing: Standing) -> Action:
    one, times = standing.subscription, times_as_text(standing.before)
    return Action(request.say("button-undo"), Invocation.of("unsubscribe", subscription=one.id, **times))


async def _subscription(request: Request, *, removed: bool = False) -> Subscription | None:
    """The subscription that is asked for, if the caller may change it; None where there is none such.

    Raises:
        UserError: it is somebody else's, or the place's hours go along, and the caller does not manage that place.
    """
    caller, reach, asked = request.caller, request.reach, request.asked
    one = await request.engine.subscribing.find(caller, asked.get("subscription"), removed=removed)
    if one is None:
        return None
    if one.owner == caller.user and not await reach.belongs(caller, one.place):
        await request.engine.subscribing.pass_on(one)  # to whoever manages the place they have left
        raise UserError("subscription-left", id=one.id)
    if one.owner != caller.user or any(asked.get(name) for name in (*_TIMES, "paper")):
        await check_manages(request, one.place)  # the hours are the place's
    return one


async def _none_such(request: Request) -> Message:
    """No subscription goes by what was typed: a refusal where more than a name was given, else the text looked up.

    Options of the command are no words of any title; a single word, or a rule nearly as it stands, is looked up,
    but with one line that says which subscriptions there are.

    Raises:
        UserError: no text was typed, or options besides.
    """
    asked, say, subscribing = request.asked, request.say, request.engine.subscribing
    text = asked.get("subscription")
    there = await subscribing.seen(request.caller)
    gone = await subscribing.seen(request.caller, removed=True)
    told = {"text": text, "named": views.named(there, say) or say("subscriptions-no-more")}
    unknown = UserError("subscription-unknown", text=text)
    if gone:
        unknown = UserError("subscription-unknown-removed", removed=views.named(gone[::-1], say), **told)
    elif there:
        unknown = UserError("subscription-unknown-among", **told)
    if not asked.text or any(value for name, value in asked.args if name != "subscription"):
        raise unknown
    rules = [one.query.casefold().strip('"') for one in (*there, *gone)]
    if rules and (len(text.split()) == 1 or get_close_matches(text.casefold(), rules, 1)):
        return await instead(request, note=unknown.say(say))
    return await instead(request)


async def _changed(request: Request, key: str, standing: Standing, undo: Invocation) -> Message:
    where = await request.reach.name(standing.subscription.place)
    return views.changed(key, standing, where, Action(request.say("button-undo"), undo), request.say)
