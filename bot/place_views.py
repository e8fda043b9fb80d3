"""What a place gets, and why, becomes Messages. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from bot import views
from bot.cards import FIRST_AUTHORS, HEADING, QUERY, byline, link_to, short
from bot.locale import Words
from bot.message import Action, Card, Message, Span, plain
from bot.models import Caller, Invocation, Paper
from bot.subscriptions import DailyStanding, Person, Schedule
from bot.times import days_in_words, moment_in_words
from bot.verdicts import Rule


def today(paper: Paper, day: date, votes: int, caller: Caller, say: Words) -> Message:
    """The paper of the day as a full card, with the votes it has."""
    weekday, month = say(f"day-{day.weekday()}"), say(f"month-{day.month}")
    lead = say("today-lead", weekday=weekday, day=day.day, month=month)
    shown = views.paper(paper, caller, say)
    vote = Action(say("button-vote"), Invocation.of("today", vote=paper.id))
    return replace(
        shown,
        text=f"{lead}: {shown.text}",
        lead=(Span(lead),),
        actions=(*shown.actions, vote),
        footer="\n".join(filter(None, [shown.footer, say("today-votes", count=votes) if votes else ""])),
    )


def voted(paper: Paper, say: Words, *, counts: bool, count: int) -> Message:
    """That a vote counts, or was taken back."""
    key = "vote-counted" if counts else "vote-taken-back"
    return Message(say(key, heading=short(paper.heading, HEADING), count=count))


def daily(stands: DailyStanding, say: Words, *, undo: Invocation | None = None) -> Message:
    """How a place's paper of the day stands, with the way back after a change."""
    if stands.schedule is None or not stands.schedule.on:
        text = say("daily-off")
        turn = Action(say("button-daily-on"), Invocation.of("daily", state="on"))
    else:
        text = daily_line(stands, say)
        turn = Action(say("button-daily-off"), Invocation.of("daily", state="off"))
    return Message(text, actions=(turn if undo is None else Action(say("button-undo"), undo),))


def daily_line(stands: DailyStanding, say: Words) -> str:
    """When the paper of the day comes, on what, and when next."""
    schedule = stands.schedule
    if schedule is None:
        return say("daily-off")
    told = {
        "time": f"{schedule.at:%H:%M}",
        "days": days_in_words(schedule.days, say),
        "timezone": schedule.timezone,
    }
    said = (
        say("daily-topic", topic=short(schedule.topic, QUERY), **told)
        if schedule.topic
        else say("daily-on", **told)
    )
    if stands.next is None:
        return said
    return say("rhythm-next", rhythm=said, next=moment_in_words(stands.next, schedule.timezone, say))


def digest_line(schedule: Schedule, say: Words) -> str:
    """When a place's posts would come."""
    days = days_in_words(schedule.days, say)
    return say("setup-digest", time=f"{schedule.at:%H:%M}", days=days, timezone=schedule.timezone)


def digest_now(new: Sequence[Paper], more: int, updated: Sequence[Paper], say: Words) -> Message:
    """That a digest is on its way, with how many papers and updates; or that nothing is new."""
    told = (("digest-on-its-way", new, more), ("digest-updates-on-their-way", updated, 0))
    lines = [say(key, count=len(some) + more, titles=_titles(some)) for key, some, more in told if some]
    return Message("\n".join(lines) or say("digest-nothing"))


def _titles(papers: Sequence[Paper]) -> str:
    return "; ".join(short(paper.heading, HEADING) for paper in papers[:3])


def best(query: str, say: Words, *, owed: bool) -> Message:
    """That the best of what was there before is on its way."""
    return Message(say("digest-best" if owed else "digest-best-had", query=short(query, QUERY)))


def why(paper: Paper, rules: Sequence[Rule], where: str, say: Words) -> Message:
    """Rule by rule, whether each speaks for telling of the paper, and what came of it."""
    lead = say("why-lead", place=where or say("where-direct"))
    lines = tuple(
        (Span("✓ " if rule.held else "✗ ", strong=True), Span(say(rule.key, **rule.told))) for rule in rules
    )
    heading = short(paper.heading, HEADING)
    show = Action(say("button-show"), Invocation.of("show", paper=paper.id))
    return Message(
        text="\n".join([f"{lead} {heading}", *map(plain, lines)]),
        lead=(Span(lead),),
        cards=(
            Card(
                title=heading,
                url=link_to(paper),
                lines=(byline(paper, FIRST_AUTHORS, say), *lines),
                actions=(show,),
            ),
        ),
    )


def settings(person: Person, known_timezone: str, say: Words, *, changed: bool) -> Message:
    """Somebody's own defaults, and how to change them."""
    zone = person.timezone or known_timezone
    lines = [
        say("settings-timezone", timezone=zone) if zone else say("settings-no-timezone"),
        say("settings-speaks", language=person.locale) if person.locale else say("settings-no-language"),
        say("settings-changed") if changed else say("settings-how"),
    ]
    return Message("\n".join(lines))
