"""A waiting player tries the next turn, leaves a note, and later plays as planned."""

from messages import labels
from people import world


async def test_a_turn_is_planned_noted_and_played(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first, waits = await game.decider(), await game.other()
        before = len(game.posts), w.rings(first), w.rings(waits)
        page = await waits.press(game.desk_of(waits), "Plan")
        assert "Only you see it, and nothing counts yet." in page.content
        assert page.attachments[0].filename == f"plan-{game.id}.png"
        page = await waits.press(page, "End turn")
        page = await waits.press(page, "End turn")  # with actions left it is confirmed
        assert "After that your turn is over." in page.content
        desk = await waits.write(page, "Note", "keep @everyone away")
        assert desk.content.startswith("Note saved. Only you see it.")
        assert "📝 keep @\u200beveryone away" in desk.content
        assert (len(game.posts), w.rings(first), w.rings(waits)) == before
        await w.restart()
        typed = await waits.slash("plan", w.channel)
        assert "> **ann** ends the turn" in typed.content
        await game.play("end")
        desk = game.desk_of(waits)
        assert "🗒️ You planned: End turn" in desk.content
        assert "📝 keep @\u200beveryone away" in desk.content
        confirmed = await waits.press(desk, "As planned")
        assert labels(confirmed)[0] == "Play this turn"
        await waits.press(confirmed, "Play this turn")
        assert await game.decider() is first
        assert "🗒️" not in game.desk_of(waits).content
        others = [each.content for each in (*game.posts, *first.dms)]
        assert not any("📝" in text or "planned" in text for text in others)
        old = await waits.press(typed, "Step back")
        assert old.content.startswith("The board has changed. This is your plan on it now.")
