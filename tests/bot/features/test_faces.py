"""The faces of a turn: what can be pressed on them, what they say, and that they fit."""

import re
from dataclasses import replace
from random import Random

import pytest
from tabletop import act_at_random, running

from bot.content.content import Button, Content, Row, Style
from bot.content.names import plain_names
from bot.domain import Seat, Status
from bot.features.turn.choosers import catastrophe_buttons, first_page
from bot.features.turn.confirming import second_look
from bot.features.turn.intents import Act, ChooseRow, ChooseSpace, ChooseSwap, Move, PlayLine
from bot.features.turn.keypad import choose_space
from bot.features.turn.moves import move_buttons
from bot.features.turn.swapping import choose_swap
from bot.i18n import Words
from bot.intents import parse_custom_id
from bot.services import Services
from engine import (
    COLOURS,
    Catastrophe,
    Cell,
    Colour,
    EndTurn,
    Game,
    IllegalAction,
    Piece,
    SwapTiles,
    WithdrawLeader,
    full_bag,
    parse_action,
)
from tests.engine.diagram import Scene, draw, leader
from tests.journeys.phone_lines import lines_of
from tests.longer import longer

WORDS = Words()
LOOKING = ("Why not?", "Zoom", "Legend")
"""What every keypad has besides."""
FURTHER = tuple(
    Button(label, f"te:1:-:-:{label}")
    for label in ("Ask me", "Zoom", "Legend", "Help", "Game", "Advice", "Rule", "Something")
)

"""What the desk may add to the first face; and room for one more."""


async def seat_at(services: Services, game: Game) -> Seat:
    """The seat that is to play, at a table whose game stands so."""
    table = await running(services, len(game.seats), options=game.options)
    there = replace(table, view=game.view(None))
    return Seat(there, game.view(game.decision.seat))


def buttons(rows: tuple[Row, ...]) -> dict[str, Button]:
    """All buttons, by their labels: there are no selects."""
    found = [button for row in rows for button in row]
    assert all(isinstance(button, Button) for button in found)
    named = {button.label: button for button in found}
    assert len(named) == len(found)
    return named


def intent(button: Button) -> object:
    return parse_custom_id(button.custom_id).intent


def marked(content: Content) -> list[str]:
    """The spaces that the picture marks, as it says in words."""
    assert content.picture is not None
    return re.findall(r"\b[A-P]\d{1,2}\b", content.picture.alt)


def fits(rows: tuple[Row, ...]) -> bool:
    """Whether Discord takes it all: five rows of five buttons, labels of 80 signs."""
    return len(rows) <= 5 and all(
        len(row) <= 5 and all(len(button.label) <= 80 for button in row) for row in rows
    )


# --- the first face ------------------------------------------------------------------------------

EVERYTHING = """
    Ak r  .  r  Ag
    .  .  .  .  .
    Ar r  .  r  Ab
"""


async def test_one_press_for_each_colour_and_each_leader(services: Services) -> None:
    scene = draw("Ak r .\n. . .", hands={"A": "kkrbbb"})
    seat = await seat_at(services, scene.game)
    face = buttons(first_page(WORDS, seat))
    for label in [button.label for button in move_buttons(WORDS, seat)]:
        del face[label]
    assert list(face) == [
        "2 settlements",
        "1 temple",
        "3 farms",
        "King F2",
        "Priest",
        "Farmer",
        "Trader",
        "End turn",
        "Swap",
    ]
    assert intent(face["3 farms"]) == ChooseSpace(Colour.BLUE)
    assert intent(face["King F2"]) == ChooseSpace(leader("Ak"))


async def test_nothing_is_offered_that_is_not_there(services: Services) -> None:
    seat = await seat_at(services, draw("Ak r .", hands={"A": ""}, catastrophes=0).game)
    face = buttons(first_page(WORDS, seat))
    assert catastrophe_buttons(WORDS, seat) == ()
    assert "Swap" not in face
    assert not any(re.match(r"\d", label) for label in face)


async def test_without_actions_left_only_the_end_and_undo(services: Services) -> None:
    table = await running(services, 2)
    user = table.decider.user_id
    for action in (parse_action("x@C6"), parse_action("x@D6")):
        table = (await services.play.act(table.id, user, action)).table
    seat = (await services.visits.of(table.id, user)).seat
    face = buttons(first_page(WORDS, seat))
    assert list(face) == ["End turn", "Undo"]
    assert intent(face["End turn"]) == Act(EndTurn())


async def test_the_first_face_at_its_fullest_has_fifteen_buttons_in_eight_lines(
    services: Services,
) -> None:
    """Three moves, four colours, four leaders that stand somewhere, and how the turn ends."""
    table = await running(services, 2)
    user = table.decider.user_id
    table = (await services.play.act(table.id, user, parse_action("x@C6"))).table
    game = draw(EVERYTHING, hands={"A": "krbggg"}, turn="A 1").game
    seat = Seat(replace(table, view=game.view(None)), game.view(game.active))
    rows = first_page(WORDS, seat)
    moves = move_buttons(WORDS, seat)
    assert len(moves) <= 3
    rest = rows[1:] if moves else rows
    assert list(map(len, rest)) == [4, 4, 3]  # with end, swap and undo; and More
    more = Button("More", "te:1:-:-:more")
    lines = [lines_of([row]) for row in (*rest[:2], (*rest[2], more))]
    assert lines == [2, 2, 1], "pieces are named, so they take two lines on a phone"


# --- the keypad ----------------------------------------------------------------------------------


def pieces(seat: Seat) -> tuple[Piece, ...]:
    return (*COLOURS, *seat.view.leaders(seat.number), Catastrophe())


def reached(seat: Seat, piece: Piece) -> list[Cell]:
    """Every space to which some way over the keypad leads."""
    found: list[Cell] = []
    keypad = choose_space(WORDS, seat, piece)
    for button in buttons(keypad.rows).values():
        match intent(button):
            case Move(action):
                found.append(action.cell)
            case ChooseRow(_, column):
                column_face = choose_space(WORDS, seat, piece, column)
                spaces = [
                    request.action.cell
                    for each in buttons(column_face.rows).values()
                    if isinstance(request := intent(each), Move)
                ]
                assert len(spaces) > 1
                assert {str(cell)[0] for cell in spaces} == {column}
                assert sorted(marked(column_face)) == sorted(map(str, spaces))
                assert fits(column_face.rows)
                found += spaces
    assert fits(keypad.rows)
    assert "Why not?" in buttons(keypad.rows)
    if found:
        assert set(map(str, found)) <= set(marked(keypad))
    return found


@pytest.mark.parametrize("seed", longer(range(3)))
async def test_the_keypad_leads_to_every_legal_space_and_to_no_other(
    services: Services, seed: int
) -> None:
    rng = Random(seed)
    table = await running(services, 2 + seed)
    for number in range(60):
        table = (await act_at_random(services, table, rng)).table
        if table.status is not Status.RUNNING:
            break
        if number % 3:
            continue
        seat = (await services.visits.of(table.id, table.decider.user_id)).seat
        if seat.view.turn_refusal() is None:
            for piece in pieces(seat):
                cells = reached(seat, piece)
                assert sorted(cells) == sorted(seat.view.legal_cells(piece))
                assert len(set(cells)) == len(cells)


async def test_a_column_left_alone_is_skipped(services: Services) -> None:
    """R4.2: beside the temple there are only G2 and G4."""
    scene = draw(". . .\nk r k\n. . .", treasures="")
    keypad = choose_space(WORDS, await seat_at(services, scene.game), leader("Ak"))
    assert keypad.text == "Choose a space: 🏹⬛ King"
    assert list(buttons(keypad.rows)) == ["G2", "G4", *LOOKING, "Back"]
    assert sorted(marked(keypad)) == ["G2", "G4"]


async def test_a_space_left_alone_is_the_one_button(services: Services) -> None:
    scene = draw(". k .\nk r .\n. k .", treasures="")
    keypad = choose_space(WORDS, await seat_at(services, scene.game), leader("Ak"))
    assert keypad.text == "Choose a space: 🏹⬛ King"
    assert list(buttons(keypad.rows)) == ["H3", *LOOKING, "Back"]
    assert intent(buttons(keypad.rows)["H3"]) == Move(parse_action("Ak@H3"))


async def test_a_column_with_one_space_has_it_on_its_button(services: Services) -> None:
    scene = draw(". . .\n. r k\n. . .", treasures="")
    keypad = choose_space(WORDS, await seat_at(services, scene.game), leader("Ak"))
    assert keypad.text == "Choose a column: 🏹⬛ King"
    assert list(buttons(keypad.rows)) == ["F3", "G", *LOOKING, "Back"]
    column = choose_space(WORDS, await seat_at(services, scene.game), leader("Ak"), "G")
    assert list(buttons(column.rows)) == ["G2", "G4", "Other column", *LOOKING, "Back"]


async def test_r5_3_a_space_that_scores_for_another_says_so_and_for_whom(
    services: Services,
) -> None:
    """Before it counts: in words, and on its button by the dynasty that scores."""
    scene = draw("Ab r .\n. . .\n. . r\n. . Br", treasures="")
    seat = await seat_at(services, scene.game)
    other = plain_names(seat.table)[1]
    column = choose_space(WORDS, seat, Colour.RED, "H")
    theirs = buttons(column.rows)["H6 +1"]
    assert (theirs.emoji, theirs.style) == ("🐂", Style.PLAIN)
    assert f"H3 and H6: {other} scores 1 red" in column.text.split("\n")
    farms = choose_space(WORDS, await seat_at(services, draw("Ab r .").game), Colour.RED, "H")
    nobody = buttons(farms.rows)["H2"]
    assert (nobody.emoji, nobody.style) == (None, Style.PLAIN)


async def test_a_space_that_scores_for_the_player_bears_the_colour(services: Services) -> None:
    seat = await seat_at(services, draw("Ar r . . .", treasures="").game)
    column = choose_space(WORDS, seat, Colour.RED, "H")
    own = buttons(column.rows)["H2 +1"]
    assert (own.emoji, own.style) == ("🟥", Style.PLAIN)
    assert column.text == "Choose a space: 🟥 temple"  # it is for no one else


async def test_a_space_where_a_conflict_starts_says_so(services: Services) -> None:
    """R6.1, R7.1: a revolt, a war."""
    seat = await seat_at(services, draw(THREE_AGAINST_TWO).game)
    column = choose_space(WORDS, seat, leader("Ak"), "H")
    assert buttons(column.rows)["H3"].emoji == "⚔️"
    assert "starts a revolt" in column.text
    seat = await seat_at(services, draw(TWO_WARS).game)
    column = choose_space(WORDS, seat, Colour.RED, "H")
    assert buttons(column.rows)["H2"].emoji == "⚔️"
    assert any("starts 2 wars" in line for line in column.text.split("\n"))


async def test_a_leader_is_withdrawn_on_its_keypad(services: Services) -> None:
    """R4.5; also where it can go nowhere else (R4.2)."""
    for drawing, treasures in (("Ak r .\n. . .", "P2"), ("k k .\nAk r k\nk k .", "")):
        seat = await seat_at(services, draw(drawing, treasures=treasures).game)
        keypad = choose_space(WORDS, seat, leader("Ak"))
        withdraw = intent(buttons(keypad.rows)["Withdraw"])
        assert withdraw == Act(WithdrawLeader(leader("Ak")))
        assert "Withdraw" not in buttons(choose_space(WORDS, seat, leader("Ar")).rows)
    assert keypad.text == "There's no space for this: 🏹⬛ King"


async def test_the_keypads_fit_at_their_fullest(services: Services) -> None:
    """Sixteen columns for a King that can be withdrawn; eleven rows for a catastrophe."""
    seats = draw("Ak r").game.seats
    game = Game.start(seats, full_bag("classic"))
    for action in ("Ak@A2", "r@D6", "end", "end"):
        if action[0] == "r":
            game = replace(game, hands=((0, 6, 0, 0), *game.hands[1:]))
        game = game.apply(game.active, parse_action(action)).game
    seat = await seat_at(services, game)
    columns = choose_space(WORDS, seat, leader("Ak"))
    assert len(buttons(columns.rows)) == 16 + 3 + 2  # withdraw, and back
    longest = max(
        (choose_space(WORDS, seat, Catastrophe(), column) for column in "ABCDEFGHIJKLMNOP"),
        key=lambda face: len(buttons(face.rows)),
    )
    assert len(buttons(longest.rows)) == 11 + 3 + 2  # other column, and back
    for face in (columns, longest):
        assert fits(face.rows)
    assert list(map(len, columns.rows)) == [4, 4, 4, 4, 5]
    assert list(map(len, longest.rows)) == [4, 4, 3, 5]


# --- a swap --------------------------------------------------------------------------------------


async def test_a_swap_is_one_press_a_tile(services: Services) -> None:
    """R11.1: two temples of two, then a farm."""
    seat = await seat_at(services, draw("Ak r", hands={"A": "krrbgg"}).game)
    face = choose_swap(WORDS, seat)
    assert list(buttons(face.rows)) == [
        "1 settlement",
        "2 temples",
        "1 farm",
        "2 markets",
        "Back",
    ]
    for label in ("2 temples", "1 temple", "1 farm"):
        chosen = intent(buttons(face.rows)[label])
        assert isinstance(chosen, ChooseSwap)
        face = choose_swap(WORDS, seat, chosen.tiles)
    assert face.text == (
        "Swap: 🟥 2 × temple and 🟦 1 × farm.\n"
        "You draw from the bag. You can't undo this.\n"
        "If you also end your turn, you give up 1 action."
    )
    assert list(buttons(face.rows)) == [
        "1 settlement",
        "2 markets",
        "Swap these",
        "Swap and end turn",
        "Start again",
        "Back",
    ]
    swap = SwapTiles((0, 2, 1, 0))
    assert intent(buttons(face.rows)["Swap these"]) == Act(swap)
    assert intent(buttons(face.rows)["Swap and end turn"]) == PlayLine((swap, EndTurn()))
    assert intent(buttons(face.rows)["Start again"]) == ChooseSwap()


async def test_beside_a_display_a_swap_asks_first_where_to_draw_from(services: Services) -> None:
    """R12.3: the turn cannot be ended with it."""
    scene = draw("Ak r", options="display", display="kkrb", turn="A 1")
    face = choose_swap(WORDS, await seat_at(services, scene.game), (1, 0, 0, 0))
    assert "Swap these" in buttons(face.rows)
    assert "Swap and end turn" not in buttons(face.rows)


async def test_a_swap_fits_at_its_fullest(services: Services) -> None:
    seat = await seat_at(services, draw("Ak r", hands={"A": "kkrrbg"}).game)
    face = choose_swap(WORDS, seat, (1, 1, 0, 0))
    assert len(buttons(face.rows)) == 4 + 4
    assert fits(face.rows)


async def test_what_is_not_held_is_not_swapped(services: Services) -> None:
    seat = await seat_at(services, draw("Ak r", hands={"A": "krrbgg"}).game)
    with pytest.raises(IllegalAction, match="in your hand"):
        choose_swap(WORDS, seat, (2, 0, 0, 0))


# --- what is confirmed ---------------------------------------------------------------------------

THREE_AGAINST_TWO = """
    .  .  r  .
    Bk r  .  r
    r  g  r  .
"""
TWO_WARS = """
    Ak r  .  r  Bk
    Ag r  .  r  Bg
"""


async def confirmed(services: Services, scene: Scene, action: str) -> tuple[Seat, Content | None]:
    seat = await seat_at(services, scene.game)
    return seat, second_look(WORDS, seat, parse_action(action))


async def test_an_attack_says_whom_and_how_strong_both_are(services: Services) -> None:
    """R6.1, R6.2. Nothing ends the turn with it, as both are asked first (R6.3)."""
    scene = draw(THREE_AGAINST_TWO, turn="A 1")
    seat, shown = await confirmed(services, scene, "Ak@H3")
    defender = plain_names(seat.table)[1]
    assert list(buttons(shown.rows)) == ["Attack", "Legend", "Back"]
    assert shown.text.startswith("What would happen:")
    assert f"attacks **{defender}**" in shown.text
    assert shown.text.endswith(
        "On the board 4 to 2, with all you hold 7 to 2. You'll probably win."
    )
    assert shown.picture.name.startswith("preview-")


async def test_an_attack_is_confirmed_in_the_same_words_whatever_the_other_holds(
    services: Services,
) -> None:
    """R15.1: only how many tiles are in another's hand is known."""
    table = await running(services, 2)
    faces = []
    for hand in ("gggggg", "kkkkkk", "rrrrrr"):
        game = draw(THREE_AGAINST_TWO, hands={"B": hand}).game
        seat = Seat(replace(table, view=game.view(None)), game.view(0))
        faces.append(second_look(WORDS, seat, parse_action("Ak@H3")))
    words = [replace(face, picture=None) for face in faces]
    assert words == [words[0]] * 3


async def test_a_war_says_how_strong_both_are(services: Services) -> None:
    """R7.2: who unites kingdoms of others fights for neither."""
    own = draw("Ak r . r Bk\n. k . . .")
    _, shown = await confirmed(services, own, "r@H2")
    assert "Attack" in buttons(shown.rows)
    assert "On the board 1 to 0, with all you hold 2 to 0." in shown.text
    others = draw("Ak r . r Bk\n. k . . .", seats="A B L", turn="L 2")
    _, shown = await confirmed(services, others, "r@H2")
    assert "Start the war" in buttons(shown.rows)
    assert "with all you hold" not in shown.text


async def test_several_wars_are_named_by_their_leaders(services: Services) -> None:
    """R7.1: which is first is asked afterwards."""
    _, shown = await confirmed(services, draw(TWO_WARS), "r@H2")
    assert list(buttons(shown.rows)) == ["Start 2 wars", "Legend", "Back"]


@pytest.mark.parametrize("left", [1, 2])
async def test_a_catastrophe_says_what_it_destroys(services: Services, left: int) -> None:
    """R10.1; the turn can be ended with it, and what that gives up is said."""
    scene = draw("Ak r .\n. g .", turn=f"A {left}")
    for cell, outcome in (("G3", "Destroy G3"), ("H2", "Place it on H2")):
        _, shown = await confirmed(services, scene, f"x@{cell}")
        assert list(buttons(shown.rows)) == [outcome, "… and end turn", "Legend", "Back"]
        catastrophe = parse_action(f"x@{cell}")
        assert intent(buttons(shown.rows)[outcome]) == Act(catastrophe)
        both = PlayLine((catastrophe, EndTurn()))
        assert intent(buttons(shown.rows)["… and end turn"]) == both
        assert ("give up 1 action" in shown.text) == (left == 2)


async def test_what_can_be_undone_counts_at_once(services: Services) -> None:
    """Tiles that score or unite in peace, leaders that attack nobody, a leader that goes."""
    scene = draw("Ak r . r Bg\n. . . . .")
    seat = await seat_at(services, scene.game)
    for action in ("k@F3", "r@H2", "Ab@G3", "Ak@G3", "Ak@-"):
        assert second_look(WORDS, seat, parse_action(action)) is None


async def test_the_longest_names_fit_on_a_button(services: Services) -> None:
    seat = await seat_at(services, draw(THREE_AGAINST_TWO).game)
    named = tuple(replace(player, name="W" * 32) for player in seat.table.players)
    long = Seat(replace(seat.table, players=named), seat.view)
    assert fits(second_look(WORDS, long, parse_action("Ak@H3")).rows)
