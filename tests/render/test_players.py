"""The boxes of the players and what is left, below the board: any number fits, no colour alone."""

from dataclasses import replace

import pytest

from engine import (
    CELLS,
    LAYOUTS,
    LEADERS,
    OPTIONS,
    Board,
    Colour,
    DisplayTileTaken,
    Dynasty,
    Over,
    PointsScored,
    Score,
    ScoreCause,
    mask_of,
)
from render import board_png
from render.drawing.theme import THEME
from render.panels.players import draw_players, players_height
from tests.render.scenes import NAMES, colours, drawn, opened, public, start, written
from tests.render.test_pictures import ENDED, Confined


def test_public_state_of_every_player_is_shown():
    view = start().view(None)
    variants = [
        view,
        replace(view, active=1),
        replace(view, actions_left=1),
        replace(view, hand_sizes=(6, 5, 6)),
        replace(view, catastrophes=(2, 1, 2)),
        replace(view, scores=(Score(), Score(), Score())),
        replace(view, scores=(Score(1), Score(), Score())),
        replace(view, seats=(Dynasty.POT, Dynasty.BULL, Dynasty.LION)),
    ]
    assert len({drawn(variant).tobytes() for variant in variants}) == len(variants)


def box_of(picture, seat, *, scores=False):
    """The box of a seat below the board: higher where scores are shown."""
    height = THEME.player + (40 if scores else 0)
    x, y = 486 * (seat % 2), (height + THEME.gap) * (seat // 2)
    top = THEME.head + THEME.field - THEME.gap
    return picture.crop((x, top + y, x + 486, top + y + height))


@pytest.mark.parametrize("scores", [None, Score(1, 2, 3, 4)])
@pytest.mark.parametrize("gained", ["points", "display"])
def test_what_somebody_gained_is_shown_in_the_own_box(gained, scores):
    event = PointsScored(1, Colour.RED, 3, ScoreCause.EXTERNAL_CONFLICT, LEADERS[1])
    if gained == "display":
        event = DisplayTileTaken(1, Colour.RED)
    view = replace(public(), scores=(scores,) * 3)
    plain, seen = (
        [box_of(drawn(view, events), seat, scores=bool(scores)) for seat in range(3)]
        for events in ((), (event,))
    )
    assert [seat for seat in range(3) if plain[seat].tobytes() != seen[seat].tobytes()] == [1]
    assert THEME.mark not in colours(plain[1])
    assert scores is None or gained == "display" or THEME.mark in colours(seen[1])


SUPPLY = (0, 956, 972, 1016)
"""What is left, below three players."""


def test_what_is_left_is_counted_below_the_players_and_has_its_room_with_all_options():
    """Three digits, six tiles, two digits, and all that can be built."""
    paints = THEME.cream, THEME.panel
    for bag, treasures, options in ((88, 3, ()), (88, 7, ()), (128, 14, OPTIONS)):
        mask = mask_of(CELLS[:treasures])
        board = Board(LAYOUTS["advanced"], tiles=(0, mask, 0, 0), treasures=mask)
        view = replace(public(board), bag_size=bag, options=tuple(options))
        view = replace(view, display=(2, 2, 1, 1) if options else None)
        supply = drawn(view).crop(SUPPLY)
        assert len(written(supply, str(bag), 28, paints)) == 1
        ((x, y),) = written(supply, str(treasures), 28, paints)
        assert colours(supply.crop((x + 36, y, x + 42, y + 20))) == {THEME.panel}


@pytest.mark.parametrize(("game", "events"), ENDED)
def test_the_end_shows_the_places(game, events):
    view = game.view(None)
    names = NAMES[: len(view.seats)]
    ended = board_png(view, names, events)
    assert isinstance(view.decision, Over)
    reversed_scores = replace(view, scores=view.scores[::-1])
    assert ended != board_png(reversed_scores, names, events)
    picture = opened(ended)
    for placing in game.ranking():
        box = box_of(picture, placing.seat, scores=True).crop((50, 40, 120, THEME.player))
        ground = THEME.gold if placing.place == 1 else THEME.cream
        assert len(written(box, str(placing.place), 28, (THEME.ink, ground))) == 1
    winners = ", ".join(names[placing.seat] for placing in game.ranking() if placing.place == 1)
    head = picture.crop((0, 0, 972, THEME.head))
    assert len(written(head, winners, 30, (THEME.cream, THEME.lit))) == 1


@pytest.mark.parametrize(("points", "over"), [(9, False), (100, False), (199, False), (199, True)])
def test_any_number_of_points_fits_its_box(points, over):
    """Each with the symbol of its sphere, and nothing beside or over another."""
    score = Score(points, points, points, points, min(points, 14))
    view = replace(start(4, options=OPTIONS).view(None), scores=(score,) * 4)
    if over:
        view = replace(view, decision=Over(0), hands=((6, 0, 0, 0),) * 4)
    events = [PointsScored(0, colour, points, ScoreCause.TILE, LEADERS[0]) for colour in Colour]
    canvas = Confined(THEME.width, players_height(view))
    draw_players(canvas, view, ("Wolfeschlegelsteinhausen",) * 4, events, 0)
    assert canvas.overlaps() == (4 if over else 0)  # the places, on the emblems


@pytest.mark.parametrize(
    "name", ["Cleopatra of Alexandria the Last", "Wolfeschlegelsteinhausenbergerdo", "W" * 32]
)
def test_a_name_of_thirty_two_letters_is_seen_whole(name):
    """On one line or two: as long as a name on Discord can be."""
    first, *others = (
        board_png(public(), (shown, "Ben", "Cleo"))
        for shown in (name, f"{name[:-1]}i", f"{name[:-2]}ii")
    )
    assert len({box_of(opened(png), 0).tobytes() for png in (first, *others)}) == 3
