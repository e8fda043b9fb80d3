"""What people ask of posts: all papers of one, and why a paper was in one, or was not."""

from datetime import datetime

from bot.amending import struck
from bot.calendar import began, due, following, local_date, missed
from bot.digest import delivery_key
from bot.errors import UserError
from bot.locale import Words
from bot.message import Message
from bot.models import Paper, Place
from bot.posts import page as page_of
from bot.store import Store
from bot.subscriptions import INSTANT_A_DAY, LINES, Schedule, Subscription
from bot.verdicts import Facts, Rule, judged


async def posted(store: Store, place: Place, name: str, page: int, say: Words) -> Message:
    """One page of all papers of a post, the best first, for whoever presses Show all.

    Args:
        store: open.
        place: whose post.
        name: its own among the place's posts, see Digest.name.
        page: from 1.
        say: the reader's language.

    Raises:
        UserError: there is no such post, or no such page of it.
    """
    delivery = await store.plans.delivery(key=delivery_key(place, name))
    if delivery is None:
        raise UserError("post-gone")
    message = struck(delivery.message, await store.amendments.withdrawn(delivery.id), say)
    cards = message.cards
    carded = {action.invocation.get("paper") for card in cards for action in card.actions}
    told = await store.plans.told_by(delivery)
    first, last = LINES * (page - 1), LINES * page
    beyond: list[Paper] = []
    count = len(cards)
    if len(told) > len(cards):
        papers = await store.plans.ids(told)
        rest = [seq for seq in told if seq in papers and papers[seq] not in carded]
        count += len(rest)
        wanted = rest[max(first - len(cards), 0) : max(last - len(cards), 0)]
        beyond = list((await store.papers(wanted)).values())
    if page < 1 or first >= count:
        raise UserError("post-gone")
    return page_of(message, name, page, say, beyond=beyond, count=count)


async def verdict(
    store: Store, place: Place, subscription: Subscription | None, paper: Paper, now: datetime
) -> tuple[Rule, ...]:
    """Why a place was, or was not, told of a paper: rule by rule, the last what came of it.

    Args:
        store: open.
        place: where.
        subscription: the one in question; None for all that the place has.
        paper: of the corpus.
        now: aware, UTC.
    """
    told = (await store.plans.told(place, [paper.seq])).get(paper.seq)
    delivery = await store.plans.delivery(number=told.delivery) if told and told.delivery else None
    asked = (subscription,) if subscription else await store.plans.subscriptions(place)
    digest = (await store.plans.schedules_of(place)).get("digest")
    timezone = digest.timezone if digest else "UTC"
    since = began(local_date(now, timezone), timezone)
    enough = await store.plans.instants(place, since) >= INSTANT_A_DAY
    _, silent = await store.plans.reached(place)
    arrival = await store.plans.arrival(paper)
    late = [at for at in (missed(digest, now) if digest else ()) if at >= arrival.at]
    return judged(
        Facts(
            arrival=arrival,
            asked=asked,
            how=told.how if told else "",
            at=told.at if told else None,
            delivery=delivery,
            returned=delivery is not None and await store.amendments.returned_to(delivery, paper),
            silent=silent,
            following={one.id: _following(one, digest, now, enough=enough) for one in asked},
            missed=late[-1] if late else None,
            timezone=timezone,
        )
    )


def _following(one: Subscription, digest: Schedule | None, now: datetime, *, enough: bool) -> datetime | None:
    """When its next post is due; None for as soon as something comes."""
    if digest is None or (one.cadence == "instant" and not enough):
        return None
    now_due = due(digest, now)
    if now_due and (now_due.weekly or one.cadence != "weekly"):
        return None
    return following(digest, now, weekly=one.cadence == "weekly")
