"""Brings an older database to the newest form, step by step, with Alembic; imported only when that is needed."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

HOME: Final = Path(__file__).parent / "migrations"


def known(version: str | None) -> bool:
    """Whether a migration of ours leads to that version; a newer paperbot's are not known."""
    try:
        ScriptDirectory.from_config(_config()).get_revision(version or "base")
    except CommandError:
        return False
    return True


def upgrade(connection: Connection, to: str = "head") -> None:
    """Migrates within the connection's transaction."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(HOME).replace("%", "%%"))
    return config
