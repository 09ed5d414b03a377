"""The pictures as a whole: sizes, names, what they must not show, and that they never fail."""

import ast
import asyncio
import importlib
import pkgutil
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest

import render
from engine import (
    CELLS,
    LAYOUTS,
    LEADERS,
    OPTIONS,
    ActionDecision,
    Board,
    Colour,
    Conflict,
    Contender,
    DisplayTileTaken,
    Dynasty,
    Over,
    PointsScored,
    Score,
    ScoreCause,
    Turn,
    mask_of,
)
from render import (
    ENGLISH,
    THEMES,
    Labels,
    board_png,
    chart_png,
    conflict_png,
    desk_png,
    expected_png,
    hand_png,
    replay_gif,
    share_png,
)
from render.drawing.canvas import Canvas
from render.drawing.text import fitted, text_width
from render.drawing.theme import THEME
from render.panels.hand import draw_hand, draw_wide_hand, hand_height, wide_hand_height
from render.panels.head import draw_head
from render.panels.names import presentable
from render.panels.players import draw_players, players_height
from tests.engine.random_games import with_others_permuted
from tests.render.golden import BLOCK_LIMIT, MEAN_LIMIT, SCENES, apart, golden, half
from tests.render.records import lively_game
from tests.render.scenes import NAMES, colours, drawn, opened, public, size_of, start, written

HOSTILE = {
    "wide": "W" * 32,
    "emoji": "🏺🐂🦁🏹" * 8,
    "right to left": "مرحبا بالعالم يا صديقي العزيز",
    "override": "\u202egnirts\u202c \u2066x",
    "control": "a\x00b\nc\td\x1b[31me\r\x7f",
    "empty": "",
    "blank": " \u3000\u200b\u2800 ",
    "chinese": "底格里斯河与幼发拉底河",
    "piled": "Z̴̧̛̳͓̤̱̯̊̓̀͌̕͝ȁ̶̛͉̝̬͚̎̓l̸̡̺͖̓̐̑̿ģ̷̳̹̫̒̑o̶̢̠̥͐̑͘͝",
    "fancy": "Ⓐⓛⓘⓒⓔ ⓣⓗⓔ Great",
    "surrogate": "\ud83d broken",
    "joined": "ﷺ" * 32,
    "joiners": "\u200d".join("שaع") + "\u200d" * 30,
    "directed": "\u2067\u202e\u202dשרה\u2069 (abc\u202c[\u061c 12 עמר",
    "no letter": "\u0301\u064b x\u0e33 \u093f",
    "unknown": "\ue000\U0010ffff\u0378\U000e0041x",
}

AT_TABLES = list(zip(*[iter([*HOSTILE.values(), "W", "Ben"])] * 3, strict=True))
"""The same names, three at each table."""

ENDED = [lively_game(1, 2, "advanced")[-1], lively_game(1)[-1]]

GAME, EVENTS = lively_game(1)[90]
OWN = GAME.view(0)
PLACES = [(1.0, 2.0, 3.0), (2.5, 2.5, 1.0)]
WAR = Conflict(
    True,
    Colour.BLUE,
    Contender(0, LEADERS[2], CELLS[0], 3),
    Contender(2, LEADERS[10], CELLS[9], 2, 4),
)
OVER = replace(GAME.view(None), decision=Over(0), scores=(Score(9, 9, 9, 9), Score(), Score(9)))
TURNS = [Turn(GAME.view(None), EVENTS), Turn(OVER, ())]
PICTURES = {
    "board": partial(board_png, GAME.view(None), events=EVENTS),
    "hand": partial(hand_png, OWN),
    "desk": partial(desk_png, GAME.view(None), OWN, events=EVENTS),
    "card": partial(conflict_png, GAME.view(None), conflict=WAR, own=OWN),
    "chart": partial(chart_png, OVER, scores=[OVER.scores] * 3, resigned=[1]),
    "to share": partial(share_png, OVER, scores=[OVER.scores] * 3, resigned=[1]),
    "expected places": partial(expected_png, GAME.view(None), places=PLACES),
    "replay": partial(replay_gif, TURNS),
}
"""Pictures with three names, of which each would have to be right."""
pictures = pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)


# --- all of them -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_looks_as_it_is_meant_to(name):
    """See golden.py."""
    new, old = half(SCENES[name]()), golden(name)
    assert new.size == old.size
    mean, block = apart(new, old)
    assert mean < MEAN_LIMIT
    assert block < BLOCK_LIMIT


@pictures
def test_the_same_arguments_give_the_same_bytes_in_each_theme(picture):
    drawn = [picture(NAMES[:3], theme=each) for each in THEMES.values()]
    assert drawn == [picture(NAMES[:3], theme=each) for each in THEMES.values()]
    assert len({*drawn}) == len(THEMES)


@pictures
def test_every_seat_needs_a_name(picture):
    for names in (NAMES[:2], NAMES):
        with pytest.raises(ValueError, match="3 seats"):
            picture(names)


@pictures
def test_no_name_breaks_a_picture(picture):
    size = opened(picture(NAMES[:3])).size
    for names in AT_TABLES:
        assert opened(picture(names)).size == size


def test_every_cache_is_bounded():
    """A process that draws for years uses limited memory."""
    found = 0
    for module in pkgutil.walk_packages(render.__path__, "render."):
        if module.name == "render.__main__" or module.name.startswith("render.specimen"):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            if hasattr(value, "cache_parameters"):
                assert value.cache_parameters()["maxsize"], f"{module.name}.{name}"
                found += 1
    assert found > 10


# --- sizes and bytes ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "options", "height"),
    [(2, (), 922), (3, ("ziggurat",), 1016 + 38), (3, ("open",), 1134), (4, OPTIONS, 1134)],
)
def test_the_board_picture_has_the_promised_size(seats, options, height):
    png = board_png(start(seats, options=options).view(None), NAMES[:seats])
    assert size_of(png) == (972, height)


def test_pictures_are_small_files():
    for name, most in (("board", 60_000), ("desk", 80_000), ("hand", 16_000)):
        assert len(PICTURES[name](NAMES[:3])) < most
    assert opened(PICTURES["hand"](NAMES[:3])).width == 640


def test_threads_draw_the_same_as_one_after_the_other():
    positions = lively_game(1)[::60]

    async def together():
        pictures = (
            asyncio.to_thread(board_png, game.view(None), NAMES[:3], events)
            for game, events in positions
        )
        return await asyncio.gather(*pictures)

    assert asyncio.run(together()) == [
        board_png(game.view(None), NAMES[:3], events) for game, events in positions
    ]


# --- hidden information (R15) --------------------------------------------------------------------


HOME = Path(render.__file__).parent
MODULES = sorted(path for path in HOME.rglob("*.py") if path.parent.name != "specimen")


def test_pictures_are_made_of_views():
    """Nothing but the command knows a whole game, or the view that shows everything."""
    whole = {"Game", "OpenView", "Result", "Step", "load_game", "read_game", "read_position"}
    knowing = {
        path.stem
        for path in MODULES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom) and node.module == "engine"
        if whole & {alias.name for alias in node.names}
    }
    assert knowing == {"__main__"}


def test_a_picture_does_not_depend_on_what_its_viewer_may_not_know():
    for game, events in lively_game(1)[10:-1:60]:
        twins = game, with_others_permuted(game, None)
        assert len({board_png(each.view(None), NAMES[:3], events) for each in twins}) == 1
        twins = game, with_others_permuted(game, 0)
        desks = {desk_png(each.view(None), each.view(0), NAMES[:3], events) for each in twins}
        assert len(desks) == 1


def test_the_board_picture_shows_no_hand_not_even_to_its_owner():
    view = start().view(0)
    others = replace(view, hands=((6, 0, 0, 0), None, None))
    assert board_png(view, NAMES[:3]) == board_png(others, NAMES[:3])


# --- the desk: board and hand in one -------------------------------------------------------------

HAND = (0, 1016, 972, 1230)
"""Panels below the board of three players."""


def desk(view, events=(), public_view=None):
    """The desk of a seat in a game of three."""
    return desk_png(public_view or start().view(None), view, NAMES[:3], events)


@pytest.mark.parametrize(("seats", "options"), [(2, OPTIONS), (3, ()), (4, OPTIONS)])
def test_a_desk_is_the_board_with_the_hand_below(seats, options):
    """But for what it calls the one who decides."""
    game = start(seats, options=options)
    events = [PointsScored(1, Colour.RED, 2, ScoreCause.TILE, LEADERS[0])]
    board = opened(board_png(game.view(None), NAMES[:seats], events))
    png = desk_png(game.view(None), game.view(1), NAMES[:seats], events)
    assert size_of(png) == (972, board.height + 214)
    assert opened(png).crop((0, 0, *board.size)).tobytes() == board.tobytes()


def test_hand_and_desk_show_what_their_owner_has():
    view = start().view(0)
    variants = [
        view,
        replace(view, hands=((6, 0, 0, 0), None, None)),
        replace(view, hands=((0, 0, 0, 0), None, None)),
        replace(view, catastrophes=(1, 2, 2)),
        replace(view, scores=(Score(1), None, None)),
        replace(view, scores=(Score(0, 0, 0, 0, 1), None, None)),
        replace(view, board=view.board.with_leader(LEADERS[0], CELLS[0])),
        start().view(1),
    ]
    below = {opened(desk(each)).crop(HAND).tobytes() for each in variants}
    assert len(below) == len({hand_png(each, NAMES[:3]) for each in variants}) == len(variants)


def test_six_tiles_of_a_colour_and_large_totals_have_their_room():
    view = start().view(0)
    score = Score(199, 199, 199, 199, 14)
    for hand in ((6, 0, 0, 0), (0, 0, 0, 6), (1, 2, 2, 1)):
        full = replace(view, hands=(hand, None, None), scores=(score, None, None))
        draw_wide_hand(Confined(THEME.width, wide_hand_height()), full, (), 0)
    picture = opened(desk(full)).crop(HAND)
    treasures = written(picture, "14", THEME.huge_text, (THEME.cream, THEME.panel))
    ((right, _),) = treasures
    assert right + text_width("14", THEME.huge_text) < 972 - 28 - 2 * THEME.hand_leader - 6


def test_points_gained_of_late_stand_out_in_the_own_totals():
    """Only the own ones: those of others are in their boxes."""
    view = start().view(0)
    plain = opened(desk(view))
    for seat, marked in ((0, True), (1, False)):
        events = [PointsScored(seat, Colour.RED, 2, ScoreCause.TILE, LEADERS[0])]
        hand = opened(desk(view, events)).crop(HAND)
        assert (THEME.mark in colours(hand)) == marked
        assert (hand.tobytes() != plain.crop(HAND).tobytes()) == marked


# --- names and words ---------------------------------------------------------------------------


class Confined(Canvas):
    """A canvas that fails when something is put outside a box."""

    def __init__(self, width, height):
        super().__init__(width, height, THEME.night)
        self.covered = []

    def split(self, y):
        assert 0 <= y <= self.height

    def put(self, image, x, y):
        assert x >= 0
        assert y >= 0
        assert x + image.width <= self.width
        assert y + image.height <= self.height
        self.covered.append((x, y, x + image.width, y + image.height))

    def box(self, x, y, width, height, colour, *, radius=0):
        assert min(x, y) >= 0
        assert x + width <= self.width
        assert y + height <= self.height

    def overlaps(self):
        """The number of overlapping pairs of pieces and words."""
        return sum(
            one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
            for one, other in combinations(self.covered, 2)
        )


@pytest.mark.parametrize("names", AT_TABLES)
def test_no_name_leaves_its_place(names):
    hand = start(options=("display", "open")).view(0)
    shown = [presentable(name, "Lion") for name in names]
    for view in (GAME.view(None), ENDED[1][0].view(None)):
        canvas = Confined(THEME.width, THEME.head + THEME.field + players_height(view))
        draw_head(canvas, view, shown, ENGLISH)
        wordy = Labels(preview=names[0] or "?", decisions={type(view.decision): "W" * 60})
        draw_head(canvas, view, shown, wordy, planned=True)
        draw_players(canvas, view, shown, (), THEME.head + THEME.field - THEME.gap)
    for name in shown:
        draw_hand(Confined(THEME.hand_width, hand_height(hand)), hand, name)
        for room in (0, 5, 40, 200):
            cut = fitted(name, THEME.text, room)
            assert not cut or text_width(cut, THEME.text) <= room


def test_names_are_shown_as_far_as_the_font_goes():
    shown = {kind: presentable(name, "Lion") for kind, name in HOSTILE.items()}
    assert shown["wide"] == "W" * 32
    assert shown["control"] == "ab c d[31me"
    assert shown["override"] == "gnirts x"
    assert shown["fancy"] == "Alice the Great"
    assert shown["surrogate"] == "broken"
    assert shown["empty"] == shown["blank"] == shown["chinese"] == "Lion"
    for name in ("Zoë", "Łukasz", "Đặng", "Ὀδυσσεύς", "Гильгамеш", "ישראל", "عمر"):
        assert presentable(name, "Lion") == name


def test_words_come_from_the_labels_and_are_in_english_where_the_font_lacks_them():
    view = start().view(None)
    french = Labels(decisions={ActionDecision: "à vous"})
    assert board_png(view, NAMES[:3], (), french) != board_png(view, NAMES[:3])
    thai = Labels(decisions={ActionDecision: "ตาของ"})
    assert board_png(view, NAMES[:3], (), thai) == board_png(view, NAMES[:3])
    dynasties = dict.fromkeys(Dynasty, "นก")
    assert board_png(view, [""] * 3) == board_png(view, ["Archer", "🐂", "Lion"])
    assert board_png(view, [""] * 3, (), Labels(dynasties=dynasties)) == board_png(view, [""] * 3)


# --- the boxes of the players, and what is left ---------------------------------------------------


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
"""The room left below three players."""


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
