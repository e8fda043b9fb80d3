"""Versions and withdrawals of what was told, votes, quiet days, and how live sources fare."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Makes what is new; what changed before this is told of nowhere."""
    op.add_column(
        "subscriptions", sa.Column("updates", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column("subscriptions", sa.Column("quiet_told", sa.BigInteger()))
    op.create_index("ix_subscriptions_platform_heard", "subscriptions", ["platform", "heard"])
    op.add_column("schedules", sa.Column("quiet", sa.Text(), nullable=False, server_default=""))
    op.add_column("told", sa.Column("paper", sa.Text()))
    op.add_column("told", sa.Column("version", sa.Integer()))
    op.create_index("ix_told_seq", "told", ["seq"])
    op.create_index("ix_told_paper", "told", ["paper"])
    op.add_column("deliveries", sa.Column("corrects", sa.Text()))
    op.create_table(
        "amendments",
        sa.Column("n", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("paper", sa.Text(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("delivery", sa.BigInteger()),
        sa.Column("mends", sa.Boolean(), nullable=False),
        sa.Column("news", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("n", name="pk_amendments"),
        sa.UniqueConstraint(
            "platform",
            "team",
            "channel",
            "paper",
            "event",
            name="uq_amendments_platform_team_channel_paper_event",
        ),
    )
    watermarks = op.create_table(
        "watermarks",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_watermarks"),
    )
    last = sa.text("SELECT 'amended', coalesce(max(n), 0) FROM changes")
    op.execute(
        sa.insert(watermarks).from_select(["name", "n"], last.columns(name=sa.Text(), n=sa.BigInteger()))
    )
    op.create_table(
        "votes",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("paper", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "team", "channel", "paper", "person", name="pk_votes"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_votes_person", "votes", ["person"])
    op.create_table(
        "sources",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("health", sa.Text(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_sources"),
    )
