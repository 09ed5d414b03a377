"""URLs of PostgreSQL databases, as hosting providers give them."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode

_SCHEME = re.compile(r"(postgres(?:ql)?)(?:\+(\w+))?://", re.IGNORECASE)
_PROPER = re.compile(r"(?:([^:@/?#]*)(?::([^@/?#]*))?@)?([^@/?#]*)(?:/([^@?#]*))?(?:\?([^@]*))?")
_RAW = re.compile(r"([^:@/?#]*):(.*)@([^@/?#]*)(?:/([^@?#]*))?(?:\?(.*))?", re.DOTALL)
"""A URL whose password has reserved characters that are not escaped."""
_HOSTS = re.compile(r"(?:\[[\da-fA-F:.]+\]|[^\s:\[\],]*)(?::\d{0,5})?", re.ASCII)
_ENCODED = re.compile(r"(?:[^%]|%[\da-fA-F]{2})*", re.DOTALL)
_TIMEOUT = 10.0
"""Seconds for connecting."""
_OWN = {
    "channel_binding",  # which asyncpg does not know; SCRAM works without
    "client_encoding",  # is always UTF-8
    "fallback_application_name",
    "gssencmode",
    "keepalives",
    "keepalives_count",
    "keepalives_idle",
    "keepalives_interval",
    "sslcompression",
    "sslsni",
    "tcp_user_timeout",
}
"""Parameters of libpq that a server does not know."""


class NoUrl(Exception):
    """Invalid URL of a database; ``str`` says why, after the name of the setting."""


@dataclass(frozen=True, slots=True)
class DatabaseAddress:
    """Address of a database, and how to connect to it."""

    dsn: str
    """For asyncpg."""
    timeout: float
    """Seconds for connecting."""
    shown: str
    """The same, without the password."""
    names_itself: bool
    """True if it sets the application's name."""


def is_meant(url: str) -> bool:
    """True if a URL is meant for PostgreSQL."""
    return url.strip().lower().startswith("postgres")


def read_url(url: str) -> DatabaseAddress:
    """Read a URL. Raises NoUrl."""
    text = url.strip()
    scheme = _SCHEME.match(text)
    if scheme is None:
        raise NoUrl("is not the URL of a database: it begins with postgresql://")
    if scheme[2] not in {None, "asyncpg"}:
        raise NoUrl("names a driver that is unknown: begin it with postgresql://")
    parts = _PROPER.fullmatch(text, scheme.end()) or _RAW.fullmatch(text, scheme.end())
    if parts is None:
        raise NoUrl(
            "is not the URL of a database: write its password with %-signs, as in "
            "postgresql://user:p%40ss@host/name"
        )
    user, password, hosts, name, query = parts.groups(default="")
    _check_hosts(hosts)
    given = _parameters(query)
    try:
        timeout = float(given.pop("connect_timeout", "") or 0)
    except ValueError:
        raise NoUrl("has a connect_timeout that is no number of seconds") from None
    for each in _OWN:
        given.pop(each, None)
    if "ssl" in given:
        given.setdefault("sslmode", given.pop("ssl"))
    who = quote(_decoded(user), safe="") if user else ""
    secret = f":{quote(_decoded(password), safe='')}" if password else ""
    where = f"{hosts}/{quote(_decoded(name), safe='')}" if name else hosts

    def written(secret: str, given: dict[str, str]) -> str:
        end = f"?{urlencode(given, quote_via=quote)}" if given else ""
        return f"postgresql://{who}{secret}{'@' if who or secret else ''}{where}{end}"

    hidden = {name: "***" if "password" in name else value for name, value in given.items()}
    return DatabaseAddress(
        written(secret, given),
        timeout if timeout > 0 else _TIMEOUT,  # 0 and less: unlimited, in libpq
        written(":***" if secret else "", hidden),
        names_itself="application_name" in given,
    )


def _check_hosts(hosts: str) -> None:
    for host in hosts.split(","):
        if not _HOSTS.fullmatch(host):
            raise NoUrl(
                "names no host, or no port: an address with colons stands in brackets, as in "
                "postgresql://user:password@[::1]:5432/name, and what has signs is written with "
                "%-signs"
            )
        port = host.rpartition(":")[2] if re.search(r":\d+$", host) else ""
        if port and not 1 <= int(port) <= 65535:
            raise NoUrl("names a port that doesn't exist")


def _parameters(query: str) -> dict[str, str]:
    try:
        return dict(parse_qsl(query, keep_blank_values=True, strict_parsing=True)) if query else {}
    except ValueError:
        raise NoUrl("has parameters after ? that are not written as name=value") from None


def _decoded(text: str) -> str:
    """Return the decoded text, also if it has a % that is not escaped."""
    return unquote(text) if _ENCODED.fullmatch(text) else text
