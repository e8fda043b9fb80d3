"""Logging: nothing secret leaves, and JSON is one object a line."""

import json
import logging
import sys

import pytest

from config.logging import Redacting, secrets_of
from config.settings import only

CANARY = "xoxb-1234567890-canary-abcdef"


def record(message: str, *args: object, exc_info: bool = False) -> logging.LogRecord:
    return logging.LogRecord(
        "paperbot", logging.INFO, __file__, 1, message, args, sys.exc_info() if exc_info else None
    )


@pytest.mark.parametrize("as_json", [True, False])
def test_a_secret_in_a_message_or_traceback_is_hidden(as_json: bool) -> None:
    formatter = Redacting(("s3cr3t-signing",), as_json=as_json)
    try:
        raise RuntimeError(f"refused {CANARY} and s3cr3t-signing")  # noqa: TRY301 - a traceback is wanted
    except RuntimeError:
        line = formatter.format(record("posting with %s failed", CANARY, exc_info=True))
    assert "canary" not in line
    assert "s3cr3t" not in line
    assert "posting with [secret] failed" in line


@pytest.mark.parametrize(
    "secret",
    [
        "xapp-1-A0123456789-0123456789-abcdef",
        "xoxe.xoxb-1-abcdefgh",
        "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs",
        "https://hooks.slack.com/services/T000/B000/XXXX",
        "postgresql://bot:hunter2@localhost/papers",
    ],
)
def test_what_looks_like_a_secret_is_hidden_even_if_it_is_not_ours(secret: str) -> None:
    line = Redacting((), as_json=False).format(record(secret))
    assert "[secret]" in line
    assert "hunter2" not in line


def test_json_lines_carry_the_action() -> None:
    one = record("done")
    one.action = "command"
    line = json.loads(Redacting((), as_json=True).format(one))
    assert (line["message"], line["level"], line["action"]) == ("done", "info", "command")


def test_every_secret_setting_is_known_to_the_log() -> None:
    given = only(SLACK_BOT_TOKEN="xoxb-a", SLACK_SIGNING_SECRET="sign", DISCORD_TOKEN="disc")
    assert set(secrets_of(given)) == {"xoxb-a", "sign", "disc"}
