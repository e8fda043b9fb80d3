"""What Slack's events say of places: where the bot was let in again, and where it cannot speak any more. Pure."""

from collections.abc import Mapping
from typing import Any, Final

from adapters.slack.connect import Me
from adapters.slack.incoming import whole
from bot.deliveries import Gone
from bot.models import Place

BACK: Final = ("channel_unarchive", "group_unarchive", "member_joined_channel")
LOST: Final[Mapping[str, Gone]] = {
    "app_uninstalled": Gone("token_revoked", "team"),
    "channel_archive": Gone("is_archived"),
    "channel_deleted": Gone("channel_not_found"),
    "channel_left": Gone("not_in_channel"),
    "group_archive": Gone("is_archived"),
    "group_deleted": Gone("channel_not_found"),
    "group_left": Gone("not_in_channel"),
    "tokens_revoked": Gone("token_revoked", "team"),
}
EVENTS: Final = (*BACK, *LOST)


def news(body: Mapping[str, Any], me: Me) -> tuple[Place, Gone | None] | None:
    """A place, and why it is gone, or None where it is back; nothing where the event is about others."""
    event = body["event"]
    kind = str(event["type"])
    place = Place("slack", whole(str(body["team_id"])), whole(str(event.get("channel", ""))))
    if kind == "member_joined_channel" and event.get("user") != me.user:
        return None
    if kind == "tokens_revoked" and not event.get("tokens", {}).get("bot"):
        return None
    return (place, LOST.get(kind)) if kind in EVENTS else None
