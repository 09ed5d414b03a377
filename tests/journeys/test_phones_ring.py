"""How often a phone rings, counted at the simulated Discord.

A ring is a new message that makes a sound, in direct messages, or elsewhere if it mentions
somebody.
"""

from people import in_a_conflict, world

from bot.store import CalledIn

AWAY = 200
"""Seconds after which nobody is taken to be at it any more."""


async def test_a_decision_that_the_table_waits_for_rings_once(tmp_path):
    """In the place that the player has chosen: nobody else's phone makes a sound."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", "cora")
        for number in range(3):
            person = await game.decider()
            rings = {each.name: w.rings(each) for each in w.people.values()}
            assert sum(rings.values()) == number + 1
            await w.env.advance_time(AWAY)
            await game.play("end")
            assert w.rings(person) == rings[person.name]
        table = await game.table()
        assert {w.rings(each) for each in w.people.values()} == {1, 2}
        assert all(player.called_in is CalledIn.DIRECT for player in table.players)
        assert not game.pings
        # whoever has set "all messages" hears nothing of the thread
        assert all(post.flags.suppress_notifications for post in game.posts)


async def test_a_turn_with_a_conflict_in_it_rings_once_for_who_is_at_it(tmp_path):
    async with in_a_conflict(tmp_path) as (w, game):
        attacker, rings = await game.decider(), w.rings(await game.decider())
        await w.env.advance_time(AWAY)  # the question is open still: it rings
        assert w.rings(attacker) == rings + 1
        for _ in range(2):  # one tap on either side
            person = await game.decider()
            await person.press(game.desk_of(person), "Add 0")
        assert await game.decider() is attacker
        assert w.rings(attacker) == rings + 1  # at it a moment ago
        (desk,) = attacker.dms
        assert desk.content.startswith("**Ur**: your turn")
        await w.env.advance_time(AWAY)
        assert w.rings(attacker) == rings + 2  # away once more
        await w.env.advance_time(3600)
        assert w.rings(attacker) == rings + 2


async def test_the_end_of_the_game_rings_once_for_each(tmp_path):
    """Where each is called: cora in the thread, as she takes no direct messages."""
    async with world(tmp_path) as w:
        w.person("cora").close_dms()
        game = await w.open("ann", "bob", "cora")
        await w.env.advance_time(5)
        people = [w.person(name) for name in ("ann", "bob", "cora")]
        decider = await game.decider()
        leaving = next(each for each in people if each is not decider)
        await w.bot.services.play.resign(game.id, leaving.id)
        await w.bot.delivery.rest()
        before = [w.rings(person) for person in people]
        decider = await game.decider()
        last = next(each for each in people if each not in (leaving, decider))
        await last.press(await last.slash("resign", game.home), "Resign")
        assert [w.rings(person) for person in people] == [rings + 1 for rings in before]
        for person in people[:2]:
            (desk,) = person.dms
            assert desk.content.startswith("**Ur** is over.")
        assert not people[2].dms
        assert game.pings[-1] == people[2].id
        assert game.thread.name.startswith("🏆")
