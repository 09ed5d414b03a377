"""The number of times a phone rings, counted at the simulated Discord.

A ring is a new message that makes a sound, in direct messages, or elsewhere if it mentions
somebody.
"""

from messages import labels
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
        # the end rings once for each, where each is called: cora in the thread
        ann, bob, cora = map(w.person, ("ann", "bob", "cora"))
        await w.bot.services.preferences.call_in(cora.id, CalledIn.THREAD)
        for person in (ann, bob):
            before = [w.rings(each) for each in (ann, bob, cora)]
            await person.press(await person.slash("resign", game.home), "Resign")
        assert [w.rings(each) for each in (ann, bob, cora)] == [rings + 1 for rings in before]
        for person in (ann, bob):
            (desk,) = person.dms
            assert desk.content.startswith("**Ur** is over.")
        assert not cora.dms
        assert game.pings[-1] == cora.id
        assert game.thread.name.startswith("🏆")


async def test_a_turn_with_a_conflict_in_it_rings_once_for_who_is_at_it(tmp_path):
    async with in_a_conflict(tmp_path) as (w, game):
        attacker, rings = await game.decider(), w.rings(await game.decider())
        await w.env.advance_time(AWAY)  # the question is open still: it rings
        assert w.rings(attacker) == rings + 1
        question, whole = game.desk_of(attacker), await game.full_game()
        conflict = whole.decision.conflict
        strength, others = conflict.attacker.strength, conflict.defender.strength
        assert f"{strength} to {others}" in question.content
        held = whole.hands[conflict.attacker.seat][conflict.tiles]
        assert f", {strength + held} with all you hold." in question.content
        adding = [label.split(" · ")[0] for label in labels(question) if "Add" in label]
        assert sorted(adding) == ["Add 0", *(f"Add {count}" for count in range(1, held + 1))]
        # what everybody sees says nothing of what is held
        assert all("you hold" not in post.content for post in game.posts)
        assert "Add tiles?" not in game.turn.content
        await attacker.press(question, "Add 1")  # one tap on either side
        assert game.desk_of(attacker).id == question.id
        assert not [each for each in labels(game.desk_of(attacker)) if each.startswith("Add")]
        defender = await game.decider()
        question = game.desk_of(defender)
        assert f"{strength + 1} to {others}." in question.content
        assert f"**{attacker.name}** adds 1 🟥 temple." in game.turn.content
        await defender.press(question, "Add 0")
        assert await game.decider() is attacker
        assert w.rings(attacker) == rings + 1  # at it a moment ago
        (desk,) = attacker.dms
        assert desk.content.startswith("**Ur**: your turn")
        await w.env.advance_time(AWAY)
        assert w.rings(attacker) == rings + 2  # away once more
        await w.env.advance_time(3600)
        assert w.rings(attacker) == rings + 2
