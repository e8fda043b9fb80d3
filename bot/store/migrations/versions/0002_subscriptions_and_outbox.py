"""Subscriptions, schedules, and the outbox."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Makes the tables."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column("ingests", sa.Column("quiet", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "forgetting",
        sa.Column("file", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("file", name="pk_forgetting"),
    )
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("cadence", sa.Text(), nullable=False),
        sa.Column("after_seq", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("heard", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_subscriptions"),
    )
    op.create_index(
        "ix_subscriptions_platform_team_channel", "subscriptions", ["platform", "team", "channel"]
    )
    op.create_index("ix_subscriptions_platform_team_owner", "subscriptions", ["platform", "team", "owner"])
    op.create_table(
        "schedules",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("is_on", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("days", sa.Text(), nullable=False),
        sa.Column("timezone", sa.Text(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("done", sa.Text()),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "team", "channel", "kind", name="pk_schedules"),
    )
    op.create_table(
        "places",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("locale", sa.Text(), nullable=False),
        sa.Column("gone", sa.Text()),
        sa.Column("gone_at", sa.BigInteger()),
        sa.Column("gone_told", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "team", "channel", name="pk_places"),
    )
    op.create_table(
        "people",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("timezone", sa.Text(), nullable=False),
        sa.Column("locale", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "team", "user", name="pk_people"),
    )
    op.create_table(
        "told",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("how", sa.Text(), nullable=False),
        sa.Column("delivery", sa.BigInteger()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "team", "channel", "seq", name="pk_told"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "picks",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("paper", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "team", "channel", "day", name="pk_picks"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deliveries",
        sa.Column("id", number, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("silent", sa.Boolean(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("looks", sa.Integer(), nullable=False),
        sa.Column("planned", sa.BigInteger(), nullable=False),
        sa.Column("first_try", sa.BigInteger()),
        sa.Column("last_try", sa.BigInteger()),
        sa.Column("not_before", sa.BigInteger(), nullable=False),
        sa.Column("lease_until", sa.BigInteger()),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("payload", sa.Text()),
        sa.Column("payload_hash", sa.Text(), nullable=False),
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("thread", sa.Text()),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("settled", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_deliveries"),
        sa.UniqueConstraint("key", name="uq_deliveries_key"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_deliveries_platform_state_not_before", "deliveries", ["platform", "state", "not_before"]
    )
    op.create_index(
        "ix_deliveries_platform_team_channel_id", "deliveries", ["platform", "team", "channel", "id"]
    )
