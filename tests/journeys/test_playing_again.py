"""A game is played again: by three people in their own time, alone, and three times in a row."""

from datetime import timedelta

from messages import labels
from people import GameOnDiscord, world
from test_playing_alone import SoloGame, begun
from test_servers import remove_bot

from bot.domain.player import Person as Player
from bot.domain.table import Status
from bot.i18n.times import date_and_time


def opened(w):
    """The game of the newest lobby in the channel."""
    lobby = next(each for each in reversed(w.channel.history()) if "Start" in labels(each))
    number = int(lobby.components[0].children[0].custom_id.split(":")[1])
    return GameOnDiscord(w, number, w.channel, lobby.id)


def invitations(w):
    """The invitations, by the invited user."""
    asked = [each for each in w.channel.history() if "to play **Ur** again" in each.content]
    return {each.content.split(",")[0]: each for each in asked}


def brought(w, game):
    """The users that messages in the game's thread have mentioned, and so brought there."""
    there = f"/channels/{game.thread.id}/messages"
    allowed = [
        each.json.get("allowed_mentions", {}) for each in w.env.http_requests if there in each.path
    ]
    return {int(user) for each in allowed for user in each.get("users", [])}


async def test_three_people_answer_or_do_not(tmp_path):
    """One presses twice, one declines, one says nothing for two days."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", "cora")
        ann, bob, cora, eve = map(w.person, ("ann", "bob", "cora", "eve"))
        for person in (bob, cora):
            await game.resign(person)
        result = game.posts[-1]
        assert labels(result) == ["Play again", "Story", "More"]
        refused = await eve.press(result, "Play again")
        assert refused.content.startswith("Only those who held a seat at the end of **Ur** can")
        rings = w.rings(bob), w.rings(cora)
        answer = await ann.press(result, "Play again")
        assert answer.content == (
            "**Ur** is open again. It starts once everyone invited has answered."
        )
        next_one = opened(w)
        assert next_one.id != game.id
        twice = await ann.press(ann.dms[-1], "Play again")  # on her desk, too
        assert twice.content == answer.content
        looks = await eve.press(result, "Play again")
        assert looks.content == answer.content
        assert opened(w).id == next_one.id
        assert "Starts once everyone invited has answered" in next_one.lobby.content
        asked = invitations(w)
        assert {*asked} == {f"<@{bob.id}>", f"<@{cora.id}>"}
        until = date_and_time(w.env.now() + timedelta(days=2))
        for invitation in asked.values():
            assert (
                f"**ann** invites you to play **Ur** again. I'm keeping you a seat until {until}."
                in (invitation.content)
            )
        assert (w.rings(bob), w.rings(cora)) == (rings[0] + 1, rings[1] + 1)
        assert labels(asked[f"<@{bob.id}>"]) == ["Join", "Decline"]
        # one agrees with the same button
        joined = await bob.press(bob.dms[-1], "Play again")
        assert joined.content.startswith("You've joined **Ur**. It starts once everyone")
        assert "(2 of 3)" in next_one.lobby.content
        await w.restart()
        await w.env.advance_time(timedelta(days=2, minutes=1).total_seconds())
        assert (await next_one.table()).status is Status.RUNNING
        assert f"No answer in two days, so without <@{cora.id}>." in next_one.turn.content
        assert brought(w, next_one) == {ann.id, bob.id}
        assert not invitations(w)
        late = await cora.press(result, "Play again")
        assert late.content == "**Ur** is being played again."
        # then two are left, and one of them declines
        await next_one.resign(ann)
        await bob.press(next_one.posts[-1], "Play again")
        third = opened(w)
        await ann.press(invitations(w)[f"<@{ann.id}>"], "Decline")
        assert (await third.table()).status is Status.LOBBY
        lobby = third.lobby.content
        assert f"Declined: <@{ann.id}>" in lobby
        assert "Starts when full, or when **bob** presses Start." in lobby
        assert lobby.endswith("None of the others has joined.")


async def test_alone_it_begins_at_once(tmp_path):
    async with world(tmp_path) as w:
        ann = w.person("ann")
        game = await begun(ann, await ann.slash("solo", w.channel))
        await game.wait_for_person()
        await game.resign(ann)
        result = ann.dms[-1]
        assert len(result.attachments) == 3
        assert labels(result) == ["Play again", "Story", "More"]
        answer = await ann.press(result, "Play again")
        assert answer.content.endswith("has begun. Your desk is below.")
        (table,) = await w.bot.services.games.of_user(ann.id)
        following = SoloGame(w, table.id, w.channel, 0)
        await following.wait_for_person()
        assert "your turn" in following.desk_of(ann).content
        assert labels(answer) == ["Desk"]
        desk = await ann.press(answer, "Desk")
        assert desk.content.startswith(following.desk_of(ann).content)


async def test_three_games_in_a_row_are_a_series(tmp_path):
    """It is shown under the result, and on the desks, from the second game on."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        ann, bob = map(w.person, ("ann", "bob"))
        series = []
        for loser in (bob, ann, bob):
            await game.resign(loser)
            for message in (game.posts[-1], game.desk_of(ann)):
                lines = [each for each in message.content.split("\n") if "Series" in each]
                series.append(lines)
            await ann.press(game.posts[-1], "Play again")
            game = opened(w)
            await bob.press(next(iter(invitations(w).values())), "Join")
        assert series[:2] == [[], []]
        first, second = series[2][0], series[4][0]
        assert {first, *series[3]} <= {"Series: ann 1 and bob 1", "Series: bob 1 and ann 1"}
        assert second == "Series: ann 2 and bob 1"
        assert series[5] == [second]


async def test_players_who_may_open_games_can_do_so_from_a_desk(tmp_path):
    """Roles and channels are those of the server, wherever the button is."""
    async with world(tmp_path) as w:
        players = w.guild.create_role("players")
        ann, bob = w.person("ann", roles=[players]), w.person("bob")
        game = await w.open("ann", "bob")
        rules = {"roles": (players.id,), "channels": (w.channel.id,)}
        await w.bot.services.servers.change(w.guild.id, Player(ann.id, "ann"), **rules)
        await game.resign(bob)
        refused = await bob.press(bob.dms[-1], "Play again")
        assert refused.content.startswith(
            f"To open games here, you need one of these roles: <@&{players.id}>."
        )
        answer = await ann.press(ann.dms[-1], "Play again")
        assert answer.content.startswith("**Ur** is open again.")
        joined = await bob.press(bob.dms[-1], "Play again")
        assert joined.content == "**Ur** is being played again. I'll ping you on your turn."


async def test_nothing_is_opened_in_a_server_that_the_bot_has_left(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        ann, bob = map(w.person, ("ann", "bob"))
        await game.resign(bob)
        await remove_bot(w)
        refused = await ann.press(ann.dms[-1], "Play again")
        assert refused.content.startswith("I can't reach **Ur**'s channel any more.")
        assert not await w.bot.services.games.of_user(ann.id)
