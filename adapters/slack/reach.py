"""Slack's places and people: who is where, where the bot may post, what a channel is called."""

import re
from typing import Any, Final

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack.connect import UNREACHED, code
from bot.errors import UserError
from bot.models import Caller, Place
from bot.times import timezone_or_none

# An id, linked or not, or a name: names have small letters only.
LINKED: Final = re.compile(r"<#([A-Z0-9]+)(?:\|[^>]*)?>|([CG][A-Z0-9]+)|#?([^\s#]+)")
LISTED: Final = 1000  # channels or members a page
PAGES: Final = 20
UNKNOWN: Final = frozenset({"channel_not_found", "missing_scope", "not_in_channel"})


class SlackReach:
    """See bot.reach.Reach.

    Args:
        client: for reading; opening a direct message changes nothing that anybody sees.
        team: the workspace that the bot was let into; in shared channels others ask as well.
    """

    def __init__(self, client: AsyncWebClient, team: str) -> None:
        self._client = client
        self._team = team

    async def direct(self, caller: Caller) -> Place:
        """The bot's direct message with the caller."""
        try:
            answer = await self._client.conversations_open(users=caller.user)
        except (SlackApiError, *UNREACHED) as error:
            raise _unreached(error) from error
        return Place("slack", caller.place.team, str(answer["channel"]["id"]))

    async def channel(self, caller: Caller, said: str) -> Place:
        """A channel as Slack hands it on, or by its name."""
        found = LINKED.fullmatch(said.strip())
        if found is None:
            raise UserError("slack-channel-unknown", channel=said)
        channel = found[1] or found[2] or await self._named(found[3])
        if not channel:
            raise UserError("slack-channel-unknown", channel=said)
        return Place("slack", caller.place.team, channel)

    async def speak(self, place: Place) -> None:
        """Passes in channels of its workspace that the bot is a member of, and in its own direct messages."""
        if place.team != self._team:
            raise UserError("slack-other-workspace")
        info = await self._info(place)
        if info is None:
            raise UserError("slack-invite")
        if info.get("is_mpim"):
            raise UserError("slack-group-message")
        if info.get("is_archived"):
            raise UserError("slack-archived")
        if not (info.get("is_im") or info.get("is_member")):
            raise UserError("slack-invite")

    async def manages(self, caller: Caller, place: Place) -> bool:
        """Whether the caller is a member of the channel, or the direct message is theirs."""
        info = await self._info(place) if place.team == caller.place.team else None
        if info is None:
            return False
        if info.get("is_im"):
            return bool(info.get("user") == caller.user)
        return await self._member(place, caller.user)

    async def belongs(self, caller: Caller, place: Place) -> bool:
        """Whether the caller is a member of the channel, or the direct message is theirs."""
        return place == caller.place or await self.manages(caller, place)

    async def timezone(self, caller: Caller) -> str:
        """That of the caller's profile."""
        try:
            answer = await self._client.users_info(user=caller.user)
        except (SlackApiError, *UNREACHED):
            return ""
        return timezone_or_none(str(answer["user"].get("tz") or ""))

    async def language(self, place: Place) -> str:
        """Slack does not tell; the curator's own is taken."""
        del place
        return ""

    async def name(self, place: Place) -> str:
        """``#papers``; the id where Slack does not tell; empty for a direct message."""
        if place.channel.startswith("D"):
            return ""
        try:
            info = await self._info(place)
        except UserError:
            info = None
        return f"#{(info or {}).get('name') or place.channel}"

    async def _info(self, place: Place) -> dict[str, Any] | None:
        """What Slack tells of a place; None where it does not know it, or the bot may not."""
        try:
            answer = await self._client.conversations_info(channel=place.channel)
        except SlackApiError as error:
            if code(error) in UNKNOWN:
                return None
            raise _unreached(error) from error
        except UNREACHED as error:
            raise _unreached(error) from error
        info: dict[str, Any] = answer["channel"]
        return info

    async def _member(self, place: Place, user: str) -> bool:
        cursor = ""
        for _ in range(PAGES):
            try:
                answer = await self._client.conversations_members(
                    channel=place.channel, limit=LISTED, cursor=cursor
                )
            except (SlackApiError, *UNREACHED) as error:
                if isinstance(error, SlackApiError) and code(error) in UNKNOWN:
                    return False
                raise _unreached(error) from error
            cursor = _next(answer)
            if user in answer["members"] or not cursor:
                return user in answer["members"]
        return False

    async def _named(self, name: str) -> str:
        cursor = ""
        for _ in range(PAGES):
            try:
                answer = await self._client.users_conversations(
                    types="public_channel,private_channel", limit=LISTED, cursor=cursor
                )
            except (SlackApiError, *UNREACHED) as error:
                raise _unreached(error) from error
            for one in answer["channels"]:
                if one.get("name") == name.lower():
                    return str(one["id"])
            cursor = _next(answer)
            if not cursor:
                break
        return ""


def _next(answer: AsyncSlackResponse) -> str:
    """Where the next page begins; empty after the last."""
    return str((answer.get("response_metadata") or {}).get("next_cursor") or "")


def _unreached(error: Exception) -> UserError:
    """What to say where Slack does not answer as it should."""
    if isinstance(error, SlackApiError) and code(error) == "missing_scope":
        return UserError("slack-scope-missing", scope=str(error.response.get("needed", "?")))
    reason = code(error) if isinstance(error, SlackApiError) else ""
    return UserError("slack-not-told", error=reason or "no answer")
