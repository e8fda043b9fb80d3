"""Posts that are no longer true: whoever would send one waits until it has been mended."""

from typing import Final

from sqlalchemy import ColumnElement, and_, exists, func, or_, select

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
        deliveries.c.state == "planned", deliveries.c.first_try.is_(None), or_(noted, _tells_of_lost_papers())
    )


def _tells_of_lost_papers() -> ColumnElement[bool]:
    last = select(watermarks.c.n).where(watermarks.c.name == READ).scalar_subquery()
    unread = changes.c.n > func.coalesce(last, 0)
    lives = exists().where(papers.c.seq == changes.c.seq, papers.c.status != WITHDRAWN)
    lost = and_(unread, changes.c.into.is_(None), ~lives)
    joined = changes.alias("joined")
    into = select(joined.c.into).where(joined.c.seq == told.c.seq, joined.c.into.is_not(None))
    its = exists().where(
        *(told.c[name] == deliveries.c[name] for name in _NAMES),
        told.c.delivery == deliveries.c.id,
        told.c.how.in_(SHOWN),
        told.c.paper.is_not(None),
        or_(
            exists().where(changes.c.seq == told.c.seq, lost),
            exists().where(changes.c.seq.in_(into), lost),
        ),
    )
    return and_(exists().where(unread), its)
