"""Giving up."""

from messages import labels
from people import world

from bot.domain.table import Status
from engine import read_position


async def test_of_two_the_other_wins_at_once(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        await game.play("k@D6")
        person, winner = await game.other(), await game.decider()
        asked = await person.slash("resign", game.home)
        assert asked.content.startswith(
            f"Resign from **Ur**? It ends now and **{winner.name}** wins."
        )
        assert (await game.table()).status is Status.RUNNING
        old = game.turn
        done = await person.press(asked, "Resign")
        assert done.content == "You've resigned from **Ur**."
        result = game.posts[-1]
        places = result.content.split("\n")[1]
        assert places == f"🏆 1. **{winner.name}**: 0 · 2. **{person.name}**: resigned"
        picture, replay, record_file = result.attachments
        assert picture.description.startswith("Ur, ")
        assert " 1. bob: " in picture.description
        assert ": resigned." in picture.description
        assert replay.filename.endswith(".gif")
        record = (await record_file.read()).decode()
        assert read_position(record) == (await game.full_game())
        assert f"**{person.name}** resigns." in game.turns[-1].content
        # nothing goes on
        assert not labels(game.turns[-1])
        late = await winner.slash("tile", game.home, colour="r", cell="E6")
        text = f"**Ur** is over. **{winner.name}** wins. Everyone else left.\n"
        assert late.content.startswith(text)
        assert labels(late) == ["Play again", "Story", "More"]
        board = await winner.slash("board", game.home)
        assert board.content.startswith("**Ur** · The game is over\n")
        assert f"**{winner.name}** wins. Everyone else left." in board.content
        assert f"1. **{winner.name}**: 0 · 2. **{person.name}**: resigned" in board.content
        assert board.attachments[0].description.startswith("The game is over.")
        assert old.id == game.turns[-1].id


async def test_who_has_resigned_comes_back_from_the_own_desk(tmp_path):
    """Until then the others play on; every refusal offers a way back."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", "cora")
        person = await game.decider()
        asked = await person.slash("resign", game.home)
        assert "You can come back while your seat is empty" in asked.content
        await person.press(asked, "Resign")
        desk = game.desk_of(person)
        sentence = "You've resigned. You can take your seat back while it's empty."
        assert sentence in desk.content
        refused = await person.slash("table", game.home)
        assert refused.content.startswith("You don't play in **Ur** now. You can't decide there.\n")
        assert sentence in refused.content
        assert "Take it back" in labels(refused)
        back = await person.press(desk, "Take it back")
        assert f"**{person.name}** is back in their seat." in back.content
        assert sentence not in game.desk_of(person).content
        assert "Take the seat" not in {label for post in game.posts for label in labels(post)}
        await game.play("end", "end")
        assert await game.decider() is person
        assert "End turn" in labels(game.desk_of(person))
