"""Profiles on Discord: a user's own and another's, head to head, and those in a lobby."""

from messages import labels
from people import world
from simcord.builders import UserHandle


async def test_a_profile_and_hidden_results(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        ann, bob, eve = map(w.person, ("ann", "bob", "eve"))
        none = f"There are no results of <@{ann.id}> to show here."
        for viewer in (bob, eve):  # a running game is nobody's result
            assert (await viewer.menu("Profile", ann, w.channel)).content == none
        await game.resign(bob)
        await w.rest()
        points = "UPDATE result SET spheres = '1 2 3 4'"
        await w.bot.store.write(lambda db: db.exec_driver_sql(points))
        rings = [w.rings(each) for each in (ann, bob, eve)]
        seen = await bob.menu("Profile", ann, w.channel)
        assert seen.content.startswith(
            f"**Profile of <@{ann.id}>**\n- 2 players: won 1 of 1\n- Ahead of you in 1 of 1\n"
            "- Finished 1 of 1\n"
        )
        assert "- Best game: **Ur** with 1 " in seen.content
        assert seen.content.endswith(
            "\n-# In this server. Games against computers alone are counted apart."
        )
        record = await bob.press(seen, "Best game")
        assert "**Ur** is over" in record.content
        assert (await eve.slash("profile", w.channel, player=ann.member)).content == (
            seen.content.replace("- Ahead of you in 1 of 1\n", "")
        )
        # a user's own: here, and in direct messages
        own = await ann.slash("profile", w.channel)
        assert own.content.startswith("**Your profile**\n- 2 players: won 1 of 1\n- Finished")
        assert own.content.endswith("In direct messages `/profile` shows all of yours.")
        directly = await ann.slash("profile")
        assert "\n-# Everywhere. " in directly.content
        assert (await bob.slash("profile", player=ann.member.user)).content == none
        assert (await eve.slash("profile", w.channel)).content == (
            "You have no results in this server yet. In direct messages `/profile` shows all of "
            "yours."
        )
        # hidden, it looks like none
        settings = await ann.slash("settings")
        await ann.press(settings, "My results")
        for viewer in (bob, eve):
            assert (await viewer.menu("Profile", ann, w.channel)).content == none
        assert (await ann.slash("profile", w.channel)).content == own.content
        assert rings == [w.rings(each) for each in (ann, bob, eve)]


async def test_a_lobby_shows_how_its_players_play(tmp_path):
    async with world(tmp_path) as w:
        for name in ("Ur", "Uruk", "Kish"):
            await (await w.open("ann", "bob", name=name)).resign(w.person("bob"))
        await w.rest()
        lobby = (await w.open("ann", "bob", "cora", seats=4, name="Umma")).lobby
        assert labels(lobby)[-1] == "Players"
        shown = await w.person("eve").press(lobby, "Players")
        heading, ann, bob, cora = shown.content.split("\n")
        assert heading == "How the players of **Umma** have played here:"
        assert ann.startswith("- **ann**: Finished 3 of 3")
        assert bob.startswith("- **bob**: Finished 0 of 3")
        assert cora == "- **cora**: nothing to show yet"


async def test_the_bot_has_the_record_of_its_computers(tmp_path):
    async with world(tmp_path) as w:
        ann = w.person("ann")
        itself = UserHandle(w.env, w.env.backend.get_user(w.bot.user.id))
        bot = await ann.slash("profile", w.channel, player=itself)
        assert bot.content == "There are no results of computers to show here."
        game = await w.open("ann", seats=2)
        await ann.slash("computer", w.channel, level="easy")
        await ann.slash("start", w.channel)
        await game.wait_for_person()
        await game.resign(ann)
        await w.rest()
        bot = await ann.slash("profile", w.channel, player=itself)
        assert bot.content == "**Computers** in this server\n- easy: won 1 of 1"
        own = await ann.slash("profile", w.channel)
        assert "- Against easy computers: won 0 of 1" in own.content
