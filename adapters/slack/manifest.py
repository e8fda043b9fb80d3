"""The Slack app manifest, purely: what an operator pastes to make the app."""

import json
import re
from typing import Any, Final
from urllib.parse import urlsplit

from bot.errors import UserError
from bot.locale import words
from config.settings import Settings

EVENTS_PATH: Final = "/slack/events"  # commands, actions and events all come here
SHORTCUT: Final = "paperbot_lookup"

SCOPES: Final = (
    "app_mentions:read",
    "channels:join",
    "channels:read",
    "chat:write",
    "commands",
    "groups:read",
    "im:history",
    "im:write",
    "users:read",
)
EVENTS: Final = (
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "channel_archive",
    "channel_deleted",
    "channel_id_changed",
    "channel_left",
    "channel_unarchive",
    "group_archive",
    "group_deleted",
    "group_left",
    "group_unarchive",
    "member_joined_channel",
    "message.im",
    "tokens_revoked",
)


def manifest(settings: Settings, http_url: str | None = None, command: str | None = None) -> str:
    """The manifest as JSON, which Slack takes as it takes YAML.

    Args:
        settings: for the command's name.
        http_url: where Slack reaches the bot over HTTPS; without it the app uses Socket Mode.
        command: the slash command's name instead of the settings'.

    Raises:
        UserError: the address or the name is not one that Slack takes.
    """
    address = _address(http_url) if http_url is not None else None
    return json.dumps(
        _manifest(_command(command or settings.slack_command), address), indent=2, ensure_ascii=False
    )


def _manifest(command: str, address: str | None) -> dict[str, Any]:
    say = words()
    reached = {"request_url": address} if address else {}
    return {
        "display_information": {
            "name": "paperbot",
            "description": say("slack-manifest-description"),
            "long_description": say("slack-manifest-about"),
            "background_color": "#1f3a5f",
        },
        "features": {
            "app_home": {
                "home_tab_enabled": False,
                "messages_tab_enabled": True,
                "messages_tab_read_only_enabled": False,
            },
            "bot_user": {"display_name": "paperbot", "always_online": True},
            "shortcuts": [
                {
                    "name": say("slack-manifest-shortcut"),
                    "type": "message",
                    "callback_id": SHORTCUT,
                    "description": say("slack-manifest-shortcut-about"),
                }
            ],
            "slash_commands": [
                {
                    "command": command,
                    "description": say("slack-manifest-description"),
                    "usage_hint": say("slack-manifest-command-hint"),
                    "should_escape": True,
                    **({"url": address} if address else {}),
                }
            ],
        },
        "oauth_config": {"scopes": {"bot": list(SCOPES)}},
        "settings": {
            "event_subscriptions": {"bot_events": list(EVENTS), **reached},
            "interactivity": {"is_enabled": True, **reached},
            "org_deploy_enabled": False,
            "socket_mode_enabled": address is None,
            "token_rotation_enabled": False,
        },
    }


def _address(url: str) -> str:
    try:
        parts = urlsplit(url.strip())
    except ValueError as error:
        raise UserError("slack-manifest-url", url=url) from error
    if parts.scheme != "https" or not parts.hostname or parts.query or parts.fragment:
        raise UserError("slack-manifest-url", url=url)
    return f"https://{parts.netloc}{parts.path.rstrip('/').removesuffix(EVENTS_PATH)}{EVENTS_PATH}"


def _command(name: str) -> str:
    if not re.fullmatch(r"/[^\s/A-Z]{1,31}", name):
        raise UserError("slack-manifest-command", command=name)
    return name
