"""From the descriptions of pictures alone a game can be set up elsewhere, and gone on with."""

from functools import cache
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
from tests.render.scenes import start

GAMES = Path(__file__).parents[2] / "journeys" / "games"
NAMES = ("Ann", "Bob the 2nd", "Cléo-Ño", "D")
WORDS = Words()


@cache
def positions():
    """All kinds of positions, many in the middle of a conflict; each with what is told of it."""
    recorded = (step for name in sorted(GAMES.iterdir()) for step in read_game(name.read_text()))
    games = [start(2), *(step.game for step in recorded if isinstance(step, Step))]
    found = [game for game in games if game.decision.kind != "action"] + games[::7]
    return [(game, told(game)) for game in found if not game.over]


def told(game):
    return describe_board(WORDS, game.view(None), NAMES)


def test_the_board_can_be_set_up_from_its_description():
    kinds = set()
    for game, text in positions():
        view = game.view(None)
        assert comparable(Reader(text).public()) == comparable(view)
        kinds.add(type(view.decision))
    assert kinds >= {AddDecision, BuildDecision, TakeDecision, WarDecision, DrawDecision}


def test_a_player_knows_the_own_hand_and_what_is_legal():
    for game, text in positions()[::3]:
        seat = game.decision.seat
        own = game.view(seat)
        read = Reader(f"{describe_hand(WORDS, own, beside_board=True)} {text}").own(seat)
        assert comparable(read) == comparable(own)
        assert set(read.legal_actions()) == set(own.legal_actions())


def test_kingdoms_strengths_the_ground_and_what_is_at_stake_are_told():
    """R1.5, R6.2, R7.3, R7.6: nobody has to count tiles."""
    wars = 0
    for game, text in positions():
        board, reader = game.board, Reader(text)
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
        if isinstance(game.decision, AddDecision) and not game.decision.conflict.internal:
            wars += 1
            conflict = game.decision.conflict
            parties = (conflict.attacker, conflict.defender)
            assert reader.at_stake == tuple(lost(board, party.leader) for party in parties)
    assert wars > 3
