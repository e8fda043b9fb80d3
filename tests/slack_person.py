"""What people do in Slack, as the payloads that the bot gets for it, over Socket Mode or signed HTTP."""

import hashlib
import hmac
import json
import time
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlencode

import aiohttp

from tests.slack_messages import Shown
from tests.slack_server import BOT_USER, DIRECT, TEAM, SlackServer

SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
KINDS = {"command": "slash_commands", "interaction": "interactive", "event": "events_api"}
Kind = Literal["command", "interaction", "event"]


def signature(body: bytes, timestamp: str, secret: str = SECRET) -> dict[str, str]:
    """The headers with which Slack signs a request."""
    digest = hmac.new(secret.encode(), f"v0:{timestamp}:".encode() + body, hashlib.sha256).hexdigest()
    return {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": f"v0={digest}"}


@dataclass
class Ack:
    """The bot's acknowledgement: how soon, in seconds, and with what."""

    seconds: float
    body: str


@dataclass
class Person:
    """Somebody in the workspace; ``address`` is the bot's for HTTP, empty for Socket Mode."""

    slack: SlackServer
    address: str = ""
    user: str = "U1"

    async def types(self, text: str, channel: str = "C1") -> Ack:
        """A slash command."""
        return await self._send(
            "command",
            {
                "command": "/paper",
                "text": text,
                "team_id": TEAM,
                "channel_id": channel,
                "user_id": self.user,
                "user_name": "ada",
                "response_url": self.slack.response_url(channel, self.user),
                "trigger_id": "1.2.3",
            },
        )

    async def mentions(self, text: str, channel: str = "C1", **fields: Any) -> dict[str, Any]:
        """Says something to the bot in a channel; gives the event, to be delivered again."""
        event = {"type": "app_mention", "text": f"<@{BOT_USER}> {text}", "channel": channel}
        return await self._says(event | fields)

    async def says(self, text: str, **fields: Any) -> dict[str, Any]:
        """Says something in the direct message with the bot."""
        event = {"type": "message", "text": text, "channel": DIRECT, "channel_type": "im"}
        return await self._says(event | fields)

    async def delivers(self, event: dict[str, Any], **more: Any) -> Ack:
        """An event, perhaps one that was delivered before."""
        return await self._send("event", event, **more)

    async def looks_up(self, message: dict[str, Any], channel: str = "C1") -> Ack:
        """The shortcut on somebody's message."""
        return await self._send(
            "interaction",
            {
                "type": "message_action",
                "callback_id": "paperbot_lookup",
                "team": {"id": TEAM},
                "channel": {"id": channel, "name": "papers"},
                "user": {"id": self.user, "name": "ada"},
                "message": {"type": "message", "user": "U2", "ts": self.slack.new_ts()} | message,
                "message_ts": "1",
                "response_url": self.slack.response_url(channel, self.user),
                "trigger_id": "1.2.3",
            },
        )

    async def presses(self, shown: Shown, label: str, *, url: bool = True) -> Ack:
        """A button on a message, found by its label, or given as a value."""
        container: dict[str, Any] = {"type": "message", "message_ts": shown.ts, "channel_id": shown.channel}
        container |= {"is_ephemeral": bool(shown.user)}
        container |= {"thread_ts": shown.thread} if shown.thread else {}
        payload = {
            "type": "block_actions",
            "team": {"id": TEAM},
            "user": {"id": self.user, "username": "ada", "name": "ada"},
            "channel": {"id": shown.channel, "name": "papers"},
            "container": container,
            "actions": [
                {
                    "type": "button",
                    "action_id": "paperbot_0",
                    "block_id": "b",
                    "value": shown.buttons().get(label, label),
                }
            ],
            "trigger_id": "1.2.3",
        }
        if url:
            payload["response_url"] = self.slack.response_url(shown.channel, self.user, shown)
        return await self._send("interaction", payload)

    async def _says(self, event: dict[str, Any]) -> dict[str, Any]:
        ts = self.slack.new_ts()
        whole = {
            "type": "event_callback",
            "event_id": f"Ev{ts}",
            "event_time": int(float(ts)),
            "team_id": TEAM,
            "api_app_id": "A1",
            "event": {"user": self.user, "ts": ts, "event_ts": ts} | event,
        }
        await self.delivers(whole)
        return whole

    async def _send(self, kind: Kind, payload: dict[str, Any], **more: Any) -> Ack:
        started = time.monotonic()
        if not self.address:
            answer = await self.slack.envelope(KINDS[kind], payload, **more)
            return Ack(time.monotonic() - started, json.dumps(answer.get("payload", "")))
        status, text = await self._request(kind, payload, **more)
        assert status == 200, f"Slack got {status}"
        return Ack(time.monotonic() - started, text)

    async def status(self, kind: Kind, payload: dict[str, Any]) -> int:
        """With what a signed request is answered over HTTP, whatever its shape."""
        return (await self._request(kind, payload))[0]

    async def _request(self, kind: Kind, payload: dict[str, Any], **more: Any) -> tuple[int, str]:
        form = {"payload": json.dumps(payload)} if kind == "interaction" else payload
        body = json.dumps(payload).encode() if kind == "event" else urlencode(form).encode()
        shape = "application/json" if kind == "event" else "application/x-www-form-urlencoded"
        headers = signature(body, str(int(time.time()))) | {"Content-Type": shape}
        if more.get("retry_attempt"):
            headers |= {
                "X-Slack-Retry-Num": str(more["retry_attempt"]),
                "X-Slack-Retry-Reason": "http_timeout",
            }
        async with aiohttp.ClientSession() as session:
            reply = await session.post(self.address, data=body, headers=headers)
            return reply.status, await reply.text()
