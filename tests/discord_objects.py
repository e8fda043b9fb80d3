"""What Discord tells of its people, places and messages, as JSON, with made-up names and ids."""

from collections.abc import Mapping
from typing import Any, Final

APPLICATION, BOT, OWNER, ADA = "100", "100", "200", "201"
GUILD, CHANNEL, DIRECT = "300", "301", "302"
TOKEN: Final = "MTAw.loopback.token"
NOW: Final = "2026-12-01T09:00:00.000000+00:00"
MANAGE_CHANNELS: Final = 1 << 4
EPHEMERAL: Final = 1 << 6
EPOCH_MS: Final = 1420070400000

Json = dict[str, Any]


def user(number: str, *, bot: bool = False) -> Json:
    name = "paperbot" if bot else f"person-{number}"
    return {
        "id": number,
        "username": name,
        "discriminator": "0",
        "global_name": None,
        "avatar": None,
        "bot": bot,
    }


def member(number: str, *, whole: bool = True) -> Json:
    about: Json = {"roles": [], "joined_at": NOW, "deaf": False, "mute": False, "flags": 0, "nick": None}
    return about | ({"user": user(number), "permissions": str(MANAGE_CHANNELS)} if whole else {})


def channel(number: str) -> Json:
    return {"id": number, "type": 0, "name": "papers", "position": 0, "permission_overwrites": []}


def direct() -> Json:
    return {"id": DIRECT, "type": 1, "recipients": [user(ADA)], "last_message_id": None}


def guild() -> Json:
    everyone = {"id": GUILD, "name": "@everyone", "permissions": "274878024704", "position": 0}
    role = everyone | {"color": 0, "hoist": False, "managed": False, "mentionable": False, "flags": 0}
    return {
        "id": GUILD,
        "name": "Lab",
        "owner_id": OWNER,
        "roles": [role],
        "channels": [channel(CHANNEL)],
        "members": [member(BOT) | {"user": user(BOT, bot=True)}],
        "threads": [],
        "emojis": [],
        "stickers": [],
        "features": [],
        "member_count": 2,
        "preferred_locale": "en-US",
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "system_channel_flags": 0,
        "afk_timeout": 300,
        "joined_at": NOW,
        "large": False,
        "unavailable": False,
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
    }


def application() -> Json:
    return {
        "id": APPLICATION,
        "name": "paperbot",
        "flags": 0,
        "owner": user(OWNER),
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "00",
        "rpc_origins": [],
        "summary": "",
        "hook": True,
    }


def message(number: str, **fields: Any) -> Json:
    """A message of the bot's in the channel, unless the fields say otherwise."""
    made: Json = {
        "id": number,
        "channel_id": CHANNEL,
        "author": user(BOT, bot=True),
        "content": "",
        "timestamp": NOW,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "type": 0,
        "flags": 0,
    }
    return made | fields


def subcommand(name: str, options: Mapping[str, str | int | bool]) -> Json:
    """What somebody gave as ``/paper NAME``."""
    kinds = {str: 3, int: 4, bool: 5}
    given = [{"name": key, "type": kinds[type(value)], "value": value} for key, value in options.items()]
    return {"name": name, "type": 1, "options": given}


def shown(body: Json) -> Json:
    """What people see of a posted body."""
    return {
        key: body[key] for key in ("content", "components", "embeds", "flags") if body.get(key) is not None
    }
