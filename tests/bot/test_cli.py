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


def printed(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - ours
    return done.stdout.strip()


def test_the_console_starts_without_what_only_some_commands_need() -> None:
    code = (
        "import sys; from bot.cli import command_line; command_line(); import bot.app, bot.batch;"
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)))"
    )
    assert printed(code) == "[]"


def test_algebra_has_one_thread_unless_the_operator_wants_more() -> None:
    code = (
        "import os, sys, bot.cli; assert 'numpy' not in sys.modules; sys.stdout = open(os.devnull, 'w');"
        "sys.argv = ['paperbot', '--help']\ntry: bot.cli.main()\nexcept SystemExit: pass\n"
        "sys.__stdout__.write(os.environ['OPENBLAS_NUM_THREADS'])"
    )
    assert printed(code) == "1"
    assert printed(f"import os; os.environ['OPENBLAS_NUM_THREADS'] = '3'\n{code}") == "3"
