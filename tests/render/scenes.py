"""Positions to draw, and ways to look at what was drawn."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from io import BytesIO

from PIL import Image

from engine import (
    LAYOUTS,
    ActionDecision,
    Board,
    Cell,
    Decision,
    Dynasty,
    Event,
    Game,
    PlaceTile,
    TurnBegan,
    View,
    full_bag,
    neighbours,
)
from render import board_png
from render.ground import corner_of
from render.theme import THEME

NAMES = ("Ann", "Ben", "Cleo", "Dan")
EMPTY = Board.at_set_up(LAYOUTS["classic"]).without_treasures(-1).without_tiles(-1)


def start(seats: int = 3, board: str = "classic", seed: int = 0) -> Game:
    """A game at its beginning."""
    bag = list(full_bag(board))
    random.Random(seed).shuffle(bag)
    return Game.start(tuple(Dynasty)[:seats], "".join(bag), board)


def public(board: Board = EMPTY, decision: Decision | None = None) -> View:
    """What everybody sees of a game on that board, with three players."""
    view = start().view(None)
    return replace(view, board=board, decision=decision or ActionDecision(0))


@cache
def lively_game(
    seed: int, seats: int = 4, board: str = "classic"
) -> list[tuple[Game, tuple[Event, ...]]]:
    """A game played at random, but with purpose: each position with the events of its turn."""
    return list(_play(seed, seats, board))


def _play(seed: int, seats: int, board: str) -> Iterator[tuple[Game, tuple[Event, ...]]]:
    chance = random.Random(seed)
    game, turn = start(seats, board, seed), ()
    yield game, turn
    while not game.over:
        kinds: dict[type, list] = {}
        for action in game.legal_actions():
            kinds.setdefault(type(action), []).append(action)
        kind = (
            PlaceTile
            if PlaceTile in kinds and chance.random() < 0.6
            else chance.choice(list(kinds))
        )
        actions = kinds[kind]
        if kind is PlaceTile:
            near = neighbours(game.board.connecting)
            actions = [action for action in actions if near & action.cell.bit] or actions
        game, events = game.apply(game.decision.seat, chance.choice(actions))
        turn = events if any(isinstance(event, TurnBegan) for event in turn) else turn + events
        yield game, turn


def drawn(view: View, events: Sequence[Event] = (), names: Sequence[str] = NAMES) -> Image.Image:
    """The board picture in colours."""
    return opened(board_png(view, names[: len(view.seats)], events))


def opened(png: bytes) -> Image.Image:
    """A PNG in colours."""
    with Image.open(BytesIO(png)) as image:
        image.load()
        return image.convert("RGB")


def space(picture: Image.Image, cell: str) -> Image.Image:
    """The part of a board picture that shows one space."""
    x, y = corner_of(Cell.parse(cell))
    y += THEME.head - THEME.gap
    return picture.crop((x, y, x + THEME.cell, y + THEME.cell))


def colours(image: Image.Image) -> set[tuple[int, int, int]]:
    """Every colour in a picture."""
    return {colour for _, colour in image.getcolors(maxcolors=image.width * image.height)}
