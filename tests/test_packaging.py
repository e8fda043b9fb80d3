"""What is needed is in the lock, and the lock names no host."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def _normal(requirement: str) -> str:
    name = re.match(r"[\w.-]+", requirement)
    assert name
    return re.sub(r"[._-]+", "-", name[0]).lower()


def _locked(file: str) -> set[str]:
    return {
        _normal(line) for line in (ROOT / file).read_text(encoding="utf-8").splitlines() if line[:1].isalnum()
    }


RUNTIME = list(map(_normal, PROJECT["dependencies"]))
DEVELOPERS = list(map(_normal, PROJECT["optional-dependencies"]["dev"]))
SEMANTIC = list(map(_normal, PROJECT["optional-dependencies"]["semantic"]))


@pytest.mark.parametrize("name", RUNTIME)
def test_the_lock_has_every_dependency(name: str) -> None:
    assert name in _locked("requirements.lock")
    assert name in _locked("requirements-dev.lock")


@pytest.mark.parametrize("name", [*DEVELOPERS, *SEMANTIC])
def test_the_developers_lock_has_every_tool_and_the_extra(name: str) -> None:
    assert name in _locked("requirements-dev.lock")


@pytest.mark.parametrize("file", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_names_exact_versions_and_no_host(file: str) -> None:
    for line in (ROOT / file).read_text(encoding="utf-8").splitlines():
        assert re.fullmatch(r"[\w.\[\]-]+==[\w.+!]+( ; .+)?", line), line


@pytest.mark.parametrize("name", [*RUNTIME, *DEVELOPERS])
def test_every_dependency_earns_its_place_in_a_line(name: str) -> None:
    table = re.sub(r"[._]", "-", CONTRIBUTING).lower()
    assert re.search(rf"^\|[^|]*\b{re.escape(name)}\b[^|]*\|", table, re.MULTILINE)
