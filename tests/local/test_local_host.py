"""A local table that other machines can reach, and the requests that it answers."""

import re
import socket
from http.cookies import SimpleCookie

import aiohttp
import pytest

from bot.local.startup import load_key

KEY = "abcdefgh234567ab"
REFUSED = "Open the whole address that the local table printed at its start."


@pytest.fixture
async def table(start, here):
    """A local table with a key, at an address that is not loopback."""
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


def test_only_the_owner_can_read_the_stored_key(tmp_path):
    file = tmp_path / "local.sqlite3.key"
    key = load_key(file)
    assert re.fullmatch("[a-z2-7]{16}", key)
    assert load_key(file) == key
    assert file.stat().st_mode & 0o777 == 0o600
    file.unlink()
    assert load_key(file) != key
    assert load_key(None) != load_key(None)  # without a file it is new each time
