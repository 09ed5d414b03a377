"""Seats pass on Discord: who joins, who takes over, and what is left to who was replaced."""

from pathlib import Path

import pytest
from messages import BUTTON, LINK, Message, components, labels
from people import now, read, world

from bot.table import Status
from engine import AddDecision, parse_action
from tests.dice import LoadedDice


def pressable(message: Message) -> list[str]:
    """The buttons of a message that lead somewhere in the bot."""
    return [
        component["custom_id"]
        for component in components(message)
        if component["type"] == BUTTON and component["style"] != LINK
    ]


async def test_a_player_is_replaced_in_the_middle_of_a_conflict(tmp_path: Path) -> None:
    start, steps, bag = read("two_people.te")
    async with world(tmp_path, LoadedDice(start.seats, bag)) as w:
        game = await w.open("ann", "bob")
        while not isinstance((await game.table()).view.decision, AddDecision):
            await game.take(steps.pop(0).action, "slash")
        old, eve = await game.decider(), w.person("eve")
        other = await game.other()
        seat = (await game.whole()).decision.seat
        # what the old player has open: the desk in direct messages, and copies in the thread
        desk = game.desk_of(old)
        helped = await old.slash("help", game.home)
        asked = await old.press(await old.slash("resign", game.home), "Offer my seat")
        assert "You play on until somebody takes it" in asked.content
        offered = await old.press(asked, "Offer it to anybody")
        assert offered.content == "Your seat is offered; you play on until somebody takes it."
        (free,) = (post for post in game.posts if "Take it" in labels(post))
        assert f"🪑 To be taken in the game: the seat of **{old.name}**." in game.lobby.content
        assert free.content.startswith(f"The seat of **{old.name}** (")
        assert game.pings == []
        # nobody who sits there can take it
        refused = await other.press(free, "Take it")
        assert refused.content.startswith("Whoever has seen another hand")
        copy = await old.press(free, "Take it")
        assert copy.content.startswith("That seat of")
        assert "Your hand" in copy.content or "tiles" in copy.content
        taken = await eve.press(free, "Take it")
        assert taken.content.startswith("You play on in **Ur**.")
        await w.env.settle()
        # the question is Eve's, on a desk of her own, which rings her once
        assert await game.decider() is eve
        assert w.rings(eve) == 1
        assert any(label.startswith("Add ") for label in labels(game.desk_of(eve)))
        assert "Take it" not in {label for post in game.posts for label in labels(post)}
        # the old desk is gone, the copy closed, and every button that is left opens nothing
        assert desk.id not in {message.id for message in old.dms}
        assert now(game, copy).content == "Your seat in **Ur** was taken over: this desk is closed."
        before = await game.whole()
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
        assert refused.content.startswith("You do not play in **Ur**.")
        assert await game.whole() == before
        rings = w.rings(old)
        # the game goes on
        await game.take(parse_action("+0"), "dm")
        assert (await game.table()).player(seat).user_id == eve.id
        log = await other.slash("log", game.home)
        assert f"eve takes the seat of {old.name}." in log.content
        assert w.rings(old) == rings


async def test_somebody_is_asked_to_join_and_a_seat_is_kept(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "eve", seats=4)
        ann, bob, cora, dan, eve = map(w.person, ("ann", "bob", "cora", "dan", "eve"))
        done = await ann.slash("invite", game.channel, player=bob.member)
        assert done.content == "Invited: a seat of **Ur** is kept until the answer."
        await ann.slash("invite", game.channel, player=cora.member)
        bobs, coras = (each for each in game.channel.history() if "invites you to" in each.content)
        assert game.pings == [bob.id, cora.id]
        # the page and the door say so in the same words, also where only they may join
        page = await ann.press(await ann.press(game.lobby, "Options"), "People")
        placeholders = [each.get("placeholder") for each in components(page)]
        assert "Invite, with a seat kept …" in placeholders
        assert "Invite, without a seat kept …" in placeholders
        await ann.press(page, "Only who is invited")
        assert f"Only those who are invited can join: <@{bob.id}> and <@{cora.id}>." in (
            lobby := game.lobby.content
        )
        assert f"Invited, no answer yet: <@{bob.id}> and <@{cora.id}>." in lobby
        again = await ann.slash("invite", game.channel, player=bob.member)
        assert again.content == "That one is invited already: **Ur** waits for the answer."
        await ann.press(page, "Let everybody join")
        assert (await dan.press(game.lobby, "Join")).content.startswith("The seats of **Ur**")
        assert (await dan.press(bobs, "Accept")).content.startswith("You are not invited to **Ur**")
        assert (await cora.press(coras, "Decline")).content == "You do not join **Ur**."
        assert f"<@{cora.id}> does not join." in game.lobby.content
        await bob.press(bobs, "Accept")
        assert not [each for each in game.channel.history() if "invites you to" in each.content]
        bot = w.guild.add_member(w.env.create_user("robot", bot=True))
        refused = await ann.slash("invite", game.channel, player=bot)
        assert refused.content == "A bot cannot play: choose somebody who can."
        # the opener leaves the server, and somebody else can start
        w.guild.remove_member(ann.member)
        refused = await bob.press(game.lobby, "Start")
        assert refused.content == "Only **eve** can start **Ur**."
        started = await eve.press(game.lobby, "Start")
        assert started.content.startswith("**Ur** starts")
        table = await game.table()
        assert table.status is Status.RUNNING
        assert {player.user_id for player in table.players} == {bob.id, eve.id}


@pytest.mark.slow
async def test_who_has_left_the_server_and_cannot_be_reached_is_gone(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        gone = await game.other()
        w.guild.remove_member(gone.member)
        w.env.inject_error(
            "POST",
            f"/channels/{gone.member.user.dm_channel.id}/messages",
            status=403,
            code=50278,
            times=None,
        )
        await game.take(parse_action("end"))
        await w.env.advance_time(5)
        await w.env.settle()
        table = await game.table()
        assert table.decider is not None
        assert (table.decider.user_id, table.decider.gone) == (gone.id, True)
        (free,) = (post for post in game.posts if "Take it" in labels(post))
        assert "has left" in free.content
        eve = w.person("eve")
        await eve.press(free, "Take it")
        assert await game.decider() is eve


async def test_discord_is_asked_for_a_member_once_an_hour(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        bob, members = w.person("bob"), w.bot.tables._members

        def asked() -> int:
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
