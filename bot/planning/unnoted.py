"""What planning would first note as become of papers, for whoever only looks: nothing is stored."""

from collections.abc import Collection
from datetime import datetime

from bot.amending import event
from bot.amendments import FORGOTTEN, RETURNED, WITHDRAWN, Amendment, Shown
from bot.models import Place
from bot.store import Store

NewsOf = dict[Place, tuple[Amendment, ...]]


async def news_to_come(store: Store, now: datetime) -> NewsOf:
    """What each place would hear of, were what changed noted now; with what has been noted already.

    Args:
        store: open.
        now: aware, UTC.
    """
    amendments = store.amendments
    after, goal = await amendments.read(), (await store.mark()).change
    shown: dict[tuple[Place, str], Shown] = {}
    while after < goal:
        after, seqs = await amendments.changed(after)
        shown |= {(one.place, one.paper): one for one in await amendments.shown(seqs)}
    shown |= {(one.place, one.paper): one for one in await amendments.returned()}
    papers = await store.papers(sorted({one.seq for one in shown.values()}))
    found = [(one, event(one, papers.get(one.seq))) for one in shown.values()]
    places = {one.place for one in shown.values()} | await amendments.places_with_news()
    noted = {place: await amendments.news(place) for place in places}
    anew: dict[Place, list[Amendment]] = {place: [] for place in places}
    for one, what in found:
        if await _is_news(store, one, what, noted[one.place]):
            anew[one.place].append(Amendment(n=0, shown=one, event=what, at=now))
    back = {(one.place, one.paper) for one, what in found if what == RETURNED}
    kept = {place: [one for one in some if not _over(one, back)] for place, some in noted.items()}
    return {place: news for place in places if (news := (*kept[place], *anew[place]))}


async def _is_news(store: Store, one: Shown, what: str, noted: Collection[Amendment]) -> bool:
    """Whether it would be noted as something that its place is to hear of."""
    if what in ("", FORGOTTEN) or (what == WITHDRAWN and one.withdrawn):
        return False
    if what == RETURNED:  # whoever has not heard of the withdrawal hears of neither
        return not any(old.event == WITHDRAWN and old.shown.paper == one.paper for old in noted)
    if what != WITHDRAWN or one.delivery is None:
        return True
    post = await store.plans.delivery(number=one.delivery)
    return post is None or post.state not in ("planned", "gone") or post.first_try is not None


def _over(noted: Amendment, back: Collection[tuple[Place, str]]) -> bool:
    return noted.event == WITHDRAWN and (noted.shown.place, noted.shown.paper) in back
