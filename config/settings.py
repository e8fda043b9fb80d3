"""Typed settings, from the environment, a ``.env`` file and ``config/*.toml``, in that order of weight.

Nothing is read at import: call load().
"""

from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import platformdirs
from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)


class SettingsError(ValueError):
    """Settings that are missing or malformed, all at once: one ``NAME: what is wrong`` each, in ``problems``."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def _timezone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError("is not a timezone; write one like Europe/Berlin") from error
    return name


def _address(url: str) -> str:
    if not url.startswith(("http://", "https://", "ws://", "wss://")):
        raise ValueError("is not an address; it begins with https:// or wss://")
    return url


def _begins_with(*prefixes: str) -> AfterValidator:
    def check(secret: SecretStr) -> SecretStr:
        if not secret.get_secret_value().startswith(prefixes):
            raise ValueError(f"does not look like one; it begins with {' or '.join(prefixes)}")
        return secret

    return AfterValidator(check)


def _database(url: str) -> str:
    if not url.startswith(("sqlite:///", "postgresql://")):
        raise ValueError("is not a database address; write sqlite:///PATH or postgresql://USER@HOST/NAME")
    return url


def _command(name: str) -> str:
    if not name.startswith("/") or not 2 <= len(name) <= 32 or name != name.lower() or " " in name:
        raise ValueError("is not a command; write one like /paper, in small letters")
    return name


def _data_dir() -> Path:
    return Path(platformdirs.user_data_dir("paperbot"))


Address = Annotated[str, AfterValidator(_address)]


class Settings(BaseSettings):
    """Everything that can be set; each field's title is the name of its environment variable."""

    model_config = SettingsConfigDict(
        extra="ignore", frozen=True, populate_by_name=True, env_ignore_empty=True
    )

    slack_bot_token: Annotated[SecretStr, _begins_with("xoxb-", "xoxe.xoxb-")] | None = Field(
        None, alias="SLACK_BOT_TOKEN"
    )
    slack_app_token: Annotated[SecretStr, _begins_with("xapp-")] | None = Field(None, alias="SLACK_APP_TOKEN")
    slack_signing_secret: SecretStr | None = Field(None, alias="SLACK_SIGNING_SECRET")
    slack_api_url: Address = Field("https://slack.com/api/", alias="SLACK_API_URL")

    discord_token: SecretStr | None = Field(None, alias="DISCORD_TOKEN")
    discord_api_url: Address = Field("https://discord.com/api/v10", alias="DISCORD_API_URL")
    discord_gateway_url: Address = Field("wss://gateway.discord.gg/", alias="DISCORD_GATEWAY_URL")

    port: int = Field(3000, alias="PORT", ge=0, le=65535)
    host: str = Field("127.0.0.1", alias="PAPERBOT_HOST")

    data_dir: Path = Field(default_factory=_data_dir, alias="PAPERBOT_DATA_DIR")
    database: Annotated[str, AfterValidator(_database)] = Field(
        "", alias="PAPERBOT_DATABASE_URL", validate_default=False
    )
    log_format: Literal["auto", "pretty", "json"] = Field("auto", alias="PAPERBOT_LOG_FORMAT")
    language: str = Field("en", alias="PAPERBOT_LANGUAGE")
    timezone: Annotated[str, AfterValidator(_timezone)] = Field("UTC", alias="PAPERBOT_TIMEZONE")
    slack_command: Annotated[str, AfterValidator(_command)] = Field("/paper", alias="PAPERBOT_SLACK_COMMAND")

    @property
    def database_url(self) -> str:
        """Where the database is: as set, else ``paperbot.db`` in the data folder."""
        return self.database or f"sqlite:///{self.data_dir / 'paperbot.db'}"

    @property
    def slack_mode(self) -> Literal["socket", "http", "off"]:
        """Socket Mode with an app token, else HTTP with a signing secret, else off."""
        if self.slack_bot_token is None:
            return "off"
        if self.slack_app_token is not None:
            return "socket"
        return "http" if self.slack_signing_secret is not None else "off"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - not offered
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What was passed in, then the environment, ``.env``, and the tables of ``config/*.toml``."""
        files = sorted(Path("config").glob("*.toml"))
        return init_settings, env_settings, dotenv_settings, TomlConfigSettingsSource(settings_cls, files)


def load(*, env_file: Path | str | None = ".env", **given: Any) -> Settings:
    """The settings in force; ``given`` outweighs every file and variable.

    Raises:
        SettingsError: with every problem, not only the first; values of secrets are never told.
    """
    try:
        settings = Settings(_env_file=env_file, **given)  # type: ignore[call-arg]  # pydantic-settings' own keyword
    except ValidationError as error:
        raise SettingsError(tuple(_problem(dict(one)) for one in error.errors(include_input=False))) from None
    problems = tuple(_unfit(settings))
    if problems:
        raise SettingsError(problems)
    return settings


def _problem(error: dict[str, Any]) -> str:
    name = str(error["loc"][0]) if error["loc"] else "settings"
    said = str(error["msg"]).removeprefix("Value error, ")
    return f"{name}: {said[:1].lower()}{said[1:]}"


def _unfit(settings: Settings) -> list[str]:
    problems = []
    if settings.slack_bot_token and settings.slack_mode == "off":
        problems.append(
            "SLACK_BOT_TOKEN: also needs SLACK_APP_TOKEN (Socket Mode) or SLACK_SIGNING_SECRET (HTTP)"
        )
    if not settings.slack_bot_token and (settings.slack_app_token or settings.slack_signing_secret):
        problems.append("SLACK_BOT_TOKEN: is missing beside the other Slack settings")
    return problems
