"""Why a paper was, or was not, told of in a place: rule by rule, in the order in which they are asked. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal
from zoneinfo import ZoneInfo

from bot.cards import QUERY, short
from bot.deliveries import Delivery
from bot.digest import understood, withheld
from bot.locale import Value
from bot.matching import Document, explain
from bot.models import Paper
from bot.subscriptions import OLDEST_DAYS, Arrival, Subscription


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule, and what it said of the paper.

    Attributes:
        key: of the sentence, in the catalogues.
        held: whether it speaks for telling of the paper.
        told: what the sentence tells of.
    """

    key: str
    held: bool
    told: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known of a paper and a place.

    Attributes:
        arrival: the paper, and when it came.
        asked: the subscriptions in question, also paused or removed ones.
        how: what the place was told of it, or ``withdrawn``; empty where nothing is recorded.
        at: aware, UTC: when that was decided.
        delivery: the post, if there was one and it is still kept.
        returned: whether it was withdrawn after the post was sent, and no longer is.
        silent: why the place cannot be spoken to, or empty.
        following: aware, UTC: when the next post is due by which a subscription, by its id, would be served;
            None for as soon as it comes.
        missed: aware, UTC: when a post fell due after the paper came that did not go out; None where none did.
        timezone: in which moments are told.
    """

    arrival: Arrival
    asked: tuple[Subscription, ...]
    how: Literal["", "sent", "picked", "withdrawn"] = ""
    at: datetime | None = None
    delivery: Delivery | None = None
    returned: bool = False
    silent: str = ""
    following: Mapping[str, datetime | None] = field(default_factory=dict)
    missed: datetime | None = None
    timezone: str = "UTC"


_MISSING: Final = {
    "absent": "verdict-absent",
    "apart": "verdict-apart",
    "small": "verdict-small",
    "part": "verdict-part",
    "suffix": "verdict-suffix",
    "year": "verdict-year",
    "no-year": "verdict-no-year",
}
_STATES: Final = {"held": "verdict-held", "dead": "verdict-dead", "gone": "verdict-gone"}


def judged(facts: Facts) -> tuple[Rule, ...]:
    """The rules that bear on it, the last of them what came of it."""
    document = Document(facts.arrival.paper)
    if not facts.asked:
        return (Rule("verdict-nobody", held=False), *_fate(facts, None))
    answers = {one: tuple(_match(one, document)) for one in facts.asked}
    matching = [one for one, said in answers.items() if said[0].held]
    if not matching and len(facts.asked) > 1:
        return (Rule("verdict-none", held=False), *_fate(facts, None))
    # Of several that match, the one made first has been waiting for it the longest.
    one = min(matching or facts.asked, key=lambda one: one.created)
    also = (rule for other in matching if other is not one for rule in answers[other])
    rules = [*answers[one], *also, *_state(one)]
    if matching and facts.how not in ("sent", "picked"):
        rules += [_order(facts, one), *_new(facts)]
    return (*rules, *_fate(facts, one if all(rule.held for rule in rules) else None))


def _match(one: Subscription, document: Document) -> Iterable[Rule]:
    """Whether it matches, and if not, what is in the way."""
    query = understood(one.query)
    if query is None:
        yield Rule("verdict-unreadable", held=False, told={"query": short(one.query, QUERY)})
        return
    explained = explain(query, document)
    key = "verdict-match" if explained.matched else "verdict-no-match"
    yield Rule(key, held=explained.matched, told={"query": short(one.query, QUERY)})
    if explained.matched:
        return
    for step in explained.steps:
        if step.held and step.negated:
            yield Rule("verdict-excluded", held=False, told={"term": short(str(step.term), QUERY)})
        elif not step.held and not step.negated and step.missing:
            yield Rule(_MISSING[step.missing], held=False, told={"term": short(str(step.term), QUERY)})


def _state(one: Subscription) -> Iterable[Rule]:
    if one.state == "paused":
        yield Rule("verdict-paused", held=False)
    elif one.state == "removed":
        yield Rule("verdict-removed", held=False)


def _order(facts: Facts, one: Subscription) -> Rule:
    """Whether it came after the subscription was made."""
    came = _said(facts.arrival.at, facts)
    if facts.arrival.paper.seq <= one.after_seq and facts.arrival.at <= one.created:
        return Rule("verdict-before", held=False, told={"came": came, "made": _said(one.created, facts)})
    return Rule("verdict-after", held=True, told={"came": came})


def _new(facts: Facts) -> Iterable[Rule]:
    """Whether it was new when it came, and nothing else kept it back."""
    paper = facts.arrival.paper
    reason = "withdrawn" if facts.how == "withdrawn" else withheld(facts.arrival)
    if reason == "backfill":
        yield Rule("verdict-backfill", held=False)
    elif reason == "old":
        yield _old(paper, facts)
    else:
        yield Rule("verdict-new", held=True)
    if reason == "withdrawn":
        now = facts.arrival.paper.status == "withdrawn"
        yield Rule("verdict-withdrawn" if now else "verdict-was-withdrawn", held=False)


def _old(paper: Paper, facts: Facts) -> Rule:
    if paper.published is None:
        told: dict[str, Value] = {"year": str(paper.year), "came": str(facts.arrival.at.year)}
        return Rule("verdict-old-year", held=False, told=told)
    published, came = f"{paper.published:%Y-%m-%d}", f"{facts.arrival.at:%Y-%m-%d}"
    return Rule("verdict-old", held=False, told={"published": published, "days": OLDEST_DAYS, "came": came})


def _fate(facts: Facts, waiting: Subscription | None) -> Iterable[Rule]:
    """What came of it, or will.

    Args:
        facts: all of them.
        waiting: the subscription for which all rules hold, if there is one.
    """
    if facts.how in ("sent", "picked"):
        yield _post(facts)
        if facts.arrival.paper.status == "withdrawn":
            yield Rule("verdict-withdrawn-since", held=False)
        elif facts.returned:
            yield Rule("verdict-returned", held=True)
    elif waiting is None:
        return
    elif facts.arrival.paper.seq <= waiting.after_seq:
        yield Rule("verdict-passed", held=False)
    elif facts.silent:
        yield Rule("verdict-silent", held=False, told={"reason": short(facts.silent, QUERY)})
    elif (at := facts.following.get(waiting.id)) is not None:
        if facts.missed is not None and waiting.cadence != "weekly":
            yield Rule("verdict-missed", held=False, told={"at": _said(facts.missed, facts)})
        yield Rule("verdict-waits", held=True, told={"at": _said(at, facts)})
    else:
        yield Rule("verdict-waits-now", held=True)


def _post(facts: Facts) -> Rule:
    """How the post fared in which it was."""
    at = _said(facts.at or facts.arrival.at, facts)
    delivery = facts.delivery
    if delivery is not None and delivery.state in _STATES:
        return Rule(
            _STATES[delivery.state], held=False, told={"at": at, "reason": short(delivery.error, QUERY)}
        )
    if delivery is not None and delivery.state != "sent":
        return Rule("verdict-on-its-way", held=True, told={"at": at})
    return Rule("verdict-picked" if facts.how == "picked" else "verdict-sent", held=True, told={"at": at})


def _said(moment: datetime, facts: Facts) -> str:
    local = moment.astimezone(ZoneInfo(facts.timezone))
    return f"{local:%Y-%m-%d %H:%M} {facts.timezone}"
