"""The faces of a turn: what can be pressed on them, what they say, and that they fit."""

import re
from dataclasses import replace
from itertools import islice

import pytest
from seated import WORDS, answer_in, moments, seat_at
from tabletop import ANNA, BEN, decider, running

from bot.content.message import Button, Style
from bot.content.names import plain_names
from bot.dispatch.context import TableContext
from bot.domain.seat import Seat
from bot.intents import UserRequest, parse_custom_id
from bot.intents.turn import Act, ChooseRow, ChooseSpace, ChooseSwap, Move, PlayLine
from bot.parts.turn.choosers import catastrophe_buttons, first_page, move_buttons, move_label
from bot.parts.turn.confirming import choose_swap, second_look
from bot.parts.turn.keypad import choose_space
from engine import (
    COLOURS,
    ActionDecision,
    Catastrophe,
    Colour,
    EndTurn,
    Game,
    IllegalAction,
    SwapTiles,
    WithdrawLeader,
    full_bag,
    moves_that_matter,
    parse_action,
)
from tests.engine.diagram import draw, leader
from tests.engine.random_games import Deal, play
from tests.phone_lines import lines_of

LOOKING = ("Why not?", "Zoom", "Legend")
"""The other buttons of every keypad."""


def buttons(rows):
    """All buttons, by their labels: there are no selects."""
    found = [button for row in rows for button in row]
    assert all(isinstance(button, Button) for button in found)
    named = {button.label: button for button in found}
    assert len(named) == len(found)
    return named


def intent(button):
    return parse_custom_id(button.custom_id).intent


def marked(content):
    """The spaces marked on the picture, by its description."""
    return re.findall(r"\b[A-P]\d{1,2}\b", content.picture.alt)


def fits(rows):
    """True if Discord accepts the page: five rows of five buttons, labels of 80 characters."""
    return len(rows) <= 5 and all(
        len(row) <= 5 and all(len(button.label) <= 80 for button in row) for row in rows
    )


# --- the first face ------------------------------------------------------------------------------

EVERYTHING = """
    Ak r  .  r  Ag
    .  .  .  .  .
    Ar r  .  r  Ab
"""


def test_one_press_for_each_colour_and_each_leader():
    scene = draw("Ak r .\n. . .", hands={"A": "kkrbbb"})
    seat = seat_at(scene.game)
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


def test_nothing_is_offered_that_is_not_there():
    seat = seat_at(draw("Ak r .", hands={"A": ""}, catastrophes=0).game)
    face = buttons(first_page(WORDS, seat))
    assert catastrophe_buttons(WORDS, seat) == ()
    assert "Swap" not in face
    assert not any(re.match(r"\d", label) for label in face)


async def with_an_undo(services, game):
    """The seat that is to play, whose last decision can be taken back."""
    table = await running(services, 2)
    action = parse_action("x@C6")
    table = (await services.play.act(table.id, table.decider.user_id, action)).table
    return Seat(replace(table, view=game.view(None)), game.view(game.active))


async def test_without_actions_left_only_the_end_and_undo(services):
    seat = await with_an_undo(services, draw("Ak r .", turn="A 0").game)
    face = buttons(first_page(WORDS, seat))
    assert list(face) == ["End turn", "Undo"]
    assert intent(face["End turn"]) == Act(EndTurn())


async def test_the_first_face_at_its_fullest_has_fifteen_buttons_in_eight_lines(services):
    """Three moves, four colours, four leaders on the board, and the end of the turn."""
    seat = await with_an_undo(services, draw(EVERYTHING, hands={"A": "krbggg"}, turn="A 1").game)
    rows = first_page(WORDS, seat)
    moves = move_buttons(WORDS, seat)
    assert len(moves) <= 3
    rest = rows[1:] if moves else rows
    assert list(map(len, rest)) == [4, 4, 3]  # with end, swap and undo; and More
    more = Button("More", parse_custom_id("te:1:-:-:more"))
    lines = [lines_of([row]) for row in (*rest[:2], (*rest[2], more))]
    assert lines == [2, 2, 1], "pieces are named, so they take two lines on a phone"


# --- the keypad ----------------------------------------------------------------------------------


def reached(seat, piece):
    """Every space to which some way over the keypad leads."""
    found = []
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


def test_the_keypad_leads_to_every_legal_space_and_to_no_other():
    for game in moments(Deal(1, 2, "classic"), every=20, most=60):
        seat = seat_at(game)
        if seat.view.turn_refusal() is None:
            for piece in (*COLOURS, *seat.view.leaders(seat.number), Catastrophe()):
                cells = reached(seat, piece)
                assert sorted(cells) == sorted(seat.view.legal_cells(piece))


def test_a_column_or_a_space_left_alone_is_on_the_first_face():
    """R4.2: beside the temple there are only G2 and G4; or only H3."""
    scene = draw(". . .\nk r k\n. . .", treasures="")
    keypad = choose_space(WORDS, seat_at(scene.game), leader("Ak"))
    assert keypad.text == "Choose a space: 🏹⬛ King"
    assert list(buttons(keypad.rows)) == ["G2", "G4", *LOOKING, "Back"]
    assert sorted(marked(keypad)) == ["G2", "G4"]
    scene = draw(". k .\nk r .\n. k .", treasures="")
    keypad = choose_space(WORDS, seat_at(scene.game), leader("Ak"))
    assert list(buttons(keypad.rows)) == ["H3", *LOOKING, "Back"]
    assert intent(buttons(keypad.rows)["H3"]) == Move(parse_action("Ak@H3"))


def test_a_column_with_one_space_has_it_on_its_button():
    scene = draw(". . .\n. r k\n. . .", treasures="")
    keypad = choose_space(WORDS, seat_at(scene.game), leader("Ak"))
    assert keypad.text == "Choose a column: 🏹⬛ King"
    assert list(buttons(keypad.rows)) == ["F3", "G", *LOOKING, "Back"]
    column = choose_space(WORDS, seat_at(scene.game), leader("Ak"), "G")
    assert list(buttons(column.rows)) == ["G2", "G4", "Other column", *LOOKING, "Back"]


def test_r5_3_a_space_that_scores_for_another_says_so_and_for_whom():
    """Before it counts: in words, and on its button by the dynasty that scores."""
    scene = draw("Ab r .\n. . .\n. . r\n. . Br", treasures="")
    seat = seat_at(scene.game)
    other = plain_names(seat.table)[1]
    column = choose_space(WORDS, seat, Colour.RED, "H")
    theirs = buttons(column.rows)["H6 +1"]
    assert (theirs.emoji, theirs.style) == ("🐂", Style.PLAIN)
    assert f"H3 and H6: {other} scores 1 red" in column.text.split("\n")
    farms = choose_space(WORDS, seat_at(draw("Ab r .").game), Colour.RED, "H")
    nobody = buttons(farms.rows)["H2"]
    assert (nobody.emoji, nobody.style) == (None, Style.PLAIN)

    # one that scores for the player bears the colour
    seat = seat_at(draw("Ar r . . .", treasures="").game)
    column = choose_space(WORDS, seat, Colour.RED, "H")
    own = buttons(column.rows)["H2 +1"]
    assert (own.emoji, own.style) == ("🟥", Style.PLAIN)
    assert column.text == "Choose a space: 🟥 temple"  # it is for no one else


def test_a_space_where_a_conflict_starts_says_so():
    """R6.1, R7.1: a revolt, a war."""
    seat = seat_at(draw(THREE_AGAINST_TWO).game)
    column = choose_space(WORDS, seat, leader("Ak"), "H")
    assert buttons(column.rows)["H3"].emoji == "⚔️"
    assert "starts a revolt" in column.text
    seat = seat_at(draw(TWO_WARS).game)
    column = choose_space(WORDS, seat, Colour.RED, "H")
    assert buttons(column.rows)["H2"].emoji == "⚔️"
    assert any("starts 2 wars" in line for line in column.text.split("\n"))


def test_a_leader_is_withdrawn_on_its_keypad():
    """R4.5; also where it can go nowhere else (R4.2)."""
    for drawing, treasures in (("Ak r .\n. . .", "P2"), ("k k .\nAk r k\nk k .", "")):
        seat = seat_at(draw(drawing, treasures=treasures).game)
        keypad = choose_space(WORDS, seat, leader("Ak"))
        withdraw = intent(buttons(keypad.rows)["Withdraw"])
        assert withdraw == Act(WithdrawLeader(leader("Ak")))
        assert "Withdraw" not in buttons(choose_space(WORDS, seat, leader("Ar")).rows)
    assert keypad.text == "There's no space for this: 🏹⬛ King"


def test_the_keypads_fit_at_their_fullest():
    """Sixteen columns for a King that can be withdrawn; eleven rows for a catastrophe."""
    seats = draw("Ak r").game.seats
    game = Game.start(seats, full_bag("classic"))
    for action in ("Ak@A2", "r@D6", "end", "end"):
        if action[0] == "r":
            game = replace(game, hands=((0, 6, 0, 0), *game.hands[1:]))
        game = game.apply(game.active, parse_action(action)).game
    seat = seat_at(game)
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


def test_a_swap_is_one_press_a_tile():
    """R11.1: two temples of two, then a farm."""
    seat = seat_at(draw("Ak r", hands={"A": "krrbgg"}).game)
    face = choose_swap(WORDS, seat)
    assert list(buttons(face.rows)) == ["1 settlement", "2 temples", "1 farm", "2 markets", "Back"]
    for label in ("2 temples", "1 temple", "1 farm"):
        chosen = intent(buttons(face.rows)[label])
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


def test_beside_a_display_a_swap_asks_first_where_to_draw_from():
    """R12.3: the turn cannot be ended with it."""
    scene = draw("Ak r", options="display", display="kkrb", turn="A 1")
    face = choose_swap(WORDS, seat_at(scene.game), (1, 0, 0, 0))
    assert "Swap these" in buttons(face.rows)
    assert "Swap and end turn" not in buttons(face.rows)


def test_a_swap_fits_at_its_fullest_and_takes_what_is_held():
    seat = seat_at(draw("Ak r", hands={"A": "kkrrbg"}).game)
    face = choose_swap(WORDS, seat, (1, 1, 0, 0))
    assert len(buttons(face.rows)) == 4 + 4
    assert fits(face.rows)
    with pytest.raises(IllegalAction, match="in your hand"):
        choose_swap(WORDS, seat, (3, 0, 0, 0))


# --- confirmations -------------------------------------------------------------------------------

THREE_AGAINST_TWO = """
    .  .  r  .
    Bk r  .  r
    r  g  r  .
"""
TWO_WARS = """
    Ak r  .  r  Bk
    Ag r  .  r  Bg
"""


def confirmed(scene, action):
    seat = seat_at(scene.game)
    return seat, second_look(WORDS, seat, parse_action(action))


def test_an_attack_says_whom_and_how_strong_both_are():
    """R6.1, R6.2. Nothing ends the turn with it, as both are asked first (R6.3)."""
    scene = draw(THREE_AGAINST_TWO, turn="A 1")
    seat, shown = confirmed(scene, "Ak@H3")
    defender = plain_names(seat.table)[1]
    assert list(buttons(shown.rows)) == ["Attack", "Legend", "Back"]
    assert shown.text.startswith("What would happen:")
    assert f"attacks **{defender}**" in shown.text
    assert shown.text.endswith(
        "On the board 4 to 2, with all you hold 7 to 2. You'll probably win."
    )
    assert shown.picture.name.startswith("preview-")
    named = tuple(replace(player, name="W" * 32) for player in seat.table.players)
    long = Seat(replace(seat.table, players=named), seat.view)
    assert fits(second_look(WORDS, long, parse_action("Ak@H3")).rows)


def test_a_war_says_how_strong_both_are():
    """R7.2: who unites kingdoms of others fights for neither."""
    own = draw("Ak r . r Bk\n. k . . .")
    _, shown = confirmed(own, "r@H2")
    assert "Attack" in buttons(shown.rows)
    assert "On the board 1 to 0, with all you hold 2 to 0." in shown.text
    others = draw("Ak r . r Bk\n. k . . .", seats="A B L", turn="L 2")
    _, shown = confirmed(others, "r@H2")
    assert "Start the war" in buttons(shown.rows)
    assert "with all you hold" not in shown.text
    _, shown = confirmed(draw(TWO_WARS), "r@H2")  # which is first is asked afterwards (R7.1)
    assert list(buttons(shown.rows)) == ["Start 2 wars", "Legend", "Back"]


@pytest.mark.parametrize("left", [1, 2])
def test_a_catastrophe_says_what_it_destroys(left):
    """R10.1; the turn can be ended with it, and its cost is shown."""
    scene = draw("Ak r .\n. g .", turn=f"A {left}")
    for cell, outcome in (("G3", "Destroy G3"), ("H2", "Place it on H2")):
        _, shown = confirmed(scene, f"x@{cell}")
        assert list(buttons(shown.rows)) == [outcome, "… and end turn", "Legend", "Back"]
        catastrophe = parse_action(f"x@{cell}")
        assert intent(buttons(shown.rows)[outcome]) == Act(catastrophe)
        both = PlayLine((catastrophe, EndTurn()))
        assert intent(buttons(shown.rows)["… and end turn"]) == both
        assert ("give up 1 action" in shown.text) == (left == 2)


def test_what_can_be_undone_counts_at_once():
    """Tiles that score or unite in peace, leaders that attack nobody, a leader that goes."""
    scene = draw("Ak r . r Bg\n. . . . .")
    seat = seat_at(scene.game)
    for action in ("k@F3", "r@H2", "Ab@G3", "Ak@G3", "Ak@-"):
        assert second_look(WORDS, seat, parse_action(action)) is None


# --- the moves that matter ------------------------------------------------------------------------


def labels(game):
    """The best moves, as buttons."""
    buttons = move_buttons(WORDS, seat_at(game))
    return [f"{button.emoji} {button.label}" for button in buttons]


def all_labels(seat):
    """Every move that matters, without its sign."""
    return [move_label(WORDS, seat, each) for each in moves_that_matter(seat.view, 100)]


def named(seat, name):
    """The same seat, at a table where everybody has that name."""
    players = tuple(replace(each, name=name) for each in seat.table.players)
    return replace(seat, table=replace(seat.table, players=players))


def test_a_move_is_named_by_its_space_and_what_it_does():
    scene = draw(
        """
        r* Ag r .
        .  .  r .
        .  .  r .
        .  .  . .
        .  .  r r*
        """,
        at="F3",
        hands={"A": "g"},
        catastrophes=0,
    )
    first, second, *_ = labels(scene.game)
    assert first == "🟩 Market H6 · 1 treasure · 1 green"
    assert second == "🏹⬛ King to H6 · 1 treasure"


def test_squares_and_what_others_get_are_said():
    own = draw("r Ak k k\n. .  . k", hands={"A": "k"})
    assert labels(own.game)[0] == "⬛ Settlement H3 · monument possible"
    given = draw("r Bk k k\n. .  . k\n. . r Ag", hands={"A": "k"})
    assert "⬛ Settlement H3 · monument possible" in labels(given.game)


def test_conflicts_say_strengths_on_the_board_with_all_held_and_what_is_likely():
    war = draw("r Ak k . k Bk r", hands={"A": "kkr", "B": "ggg"})
    assert "🟥 Temple I2 · ⚔️ 1:1 → 3:1 · likely" in labels(war.game)
    attack = draw("r Bk r .", hands={"A": "rrrr", "B": "k"})
    first, *_ = labels(attack.game)
    assert first == "🏹⬛ King I2 · ⚔️ 1:2 → 5:2 · you win"


def test_a_catastrophe_says_who_returns():
    scene = draw("Bk r . Ag r .", hands={"A": "b"})
    seat = seat_at(scene.game)
    other = seat.table.players[1].name
    assert f"Catastrophe G2 · {other}'s King returns" in all_labels(seat)
    seat = named(seat, "Computer (of the highest level)")
    dynasty = WORDS.dynasty(seat.view.seats[1]).capitalize()
    # There is no room for a whole name.
    assert f"Catastrophe G2 · {dynasty}'s King returns" in all_labels(seat)


def test_nothing_is_offered_to_who_does_not_decide():
    seat = seat_at(draw("r Bk . .").game)
    waiting = Seat(seat.table, draw("r Bk . .").game.view(1))
    assert move_buttons(WORDS, waiting) == ()


def test_every_label_and_address_fits_and_means_the_move():
    for moment in islice(play(Deal(5, 3, "classic", ("buildings", "ziggurat"))), 0, None, 8):
        if not isinstance(moment.game.decision, ActionDecision):
            continue
        seat = named(seat_at(moment.game), "W" * 32)
        buttons = move_buttons(WORDS, seat)
        moves = moves_that_matter(seat.view, 3)
        worth_it = [each.action for each in moves if 2 * each.worth > moves[0].worth]
        at = (seat.table.id, seat.number, seat.table.shown_version)
        assert [parse_custom_id(each.custom_id) for each in buttons] == [
            UserRequest(Move(action), *at) for action in worth_it
        ]
        for button in buttons:
            assert len(button.label) <= 41
            assert " · " in button.label
            assert len(button.custom_id) <= 100


async def test_a_press_takes_the_move_but_first_shows_what_cannot_be_taken_lightly(services):
    table = await running(services, 2)
    person = next(each for each in (ANNA, BEN) if each.user_id == decider(table))
    visit = await services.visits.of(table.id, person.user_id)
    taken = moves_that_matter(visit.seat.view)[0].action
    for action, stored in ((parse_action("x@A1"), False), (taken, True)):
        request = UserRequest(Move(action), table.id, visit.seat.number, table.state_version)
        context = TableContext(services, WORDS, person, request, visit=visit)
        page = await answer_in(context)
        assert ("What would happen:" in page.text) != stored
        assert bool(context.stored) == stored
