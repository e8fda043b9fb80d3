"""Settings: all problems at once, in words, and no secret told."""

from pathlib import Path

import pytest

from bot.locale import words
from config.settings import SettingsError, load, only


def problems(**given: str) -> dict[str, str]:
    with pytest.raises(SettingsError) as error:
        load(env_file=None, **given)
    return {problem.setting: problem.key for problem in error.value.problems}


def test_every_malformed_setting_is_reported_at_once() -> None:
    assert problems(
        PORT="door", PAPERBOT_TIMEZONE="Mars/Base", SLACK_BOT_TOKEN="abc", PAPERBOT_DATABASE_URL="mysql://x"
    ) == {
        "PORT": "setting-number",
        "PAPERBOT_TIMEZONE": "setting-timezone",
        "SLACK_BOT_TOKEN": "setting-prefix",
        "PAPERBOT_DATABASE_URL": "setting-database",
    }


def test_a_bad_secret_is_not_repeated() -> None:
    with pytest.raises(SettingsError) as error:
        load(env_file=None, SLACK_BOT_TOKEN="hunter2hunter2")
    said = [words()(problem.key, **problem.told) for problem in error.value.problems]
    assert "hunter2" not in f"{error.value} {said}"


@pytest.mark.parametrize(
    ("given", "mode"),
    [
        ({}, "off"),
        ({"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1"}, "socket"),
        ({"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_SIGNING_SECRET": "s"}, "http"),
        ({"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1", "SLACK_SIGNING_SECRET": "s"}, "socket"),
    ],
)
def test_an_app_token_means_socket_mode(given: dict[str, str], mode: str) -> None:
    assert load(env_file=None, **given).slack_mode == mode


def test_half_a_slack_configuration_is_a_problem() -> None:
    assert problems(SLACK_BOT_TOKEN="xoxb-1") == {"SLACK_BOT_TOKEN": "setting-slack-mode"}
    assert problems(SLACK_SIGNING_SECRET="s") == {"SLACK_BOT_TOKEN": "setting-slack-token"}


def test_the_environment_outweighs_the_env_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("PORT=4000\nPAPERBOT_HOST=0.0.0.0\n")
    monkeypatch.setenv("PORT", "5000")
    settings = load(env_file=tmp_path / ".env")
    assert (settings.port, settings.host) == (5000, "0.0.0.0")  # noqa: S104 - read back, nothing listens


def test_the_demo_is_touched_by_no_variable_and_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("PAPERBOT_LANGUAGE=tlh\n")
    monkeypatch.setenv("SLACK_BOT_TOKEN", "malformed")
    settings = only(PAPERBOT_DATA_DIR=tmp_path)
    assert settings.slack_bot_token is None
    assert settings.language == "en"
    assert settings.database_url == f"sqlite:///{tmp_path}/paperbot.db"


@pytest.mark.parametrize("content", [b"PORT=\xff\n", b"PORT=3000\n\xfe\xff"])
def test_an_env_file_that_is_no_text_is_a_problem_in_words(tmp_path: Path, content: bytes) -> None:
    (tmp_path / ".env").write_bytes(content)
    with pytest.raises(SettingsError) as error:
        load(env_file=tmp_path / ".env")
    assert [problem.key for problem in error.value.problems] == ["setting-file"]


def test_a_broken_toml_file_is_a_problem_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "ours.toml").write_text("bad toml [")
    assert problems() == {".env, config/*.toml": "setting-file"}


def test_the_home_folder_may_be_written_short() -> None:
    assert load(env_file=None, PAPERBOT_DATA_DIR="~/papers").data_dir == Path.home() / "papers"
