"""Slack, Discord and the terminal bind the same table."""

import ast
from pathlib import Path

import pytest

from bot.commands import BY_NAME, COMMANDS, parse

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("face", ["slack", "terminal"])
def test_a_face_that_takes_text_leaves_it_to_the_one_parser(face: str) -> None:
    code = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "adapters" / face).glob("*.py"))
    names = {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}
    assert {"parse", "dispatch", "press"} <= names


@pytest.mark.parametrize("face", ["slack", "discord", "terminal"])
def test_no_face_retypes_a_command(face: str) -> None:
    for file in (ROOT / "adapters" / face).glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        texts = {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert not texts & (set(BY_NAME) - {"help", "settings"}), file  # words of the SDKs' own as well


def test_every_command_can_be_typed() -> None:
    for command in COMMANDS:
        takes_text = command.text_option is not None and command.text_option.required
        assert parse(f"{command.name} adam" if takes_text else command.name).name == command.name
