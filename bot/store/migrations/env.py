"""What Alembic runs for every command; the connection and its transaction are the caller's."""

from alembic import context

from bot.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
