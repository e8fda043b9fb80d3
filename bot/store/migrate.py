"""Brings an older database to the newest form, step by step, with Alembic; imported only when that is needed."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

HOME: Final = Path(__file__).parent / "migrations"


def upgrade(connection: Connection, version: str | None, to: str = "head") -> bool:
    """Migrates within the connection's transaction; False where ``version`` is none of ours, so a later one's."""
    config = Config()
    config.set_main_option("script_location", str(HOME).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        ScriptDirectory.from_config(config).get_revision(version or "base")
    except CommandError:
        return False
    command.upgrade(config, to)
    return True
