"""Seats pass on Discord: who joins, who takes over, and what is left to who was replaced."""

from datetime import timedelta

import discord
from messages import BUTTON, LINK, components, labels
from people import STAYS, in_a_conflict, now, world

from bot.client.members import Membership
from bot.domain.table import Status


def pressable(message):
    """The buttons of a message that lead somewhere in the bot."""
    return [
        component["custom_id"]
        for component in components(message)
        if component["type"] == BUTTON and component["style"] != LINK
    ]


CLOSED = "Another player has your seat in **Ur** now. This desk is closed."


async def test_a_player_is_replaced_in_the_middle_of_a_conflict(tmp_path):
    async with in_a_conflict(tmp_path) as (w, game):
        old, eve = await game.decider(), w.person("eve")
        other = await game.other()
        seat = (await game.full_game()).decision.seat
        # what the old player has open: the desk in direct messages, and copies in the thread
        desk = game.desk_of(old)
        helped = await old.slash("help", game.home)
        await w.env.advance_time(STAYS)
        asked = await old.press(await old.slash("resign", game.home), "Offer my seat")
        assert "You play on until another player takes it" in asked.content
        offered = await old.press(asked, "Offer to anyone")
        week = int((w.env.now() + timedelta(days=7)).timestamp())
        assert offered.content == (
            f"Your seat is on offer. You play on until it's taken. The offer ends <t:{week}:R>."
        )
        (free,) = (post for post in game.posts if "Take the seat" in labels(post))
        assert f"🪑 Seats you can take in the game's thread: **{old.name}**" in game.lobby.content
        assert free.content.startswith(f"**{old.name}** (")
        assert game.pings == []
        # nobody who sits there can take it
        refused = await other.press(free, "Take the seat")
        assert refused.content.startswith("You've seen another hand")
        await w.env.advance_time(STAYS)
        copy = await old.press(free, "Take the seat")
        assert copy.content.startswith("That seat in")
        assert "Add tiles?" in copy.content or "**Ur**: add t" in copy.content
        taken = await eve.press(free, "Take the seat")
        assert taken.content.startswith("The seat in **Ur** is yours.")
        # the question is Eve's, on a desk of her own, which rings her once
        assert await game.decider() is eve
        assert w.rings(eve) == 1
        assert any(label.startswith("Add ") for label in labels(game.desk_of(eve)))
        assert "Take the seat" not in {label for post in game.posts for label in labels(post)}
        # the old desk is gone, the copy closed, and every button that is left opens nothing
        assert desk.id not in {message.id for message in old.dms}
        assert now(game, copy).content == CLOSED
        before = await game.full_game()
        pressed = 0
        for message in (copy, helped, asked, offered):
            for custom_id in pressable(message):
                if custom_id not in pressable(shown := now(game, message)):
                    continue  # an answer has taken its place
                answer = old._answer(await old.member.click(shown, custom_id=custom_id))
                assert "Your hand" not in answer.content
                assert "desk" not in "".join(each.filename for each in answer.attachments)
                pressed += 1
        assert pressed > 5
        refused = await old.slash("hand", game.home)
        assert refused.content.startswith("You don't play in **Ur**.")
        assert await game.full_game() == before
        rings = w.rings(old)
        # the game goes on
        await game.play("+0")
        assert (await game.table()).player(seat).user_id == eve.id
        log = await other.slash("log", game.home)
        assert f"eve takes over {old.name}'s seat." in log.content
        assert w.rings(old) == rings


async def test_somebody_is_asked_to_join_and_a_seat_is_kept(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "eve", seats=4)
        ann, bob, cora, dan, eve = map(w.person, ("ann", "bob", "cora", "dan", "eve"))
        done = await ann.slash("invite", game.channel, player=bob.member)
        assert done.content == "Invited. I'll keep a seat in **Ur** until they answer."
        await ann.slash("invite", game.channel, player=cora.member)
        bobs, coras = (each for each in game.channel.history() if "invites you to" in each.content)
        assert game.pings == [bob.id, cora.id]
        # the page and the door say so in the same words, also where only they may join
        page = await ann.press(await ann.press(game.lobby, "Options"), "People")
        placeholders = [each.get("placeholder") for each in components(page)]
        assert "Invite and keep a seat …" in placeholders
        assert "Invite without keeping a seat …" in placeholders
        await ann.press(page, "Invitation only")
        lobby = game.lobby.content
        assert f"By invitation only: <@{bob.id}> and <@{cora.id}>" in lobby
        assert f"Invited, no answer yet: <@{bob.id}> and <@{cora.id}>" in lobby
        again = await ann.slash("invite", game.channel, player=bob.member)
        assert again.content == (
            "You've already invited that player to **Ur**. They haven't answered yet."
        )
        await ann.press(page, "Open to everyone")
        assert (await dan.press(game.lobby, "Join")).content.startswith(
            "I'm keeping the empty seats in **Ur**"
        )
        assert (await dan.press(bobs, "Join")).content.startswith(
            "You have no invitation to **Ur** that you could answer"
        )
        assert (await cora.press(coras, "Decline")).content == "You've declined to join **Ur**."
        assert f"Declined: <@{cora.id}>" in game.lobby.content
        await bob.press(bobs, "Join")
        assert not [each for each in game.channel.history() if "invites you to" in each.content]
        bot = w.guild.add_member(w.env.create_user("robot", bot=True))
        refused = await ann.slash("invite", game.channel, player=bot)
        assert refused.content == "Bots can't play. Choose a person."
        # the opener leaves the server, and somebody else can start
        w.guild.remove_member(ann.member)
        refused = await bob.press(game.lobby, "Start")
        assert refused.content == "Only **eve** can start **Ur**."
        started = await eve.press(game.lobby, "Start")
        assert started.content == "The game is starting. I'll ping you on your turn."
        table = await game.table()
        assert table.status is Status.RUNNING
        assert {player.user_id for player in table.players} == {bob.id, eve.id}


async def test_discord_is_asked_for_a_member_once_an_hour(tmp_path):
    async with world(tmp_path) as w:
        bob, members = w.person("bob"), Membership(w.bot, discord.utils.utcnow)

        def asked():
            path = f"/guilds/{w.guild.id}/members/{bob.id}"
            return [request.path for request in w.env.http_requests].count(path)

        assert await members(w.guild.id, bob.id) is True
        w.guild.remove_member(bob.member)
        assert await members(w.guild.id, bob.id) is True
        assert asked() == 1
        await w.env.advance_time(3600)
        for _ in range(2):
            assert await members(w.guild.id, bob.id) is False
        assert asked() == 2
        # where the bot is no member itself nobody knows
        assert await members(7, bob.id) is None


async def test_an_offer_that_nobody_takes_ends_without_a_ring(tmp_path):
    """Its player reads so on the desk; an admin who does not play gets a silent message."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", pace="unhurried")
        ann, bob, eve = map(w.person, ("ann", "bob", "eve"))
        manager = w.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
        zoe = w.person("zoe", roles=[manager])
        asked = await ann.press(await ann.slash("table", game.home), "Offer my seat")
        await ann.choose_users(asked, eve.member, of="Offer the seat to a player …")
        page = await zoe.slash("server game", w.channel, game="Ur")
        page = await zoe.choose(page, "bob", of="Choose a seat …")
        await zoe.choose_users(page, eve.member, of="Offer the seat to …")
        ends = int((w.env.now() + timedelta(days=3)).timestamp())
        offers = [post for post in game.posts if "Take the seat" in labels(post)]
        assert len(offers) == 2
        assert any(f"The offer ends <t:{ends - at}:R>." in offers[0].content for at in range(5))
        rings = [w.rings(each) for each in (ann, bob, eve, zoe)]
        await w.env.advance_time(timedelta(days=3).total_seconds())
        assert not [post for post in game.posts if "Take the seat" in labels(post)]
        line = "The offer of **ann**'s seat has ended: no one took it."
        assert line in game.desk_of(ann).content
        (told,) = zoe.dms
        assert told.content.startswith("**Ur**: no one took the seat you offered in time.")
        assert [w.rings(each) for each in (ann, bob, eve, zoe)] == rings
