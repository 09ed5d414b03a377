"""Advice in somebody's first games: seen on the desk, turned off by a press, on again."""

from pathlib import Path

from messages import labels, says
from people import GameOnDiscord, Person, now, world

from engine import EndTurn, parse_action

NO_LEADERS = (
    "💡 None of your leaders is on the board. Place one beside a temple: only leaders score."
)


def lines(message: object, sign: str) -> list[str]:
    return [line for line in says(message).split("\n") if line.startswith(sign)]


async def both(game: GameOnDiscord) -> tuple[Person, Person]:
    """Whoever is to play, and the other one."""
    first = await game.decider()
    (other,) = (person for person in game.world.people.values() if person is not first)
    return first, other


async def test_a_new_player_is_advised(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first, other = await both(game)
        desk = game.desk_of(first)
        assert desk.content.split("\n")[0] == "**Ur**: your turn – 2 actions left."
        assert lines(desk, "💡") == [NO_LEADERS]
        assert [line.split("**")[1] for line in lines(desk, "🆕")] == ["Treasures"]
        more = await first.press(desk, "More")
        assert "No advice" in labels(more)
        page = await first.press(more, "Winning treasures")
        assert says(page).startswith("**Winning treasures**\n")
        await first.press(page, "Contents")
        desk = await first.press(more, "Back")
        assert lines(desk, "💡") == [NO_LEADERS], "it has done nothing yet"
        assert not lines(game.desk_of(other), "💡")  # who waits needs none
        assert not any("💡" in post.content or "🆕" in post.content for post in game.posts)
        await w.bot.delivery.rest()
        await w.restart()
        assert lines(await first.slash("hand", game.thread), "💡") == [NO_LEADERS]


async def test_advice_goes_by_a_press_and_comes_back_in_the_settings(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first, other = await both(game)
        desk = await first.press_more(game.desk_of(first), "No advice")
        said, first_line, *_ = says(desk).split("\n")
        assert said == "No more advice. `/settings` brings it back."
        assert first_line == "**Ur**: your turn – 2 actions left."
        assert not lines(desk, "💡")
        assert not lines(desk, "🆕")
        assert "No advice" not in labels(await first.press(desk, "More"))
        page = await first.slash("settings")
        page = await first.press(page, "Advice: off")
        assert "Advice: on" in labels(page)
        await w.bot.delivery.rest()
        desk = await first.slash("hand", game.thread)
        assert lines(desk, "💡") == [NO_LEADERS]
        assert lines(game.desk_of(first), "💡") == [NO_LEADERS]
        page = await first.press(page, "Advice: on")
        assert "Advice: off" in labels(page)
        page = await other.slash("settings")
        assert "Advice: on" in labels(page)  # everybody has the own


async def test_off_by_a_press_in_the_thread(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first, _ = await both(game)
        desk = await first.press(game.turn, "Desk")
        assert lines(desk, "💡") == [NO_LEADERS]
        desk = await first.press_more(desk, "No advice")
        assert not lines(desk, "💡")
        await w.bot.delivery.rest()
        assert not lines(game.desk_of(first), "💡")
        assert not lines(now(game, desk), "💡")


async def test_what_is_new_is_explained_with_the_news_of_it(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first, other = await both(game)
        answer = await game.take(parse_action("x@A11"))
        assert [line.split("**")[1] for line in lines(answer, "🆕")] == ["A catastrophe"]
        await game.take(EndTurn(), "slash")
        await w.bot.delivery.rest()
        explained = lines(game.desk_of(other), "🆕")
        assert [line.split("**")[1] for line in explained] == ["A catastrophe", "Treasures"]
        answer = await game.take(parse_action("x@B11"))
        assert not lines(answer, "🆕")
        await game.take(EndTurn(), "slash")
        await w.bot.delivery.rest()
        assert not lines(game.desk_of(first), "🆕")


async def test_in_the_fourth_game_there_is_none(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        for number in range(3):
            game = await w.open("ann", "bob", name=f"Ur {number}")
            first, _ = await both(game)
            assert lines(await first.slash("hand", game.thread), "💡")
        game = await w.open("ann", "bob", name="Uruk")
        first, other = await both(game)
        desk = await first.slash("hand", game.thread)
        assert not lines(desk, "💡")
        assert not lines(desk, "🆕")
        assert "No advice" not in labels(await first.press(desk, "More"))
        await game.take(EndTurn(), "slash")
        assert not lines(await other.slash("hand", game.thread), "💡")
