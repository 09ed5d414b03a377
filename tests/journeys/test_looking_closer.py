"""Why not there, what the signs mean, and the board at twice the size: as somebody presses it."""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import discord
import pytest
from counting import counting
from messages import Message, labels
from people import STAYS, Person, world

from engine import EndTurn, parse_action

LOOKED = (2, 1)
"""Statements in transactions that looking at a table may cost."""


def picture_of(message: Message) -> str:
    """The name of the one picture on a message."""
    (attachment,) = message.attachments
    assert attachment.description
    return attachment.filename


async def test_why_a_king_may_not_go_there_and_then_he_goes_elsewhere(tmp_path: Path) -> None:
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
        done = await person.press(await person.press(keypad, "A"), "A2")
        assert "King A2" in labels(done)


@pytest.mark.parametrize("command", ["tile", "leader", "catastrophe", "turn"])
async def test_a_space_typed_all_the_same_is_refused_in_full(tmp_path: Path, command: str) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        await game.take(parse_action("x@A1"))
        person = await game.decider()
        typed = {
            "tile": {"colour": "r", "cell": "B2"},
            "leader": {"leader": "King", "cell": "C6"},
            "catastrophe": {"cell": "A1"},
            "turn": {"line": "King@A4 end"},
        }[command]
        answer = await person.slash(command, game.home, **typed)
        assert {
            "tile": "B2 isn't empty: 🟥 temple. Tiles go on empty spaces. (R5.1)",
            "leader": ("No face-up temple beside C6. Leaders need one. (R4.2)"),
            "catastrophe": "A1 already has a catastrophe. (R10.1)",
            "turn": "A4 is a river space. Leaders stand on land. (R4.2)",
        }[command] in answer.content


async def test_a_space_that_is_taken_is_refused_with_whose_leader_is_there(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        first = await game.decider()
        first_dynasty = (await game.table()).view.seats[0]
        await game.take(parse_action(f"{first_dynasty}k@B1"))
        await game.take(EndTurn())
        second = await game.decider()
        refused = await second.slash("leader", game.home, leader="Trader", cell="B2")
        assert "B2 isn't empty: 🟥 temple. (R4.2)" in refused.content
        taken = await second.slash("leader", game.home, leader="Trader", cell="B1")
        assert f"B1 isn't empty: King (**{first.name}**). (R4.2)" in taken.content


async def test_the_legend_is_one_press_from_every_board(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person, eve = await game.decider(), w.person("eve")

        async def keypad() -> Message:
            return await person.press(await person.press(game.turn, "Desk"), "King")

        async def forbidden() -> Message:
            return await person.press(await keypad(), "Why not?")

        async def more() -> Message:
            return await person.press(await person.press(game.turn, "Desk"), "More")

        boards: list[tuple[Person, Callable[[], Awaitable[Message]]]] = [
            (person, keypad),
            (person, forbidden),
            (person, more),
            (person, lambda: person.press(game.desk_of(person), "More")),
            (person, lambda: person.press(game.turn, "Zoom")),
            (eve, lambda: eve.press(game.turn, "Zoom")),
            (person, lambda: person.slash("board")),
            (eve, lambda: eve.press(game.lobby, "Watch")),
            (person, lambda: person.slash("turn", game.home, line="x@A1 end")),
            (person, lambda: person.slash("catastrophe", game.home, cell="A1")),
        ]
        for reader in (person, eve):
            assert (await reader.press(game.turn, "Legend")).content.startswith("**Legend:**")
        for reader, look in boards:
            board = await look()
            before = board.content
            legend = await reader.press(board, "Legend")
            assert legend.content.startswith("**Legend:**")
            assert picture_of(legend) == "legend.png"
            assert legend.id != board.id
            assert board.content == before
        await person.press(await person.slash("resign", game.home), "Resign")
        watched = await eve.press(game.posts[-1], "Watch")
        for ended in (watched, game.posts[-1]):
            assert (await eve.press(ended, "Legend")).content.startswith("**Legend:**")


async def test_the_legend_is_drawn_as_somebody_has_set(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        ann = w.person("ann")
        usual = await (await ann.press(game.turn, "Legend")).attachments[0].read()
        settings = await ann.slash("settings", game.home)
        await ann.press(settings, "High contrast")
        assert await (await ann.press(game.turn, "Legend")).attachments[0].read() != usual
        assert (
            await (await w.person("bob").press(game.turn, "Legend")).attachments[0].read() == usual
        )


async def test_the_thread_is_looked_at_closer_by_anybody_alone(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        await game.take(parse_action("x@F4"))
        eve = w.person("eve")
        before = [post.id for post in game.posts]
        zoomed = await eve.press(game.turn, "Zoom")
        assert zoomed.flags.ephemeral if isinstance(zoomed, discord.Message) else zoomed.ephemeral
        assert zoomed.content.startswith("**Ur**: In focus, B1–I6\n-# As of <t:")
        assert "Catastrophes: F4." in zoomed.attachments[0].description
        assert [post.id for post in game.posts] == before
        for label, shown in (
            ("Top left", "A1–I7"),
            ("Top right", "H1–P7"),
            ("Bottom left", "A5–I11"),
            ("Bottom right", "H5–P11"),
        ):
            turned = await eve.press(zoomed, label)
            assert turned.id == zoomed.id
            assert turned.content.startswith(f"**Ur**: {label}, {shown}\n")
        whole = await eve.press(turned, "Whole board")
        assert whole.id == zoomed.id
        assert picture_of(whole) == "board-1.png"
        assert labels(whole) == ["Watch", "Log", "Zoom", "Legend", "Fair?"]
        again = await eve.press(whole, "Zoom")
        assert again.id == zoomed.id
        assert "Back" not in labels(again)


@pytest.mark.parametrize("direct", [True, False])
async def test_a_desk_is_looked_at_closer_and_is_back_at_a_press(
    tmp_path: Path, *, direct: bool
) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person = await game.decider()
        desk = game.desk_of(person) if direct else await person.press(game.turn, "Desk")
        asked, pressed = desk.content, labels(desk)
        zoomed = await person.press_more(desk, "Zoom")
        assert zoomed.id == desk.id
        assert picture_of(zoomed) == "zoom-1.png"
        back = await person.press(await person.press(zoomed, "Top right"), "Back")
        assert back.id == desk.id
        assert (back.content, labels(back)) == (asked, pressed)


async def test_the_keypad_is_looked_at_closer_and_goes_on(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person = await game.decider()
        keypad = await person.press(await person.press(game.turn, "Desk"), "King")
        zoomed = await person.press(keypad, "Zoom")
        top = await person.press(zoomed, "Top left")
        assert top.content.endswith("King: Top left, A1–I7")
        assert top.attachments[0].description.startswith("Possible spaces: A2 B1,3 C2")
        keypad = await person.press(top, "Back")
        assert keypad.content.startswith("Choose a column: ")


async def test_an_old_keypad_is_not_looked_at_closer(tmp_path: Path) -> None:
    """What it marked is no more: the game has moved on."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person = await game.decider()
        first = await person.press_more(await person.press(game.turn, "Desk"), "Catastrophe")
        await w.env.advance_time(STAYS)
        second = await person.press_more(await person.press(game.turn, "Desk"), "Catastrophe")
        await w.env.advance_time(STAYS)
        zoomed = await person.press(
            await person.press_more(await person.press(game.turn, "Desk"), "Catastrophe"), "Zoom"
        )
        await game.take(parse_action("x@A1"), "dm")
        for late, label in ((first, "Why not?"), (zoomed, "Top left")):
            told = await person.press(late, label)
            assert "The game has moved on since then" in told.content
        await game.take(EndTurn(), "dm")
        told = await person.press(second, "Zoom")
        assert "Not your decision" in told.content


@pytest.mark.sqlite  # where statements are counted
async def test_looking_closer_costs_what_looking_costs(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        person = await game.decider()
        keypad = await person.press(await person.press(game.turn, "Desk"), "King")
        for message, label in ((keypad, "Why not?"), (game.turn, "Zoom"), (game.turn, "Legend")):
            with counting(w) as cost:
                await person.press(message, label)
            assert cost.pressing.size[0] <= LOOKED[0]
            assert cost.pressing.size[1] <= LOOKED[1]
            assert cost.delivering.size == (0, 0)
            assert cost.drawn == 1
            acknowledged, answered, *before = cost.calls
            assert (acknowledged.split()[0], answered.split()[0]) == ("POST", "PATCH")
            # the private answer before this one goes
            assert [call.split()[0] for call in before] in ([], ["DELETE"])
