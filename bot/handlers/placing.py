"""What a place gets besides its subscriptions, and people's own defaults."""

import re
from dataclasses import replace
from typing import Final

from bot import place_views as views
from bot.errors import UserError
from bot.handlers.looking import instead
from bot.handlers.subscribing import (
    check_manages,
    place_of,
    times_as_text,
    times_of,
    told_of,
    undo_adding,
)
from bot.locale import locales
from bot.message import Message
from bot.models import Invocation, Place
from bot.placing import ANY
from bot.query import parse, with_english
from bot.subscription_views import EXAMPLES, Told, question, stored
from bot.subscriptions import Subscription
from bot.table import YES, Request
from bot.times import UNCHANGED, Times, timezone_named

ON, OFF = "on", "off"
_TRAILING: Final = re.compile(r"(.+)\s+(s[a-z0-9]{7})", re.DOTALL)


async def today(request: Request) -> Message:
    """This place's paper of the day; or counts a vote for one, or takes it back."""
    if id_ := request.asked.get("vote"):
        paper, counts, count = await request.engine.placing.vote(request.caller, id_, request.now)
        return views.voted(paper, request.say, counts=counts, count=count)
    found = await request.engine.placing.today(
        request.caller, request.now, await request.reach.timezone(request.caller)
    )
    if found.paper is None:
        raise (
            UserError("today-nothing-on-topic", topic=found.topic)
            if found.topic
            else UserError("today-nothing")
        )
    return views.today(found.paper, found.day, found.votes, request.caller, request.say)


async def daily(request: Request) -> Message:
    """Sets the place's paper of the day, or tells how it stands."""
    asked, placing, place, say = request.asked, request.engine.placing, request.caller.place, request.say
    times, topic = times_of(request), asked.get("topic").strip()
    state = asked.get("state").lower()
    if not state and not topic and times == UNCHANGED:
        return views.daily(await placing.daily(place, request.now), say)
    if topic and topic != ANY:
        topic = with_english(parse(topic)).text
    await _may_post_here(request)
    stands = await placing.set_daily(
        place,
        request.now,
        on=state != OFF,
        times=times,
        topic=topic,
        caller=request.caller,
        known_timezone=await request.reach.timezone(request.caller),
        locale=await request.reach.language(place),
    )
    was = stands.before
    undo = Invocation.of(
        "daily",
        state=ON if was and was.on else OFF,
        topic=(was.topic or ANY) if was else "",
        **times_as_text(was),
    )
    return views.daily(stands, say, undo=undo)


async def digest(request: Request) -> Message:
    """Posts what is due and new at once; or shows all papers of a post."""
    asked, placing, place = request.asked, request.engine.placing, request.caller.place
    if name := asked.get("post"):
        page = asked.get("page", "1")
        return await placing.posted(place, name, int(page) if page.isdecimal() else 0, request.say)
    if named := asked.get("best"):
        return await _best(request, named)
    await _may_post_here(request)
    planned = await placing.digest_now(place, request.now)
    if planned is None:
        return views.digest_now((), 0, (), request.say)
    return views.digest_now(planned.new, planned.more, planned.updated, request.say)


async def why(request: Request) -> Message:
    """Why a paper was, or was not, sent: rule by rule."""
    asked, engine, caller = request.asked, request.engine, request.caller
    said, named = asked.get("paper"), asked.get("subscription")
    trailing = _TRAILING.fullmatch(said)
    one: Subscription | None = None
    if trailing and not named:
        one = await engine.subscribing.find(caller, trailing[2], removed=True)
        said = trailing[1] if one else said
    elif named:
        one = await engine.subscribing.find(caller, named, removed=True)
        if one is None:
            raise UserError("subscription-unknown", text=named)
    paper = await engine.resolve(said)
    if paper is None:
        return await instead(request, UserError("show-unknown", query=said))
    place = one.place if one else await _asking_place(request)
    rules = await engine.placing.why(place, one, paper, request.now)
    return views.why(paper, rules, await request.reach.name(place), request.say)


async def settings(request: Request) -> Message:
    """The caller's own timezone and language."""
    asked, placing = request.asked, request.engine.placing
    person = await placing.person(request.caller)
    timezone, language = asked.get("timezone"), asked.get("language")
    if language and language not in locales():
        raise UserError("settings-language", language=language, languages=", ".join(locales()))
    if timezone or language:
        person = replace(
            person,
            timezone=timezone_named(timezone) if timezone else person.timezone,
            locale=language or person.locale,
        )
        await placing.set_person(person)
    known = await request.reach.timezone(request.caller)
    return views.settings(person, known, request.say, changed=bool(timezone or language))


async def setup(request: Request) -> Message:
    """The place in one go: keywords, hour, days, timezone, paper of the day; one confirmation."""
    asked, engine, say = request.asked, request.engine, request.say
    times = times_of(request)
    query = parse(asked.get("query"))
    place = await place_of(request.asking("setup", where="here"))
    weighed = await engine.subscribing.weigh(query.text, request.now, EXAMPLES)
    paper = bool(asked.get("daily"))
    if not asked.get("sure"):
        kept = {name: asked.get(name) for name in ("at", "days", "timezone", "daily")}
        besides = await _would_be(request, place, times, paper=paper)
        return question(weighed, "setup", kept, Told(await request.reach.name(place)), say, besides=besides)
    told = await told_of(request, place)
    known = await request.reach.timezone(request.caller)
    standing = await engine.subscribing.add(
        request.caller,
        place,
        weighed.query,
        request.now,
        times=times,
        known_timezone=known,
        locale=await request.reach.language(place),
    )
    undo = undo_adding(request, standing)
    if not paper:
        return stored(standing, weighed, told, undo, say)
    stands = await engine.placing.set_daily(place, request.now, on=True, times=times, caller=request.caller)
    if not (stands.before and stands.before.on):
        args = {**dict(undo.invocation.args), "paper": YES}
        undo = replace(undo, invocation=Invocation.of("unsubscribe", **args))
    return stored(standing, weighed, told, undo, say, besides=(views.daily_line(stands, say),))


async def _would_be(request: Request, place: Place, times: Times, *, paper: bool) -> tuple[str, ...]:
    """When the place's posts, and its paper of the day, would come; read back before anything is stored."""
    engine, say = request.engine, request.say
    known = await request.reach.timezone(request.caller)
    stands = await engine.placing.daily(place, request.now)
    digest = await engine.subscribing.planned_for(place, request.caller, request.now, known)
    after = times.over(digest, request.now)
    lines = [views.digest_line(after, say)]
    if paper:
        on = replace(times.over(stands.schedule or replace(after, kind="paper"), request.now), on=True)
        lines.append(views.daily_line(replace(stands, schedule=on, next=None), say))
    return tuple(lines)


async def _best(request: Request, named: str) -> Message:
    """Posts the best of what was there before a subscription, in its place."""
    one = await request.engine.subscribing.find(request.caller, named)
    if one is None:
        raise UserError("subscription-unknown", text=named)
    await request.reach.speak(one.place)
    await check_manages(request, one.place)
    owed = await request.engine.subscribing.post_best(one, request.now)
    return views.best(one.query, request.say, owed=owed)


async def _may_post_here(request: Request) -> None:
    """Passes where the bot can speak and the caller may say what.

    Raises:
        UserError: one does not hold.
    """
    place = request.caller.place
    await request.reach.speak(place)
    await check_manages(request, place)


async def _asking_place(request: Request) -> Place:
    """The place that the caller most likely means: this one, or the first for which they have a subscription."""
    seen = await request.engine.subscribing.seen(request.caller)
    return seen[0].place if seen else request.caller.place
