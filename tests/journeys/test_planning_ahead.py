"""A waiting player tries the next turn, leaves a note, and later plays as planned."""

import pytest
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


async def let_it_play(game, waits):
    """Let the waiting player plan a whole turn that plays itself."""
    page = await waits.press(game.desk_of(waits), "Plan")
    for label in ("End turn", "End turn", "Let it play itself"):
        page = await waits.press(page, label)
    assert "let this plan play itself?" in page.content
    page = await waits.press(page, "Let it play itself")
    assert "It plays itself when your turn comes." in page.content


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_plan_plays_itself_and_no_phone_rings_for_it(tmp_path, restarts):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first, waits = await game.decider(), await game.other()
        await let_it_play(game, waits)
        rings = w.rings(waits)
        await game.play("end")
        assert "It plays itself later, unless you play first." in game.desk_of(waits).content
        if restarts:
            await w.restart()
        rung = w.rings(first)
        await w.env.advance_time(3600)
        assert await game.decider() is first
        assert (w.rings(first), w.rings(waits)) == (rung + 1, rings)
        assert f"**{waits.name}** ends the turn" in game.posts[-2].content
        assert "Your plan played itself: End turn" in game.desk_of(waits).content
        others = [each.content for each in (*game.posts, *first.dms)]
        assert not any("plan" in text or "itself" in text for text in others)


async def test_a_plan_that_is_not_allowed_any_more_asks_and_rings(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        waits = await game.other()
        page = await waits.press(game.desk_of(waits), "Plan")
        page = await waits.press(page, "King")
        column = labels(page)[0]
        page = await waits.press(page, column)
        space = labels(page)[0].split()[0]
        page = await waits.press(page, space)
        for label in ("End turn", "End turn", "Let it play itself", "Let it play itself"):
            page = await waits.press(page, label)
        rings = w.rings(waits)
        dynasty = (await game.table()).decider.dynasty
        await game.play(f"{dynasty}k@{space}", "end")
        assert w.rings(waits) == rings + 1
        assert "No longer possible: King to" in game.desk_of(waits).content
        await w.env.advance_time(3600)
        assert await game.decider() is waits
