"""A server: the bot's welcome, the permissions that it needs, and games without them."""

import discord
from messages import components, labels
from people import Person, world
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.models import Overwrite

from engine import parse_action


def owner_of(w):
    """The owner of the server, who so manages it."""
    return Person(w, MemberActor(w.env, w.guild, w.guild.owner))


def deny(w, channel_id, **permissions):
    """Take permissions away from the bot in a channel; with none, give them back."""
    bot_id = w.env.backend.bot_user.id
    if permissions:
        denied = discord.Permissions(**permissions).value
        w.env.backend.set_overwrite(channel_id, Overwrite(bot_id, type=1, deny=denied))
    else:
        w.env.backend.delete_overwrite(channel_id, bot_id)


async def add_bot(w):
    """The bot is added to the server: a different event from the end of an outage."""
    guild = w.env.backend.get_guild(w.guild.id)
    payload = dict(serializers.guild_create_payload(w.env.backend, guild))
    del payload["unavailable"]
    w.env.backend.emit("GUILD_CREATE", payload)
    await w.env.settle()


async def remove_bot(w):
    """Remove the bot from the server, where everything else stays."""
    w.env.backend.emit("GUILD_DELETE", {"id": str(w.guild.id)})
    await w.env.settle()


async def test_added_to_a_server_it_says_once_what_to_do_first(tmp_path):
    async with world(tmp_path) as w:
        deny(w, w.channel.id, send_messages=True)
        room = w.guild.create_text_channel("talk")
        await remove_bot(w)
        await add_bot(w)
        await add_bot(w)  # Discord may tell it twice
        (greeting,) = room.history()
        assert labels(greeting) == ["Open a game", "Check permissions"]
        ann = w.person("ann")
        refused = await ann.press(greeting, "Check permissions")
        assert "Only admins of this server" in refused.content
        window = await ann.member.click(greeting, custom_id=components(greeting)[0]["custom_id"])
        opened = await ann.member.submit_modal(window, {"text": "Ur"})
        assert "**Ur** is open" in opened.response.content
        owner = owner_of(w)
        page = await owner.press(greeting, "Check permissions")
        assert f"What I need in <#{room.id}>" in page.content
        # added while it was down it says so when it comes up
        known = len(room.history())
        new = w.env.create_guild("Elam").create_text_channel("talk")
        for _ in range(2):
            await w.restart()
            assert [labels(each)[0] for each in new.history()] == ["Open a game"]
        assert len(room.history()) == known


async def test_what_is_missing_is_said_and_mended(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        owner = owner_of(w)
        well = await owner.slash("check", w.channel)
        assert "❌" not in well.content
        assert "I have all the permissions" in well.content
        assert not labels(well)
        deny(w, w.channel.id, attach_files=True, send_messages_in_threads=True)
        await game.play("k@D6", "end")
        (complaint,) = owner.dms
        assert "Attach Files" in complaint.content
        assert not complaint.mentions
        await game.play("end")
        assert len(owner.dms) == 1  # not again
        talk = w.guild.create_text_channel("talk")
        checked = await owner.slash("check", talk, channel=w.channel)
        assert "❌ **Attach Files** – without it, I can't send the board" in checked.content
        assert f"To fix it in <#{w.channel.id}>" in checked.content
        assert f"❌ <#{game.thread.id}>" in checked.content
        deny(w, w.channel.id)
        await w.env.settle()
        assert "turn 3" in game.turn.content
        boards = w.guild.create_text_channel("overseers")
        w.env.backend.edit_guild(w.guild.id, {"public_updates_channel_id": boards.id})
        deny(w, w.channel.id, send_messages_in_threads=True)
        await game.play("end")
        (complaint,) = boards.history()  # of a new failure
        assert "I lack: Send Messages in Threads." in complaint.content
        assert not complaint.mentions
        assert len(owner.dms) == 1


async def test_a_locked_thread_is_to_be_unlocked_and_no_permission_given(tmp_path):
    """The bot notices by editing a message there, or by sending one."""
    async with world(tmp_path) as w:
        game, owner = await w.open("ann", "bob"), owner_of(w)
        thread = f"/channels/{game.thread.id}"
        editing = (("PATCH", f"{thread}/messages/*", 400, 50083), ("PATCH", thread, 403, 50013))
        sending = (("POST", f"{thread}/messages", 403, 160005),)
        for move, refused in (("k@D6", editing), ("end", sending)):
            for method, path, status, code in refused:
                w.env.inject_error(method, path, status=status, code=code, times=None)
            payload = len(owner.dms)
            await game.take(parse_action(move), "dm")
            assert w.last is not None
            (beside,) = w.last.followups
            assert "the game's thread is locked." in beside.content
            (complaint,) = owner.dms[payload:]
            first, mend, _ = complaint.content.splitlines()
            assert first == f"I can't show a game in <#{game.thread.id}>: the thread is locked."
            assert mend.startswith("**To fix it:** unlock it in its menu.")
            assert not labels(complaint)
            w.env.backend.faults.clear()
            await w.env.advance_time(3601)
        assert "turn 2" in game.turn.content


async def test_the_game_outlives_its_channel(tmp_path):
    """Each player is notified once, and a player or an admin shows it in another one."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        for name in ("Uruk", "Susa"):
            await w.open("ann", "cora", name=name)
        w.env.backend.delete_channel(w.channel.id)
        await w.env.settle()
        (payload,) = (each for each in w.person("bob").dms if "/move" in each.content)
        assert payload.content
        new = w.guild.create_text_channel("new")
        moved = await w.person("bob").slash("move", new)
        assert "is shown here now" in moved.content
        game.channel = new
        game.lobby_id = next(each.id for each in new.history() if "Players" in each.content)
        assert "The game moves to another channel." in game.turn.content
        refused = await w.person("bob").slash("move", new)
        assert "All your games still have their channels" in refused.content
        asked = await w.person("ann").slash("move", new)
        assert "Which game do you want to show here?" in asked.content
        assert "#3" in asked.content
        refused = await w.person("dan").slash("move", new, game="3")
        assert "I can't find that game. `/games` lists yours." in refused.content
        moved = await owner_of(w).slash("move", new, game="3")  # who does not play
        assert "**Susa** is shown here" in moved.content
        page = await owner_of(w).slash("check", new)
        assert "1 game has lost its channel" in page.content
