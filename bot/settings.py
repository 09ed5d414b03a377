"""Settings, from the environment and from ``.env``, with a sentence for each that is wrong."""

import logging
import re

from pydantic import SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

_WHERE_FROM = {
    "discord_token": (
        "get it from Discord's developer portal (https://discord.com/developers/applications): "
        "your application -> Bot -> Reset Token."
    ),
    "database_url": (
        "leave it out for the file two_rivers.sqlite3 in the current folder, or write for example "
        "sqlite+aiosqlite:///games.sqlite3 or postgresql+asyncpg://user:password@host/name."
    ),
    "log_level": "leave it out for INFO, or write one of DEBUG, INFO, WARNING, ERROR, CRITICAL.",
}
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
_TOKEN = re.compile(r"[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}")


class SettingsError(Exception):
    """Settings are missing or wrong. ``str`` gives a line for each, and no secret."""


class Settings(BaseSettings):
    """How this bot is run."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", hide_input_in_errors=True
    )

    discord_token: SecretStr
    database_url: str = "sqlite+aiosqlite:///two_rivers.sqlite3"
    log_level: str = "INFO"

    @field_validator("discord_token")
    @classmethod
    def _check_token(cls, token: SecretStr) -> SecretStr:
        text = token.get_secret_value().strip()
        if not text:
            raise ValueError("is empty")
        if re.search(r"\s", text):
            raise ValueError("holds blanks, which no token does")
        if not _TOKEN.fullmatch(text):
            raise ValueError("is not a bot token, which is three parts with dots between them")
        return SecretStr(text)

    @field_validator("database_url")
    @classmethod
    def _check_url(cls, text: str) -> str:
        try:
            dialect = make_url(text).get_dialect()
        except NoSuchModuleError:
            raise ValueError("names a kind of database or a driver that is unknown") from None
        except (ArgumentError, ValueError):  # whose own words may repeat the password
            raise ValueError("is not the URL of a database") from None
        if not dialect.is_async:
            raise ValueError("names no asynchronous driver")
        try:
            dialect.import_dbapi()
        except ImportError as error:
            raise ValueError(f"needs a package that is not installed: {error.name}") from None
        return text

    @field_validator("log_level")
    @classmethod
    def _check_level(cls, text: str) -> str:
        level = text.strip().upper()
        if level not in _LEVELS:
            raise ValueError("is not a log level")
        return level

    @property
    def logging_level(self) -> int:
        """The level as :mod:`logging` wants it."""
        return logging.getLevelNamesMapping()[self.log_level]


def load_settings() -> Settings:
    """Read the settings. Raises SettingsError with a line for each that is missing or wrong."""
    try:
        return Settings()  # type: ignore[call-arg]  # they come from the environment
    except ValidationError as error:
        lines = [
            _line(str(fault["loc"][0]), fault["type"], fault["msg"]) for fault in error.errors()
        ]
    except UnicodeDecodeError:
        lines = ["The file .env cannot be read: it must be saved as UTF-8."]
    raise SettingsError("\n".join(lines))


def _line(name: str, kind: str, message: str) -> str:
    fault = "is missing" if kind == "missing" else message.removeprefix("Value error, ")
    return f"{name.upper()} {fault}: {_WHERE_FROM[name]}"
