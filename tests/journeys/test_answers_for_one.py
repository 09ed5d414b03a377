"""In a thread there is one private answer for each user: the newest."""

from pathlib import Path

from messages import Message
from people import World, world
from simcord.backend.errors import BackendError

from engine import EndTurn

UNKNOWN_MESSAGE = 10008


def seen(w: World, *messages: Message) -> list[bool]:
    """Which of the messages that only their reader sees are still there."""
    return [_is_there(w, each) for each in messages]


def _is_there(w: World, message: Message) -> bool:
    try:
        w.env.backend.get_message(message.channel_id, message.id)
    except BackendError as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        return False
    return True


async def test_desks_and_logs_do_not_pile_up(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first, other = await game.decider(), await game.other()
        theirs = await other.press(game.turn, "Desk")
        desk = await first.press(game.turn, "Desk")
        log = await first.press(game.turn, "Log")
        await w.env.settle()
        assert seen(w, desk, log, theirs) == [False, True, True]
        again = await first.press(game.turn, "Desk")
        refused = await first.slash("tile", game.home, colour="b", cell="A1")
        await w.env.settle()
        assert seen(w, log, again, refused) == [False, True, True]
        legend = await first.press(again, "More")
        assert legend.id == again.id, "the desk turns"
        helped = await first.press(again, "Help")
        await w.env.settle()
        assert seen(w, again, refused, helped) == [True, False, True], "what was pressed stays"


async def test_a_desk_that_gave_way_is_not_edited(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        waiting = await game.other()
        desk = await waiting.press(game.turn, "Desk")
        log = await waiting.press(game.turn, "Log")
        await game.take(EndTurn(), "dm")
        await w.env.settle()
        assert seen(w, desk, log) == [False, True]
        new = await waiting.press(game.turn, "Desk")
        assert "your turn – 2 actions left" in new.content
