"""Posts that are no longer true: whoever would send one waits until it has been mended."""

from typing import Any, Final

from sqlalchemy import ColumnElement, CompoundSelect, and_, exists, func, or_, select, union_all

from bot.amendments import FORGOTTEN, WITHDRAWN
from bot.store.planned import SHOWN
from bot.store.tables import amendments, changes, deliveries, papers, told, watermarks

READ: Final = "amended"  # the name of the watermark of how far changes were looked at

_NAMES: Final = ("platform", "team", "channel")


def outdated() -> ColumnElement[bool]:
    """Whether a delivery that surely nobody has seen tells of a paper that is withdrawn, or no longer there.

    Of changes that nobody has looked at yet, and of those that are noted and not seen to. What nobody looks at makes
    nothing outdated as long as the paper is there, so an ingest that mends many papers holds up no post.
    """
    noted = exists().where(
        *(amendments.c[name] == deliveries.c[name] for name in _NAMES),
        amendments.c.delivery == deliveries.c.id,
        amendments.c.event.in_((WITHDRAWN, FORGOTTEN)),
        amendments.c.mends,
    )
    return and_(
        deliveries.c.state == "planned",
        deliveries.c.first_try.is_(None),
        or_(noted, deliveries.c.id.in_(_lost())),
    )


def _lost() -> CompoundSelect[Any]:
    """The numbers of deliveries that told of papers of which the loss was not looked at yet; mostly there are none.

    Asked once a statement, from the few changes to what told of them, however much a delivery tells of.
    """
    last = select(watermarks.c.n).where(watermarks.c.name == READ).scalar_subquery()
    lives = exists().where(papers.c.seq == changes.c.seq, papers.c.status != WITHDRAWN)
    lost = (changes.c.n > func.coalesce(last, 0), changes.c.into.is_(None), ~lives)
    shown = (told.c.delivery.is_not(None), told.c.how.in_(SHOWN), told.c.paper.is_not(None))
    joined = changes.alias("joined")
    itself = select(told.c.delivery).join(changes, changes.c.seq == told.c.seq)
    forebear = select(told.c.delivery).join(joined, joined.c.seq == told.c.seq)
    forebear = forebear.join(changes, changes.c.seq == joined.c.into)
    return union_all(itself.where(*lost, *shown), forebear.where(*lost, *shown))
