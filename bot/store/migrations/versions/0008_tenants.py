"""Whose a place's server was when the bot could last speak there."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Makes room for it; it is noted when the platform next tells."""
    op.add_column("places", sa.Column("tenant", sa.Text()))
