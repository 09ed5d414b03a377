"""Places where a game is shown: threads, channels, and missing permissions there."""

import discord
from people import GameOnDiscord, world
from simcord.backend.models import Overwrite

from engine import EndTurn, parse_action


def channel_without(w, *permissions):
    """A channel in which the bot lacks some permissions."""
    overwrite = discord.PermissionOverwrite(**dict.fromkeys(permissions, False))
    bot = w.guild.me
    assert bot is not None
    return w.guild.create_text_channel("narrow", overwrites={bot: overwrite})


async def test_without_threads_the_channel_serves_and_what_else_is_missing_is_named(tmp_path):
    async with world(tmp_path) as w:
        ann = w.person("ann")
        channel = channel_without(w, "attach_files")
        refused = await ann.slash("open", channel, name="Ur", seats=2)
        assert "An admin needs to give me: Attach Files." in refused.content
        assert not lobbies(channel)
        assert (await ann.slash("games")).content.startswith("No games yet.")
        channel = channel_without(w, "create_public_threads")
        answer = await ann.slash("open", channel, name="Ur", seats=2)
        assert "The game is played in this channel." in answer.content
        assert "Create Public Threads and Send Messages in Threads" in answer.content
        game = GameOnDiscord(w, 1, channel, next(iter(lobbies(channel))).id)
        await w.person("bob").press(game.lobby, "Join")
        assert not channel.threads
        assert "The game is played in this channel." in game.lobby.content
        await game.play("end")
        assert len(game.turns) == 2
        stage = w.guild.create_stage_channel("stage")  # as in channels that have no threads
        game = await w.open("ann", "bob", channel=stage)
        assert not stage.threads
        assert "turn 1" in game.turn.content


def lobbies(channel):
    return [each for each in channel.history() if "Players:" in each.content]


async def test_a_deleted_thread_is_opened_anew_and_what_is_opened_there_stays_there(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first = game.thread.id
        w.env.backend.delete_channel(first)
        await w.env.settle()
        person = await game.decider()
        await person.slash("tile", colour="k", cell="D6")
        assert game.thread.id == first  # that of the same message
        assert len(game.turns) == 1
        assert "D6" in game.turn.content
        assert game.thread.mention in game.lobby.content

        thread = game.thread
        second = await w.open("cora", "dan", channel=thread, name="Uruk")
        assert not thread.threads
        assert "Uruk" in second.posts[-1].content
        assert "It is played" not in second.lobby.content
        assert "turn 1" in second.turn.content
        # two games live there now: a player means the own one, others are asked
        await second.take(parse_action("k@D6"), "slash")
        asked = await w.person("eve").slash("board", thread)
        assert "You're in no game here" in asked.content


async def test_who_plays_reads_that_it_counts_but_is_not_shown(tmp_path):
    """A permission is missing, or Discord refuses the message; it is shown once it can be."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        bot_id = w.env.backend.bot_user.id
        deny = discord.Permissions(send_messages_in_threads=True, view_channel=True).value
        w.env.backend.set_overwrite(game.channel.id, Overwrite(bot_id, type=1, deny=deny))
        answer = await game.take(parse_action("k@D6"), "dm")
        assert "your turn – 1 action left" in answer.content
        (trouble,) = w.last.followups
        assert trouble.content.startswith("It counts, but I can't show it")
        assert "View Channel" in trouble.content
        assert "D6" not in game.turn.content
        w.env.backend.delete_overwrite(game.channel.id, bot_id)
        await w.env.settle()  # Discord tells of it
        assert "D6" in game.turn.content

        thread = f"/channels/{game.home.id}/messages"
        w.env.inject_error("POST", thread, status=400, code=987654, times=None)
        await game.take(EndTurn(), "dm")
        (trouble,) = w.last.followups
        assert trouble.content.startswith("It counts, but Discord refused my message")
