"""What the bot posts by itself: a Digest becomes a Message, in the place's language. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.amendments import RETURNED, WITHDRAWN
from bot.cards import FIRST_AUTHORS, HEADING, byline, link_to, short, snippet
from bot.locale import Words
from bot.message import Action, Card, Line, Message, Span, plain
from bot.models import Invocation, Paper
from bot.subscriptions import LINES, Digest, Entry, Subscription, Update

TITLES: Final = 3  # told in a notification
TITLE: Final = 100  # characters of each
NAMED: Final = 40  # characters of a query by which its subscription is named
ALL: Final = "digest"  # the command behind Show all


def compose(digest: Digest, say: Words) -> Message:
    """The post: the paper of the day first, then the new papers, best first, each with who asked for it.

    All entries are cards, in order: what does not fit a message of a platform is its renderer's to place.
    """
    entries = [one for one in digest.entries if digest.pick is None or one.paper.id != digest.pick.id]
    lead = _lead(digest, say)
    told: tuple[Entry | Update, ...] = (*digest.entries, *digest.updates)
    alone = len({_called(one.query) for entry in told for one in entry.because}) == 1 and bool(entries)
    cards = [_card(one, say, alone=alone) for one in entries]
    if digest.pick is not None:
        same = next((one for one in digest.entries if one.paper.id == digest.pick.id), Entry(digest.pick))
        label = say("post-pick") if digest.entries or digest.updates else ""
        cards.insert(0, _card(same, say, alone=alone, label=label))
    cards += [_updated(one, say, alone=alone) for one in digest.updates]
    more = len(cards) + digest.more - LINES
    return Message(
        text=_summary(digest, entries, lead, say),
        lead=(Span(lead),),
        cards=tuple(cards),
        actions=(*_voting(digest, say), *([_all(digest.name, say("post-all"))] if more > 0 else [])),
        footer="\n".join(filter(None, [say("post-more", count=more) if more > 0 else "", digest.note])),
        private=False,
    )


def single(one: Paper, say: Words) -> Message:
    """A post of one paper, as the operator asks for it."""
    heading = short(one.heading, HEADING)
    return Message(say("post-single", heading=heading), cards=(_card(Entry(one), say),), private=False)


def best_of(digest: Digest, query: str, say: Words) -> Message:
    """A post of papers that were there before the subscription was; what else it holds is as in compose()."""
    lead = say("post-best", count=len(digest.entries), query=short(query, NAMED))
    post = compose(digest, say)
    return replace(post, text=_titled(digest, digest.entries, lead, say), lead=(Span(lead),))


def page(
    post: Message, name: str, number: int, say: Words, *, beyond: Sequence[Paper], count: int
) -> Message:
    """Some of the papers of a post that was planned, for one reader.

    Args:
        post: as planned.
        name: its name among the place's posts.
        number: of the page, from 1.
        say: the reader's language.
        beyond: papers of this page that are no cards of the post.
        count: of all papers of the post.
    """
    first = LINES * (number - 1)
    cards = (*post.cards[first : first + LINES], *(_card(Entry(one), say) for one in beyond))
    lead = say("post-page", lead=plain(post.lead), first=first + 1, last=first + len(cards), count=count)
    turns = [("button-previous", number - 1, number > 1), ("button-next", number + 1, first + LINES < count)]
    return Message(
        text=lead,
        lead=(Span(lead),),
        cards=cards,
        actions=tuple(_all(name, say(key), to, replaces=True) for key, to, there in turns if there),
    )


def _voting(digest: Digest, say: Words) -> tuple[Action, ...]:
    """The button by which people vote for the paper of the day."""
    if digest.pick is None:
        return ()
    return (Action(say("button-vote"), Invocation.of("today", vote=digest.pick.id)),)


def _all(name: str, label: str, number: int = 1, *, replaces: bool = False) -> Action:
    return Action(label, Invocation.of(ALL, post=name, page=str(number)), replaces=replaces)


def _lead(digest: Digest, say: Words) -> str:
    """The line above the cards."""
    news = _news(digest, say)
    if not news:
        return say("post-pick")
    return say("post-pick-lead", new=news) if digest.pick else news


def _news(digest: Digest, say: Words) -> str:
    """What is new: papers, and what became of earlier ones; empty where nothing is."""
    new = _new(digest, say) if digest.entries else ""
    updates = say("post-updates", count=len(digest.updates)) if digest.updates else ""
    return " · ".join(filter(None, [new, updates]))


def _new(digest: Digest, say: Words) -> str:
    """How many new papers there are, and for whom: who asked for most of them first."""
    asked = Counter(one.query for entry in digest.entries for one in entry.because)
    names = [_called(query) for query, _ in asked.most_common()]
    count = len(digest.entries) + digest.more
    if len(names) > 2:
        what = say("post-several", first=names[0], second=names[1], rest=len(names) - 2)
    elif len(names) == 2:
        what = say("post-two", first=names[0], second=names[1])
    else:
        what = say("post-one", query="".join(names))
    return say("post-new", count=count, what=what)


def _summary(digest: Digest, entries: Sequence[Entry], lead: str, say: Words) -> str:
    """The whole post in one sentence or two, for notifications, logs and screen readers."""
    heading = short(digest.pick.heading, HEADING) if digest.pick else ""
    if not digest.entries and not digest.updates:
        return say("post-pick-summary", heading=heading)
    if digest.pick:
        return say("post-pick-new", heading=heading, new=_titled(digest, entries, _news(digest, say), say))
    return _titled(digest, entries, lead, say)


def _titled(digest: Digest, entries: Sequence[Entry], lead: str, say: Words) -> str:
    every: list[Entry | Update] = [*entries, *digest.updates]
    titles = "; ".join(_named_in_summary(one, say) for one in every[:TITLES])
    if len(every) + digest.more > TITLES:
        titles = say("post-titles-more", titles=titles)
    return say("post-summary", lead=lead, titles=titles) if titles else lead


def _named_in_summary(one: Entry | Update, say: Words) -> str:
    """The paper's title, and where it is no new one what became of it: a notification shows nothing else."""
    title = short(one.paper.heading, TITLE)
    return (
        say(f"post-told-{_became(one)}", title=title, version=one.event.removeprefix("v"))
        if isinstance(one, Update)
        else title
    )


def _updated(one: Update, say: Words, *, alone: bool) -> Card:
    """What became of a paper of an earlier post."""
    label = say(f"post-update-{_became(one)}", version=one.event.removeprefix("v"))
    paper = replace(one.paper, status="") if one.event == WITHDRAWN else one.paper  # the label says it
    return _card(Entry(paper, one.because), say, alone=alone, label=label)


def _became(one: Update) -> str:
    """What became of a paper, as the end of a sentence's key."""
    return one.event if one.event in (WITHDRAWN, RETURNED) else "version"


def _card(entry: Entry, say: Words, *, alone: bool = False, label: str = "") -> Card:
    """One paper of a post.

    Args:
        entry: the paper, and who asked for it.
        say: the place's language.
        alone: whether all of the post is for one subscription, which its lead has named.
        label: what it is besides, or empty.
    """
    one = entry.paper
    matched = [word for words in entry.because.values() for word in words]
    stretch = snippet(one.abstract, matched)
    told = alone and any(span.strong for span in stretch)
    about = byline(one, FIRST_AUTHORS, say)
    labelled = (Span(label, strong=True), *([Span(" · ")] if about else []), *about)
    lines = [labelled if label else about, () if told else _because(entry.because.items(), say), stretch]
    return Card(
        title=short(one.heading, HEADING),
        url=link_to(one),
        lines=tuple(line for line in lines if line),
        actions=(Action(say("button-show"), Invocation.of("show", paper=one.id)),),
    )


def _because(because: Iterable[tuple[Subscription, Sequence[str]]], say: Words) -> Line:
    """The subscriptions that asked for it, each with the paper's own words set off."""
    named: dict[str, Line] = {}
    for subscription, words in because:
        name = _called(subscription.query)
        named.setdefault(name, _named(name, words))
    spans = [span for line in named.values() for span in (Span(" · "), *line)][1:]
    return (Span(f"{say('post-for')} "), *spans) if spans else ()


def _called(query: str) -> str:
    """The name of a subscription: its query, a lone quoted phrase without its quotes."""
    inner = query[1:-1]
    return short(inner if query == f'"{inner}"' and '"' not in inner else query, NAMED)


def _named(name: str, words: Sequence[str]) -> Line:
    if [word.casefold() for word in words] == [name.casefold()]:
        return (Span("“"), Span(words[0], strong=True), Span("”"))
    matched = tuple(span for word in words for span in (Span(", "), Span(word, strong=True)))[1:]
    return (Span(f"“{name}”"), *([Span(": ")] if matched else []), *matched)
