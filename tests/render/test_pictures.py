"""The pictures as a whole: sizes, names, what they must not show, and that they never fail."""

import ast
import asyncio
import random
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

import render
from engine import (
    CELLS,
    LEADERS,
    OPTIONS,
    ActionDecision,
    Colour,
    Dynasty,
    PointsScored,
    Score,
    ScoreCause,
    TilesRemoved,
)
from render import ENGLISH, Labels, board_png, desk_png, hand_png
from render.drawing.text import fitted, text_width
from render.drawing.theme import THEME
from render.panels.hand import draw_hand, draw_wide_hand, hand_height, wide_hand_height
from render.panels.head import draw_head
from render.panels.names import presentable
from render.panels.players import draw_players, players_height
from tests.render.scenes import NAMES, colours, drawn, lively_game, opened, public, start, written

HOSTILE = {
    "wide": "W" * 32,
    "emoji": "🏺🐂🦁🏹" * 8,
    "family": "👨‍👩‍👧‍👦",
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
    "heaped": "a" + "\u0301" * 100,
    "nothing": "\u200b\u200c\u200d\u2060\ufeff" * 6,
    "joiners": "\u200d".join("שaع") + "\u200d" * 30,
    "directed": "\u2067\u202e\u202dשרה\u2069 (abc\u202c[\u061c 12 עמר",
    "no letter": "\u0301\u064b x\u0e33 \u093f",
    "unknown": "\ue000\U0010ffff\u0378\U000e0041x",
}

AT_TABLES = list(zip(*[iter([*HOSTILE.values(), "W"])] * 4, strict=True))
"""The same names, four at each table."""

ENDED = [lively_game(seed, seats)[-1] for seed, seats in ((1, 2), (2, 3), (3, 4))]


# --- sizes and bytes ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "higher"), [((), 0), (("ziggurat",), 38), (("open",), 38), (OPTIONS, 38)]
)
@pytest.mark.parametrize(("seats", "height"), [(2, 922), (3, 1016), (4, 1016)])
def test_the_board_picture_has_the_promised_size(seats, height, options, higher):
    png = board_png(start(seats, options=options).view(None), NAMES[:seats])
    if "open" in options:
        higher += 40 * ((seats + 1) // 2)
    with Image.open(BytesIO(png)) as image:
        assert (image.size, image.mode, image.format) == ((972, height + higher), "P", "PNG")
        image.verify()


def test_the_hand_picture_is_small():
    png = hand_png(start().view(1), NAMES[:3])
    assert opened(png).width == 640
    assert len(png) < 16_000


@pytest.mark.parametrize("seed", range(2))
def test_a_board_picture_stays_under_sixty_kilobytes(seed):
    for game, events in lively_game(seed)[::80]:
        pieces = (game.board.connecting | game.board.catastrophes).bit_count()
        if pieces <= 80:
            assert len(board_png(game.view(None), NAMES, events)) < 60_000
            assert len(desk_png(game.view(None), game.view(0), NAMES, events)) < 80_000


def test_the_same_arguments_give_the_same_bytes():
    game, events = lively_game(0)[120]
    assert board_png(game.view(None), NAMES, events) == board_png(game.view(None), NAMES, events)


def test_threads_draw_the_same_as_one_after_the_other():
    positions = lively_game(4)[::60]

    async def together():
        pictures = (
            asyncio.to_thread(board_png, game.view(None), NAMES, events)
            for game, events in positions
        )
        return await asyncio.gather(*pictures)

    assert asyncio.run(together()) == [
        board_png(game.view(None), NAMES, events) for game, events in positions
    ]


# --- every position ----------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "board"), [(2, "advanced"), (3, "classic"), (4, "advanced")])
def test_whatever_a_game_comes_to_can_be_drawn_for_everybody(board, seats):
    positions = lively_game(seats, seats, board)
    chosen = random.Random(seats).sample(positions, 3) + positions[-1:]
    for game, events in chosen:
        board_png(game.view(None), NAMES[:seats], events)
        seat = game.decision.seat
        hand_png(game.view(seat), NAMES[:seats])
        desk_png(game.view(None), game.view(seat), NAMES[:seats], events)


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


def shuffled_secrets(game):
    """The same to the public: other tiles of the same number in all hands and the bag."""
    sizes = [sum(hand) for hand in game.hands]
    hands = tuple((size, 0, 0, 0) for size in sizes)
    scores = tuple(Score(9, 9, 9, 9, 9) for _ in sizes)
    return replace(game, hands=hands, scores=scores, bag=game.bag[::-1])


@pytest.mark.parametrize("seed", range(2))
def test_the_public_picture_does_not_depend_on_anything_hidden(seed):
    for game, events in lively_game(seed)[10:-1:60]:
        other = shuffled_secrets(game)
        assert board_png(game.view(None), NAMES, events) == board_png(
            other.view(None), NAMES, events
        )


def test_the_board_picture_shows_no_hand_not_even_to_its_owner():
    view = start().view(0)
    others = replace(view, hands=((6, 0, 0, 0), None, None))
    assert board_png(view, NAMES[:3]) == board_png(others, NAMES[:3])


def test_a_hand_picture_shows_what_its_owner_has():
    view = start().view(0)

    def showing(**changes):
        return hand_png(replace(view, **changes), NAMES[:3])

    pictures = {
        showing(),
        showing(hands=((6, 0, 0, 0), None, None)),
        showing(hands=((0, 0, 0, 0), None, None)),
        showing(catastrophes=(1, 2, 2)),
        showing(scores=(Score(1), None, None)),
        showing(scores=(Score(0, 0, 0, 0, 1), None, None)),
        showing(board=view.board.with_leader(LEADERS[0], CELLS[0])),
    }
    assert len(pictures) == 7


# --- the desk: board and hand in one -------------------------------------------------------------

BOARD = 1016
"""The height of the board with three players."""


def desk(view, events=(), public_view=None):
    """The desk of a seat in a game of three."""
    return desk_png(public_view or start().view(None), view, NAMES[:3], events)


@pytest.mark.parametrize("options", [(), OPTIONS])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_desk_is_the_board_with_the_hand_below(seats, options):
    game = start(seats, options=options)
    events = [PointsScored(1, Colour.RED, 2, ScoreCause.TILE, LEADERS[0])]
    board = opened(board_png(game.view(None), NAMES[:seats], events))
    png = desk_png(game.view(None), game.view(1), NAMES[:seats], events)
    with Image.open(BytesIO(png)) as image:
        assert (image.size, image.mode, image.format) == ((972, board.height + 214), "P", "PNG")
        image.verify()
    assert opened(png).crop((0, 0, *board.size)).tobytes() == board.tobytes()


def test_a_desk_shows_what_its_owner_has():
    view = start().view(0)
    board = board_png(start().view(None), NAMES[:3])
    variants = [
        view,
        replace(view, hands=((6, 0, 0, 0), None, None)),
        replace(view, hands=((0, 0, 0, 0), None, None)),
        replace(view, catastrophes=(1, 2, 2)),
        replace(view, catastrophes=(0, 2, 2)),
        replace(view, scores=(Score(1), None, None)),
        replace(view, scores=(Score(0, 0, 0, 0, 1), None, None)),
        replace(view, board=view.board.with_leader(LEADERS[0], CELLS[0])),
        start().view(1),
    ]
    below = (0, opened(board).height, 972, opened(board).height + 214)
    assert len({opened(desk(each)).crop(below).tobytes() for each in variants}) == len(variants)


def test_six_tiles_of_a_colour_and_large_totals_have_their_room():
    view = start().view(0)
    score = Score(199, 199, 199, 199, 14)
    for hand in ((6, 0, 0, 0), (0, 0, 0, 6), (1, 2, 2, 1)):
        full = replace(view, hands=(hand, None, None), scores=(score, None, None))
        draw_wide_hand(Confined(THEME.width, wide_hand_height()), full, (), 0)
    picture = opened(desk(full)).crop((0, BOARD, 972, BOARD + 214))
    treasures = written(picture, "14", THEME.huge_text, (THEME.cream, THEME.panel))
    ((right, _),) = treasures
    assert right + text_width("14", THEME.huge_text) < 972 - 28 - 2 * THEME.hand_leader - 6


def test_points_gained_of_late_stand_out_in_the_own_totals():
    """Only the own ones: those of others are in their boxes."""
    view = start().view(0)
    plain = opened(desk(view))
    for seat, marked in ((0, True), (1, False)):
        events = [PointsScored(seat, Colour.RED, 2, ScoreCause.TILE, LEADERS[0])]
        hand = opened(desk(view, events)).crop((0, BOARD, 972, BOARD + 214))
        assert (THEME.mark in colours(hand)) == marked
        assert (hand.tobytes() != plain.crop((0, BOARD, 972, BOARD + 214)).tobytes()) == marked


@pytest.mark.parametrize("seed", range(2))
def test_a_desk_does_not_depend_on_what_its_owner_may_not_know(seed):
    for game, events in lively_game(seed)[10:-1:60]:
        secret = shuffled_secrets(game)
        other = replace(
            secret,
            hands=(game.hands[0], *secret.hands[1:]),
            scores=(game.scores[0], *secret.scores[1:]),
        )
        one, twin = (
            desk_png(each.view(None), each.view(0), NAMES, events) for each in (game, other)
        )
        assert one == twin


# --- names and words ---------------------------------------------------------------------------


class Confined:
    """A canvas that fails when something is put outside a box."""

    def __init__(self, width, height):
        self.width, self.height, self.theme = width, height, THEME
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
        """How many pairs of pieces and words are over each other."""
        return sum(
            one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
            for one, other in combinations(self.covered, 2)
        )


@pytest.mark.parametrize("names", AT_TABLES)
def test_no_name_breaks_a_picture_or_leaves_it(names):
    for game, events in (lively_game(0)[150], ENDED[2]):
        view = game.view(None)
        board_png(view, names, events)
        for name in names:
            shown = [presentable(name, "Lion")] * 4
            height = THEME.head + THEME.field + players_height(view)
            canvas = Confined(THEME.width, height)
            draw_head(canvas, view, shown, ENGLISH)
            wordy = Labels(preview=name or "?", decisions={type(view.decision): "W" * 60})
            draw_head(canvas, view, shown, wordy, planned=True)
            draw_players(canvas, view, shown, events, THEME.head + THEME.field - THEME.gap)
    hand = start(options=("display", "open")).view(0)
    for name in names:
        draw_hand(Confined(THEME.hand_width, hand_height(hand)), hand, presentable(name, "Lion"))
        assert hand_png(hand, (name,) * 3)


def test_a_name_is_cut_to_its_room():
    for name in HOSTILE.values():
        for room in (0, 5, 40, 200):
            cut = fitted(presentable(name, "Lion"), THEME.text, room)
            assert not cut or text_width(cut, THEME.text) <= room


def test_names_are_shown_as_far_as_the_font_goes():
    shown = {kind: presentable(name, "Lion") for kind, name in HOSTILE.items()}
    assert shown["wide"] == "W" * 32
    assert shown["control"] == "ab c d[31me"
    assert shown["override"] == "gnirts x"
    assert shown["fancy"] == "Alice the Great"
    assert shown["surrogate"] == "broken"
    assert shown["empty"] == shown["blank"] == shown["chinese"] == "Lion"


def test_letters_of_many_languages_are_shown():
    for name in ("Zoë", "Łukasz", "Đặng", "Ὀδυσσεύς", "Гильгамеш", "ישראל", "عمر"):
        assert presentable(name, "Lion") == name


def test_every_seat_needs_a_name():
    with pytest.raises(ValueError, match="3 seats"):
        board_png(start().view(None), ["only one"])


def test_words_come_from_the_labels():
    view = start().view(None)
    french = Labels(decisions={ActionDecision: "à vous"})
    assert board_png(view, NAMES[:3], (), french) != board_png(view, NAMES[:3])


def test_words_that_the_font_lacks_are_in_english():
    view = start().view(None)
    japanese = Labels(decisions={ActionDecision: "手番"})
    assert board_png(view, NAMES[:3], (), japanese) == board_png(view, NAMES[:3])
    dynasties = dict.fromkeys(Dynasty, "弓")
    assert board_png(view, [""] * 3) == board_png(view, ["Archer", "🐂", "Lion"])
    assert board_png(view, [""] * 3, (), Labels(dynasties=dynasties)) == board_png(view, [""] * 3)


def test_events_of_no_space_leave_the_board_as_it_is():
    view = public()
    assert drawn(view, [TilesRemoved(Colour.RED, ())]).tobytes() == drawn(view).tobytes()
