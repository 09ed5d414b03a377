"""After an update, admins are told what is new: once, without a sound, unless that is off."""

from people import SILENT, world
from test_admins import admin, choose

from bot import __version__
from bot.client import admin_notices
from bot.features.server import news_page
from tests.databases import meddle

NEW = "**New for admins in version"


def boards(w):
    """Where the server's admins read."""
    room = w.guild.create_text_channel("overseers")
    w.env.backend.edit_guild(w.guild.id, {"public_updates_channel_id": room.id})
    return room


def notes(room):
    """What was told there of updates."""
    return [each.content for each in room.history() if each.content.startswith(NEW)]


async def before(tmp_path, *markers):
    """A database as it was before this version: these markers are gone."""
    for marker in markers or ("version %", "updated %", "news %"):
        await meddle(tmp_path / "games.sqlite3", "DELETE FROM said WHERE key LIKE ?", marker)


def test_the_lines_belong_to_this_version():
    assert __version__.split(".")[:2] == news_page.VERSION.split(".")


async def test_after_an_update_admins_are_told_once(tmp_path):
    async with world(tmp_path) as w:
        room = boards(w)
        await w.open("ann", "bob")
        await before(tmp_path)
        for _ in range(2):
            await w.restart()
            await w.env.settle()
            (told,) = notes(room)
        assert len([line for line in told.splitlines() if line]) == 5
        assert not [each for each in w.channel.history() if each.content.startswith(NEW)]
        (sent,) = (
            each.json
            for each in w.env.http_requests
            if each.method == "POST" and (each.json or {}).get("content", "").startswith(NEW)
        )
        assert sent["flags"] & SILENT


async def test_a_version_after_this_one_tells_it_and_a_patch_does_not(tmp_path, monkeypatch):
    async with world(tmp_path) as w:
        room = boards(w)
        await w.open("ann", "bob")
        await w.restart()
        assert notes(room) == []
        monkeypatch.setattr(admin_notices, "_VERSION", "9.1")
        monkeypatch.setattr(admin_notices, "_UPDATED", "updated 9.1")
        for _ in range(2):
            await w.restart()
            await w.env.settle()
            assert len(notes(room)) == 1


async def test_what_discord_did_not_take_is_told_after_the_next_start(tmp_path):
    async with world(tmp_path) as w:
        room = boards(w)
        await w.open("ann", "bob")
        await before(tmp_path)
        path = f"/channels/{room.id}/messages"
        w.env.inject_error("POST", path, status=503, times=None)
        await w.restart()
        await w.env.settle()
        w.env.backend.faults.clear()
        assert notes(room) == []
        await w.restart()
        await w.env.settle()
        assert len(notes(room)) == 1


async def test_hosts_and_the_admins_of_a_server_switch_it_off(tmp_path):
    async with world(tmp_path) as w:
        room, zoe = boards(w), admin(w, "zoe")
        await w.open("ann", "bob")
        await before(tmp_path)
        await w.restart(update_notes=False)
        await w.env.settle()
        assert notes(room) == []
        page = await zoe.press(await zoe.slash("server settings", w.channel), "More")
        assert "**Notes on updates:** once to admins\n" in page.content
        page = await choose(zoe, page, ":news", "off")
        assert "**Notes on updates:** none\n" in page.content
        await before(tmp_path)
        await w.restart()
        await w.env.settle()
        assert notes(room) == []
