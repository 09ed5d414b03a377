"""In a thread there is one private answer for each user: the newest."""

from people import world


def seen(game, *messages):
    """Which of the messages that only their reader sees are still there."""
    there = {
        each.id
        for person in game.world.people.values()
        for each in game.home.history(viewer=person.member)
    }
    return [each.id in there for each in messages]


async def test_desks_and_logs_do_not_pile_up(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first, other = await game.decider(), await game.other()
        theirs = await other.press(game.turn, "Desk")
        desk = await first.press(game.turn, "Desk")
        log = await first.press(game.turn, "Log")
        assert seen(game, desk, log, theirs) == [False, True, True]
        again = await first.press(game.turn, "Desk")
        assert seen(game, log, again) == [False, True]
        more = await first.press(again, "More")
        assert more.id == again.id, "the desk turns"
        helped = await first.press(again, "Help")
        assert seen(game, again, helped) == [True, True], "what was pressed stays"
        # what gave way is not edited
        log = await other.press(game.turn, "Log")
        await game.play("end")
        assert seen(game, theirs, log) == [False, True]
        new = await other.press(game.turn, "Desk")
        assert "your turn – 2 actions left" in new.content
