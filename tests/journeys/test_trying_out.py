"""A waiting player tries several turns of both, and nobody else can tell."""

import re

from people import world

TRIES = ("Plan", "Try", "End turn", "End turn", "Deal again", "Step back", "Zoom", "Back")
OWN = re.compile("/(interactions|webhooks)/")
"""The answers to presses."""
LOOKS = ("More", "In words", "Desk", "More", "Zoom", "Back", "More", "Back")
"""As many presses of somebody who only looks."""


async def test_several_turns_of_both_are_tried_and_the_game_moves_on(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first, waits = await game.decider(), await game.other()
        desk = game.desk_of(waits)
        page = await waits.press(await waits.press(desk, "Plan"), "Try")
        assert page.id == desk.id
        assert "try anything. Only you see it, and nothing counts." in page.content
        assert page.attachments[0].filename == f"try-{game.id}.png"
        for mover, move in ((first, "King to"), (waits, "King to"), (first, "Farmer to")):
            assert f"You play for **{mover.name}**." in page.content
            page = await waits.press(page, move)
            assert f"> **{mover.name}** places the" in page.content
            page = await waits.press(page, "End turn")
        assert page.content.count("ends the turn") == 3
        await w.restart()
        page = await waits.press(page, "Step back")
        assert page.content.count("ends the turn") == 2
        assert "You play for **" + first.name in page.content
        page = await waits.press(page, "Start again")
        assert "> " not in page.content
        typed = await waits.press(await waits.slash("plan", w.channel), "Try")
        await game.play("end")
        old = await waits.press(typed, "Deal again")
        assert old.content.startswith("The game has moved on. Try from how it stands now.")
        assert f"You play for **{waits.name}**." in old.content
        desk = await waits.press(old, "Back")
        assert "your turn – 2 actions left." in desk.content


async def lived(tmp_path, presses):
    """All that others see of a game, and when, while who waits presses that."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first, waits = await game.decider(), await game.other()
        began, page = len(w.env.http_requests), game.desk_of(waits)
        for label in presses:
            page = await waits.press(page, label)
        sent = [each for each in w.env.http_requests[began:] if not OWN.match(each.path)]
        await game.play("end")
        await w.env.advance_time(24 * 3600)
        shown = [
            (
                each.content,
                each.created_at,
                each.edited_at,
                [await a.read() for a in each.attachments],
            )
            for each in (*game.posts, *first.dms)
        ]
        return [each.path for each in sent], shown, w.rings(first), w.rings(waits)


async def test_twins_nobody_can_tell_that_something_was_tried(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    tried = await lived(tmp_path / "one", TRIES)
    assert tried == await lived(tmp_path / "two", LOOKS)
