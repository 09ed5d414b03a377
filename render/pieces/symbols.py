"""The signs on the pieces, drawn by us: of tiles, dynasties and a few other things.

Each function fills the box of a pen with *paint*; *ground* shows through holes.
"""

from collections.abc import Callable
from typing import TypeAlias

from engine import Colour, Dynasty
from render.drawing.pen import Pen, Point, turned
from render.drawing.theme import Rgb

Symbol: TypeAlias = Callable[[Pen, Rgb, Rgb], None]


def settlement(pen: Pen, paint: Rgb, ground: Rgb) -> None:
    """A town gate with battlements."""
    pen.box(12, 36, 76, 56, paint)
    for x in (12, 41, 70):
        pen.box(x, 12, 18, 30, paint)
    pen.ellipse(50, 66, 14, 14, ground)
    pen.box(36, 66, 28, 27, ground)


def temple(pen: Pen, paint: Rgb, ground: Rgb) -> None:
    """A gable on columns."""
    pen.polygon([(50, 6), (96, 36), (96, 44), (4, 44), (4, 36)], paint)
    pen.ellipse(50, 31, 6, 6, ground)
    for x in (12, 42, 72):
        pen.box(x, 48, 16, 32, paint)
    pen.box(4, 80, 92, 13, paint)


def farm(pen: Pen, paint: Rgb, ground: Rgb) -> None:  # noqa: ARG001  (an ear has no holes)
    """An ear of wheat."""
    pen.line([(50, 96), (50, 30)], paint, 8)
    pen.polygon([(50, 0), (61, 14), (50, 32), (39, 14)], paint)
    for y in (46, 70, 94):
        pen.mirrored([(53, y - 4), (56, y - 19), (84, y - 38), (85, y - 22), (72, y - 9)], paint)


def market(pen: Pen, paint: Rgb, ground: Rgb) -> None:
    """A pair of scales."""
    pen.box(45, 12, 10, 74, paint)
    pen.box(26, 82, 48, 11, paint, radius=3)
    pen.line([(12, 24), (88, 24)], paint, 9)
    pen.ellipse(50, 14, 9, 9, paint)
    for x in (20, 80):
        pen.line([(x, 24), (x - 16, 56)], paint, 4)
        pen.line([(x, 24), (x + 16, 56)], paint, 4)
        pen.ellipse(x, 56, 20, 18, paint)
        pen.box(x - 21, 34, 42, 20, ground)
        pen.line([(x, 24), (x - 16, 56)], paint, 5)
        pen.line([(x, 24), (x + 16, 56)], paint, 5)


def archer(pen: Pen, paint: Rgb, ground: Rgb) -> None:  # noqa: ARG001  (a bow has no holes)
    """A drawn bow with its arrow."""
    pen.arc((34, 50), 47, (-78, 78), paint, 17)
    tips = [turned([(81, 50)], angle, (34, 50))[0] for angle in (-78, 78)]
    for tip in tips:
        pen.ellipse(*tip, 8.5, 8.5, paint)
    pen.line([tips[0], (20, 50), tips[1]], paint, 6)
    pen.line([(6, 50), (84, 50)], paint, 11)
    pen.polygon([(104, 50), (76, 31), (76, 69)], paint)


def bull(pen: Pen, paint: Rgb, ground: Rgb) -> None:  # noqa: ARG001  (it has no holes)
    """A bull's head with spreading horns."""
    horn: list[Point] = [
        (40, 50), (24, 48), (8, 38), (-1, 22), (3, 0), (9, -1), (15, 14), (25, 22), (42, 25),
    ]  # fmt: skip
    pen.mirrored(horn, paint)
    pen.mirrored([(34, 46), (12, 52), (5, 62), (22, 68), (34, 62)], paint)
    pen.polygon([(30, 24), (70, 24), (75, 54), (66, 86), (34, 86), (25, 54)], paint)
    pen.ellipse(50, 86, 21, 14, paint)


def lion(pen: Pen, paint: Rgb, ground: Rgb) -> None:
    """A lion that walks, its mane full and its tail up."""
    pen.arc((82, 34), 15, (-170, 60), paint, 8)
    pen.ellipse(69, 29, 8, 8, paint)
    pen.polygon([(30, 34), (84, 36), (93, 46), (94, 64), (40, 68)], paint)
    for left, right, top in ((34, 46, 60), (48, 58, 60), (74, 86, 56), (86, 97, 50)):
        pen.polygon([(left, top), (right, top), (right - 1, 97), (left - 5, 97), (left, 90)], paint)
    lock: list[Point] = [(22, 20), (31, 1), (40, 20)]
    for turn in range(0, 360, 30):
        pen.polygon(turned(lock, turn, (31, 38)), paint)
    pen.ellipse(31, 38, 26, 26, paint)
    pen.polygon([(10, 30), (-2, 44), (2, 56), (20, 60)], paint)
    pen.ellipse(16, 37, 4.5, 4.5, ground)


def pot(pen: Pen, paint: Rgb, ground: Rgb) -> None:  # noqa: ARG001  (it has no holes)
    """An amphora with two handles."""
    pen.arc((27, 34), 21, (80, 300), paint, 10)
    pen.arc((73, 34), 21, (-120, 100), paint, 10)
    pen.box(30, 0, 40, 13, paint, radius=4)
    pen.box(38, 10, 24, 30, paint)
    pen.ellipse(50, 56, 30, 28, paint)
    pen.polygon([(21, 62), (79, 62), (60, 92), (40, 92)], paint)
    pen.box(30, 88, 40, 12, paint, radius=4)


def wings(pen: Pen, paint: Rgb, ground: Rgb) -> None:  # noqa: ARG001  (wings have no holes)
    """The winged creature of the treasure spaces: a sun between two spread wings."""
    pen.ellipse(50, 44, 12, 12, paint)
    for y, reach, drop in ((38, 0, 18), (48, 8, 16), (58, 18, 14)):
        pen.mirrored([(38, y - 3), (reach, y - 14), (reach + 4, y - 14 + drop), (38, y + 5)], paint)
    pen.polygon([(42, 56), (58, 56), (64, 82), (50, 76), (36, 82)], paint)


def gem(pen: Pen, paint: Rgb, ground: Rgb) -> None:
    """A cut stone: a treasure."""
    outline: list[Point] = [(28, 12), (72, 12), (98, 42), (50, 94), (2, 42)]
    pen.polygon(outline, paint)
    pen.line([(4, 42), (96, 42)], ground, 7)
    pen.line([(30, 42), (50, 90)], ground, 6)
    pen.line([(70, 42), (50, 90)], ground, 6)


def bag(pen: Pen, paint: Rgb, ground: Rgb) -> None:
    """A sack tied at its neck."""
    pen.polygon([(30, 4), (50, 12), (70, 4), (62, 28), (38, 28)], paint)
    pen.ellipse(50, 64, 38, 33, paint)
    pen.polygon([(38, 26), (62, 26), (84, 54), (16, 54)], paint)
    pen.line([(34, 30), (66, 30)], ground, 7)


def crossed_swords(pen: Pen, paint: Rgb, ground: Rgb) -> None:  # noqa: ARG001  (no holes)
    """Two swords: a conflict."""
    blade: list[Point] = [(50, -12), (56, 0), (56, 74), (44, 74), (44, 0)]
    guard: list[Point] = [(30, 72), (70, 72), (70, 81), (30, 81)]
    grip: list[Point] = [(45, 80), (55, 80), (56, 104), (44, 104)]
    for angle in (-45, 45):
        for part in (blade, guard, grip):
            pen.polygon(turned(part, angle, (50, 50)), paint)


def sword(pen: Pen, paint: Rgb, ground: Rgb) -> None:  # noqa: ARG001  (no holes)
    """A sword, its point up and to the right: the attacker."""
    for part in (
        [(50, -14), (60, 2), (60, 66), (40, 66), (40, 2)],
        [(22, 66), (78, 66), (78, 79), (22, 79)],
        [(42, 78), (58, 78), (58, 110), (42, 110)],
    ):
        pen.polygon(turned(part, 45, (50, 50)), paint)


def shield(pen: Pen, paint: Rgb, ground: Rgb) -> None:
    """A shield with its band: the defender."""
    pen.polygon([(8, 6), (92, 6), (92, 46), (78, 76), (50, 98), (22, 76), (8, 46)], paint)
    pen.box(42, 16, 16, 66, ground)
    pen.box(18, 32, 64, 14, ground)


def tick(pen: Pen, paint: Rgb, ground: Rgb) -> None:  # noqa: ARG001  (no holes)
    """A tick: a treasure taken in any case."""
    pen.line([(8, 54), (38, 84), (92, 18)], paint, 20)


def fracture(pen: Pen, paint: Rgb, ground: Rgb) -> None:  # noqa: ARG001  (cracks have no holes)
    """Cracks that run to all sides from a burst: a catastrophe."""
    crack: list[Point] = [(42, 50), (46, 26), (38, 18), (50, -2), (48, 16), (57, 27), (58, 50)]
    for turn in (0, 72, 144, 216, 288):
        pen.polygon(turned(crack, turn, (50, 52)), paint)
    pen.ellipse(50, 52, 15, 15, paint)


def joining_arrows(pen: Pen, paint: Rgb, ground: Rgb) -> None:  # noqa: ARG001  (no holes)
    """Arrows that meet from four sides: the unification tile."""
    arrow: list[Point] = [(50, 25), (30, 9), (42, 9), (42, 0), (58, 0), (58, 9), (70, 9)]
    for turn in (0, 90, 180, 270):
        pen.polygon(turned(arrow, turn, (50, 50)), paint)


def onward(pen: Pen, paint: Rgb, ground: Rgb) -> None:  # noqa: ARG001  (no holes)
    """An arrow to the right."""
    pen.polygon([(4, 40), (50, 40), (50, 16), (96, 50), (50, 84), (50, 60), (4, 60)], paint)


def laurel(pen: Pen, paint: Rgb, ground: Rgb) -> None:  # noqa: ARG001  (leaves have no holes)
    """A wreath, open at the top, around an emblem of 58 hundredths."""
    pen.arc((50, 50), 38, (-58, 238), paint, 2.5)
    for step in range(7):
        angle = 155 - 20 * step  # clockwise from above
        for lean in (-52, -132):
            leaf: list[Point] = [(50, 13), (53.5, 9), (54, 4), (50, -4), (46, 4), (46.5, 9)]
            pen.mirrored(turned(turned(leaf, lean, (50, 12)), angle, (50, 50)), paint)


def pip(pen: Pen, paint: Rgb, ground: Rgb) -> None:  # noqa: ARG001  (no holes)
    """A round point: an action."""
    pen.ellipse(50, 50, 48, 48, pen.theme.ink)
    pen.ellipse(50, 50, 38, 38, paint)


def empty_disc(pen: Pen, paint: Rgb, ground: Rgb) -> None:
    """A ring: an absent leader or building."""
    pen.ellipse(50, 50, 42, 42, paint)
    pen.ellipse(50, 50, 36, 36, ground)


def empty_place(pen: Pen, paint: Rgb, ground: Rgb) -> None:
    """A square outline: a ziggurat on the board."""
    pen.frame(6, 6, paint, ground, 10)


TILE_SYMBOLS: dict[Colour, Symbol] = {
    Colour.BLACK: settlement,
    Colour.RED: temple,
    Colour.BLUE: farm,
    Colour.GREEN: market,
}
DYNASTY_SYMBOLS: dict[Dynasty, Symbol] = {
    Dynasty.ARCHER: archer,
    Dynasty.BULL: bull,
    Dynasty.LION: lion,
    Dynasty.POT: pot,
}


def treasure(pen: Pen) -> None:
    """A treasure: a gold stone with a dark edge."""
    gem(pen, pen.theme.ink, pen.theme.ink)
    gem(pen.inside(11, 10, 78), pen.theme.gold, pen.theme.framed)
