"""How the console starts."""

import subprocess
import sys

HEAVY = (
    "alembic",
    "apscheduler",
    "asyncpg",
    "discord",
    "lark",
    "pylatexenc",
    "rich",
    "slack_bolt",
    "slack_sdk",
)


def test_the_console_starts_without_what_only_some_commands_need() -> None:
    code = (
        "import sys; from bot.cli import command_line; command_line(); import bot.app, bot.batch;"
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - ours
    assert done.stdout.strip() == "[]"
