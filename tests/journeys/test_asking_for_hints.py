"""Hints: what a computer would do, asked for on the desk or by a command, and counted."""

from messages import labels, says
from people import now, world


async def test_off_is_off_until_all_agree_and_the_end_tells_who_has_used_any(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", seats=2)
        page = await w.person("ann").press(game.lobby, "Options")
        page = await w.person("ann").press(page, "Hints")
        assert "Hints in **Ur**: in first games, and alone against computers" in says(page)
        page = await w.person("ann").press(page, "No hints")
        assert "Hints in **Ur**: for no one." in says(page)
        assert "**Hints:** for no one" in game.lobby.content
        await w.person("bob").press(game.lobby, "Join")
        first, other = await game.decider(), await game.other()
        assert "Hint" not in labels(await first.press(game.desk_of(first), "More"))
        refused = await first.slash("hint", game.thread)
        assert says(refused).startswith("**Ur** has no hints. Propose them with `/table`.")
        page = await other.press(await other.slash("table", game.home), "Hints")
        page = await other.press(page, "For everyone")
        assert says(page).startswith("Proposed. I've asked the others.")
        proposal = game.posts[-1]
        assert "proposes to change who gets hints: for everyone." in proposal.content
        await first.press(proposal, "Yes")
        await w.bot.delivery.rest()

        rings, posts = w.rings(other), [post.content for post in game.posts]
        asked = await first.press_more(game.desk_of(first), "Hint")
        cost = "🧭 A hint counts: at the end everyone sees how many you used. Show it?"
        assert asked.content == cost
        assert not (await game.table()).hinted
        page = await first.press(asked, "Show the hint")
        assert says(page).startswith("🧭 **Ur**: a hint, for you only.")
        assert page.attachments[0].filename == f"preview-{game.id}.png"
        await w.bot.delivery.rest()
        assert now(game, page).content == page.content, "it stays there until something happens"
        assert 2 <= len([each for each in labels(page) if each.startswith("Hint ")]) <= 3
        page = await first.press(page, "Hint 2")
        assert "You have used 1 hint so far" in says(page), "it is the same decision"
        confirmed = await first.press(page, "Play it …")
        await first.press(confirmed, "Play this turn")
        table = await game.table()
        acted = [entry for entry in table.round if entry.kind == "acted"]
        assert acted
        assert acted[0].user_id == first.id
        assert w.rings(other) == rings or table.turn > 1
        # until the end nobody is told
        agreed = "Hints are now for everyone."
        texts = [post.content.replace(agreed, "") for post in game.posts]
        assert not any("hint" in text.lower() for text in texts if text not in posts)
        await game.resign(first)
        assert f"🧭 Hints used: {first.name} 1" in game.posts[-1].content
        assert f"🧭 Hints used: {first.name} 1" in game.desk_of(other).content
