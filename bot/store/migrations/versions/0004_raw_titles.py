"""Titles as published, beside their readable form."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the column; a paper that is there already keeps its readable title until its file is read anew."""
    op.add_column("papers", sa.Column("raw_title", sa.Text()))
