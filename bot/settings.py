"""Settings, from the environment and from ``.env``, with a sentence for each that is wrong."""

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import timedelta
from difflib import SequenceMatcher, get_close_matches
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeAlias
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
from bot.store import CONNECTIONS, NIGHTS, NoUrl, database_at, postgresql_urls
from bot.use_cases import PATIENCE, GameLimits
from render import FontError, check_font

_MOST_DAYS = 3650
_NEARLY = 0.9
"""The similarity of two long names that differ by one or two slips."""
_PERHAPS = 0.7
_SHORTEST_NAME = 5
"""Letters; shorter names belong to other programs."""
_OF_OTHERS = frozenset({"DATABASE_URI", "LOGLEVEL"})
"""Names that other programs use beside ours."""
_FOR_COMPOSE = re.compile("POSTGRES_PASSWORD|(COMPOSE|DOCKER|PODMAN|BUILDKIT)_.*")
"""Names in ``.env`` that are for compose, which reads that file too."""
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
_TOKEN = re.compile(r"[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}")
_SECRETS = ("discord_token", "database_url")
"""Settings that can also be read from a file, or from systemd's credentials."""
_LONGEST_SECRET = 4096
"""Characters."""
_DATABASE_URL = "sqlite+aiosqlite:///two_rivers.sqlite3"
_LOCAL_DATABASE_URL = "sqlite+aiosqlite:///two_rivers_local.sqlite3"


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


def _read_shards(text: str) -> Shards | Literal["auto"]:
    text = text.strip().lower()
    return "auto" if text == "auto" else Shards.parse(text)


def _checked_level(text: str) -> str:
    level = text.strip().upper()
    if level not in _LEVELS:
        raise ValueError("is not a log level")
    return level


def _checked_format(text: str) -> LogFormat:
    try:
        return LogFormat(text.strip().lower())
    except ValueError:
        raise ValueError("is not a form of the log") from None


def _read_host(text: str) -> IPv4Address | IPv6Address:
    text = text.strip()
    try:
        if "%" not in text:  # with a zone no browser could open it
            return ip_address(text)
    except ValueError:
        pass
    raise ValueError("is not an IP address")


def _split(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


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


_Token: TypeAlias = Annotated[
    SecretStr,
    AfterValidator(_checked_token),
    Field(
        description="get it from Discord's developer portal "
        "(https://discord.com/developers/applications): your application -> Bot -> Reset Token."
    ),
]
_Url: TypeAlias = Annotated[
    str,
    AfterValidator(_checked_url),
    Field(
        description="leave it out for the file two_rivers.sqlite3 in the current folder, or write "
        "for example sqlite+aiosqlite:///games.sqlite3 or postgresql://user:password@host/name."
    ),
]
_Api: TypeAlias = Annotated[
    str | None,
    AfterValidator(_checked_api),
    Field(
        description="leave it out for Discord itself, or write the address of a proxy for its API, "
        "for example http://localhost:7979/api/v10."
    ),
]
_Shards: TypeAlias = Annotated[
    Shards | Literal["auto"] | None, NoDecode, BeforeValidator(_read_shards)
]
_Level: TypeAlias = Annotated[
    str,
    AfterValidator(_checked_level),
    Field(description="leave it out, or write one of DEBUG, INFO, WARNING, ERROR, CRITICAL."),
]
_Format: TypeAlias = Annotated[LogFormat, BeforeValidator(_checked_format)]
_StatusAt: TypeAlias = Annotated[
    SocketAddress | None, NoDecode, BeforeValidator(SocketAddress.read)
]
_Host: TypeAlias = Annotated[IPv4Address | IPv6Address, NoDecode, BeforeValidator(_read_host)]
_Fonts: TypeAlias = Annotated[
    tuple[Path, ...], NoDecode, BeforeValidator(_split), AfterValidator(_checked_fonts)
]


class _Settings(BaseSettings):
    model_config = SettingsConfigDict(
        allow_inf_nan=False,
        use_attribute_docstrings=True,  # they end the sentences about what is wrong
        env_file=".env",
        env_file_encoding="utf-8-sig",  # as some editors save it
        env_ignore_empty=True,
        extra="ignore",
        hide_input_in_errors=True,
        validate_default=False,
    )

    discord_token_file: str | None = None
    database_url_file: str | None = None

    @classmethod
    def load(cls) -> Self:
        """Read these settings. Raises SettingsError with a line for each missing or wrong one."""
        try:
            return cls()
        except ValidationError as error:
            lines = [
                _line(cls, str(fault["loc"][0]), fault["type"], fault["msg"])
                for fault in error.errors()
            ]
            lines += unknown_settings()
        except UnicodeDecodeError:
            lines = ["The file .env cannot be read: it must be saved as UTF-8."]
        except OSError as error:
            lines = [f"The file .env cannot be read: {error.strerror}."]
        raise SettingsError("\n".join(lines))

    @model_validator(mode="before")
    @classmethod
    def _resolve(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Drop what is blank, and read the secrets that stand in files. Raises SettingsError."""
        resolved = {
            name: value
            for name, value in given.items()
            if value is not None and not (isinstance(value, str) and not value.strip())
        }
        for name in cls.model_fields.keys() & _SECRETS:
            if (secret := _secret(name, resolved)) is not None:
                resolved[name] = secret
        return resolved


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
    """The token alone, which decides what is run."""

    discord_token: SecretStr | None = None


class _Formatted(_Settings):
    log_format: _Format = LogFormat.LINES
    """leave it out for lines, or write json."""


class _Shared(_Formatted):
    """Settings of both the bot on Discord and the local table."""

    log_level: _Level
    fonts: _Fonts = ()
    """leave it out, or name font files with outlines, with commas between them."""
    computer_pause: float = Field(PAUSE.total_seconds(), ge=0, le=60)
    """leave it out for {default:g}, or write how many seconds a computer takes to answer a
    conflict."""

    @property
    def pause(self) -> timedelta:
        """The pause before a computer answers a conflict, and the longest before its turn."""
        return timedelta(seconds=self.computer_pause)


class _BackedUp(_Settings):
    backups: int = Field(NIGHTS, ge=0, le=365)
    """leave it out for {default}, or write how many nightly backups are kept of SQLite's file, or 0
    for none."""


class Settings(_Shared, _BackedUp):
    """Settings of the bot on Discord."""

    discord_token: _Token
    discord_api: _Api = None
    database_url: _Url = _DATABASE_URL
    shards: _Shards = None
    """leave it out for one connection, or write auto for as many as Discord recommends, all in this
    process, or for one of several processes its own, for example 0-3/8."""
    calls_per_second: float | None = Field(None, ge=0, le=10_000)
    """leave it out for this process's share of what Discord allows, or write how many calls it may
    make, or 0 if a proxy at DISCORD_API keeps the limit."""
    database_connections: int = Field(CONNECTIONS, ge=2, le=100)
    """leave it out for {default}, or write how many connections to PostgreSQL this program may
    have."""
    lease_seconds: float = Field(LEASE.total_seconds(), ge=1, le=3600)
    """leave it out for {default:g}, or write within how many seconds other processes take over the
    games of one that dies."""
    log_level: _Level = "INFO"
    status_at: _StatusAt = None
    """leave it out, or write a port, up to 65535, for this machine alone, such as 8080, or an
    address such as 0.0.0.0:8080."""
    games_per_user: int = Field(GameLimits().per_user, ge=1)
    """leave it out for {default}, or write how many games a user can have open at a time."""
    games_per_server: int = Field(GameLimits().per_server, ge=1)
    """leave it out for {default}, or write how many games can run in a server at a time."""
    lobby_days: int = Field(PATIENCE.lobby, ge=0, le=_MOST_DAYS)
    """leave it out for {default}, or write after how many days without a change a lobby is closed,
    or 0 for never."""
    idle_days: int = Field(PATIENCE.idle, ge=0, le=_MOST_DAYS)
    """leave it out for {default}, or write after how many days without a decision I ask whether a
    game goes on, or 0 for never."""
    finished_games_days: int = Field(PATIENCE.finished, ge=0, le=_MOST_DAYS)
    """leave it out to keep all games, or write after how many days a finished game is deleted, or 0
    for never."""
    vacation_days: int = Field(GameLimits().vacation_days, ge=0, le=366)
    """leave it out for {default}, or write how many days of vacation a player can take in a
    year."""
    update_notes: int = Field(1, ge=0, le=1)
    """leave it out to tell admins of servers once what is new after an update, or write 0."""

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
    """Settings of the commands for hosts."""

    database_url: _Url = _DATABASE_URL


class CheckSettings(HostSettings, _BackedUp):
    """Settings of ``check``; without a token it checks only the database."""

    discord_token: _Token | None = None
    discord_api: _Api = None

    @property
    def token(self) -> str:
        """The token; empty if there is none."""
        return self.discord_token.get_secret_value() if self.discord_token else ""


class LocalSettings(_Shared):
    """Settings of the local table, whose games are apart from those of the bot on Discord."""

    local_host: _Host = IPv4Address("127.0.0.1")
    """leave it out for this machine alone, or write 0.0.0.0 for all of its addresses, or one of
    them, such as 192.168.1.20."""
    local_port: int = Field(8642, ge=0, le=65535)
    """leave it out for {default}, or write another port, or 0 for any that is free."""
    database_url: str = _DATABASE_URL
    local_database_url: Annotated[str, AfterValidator(_checked_url)] = Field(
        _LOCAL_DATABASE_URL, validate_default=True
    )
    """leave it out for the file two_rivers_local.sqlite3 in the current folder, or write for
    example sqlite+aiosqlite:///local.sqlite3."""
    log_level: _Level = "WARNING"

    @field_validator("local_database_url")
    @classmethod
    def _check_apart(cls, url: str, info: ValidationInfo) -> str:
        if url == info.data["database_url"]:
            raise ValueError("is the database of the bot on Discord")
        return url


def token_given() -> bool:
    """True if a token is set, valid or not. Raises SettingsError if its file is unreadable."""
    return _Given.load().discord_token is not None


def log_format() -> LogFormat:
    """Read the format of the log, even if other settings are wrong; lines if it is wrong itself."""
    for file in (".env", None):
        with suppress(ValidationError, UnicodeDecodeError, OSError):
            return _Formatted(_env_file=file).log_format  # type: ignore[call-arg]
    return LogFormat.LINES


def _line(kind: type[BaseSettings], name: str, error: str, message: str) -> str:
    field = kind.model_fields[name]
    if error == "missing":
        fault = "is missing"
    elif error == "value_error":
        fault = message.removeprefix("Value error, ")
    else:
        fault = f"is not a {_range(field)}"
    how_to_set = " ".join((field.description or "").split()).format(default=field.default)
    return f"{name.upper()} {fault}: {how_to_set}"


def _range(field: FieldInfo) -> str:
    least = next(each.ge for each in field.metadata if isinstance(each, Ge))
    most = next((f"to {each.le}" for each in field.metadata if isinstance(each, Le)), "up")
    return f"{'whole ' if field.annotation is int else ''}number from {least} {most}"


def unknown_settings() -> list[str]:
    """Return a sentence for each name that was probably meant to be a setting.

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
        meant = _misspelled(name, known)
        if meant and not (name in _OF_OTHERS and meant in environment.union(in_file)):
            lines.append(f"{name} is not a setting: did you mean {meant}?")
    for name in in_file:
        if name not in known and not _FOR_COMPOSE.fullmatch(name):
            similar = get_close_matches(name, known, n=1, cutoff=_PERHAPS)
            meant = _misspelled(name, known) or next(iter(similar), None)
            what = f"did you mean {meant}?" if meant else ".env.example has them all."
            lines.append(f"{name} in .env is not a setting: {what}")
    return lines


def _misspelled(name: str, known: Iterable[str]) -> str | None:
    """The setting that *name* misspells, with a slip in any of its words, or two in all."""
    near = [each for each in known if _is_nearly(name, each)]
    return max(near, key=lambda each: SequenceMatcher(None, name, each).ratio(), default=None)


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
    """True if words differ by at most one letter added, missing or changed, or by two swapped."""
    while word and meant and word[0] == meant[0]:
        word, meant = word[1:], meant[1:]
    while word and meant and word[-1] == meant[-1]:
        word, meant = word[:-1], meant[:-1]
    return max(len(word), len(meant)) < 2 or (len(word) == 2 and word == meant[::-1])
