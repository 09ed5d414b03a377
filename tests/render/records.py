"""Whole games as records, to replay and to draw by the command."""

import random
from functools import cache

from engine import (
    AddDecision,
    Dynasty,
    Game,
    PlaceLeader,
    PlaceTile,
    Step,
    TurnBegan,
    full_bag,
    neighbours,
    read_game,
    write_record,
)


@cache
def record(seed, seats=3, board="classic", *, headers=()):
    """A game played at random to its end, but with purpose: conflicts and monuments come."""
    chance = random.Random(seed)
    bag = "".join(chance.sample(full := full_bag(board), len(full)))
    start = game = Game.start(tuple(Dynasty)[:seats], bag, board)
    decided = []
    while not game.over:
        action = _choose(game, chance)
        decided.append((game.seats[game.decision.seat], action))
        game, _ = game.apply(game.decision.seat, action)
    return write_record(start, bag, decided, headers)


def _choose(game, chance):
    kinds = {}
    for action in game.legal_actions():
        kinds.setdefault(type(action), []).append(action)
    for wanted, share in ((PlaceLeader, 0.3), (PlaceTile, 0.8)):
        if wanted in kinds and chance.random() < share:
            near = neighbours(game.board.connecting)
            beside = [action for action in kinds[wanted] if near & action.cell.bit]
            return chance.choice(beside or kinds[wanted])
    return chance.choice(kinds[chance.choice(list(kinds))])


@cache
def lively_game(seed, seats=3, board="classic"):
    """Each position of such a game with what has happened in its turn."""
    found = []
    turn = ()
    for each in read_game(record(seed, seats, board)):
        if isinstance(each, Step):
            began = any(isinstance(event, TurnBegan) for event in turn)
            turn = each.events if began else turn + each.events
            found.append((each.game, turn))
    return found


def games(text):
    """The game at the record's start and after each decision."""
    return [each.game if isinstance(each, Step) else each for each in read_game(text)]


def prefix_in_conflict(text, *, internal, half=False):
    """The record up to where a conflict is open; *half*: the attacker has added tiles."""
    lines = text.splitlines()
    for each in read_game(text):
        if isinstance(each, Step) and isinstance(decision := each.game.decision, AddDecision):
            conflict = decision.conflict
            if conflict.internal == internal and (conflict.attacker.added is not None) == half:
                return "\n".join(lines[: each.line]) + "\n"
    raise LookupError("no such conflict in this game")
