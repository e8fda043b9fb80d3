"""Papers without a title that are surely the same as titled ones, and a quick look for what has no title."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Makes what is new; nothing was linked before."""
    op.create_table(
        "links",
        sa.Column("key", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("untitled", sa.BigInteger(), nullable=False),
        sa.Column("titled", sa.BigInteger(), nullable=False),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.Column("undone", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("key", name="pk_links"),
        sqlite_with_rowid=False,
    )
    untitled = sa.text("title IS NULL")
    op.create_index("ix_papers_untitled", "papers", ["seq"], sqlite_where=untitled, postgresql_where=untitled)
