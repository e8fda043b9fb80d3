"""What Slack sends -> what a person asks, purely."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

from bot.models import Asked, Caller, Place

Body = Mapping[str, Any]
Read = TypeVar("Read")
Kind = Literal["command", "mention", "direct", "shortcut", "button"]

SPOKEN: Final = frozenset(
    {None, "file_share", "thread_broadcast"}
)  # subtypes in which a person says something
SLACKBOT: Final = "USLACKBOT"  # talks in direct messages without being marked as a bot


class Malformed(ValueError):  # noqa: N818 - what it is
    """What came has not the shape in which Slack sends such things; says why, without a word of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One thing that a person asks of the bot.

    Attributes:
        kind: how it was asked.
        caller: who, and where.
        text: what was typed; empty for a button.
        button: the pressed button's id; empty for text.
        thread: ``ts`` of the thread it was asked in, or that the answer opens; empty where there is none.
        response_url: where Slack takes answers without membership, five times in 30 minutes; or empty.
        ephemeral: whether the pressed button is on a message that only the presser sees.
        keys: what tells this from every other event; empty for what Slack never delivers twice.
    """

    kind: Kind
    caller: Caller
    text: str = ""
    button: str = ""
    thread: str = ""
    response_url: str = ""
    ephemeral: bool = False
    keys: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Lets in text only: a body may hold anything where Slack writes text."""
        place, caller = self.caller.place, self.caller
        told = (place.team, place.channel, caller.user, caller.name)
        whole("".join((*told, self.text, self.button, self.thread, self.response_url, *self.keys)))

    @property
    def direct(self) -> bool:
        """Whether it was asked in a direct message of two."""
        return self.caller.place.channel.startswith("D")


def understood(read: Callable[[Body], Read], body: Body) -> Read:
    """What ``read`` makes of the body.

    Raises:
        Malformed: it lacks something, or holds something else than Slack sends there.
    """
    try:
        return read(body)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise Malformed(type(error).__name__) from error


def whole(text: str) -> str:
    """The text itself.

    Raises:
        ValueError: it holds half a character, as only JSON can, which no database takes.
    """
    text.encode()
    return text


def command(body: Body) -> Ask:
    """A slash command."""
    return Ask(
        kind="command",
        caller=_caller(
            body["team_id"], body["channel_id"], body["user_id"], name=body.get("user_name") or ""
        ),
        text=typed(body.get("text") or ""),
        response_url=body["response_url"],
    )


def shortcut(body: Body) -> Ask:
    """The message shortcut: looks up the text of somebody's message, for the caller only."""
    message, user = body["message"], body["user"]
    return Ask(
        kind="shortcut",
        caller=_caller(body["team"]["id"], body["channel"]["id"], user["id"], name=_name(user)),
        text=typed(message.get("text") or ""),
        thread=message.get("thread_ts") or "",
        response_url=body["response_url"],
    )


def pressed(body: Body) -> Ask:
    """A pressed button."""
    user, container = body["user"], body["container"]
    thread = container.get("thread_ts") or (body.get("message") or {}).get("thread_ts") or ""
    return Ask(
        kind="button",
        caller=_caller(body["team"]["id"], container["channel_id"], user["id"], name=_name(user)),
        button=body["actions"][0]["value"],
        thread=thread,
        response_url=body.get("response_url") or "",
        ephemeral=bool(container.get("is_ephemeral")),
    )


def mention(body: Body, bot: str, slash: str) -> Ask | None:
    """The bot named in a channel, or None when no person said it.

    Args:
        body: the event's.
        bot: the bot's own user id.
        slash: the command's name, which people type here too.
    """
    event = body["event"]
    if not _by_person(event):
        return None
    said = re.sub(rf"[\s,:;]*<@{re.escape(bot)}(\|[^>]*)?>[\s,:;]*", " ", event.get("text") or "")
    return Ask(
        kind="mention",
        caller=_caller(body["team_id"], event["channel"], event["user"], asked="mention"),
        text=_without(slash, typed(said)),
        thread=event.get("thread_ts") or event["ts"],
        keys=_keys(body),
    )


def direct(body: Body, slash: str) -> Ask | None:
    """Something said in a direct message, or None when no person said it, or not to the bot."""
    event = body["event"]
    if event.get("channel_type") != "im" or not _by_person(event):
        return None
    return Ask(
        kind="direct",
        caller=_caller(body["team_id"], event["channel"], event["user"], asked="direct"),
        text=_without(slash, typed(event.get("text") or "")),
        thread=event.get("thread_ts") or "",
        keys=_keys(body),
    )


def typed(text: str) -> str:
    """What the person typed, from the form in which Slack hands it on.

    Links become what was typed or, where words were linked, the address; a channel or a named person
    its name; an unnamed person nothing, since an id is not what was typed. Only the channel of an option
    stays an id: names change, and private ones have none here.
    """
    kept = re.sub(CHANNEL_OPTION, r"\1\2", text)
    plain = re.sub(r"<([^<>]*)>", _unwrapped, kept)
    return re.sub(r"&(amp|lt|gt);", lambda entity: ENTITIES[entity[1]], plain).strip()


ENTITIES: Final = {"amp": "&", "lt": "<", "gt": ">"}
CHANNEL_OPTION: Final = re.compile(r"((?:--|—|–)(?:in|channel)\s+)<#([A-Z0-9]+)(?:\|[^<>]*)?>")
SIGNS: Final = {"@": "@", "#": "#", "!": "@"}


def _unwrapped(match: re.Match[str]) -> str:
    target, _, label = match[1].partition("|")
    if target[:1] in SIGNS:
        name = label.lstrip("@#") or (target[1:].partition("^")[0] if target[:1] == "!" else "")
        return SIGNS[target[:1]] + name if name else ""
    bare = re.sub(r"^(https?://|mailto:|tel:)", "", target)
    return label if label and bare.rstrip("/") == label.rstrip("/") else target


def _without(slash: str, text: str) -> str:
    """Without the command that belongs into a channel, which people type here too."""
    first, _, rest = text.partition(" ")
    return rest.strip() if first.lower() in (slash, "/paper") else text


def _by_person(event: Body) -> bool:
    user = event.get("user")
    return (
        bool(user)
        and user != SLACKBOT
        and not event.get("bot_id")
        and event.get("subtype") in SPOKEN
        and not event.get("hidden")
    )


def _keys(body: Body) -> tuple[str, ...]:
    """Slack delivers an event again under its id; one message may also be more than one event."""
    event = body["event"]
    return (f"slack:{body['event_id']}", f"slack:{body['team_id']}:{event['channel']}:{event['ts']}")


def _caller(team: str, channel: str, user: str, *, name: str = "", asked: Asked = "command") -> Caller:
    return Caller(
        Place("slack", team, channel), user, name, asked="direct" if channel.startswith("D") else asked
    )


def _name(user: Body) -> str:
    return str(user.get("username") or user.get("name") or "")
