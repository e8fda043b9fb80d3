"""The version of a paper that was read, and what papers were joined with, found fast."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds the column; what was read before tells no version."""
    op.add_column("papers", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("ix_changes_seq", "changes", ["seq"])
    op.create_index("ix_changes_into", "changes", ["into"])
