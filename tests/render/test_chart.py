"""Charts: final scores with what decided (R14.3), their course, expected places, ratings."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from engine import Colour, Over, Score, rank, ties_of
from render import (
    THEMES,
    Labels,
    RatingCurve,
    RatingPoint,
    chart_png,
    expected_png,
    ratings_png,
)
from render.charts.plot import line_sample, paint_of, spread
from render.drawing.theme import THEME
from tests.render.scenes import NAMES, colours, opened, size_of, start, written

# R14.4: pot wins by 11; lion and bull reach 10 and 10, then lion's 12 beats bull's 11.
WORKED = (Score(22, 6, 9, 9, 3), Score(10, 10, 11, 14, 0), Score(10, 10, 12, 13, 0))


def ended(*scores):
    view = start(len(scores)).view(None)
    return replace(view, decision=Over(0), scores=scores)


def chart(*scores, **more):
    return chart_png(ended(*scores), NAMES[: len(scores)], **more)


def row(picture, place):
    """The panel of that place from the top, from 0."""
    top = 72 + 184 * place
    return picture.crop((0, top, 640, top + 176))


@pytest.mark.parametrize(("seats", "height"), [(2, 440), (3, 624), (4, 808)])
def test_a_chart_has_the_promised_size(seats, height):
    png = chart(*(Score(9, 8, 7, 6 - seat) for seat in range(seats)))
    assert size_of(png) == (640, height)
    assert len(png) < 30_000


def test_players_stand_in_the_order_of_their_places():
    """The panels are the same in any order of seats, as long as dynasty and name go along."""
    view = ended(*WORKED)
    turned = replace(view, scores=WORKED[::-1], seats=view.seats[::-1])
    assert chart_png(view, NAMES[:3]) == chart_png(turned, NAMES[:3][::-1])


@pytest.mark.parametrize(
    ("score", "weakest"),
    [
        (Score(4, 9, 8, 7), "k"),
        (Score(9, 8, 4, 7), "b"),
        (Score(9, 4, 8, 4), "rg"),
        (Score(9, 2, 8, 7, 10), "rkbg"),  # the treasures make all equal
        (Score(9, 2, 8, 7, 2), "r"),
    ],
)
def test_the_weakest_spheres_are_marked(score, weakest):
    """R14.3: an arrow in front of the bar."""
    for others in ([Score()], [Score(20, 20, 20, 20)]):
        place = rank([score, *others])[0].seat
        panel = row(opened(chart(score, *others)), place)
        arrows = {
            str(colour): panel.crop((20, 60 + 28 * colour, 42, 80 + 28 * colour))
            for colour in Colour
        }
        assert {letter for letter, at in arrows.items() if THEME.gold in colours(at)} == set(
            weakest
        )


def figures(panel):
    """The paints of the four figures in a panel's heading, from the left."""
    paints = {THEME.cream: "cream", THEME.gold: "gold", THEME.dim: "dim"}
    found = []
    blank = 9
    for x in range(440, 620):
        column = panel.crop((x, 8, x + 1, 50)).getcolors()
        if len(column) == 1:
            blank += 1
            continue
        if blank > 8:
            found.append(Counter())
        blank = 0
        for count, paint in column:
            found[-1][paints.get(paint, "edge")] += count
    return [max(paints.values(), key=lambda paint: figure[paint]) for figure in found]


@pytest.mark.parametrize(
    ("other", "paints"),
    [
        # Ascending 3 5 6 7 against 2 5 6 7, 3 4 6 7, 3 5 5 7, 3 5 6 6, and the same.
        (Score(2, 5, 6, 7), ["gold", "dim", "dim", "dim"]),
        (Score(3, 4, 6, 7), ["cream", "gold", "dim", "dim"]),
        (Score(3, 5, 5, 7), ["cream", "cream", "gold", "dim"]),
        (Score(3, 5, 6, 6), ["cream", "cream", "cream", "gold"]),
        (Score(7, 6, 5, 3), ["cream", "cream", "cream", "cream"]),
    ],
)
def test_the_sphere_that_decided_stands_out(other, paints):
    """R14.3: from the weakest on, the first in which the two differ."""
    picture = opened(chart(Score(7, 3, 5, 6), other))
    assert [figures(row(picture, place)) for place in (0, 1)] == [paints, paints]


def test_a_shared_place_is_shown_twice():
    shared = rank([Score(5, 5, 5, 6), Score(6, 5, 5, 5)])
    assert [placing.place for placing in shared] == [1, 1]
    view = ended(Score(5, 5, 5, 6), Score(6, 5, 5, 5))
    second = (shared[0], replace(shared[1], place=2))
    assert chart_png(view, NAMES[:2], shared) != chart_png(view, NAMES[:2], second)


def test_who_resigned_stands_where_the_placings_say():
    plain = rank(WORKED)
    last = (*plain[1:], plain[0])
    placings = tuple(replace(each, place=place) for place, each in enumerate(last, start=1))
    picture = opened(chart(*WORKED, placings=placings, resigned={plain[0].seat}))
    marked = [THEME.ember in colours(row(picture, place)) for place in range(3)]
    assert marked == [False, False, True]


def test_who_was_given_up_is_told_from_who_resigned():
    first, second, _ = (placing.seat for placing in rank(WORKED))
    paint = (THEME.ember, THEME.panel)
    picture = opened(chart(*WORKED, resigned=[first], given_up=[second]))
    for place, words in enumerate((["resigned"], ["lost the seat"], [])):
        found = {
            word: len(written(row(picture, place), word, THEME.small_text, paint))
            for word in ("resigned", "lost the seat")
        }
        assert [word for word, times in found.items() if times] == words


@pytest.mark.parametrize("how", ["resigned", "given_up"])
def test_nothing_was_decided_against_those_who_did_not_stay(how):
    placings = rank(WORKED)  # 10 10 12 13, then 10 10 11 14, then 9 9 9 22
    second = placings[1].seat
    picture = opened(chart(*WORKED, **{how: [second]}))
    assert figures(row(picture, 0)).index("gold") == 0  # against the last one
    assert figures(row(picture, 1)) == ["dim"] * 4
    assert figures(row(picture, 2)).index("gold") == 0


def test_the_winner_is_framed_unless_everybody_resigned():
    frame = (100, 0, 110, 3)
    for resigned, framed in (((), [True, False, False]), (range(3), [False] * 3)):
        picture = opened(chart(*WORKED, resigned=resigned))
        frames = [colours(row(picture, place).crop(frame)) for place in range(3)]
        assert [THEME.gold in frame for frame in frames] == framed


@pytest.mark.parametrize("score", [Score(), Score(0, 0, 0, 0, 14), Score(120, 130, 140, 150)])
def test_no_score_breaks_a_chart(score):
    for others in ([Score()], [Score(1), score, Score(3, 3, 3, 3, 3)]):
        chart(score, *others, scores=[[Score()] * (1 + len(others)), [score, *others]])


def test_scores_that_are_hidden_are_not_shown():
    for viewer in (None, 1):
        with pytest.raises(ValueError, match="score"):
            chart_png(start().view(viewer), NAMES[:3])


def test_every_seat_needs_a_placing():
    placings = rank(WORKED)
    for wrong in (placings[:2], (*placings, placings[0]), placings[:1] * 3):
        with pytest.raises(ValueError, match="placing"):
            chart(*WORKED, placings=wrong)


def test_words_come_from_the_labels_and_long_ones_are_smaller_but_whole():
    left = {"resigned": [0], "given_up": [1]}
    for word in ("final_scores", "weakest_decides", "resigned", "given_up"):
        charts = [
            chart(*WORKED, **left, labels=Labels(**{word: f"Schlussabrechnung insgesamt {last}"}))
            for last in "ab"
        ]
        assert len({chart(*WORKED, **left), *charts}) == 3
        assert opened(charts[0]).size == (640, 624)


# --- ties ----------------------------------------------------------------------------------------


TIED = [(Score(7, 3, 5, 6), Score(*other)) for other in ((3, 4, 6, 7), (3, 5, 5, 7), (7, 6, 5, 3))]


@pytest.mark.parametrize(
    ("scores", "compared", "broken"),
    [
        (TIED[0], ["3 = 3", "5 > 4"], True),
        (TIED[1], ["3 = 3", "5 = 5", "6 > 5"], True),
        (TIED[2], ["3 = 3", "5 = 5", "6 = 6", "7 = 7"], False),
    ],
)
def test_a_tie_is_explained_by_the_totals_that_were_compared(scores, compared, broken):
    """R14.3: weakest first, up to the one that decides; all, where a place is shared."""
    picture = opened(chart(*scores)).crop((0, 440, 640, 532))
    places = [
        x
        for words in compared
        for paint in (THEME.cream, THEME.gold)
        for x, _ in written(picture, words, THEME.text, (paint, THEME.panel))
    ]
    assert len(places) == len(compared)
    assert places == sorted(places)
    for follows, words in (
        (True, "the next weakest colour decides"),
        (False, "they share the place"),
    ):
        found = written(picture, words, THEME.text, (THEME.dim, THEME.panel))
        assert len(found) == (follows is broken)


@pytest.mark.parametrize("how", ["resigned", "given_up"])
def test_nobody_ties_with_who_has_not_stayed(how):
    assert opened(chart(*TIED[0], **{how: [1]})).height == 440


def test_each_pair_that_ties_is_explained():
    """R14.4's example: 10 against 10; the third is behind by the weakest alone."""
    assert [len(tie.compared) for tie in ties_of(rank(WORKED))] == [3]
    equal = rank([Score(5, 5, 5, 5)] * 3)
    assert [tie.broken for tie in ties_of(equal)] == [False, False]


# --- the course ----------------------------------------------------------------------------------


FIVE, TWO = Score(5, 5, 5, 5), Score(2, 2, 2, 2)
COURSE = [[Score(step, step, step, step), TWO] for step in range(6)]


def course(scores=COURSE):
    """The panel with the lines, of two players whose chart has no ties."""
    return opened(chart(FIVE, TWO, scores=scores)).crop((0, 440, 640, 748))


def test_the_scores_of_all_turns_take_a_panel_of_their_own():
    with_lines = opened(chart(FIVE, TWO, scores=COURSE))
    assert with_lines.size == (640, 748)
    without = opened(chart(FIVE, TWO))
    assert with_lines.crop((0, 0, 640, 440)).tobytes() == without.tobytes()
    assert opened(chart(FIVE, TWO, scores=COURSE[:1])).height == 440


def test_a_line_tells_the_weakest_sphere_with_the_treasures_spent():
    """R14.3: a treasure is as good as the point that is missing; other spheres do not count."""
    spent = [[Score(step, step, step, 0, step), TWO] for step in range(6)]
    more = [[Score(step, 99, 99, 99), TWO] for step in range(6)]
    assert course(spent).tobytes() == course().tobytes() == course(more).tobytes()
    assert course([*COURSE[:-1], COURSE[-2]]).tobytes() != course().tobytes()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("end", [0.0, 104.0, 208.0])
def test_emblems_have_their_room_wherever_lines_end(seats, end):
    places = spread([end] * seats, 40, 208)
    assert places[0] >= 0
    assert places[-1] <= 208
    assert all(below - above >= 40 for above, below in pairwise(places))


# --- places that were to be expected -------------------------------------------------------------
PLACES = [(1.0 + turn / 10, 2.0 - turn / 10) for turn in range(11)]


def expected(places=PLACES, names=NAMES[:2], **more):
    return expected_png(start(len(names)).view(None), names, places, **more)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_expected_places_have_the_promised_size(seats):
    places = [tuple(map(float, range(1, seats + 1)))] * 200
    png = expected(places, NAMES[:seats], marked={1: "1", 2: "2", 199: "3"})
    assert size_of(png) == (640, 612)
    assert len(png) < 30_000


def test_every_place_counts():
    other = [*PLACES[:5], (2.0, 1.0), *PLACES[6:]]
    assert expected(other) != expected()
    assert expected(PLACES[:-1]) != expected()


def test_marks_are_seen_and_keep_apart():
    drawn = {expected(marked=marked) for marked in ({}, {4: "1"}, {5: "1"}, {4: "1", 5: "2"})}
    assert len(drawn) == 4


def test_lines_and_their_samples_are_told_apart_without_paints():
    seats = start(4).seats
    inked = set()
    for dynasty in seats:
        sample = line_sample(dynasty, 64, THEME.panel, THEME)
        ground = sample.image.getpixel((0, 0))
        row = [
            sample.image.getpixel((x, sample.height // 2)) != ground for x in range(sample.width)
        ]
        inked.add(tuple(row))
        assert paint_of(dynasty, THEME) != THEME.panel
    assert len(inked) == 4


@pytest.mark.parametrize("places", [[], PLACES[:1], [(1.0,), (2.0,)], [(1.0, 2.0, 3.0)] * 3])
def test_expected_needs_a_place_for_everybody_at_two_moments(places):
    with pytest.raises(ValueError, match="each seat needs a place"):
        expected(places)


# --- ratings -------------------------------------------------------------------------------------


NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)


def points(*ratings, provisional=0, spread=50):
    """A rating every ten days, the first ones provisional."""
    return [
        RatingPoint(NEW_YEAR + timedelta(days=10 * at), rating, spread, at < provisional)
        for at, rating in enumerate(ratings)
    ]


def rated(*curves, **more):
    """The curves of Ann and Ben."""
    named = [RatingCurve(name, curve) for name, curve in zip(NAMES, curves, strict=False)]
    return ratings_png(named, **more)


PLOT = (0, 72, 640, 464)


def plotted(*curves):
    return opened(rated(*curves)).crop(PLOT)


def test_ratings_have_the_promised_size():
    one, other = points(1500, 1540, 1520), points(1480, 1490)
    assert size_of(rated(one)) == (640, 560)
    assert size_of(rated(one, other)) == (640, 612)
    assert len(rated(points(*range(1500, 1900, 2)), other)) < 20_000


@pytest.mark.parametrize("curves", [[], [[]], [points(1), []], [points(1)] * 3])
def test_one_or_two_ratings_are_drawn(curves):
    with pytest.raises(ValueError, match="one or two curves"):
        ratings_png([RatingCurve("Ann", curve) for curve in curves])


@pytest.mark.parametrize(
    ("ratings", "spread", "numbers"),
    [
        ([1500, 1540, 1520], 50, ["1440", "1450", "1500", "1550", "1600"]),
        ([7], 0, ["7", "8"]),
        ([-30, 30], 10, ["-40", "-20", "0", "20", "40"]),
        ([0, 100_000], 0, ["0", "20000", "40000", "60000", "80000", "100000"]),
    ],
)
def test_the_scale_of_ratings_is_of_whole_numbers(ratings, spread, numbers):
    picture = plotted(points(*ratings, spread=spread))
    shown = [
        number
        for number in numbers
        if written(picture, number, THEME.text, (THEME.dim, THEME.panel))
    ]
    assert shown == [number for number in numbers if number != "1440"]


def test_days_stand_below_the_first_and_the_last_rating():
    def days(curve):
        picture, paints = plotted(curve), (THEME.dim, THEME.panel)
        shown = {f"2026-01-{day:02}" for day in range(1, 32)}
        return {day for day in shown if written(picture, day, THEME.small_text, paints)}

    assert days(points(1500, 1510, 1520)) == {"2026-01-01", "2026-01-11", "2026-01-21"}
    assert days(points(1500)) == {"2026-01-01"}
    same = [RatingPoint(NEW_YEAR + timedelta(hours=at), 1500, 50) for at in range(3)]
    assert days(same) == {"2026-01-01"}
    assert days([same[0], RatingPoint(NEW_YEAR + timedelta(days=1), 9, 1)]) == {
        "2026-01-01",
        "2026-01-02",
    }


def test_a_provisional_part_looks_different():
    """Only the certain part has a filled band."""
    firm, half, none = (plotted(points(*[1500] * 9, provisional=count)) for count in (0, 5, 9))
    filled = [
        sum(count for count, paint in each.getcolors(10**6) if paint == THEME.lit)
        for each in (firm, half, none)
    ]
    assert filled[0] > 1.5 * filled[1] > 0
    assert filled[2] < filled[1] / 10  # smooth edges of the rest
    word = [
        bool(written(opened(rated(points(1500, provisional=count))), "provisional", 20, paints))
        for count in (0, 1)
        for paints in [(THEME.dim, THEME.panel)]
    ]
    assert word == [False, True]


def test_the_key_shows_the_latest_rating():
    picture = opened(rated(points(1500, 1540), points(1400, 1388, spread=7)))
    for rating, paint in (("1540 ± 50", THEME.gold), ("1388 ± 7", THEME.river)):
        assert len(written(picture, rating, THEME.text, (paint, THEME.panel))) == 1


@pytest.mark.parametrize("name", ["", "李", "W" * 200, "\ud83d", "مرحبا"])
def test_no_name_breaks_a_rating(name):
    for theme in THEMES.values():
        png = ratings_png([RatingCurve(name, points(1500))] * 2, theme=theme)
        assert size_of(png) == (640, 612)


def test_ratings_in_any_number_are_drawn():
    rated(points(*range(3000)), points(*range(3000, 0, -1), provisional=1500))
