"""The number of times a phone rings, counted at the simulated Discord.

A ring is a new message that makes a sound, in direct messages, or elsewhere if it mentions
somebody.
"""

from datetime import timedelta

from messages import labels
from people import in_a_conflict, world

from bot.domain.hours import Quiet
from bot.store import CalledIn

AWAY = 200
"""Seconds after which nobody is taken to be at it any more."""


async def until(w, hour):
    """Let time pass until that hour of the day."""
    left = w.env.now().replace(hour=hour, minute=0, second=0, microsecond=0) - w.env.now()
    await w.env.advance_time((left % timedelta(days=1)).total_seconds())


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


async def test_games_that_waited_for_the_morning_ring_once_and_each_has_its_button(tmp_path):
    """Bob sleeps while it becomes his turn in three games; only the message in the morning rings.

    So do reminders that are due within ten minutes: one message for all.
    """
    async with world(tmp_path) as w:
        ann, bob = w.person("ann"), w.person("bob")
        quiet = Quiet(22 * 60, 8 * 60)
        await w.bot.services.vacations.set_hours(bob.id, zone="Etc/UTC", quiet=quiet)
        games = [await w.open("ann", "bob", name=name, pace="daily") for name in ("Ur", "Kish")]
        games.append(await w.open("ann", "bob", name="Uruk", pace="unhurried"))
        for game in games:
            if await game.decider() is bob:
                await game.play("end")
        await until(w, 23)
        for game in games:
            await game.play("end")
        desks = [game.desk_of(bob).id for game in games]
        before, others = w.rings(bob), w.rings(ann)
        await until(w, 8)
        assert w.rings(bob) == before + 1
        ring = bob.dms[-1]
        ends = [(await game.table()).time_up_at for game in games[:2]]
        lines = [
            *(
                f"**{name}**: your turn. ⏳ Your time ends <t:{int(end.timestamp())}:R>."
                for name, end in zip(("Ur", "Kish"), ends, strict=True)
            ),
            "**Uruk**: your turn.",
        ]
        assert ring.content.split("\n") == lines
        assert labels(ring) == ["Ur", "Kish", "Uruk", "Your games"]
        assert [game.desk_of(bob).id for game in games] == desks

        desk = await bob.press(ring, "Kish")
        assert desk.id != ring.id
        assert desk.content.startswith("**Kish**: your turn")
        asked = await bob.press(desk, "End turn")
        await bob.press(asked, "End")
        assert await games[1].decider() is ann
        assert bob.dms[-1].id == ring.id
        assert game.desk_of(bob).id == desks[-1]

        await games[1].play("end")  # ann, while bob is at it: his desk rings three minutes later
        await w.env.advance_time(AWAY)
        rings = w.rings(bob)
        await until(w, 20)
        assert w.rings(bob) == rings + 1
        first, second = bob.dms[-1].content.split("\n")
        assert first.startswith("⏰ **Ur**: your turn. ⏳ Your time ends <t:")
        assert second.startswith("⏰ **Kish**: your turn. ⏳ Your time ends <t:")
        assert w.rings(ann) == others + 1
