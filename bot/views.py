"""What is shown: hits and papers become Messages; every word a reader sees in chat goes through here."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final

from bot.cards import FIRST_AUTHORS, HEADING, QUERY, byline, link_to, short, snippet
from bot.locale import Words
from bot.message import Action, Card, Line, Message, Span
from bot.models import Caller, Found, Hit, Invocation, Paper
from bot.text.identify import identifiers_in, link_of

MOST_AUTHORS: Final = 12  # on a full card; large collaborations are cut
INSTEAD: Final = 25  # characters of a corrected query on its button
_BY_WORDS: Final = (
    "abstract",
    "keywords",
    "words",
)  # reasons that say nothing without the words that matched
LINKS: Final = 3  # on a full card, besides the title's


def found(answer: Found, caller: Caller, say: Words, *, note: str = "") -> Message:
    """A page of hits, with buttons for each and for the next page."""
    query, hits = short(answer.query, QUERY), answer.hits
    if not hits:
        return Message(_noted(note, say("find-no-more", query=query)), actions=_turn(answer, say))
    lead, text = _lead(answer, query, say)
    return Message(
        text=_noted(note, text),
        lead=(Span(_noted(note, lead)),),
        cards=tuple(_listed(hit, caller, say) for hit in hits),
        actions=(*_instead(answer, say), *_subscribe(answer, say), *_turn(answer, say)),
    )


def _lead(answer: Found, query: str, say: Words) -> tuple[str, str]:
    """The line above the cards, and what stands for all of them in a notification."""
    best = short(answer.hits[0].paper.heading, HEADING)
    if not answer.sure:
        key = "find-guesses" if answer.page == 1 else "find-more-guesses"
        return say(key, query=query), say(key, query=query)
    if answer.page > 1:
        return (
            say("find-lead-page", page=answer.page, query=query),
            say("find-summary-page", page=answer.page, query=query, best=best),
        )
    if answer.more == "hits":
        return say("find-lead-many", query=query), say("find-summary-many", query=query, best=best)
    if (called := _called(answer.hits)) > 1:
        return say("find-choice", count=called, query=query), say("find-choice", count=called, query=query)
    count = sum(not hit.guess for hit in answer.hits)
    return say("find-lead", count=count, query=query), say(
        "find-summary", count=count, query=query, best=best
    )


def _called(hits: Iterable[Hit]) -> int:
    """How many papers go by the name that was asked for, where more than one does: none is better than another."""
    return sum(1 for _ in takewhile(lambda hit: hit.why.kind == "name" and not hit.guess, hits))


def nothing(answer: Found, say: Words, *, note: str = "", empty: bool = False) -> Message:
    """Nothing found, and what to try."""
    query = answer.query
    if empty:
        return Message(say("find-no-corpus"))
    if not any(character.isalnum() for character in query):
        return Message(say("find-nothing-empty"))
    said = short(query.strip(), QUERY)
    key = "find-nothing-known-link" if "://" in query and " " not in query.strip() else "find-nothing"
    text = _noted(note, f"{say(key, query=said)} {say('find-nothing-cure')}")
    return Message(text, actions=_instead(answer, say))


def paper(one: Paper, caller: Caller, say: Words) -> Message:
    """One full card with its abstract."""
    related = Action(say("button-similar"), Invocation.of("similar", paper=one.id))
    card = _full(one, say, (related, *_share(one, caller, say)))
    return Message(text=say("show-summary", heading=short(one.heading, HEADING)), cards=(card,))


def shared(one: Paper, caller: Caller, say: Words) -> Message:
    """One full card for everybody in the place, with who shared it; posted once a day, place and person."""
    name = caller.name or say("share-somebody")
    place = caller.place
    card = _full(one, say, (Action(say("button-similar"), Invocation.of("similar", paper=one.id)),))
    return Message(
        text=say("share-summary", name=name, heading=short(one.heading, HEADING)),
        cards=(card,),
        footer=say("share-by", name=name),
        private=False,
        once=f"share:{place.platform}:{place.team}:{place.channel}:{one.id}:{caller.user}",
    )


def similar(one: Paper, hits: Sequence[Hit], caller: Caller, say: Words) -> Message:
    """Papers related to one."""
    heading = short(one.heading, HEADING)
    if not hits:
        return Message(say("similar-nothing", heading=heading))
    return Message(
        text=say("similar-summary", heading=heading, best=short(hits[0].paper.heading, HEADING)),
        lead=(Span(say("similar-lead", heading=heading)),),
        cards=tuple(_listed(hit, caller, say, asked=False) for hit in hits),
    )


def at_random(one: Paper, topic: str, caller: Caller, say: Words) -> Message:
    """One paper that chance picked, and another throw of the dice."""
    again = Action(say("button-again"), Invocation.of("random", topic=topic), replaces=True)
    lead = say("random-lead-topic", topic=short(topic, QUERY)) if topic else say("random-lead")
    shown = paper(one, caller, say)
    return Message(text=f"{lead}: {shown.text}", lead=(Span(lead),), cards=shown.cards, actions=(again,))


def help_page(usages: Iterable[tuple[str, str]], say: Words, *, more: bool = False) -> Message:
    """Commands in the order given, as ``(name, usage)``, with their one-line meaning; and whether there are more."""
    lines = [(usage, say(f"help-{name}")) for name, usage in usages]
    lead = say("help-lead")
    return Message(
        text="\n".join([lead, *(f"{usage}: {summary}" for usage, summary in lines)]),
        lead=(Span(lead),),
        cards=tuple(Card(title=usage, lines=((Span(summary),),)) for usage, summary in lines),
        actions=(Action(say("button-more"), Invocation.of("help", more="yes"), replaces=True),)
        if more
        else (),
    )


def help_of(name: str, usage: str, say: Words) -> Message:
    """How one command is used."""
    example = f"{name} {say(f'example-{name}')}".rstrip()
    said = [
        f"{say(f'help-{name}')}.",
        say("help-usage", usage=usage),
        say(f"help-{name}-more", example=example),
    ]
    return Message("\n".join(said))


def _listed(hit: Hit, caller: Caller, say: Words, *, asked: bool = True) -> Card:
    """A paper of a list, with the reason why it is there where words were asked for."""
    one = hit.paper
    shown = snippet(one.abstract, hit.why.words)
    why = _why(hit, say, set_off=any(span.strong for span in shown)) if asked else ()
    lines = [byline(one, FIRST_AUTHORS, say), why, shown]
    return Card(
        title=short(one.heading, HEADING),
        url=link_to(one),
        lines=tuple(line for line in lines if line),
        actions=(
            Action(say("button-show"), Invocation.of("show", paper=one.id)),
            Action(say("button-similar"), Invocation.of("similar", paper=one.id)),
            *_share(one, caller, say),
        ),
    )


def _full(one: Paper, say: Words, actions: tuple[Action, ...]) -> Card:
    lines: list[Line] = [byline(one, MOST_AUTHORS, say)]
    if one.other_titles:
        lines.append((Span(say("show-also", titles="; ".join(one.other_titles))),))
    lines.append((Span(one.abstract or say("show-no-abstract")),))
    lines += [(Span(link, url=link),) for link in _further_links(one)]
    where = [say("show-where", file=one.file, kind=one.kind, number=one.number) for one in one.sources[:3]]
    footer = " · ".join([one.id, *where])
    if one.title is None:
        footer = f"{say('show-no-title')} {footer}"
    return Card(
        title=short(one.heading, HEADING),
        url=link_to(one),
        lines=tuple(lines),
        footer=footer,
        actions=actions,
    )


def _share(one: Paper, caller: Caller, say: Words) -> tuple[Action, ...]:
    """A button where there are others to share with."""
    if caller.asked == "direct":
        return ()
    return (Action(say("button-share"), Invocation.of("show", paper=one.id, share="yes")),)


def _subscribe(answer: Found, say: Words) -> tuple[Action, ...]:
    """A button where a search was, not a paper named by a number or a link."""
    if not answer.sure or answer.page > 1 or answer.hits[0].why.kind == "identifier":
        return ()
    return (Action(say("button-subscribe-to"), Invocation.of("subscribe", query=answer.query, ask="yes")),)


def _instead(answer: Found, say: Words) -> tuple[Action, ...]:
    return tuple(
        Action(
            say("button-instead", query=short(query, INSTEAD)),
            Invocation.of("find", query=query),
            replaces=True,
        )
        for query in answer.instead
    )


def _turn(answer: Found, say: Words) -> tuple[Action, ...]:
    to_guesses = "button-guesses" if answer.sure else "button-more-guesses"
    following = to_guesses if answer.more == "guesses" else "button-next"
    pages = [
        ("button-previous", answer.page - 1, answer.page > 1),
        (following, answer.page + 1, bool(answer.more)),
    ]
    return tuple(
        Action(say(key), Invocation.of("find", query=answer.query, page=str(page)), replaces=True)
        for key, page, there in pages
        if there
    )


def _why(hit: Hit, say: Words, *, set_off: bool) -> Line:
    """What matched, set off; empty where the snippet shows it, which it does where it sets words off."""
    guess = (Span(f"{say('find-guess')} · "),) if hit.guess else ()
    kind = hit.why.kind
    label = say(f"why-{kind}")
    if kind == "abstract" and set_off:
        return (*guess, Span(label)) if guess else ()
    if not hit.why.words:
        return (*guess, Span(say("why-close") if kind in _BY_WORDS else label))
    once = {word.casefold(): word for word in reversed(hit.why.words)}
    words = [word for word in hit.why.words if once[word.casefold()] == word]
    matched = tuple(span for word in words for span in (Span(", "), Span(word, strong=True)))[1:]
    return (*guess, Span(f"{label}: "), *matched)


def _further_links(one: Paper) -> list[str]:
    """Links besides the title's: the paper's other pages, and what its abstract points at, such as code."""
    named = filter(None, map(link_of, identifiers_in(one.abstract)))
    return [link for link in dict.fromkeys([*one.links[1:], *named]) if link != link_to(one)][:LINKS]


def _noted(note: str, text: str) -> str:
    return f"{note}\n{text}" if note else text
