"""Typed settings, from the environment, a ``.env`` file and ``config/*.toml``, in that order of weight.

Nothing is read at import: call load().
"""

from dataclasses import dataclass
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import platformdirs
from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_core import PydanticCustomError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one setting.

    Attributes:
        setting: its name.
        key: of the sentence in the catalogues.
        told: what the sentence tells of; never a secret's value.
    """

    setting: str
    key: str
    told: dict[str, str]


class SettingsError(ValueError):
    """Settings that are missing or malformed, all of them at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{problem.setting}: {problem.key}" for problem in problems))
        self.problems = problems


def _wrong(key: str, **told: str) -> PydanticCustomError:
    return PydanticCustomError(key, key, told)


def _timezone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise _wrong("setting-timezone") from error
    return name


def _address(url: str) -> str:
    if not url.startswith(("http://", "https://", "ws://", "wss://")):
        raise _wrong("setting-address")
    return url


def _begins_with(*prefixes: str) -> AfterValidator:
    def check(secret: SecretStr) -> SecretStr:
        if not secret.get_secret_value().startswith(prefixes):
            raise _wrong("setting-prefix", prefix=prefixes[0])
        return secret

    return AfterValidator(check)


def _database(url: str) -> str:
    if not url.startswith(("sqlite:///", "postgresql://")):
        raise _wrong("setting-database")
    return url


def _command(name: str) -> str:
    if not name.startswith("/") or not 2 <= len(name) <= 32 or name != name.lower() or " " in name:
        raise _wrong("setting-command")
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

    data_dir: Annotated[Path, AfterValidator(Path.expanduser)] = Field(
        default_factory=_data_dir, alias="PAPERBOT_DATA_DIR"
    )
    database: Annotated[str, AfterValidator(_database)] = Field(
        "", alias="PAPERBOT_DATABASE_URL", validate_default=False
    )
    log_format: Literal["auto", "pretty", "json"] = Field("auto", alias="PAPERBOT_LOG_FORMAT")
    language: str = Field("en", alias="PAPERBOT_LANGUAGE")
    timezone: Annotated[str, AfterValidator(_timezone)] = Field("UTC", alias="PAPERBOT_TIMEZONE")
    meaning: bool = Field(True, alias="PAPERBOT_MEANING")
    slack_command: Annotated[str, AfterValidator(_command)] = Field("/paper", alias="PAPERBOT_SLACK_COMMAND")

    # Seconds; for trials and tests. What is sent must end well before its lease, see bot.outbox.Timings.
    tick_s: float = Field(30, alias="PAPERBOT_TICK_S", ge=0.1, le=3600)
    send_timeout_s: float = Field(10, alias="PAPERBOT_SEND_TIMEOUT_S", ge=0.1, le=60)
    lease_s: float = Field(60, alias="PAPERBOT_LEASE_S", ge=1, le=3600)
    reconcile_wait_s: float = Field(30, alias="PAPERBOT_RECONCILE_WAIT_S", ge=0, le=3600)

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


class _OnlyGiven(Settings):
    @classmethod
    def settings_customise_sources(  # type: ignore[override]  # the other sources are of no use here
        cls, settings_cls: type[BaseSettings], init_settings: PydanticBaseSettingsSource, **_others: object
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Only what was passed in."""
        del settings_cls
        return (init_settings,)


def only(**given: Any) -> Settings:
    """Settings that no file and no variable touches, as the demo needs them."""
    return _OnlyGiven(**given)


def load(*, env_file: Path | str | None = ".env", **given: Any) -> Settings:
    """The settings in force; ``given`` outweighs every file and variable.

    Raises:
        SettingsError: with every problem, not only the first; values of secrets are never told.
    """
    try:
        settings = Settings(_env_file=env_file, **given)  # type: ignore[call-arg]  # pydantic-settings' own keyword
    except ValidationError as error:
        raise SettingsError(tuple(_problem(dict(one)) for one in error.errors(include_input=False))) from None
    except (UnicodeDecodeError, TOMLDecodeError, OSError) as error:
        reason = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        raise SettingsError((Problem(".env, config/*.toml", "setting-file", {"reason": reason}),)) from error
    problems = tuple(_unfit(settings))
    if problems:
        raise SettingsError(problems)
    return settings


def _problem(error: dict[str, Any]) -> Problem:
    name = str(error["loc"][0]) if error["loc"] else "settings"
    kind = str(error["type"])
    if kind.startswith("setting-"):
        return Problem(name, kind, {key: str(value) for key, value in error.get("ctx", {}).items()})
    key = (
        "setting-number"
        if kind.startswith(("int_", "float_", "less_than", "greater_than"))
        else "setting-value"
    )
    return Problem(name, key, _range(name) if key == "setting-number" else {})


def _range(name: str) -> dict[str, str]:
    """From where to where a setting's number may be."""
    field = next((one for one in Settings.model_fields.values() if one.alias == name), None)
    bounds = field.metadata if field else []
    least = next((f"{one.ge:g}" for one in bounds if hasattr(one, "ge")), "")
    most = next((f"{one.le:g}" for one in bounds if hasattr(one, "le")), "")
    return {"least": least, "most": most}


def _unfit(settings: Settings) -> list[Problem]:
    if settings.slack_bot_token and settings.slack_mode == "off":
        return [Problem("SLACK_BOT_TOKEN", "setting-slack-mode", {})]
    if not settings.slack_bot_token and (settings.slack_app_token or settings.slack_signing_secret):
        return [Problem("SLACK_BOT_TOKEN", "setting-slack-token", {})]
    return []
