"""Subscriptions and places become Messages: rules read back in words, questions, how things stand. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.cards import FIRST_AUTHORS, HEADING, QUERY, byline, link_to, short, snippet
from bot.locale import Words
from bot.message import Action, Card, Message, Span
from bot.models import Invocation
from bot.query import Query, in_words
from bot.quiet import in_words as quiet_in_words
from bot.subscriptions import LISTED as PAGE
from bot.subscriptions import Standing, Subscription
from bot.times import days_in_words, moment_in_words
from bot.weighing import FLOOD, Counted, Matched, Weighed

RULE: Final = 600  # characters of a rule read back; a longer one is cut
EXAMPLES: Final = 3
CORRECTED: Final = 30  # characters of a corrected rule on its button
NAMED: Final = 5  # subscriptions that one sentence names

_CURES: Final = {"slack": "cure-slack", "discord": "cure-discord"}

Args = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Told:
    """What the read-back of a subscription tells besides.

    Attributes:
        where: what people call its place; empty for a direct message.
        ask_timezone: whether to ask for the caller's timezone, which nobody knows.
        live: whether papers come by themselves.
    """

    where: str = ""
    ask_timezone: bool = False
    live: bool = False


def stored(
    standing: Standing, weighed: Weighed, told: Told, undo: Action, say: Words, *, besides: Sequence[str] = ()
) -> Message:
    """A subscription that was made just now, read back, with what else was set up."""
    one = standing.subscription
    lines = [
        _looks_for(weighed.query, say),
        amount(weighed, say),
        *_warnings(weighed, say),
        rhythm(standing, told.where, say),
        *_moved(standing, say),
        *besides,
        *([say("subscribe-timezone")] if told.ask_timezone and one.cadence != "instant" else []),
        *([] if told.live else [say("subscribe-no-live")]),
    ]
    lead = say("subscribe-done", id=one.id)
    best = Action(say("button-best"), Invocation.of("digest", best=one.id))
    actions = (undo, best) if told.where and weighed.counted.total else (undo,)
    if weighed.counted.expansion:
        lines.append(say("subscribe-expansion", short=one.query, long=weighed.counted.expansion))
        both = f'{one.query} OR "{weighed.counted.expansion}"'
        also = Invocation.of("edit", subscription=one.id, query=both, sure="yes")
        actions = (*actions, Action(say("button-expansion"), also))
    return _read_back(lead, [(one.query, lines)], weighed.counted, actions, say)


def question(
    weighed: Weighed, command: str, args: Args, told: Told, say: Words, *, besides: Sequence[str] = ()
) -> Message:
    """What a rule would bring, and what else would be set up, to be chosen or not; nothing is stored yet."""
    not_yet = say("subscribe-not-yet", place=told.where or say("where-direct"))
    readings = _readings(weighed, say)
    chosen = [
        Invocation.of(command, **{**args, "query": rule.text, "sure": "yes"}) for _, rule, _ in readings
    ]
    if len(readings) == 1:
        lines = [_looks_for(weighed.query, say), amount(weighed, say), *_warnings(weighed, say), *besides]
        subscribe = Action(say("button-subscribe"), chosen[0])
        return _read_back(not_yet, [(weighed.query.text, lines)], weighed.counted, (subscribe,), say)
    key = "subscribe-slip" if weighed.mended is not None else "subscribe-doubt"
    lead = say(
        "subscribe-english" if weighed.english else key,
        query=short(weighed.query.text, QUERY),
        not_yet=not_yet,
    )
    topics = [(label, [_reading(query, counted, say), *besides]) for label, query, counted in readings]
    actions = tuple(Action(label, one) for (label, *_), one in zip(readings, chosen, strict=True))
    richest = max((counted for *_, counted in readings), key=lambda counted: counted.total)
    return _read_back(lead, topics, richest, actions, say)


def _readings(weighed: Weighed, say: Words) -> list[tuple[str, Query, Counted]]:
    """What a rule may mean, the likeliest first: a button's label, the rule, what it matches."""
    query, counted = weighed.query, weighed.counted
    if weighed.mended is not None:
        corrected, found = weighed.mended
        label = say("button-corrected", query=short(str(corrected), CORRECTED), count=_count(found, say))
        return [
            (label, corrected, found),
            (say("button-as-written", count=_count(counted, say)), query, counted),
        ]
    if weighed.english:
        written = (say("button-as-written", count=_count(counted, say)), query, counted)
        return [
            *((_in_english(number, one, say), *one) for number, one in enumerate(weighed.english)),
            written,
        ]
    if weighed.doubtful and weighed.looser is not None and weighed.loosely is not None:
        loose = (say("button-all-words", count=_count(weighed.loosely, say)), weighed.looser, weighed.loosely)
        return [(say("button-phrase", count=_count(counted, say)), query, counted), loose]
    return [(say("button-subscribe"), query, counted)]


def _in_english(number: int, one: tuple[Query, Counted], say: Words) -> str:
    return say("button-other-words" if number else "button-english", count=_count(one[1], say))


def preview(weighed: Weighed, say: Words) -> Message:
    """What a rule matches now, with the matched words set off."""
    query = weighed.query.text
    lines = [_looks_for(weighed.query, say), *_warnings(weighed, say)]
    actions = [Action(say("button-subscribe-to"), Invocation.of("subscribe", query=query, ask="yes"))]
    if weighed.mended is not None:
        corrected, found = weighed.mended
        lines.append(say("preview-corrected", query=str(corrected), count=_count(found, say)))
        label = say("button-corrected", query=short(str(corrected), CORRECTED), count=_count(found, say))
        actions.append(Action(label, Invocation.of("preview", query=corrected.text)))
    elif weighed.doubtful and weighed.looser is not None and weighed.loosely is not None:
        lines.append(say("preview-looser", query=str(weighed.looser), count=_count(weighed.loosely, say)))
    for number, (english, found) in enumerate(weighed.english):
        key = "preview-other-words" if number else "preview-english"
        lines.append(say(key, query=english.text, count=_count(found, say)))
        label = _in_english(number, (english, found), say)
        actions.append(Action(label, Invocation.of("preview", query=english.text)))
    return _read_back(amount(weighed, say), [(query, lines)], weighed.counted, tuple(actions), say)


def listing(standings: Sequence[Standing], names: Mapping[str, str], page: int, say: Words) -> Message:
    """Subscriptions with their state, last and next post.

    Args:
        standings: all that the caller may see.
        names: what people call their places, by the subscriptions' ids; empty for direct messages.
        page: from 1.
        say: the reader's language.
    """
    if not standings:
        return Message(say("subscriptions-none"))
    some = standings[PAGE * (page - 1) : PAGE * page]
    turns = (("button-previous", page - 1, page > 1), ("button-next", page + 1, PAGE * page < len(standings)))
    lead = say("subscriptions-lead", count=len(standings))
    return Message(
        text="\n".join([lead, *(f"{one.subscription.id}: {one.subscription.query}" for one in some)]),
        lead=(Span(lead),),
        cards=tuple(_listed(one, names[one.subscription.id], say) for one in some),
        actions=tuple(
            Action(say(key), Invocation.of("subscriptions", page=str(to)), replaces=True)
            for key, to, there in turns
            if there
        ),
    )


def named(seen: Sequence[Subscription], say: Words) -> str:
    """Subscriptions as part of one sentence: their rules with their ids, at most a few."""
    said = [say("subscription-named", query=short(one.query, QUERY), id=one.id) for one in seen[:NAMED]]
    more = len(seen) - NAMED
    return "; ".join([*said, *([say("subscriptions-further", count=more)] if more > 0 else [])])


def changed(key: str, standing: Standing, where: str, undo: Action | None, say: Words) -> Message:
    """What a command made of a subscription, and how it stands now.

    Args:
        key: of the sentence that says what was done.
        standing: as it is now.
        where: what people call its place; empty for a direct message.
        undo: the way back, if there is one.
        say: the reader's language.
    """
    one = standing.subscription
    lines = [say(key, query=short(one.query, QUERY), id=one.id)]
    if one.state == "active":
        lines += [rhythm(standing, where, say), *_moved(standing, say)]
    return Message("\n".join(lines), actions=(undo,) if undo else ())


def editing(standing: Standing, where: str, usage: str, say: Words) -> Message:
    """A subscription, and what can be changed about it."""
    one = standing.subscription
    cadences = [cadence for cadence in ("instant", "daily", "weekly") if cadence != one.cadence]
    lines = [
        say("edit-lead", query=short(one.query, QUERY), id=one.id),
        rhythm(standing, where, say),
        say("edit-how", usage=usage),
    ]
    actions = [
        Action(say(f"button-{cadence}"), Invocation.of("edit", subscription=one.id, cadence=cadence))
        for cadence in cadences
    ]
    return Message("\n".join(lines), actions=(*actions, *_state_actions(standing, say)))


def rule_in_words(query: Query, say: Words) -> str:
    """The rule read back."""
    return short(in_words(query, say), RULE)


def amount(weighed: Weighed, say: Words) -> str:
    """How many papers a rule matches, of all and of late ones."""
    counted = weighed.counted
    key = "subscribe-amount-about" if counted.about else "subscribe-amount"
    return say(key, count=counted.total, corpus=weighed.corpus, recent=counted.recent)


def _count(counted: Counted, say: Words) -> str | int:
    """How many papers a rule matches, in a bracket or sentence."""
    return say("count-about", count=counted.total) if counted.about else counted.total


def rhythm(standing: Standing, where: str, say: Words) -> str:
    """How often, when and where a subscription speaks, and when next."""
    one, schedule = standing.subscription, standing.schedule
    place = where or say("where-direct")
    hour, zone = f"{schedule.at:%H:%M}", schedule.timezone
    if one.cadence == "instant":
        said = say("rhythm-instant", place=place)
    elif one.cadence == "weekly":
        said = say("rhythm-weekly", place=place, time=hour, day=say(f"day-{schedule.days[0]}"), timezone=zone)
        if len(schedule.days) > 1:
            said = say("rhythm-weekly-first", rhythm=said, days=days_in_words(schedule.days, say))
    else:
        days = days_in_words(schedule.days, say)
        said = say("rhythm-daily", place=place, time=hour, days=days, timezone=zone)
    if one.updates:
        said = say("rhythm-updates", rhythm=said)
    if standing.next is None:
        return said
    return say("rhythm-next", rhythm=said, next=moment_in_words(standing.next, zone, say))


def matched_card(one: Matched, say: Words) -> Card:
    """A paper that a rule matches, with the words that matched set off."""
    paper = one.paper
    lines = [byline(paper, FIRST_AUTHORS, say), snippet(paper.abstract, one.words)]
    return Card(
        title=short(paper.heading, HEADING),
        url=link_to(paper),
        lines=tuple(line for line in lines if line),
        actions=(Action(say("button-show"), Invocation.of("show", paper=paper.id)),),
    )


def _read_back(
    lead: str,
    topics: Sequence[tuple[str, Sequence[str]]],
    counted: Counted,
    actions: tuple[Action, ...],
    say: Words,
) -> Message:
    """Rules with what is to be said of each, and below them the best papers that match."""
    told = tuple(
        Card(short(title, HEADING), lines=tuple((Span(line),) for line in lines)) for title, lines in topics
    )
    examples = tuple(matched_card(one, say) for one in counted.best)
    said = [line for title, lines in topics for line in ((title, *lines) if len(topics) > 1 else lines)]
    return Message(text="\n".join([lead, *said]), lead=(Span(lead),), cards=told + examples, actions=actions)


def _looks_for(query: Query, say: Words) -> str:
    return say("subscribe-rule", rule=rule_in_words(query, say))


def _reading(query: Query, counted: Counted, say: Words) -> str:
    key = "subscribe-reading-about" if counted.about else "subscribe-reading"
    return say(key, rule=rule_in_words(query, say), count=counted.total, recent=counted.recent)


def _warnings(weighed: Weighed, say: Words) -> list[str]:
    """What a rule that brings too much, or nothing, is told."""
    if weighed.a_day > FLOOD:
        return [say("subscribe-flood", count=weighed.a_day)]
    if weighed.indiscriminate:
        return [say("subscribe-nearly-all")]
    return [say("subscribe-nothing")] if weighed.empty and weighed.corpus else []


def _moved(standing: Standing, say: Words) -> list[str]:
    """That giving an hour, days or a timezone moved all posts of the place."""
    before = standing.before
    if before is None:
        return []
    days = days_in_words(before.days, say)
    return [say("rhythm-moved", time=f"{before.at:%H:%M}", days=days, timezone=before.timezone)]


def _listed(standing: Standing, where: str, say: Words) -> Card:
    one = standing.subscription
    state = say(f"state-{one.state}")
    lines = [rhythm(standing, where, say)]
    if standing.silent:
        lines.append(say("subscriptions-silent", reason=short(standing.silent, QUERY)))
        lines.append(say(_CURES.get(one.place.platform, "cure-any"), id=one.id))
    elif one.state == "active" and standing.schedule.done is not None:
        lines.append(quiet_in_words(standing.schedule.quiet, standing.schedule.done, say))
    if standing.last is not None:
        last = moment_in_words(standing.last, standing.schedule.timezone, say)
        lines.append(say("subscriptions-last", last=last, place=where or say("where-direct")))
    edit = Action(say("button-edit"), Invocation.of("edit", subscription=one.id))
    return Card(
        title=short(one.query, HEADING),
        lines=tuple((Span(line),) for line in lines if line),
        footer=f"{one.id} · {say('state-silent') if standing.silent else state}",
        actions=(edit, *_state_actions(standing, say)),
    )


def _state_actions(standing: Standing, say: Words) -> tuple[Action, ...]:
    one = standing.subscription
    turn = "pause" if one.state == "active" else "resume"
    return (
        Action(say(f"button-{turn}"), Invocation.of(turn, subscription=one.id)),
        Action(say("button-remove"), Invocation.of("unsubscribe", subscription=one.id)),
    )
