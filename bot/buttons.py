"""What a button carries: an invocation in few characters, so that it still works after a restart.

A button id is a form number, ``r`` or ``-`` for whether the answer replaces the message, and then either
``NAME?option=value&...`` or ``#KEY`` of an invocation that was stored because it did not fit.
"""

import base64
import hashlib
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, urlencode

import orjson

from bot.errors import UserError
from bot.message import Action
from bot.models import Invocation

FORM: Final = "1"
KEY_LENGTH: Final = 16  # 80 bits: two invocations never share a key
KEY: Final = re.compile(rf"#[a-z2-7]{{{KEY_LENGTH}}}")
NAME: Final = re.compile(r"[a-z]+(-[a-z]+)*")  # of a command
FIELDS: Final = 20  # more than any command has options


@dataclass(frozen=True, slots=True)
class Stored:
    """The key of an invocation that the store keeps."""

    key: str


def key_of(invocation: Invocation) -> str:
    """The key under which an invocation is stored: the same invocation has the same key everywhere."""
    digest = hashlib.sha256(orjson.dumps(invocation.to_dict(), option=orjson.OPT_SORT_KEYS)).digest()
    return base64.b32encode(digest).decode("ascii").lower()[:KEY_LENGTH]


def encode(action: Action, limit: int) -> str | None:
    """The id that carries the whole invocation, or None if that takes more than ``limit`` characters."""
    button = f"{_head(action)}{action.invocation.name}?{urlencode(action.invocation.args)}"
    return button if len(button) <= limit else None


def encode_stored(action: Action) -> str:
    """The id of an action whose invocation is stored under key_of()."""
    return f"{_head(action)}#{key_of(action.invocation)}"


def decode(button: str) -> Invocation | Stored:
    """What a pressed button carries.

    Raises:
        UserError: the id is not one of ours, or of a form no longer known.
    """
    form, body = button[:2], button[2:]
    if form not in (f"{FORM}r", f"{FORM}-"):
        raise UserError("button-too-old")
    if KEY.fullmatch(body):
        return Stored(body[1:])
    name, _, options = body.partition("?")
    try:
        body.encode()  # JSON can hold half a character, which no database takes
        args = dict(parse_qsl(options, max_num_fields=FIELDS))
    except ValueError as error:
        raise UserError("button-too-old") from error
    if not NAME.fullmatch(name):
        raise UserError("button-too-old")
    return Invocation.of(name, **args)


def replaces(button: str) -> bool:
    """Whether the answer takes the place of the message the button is on, where the presser alone sees it."""
    return button[1:2] == "r"


def _head(action: Action) -> str:
    return FORM + ("r" if action.replaces else "-")
