"""A local table that other machines can reach: where it listens, and to whom it answers."""

import os
import re
import signal
import socket
from http.cookies import SimpleCookie
from ipaddress import ip_address
from pathlib import Path

import aiohttp
import pytest

from bot.__main__ import main
from bot.i18n import Words
from bot.local.access_key import load_key
from bot.local.startup import _listening, _own_addresses, run_local
from bot.settings import load_local_settings

KEY = "abcdefgh234567ab"
REFUSED = "Open the whole address that the local table printed at its start."


@pytest.fixture
def here():
    """An address of this machine at which others reach it."""
    (address,) = _own_addresses(ip_address("0.0.0.0"))
    if ip_address(address).is_loopback:
        pytest.skip("this machine has no network")
    return address


# --- to whom it answers --------------------------------------------------------------------------


@pytest.fixture
async def table(start, here):
    """With a key, asked at an address that is not loopback."""
    async with start("0.0.0.0", KEY) as table:
        table.site.address = table.site.address.replace("0.0.0.0", here)
        yield table


async def test_without_the_key_nothing_is_answered(table):
    """Neither a page, nor a file, nor what a page asks for, nor a form."""
    for path in ("", "local.js", "seat/anna/channel", "api/state", "nowhere", "?key=", "?ke=x"):
        assert await table.get(path, 403) == REFUSED
    for key in (KEY[:-1], f"{KEY}a", KEY.upper(), "é", "%ff", "%00"):
        assert await table.get(f"?key={key}", 403) == REFUSED
    cookie = {"Cookie": f"two_rivers_{port(table)}=a23456234567abcd"}
    assert await table.get("", 403, headers=cookie) == REFUSED
    async with table.client.post(f"{table.site.address}games", data={"name": "Ur"}) as answer:
        assert answer.status == 403
    assert await table.world.games() == []
    assert len(table.client.cookie_jar) == 0


async def test_with_the_key_a_browser_is_remembered(table):
    """A game is played then as it is on this machine alone."""
    old = {"Cookie": f"two_rivers_{port(table)}=a23456234567abcd"}  # which keeps nobody out
    async with table.client.get(f"{table.site.address}?key={KEY}", headers=old) as answer:
        assert answer.status == 200
        (cookie,) = SimpleCookie(answer.headers["Set-Cookie"]).values()
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == (KEY, True, "Strict")
    assert (cookie["path"], cookie["domain"]) == ("/", "")
    desk = await table.desk(await table.open())
    await desk.press("End turn")
    assert "You give up 2 actions." in await desk.text()
    async with aiohttp.ClientSession() as other:  # which has the page's own key, and no cookie
        address = f"{table.site.address}api/state"
        async with other.get(address, headers=desk.headers) as answer:
            assert answer.status == 403


async def test_no_page_of_another_site_acts_for_who_has_the_key(table):
    """The name of a proxy is as good as an address, if it passes on that with which it was asked.

    The browser speaks HTTPS with it.
    """
    name = {"Host": "rivers.example", "Origin": "https://rivers.example"}
    await table.get("", 403, headers=name)
    await table.get(f"?key={KEY}", headers=name)
    await table.get("", 403, headers={**name, "Origin": "https://evil.example"})
    await table.get(f"?key={KEY}")
    host = table.site.address.split("/")[2]
    for origin in ("http://evil.example", f"https://{host}.evil.example", "null"):
        headers = {"Origin": origin}
        await table.get("", 403, headers=headers)
        form = {"name": "Ur", "seats": "2"}
        address = f"{table.site.address}games"
        async with table.client.post(address, data=form, headers=headers) as answer:
            assert answer.status == 403
    assert await table.world.games() == []


async def test_on_this_machine_alone_there_is_no_key(start, here):
    async with start() as table:
        await table.get("?key=whatever")
        assert len(table.client.cookie_jar) == 0
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((here, port(table)))


def port(table):
    return int(table.site.address.split(":")[-1].strip("/"))


# --- the key -------------------------------------------------------------------------------------


def test_the_key_is_kept_where_only_the_owner_reads_it(tmp_path):
    file = tmp_path / "local.sqlite3.key"
    key = load_key(file)
    assert re.fullmatch("[a-z2-7]{16}", key)
    assert load_key(file) == key
    assert file.stat().st_mode & 0o777 == 0o600
    file.unlink()
    assert load_key(file) != key
    assert load_key(None) != load_key(None)  # without a file it is new each time


# --- how it starts -------------------------------------------------------------------------------


@pytest.mark.usefixtures("log_as_before")
@pytest.mark.parametrize(
    ("host", "status", "fault"),
    [
        ("198.51.100.7", 69, "LOCAL_HOST: 198.51.100.7 isn't an address of this machine."),
        ("2001:db8::7", 69, "LOCAL_HOST: 2001:db8::7 isn't an address of this machine."),
        ("my-machine", 78, "LOCAL_HOST is not an IP address: leave it out for this machine alone"),
        ("0.0.0.0:80", 78, "LOCAL_HOST is not an IP address: "),
        ("fe80::1%eth0", 78, "LOCAL_HOST is not an IP address: "),
    ],
)
def test_a_host_that_cannot_be_used(host, status, fault, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("LOCAL_HOST", host)
    assert main(["--local", "--no-browser"]) == status
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(fault)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("log_as_before")
@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (Path.mkdir, "can't be used (Is a directory)."),
        (lambda file: file.write_bytes(b"hello\xff"), "holds no key. Delete it, "),
        (Path.touch, "holds no key. Delete it, "),
    ],
)
def test_a_file_that_holds_no_key(make, fault, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("LOCAL_HOST", "0.0.0.0")
    monkeypatch.setenv("LOCAL_PORT", "0")
    file = tmp_path / "two_rivers_local.sqlite3.key"
    make(file)
    assert main(["--local", "--no-browser"]) == 69
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"LOCAL_HOST: {file} {fault}")
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.usefixtures("log_as_before")
def test_a_port_that_is_taken_on_all_addresses(here, monkeypatch, capsys, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = str(other.getsockname()[1])
        monkeypatch.setenv("LOCAL_HOST", "0.0.0.0")
        monkeypatch.setenv("LOCAL_PORT", taken)
        assert main(["--local", "--no-browser"]) == 69
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"LOCAL_PORT: Port {taken} is in use.")
    assert f"http://{here}:{taken}/" in line
    assert list(tmp_path.iterdir()) == []


def test_both_kinds_of_addresses_at_once():
    if not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    with _listening(Words.of("en"), ip_address("::"), 0) as listening:
        for loopback in ("127.0.0.1", "::1"):
            socket.create_connection((loopback, listening.getsockname()[1])).close()


def test_by_default_it_listens_for_this_machine_alone():
    host = load_local_settings().local_host
    assert host.is_loopback
    with _listening(Words.of("en"), host, 0) as listening:
        assert listening.getsockname()[0] == "127.0.0.1"


@pytest.fixture
def said(monkeypatch):
    """What the local table says when it starts; then it is ended, as by Ctrl+C."""
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    monkeypatch.setenv("LOCAL_PORT", "0")

    def start_at(host):
        lines = []

        def say(line):
            lines.append(line)
            if "DISCORD_TOKEN" in line:
                os.kill(os.getpid(), signal.SIGINT)

        monkeypatch.setenv("LOCAL_HOST", host)
        run_local(load_local_settings(), say, browser=False)
        return lines

    yield start_at
    for number, handler in zip((signal.SIGINT, signal.SIGTERM), before, strict=True):
        signal.signal(number, handler)


@pytest.mark.usefixtures("log_as_before")
def test_it_says_where_it_can_be_opened_and_what_that_means(here, said):
    address, kept, _discord = said("127.0.0.1")
    assert re.fullmatch(r".*: http://127\.0\.0\.1:\d+/", address)
    assert kept.startswith("Games are kept.")
    keys = []
    for host in ("0.0.0.0", here):
        address, warning, *_rest = said(host)
        told = re.fullmatch(rf".*: http://{re.escape(here)}:\d+/\?key=(\w+)", address)
        assert told is not None
        keys.append(told[1])
        assert warning.startswith("Anyone with this address can see every hand")
    assert keys[0] == keys[1]  # after another start
