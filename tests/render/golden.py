"""A few pictures as they are meant to look, kept beside the tests at half their size.

``python -m tests.render.golden`` says how far today's pictures are from the kept ones;
``--review FOLDER`` puts kept, new and difference side by side there; ``--update`` keeps the
new ones. Look at them before you do.
"""

import argparse
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import Image, ImageChops, ImageStat

from engine import (
    LEADERS,
    AddDecision,
    BuildingPlaced,
    Cell,
    Colour,
    Conflict,
    ConflictDecided,
    Contender,
    DisplayTileTaken,
    Dynasty,
    Leader,
    LeaderPlaced,
    LeaderReturned,
    Over,
    PointsScored,
    ReturnCause,
    Score,
    ScoreCause,
    TakeDecision,
    TilePlaced,
    TilesRemoved,
    TreasuresTaken,
    cells_of,
    read_game,
    turns_of,
)
from render import (
    THEMES,
    Building,
    Emblem,
    RatingCurve,
    RatingPoint,
    Region,
    Tile,
    Treasure,
    board_png,
    chart_png,
    conflict_png,
    desk_png,
    emoji_png,
    expected_png,
    hand_png,
    legend_png,
    ratings_png,
    region_png,
    replay_gif,
    share_png,
    spaces_png,
)
from tests.render.records import lively_game, record
from tests.render.scenes import NAMES, grand_view, opened, start

FOLDER = Path(__file__).with_name("golden")
MEAN_LIMIT, BLOCK_LIMIT = 0.5, 16.0
"""The largest difference allowed: on average, and of any block of 4 by 4 pixels, 0 to 255."""


LONG_NAMES = ("Ann", "Cleopatra of Alexandria the Last", "Wolfeschlegelsteinhausenbergerdo", "Dan")


_cell = Cell.parse


def _war(attack=None):
    """Over the red of two, of which the attacker has added so much."""
    attacker = Contender(1, Leader(Dynasty.BULL, Colour.RED), _cell("C9"), 7, attack)
    return Conflict(
        False, Colour.RED, attacker, Contender(3, Leader(Dynasty.POT, Colour.RED), _cell("K9"), 8)
    )


def busy_turn():
    """All options, and marks of everything that can happen."""
    events = (
        TilePlaced(0, Colour.BLUE, _cell("G9")),
        TilesRemoved(Colour.GREEN, (_cell("H6"), _cell("H7"))),
        LeaderPlaced(1, Leader(Dynasty.BULL, Colour.BLACK), _cell("L10"), _cell("P11")),
        LeaderReturned(3, Leader(Dynasty.POT, Colour.BLUE), _cell("H3"), ReturnCause.NO_TEMPLE),
        TreasuresTaken(0, (_cell("O9"),)),
        PointsScored(0, Colour.BLUE, 2, ScoreCause.TILE, LEADERS[2]),
        BuildingPlaced(1, Colour.BLUE, _cell("G1"), None),
        DisplayTileTaken(0, Colour.GREEN),
    )
    return board_png(grand_view(), NAMES, events)


def war():
    """An external conflict on the board of the high-contrast theme."""
    view = grand_view(AddDecision(3, _war(2)))
    board = view.board.with_unification(Colour.BLUE, _cell("G9"))
    events = (TilePlaced(1, Colour.BLUE, _cell("G9")),)
    return board_png(replace(view, board=board), NAMES, events, theme=THEMES["high-contrast"])


def choosing():
    """The spaces where a leader may be put, early on the advanced board."""
    game, _ = lively_game(1, 2, "advanced")[40]
    board = game.board
    return spaces_png(
        game.view(None), cells_of(board.empty & board.layout.land & board.beside_temples)
    )


def rows():
    """One column of spaces, some of them occupied, and another where a leader may not go."""
    view, king = grand_view(), Leader(Dynasty.BULL, Colour.BLACK)
    legal = (cell for cell in cells_of(view.board.empty | view.board.face_up) if cell.col == 4)
    refused = {Cell(row, 8): letter for row, letter in enumerate("ABCDABCDABC")}
    return spaces_png(view, legal, refused=refused, piece=king, theme=THEMES["high-contrast"])


def desk():
    """A desk of the player to move, in the middle of a game of three."""
    game, events = lively_game(1)[90]
    return desk_png(game.view(None), game.view(game.active), NAMES[:3], events)


def previewed():
    """The desk of one who looks at what two actions would lead to."""
    view = start(4, options=("display", "open")).view(None)
    placed = LeaderPlaced(0, Leader(Dynasty.ARCHER, Colour.RED), _cell("C3"), None)
    scores = (Score(12, 1, 2, 3, 1), Score(), Score(0, 9, 120, 7), Score(1, 1, 1, 1, 9))
    own = replace(start(4).view(0), scores=scores, hands=((1, 1, 1, 3), None, None, None))
    board = view.board.with_leader(placed.leader, placed.cell)
    board = board.with_tile(Colour.BLUE, _cell("D3"))
    view = replace(view, board=board, scores=scores, actions_left=0)
    own = replace(own, board=board)
    events = (placed, TilePlaced(0, Colour.BLUE, _cell("D3")))
    return desk_png(view, own, LONG_NAMES, events, planned=True)


def replayed():
    """One frame of an animation."""
    return _frame(30, 0)


def final():
    """The last frame of an animation: the scores."""
    return _frame(-1, 1)


def _frame(turn, number):
    """A frame of the animation of one turn."""
    turns = list(turns_of(read_game(record(2, 4))))
    with Image.open(BytesIO(replay_gif([turns[turn]], NAMES))) as animation:
        animation.seek(number)
        picture = Image.new("RGB", animation.size)
        picture.paste(animation.convert("RGB"))
    return _png(picture)


def _png(picture):
    found = BytesIO()
    picture.save(found, "PNG")
    return found.getvalue()


def emojis():
    """Some of them beside each other, on the ground of a message."""
    leader = Leader(Dynasty.LION, Colour.BLUE)
    pieces = (Tile(Colour.GREEN), Building(Colour.RED), leader, Emblem(Dynasty.POT), Treasure())
    sheet = Image.new("RGB", (128 * len(pieces), 128), (49, 51, 56))
    for at, piece in enumerate(pieces):
        with Image.open(BytesIO(emoji_png(piece))) as image:
            drawn = image.convert("RGBA")
        sheet.paste(drawn, (128 * at, 0), drawn)
    return _png(sheet)


def treasures():
    """Three treasures of which one stays, and two that go in any case."""
    due, framed = list(map(_cell, ("F3", "F10", "K11"))), list(map(_cell, ("B2", "B8")))
    choices = (tuple(sorted({*framed, *due} - {stays})) for stays in due)
    return board_png(grand_view(TakeDecision(1, tuple(choices))), NAMES)


def decided():
    """The card of a war that is over: the defender's leader has left the board."""
    attacker = Contender(1, Leader(Dynasty.BULL, Colour.RED), _cell("C9"), 7, 4)
    defender = Contender(0, Leader(Dynasty.ARCHER, Colour.RED), _cell("J11"), 4, 1)
    conflict = Conflict(False, Colour.RED, attacker, defender)
    events = (
        ConflictDecided(conflict),
        LeaderReturned(0, defender.leader, defender.cell, ReturnCause.LOST_CONFLICT),
        TilesRemoved(Colour.RED, (_cell("I11"), _cell("L11"), _cell("M11"))),
    )
    return conflict_png(grand_view(), NAMES, conflict, events=events, scored=4)


def ended():
    """The end of a game of two."""
    game, events = lively_game(1, 2, "advanced")[-1]
    return board_png(game.view(None), NAMES[:2], events)


def hand():
    """A hand where the table plays with an open display."""
    return hand_png(start(3, options=("display", "open")).view(1), NAMES[:3])


def attacked():
    """The card of a war for the one who attacks, with what that holds."""
    own = replace(start(4).view(1), hands=(None, (0, 3, 2, 1), None, None))
    return conflict_png(grand_view(), LONG_NAMES, _war(), own=own)


def scored():
    """The final scores of a game of three, with a tie, and how they came about."""
    scores = (Score(22, 6, 9, 9, 3), Score(10, 10, 11, 14), Score(10, 10, 12, 13))
    view = replace(start(3).view(None), decision=Over(0), scores=scores)
    course = [
        tuple(Score(*(points * turn // 12 for points in score)) for score in scores)
        for turn in range(13)
    ]
    return chart_png(view, NAMES[:3], scores=course)


def shared():
    """A game of four to share: a shared first place, a long name, one who resigned, all options."""
    scores = (Score(8, 9, 7, 8, 1), Score(8, 8, 9, 8), Score(3, 12, 14, 2, 4), Score(4, 3, 2, 1))
    view = replace(grand_view(Over(0)), scores=scores)
    course = [
        tuple(Score(*(points * turn // 12 for points in score)) for score in scores)
        for turn in range(13)
    ]
    how = {"title": "Ur by night", "date": "2026-11-28", "resigned": [3], "ended_early": True}
    return share_png(view, LONG_NAMES, **how, scores=course)


def expected():
    """Four players' expectations after each turn, and the turns that mattered."""
    places = [(2.5, 2.5, 2.5, 2.5)]
    for turn in range(36):
        one, two, three, four = places[-1]
        step = 0.11 if turn < 12 else -0.06
        places.append((one - step, two + step / 2, three + (0.04 if turn < 25 else -0.09), four))
    places.append((1.0, 3.0, 2.0, 4.0))
    marked = {12: "1", 13: "2", 26: "3"}
    return expected_png(start(4).view(None), NAMES, places, marked=marked)


def rated():
    """The ratings of two people, one of them provisional only at first."""
    start, chance = datetime(2026, 1, 3, tzinfo=UTC), Random(1)
    points, rating = [], 1500.0
    for game in range(30):
        rating += 16 * (chance.random() - 0.4)
        at, spread = start + timedelta(days=9 * game), round(60 + 190 * 0.9**game)
        points.append(RatingPoint(at, round(rating), spread, game < 10))
    other = [
        RatingPoint(at + timedelta(days=100), rating - 60, spread, True)
        for at, rating, spread, _ in points[:8]
    ]
    curves = [RatingCurve("Ann", points), RatingCurve("Cleopatra of Alexandria the Last", other)]
    return ratings_png(curves)


def zoomed():
    """A quarter of the board with everything on it."""
    return region_png(grand_view(), Region.quarters()[2])


def legend():
    """Every piece and sign with its name."""
    return legend_png()


SCENES = {
    scene.__name__: scene
    for scene in (
        busy_turn,
        war,
        choosing,
        rows,
        ended,
        hand,
        desk,
        previewed,
        replayed,
        final,
        emojis,
        treasures,
        decided,
        attacked,
        scored,
        shared,
        expected,
        rated,
        zoomed,
        legend,
    )
}


def half(png):
    """The picture at half its size, in colours."""
    return opened(png).reduce(2)


def golden(name):
    """The picture as it is meant to look."""
    with Image.open(FOLDER / f"{name}.png") as image:
        return image.convert("RGB")


def apart(one, other):
    """Return the mean difference of two pictures of one size, and that of the worst block.

    Edges of letters, which vary with the text library, hardly count: blocks are compared.
    """
    difference = ImageChops.difference(one.reduce(4), other.reduce(4))
    return (
        max(ImageStat.Stat(difference).mean),
        float(max(high for _, high in difference.getextrema())),
    )


def main():
    """Compare, review or update."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--update", action="store_true", help="keep the new pictures")
    parser.add_argument("--review", type=Path, metavar="FOLDER", help="kept, new, difference")
    options = parser.parse_args()
    for name, scene in SCENES.items():
        new = half(scene())
        if (FOLDER / f"{name}.png").exists():
            old = golden(name)
            same = old.size == new.size
            print(name, *(f"{value:.1f}" for value in apart(old, new)) if same else "of other size")
            if options.review and same:
                _side_by_side(old, new).save(options.review / f"{name}.png")
        if options.update:
            small = new.quantize(256, kmeans=2, dither=Image.Dither.NONE)
            small.save(FOLDER / f"{name}.png", optimize=True)


def _side_by_side(old, new):
    sheet = Image.new("RGB", (3 * old.width, old.height))
    difference = ImageChops.difference(old, new).point(lambda value: min(255, 3 * value))
    for at, image in enumerate((old, new, difference)):
        sheet.paste(image, (at * old.width, 0))
    return sheet


if __name__ == "__main__":
    main()
