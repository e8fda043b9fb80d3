"""What Slack's events say of places: where the bot was let in again, where it cannot speak any more, new ids. Pure."""

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
MOVED: Final = "channel_id_changed"  # also of private channels, such as after sharing one with others
EVENTS: Final = (*BACK, *LOST, MOVED)


def news(body: Mapping[str, Any], me: Me) -> tuple[Place, Gone | Place | None] | None:
    """A place, and why it is gone, or what it is called by now, or None where it is back.

    Nothing where the event is about others.
    """
    event = body["event"]
    kind = str(event["type"])
    team = whole(str(_installed(body)))
    if kind == MOVED:
        old, new = whole(event["old_channel_id"]), whole(event["new_channel_id"])
        return (Place("slack", team, old), Place("slack", team, new)) if old and new else None
    place = Place("slack", team, whole(str(event.get("channel", ""))))
    if kind == "member_joined_channel" and event.get("user") != me.user:
        return None
    if kind == "tokens_revoked" and not event.get("tokens", {}).get("bot"):
        return None
    return (place, LOST.get(kind)) if kind in EVENTS else None


def _installed(body: Mapping[str, Any]) -> object:
    """The workspace that the bot was let into: in a shared channel ``team_id`` may be another's."""
    installations = body.get("authorizations") or [body]
    return installations[0].get("team_id") or body["team_id"]
