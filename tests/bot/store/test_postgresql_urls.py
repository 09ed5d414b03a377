"""URLs of databases at a server, and the messages when one cannot be opened."""

import sys
from socket import has_ipv6
from urllib.parse import quote

import pytest

from bot.store import NoUrl, Store, StoreError, database_at
from tests.databases import name_of, new_database, server_of_run
from tests.ports import free_port
from tests.postgres import PASSWORD, USER, WITH_PASSWORD

SECRET = "hunter2"


@pytest.mark.parametrize(
    ("url", "read"),
    [
        ("postgres://u:hunter2@h/n", "postgresql://u:***@h/n"),
        ("postgresql+asyncpg://u@h:5433/n", "postgresql://u@h:5433/n"),
        (" postgres://u:hunter2@h/n\n", "postgresql://u:***@h/n"),
        ("postgres://u:hunter2@[::1]:5433/n", "postgresql://u:***@[::1]:5433/n"),
        ("postgres://u:hunter2@h1:1,h2:2/n", "postgresql://u:***@h1:1,h2:2/n"),
        ("postgres:///n?host=/run/here", "postgresql:///n?host=%2Frun%2Fhere"),
        ("postgres://%2Frun%2Fhere/n", "postgresql://%2Frun%2Fhere/n"),
        ("postgres://u@h/n?password=hunter2", "postgresql://u@h/n?password=%2A%2A%2A"),
        ("postgres://u@h/n?sslmode=require", "postgresql://u@h/n?sslmode=require"),
        ("postgres://u@h/n?ssl=require", "postgresql://u@h/n?sslmode=require"),
        ("postgres://u@h/n?connect_timeout=3&keepalives=1", "postgresql://u@h/n"),
        ("postgres://u@h/n?options=-c%20jit%3Doff", "postgresql://u@h/n?options=-c%20jit%3Doff"),
    ],
)
def test_what_hosts_write(url, read):
    assert database_at(url).shown == read


def test_how_long_connecting_may_take():
    """Values that mean no limit in libpq mean the usual one."""
    for written, seconds in (("3", 3), ("", 10), ("0", 10), ("-1", 10), ("nan", 10)):
        at = database_at(f"postgres://u@h/n?connect_timeout={written}")
        assert at._address.timeout == seconds
    assert database_at("postgres://u@h/n")._address.timeout == 10


@pytest.mark.parametrize("password", ["p@ss", "a/b", "a?b", "a#b", "a:b", "50%", "%zz", "p@h/n?x#"])
def test_signs_in_a_password_may_stand_as_they_are(password):
    at = database_at(f"postgres://u:{password}@h:5432/n")
    assert at.shown == "postgresql://u:***@h:5432/n"
    assert at._address.dsn == f"postgresql://u:{quote(password, safe='')}@h:5432/n"


@pytest.mark.parametrize(
    "url",
    [
        *("postgres://u:{}@h:port/n", "postgres://u:{}@h/n?a", "postgres://u:{}@fe80::1/n"),
        *("postgres+what://u:{}@h/n", "mysql://u:{}@h/n", "postgres//u:{}@h/n"),
    ],
)
def test_a_password_is_never_shown_whatever_is_wrong_with_the_rest(url):
    with pytest.raises(NoUrl) as caught:
        database_at(url.format(SECRET))
    assert SECRET not in str(caught.value)


async def test_the_package_may_be_missing(monkeypatch):
    for name in ("bot.store.databases.postgresql", "bot.store.databases.postgresql"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=r"is not installed: python -m pip install asyncpg"):
        await Store.open(f"postgres://u:{SECRET}@h/n")


# --- opening --------------------------------------------------------------------------------------


async def opens(url):
    await (await Store.open(url)).close()


async def refusal(url):
    with pytest.raises(StoreError) as caught:
        await Store.open(url)
    assert PASSWORD not in str(caught.value)
    assert quote(PASSWORD) not in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.fixture
async def name(tmp_path):
    """A database at the server, whose user needs a password."""
    name = name_of(await new_database(tmp_path / "games"))
    async with server_of_run().ruling() as connection:
        known = await connection.fetchval(
            "SELECT count(*) FROM pg_roles WHERE rolname = $1", WITH_PASSWORD
        )
        if not known:
            quoted = PASSWORD.replace("'", "''")
            await connection.execute(f"CREATE ROLE \"{WITH_PASSWORD}\" LOGIN PASSWORD '{quoted}'")
    return name


@pytest.mark.postgresql
async def test_at_a_socket_at_an_address_with_colons_and_with_parameters(name):
    server = server_of_run()
    folder, port = server.sockets, server.port
    await opens(f"postgresql:///{name}?host={folder}&port={port}&user={USER}")
    await opens(f"postgresql://{USER}@{quote(str(folder), safe='')}:{port}/{name}")
    if has_ipv6:
        await opens(f"postgres://{USER}@[::1]:{port}/{name}")
    for parameters in (
        "sslmode=prefer&connect_timeout=5&application_name=rivers",
        "options=-c%20statement_timeout%3D60000",
        "channel_binding=prefer&keepalives=1&target_session_attrs=read-write",
    ):
        await opens(f"{server.url(name)}?{parameters}")


@pytest.mark.postgresql
@pytest.mark.parametrize("written", [PASSWORD, quote(PASSWORD, safe="")])
async def test_with_a_password(name, written, monkeypatch):
    """For a role that may use tables but not create any; in PGPASSWORD, as compose passes it."""
    async with server_of_run().ruling() as connection:
        await connection.execute(f'ALTER DATABASE "{name}" OWNER TO "{WITH_PASSWORD}"')
    who = quote(WITH_PASSWORD)
    url = f"postgres://{who}:{written}@127.0.0.1:{server_of_run().port}/{name}"
    assert "does not let its user do what is needed" in await refusal(url)
    wrong = url.replace(written, "wrong")
    assert "does not let the program in" in await refusal(wrong)
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    bare = url.replace(f":{written}@", "@")
    assert "does not let its user do what is needed" in await refusal(bare)


@pytest.mark.postgresql
async def test_what_is_not_there(name):
    server = server_of_run()
    assert "make it first" in await refusal(server.url("nowhere"))
    assert "does its server run" in await refusal(server.url(name, port=free_port()))
    unknown = server.url(name).replace("127.0.0.1", "nowhere.invalid")
    assert "no host of that name" in await refusal(unknown)
    assert "does its server run" in await refusal(f"postgres://{USER}@/{name}?host=/nowhere")
    assert "does not know a parameter" in await refusal(f"{server.url(name)}?colour=red")
    assert "sslmode" in await refusal(f"{server.url(name)}?sslmode=require")
    assert "sslmode" in await refusal(f"{server.url(name)}?sslmode=sometimes")
