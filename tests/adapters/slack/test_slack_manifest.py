import json
from typing import Any

import pytest

from adapters.slack.manifest import manifest
from bot.errors import UserError
from config.settings import load


def made(**given: Any) -> Any:
    return json.loads(manifest(load(env_file=None), **given))


def test_without_an_address_the_app_uses_socket_mode() -> None:
    said = made()
    assert said["settings"]["socket_mode_enabled"] is True
    assert "request_url" not in json.dumps(said)
    assert "url" not in said["features"]["slash_commands"][0]


@pytest.mark.parametrize(
    "address", ["https://bot.lab.org", "https://bot.lab.org/", "https://bot.lab.org/slack/events"]
)
def test_with_an_address_everything_comes_to_one_path(address: str) -> None:
    said, url = made(http_url=address), "https://bot.lab.org/slack/events"
    assert said["settings"]["socket_mode_enabled"] is False
    assert said["settings"]["event_subscriptions"]["request_url"] == url
    assert said["settings"]["interactivity"] == {"is_enabled": True, "request_url": url}
    assert said["features"]["slash_commands"][0]["url"] == url


@pytest.mark.parametrize(
    "address", ["http://bot.lab.org", "bot.lab.org", "https://", "https://[", "https://a.b/?x=1"]
)
def test_an_address_that_slack_cannot_use_is_refused(address: str) -> None:
    with pytest.raises(UserError, match="https://"):
        made(http_url=address)


def test_the_command_can_be_named() -> None:
    command = made(command="/lit")["features"]["slash_commands"][0]
    assert command["command"] == "/lit"
    assert command["should_escape"] is True


@pytest.mark.parametrize("name", ["lit", "/Lit", "/li t", "/", "/" + "x" * 32])
def test_a_name_that_slack_does_not_take_is_refused(name: str) -> None:
    with pytest.raises(UserError, match="Slack command"):
        made(command=name)


def test_the_app_asks_for_no_more_than_it_was_promised() -> None:
    said = made()
    assert said["oauth_config"] == {
        "scopes": {
            "bot": [
                "app_mentions:read", "channels:join", "channels:read", "chat:write", "commands",
                "groups:read", "im:history", "im:write", "users:read",
            ]
        }
    }  # fmt: skip
    assert said["features"]["app_home"]["messages_tab_read_only_enabled"] is False
    assert {"app_mention", "message.im"} <= set(said["settings"]["event_subscriptions"]["bot_events"])


def test_texts_are_within_what_slack_takes() -> None:
    said = made()
    about, features = said["display_information"], said["features"]
    assert len(about["description"]) <= 140
    assert 175 <= len(about["long_description"]) <= 4000
    assert len(features["shortcuts"][0]["name"]) <= 24
    assert len(features["shortcuts"][0]["description"]) <= 150
    assert len(features["bot_user"]["display_name"]) <= 80
