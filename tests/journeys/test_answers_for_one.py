"""In a thread there is one private answer for each user: the newest."""

from people import world
from simcord.backend.errors import BackendError

UNKNOWN_MESSAGE = 10008


def seen(w, *messages):
    """Which of the messages that only their reader sees are still there."""
    return [_is_there(w, each) for each in messages]


def _is_there(w, message):
    try:
        w.env.backend.get_message(message.channel_id, message.id)
    except BackendError as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        return False
    return True


async def test_desks_and_logs_do_not_pile_up(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first, other = await game.decider(), await game.other()
        theirs = await other.press(game.turn, "Desk")
        desk = await first.press(game.turn, "Desk")
        log = await first.press(game.turn, "Log")
        await w.env.settle()
        assert seen(w, desk, log, theirs) == [False, True, True]
        again = await first.press(game.turn, "Desk")
        await w.env.settle()
        assert seen(w, log, again) == [False, True]
        more = await first.press(again, "More")
        assert more.id == again.id, "the desk turns"
        helped = await first.press(again, "Help")
        await w.env.settle()
        assert seen(w, again, helped) == [True, True], "what was pressed stays"
        # what gave way is not edited
        log = await other.press(game.turn, "Log")
        await game.play("end")
        await w.env.settle()
        assert seen(w, theirs, log) == [False, True]
        new = await other.press(game.turn, "Desk")
        assert "your turn – 2 actions left" in new.content
