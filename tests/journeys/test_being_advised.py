"""Advice in somebody's first games: seen on the desk, turned off by a press, on again."""

from messages import labels, says
from people import world

NO_LEADERS = (
    "💡 None of your leaders is on the board. Place one beside a temple: only leaders score."
)


def lines(message, sign):
    return [line for line in says(message).split("\n") if line.startswith(sign)]


async def test_a_new_player_is_advised_until_that_is_switched_off(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first, other = await game.decider(), await game.other()
        desk = game.desk_of(first)
        assert desk.content.split("\n")[0] == "**Ur**: your turn – 2 actions left."
        assert lines(desk, "💡") == [NO_LEADERS]
        assert [line.split("**")[1] for line in lines(desk, "🆕")] == ["Treasures"]
        more = await first.press(desk, "More")
        page = await first.press(more, "Winning treasures")
        assert says(page).startswith("**Winning treasures**\n")
        assert not lines(game.desk_of(other), "💡")  # who waits needs none
        assert not any("💡" in post.content or "🆕" in post.content for post in game.posts)
        desk = await first.press_more(await first.slash("hand", game.thread), "No advice")
        assert says(desk).startswith("No more advice. `/settings` brings it back.\n")
        assert not lines(desk, "💡")
        assert not lines(desk, "🆕")
        await w.bot.delivery.rest()
        assert not lines(game.desk_of(first), "💡")
        page = await first.press(await first.slash("settings"), "Advice: off")
        assert "Advice: on" in labels(page)
        await w.bot.delivery.rest()
        assert lines(game.desk_of(first), "💡") == [NO_LEADERS]
        assert "Advice: on" in labels(await other.slash("settings"))  # everybody has the own
