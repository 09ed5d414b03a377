"""The moves that matter as buttons: what they say, and what a press leads to."""

from dataclasses import replace
from itertools import islice

from seated import seat_at
from tabletop import ANNA, BEN, decider, running

from bot.dispatch.context import TableContext
from bot.dispatch.handlers import answer_at_table
from bot.domain import Seat
from bot.features.turn.intents import Move
from bot.features.turn.moves import move_buttons, move_label
from bot.i18n import Words
from bot.intents import UserRequest, parse_custom_id
from engine import ActionDecision, moves_that_matter, parse_action
from tests.engine.diagram import draw
from tests.engine.random_games import Deal, play

WORDS = Words()


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


def test_a_leader_on_the_board_moves_to():
    scene = draw("r Ag . m m\n. .  r m m\n. . . . .", monuments=("kg I2",), hands={"A": "b"})
    seat = seat_at(scene.game)
    assert any(label.startswith("Trader to ") for label in all_labels(seat))


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
        page = await answer_at_table(context)
        assert ("What would happen:" in page.text) != stored
        assert bool(context.stored) == stored
