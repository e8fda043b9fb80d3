"""The tables. Moments are whole seconds since 1970, in UTC; lists are JSON text, in their order.

A paper is visible when its seq is at most the corpus's horizon, the highest ``ingests.upto``: what an ingest
writes lies above it, so publishing is one small update, and a crash leaves nothing that anybody sees.
"""

from collections.abc import Iterator
from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    UniqueConstraint,
    false,
)

from bot.store.texts import Text

HEAD: Final = "0008"
"""The newest migration: a database that has it needs none, and Alembic is not even imported."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_NUMBER: Final = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows by itself only in INTEGER


def _place(*, primary_key: bool = False) -> Iterator[Column[str]]:
    """The columns that say which place a row is of."""
    for name in ("platform", "team", "channel"):
        yield Column(name, Text, primary_key=primary_key, nullable=False)


# One row a run of ingest. While lease_until lies ahead nobody else may write papers; upto is empty until the
# run is published, and then the seq of the last paper it brought.
ingests = Table(
    "ingests",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("started", BigInteger, nullable=False),
    Column("lease_until", BigInteger, nullable=False),
    Column("upto", BigInteger, index=True),
    Column("quiet", Boolean, nullable=False, server_default=false()),  # nobody is told of what it brought
)

papers = Table(
    "papers",
    metadata,
    Column("seq", _NUMBER, primary_key=True, autoincrement=False),
    Column("id", Text, nullable=False, unique=True),
    Column("ingest", ForeignKey("ingests.id"), nullable=False, index=True),
    Column("title", Text),
    Column("heading", Text, nullable=False),
    Column("abstract", Text, nullable=False),
    Column("raw", Text),  # empty where it equals abstract
    Column("venue", Text, nullable=False),
    Column("year", Integer),
    Column("status", Text, nullable=False),
    Column("published", Text),  # ISO 8601, UTC
    Column("names", Text, nullable=False),
    Column("other_titles", Text, nullable=False),
    Column("authors", Text, nullable=False),
    Column("identifiers", Text, nullable=False),
    Column("links", Text, nullable=False),
    Column("keywords", Text, nullable=False),
    Column("sources", Text, nullable=False),
    Column("raw_title", Text),  # empty where it equals title
    Column("version", Integer, nullable=False, server_default="0"),  # the latest read; 0 where none is told
)

Index(
    "ix_papers_untitled",
    papers.c.seq,
    sqlite_where=papers.c.title.is_(None),
    postgresql_where=papers.c.title.is_(None),
)

# What one source says, so that it can be compared with others and taken back. said holds only what differs from
# the paper's own row, or everything as long as there is no paper.
readings = Table(
    "readings",
    metadata,
    Column("n", _NUMBER, primary_key=True, autoincrement=False),
    Column("file", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("ingest", ForeignKey("ingests.id"), nullable=False, index=True),
    Column("seq", ForeignKey("papers.seq"), index=True),
    Column("settled", Boolean, nullable=False),
    Column("digest", BigInteger, nullable=False),
    Column("said", Text, nullable=False),
    Index(None, "file", "kind", "number"),
)
Index(
    "ix_readings_unsettled",
    readings.c.n,
    sqlite_where=readings.c.settled == false(),
    postgresql_where=readings.c.settled == false(),
)

# Readings without a title that are surely the same paper as titled ones; see bot.linking and StoredLink.
links = Table(
    "links",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("untitled", BigInteger, nullable=False),
    Column("titled", BigInteger, nullable=False),
    Column("evidence", Text, nullable=False),
    Column("undone", Boolean, nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)

# Files that are being taken back: a row stays until that is done, whoever does it.
forgetting = Table("forgetting", metadata, Column("file", Text, primary_key=True))

# What readings of one paper have in common; see bot.witness.keys.
identities = Table(
    "identities",
    metadata,
    Column("key", BigInteger, primary_key=True),
    Column("n", ForeignKey("readings.n", ondelete="CASCADE"), primary_key=True, index=True),
    sqlite_with_rowid=False,
)

# By what a paper can be asked for: what it is (own), and what its abstract links to.
identifiers = Table(
    "identifiers",
    metadata,
    Column("scheme", Text, primary_key=True),
    Column("value", Text, primary_key=True),
    Column("seq", ForeignKey("papers.seq", ondelete="CASCADE"), primary_key=True, index=True),
    Column("own", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

# Papers that changed or went after they had become visible; into is the paper they were joined with.
changes = Table(
    "changes",
    metadata,
    Column("n", _NUMBER, primary_key=True),
    Column("seq", BigInteger, nullable=False, index=True),
    Column("into", BigInteger, index=True),
    sqlite_autoincrement=True,
)

invocations = Table(
    "invocations",
    metadata,
    Column("key", Text, primary_key=True),
    Column("data", Text, nullable=False),
    Column("until", BigInteger, nullable=False, index=True),
)

claims = Table(
    "claims",
    metadata,
    Column("key", Text, primary_key=True),
    Column("until", BigInteger, nullable=False, index=True),
)

# Who wants to hear of what. A removed one is kept for a while, so that removing can be undone.
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", Text, primary_key=True),
    *_place(),
    Column("query", Text, nullable=False),
    Column("cadence", Text, nullable=False),
    Column("after_seq", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("heard", BigInteger, nullable=False),
    Column("ended", BigInteger),  # when it was removed
    Column("updates", Boolean, nullable=False, server_default=false()),  # also new versions, withdrawals
    Column("quiet_told", BigInteger),  # when its owner was told that it has been silent for long
    Index(None, "platform", "team", "channel"),
    Index(None, "platform", "team", "owner"),
    Index(None, "platform", "heard"),
)

# When a place wants its digest and its paper of the day; days is such as 01234, Monday is 0. quiet says why nothing
# was posted for the date in done, see bot.quiet; it is empty where something was.
schedules = Table(
    "schedules",
    metadata,
    *_place(primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("is_on", Boolean, nullable=False),
    Column("at", Text, nullable=False),  # HH:MM, local
    Column("days", Text, nullable=False),
    Column("timezone", Text, nullable=False),
    Column("topic", Text, nullable=False),
    Column("done", Text),  # ISO date, local: the last one that was planned
    Column("since", BigInteger, nullable=False),
    Column("quiet", Text, nullable=False, server_default=""),
)

# A place that cannot be spoken to is paused, with its reason; whoever brought the bot there is its owner. tenant is
# whose its server was when the bot could last speak there, where the platform tells such a thing.
places = Table(
    "places",
    metadata,
    *_place(primary_key=True),
    Column("owner", Text, nullable=False),
    Column("locale", Text, nullable=False),
    Column("gone", Text),  # the platform's word, empty while all is well
    Column("gone_at", BigInteger),
    Column("gone_told", Boolean, nullable=False),
    Column("tenant", Text),
)

# A person's own defaults.
people = Table(
    "people",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("team", Text, primary_key=True),
    Column("user", Text, primary_key=True),
    Column("timezone", Text, nullable=False),
    Column("locale", Text, nullable=False),
)

# What a place was told of: sent as new, or picked as its paper of the day, each with its delivery; or withdrawn, and
# so never told of. What was there before, or was old when it came, has no row: after_seq has passed it.
told = Table(
    "told",
    metadata,
    *_place(primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("how", Text, nullable=False),
    Column("delivery", BigInteger),
    Column("at", BigInteger, nullable=False),
    Column("paper", Text),
    Column("version", Integer),
    Index(None, "seq"),
    Index(None, "platform", "team", "channel", "paper"),
    sqlite_with_rowid=False,
)

# Papers of the day; the first that is stored for a place and day stays.
picks = Table(
    "picks",
    metadata,
    *_place(primary_key=True),
    Column("day", Text, primary_key=True),  # ISO date, local
    Column("paper", Text, nullable=False),  # its public id, the same on every machine
    sqlite_with_rowid=False,
)

# The outbox: one row a message owed to a place; see bot.deliveries.
deliveries = Table(
    "deliveries",
    metadata,
    Column("id", _NUMBER, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    *_place(),
    Column("kind", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("silent", Boolean, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("looks", Integer, nullable=False),
    Column("planned", BigInteger, nullable=False),
    Column("first_try", BigInteger),
    Column("last_try", BigInteger),
    Column("not_before", BigInteger, nullable=False),
    Column("lease_until", BigInteger),
    Column("owner", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("payload", Text),
    Column("payload_hash", Text, nullable=False),
    Column("external_id", Text, nullable=False),
    Column("thread", Text),  # the external_id of the message in whose thread it goes
    Column("error", Text, nullable=False),
    Column("settled", BigInteger),  # when it came to its end
    Column("corrects", Text),  # the external_id of the message that it changes, instead of being a new one
    Index(None, "platform", "state", "not_before"),
    Index(None, "platform", "team", "channel", "id"),
    sqlite_autoincrement=True,
)

# What became of a paper after a place was told of it: withdrawn, forgotten, or a new version such as v2; each once
# a place. mends is true while the post that told of it is still to be mended, news while those who asked for updates
# are still to be told.
amendments = Table(
    "amendments",
    metadata,
    Column("n", _NUMBER, primary_key=True),
    *_place(),
    Column("seq", BigInteger, nullable=False),  # of the paper as it is now, or was
    Column("paper", Text, nullable=False),  # its public id when it was told of
    Column("event", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("delivery", BigInteger),
    Column("mends", Boolean, nullable=False),
    Column("news", Boolean, nullable=False),
    UniqueConstraint("platform", "team", "channel", "paper", "event"),
)

# How far something has read the changes.
watermarks = Table(
    "watermarks",
    metadata,
    Column("name", Text, primary_key=True),
    Column("n", BigInteger, nullable=False),
)

# Votes for papers of the day; person is a hash, see bot.store.votes.
votes = Table(
    "votes",
    metadata,
    *_place(primary_key=True),
    Column("paper", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Index(None, "person"),
    sqlite_with_rowid=False,
)

# How the live sources fare: well, down or stale, since when and why.
sources = Table(
    "sources",
    metadata,
    Column("name", Text, primary_key=True),
    Column("health", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
)
