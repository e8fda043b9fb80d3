"""What becomes of a post when a paper that it told of changes: withdrawn, back, forgotten, a new version. Pure."""

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

from bot.amendments import FORGOTTEN, RETURNED, WITHDRAWN, Shown
from bot.cards import HEADING, short
from bot.locale import Words
from bot.message import Action, Card, Message, Span
from bot.models import Paper
from bot.subscriptions import LINES

ALL: Final = "digest"  # the command behind Show all
TITLES: Final = 3  # told in a notification

_NUMBER: Final = re.compile(r"\d+\. ")


def event(shown: Shown, paper: Paper | None) -> str:
    """What became of a paper that was told of; empty where nothing did that anybody waits for.

    Args:
        shown: as it was told of.
        paper: as it is now; None where it is no longer in the corpus.
    """
    if paper is None:
        return FORGOTTEN
    if paper.status == WITHDRAWN:
        return WITHDRAWN
    if shown.withdrawn:
        return RETURNED
    return f"v{paper.version}" if 0 < shown.version < paper.version else ""


def holds(message: Message, ids: Collection[str]) -> bool:
    """Whether one of these papers is a card of the message."""
    return not set(ids).isdisjoint(_papers(message))


def without(message: Message, ids: Collection[str], count: int, say: Words) -> Message | None:
    """A post that nobody has seen yet, without these papers; None where none is left.

    Args:
        message: as planned.
        ids: of the papers.
        count: how many papers it tells of then.
        say: the place's language.
    """
    every = zip(message.cards, _papers(message), strict=True)
    cards = tuple(card for card, paper in every if paper not in ids)
    if not cards:
        return None
    lead = say("post-amended", count=max(count, len(cards)))
    titles = "; ".join(short(card.title, HEADING) for card in cards[:TITLES])
    more = max(count, len(cards)) - LINES
    kept = [one for one in message.actions if one.invocation.get("vote") not in ids]
    other = [one for one in kept if one.invocation.name != ALL]
    notes = message.footer.split("\n")[1 if len(other) < len(kept) else 0 :]
    return replace(
        message,
        text=say("post-summary", lead=lead, titles=titles),
        lead=(Span(lead),),
        cards=cards,
        actions=tuple(kept if more > 0 else other),
        footer="\n".join(filter(None, [say("post-more", count=more) if more > 0 else "", *notes])),
    )


def struck(message: Message, ids: Collection[str], say: Words) -> Message:
    """A post that was sent, with these papers marked as withdrawn."""
    every = zip(message.cards, _papers(message), strict=True)
    return replace(
        message, cards=tuple(_struck(card, say) if paper in ids else card for card, paper in every)
    )


def counted(message: Message, paper: str, votes: int, say: Words) -> Message:
    """A post that was sent, with the votes that its paper of the day has now on the button."""
    label = say("button-voted", count=votes) if votes else say("button-vote")
    actions = (
        replace(one, label=label) if one.invocation.get("vote") == paper else one for one in message.actions
    )
    return replace(message, actions=tuple(actions))


def voted_for(message: Message) -> str:
    """The id of the paper that people may vote for by a button of the post; empty where there is none."""
    return next((vote for one in message.actions if (vote := one.invocation.get("vote"))), "")


def _struck(card: Card, say: Words) -> Card:
    found = None if card.actions else _NUMBER.match(card.title)  # numbered as in a thread
    number = found[0] if found else ""
    return replace(
        card,
        title=number + say("post-struck", title=card.title.removeprefix(number)),
        lines=((Span(say("post-withdrawn"), strong=True),), *card.lines[:1]),
    )


def _papers(message: Message) -> tuple[str, ...]:
    """The ids of the papers that the cards of a post show.

    In a thread the buttons of the cards are below them all, in the same order; see bot.parts.
    """
    own = [_shown_by(card.actions) for card in message.cards]
    below = [_shown_by([action]) for action in message.actions]
    return tuple(own) if any(own) or len(below) < len(own) else tuple(below[: len(own)])


def _shown_by(actions: Iterable[Action]) -> str:
    return next((action.invocation.get("paper") for action in actions), "")
