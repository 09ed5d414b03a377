"""Pages that explain a board, by presses: refused spaces, the signs, the board twice as large."""

import re

import discord
from messages import labels
from people import world


def picture_of(message):
    """The name of the one picture on a message."""
    (attachment,) = message.attachments
    assert attachment.description
    return attachment.filename


async def test_why_a_king_may_not_go_there_and_what_anybody_sees_closer(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person = await game.decider()
        keypad = await person.press(await person.press(game.turn, "Desk"), "King")
        forbidden = await person.press(keypad, "Why not?")
        assert forbidden.id == keypad.id  # in its place
        heading, *reasons = forbidden.content.splitlines()
        assert re.fullmatch(r"Why not there: .+ King", heading)
        assert reasons == [
            "**Q** – no face-up temple beside it (R4.2): 92 spaces",
            "**R** – a river; leaders stand on land (R4.2): 41 spaces",
            "No letter – the space is taken (R4.2)",
        ]
        (picture,) = forbidden.attachments
        assert "R, a river; leaders stand on land: A4,7 B4" in picture.description
        closer = await person.press(forbidden, "Zoom")
        assert picture_of(closer) == "zoom-1.png"
        assert "**Q** – no face-up temple beside it (R4.2)" in closer.content
        other = await person.press(closer, "Bottom left")
        assert "King: Bottom left, A5–I11\n**Q** – no face-up temple" in other.content
        forbidden = await person.press(other, "Back")
        assert picture_of(forbidden) == "spaces-1.png"
        keypad = await person.press(forbidden, "Back")
        assert "A" in labels(keypad)

        # anybody looks at the thread's board alone
        await game.play("x@F4")
        eve = w.person("eve")
        before = [post.id for post in game.posts]
        zoomed = await eve.press(game.turn, "Zoom")
        assert zoomed.flags.ephemeral if isinstance(zoomed, discord.Message) else zoomed.ephemeral
        assert zoomed.content.startswith("**Ur**: In focus, B1–I6\n-# As of <t:")
        assert "Catastrophes: F4." in zoomed.attachments[0].description
        assert [post.id for post in game.posts] == before
        turned = await eve.press(zoomed, "Bottom right")
        assert turned.id == zoomed.id
        assert turned.content.startswith("**Ur**: Bottom right, H5–P11\n")
        whole = await eve.press(turned, "Whole board")
        assert whole.id == zoomed.id
        assert picture_of(whole) == "board-1.png"
        assert labels(whole) == ["Watch", "Log", "Zoom", "Legend", "Fair?"]
        again = await eve.press(whole, "Zoom")
        assert again.id == zoomed.id
        assert "Back" not in labels(again)
        # the legend is one press from every board
        boards = [
            (person, await person.press(await person.press(game.turn, "Desk"), "King")),
            (person, await person.press(game.desk_of(person), "More")),
            (eve, game.turn),
        ]
        for reader, board in boards:
            legend = await reader.press(board, "Legend")
            assert legend.content.startswith("**Legend:**")
            assert picture_of(legend) == "legend.png"
            assert legend.id != board.id
