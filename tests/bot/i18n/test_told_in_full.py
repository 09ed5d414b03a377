"""From the descriptions of pictures alone a game can be set up elsewhere, and gone on with."""

from pathlib import Path

from bot.i18n import Words
from bot.i18n.alt_text import describe_board, describe_hand
from engine import (
    AddDecision,
    BuildDecision,
    DrawDecision,
    Step,
    TakeDecision,
    WarDecision,
    read_game,
)
from tests.from_texts import Reader, comparable, lost
from tests.render.scenes import lively_game, start

GAMES = Path(__file__).parents[2] / "journeys" / "games"
NAMES = ("Ann", "Bob the 2nd", "Cléo-Ño", "D")
WORDS = Words()


def recorded(name):
    """The positions of a recorded game while it goes on."""
    steps = [step for step in read_game((GAMES / name).read_text()) if isinstance(step, Step)]
    return [step.game for step in steps if not step.game.over]


def positions():
    """All kinds of positions, many of them in the middle of a conflict."""
    yield start(2)
    for name in sorted(path.name for path in GAMES.iterdir()):
        yield from recorded(name)
    for seed, seats in ((1, 2), (2, 3), (3, 4)):
        yield from (game for game, _ in lively_game(seed, seats)[::7] if not game.over)


def test_the_board_can_be_set_up_from_its_description():
    kinds = set()
    for game in positions():
        view = game.view(None)
        reader = Reader(describe_board(WORDS, view, NAMES))
        assert comparable(reader.public()) == comparable(view)
        kinds.add(type(view.decision))
    assert kinds >= {AddDecision, BuildDecision, TakeDecision, WarDecision, DrawDecision}


def test_a_player_knows_the_own_hand_and_what_is_legal():
    for game in positions():
        seat = game.decision.seat
        own = game.view(seat)
        told = describe_hand(WORDS, own, beside_board=True)
        reader = Reader(f"{told} {describe_board(WORDS, game.view(None), NAMES)}")
        read = reader.own(seat)
        assert comparable(read) == comparable(own)
        assert set(read.legal_actions()) == set(own.legal_actions())


def test_kingdoms_strengths_and_the_ground_are_told():
    """R1.5, R6.2, R7.3: nobody has to count tiles."""
    for game in positions():
        board = game.board
        reader = Reader(describe_board(WORDS, game.view(None), NAMES))
        assert reader.strengths == {
            cell: (board.temples_beside(cell), board.external_strength(leader))
            for leader, cell in board.standing()
        }
        assert reader.shared == {
            frozenset((leader, board.cell_of(leader)) for leader in kingdom.leaders)
            for kingdom in board.kingdoms
            if len(kingdom.leaders) > 1
        }
        assert reader.river == board.layout.river
        assert reader.framed == board.layout.framed


def test_what_the_parties_of_a_war_would_lose_is_told():
    """R7.6: the picture marks it on the board."""
    wars = 0
    for game in positions():
        decision = game.decision
        if isinstance(decision, AddDecision) and not decision.conflict.internal:
            wars += 1
            conflict = decision.conflict
            told = Reader(describe_board(WORDS, game.view(None), NAMES)).at_stake
            parties = (conflict.attacker, conflict.defender)
            assert told == tuple(lost(game.board, party.leader) for party in parties)
    assert wars > 3
