"""Who comes back after days sees what happened: in three lines, turn by turn, as an animation."""

from datetime import timedelta
from io import BytesIO

from messages import labels
from people import world
from PIL import Image


async def wait(w, **duration):
    await w.env.advance_time(timedelta(**duration).total_seconds())


async def test_who_was_away_for_days_sees_what_was_missed(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob", pace="daily")
        away, other = await game.decider(), await game.other()
        await game.play("end")
        assert "What you missed" not in labels(game.desk_of(away))
        await game.play("x@A1", "x@A2", "end")
        for _ in range(2):
            await wait(w, hours=25)
            await game.play("end")
        assert await game.decider() is away
        posts, rings = [post.content for post in game.posts], (w.rings(away), w.rings(other))

        desk = game.desk_of(away)
        assert labels(desk)[0] == "What you missed"
        page = await away.press(desk, "What you missed")
        lines = page.content.split("\n")
        assert lines[0] == "What you missed: turns 2 to 6"
        assert "**Ur** · turn 2: " in page.content
        assert page.attachments[0].filename == f"turn-{game.id}.png"
        for number in (3, 4, 5, 6, 6):
            page = await away.press(page, "Next turn")
            assert f"· turn {number}: " in page.content
            assert page.attachments[0].description.startswith(f"The end of turn {number}. ")
        page = await away.press(page, "Previous turn")
        assert "· turn 5: " in page.content
        page = await away.press(page, "Animation")
        (file,) = page.attachments
        assert file.filename == f"turns-{game.id}.gif"
        with Image.open(BytesIO(await file.read())) as animation:
            assert animation.n_frames >= 5
        page = await away.press(page, "Next turn")
        assert "· turn 6: " in page.content
        desk = await away.press(page, "Back")
        assert labels(desk)[0] == "What you missed"
        # nobody else has noticed anything
        assert [post.content for post in game.posts] == posts
        assert (w.rings(away), w.rings(other)) == rings

        # once the turn has begun it is behind *More*
        await game.play("x@B1")
        assert "What you missed" not in labels(game.desk_of(away))
        page = await away.press_more(game.desk_of(away), "What you missed")
        assert page.content.startswith("What you missed: turns 2 to 6\n")
