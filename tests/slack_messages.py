"""Messages as people in Slack see them, and which of them Slack would refuse."""

import itertools
from dataclasses import dataclass
from typing import Any

from slack_sdk.errors import SlackObjectFormationError
from slack_sdk.models.blocks import Block


@dataclass
class Shown:
    """A message as people see it; ``user`` is empty where everybody does."""

    ts: str
    channel: str
    user: str
    thread: str
    body: dict[str, Any]
    replaced: int = 0
    listed_at: float = 0.0  # when history begins to show it

    def buttons(self) -> dict[str, str]:
        """Labels and values, in order; the first of each label."""
        rows = (block["elements"] for block in self.body["blocks"] if block["type"] == "actions")
        found: dict[str, str] = {}
        for button in itertools.chain.from_iterable(rows):
            found.setdefault(button["text"]["text"], button["value"])
        return found

    def everything(self) -> str:
        """All text of the blocks, as one line."""
        return " ".join(_texts(self.body["blocks"])).replace("\n", " ")


def wrong_with(body: dict[str, Any]) -> str:
    """Why Slack would refuse the message, empty when it would not."""
    if not body.get("text", "").strip():
        return "no_text"
    blocks = body.get("blocks", [])
    try:
        for block in Block.parse_all(blocks):
            block.validate_json()
    except SlackObjectFormationError:
        return "invalid_blocks"
    return "invalid_blocks" if len(blocks) > 50 else ""


def _texts(value: Any) -> list[str]:
    if isinstance(value, list):
        return [text for one in value for text in _texts(one)]
    if not isinstance(value, dict):
        return []
    own = [value["text"]] if isinstance(value.get("text"), str) else _texts(value.get("text"))
    return own + _texts(value.get("elements"))
