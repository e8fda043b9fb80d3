"""Takes in what Slack sends, also what has not Slack's shape: that costs a refusal and one line in the log."""

import json
import logging
from typing import Any, Final

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.socket_mode.request import SocketModeRequest

log = logging.getLogger("paperbot.slack")

TAKEN: Final = 200
BAD_REQUEST: Final = 400


async def receive(bolt: AsyncApp, **request: Any) -> BoltResponse:
    """Bolt's response to a request, given as AsyncBoltRequest takes it; 400 for one that it cannot read.

    The SDK falls over a malformed body in many ways, and what falls over here is never a fault of an
    answer: those are given in tasks of their own.
    """
    try:
        response = await bolt.async_dispatch(AsyncBoltRequest(**request))
    except Exception as error:  # noqa: BLE001 - see above
        return _refused(type(error).__name__)
    return response if response.status == TAKEN else _refused("nothing that the bot listens to")


def framed(message: str) -> bool:
    """Whether a message on a socket is one that the SDK can read; one that is not is told, unless it is empty."""
    try:
        SocketModeRequest.from_dict({**json.loads(message or "{}")})
    except (ValueError, TypeError, RecursionError) as error:
        malformed(type(error).__name__)
        return False
    return True


def malformed(why: str) -> None:
    """One line about what was not understood, without a word of it."""
    log.warning("not understood, though it came from Slack: %s", why, extra={"action": "slack.malformed"})


def _refused(why: str) -> BoltResponse:
    malformed(why)
    return BoltResponse(status=BAD_REQUEST)
