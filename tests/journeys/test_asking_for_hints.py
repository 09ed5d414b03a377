"""Hints: what a computer would do, asked for on the desk or by a command, and counted."""

from messages import labels, says
from people import GameOnDiscord, now, world

from bot.domain import Kind
from engine import EndTurn

OFF = "**Ur** has no hints. Propose them with `/table`."


async def both(game):
    """Whoever is to play, and the other one."""
    return await game.decider(), await game.other()


async def test_a_learner_is_shown_the_best_turns_and_plays_one(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first, other = await both(game)
        desk = game.desk_of(first)
        waiting = await other.press(game.desk_of(other), "More")
        assert "Hint" not in labels(waiting), "who waits has nothing to decide"
        rings, posts = w.rings(other), [post.content for post in game.posts]
        asked = await first.press_more(desk, "Hint")
        cost = "🧭 A hint counts: at the end everyone sees how many you used. Show it?"
        assert asked.content == cost
        assert not (await game.table()).hinted
        page = await first.press(asked, "Show the hint")
        assert says(page).startswith("🧭 **Ur**: a hint, for you only.")
        assert "You have used 1 hint so far" in says(page)
        assert page.attachments[0].filename == f"preview-{game.id}.png"
        await w.bot.delivery.rest()
        assert now(game, page).content == page.content, "it stays there until something happens"
        shown = [each for each in labels(page) if each.startswith("Hint ")]
        assert 2 <= len(shown) <= 3
        page = await first.press(page, "Hint 2")
        assert "You have used 1 hint so far" in says(page), "it is the same decision"
        confirmed = await first.press(page, "Play it …")
        assert labels(confirmed)[0] == "Play this turn"
        await first.press(confirmed, "Play this turn")
        table = await game.table()
        acted = [entry for entry in table.round if entry.kind is Kind.ACTED]
        assert acted
        assert acted[0].user_id == first.id
        assert w.rings(other) == rings or table.turn > 1
        told = [post.content for post in game.posts if post.content not in posts]
        assert not any("hint" in text.lower() for text in told), "until the end nobody is told"


async def test_off_is_off_until_all_agree_and_the_end_tells_who_has_used_any(tmp_path):
    async with world(tmp_path) as w:
        ann, bob = w.person("ann"), w.person("bob")
        await ann.slash("open", w.channel, name="Ur", seats=2)
        (lobby,) = [each for each in w.channel.history() if "Join" in labels(each)]
        page = await ann.press(await ann.press(lobby, "Options"), "Hints")
        assert "Hints in **Ur**: in first games, and alone against computers" in says(page)
        page = await ann.press(page, "No hints")
        assert "Hints in **Ur**: for no one." in says(page)
        number = int(lobby.components[0].children[0].custom_id.split(":")[1])
        game = GameOnDiscord(w, number, w.channel, lobby.id)
        assert "**Hints:** for no one" in game.lobby.content
        await bob.press(game.lobby, "Join")
        first, other = await both(game)
        assert "Hint" not in labels(await first.press(game.desk_of(first), "More"))
        refused = await first.slash("hint", game.thread)
        assert says(refused).startswith(OFF)
        page = await other.press(await other.slash("table", game.thread), "Hints")
        page = await other.press(page, "For everyone")
        assert says(page).startswith("Proposed. I've asked the others.")
        proposal = game.posts[-1]
        assert "proposes to change who gets hints: for everyone." in proposal.content
        await first.press(proposal, "Yes")
        await w.bot.delivery.rest()
        assert "Hint" in labels(await first.press(game.desk_of(first), "More"))
        page = await first.slash("hint", game.thread)
        assert "You have used 1 hint so far" in says(page)
        await w.restart()
        await first.slash("hint", game.thread)
        await game.take(EndTurn(), "slash")
        await first.press(await first.slash("resign", game.thread), "Resign")
        await w.bot.delivery.rest()
        assert f"🧭 Hints used: {first.name} 1" in game.posts[-1].content
        assert f"🧭 Hints used: {first.name} 1" in game.desk_of(other).content
