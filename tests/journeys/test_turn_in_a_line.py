"""A whole turn in one line: one command and one press."""

from messages import labels
from people import read, world

from tests.dice import LoadedDice, bag_beginning

DYNASTIES = read("two_people.te")[0].seats
OPENING = "krrbgg" + "kkrrbb"
"""The first and the second player's hands."""


async def test_a_whole_turn_is_one_command_and_one_press(tmp_path):
    """Typed by oneself, or put together from suggestions."""
    async with world(tmp_path, LoadedDice(DYNASTIES, bag_beginning(OPENING))) as w:
        game = await w.open("ann", "bob")
        ann, bob = w.person("ann"), w.person("bob")
        leader = f"{DYNASTIES[0]}k"
        suggested = await ann.suggested("turn", "line", "King @ I", game.thread)
        assert all(each.startswith(f"{leader}@I") for each in suggested.values())
        suggested = await ann.suggested("turn", "line", f"{leader}@I6 black@h6", game.thread)
        assert [*suggested.values()] == [f"{leader}@I6 k@H6 end"]
        assert not await bob.suggested("turn", "line", "", game.thread)
        preview = await ann.slash("turn", game.thread, line="king@I6; black@h6 END")
        assert "What would happen in " in preview.content
        assert preview.attachments[0].filename.startswith("preview-")
        assert labels(preview) == ["Play this turn", "Legend", "Back"]
        assert await game.decider() is ann  # nothing counts yet
        played = await ann.press(preview, "Play this turn")
        assert played.content.startswith("**Ur**: **bob** to play – 2 actions left.")
        assert await game.decider() is bob
        text = "".join(turn.content for turn in game.turns)
        assert "**ann** scores 1 ⬛ black point (King)." in text
        # what was hidden decides what is played: bob swaps red tiles away, and draws others
        other = await bob.slash("turn", line="k@A1 end")
        preview = await bob.slash("turn", game.thread, line="swap:rr r@A1 end")
        assert preview.content.endswith("Then, if the rules still allow it: `r@A1 end`")
        played = await bob.press(preview, "Play this turn")
        assert played.content.startswith(
            "Played: `swap:rr`\nNot played: `r@A1 end`\nNot in your hand: 🟥 temple. (R5.1)"
        )
        refused = await bob.press(other, "Play this turn")
        assert refused.content.startswith("The game has moved on since then")
