"""The commands as Discord is told them."""

import copy
import json
from typing import Any

import pytest

from adapters.discord.client import Client
from adapters.discord.tree import same
from bot.app import App

Json = dict[str, Any]
COMMAND: Json = {
    "name": "paper",
    "type": 1,
    "description": "Look papers up",
    "contexts": [0, 1],
    "options": [
        {
            "name": "find",
            "type": 1,
            "description": "Find",
            "options": [{"name": "query", "type": 3, "description": "Words", "required": True}],
        }
    ],
}


def changed(**fields: Any) -> Json:
    return COMMAND | fields


def with_option(**fields: Any) -> Json:
    command = copy.deepcopy(COMMAND)
    command["options"][0]["options"][0] |= fields
    return command


def test_what_discord_adds_is_no_change() -> None:
    given_back = changed(id="1", application_id="2", version="3", nsfw=False, name_localizations=None)
    assert same([COMMAND], [given_back])
    assert same([COMMAND], [with_option(autocomplete=False, choices=[], min_value=None)])


@pytest.mark.parametrize(
    "theirs",
    [
        [],
        [COMMAND, changed(name="other")],
        [changed(description="Find papers")],
        [changed(contexts=[0])],
        [changed(options=[])],
        [with_option(required=False)],
        [with_option(description="What")],
        [with_option(autocomplete=True)],
        [with_option(type=4)],
    ],
)
def test_what_we_would_say_otherwise_is_a_change(theirs: list[Json]) -> None:
    assert not same([COMMAND], theirs)


def test_the_commands_are_within_discords_limits(app: App) -> None:
    client = Client(app)
    (group,) = (command.to_dict(client.tree) for command in client.tree.get_commands())
    assert sum(map(len, _words(group))) <= 8000
    for one in _every(group):
        assert 1 <= len(one["name"]) <= 32
        assert 1 <= len(one["description"]) <= 100
        assert len(one.get("options", [])) <= 25
    json.dumps(group)


def _every(command: Json) -> list[Json]:
    return [command, *(one for option in command.get("options", []) for one in _every(option))]


def _words(command: Json) -> list[str]:
    return [one[key] for one in _every(command) for key in ("name", "description")]
