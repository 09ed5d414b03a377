"""Settings, from the environment and from ``.env``, with a sentence for each that is wrong."""

import logging
import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import timedelta
from difflib import SequenceMatcher, get_close_matches
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, TypeVar
from urllib.parse import urlsplit

from annotated_types import Ge, Le
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, DotEnvSettingsSource, NoDecode, SettingsConfigDict

from bot.cluster import LEASE, Shards
from bot.computers import PAUSE
from bot.listening import SocketAddress
from bot.log_format import LogFormat
from bot.services import PATIENCE, GameLimits
from bot.store import CONNECTIONS, NIGHTS, NoUrl, database_at, postgresql_urls
from render import FontError, check_font

_WHERE_FROM = {
    "discord_token": (
        "get it from Discord's developer portal (https://discord.com/developers/applications): "
        "your application -> Bot -> Reset Token."
    ),
    "discord_api": (
        "leave it out for Discord itself, or write the address of a proxy for its API, for example "
        "http://localhost:7979/api/v10."
    ),
    "shards": (
        "leave it out for one connection, or write auto for as many as Discord recommends, all in "
        "this process, or for one of several processes its own, for example 0-3/8."
    ),
    "calls_per_second": (
        "leave it out for this process's share of what Discord allows, or write how many calls it "
        "may make, or 0 if a proxy at DISCORD_API keeps the limit."
    ),
    "database_url": (
        "leave it out for the file two_rivers.sqlite3 in the current folder, or write for example "
        "sqlite+aiosqlite:///games.sqlite3 or postgresql://user:password@host/name."
    ),
    "database_connections": (
        f"leave it out for {CONNECTIONS}, or write how many connections to PostgreSQL this program "
        "may have."
    ),
    "backups": (
        f"leave it out for {NIGHTS}, or write how many nightly backups are kept of SQLite's file, "
        "or 0 for none."
    ),
    "local_database_url": (
        "leave it out for the file two_rivers_local.sqlite3 in the current folder, or write for "
        "example sqlite+aiosqlite:///local.sqlite3."
    ),
    "local_host": (
        "leave it out for this machine alone, or write 0.0.0.0 for all of its addresses, or one of "
        "them, such as 192.168.1.20."
    ),
    "local_port": "leave it out for 8642, or write another port, or 0 for any that is free.",
    "fonts": "leave it out, or name font files with outlines, with commas between them.",
    "games_per_user": (
        f"leave it out for {GameLimits().per_user}, or write how many games a user can have "
        "open at a time."
    ),
    "games_per_server": (
        f"leave it out for {GameLimits().per_server}, or write how many games can run in a "
        "server at a time."
    ),
    "lobby_days": (
        f"leave it out for {PATIENCE.lobby}, or write after how many days without a "
        "change a lobby is closed, or 0 for never."
    ),
    "idle_days": (
        f"leave it out for {PATIENCE.idle}, or write after how many days without a "
        "decision I ask whether a game goes on, or 0 for never."
    ),
    "finished_games_days": (
        "leave it out to keep all games, or write after how many days a finished game is "
        "deleted, or 0 for never."
    ),
    "vacation_days": (
        f"leave it out for {GameLimits().vacation_days}, or write how many days of vacation a "
        "player can take in a year."
    ),
    "update_notes": (
        "leave it out to tell admins of servers once what is new after an update, or write 0."
    ),
    "computer_pause": (
        f"leave it out for {PAUSE.total_seconds():g}, or write how many seconds a computer takes "
        "to answer a conflict."
    ),
    "lease_seconds": (
        f"leave it out for {LEASE.total_seconds():g}, or write within how many seconds other "
        "processes take over the games of one that dies."
    ),
    "log_level": "leave it out, or write one of DEBUG, INFO, WARNING, ERROR, CRITICAL.",
    "log_format": "leave it out for lines, or write json.",
    "status_at": (
        "leave it out, or write a port, up to 65535, for this machine alone, such as 8080, or an "
        "address such as 0.0.0.0:8080."
    ),
}
_MOST_DAYS = 3650
_NEARLY = 0.9
"""The similarity of two long names that differ by one or two slips."""
_PERHAPS = 0.7
_SHORTEST_NAME = 5
"""In letters: shorter names belong to other programs."""
_OF_OTHERS = frozenset({"DATABASE_URI", "LOGLEVEL"})
"""Names that other programs use beside ours."""
_FOR_COMPOSE = re.compile("POSTGRES_PASSWORD|(COMPOSE|DOCKER|PODMAN|BUILDKIT)_.*")
"""Names in ``.env`` that are for compose, which reads that file too."""
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
_TOKEN = re.compile(r"[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}")
_SECRETS = ("discord_token", "database_url")
"""What may stand in a file, or be one of systemd's credentials."""
_LONGEST_SECRET = 4096
"""Characters."""
_DATABASE_URL = "sqlite+aiosqlite:///two_rivers.sqlite3"


class SettingsError(Exception):
    """Settings are missing or wrong. ``str`` gives a line for each, and no secret."""


def _checked_url(text: str) -> str:
    try:
        database_at(text)
    except NoUrl as fault:
        raise ValueError(str(fault)) from None
    return text


def _checked_api(text: str) -> str:
    address = text.strip().rstrip("/")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise ValueError("is not an address") from None
    if parts.scheme not in {"http", "https"} or not parts.hostname or port == 0:
        raise ValueError("is not an address that begins with http:// or https://")
    if re.search(r"[\s?#@]", address):  # a password, too, would get in the way of the token
        raise ValueError("has more in it than a host, a port and a path")
    return address


def _read_shards(text: str | Shards | None) -> Shards | Literal["auto"] | None:
    if not isinstance(text, str):
        return text
    text = text.strip().lower()
    return "auto" if text == "auto" else Shards.parse(text)


def _checked_level(text: str) -> str:
    level = text.strip().upper()
    if level not in _LEVELS:
        raise ValueError("is not a log level")
    return level


def _checked_form(text: str) -> LogFormat:
    try:
        return LogFormat(text.strip().lower())
    except ValueError:
        raise ValueError("is not a form of the log") from None


def _read_address(text: str | None) -> SocketAddress | None:
    return None if text is None else SocketAddress.read(text)


def _read_host(host: str | IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    text = str(host).strip()
    try:
        if "%" not in text:  # with a zone no browser could open it
            return ip_address(text)
    except ValueError:
        pass
    raise ValueError("is not an IP address")


def _split(value: str | tuple[Path, ...]) -> tuple[str | Path, ...]:
    if isinstance(value, str):
        return tuple(name.strip() for name in value.split(",") if name.strip())
    return value


def _checked_fonts(files: tuple[Path, ...]) -> tuple[Path, ...]:
    try:
        for file in files:
            check_font(file)
    except FontError as error:
        raise ValueError(f"cannot be used, as {error}") from None
    return files


def _checked_token(token: SecretStr) -> SecretStr:
    text = token.get_secret_value().strip()
    if re.search(r"\s", text):
        raise ValueError("holds blanks, which no token does")
    if not _TOKEN.fullmatch(text):
        raise ValueError("is not a bot token, which is three parts with dots between them")
    return SecretStr(text)


_Token: TypeAlias = Annotated[SecretStr, AfterValidator(_checked_token)]
_Url: TypeAlias = Annotated[str, AfterValidator(_checked_url)]
_Api: TypeAlias = Annotated[str, AfterValidator(_checked_api)]
_Shards: TypeAlias = Annotated[
    Shards | Literal["auto"] | None, NoDecode, BeforeValidator(_read_shards)
]
_Level: TypeAlias = Annotated[str, AfterValidator(_checked_level)]
_Form: TypeAlias = Annotated[LogFormat, BeforeValidator(_checked_form)]
_StatusAt: TypeAlias = Annotated[SocketAddress | None, NoDecode, BeforeValidator(_read_address)]
_Host: TypeAlias = Annotated[IPv4Address | IPv6Address, NoDecode, BeforeValidator(_read_host)]
_Fonts: TypeAlias = Annotated[
    tuple[Path, ...], NoDecode, BeforeValidator(_split), AfterValidator(_checked_fonts)
]


class _Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8-sig",  # as some editors save it
        env_ignore_empty=True,
        extra="ignore",
        hide_input_in_errors=True,
    )

    discord_token_file: str | None = None
    database_url_file: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _settle(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Drop what is blank, and read the secrets that stand in files. Raises SettingsError."""
        settled = {
            name: value
            for name, value in given.items()
            if value is not None and not (isinstance(value, str) and not value.strip())
        }
        for name in cls.model_fields.keys() & _SECRETS:
            if (secret := _secret(name, settled)) is not None:
                settled[name] = secret
        return settled


def _secret(name: str, given: Mapping[str, str]) -> str | None:
    """The one value that is given for a setting. Raises SettingsError."""
    setting = name.upper()
    found = {}
    if name in given:
        found[setting] = given[name].strip()
    if (file := given.get(f"{name}_file")) is not None:
        found[f"{setting}_FILE"] = _read_secret(f"{setting}_FILE", Path(file))
    credential = Path(os.environ.get("CREDENTIALS_DIRECTORY", ""), setting)
    if credential.is_absolute() and os.path.lexists(credential):
        source = f"systemd's credential {setting}"
        found[source] = _read_secret(source, credential)
    if len(set(found.values())) > 1:
        raise SettingsError(
            f"{' and '.join(found)} are set to different values: leave only one of them."
        )
    return next(iter(found.values()), None)


def _read_secret(source: str, file: Path) -> str:
    """Read a secret. Raises SettingsError, without the path: the secret may stand there instead."""
    try:
        with file.open(encoding="utf-8-sig") as opened:
            secret = opened.read(_LONGEST_SECRET + 1).strip()
    except OSError as error:
        fault = f"cannot be read: {error.strerror}."
    except UnicodeDecodeError:
        fault = "cannot be read: it must be saved as UTF-8."
    except ValueError:
        fault = "cannot be read: its path has a NUL in it."
    else:
        if 0 < len(secret) <= _LONGEST_SECRET:
            return secret
        fault = f"is longer than {_LONGEST_SECRET} characters." if secret else "is empty."
    raise SettingsError(f"The file of {source} {fault}")


class _Given(_Settings):
    """Whether there is a token at all, which decides what is run."""

    discord_token: SecretStr | None = None


class _Formed(_Settings):
    log_format: _Form = LogFormat.LINES


class _Logged(_Formed):
    log_level: _Level

    @property
    def logging_level(self) -> int:
        """The level as :mod:`logging` wants it."""
        return logging.getLevelNamesMapping()[self.log_level]


class _Drawn(_Settings):
    fonts: _Fonts = ()
    """For names with signs that the shipped font lacks, the first that has a sign first."""


class _Played(_Settings):
    computer_pause: float = Field(PAUSE.total_seconds(), ge=0, le=60, allow_inf_nan=False)
    """Seconds."""

    @property
    def pause(self) -> timedelta:
        """How long a computer takes for a conflict, and at most for its turn."""
        return timedelta(seconds=self.computer_pause)


class _BackedUp(_Settings):
    backups: int = Field(NIGHTS, ge=0, le=365)
    """How many nightly ones are kept of a file of SQLite's."""


class Settings(_Logged, _Drawn, _Played, _BackedUp):
    """How the bot is run on Discord."""

    discord_token: _Token
    discord_api: _Api | None = None
    database_url: _Url = _DATABASE_URL
    shards: _Shards = None
    calls_per_second: float | None = Field(None, ge=0, le=10_000, allow_inf_nan=False)
    database_connections: int = Field(CONNECTIONS, ge=2, le=100)
    lease_seconds: float = Field(LEASE.total_seconds(), ge=1, le=3600, allow_inf_nan=False)
    """Seconds without a sign of life after which other processes take over this one's games."""
    log_level: _Level = "INFO"
    status_at: _StatusAt = None
    games_per_user: int = Field(GameLimits().per_user, ge=1)
    games_per_server: int = Field(GameLimits().per_server, ge=1)
    lobby_days: int = Field(PATIENCE.lobby, ge=0, le=_MOST_DAYS)
    idle_days: int = Field(PATIENCE.idle, ge=0, le=_MOST_DAYS)
    finished_games_days: int = Field(PATIENCE.finished, ge=0, le=_MOST_DAYS)
    vacation_days: int = Field(GameLimits().vacation_days, ge=0, le=366)
    update_notes: int = Field(1, ge=0, le=1)

    @field_validator("shards")
    @classmethod
    def _check_served(cls, shards: _Shards, info: ValidationInfo) -> _Shards:
        url = info.data.get("database_url")  # None if it is wrong itself
        if (
            isinstance(shards, Shards)
            and shards.share < 1
            and url
            and not postgresql_urls.is_meant(url)
        ):
            raise ValueError(
                "leaves some shards to other processes, which can share only a PostgreSQL "
                "database with this one"
            )
        return shards


class HostSettings(_Settings):
    """What is looked after of the bot on Discord."""

    database_url: _Url = _DATABASE_URL


class CheckSettings(HostSettings, _BackedUp):
    """What is checked: without a token, only the database."""

    discord_token: _Token | None = None
    discord_api: _Api | None = None

    @property
    def token(self) -> str:
        """The token; empty if there is none."""
        return self.discord_token.get_secret_value() if self.discord_token else ""


class LocalSettings(_Logged, _Drawn, _Played):
    """How the local table is run, whose games are apart from those of the bot on Discord."""

    local_host: _Host = IPv4Address("127.0.0.1")
    local_port: int = Field(8642, ge=0, le=65535)
    database_url: str = _DATABASE_URL
    local_database_url: _Url = "sqlite+aiosqlite:///two_rivers_local.sqlite3"
    log_level: _Level = "WARNING"

    @field_validator("local_database_url")
    @classmethod
    def _check_apart(cls, url: str, info: ValidationInfo) -> str:
        if url == info.data["database_url"]:
            raise ValueError("is the database of the bot on Discord")
        return url


_S = TypeVar("_S", bound=BaseSettings)


def token_given() -> bool:
    """Whether a token is set, right or wrong. Raises SettingsError if its file is unreadable."""
    return _load(_Given).discord_token is not None


def log_format() -> LogFormat:
    """What the log looks like, whatever else is wrong; lines, if that is wrong itself."""
    for file in (".env", None):
        with suppress(ValidationError, UnicodeDecodeError, OSError):
            return _Formed(_env_file=file).log_format  # type: ignore[call-arg]
    return LogFormat.LINES


def load_settings() -> Settings:
    """Read the settings. Raises SettingsError with a line for each that is missing or wrong."""
    return _load(Settings)


def load_host_settings() -> HostSettings:
    """Read the settings of commands for hosts. Raises SettingsError, a line per wrong setting."""
    return _load(HostSettings)


def load_check_settings() -> CheckSettings:
    """Read the settings of ``check``. Raises SettingsError, a line per wrong setting."""
    return _load(CheckSettings)


def load_local_settings() -> LocalSettings:
    """Read the local table's settings. Raises SettingsError with a line for each wrong one."""
    return _load(LocalSettings)


def _load(kind: type[_S]) -> _S:
    try:
        return kind()
    except ValidationError as error:
        lines = [
            _line(kind, str(fault["loc"][0]), fault["type"], fault["msg"])
            for fault in error.errors()
        ]
        lines += unknown_settings()
    except UnicodeDecodeError:
        lines = ["The file .env cannot be read: it must be saved as UTF-8."]
    except OSError as error:
        lines = [f"The file .env cannot be read: {error.strerror}."]
    raise SettingsError("\n".join(lines))


def _line(kind: type[BaseSettings], name: str, error: str, message: str) -> str:
    if error == "missing":
        fault = "is missing"
    elif error == "value_error":
        fault = message.removeprefix("Value error, ")
    else:
        fault = f"is not a {_numbers(kind.model_fields[name])}"
    return f"{name.upper()} {fault}: {_WHERE_FROM[name]}"


def _numbers(field: FieldInfo) -> str:
    least = next(each.ge for each in field.metadata if isinstance(each, Ge))
    most = next((f"to {each.le}" for each in field.metadata if isinstance(each, Le)), "up")
    return f"{'whole ' if field.annotation is int else ''}number from {least} {most}"


def unknown_settings() -> list[str]:
    """A sentence for each name that was probably meant to be a setting.

    In ``.env`` that is every unknown name; in the environment, one that resembles a setting's.
    Raises OSError or UnicodeDecodeError if ``.env`` is unreadable.
    """
    known = {
        name.upper() for name in Settings.model_fields.keys() | LocalSettings.model_fields.keys()
    }
    environment = {name.upper() for name, value in os.environ.items() if value.strip()}
    in_file = [name.upper() for name in DotEnvSettingsSource(_Settings).env_vars]
    lines = []
    for name in sorted(environment - known):
        meant = _meant(name, known)
        if meant and not (name in _OF_OTHERS and meant in environment.union(in_file)):
            lines.append(f"{name} is not a setting: did you mean {meant}?")
    for name in in_file:
        if name not in known and not _FOR_COMPOSE.fullmatch(name):
            meant = _meant(name, known) or _perhaps_meant(name, known)
            what = f"did you mean {meant}?" if meant else ".env.example has them all."
            lines.append(f"{name} in .env is not a setting: {what}")
    return lines


def _meant(name: str, known: Iterable[str]) -> str | None:
    """The setting that *name* misspells, with a slip in any of its words, or two in all."""
    near = [each for each in known if _is_nearly(name, each)]
    return max(near, key=lambda each: SequenceMatcher(None, name, each).ratio(), default=None)


def _perhaps_meant(name: str, known: Iterable[str]) -> str | None:
    return next(iter(get_close_matches(name, known, n=1, cutoff=_PERHAPS)), None)


def _is_nearly(name: str, setting: str) -> bool:
    if len(name) < _SHORTEST_NAME:
        return False
    words, others = name.split("_"), setting.split("_")
    letters = SequenceMatcher(None, name, setting)
    return (
        (letters.quick_ratio() >= _NEARLY and letters.ratio() >= _NEARLY)  # which is never more
        or _is_slip(name, setting)
        or (len(words) == len(others) and all(map(_is_slip, words, others)))
    )


def _is_slip(word: str, meant: str) -> bool:
    """Whether two words differ by at most one letter added, missing or changed, or two swapped."""
    while word and meant and word[0] == meant[0]:
        word, meant = word[1:], meant[1:]
    while word and meant and word[-1] == meant[-1]:
        word, meant = word[:-1], meant[:-1]
    return max(len(word), len(meant)) < 2 or (len(word) == 2 and word == meant[::-1])
