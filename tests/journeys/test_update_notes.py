"""After an update, admins read the news: once, without a sound, unless that is off."""

from people import SILENT, world
from test_admins import admin, choose
from test_servers import add_bot, remove_bot

from bot import __version__
from bot.client import admin_notices
from bot.posts import server_notices
from tests.databases import change_database

NEW = "**New for admins in version"


def boards(w):
    """The channel that the server's admins read."""
    room = w.guild.create_text_channel("overseers")
    w.env.backend.edit_guild(w.guild.id, {"public_updates_channel_id": room.id})
    return room


def notes(room):
    """The update notes there."""
    return [each.content for each in room.history() if each.content.startswith(NEW)]


async def before(tmp_path):
    """A database from before this version: without any mark of it."""
    for marker in ("version %", "updated %", "news %"):
        await change_database(
            tmp_path / "games.sqlite3", "DELETE FROM said WHERE key LIKE ?", marker
        )


def test_the_lines_belong_to_this_version():
    assert __version__.split(".")[:2] == server_notices.VERSION.split(".")


async def test_after_an_update_admins_are_notified_once(tmp_path, monkeypatch):
    """Refused notes are sent after the next start; a patch has none."""
    async with world(tmp_path) as w:
        room = boards(w)
        await w.open("ann", "bob")
        await w.restart()
        assert notes(room) == [], "it is a new database"
        await before(tmp_path)
        path = f"/channels/{room.id}/messages"
        w.env.inject_error("POST", path, status=503, times=None)
        await w.restart()
        w.env.backend.faults.clear()
        assert notes(room) == []
        asked = len(w.env.http_requests)
        for _ in range(2):
            await w.restart()
            (note,) = notes(room)
        assert len([line for line in note.splitlines() if line]) == 5
        assert not [each for each in w.channel.history() if each.content.startswith(NEW)]
        (sent,) = (
            each.json
            for each in w.env.http_requests[asked:]
            if each.method == "POST" and (each.json or {}).get("content", "").startswith(NEW)
        )
        assert sent["flags"] & SILENT
        monkeypatch.setattr(admin_notices, "_VERSION", "9.1")
        monkeypatch.setattr(admin_notices, "_UPDATED", "updated 9.1")
        await w.restart()
        assert len(notes(room)) == 2


async def test_nobody_is_told_without_a_channel_or_just_greeted_or_if_it_is_off(tmp_path):
    async with world(tmp_path) as w:
        await w.open("ann", "bob")
        await before(tmp_path)
        requests = len(w.env.http_requests)
        await w.restart()
        assert not [each for each in w.env.http_requests[requests:] if each.method == "POST"]
        room = boards(w)
        await before(tmp_path)
        await remove_bot(w)
        await add_bot(w)
        await w.restart()
        assert notes(room) == []
        assert any("Hello!" in each.content for each in w.channel.history())

        # hosts and the admins of a server switch it off
        zoe = admin(w, "zoe")
        await before(tmp_path)
        await w.restart(update_notes=False)
        assert notes(room) == []
        page = await zoe.press(await zoe.slash("server settings", w.channel), "More")
        assert "**Notes on updates:** once to admins\n" in page.content
        page = await choose(zoe, page, ":news", "off")
        assert "**Notes on updates:** none\n" in page.content
        await before(tmp_path)
        await w.restart()
        assert notes(room) == []
