"""What places were told of, by the papers' lasting ids."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Notes the ids of what was told of already, as far as it is still there."""
    op.drop_index("ix_told_paper", "told")
    op.create_index("ix_told_platform_team_channel_paper", "told", ["platform", "team", "channel", "paper"])
    told, papers = (
        sa.table("told", sa.column("paper"), sa.column("seq")),
        sa.table("papers", sa.column("id"), sa.column("seq")),
    )
    theirs = sa.select(papers.c.id).where(papers.c.seq == told.c.seq).scalar_subquery()
    op.execute(sa.update(told).values(paper=theirs))
