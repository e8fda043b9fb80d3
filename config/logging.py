"""Logging: one line per unit of work, pretty on a terminal and JSON elsewhere, always on standard error.

Whatever is logged passes one formatter that takes secrets out, tracebacks included.
"""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Final

from pydantic import SecretStr

from config.settings import Settings

HIDDEN: Final = "[secret]"
# Shapes of secrets that are not in our settings but may stand in a library's error: Slack and Discord
# tokens, Slack webhook addresses, a password inside a database address.
SECRET_SHAPES: Final = re.compile(
    r"""xox[a-z](?:\.xox[a-z])?-[\w-]{6,} | xapp-[\w-]{6,}
    | \b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}
    | (?<=hooks\.slack\.com/)[\w/]+
    | (?<=://)[^\s:/@]+:[^\s:/@]+(?=@)""",
    re.VERBOSE,
)
# Libraries that tell too much, or write whole payloads into the log below this level.
QUIET: Final = (
    "apscheduler",
    "discord",
    "slack_bolt",
    "slack_sdk",
    "aiohttp",
    "aiosqlite",
    "alembic",
    "asyncio",
)


class Redacting(logging.Formatter):
    """Formats a record as one line and hides what is secret.

    Args:
        secrets: exact values to hide.
        as_json: one JSON object a line, else words.
    """

    def __init__(self, secrets: tuple[str, ...], *, as_json: bool) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%H:%M:%S")
        self._secrets = tuple(sorted(filter(None, secrets), key=len, reverse=True))
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        return self.redact(self._json(record) if self._as_json else super().format(record))

    def redact(self, text: str) -> str:
        """The text without secrets."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return SECRET_SHAPES.sub(HIDDEN, text)

    def _json(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if action := getattr(record, "action", None):
            line["action"] = action
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(settings: Settings, level: int = logging.INFO) -> None:
    """Sends the log of the whole process to standard error in the form the settings ask for."""
    as_json = settings.log_format == "json" or (settings.log_format == "auto" and not sys.stderr.isatty())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Redacting(secrets_of(settings), as_json=as_json))
    logging.basicConfig(handlers=[handler], level=level, force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def secrets_of(settings: Settings) -> tuple[str, ...]:
    """The values of all secret settings."""
    values = (getattr(settings, name) for name in type(settings).model_fields)
    return tuple(value.get_secret_value() for value in values if isinstance(value, SecretStr))
