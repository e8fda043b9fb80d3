from typing import Any

import pytest

from adapters.slack.connect import Me
from adapters.slack.incoming import Malformed, understood
from adapters.slack.manifest import EVENTS as ASKED_FOR
from adapters.slack.places import EVENTS, news
from bot.deliveries import Gone
from bot.models import Place

ME = Me("T1", "UBOT", "BBOT")
CHANNEL, TEAM = Place("slack", "T1", "C1"), Place("slack", "T1", "")


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"type": "member_joined_channel", "user": "UBOT", "channel": "C1", "team": "T1"}, (CHANNEL, None)),
        ({"type": "member_joined_channel", "user": "U1", "channel": "C1", "team": "T1"}, None),
        ({"type": "channel_unarchive", "user": "U1", "channel": "C1"}, (CHANNEL, None)),
        ({"type": "group_unarchive", "user": "U1", "channel": "C1"}, (CHANNEL, None)),
        ({"type": "channel_left", "channel": "C1"}, (CHANNEL, Gone("not_in_channel"))),
        ({"type": "group_left", "channel": "C1"}, (CHANNEL, Gone("not_in_channel"))),
        ({"type": "channel_archive", "user": "U1", "channel": "C1"}, (CHANNEL, Gone("is_archived"))),
        ({"type": "channel_deleted", "channel": "C1"}, (CHANNEL, Gone("channel_not_found"))),
        ({"type": "app_uninstalled"}, (TEAM, Gone("token_revoked", "team"))),
        ({"type": "tokens_revoked", "tokens": {"oauth": ["U1"], "bot": []}}, None),
        ({"type": "tokens_revoked", "tokens": {"bot": ["UBOT"]}}, (TEAM, Gone("token_revoked", "team"))),
        ({"type": "channel_rename", "channel": {"id": "C1", "name": "x"}}, None),
        (
            {"type": "channel_id_changed", "old_channel_id": "C1", "new_channel_id": "C2", "event_ts": "1.2"},
            (CHANNEL, Place("slack", "T1", "C2")),
        ),
        ({"type": "channel_id_changed", "old_channel_id": "", "new_channel_id": "C2"}, None),
    ],
)
def test_an_event_tells_of_a_place(event: dict[str, Any], told: object) -> None:
    assert news({"team_id": "T1", "event": event}, ME) == told


def test_in_a_shared_channel_the_place_is_the_bots_own() -> None:
    event = {"type": "channel_left", "channel": "C1"}
    body = {"team_id": "T2", "authorizations": [{"team_id": "T1"}], "event": event}
    assert news(body, ME) == (CHANNEL, Gone("not_in_channel"))


@pytest.mark.parametrize(
    "event",
    [
        {"type": "channel_id_changed", "old_channel_id": "C1"},
        {"type": "channel_id_changed", "old_channel_id": 7, "new_channel_id": "C2"},
        {"type": "channel_id_changed", "old_channel_id": "C1", "new_channel_id": "C\ud800"},
    ],
)
def test_a_malformed_change_of_an_id_is_not_understood(event: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        understood(lambda body: news(body, ME), {"team_id": "T1", "event": event})


def test_every_event_that_is_noted_is_asked_for_in_the_manifest() -> None:
    assert set(EVENTS) <= set(ASKED_FOR)
