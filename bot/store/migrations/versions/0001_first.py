"""The first form."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the tables."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "ingests",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("lease_until", sa.BigInteger(), nullable=False),
        sa.Column("upto", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_ingests"),
    )
    op.create_index("ix_ingests_upto", "ingests", ["upto"])
    op.create_table(
        "papers",
        sa.Column("seq", number, autoincrement=False, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("ingest", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text()),
        sa.Column("heading", sa.Text(), nullable=False),
        sa.Column("abstract", sa.Text(), nullable=False),
        sa.Column("raw", sa.Text()),
        sa.Column("venue", sa.Text(), nullable=False),
        sa.Column("year", sa.Integer()),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("published", sa.Text()),
        sa.Column("names", sa.Text(), nullable=False),
        sa.Column("other_titles", sa.Text(), nullable=False),
        sa.Column("authors", sa.Text(), nullable=False),
        sa.Column("identifiers", sa.Text(), nullable=False),
        sa.Column("links", sa.Text(), nullable=False),
        sa.Column("keywords", sa.Text(), nullable=False),
        sa.Column("sources", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_papers"),
        sa.ForeignKeyConstraint(["ingest"], ["ingests.id"], name="fk_papers_ingest"),
        sa.UniqueConstraint("id", name="uq_papers_id"),
    )
    op.create_index("ix_papers_ingest", "papers", ["ingest"])
    op.create_table(
        "readings",
        sa.Column("n", number, autoincrement=False, nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("ingest", sa.Integer(), nullable=False),
        sa.Column("seq", number),
        sa.Column("settled", sa.Boolean(), nullable=False),
        sa.Column("digest", sa.BigInteger(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("n", name="pk_readings"),
        sa.ForeignKeyConstraint(["ingest"], ["ingests.id"], name="fk_readings_ingest"),
        sa.ForeignKeyConstraint(["seq"], ["papers.seq"], name="fk_readings_seq"),
    )
    op.create_index("ix_readings_ingest", "readings", ["ingest"])
    op.create_index("ix_readings_seq", "readings", ["seq"])
    op.create_index("ix_readings_file_kind_number", "readings", ["file", "kind", "number"])
    op.create_index(
        "ix_readings_unsettled",
        "readings",
        ["n"],
        sqlite_where=sa.text("settled = 0"),
        postgresql_where=sa.text("settled = false"),
    )
    op.create_table(
        "identities",
        sa.Column("key", sa.BigInteger(), nullable=False),
        sa.Column("n", number, nullable=False),
        sa.PrimaryKeyConstraint("key", "n", name="pk_identities"),
        sa.ForeignKeyConstraint(["n"], ["readings.n"], name="fk_identities_n", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_identities_n", "identities", ["n"])
    op.create_table(
        "identifiers",
        sa.Column("scheme", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("seq", number, nullable=False),
        sa.Column("own", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("scheme", "value", "seq", name="pk_identifiers"),
        sa.ForeignKeyConstraint(["seq"], ["papers.seq"], name="fk_identifiers_seq", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_identifiers_seq", "identifiers", ["seq"])
    op.create_table(
        "changes",
        sa.Column("n", number, nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("into", sa.BigInteger()),
        sa.PrimaryKeyConstraint("n", name="pk_changes"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "invocations",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_invocations"),
    )
    op.create_index("ix_invocations_until", "invocations", ["until"])
    op.create_table(
        "claims",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_claims"),
    )
    op.create_index("ix_claims_until", "claims", ["until"])
