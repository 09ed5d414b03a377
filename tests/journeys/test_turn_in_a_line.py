"""A whole turn in one line: one command and one press."""

from pathlib import Path

from messages import labels
from people import read, world

from engine import EndTurn, parse_action
from tests.dice import LoadedDice, bag_beginning

DYNASTIES = read("two_people.te")[0].seats
OPENING = "krrbgg" + "kkrrbb"
"""What the first and the second player begin with."""


async def test_a_whole_turn_is_one_command_and_one_press(tmp_path: Path) -> None:
    async with world(tmp_path, LoadedDice(DYNASTIES, bag_beginning(OPENING))) as w:
        game = await w.open("ann", "bob")
        ann, bob = w.person("ann"), w.person("bob")
        assert await game.decider() is ann
        preview = await ann.slash("turn", game.thread, line="king@I6; black@h6 END")
        assert "What would happen in " in preview.content
        assert preview.attachments[0].filename.startswith("preview-")
        assert labels(preview) == ["Play this turn", "Legend", "Back"]
        assert await game.decider() is ann  # nothing counts yet
        played = await ann.press(preview, "Play this turn")
        assert played.content.startswith("**Ur**: **bob** to play – 2 actions left.")
        assert await game.decider() is bob
        assert "**ann** scores 1 ⬛ black point (King)." in "".join(
            turn.content for turn in game.turns
        )


async def test_a_line_can_be_put_together_from_suggestions(tmp_path: Path) -> None:
    async with world(tmp_path, LoadedDice(DYNASTIES, bag_beginning(OPENING))) as w:
        game = await w.open("ann", "bob")
        ann, bob = w.person("ann"), w.person("bob")
        leader = f"{DYNASTIES[0]}k"
        suggested = await ann.suggested("turn", "line", "King @ I", game.thread)
        assert all(each.startswith(f"{leader}@I") for each in suggested.values())
        suggested = await ann.suggested("turn", "line", f"{leader}@I6 black@h6", game.thread)
        (line,) = suggested.values()
        assert line == f"{leader}@I6 k@H6 end"
        assert not await bob.suggested("turn", "line", "", game.thread)
        preview = await ann.slash("turn", line=line)
        await ann.press(preview, "Play this turn")
        assert await game.decider() is bob


async def test_what_was_hidden_decides_what_is_played(tmp_path: Path) -> None:
    """Ann swaps both green tiles away and draws two black ones."""
    async with world(tmp_path, LoadedDice(DYNASTIES, bag_beginning(OPENING))) as w:
        game = await w.open("ann", "bob")
        ann = w.person("ann")
        other = await ann.slash("turn", line="k@A1 end")
        preview = await ann.slash("turn", game.thread, line="swap:gg g@A1 end")
        assert preview.content.endswith("Then, if the rules still allow it: `g@A1 end`")
        played = await ann.press(preview, "Play this turn")
        assert played.content.startswith(
            "Played: `swap:gg`\nNot played: `g@A1 end`\nNot in your hand: 🟩 market. (R5.1)"
        )
        assert await game.decider() is ann
        refused = await ann.press(other, "Play this turn")
        assert refused.content.startswith("The game has moved on since then")


async def test_whose_turn_it_is_not_is_refused_as_always(tmp_path: Path) -> None:
    async with world(tmp_path, LoadedDice(DYNASTIES, bag_beginning(OPENING))) as w:
        game = await w.open("ann", "bob")
        bob = w.person("bob")
        for line in ("k@A1 end", "r@I7"):
            refused = await bob.slash("turn", game.thread, line=line)
            assert refused.content.startswith("Not your decision")
        puzzled = await bob.slash("turn", game.thread, line="k@A1 ende")
        assert puzzled.content.startswith("I can't read “ende”")


async def test_a_line_stops_where_somebody_else_is_asked(tmp_path: Path) -> None:
    async with world(tmp_path, LoadedDice(DYNASTIES, bag_beginning(OPENING))) as w:
        game = await w.open("ann", "bob")
        ann, bob = w.person("ann"), w.person("bob")
        await game.take(parse_action(f"{DYNASTIES[0]}k@I6"), "slash")
        await game.take(EndTurn(), "slash")
        (before,) = ann.dms
        preview = await bob.slash("turn", game.thread, line="King@J7 +1 end")
        assert "Then you wait: **ann** to add temples to a revolt, or none." in preview.content
        played = await bob.press(preview, "Play this turn")
        assert "Not played: `end`\nAnother player has to decide first." in played.content
        assert await game.decider() is ann
        (desk,) = ann.dms
        assert labels(desk)[0].startswith("Add ")
        assert desk.content != before.content
