"""The operator's console as an operator uses it: what is typed, printed, and left as exit code."""

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main

LIST = """ICML 2026 Papers

We propose **TurnipNet**, a framework that grows turnips with transformers. TurnipNet waters each turnip by attention and needs 36% less water than the best gardener. Code is available at https://github.com/ada/turnip-net.

Bandits choose arms. We study regret when the arms are rakes, and prove a lower bound that grows with the number of rakes in the shed, which settles an open question about garden tools.
"""
RECORDS = [
    {
        "title": "Pumpkins at Scale",
        "author": "Ben Spade; Ada Gardener",
        "abstract": "We scale pumpkins to a billion seeds and find that they keep improving smoothly.",
        "year": 2024,
        "venue": "ICLR",
    },
    {"title": "", "author": "", "abstract": ""},
]


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Console = Callable[..., Ran]


@pytest.fixture
def console(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Console:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAPERBOT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("PAPERBOT_MEANING", "false")  # what needs the encoder says so, for that takes a second
    for name in ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET", "DISCORD_TOKEN"):
        monkeypatch.delenv(name, raising=False)

    def run(*args: str, typed: str | bytes = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["paperbot", *args])
        monkeypatch.setattr(
            sys, "stdin", io.TextIOWrapper(io.BytesIO(typed if isinstance(typed, bytes) else typed.encode()))
        )
        capfd.readouterr()
        code = 0
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        said = capfd.readouterr()
        return Ran(code, said.out, said.err)

    return run


@pytest.fixture
def filled(console: Console, tmp_path: Path) -> Console:
    (tmp_path / "garden.txt").write_text(LIST, encoding="utf-8")
    (tmp_path / "more.json").write_text(json.dumps(RECORDS), encoding="utf-8")
    assert console("ingest", "garden.txt", "more.json").code == 0
    return console


def test_an_ingest_reports_what_it_brought_and_what_it_skipped(filled: Console) -> None:
    again = filled("ingest", "garden.txt", "more.json", "--json")
    (report,) = again.lines
    assert (report["added"], report["updated"], report["duplicates"]) == (0, 0, 3)
    (skipped,) = report["skipped"]
    assert (skipped["file"], skipped["place"]) == ("more.json", "record 1")
    assert again.code == 0


def test_a_file_without_any_paper_is_exit_code_1(console: Console, tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_text("[]")
    assert console("ingest", "empty.json").code == 1
    missing = console("ingest", "no-such-file.txt")
    assert (missing.code, missing.out) == (1, "")
    assert "no-such-file.txt" in missing.err


def test_a_lookup_prints_a_card(filled: Console) -> None:
    found = filled("find", "turnip", "nett")
    assert found.code == 0
    assert "TurnipNet" in found.out
    assert found.err == ""


def test_a_lookup_in_json_has_the_fields_that_are_promised(filled: Console) -> None:
    (answer,) = filled("find", "--json", "TurnipNet").lines
    (hit, *_) = answer["hits"]
    assert answer["found"] is True
    assert set(hit) == {"id", "title", "heading", "authors", "venue", "year", "url", "score", "why", "places"}
    assert hit["title"] is None
    assert hit["places"] == [{"file": "garden.txt", "paragraph": 1}]


def test_unknown_dashes_are_text(filled: Console) -> None:
    assert "TurnipNet" in filled("find", "TurnipNet", "--fast").out


def test_nothing_found_is_no_error(filled: Console) -> None:
    nothing = filled("find", "asdfgh")
    assert (nothing.code, nothing.err) == (0, "")
    assert nothing.out.startswith("Nothing found")


def test_a_batch_answers_line_by_line_and_goes_on_after_a_bad_one(filled: Console) -> None:
    lines = [
        '{"id": "a", "query": "turnipnet"}',
        "",
        "not json",
        '{"id": 2}',
        '{"id": 3, "query": null}',
        '{"id": 4, "query": 5}',
    ]
    ran = filled("find", "--batch", "-", typed="\n".join(lines))
    first, bad, missing, null, number = ran.lines
    assert (first["id"], first["found"]) == ("a", True)
    assert (bad["id"], bad["line"]) == (None, 3)
    assert "error" in bad
    assert (missing["id"], missing["found"], missing["hits"]) == (2, False, [])
    assert (null["id"], null["found"]) == (3, False)
    assert (number["id"], number["line"]) == (4, 6)
    assert ran.code == 1


def test_a_lookup_of_nothing_says_what_to_give(filled: Console) -> None:
    assert "Give words to look up, or --batch FILE" in filled("find").err


def test_a_very_long_query_in_a_batch_is_an_ordinary_one(filled: Console) -> None:
    ran = filled("find", "--batch", "-", typed=json.dumps({"id": 1, "query": "turnip " * 5000}))
    assert (ran.code, ran.lines[0]["id"]) == (0, 1)


def test_suggestions_follow_what_is_half_typed(filled: Console) -> None:
    (answer,) = filled("suggest", "--json", "pumpk").lines
    assert answer["hits"][0]["title"] == "Pumpkins at Scale"


def test_papers_prints_the_corpus_one_json_line_each(filled: Console) -> None:
    papers = filled("papers").lines
    assert [paper["names"] for paper in papers] == [["TurnipNet"], [], []]
    assert set(papers[0]) == {
        "id",
        "title",
        "heading",
        "authors",
        "venue",
        "year",
        "url",
        "places",
        "names",
        "abstract",
        "raw",
    }
    assert "**TurnipNet**" in str(papers[0]["raw"])
    assert "**" not in str(papers[0]["abstract"])


def test_match_answers_queries_and_refuses_with_the_column(filled: Console) -> None:
    typed = '{"id": 1, "query": "turnip"}\n{"id": 2, "query": "turnip AND"}'
    good, refused = filled("match", "--batch", "-", typed=typed).lines
    assert [match["places"] for match in good["matches"]] == [[{"file": "garden.txt", "paragraph": 1}]]
    assert set(refused) == {"id", "error", "at"}


def test_forgetting_a_file_takes_back_what_only_it_brought(filled: Console) -> None:
    assert "2 papers are gone" in filled("forget", "garden.txt").out
    assert len(filled("papers").lines) == 1
    unknown = filled("forget", "gardn.txt")
    assert (unknown.code, unknown.out) == (1, "")


def test_nothing_configured_names_what_to_set(console: Console) -> None:
    ran = console("run")
    assert (ran.code, ran.out) == (2, "")
    assert "SLACK_BOT_TOKEN" in ran.err
    assert "DISCORD_TOKEN" in ran.err


def test_all_malformed_settings_are_told_at_once(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "door")
    monkeypatch.setenv("PAPERBOT_TIMEZONE", "Mars")
    ran = console("run")
    assert ran.code == 2
    assert ran.err.splitlines() == [
        "PORT: is not a number from 0 to 65535",
        "PAPERBOT_TIMEZONE: is not a timezone; write one like Europe/Berlin",
    ]


def test_wrong_usage_is_exit_code_2(console: Console) -> None:
    assert console("find").code == 2
    assert console("nonsense").code == 2


def test_what_is_due_can_be_looked_at_without_sending(console: Console) -> None:
    assert console("plan", "--dry-run", "--json", "--now", "2026-12-01T09:00:00Z").lines == [[]]
    assert console("plan", "--now", "2026-12-01T09:00:00Z").code == 2
    assert console("plan", "--dry-run", "--now", "soon").code == 2


def test_an_empty_outbox_says_so_and_a_wrong_number_is_refused(console: Console) -> None:
    assert console("outbox").out == "Nothing is pending, held or failed.\n"
    assert console("outbox", "--json").lines == [[]]
    assert console("outbox", "retry", "7").code == 1


def test_the_demo_shows_three_exchanges_and_the_paper_of_the_day_and_ends_with_its_input(
    console: Console, tmp_path: Path
) -> None:
    ran = console("demo", typed="help\n1\nnonsense qwzx\n")
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.count("paper> ") == 4
    assert "Attention Is All You Need" in ran.out
    assert "Adam: A Method for Stochastic Optimization" in ran.out
    assert "Dropout" in ran.out
    assert "Paper of the day" in ran.out
    assert "Nothing found for “nonsense qwzx”" in ran.out
    assert "\x1b" not in ran.out
    assert not (tmp_path / "data").exists()


def test_the_terminal_tells_what_is_owed_to_it_once(filled: Console, tmp_path: Path) -> None:
    filled("chat", typed="subscribe zeppelin --instant\n")
    (tmp_path / "new.json").write_text(
        json.dumps(
            [{"title": "A Zeppelin over Turnips", "author": "Z", "abstract": "It floats.", "year": 2026}]
        )
    )
    filled("ingest", "new.json")
    first, again = filled("chat").out, filled("chat").out
    assert "A Zeppelin over Turnips" in first
    assert "A Zeppelin over Turnips" not in again
    assert filled("outbox").out == "Nothing is pending, held or failed.\n"


def test_what_a_command_owes_to_the_terminal_is_told_before_the_next_prompt(
    filled: Console, tmp_path: Path
) -> None:
    filled("chat", typed="subscribe zeppelin --here --days mon --weekly\n")
    (tmp_path / "new.json").write_text(
        json.dumps(
            [{"title": "A Zeppelin over Turnips", "author": "Z", "abstract": "It floats.", "year": 2026}]
        )
    )
    filled("ingest", "new.json")
    answer, _, _ = filled("chat", typed="digest now\nhelp\n").out.partition("Look a paper up")
    assert "One paper is on the way: A Zeppelin over Turnips" in answer
    assert "One new paper for “zeppelin”" in answer


def test_posting_without_a_token_says_what_to_set_and_stores_nothing(filled: Console) -> None:
    ran = filled("post", "--place", "slack/T1/C1", "TurnipNet")
    assert (ran.code, ran.out) == (2, "")
    assert "SLACK_BOT_TOKEN" in ran.err
    assert filled("outbox").out == "Nothing is pending, held or failed.\n"
    assert filled("post", "--place", "pigeon", "TurnipNet").code == 1


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-10:00", "soon"])
def test_a_moment_that_no_calendar_has_is_wrong_usage(console: Console, moment: str) -> None:
    assert console("plan", "--dry-run", "--now", moment).code == 2


def test_a_number_that_no_delivery_can_have_is_wrong_usage(console: Console) -> None:
    for number in ("99999999999999999999999", "x", "0", "-1"):
        assert console("outbox", "retry", number).code == 2
    assert "x is no number of a delivery" in console("outbox", "drop", "x").err


def test_a_line_that_is_no_utf_8_does_not_end_the_chat(filled: Console) -> None:
    ran = filled("chat", typed=b"\xff\xfe turnipnet\nturnipnet\n")
    assert ran.code == 0
    assert "TurnipNet" in ran.out
