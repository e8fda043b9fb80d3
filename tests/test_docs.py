"""What is documented is what there is."""

import re
from pathlib import Path

import pytest

from bot.cli import command_line
from bot.commands import COMMANDS
from config.settings import Settings

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLE = (ROOT / "config" / "example.env").read_text(encoding="utf-8")
CLI = command_line()
CONSOLE = [command.name or getattr(command.callback, "__name__", "") for command in CLI.registered_commands]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_the_readme_shows_how_every_command_is_typed(command: object) -> None:
    assert f"`{command.usage}`" in README  # type: ignore[attr-defined]  # a Command


@pytest.mark.parametrize("name", CONSOLE)
def test_the_readme_lists_every_console_command(name: str) -> None:
    assert f"`paperbot {name}" in README


def test_the_readme_lists_no_command_that_is_not_there() -> None:
    named = set(re.findall(r"`paperbot ([a-z]+)", README))
    assert named == {*CONSOLE, *(str(group.name) for group in CLI.registered_groups)}


def test_the_example_has_every_setting_with_a_line_of_meaning() -> None:
    lines = EXAMPLE.splitlines()
    explained = {
        line.partition("=")[0]: lines[at - 1].startswith("# ")
        for at, line in enumerate(lines)
        if re.match(r"[A-Z_]+=", line)
    }
    assert explained == {str(field.alias): True for field in Settings.model_fields.values()}


def test_the_examples_defaults_are_the_defaults() -> None:
    shown = dict(re.findall(r"^([A-Z_]+)=(.+)$", EXAMPLE, re.MULTILINE))
    real = {str(field.alias): str(field.default) for field in Settings.model_fields.values()}
    assert shown == {name: real[name] for name in shown}


def test_the_procfile_starts_only_what_there_is() -> None:
    started = re.findall(
        r"^\w+: paperbot (\w+)$", (ROOT / "Procfile").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert started
    assert set(started) <= set(CONSOLE)


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_markdown_has_one_sentence_a_line(name: str) -> None:
    inside_code = False
    for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
        inside_code ^= line.startswith("```")
        if not inside_code and not line.startswith("|"):
            assert not re.search(r"[a-z`)][.!?] [A-Z]", line), line
