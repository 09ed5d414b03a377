"""The board of a server: one message with its games, up to date, which rings nobody."""

import re

import discord
from messages import labels
from people import SILENT, world
from simcord.backend.models import Overwrite
from test_admins import admin
from test_servers import deny

from engine import EndTurn

APART = 20
"""The seconds between two edits, at least."""


def writes(w, *, method, room):
    """The messages that were sent to a channel, or edited there."""
    return [
        request
        for request in w.env.http_requests
        if request.method == method and request.path.startswith(f"/channels/{room.id}/messages")
    ]


async def test_it_shows_every_game_as_it_goes_and_rings_nobody(tmp_path):
    async with world(tmp_path) as w:
        zoe = admin(w, "zoe")
        room = w.guild.create_text_channel("lobby")
        answer = await zoe.slash("server board", room)
        assert answer.content.startswith("The board goes up in this channel.")
        (board,) = room.history()
        assert board.flags.value & SILENT
        assert board.content.split("\n") == [
            "**Games in this server**",
            "No games right now. Open one with `/open`.",
        ]
        assert labels(board) == ["Your games"]

        ann, bob = w.person("ann"), w.person("bob")
        await ann.slash("open", w.channel, name="Ur]", seats=2)
        await w.env.advance_time(APART)
        (board,) = room.history()
        lobby = next(each for each in w.channel.history() if "Join" in labels(each))
        place = f"https://discord.com/channels/{w.guild.id}/{w.channel.id}"
        assert board.content.split("\n")[1:] == [
            "**Open to join**",
            f"• **Ur]**: 1 empty seat – [Join](<{place}/{lobby.id}>)",
        ]
        await bob.press(lobby, "Join")  # the last seat starts it
        await w.env.advance_time(APART)
        table = await w.bot.services.games.get(1)
        person, since = w.people[table.decider.name], table.awaited_since
        there = f"https://discord.com/channels/{w.guild.id}/{table.home.channel_id}"
        (board,) = room.history()
        assert board.content.split("\n")[1:] == [
            "**Under way**",
            rf"• [Ur\]](<{there}>): **{person.name}** (asked <t:{int(since.timestamp())}:R>)",
        ]
        # neither decisions within a turn nor passing time change it
        edits = len(writes(w, method="PATCH", room=room))
        await w.env.advance_time(3 * 3600)
        assert len(writes(w, method="PATCH", room=room)) == edits
        await w.bot.services.play.act(1, person.id, EndTurn())
        await w.rest()
        await w.env.advance_time(APART)
        (board,) = room.history()
        other = "bob" if person is ann else "ann"
        assert f"**{other}**" in board.content
        page = await zoe.slash("server game", w.channel, game="1")
        await zoe.press(await zoe.press(page, "End without a result"), "End without")
        await w.env.advance_time(APART)
        (board,) = room.history()
        assert "**Under way**" not in board.content
        for request in writes(w, method="POST", room=room) + writes(w, method="PATCH", room=room):
            assert not any(request.json["allowed_mentions"].values())


async def test_a_deleted_board_comes_back_and_can_move(tmp_path):
    async with world(tmp_path) as w:
        zoe = admin(w, "zoe")
        room, other = (w.guild.create_text_channel(name) for name in ("lobby", "hall"))
        await zoe.slash("server board", room)
        (board,) = room.history()
        w.env.backend.delete_message(room.id, board.id)
        await w.env.settle()
        await w.env.advance_time(2 * 3600)  # it is looked for each hour
        (again,) = room.history()
        assert again.id != board.id
        await zoe.slash("server board", other)
        await w.env.settle()
        assert room.history() == []
        assert len(other.history()) == 1
        await w.restart()
        assert len(other.history()) == 1
        page = await zoe.press(await zoe.slash("server settings", room), "More")
        page = await zoe.press(page, "Take the board down")
        assert page.content == "The board is taken down. `/server board` puts it up again."
        await w.env.settle()
        assert other.history() == []
        page = await zoe.press(await zoe.slash("server settings", room), "More")
        assert "Take the board down" not in labels(page)


async def test_admins_read_why_it_is_not_shown(tmp_path):
    async with world(tmp_path) as w:
        zoe = admin(w, "zoe")
        room = w.guild.create_text_channel("lobby")
        deny(w, room.id, send_messages=True)
        refused = await zoe.slash("server board", room)
        assert refused.content == "I can't put the board up here. I lack: Send Messages."
        deny(w, room.id)
        await zoe.slash("server board", room)
        deny(w, room.id, view_channel=True, send_messages=True)
        await w.open("ann", "bob")
        await w.env.advance_time(APART)
        page = await zoe.slash("server settings", w.channel)
        assert f"⚠️ I can't update the board in <#{room.id}>. I lack: View Channel" in page.content
        deny(w, room.id)  # the event alone is enough
        await w.env.settle()
        (board,) = room.history()
        assert "[Ur](" in board.content
        page = await zoe.slash("server settings", w.channel)
        assert "⚠️" not in page.content

        w.env.backend.delete_channel(room.id)
        await w.env.settle()
        page = await zoe.slash("server settings", w.channel)
        assert "⚠️ The board's channel is gone." in page.content
        calls = len(w.env.http_requests)
        await w.env.advance_time(2 * 3600)
        assert len(w.env.http_requests) == calls
        await zoe.slash("server board", w.channel)
        page = await zoe.slash("server settings", w.channel)
        assert "⚠️" not in page.content


async def test_it_shows_no_game_that_a_reader_could_not_see(tmp_path):
    async with world(tmp_path) as w:
        zoe, plotters = admin(w, "zoe"), w.guild.create_role("plotters")
        secret, room = w.guild.create_text_channel("secret"), w.guild.create_text_channel("lobby")
        everyone = w.guild.id
        hidden = discord.Permissions(view_channel=True).value
        w.env.backend.set_overwrite(secret.id, Overwrite(everyone, type=0, deny=hidden))
        w.env.backend.set_overwrite(secret.id, Overwrite(plotters.id, type=0, allow=hidden))
        bot_id = w.env.backend.bot_user.id
        w.env.backend.set_overwrite(secret.id, Overwrite(bot_id, type=1, allow=hidden))
        await w.env.settle()
        for name in ("ann", "bob"):
            w.person(name, roles=[plotters])
        await w.open("ann", "bob", channel=secret, name="Plot")
        await w.open("ann", "bob", name="Ur")
        await zoe.slash("server board", room)
        (board,) = room.history()
        assert "Ur" in board.content
        assert "Plot" not in board.content
        manager = w.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
        boss = w.person("boss", roles=[plotters, manager])
        await boss.slash("server board", secret)
        shown = secret.last_message.content
        assert "Plot" in shown
        assert "Ur" in shown


async def test_in_a_private_channel_it_shows_what_all_its_readers_can_see(tmp_path):
    async with world(tmp_path) as w:
        manager = w.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
        plotters, priests = w.guild.create_role("plotters"), w.guild.create_role("priests")
        secret, crypt = w.guild.create_text_channel("secret"), w.guild.create_text_channel("crypt")
        hidden, bot_id = discord.Permissions(view_channel=True).value, w.env.backend.bot_user.id
        for room, roles in ((secret, [plotters]), (crypt, [plotters, priests])):
            allowed = [(each.id, 0) for each in roles] + [(bot_id, 1)]
            w.env.backend.set_overwrite(room.id, Overwrite(w.guild.id, type=0, deny=hidden))
            for who, kind in allowed:
                w.env.backend.set_overwrite(room.id, Overwrite(who, type=kind, allow=hidden))
        await w.env.settle()
        boss = w.person("boss", roles=[plotters, manager])
        w.person("bob", roles=[plotters])
        await w.open("boss", "bob", channel=secret, name="Plot")
        await w.open("boss", "bob", channel=crypt, name="Rite")
        await boss.slash("server board", secret)
        assert {"Plot", "Rite"} == set(re.findall("Plot|Rite", secret.last_message.content))
        await boss.slash("server board", crypt)
        assert re.findall("Plot|Rite", crypt.last_message.content) == ["Rite"]
