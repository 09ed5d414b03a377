"""The look of every picture: paints, sizes, type and line weights.

Clay for the land, lapis for its surroundings, bronze for what was made by hand. A theme is one of a
few constants; caches are keyed by it, so it is compared by identity.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from engine import COLUMNS, ROWS, Colour, Dynasty

Rgb: TypeAlias = tuple[int, int, int]

_DYNASTIES = tuple(Dynasty)


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """Return *one* with *share* (0 to 1) of *other* mixed in."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


@dataclass(frozen=True, eq=False)
class Theme:
    """Paints as red, green and blue; sizes and line weights in pixels."""

    # The board.
    land: Rgb = (236, 216, 174)
    land_line: Rgb = (214, 188, 140)
    river: Rgb = (132, 190, 206)
    river_line: Rgb = (90, 152, 178)
    foam: Rgb = (186, 222, 226)
    bank: Rgb = (170, 134, 78)
    wings: Rgb = (186, 146, 86)
    framed: Rgb = (142, 68, 32)
    realm: Rgb = (196, 162, 112)
    """The ground of a kingdom."""
    realm_line: Rgb = (104, 74, 40)
    """A kingdom's outline."""

    # Around it: glazed brick.
    night: Rgb = (17, 24, 46)
    panel: Rgb = (29, 39, 70)
    lit: Rgb = (38, 56, 104)
    rule: Rgb = (92, 100, 128)
    cream: Rgb = (250, 238, 212)
    dim: Rgb = (196, 190, 186)
    gold: Rgb = (246, 190, 60)
    bronze: Rgb = (178, 120, 56)

    # Pieces.
    black: Rgb = (44, 41, 44)
    red: Rgb = (184, 44, 30)
    blue: Rgb = (26, 64, 160)
    green: Rgb = (46, 152, 108)
    ink: Rgb = (24, 18, 18)
    wood: Rgb = (250, 238, 212)
    clay: Rgb = (176, 128, 86)
    clay_line: Rgb = (130, 88, 56)
    brick: Rgb = (206, 158, 104)
    ash: Rgb = (142, 134, 126)
    ember: Rgb = (240, 118, 30)
    mark: Rgb = (198, 20, 144)
    white: Rgb = (250, 238, 212)

    rims: tuple[Rgb, Rgb, Rgb, Rgb] = (
        (250, 238, 212),
        (104, 62, 26),
        (240, 168, 30),
        (158, 104, 196),
    )
    """The rims of the dynasties' pieces, in their order: hues of no sphere, each with its own

    lightness.
    """

    cell: int = 58
    side_margin: int = 36
    """The margin left of the board, for the row numbers."""
    end_margin: int = 38
    """The margin above the board, for the column letters."""
    edge: int = 8
    """The margin right of the board and below it, with its rim."""
    rim: int = 4
    """The edge of the board."""
    frame: int = 4
    """The weight of the frame around a space to choose."""
    glow: int = 7
    """The reach of a new piece's glow beyond its space."""
    border: int = 3
    """The weight of a kingdom's border on either side of the line between two spaces."""
    coordinate: int = 25
    """The size of the letters and numbers along the board."""
    badge: int = 24
    """The size of the figures of a conflict's parties."""
    order: int = 22
    """The diameter of the disc with an action's number."""
    space_text: int = 25
    """The size of text on a space: the coordinates of a legal one."""
    large_space_text: int = 29
    """The same with more room: two characters on an empty space, one on any other."""
    figure: int = 32
    """The size of a leader's strength."""

    gap: int = 8
    """The gap between the boxes around the board."""
    corner: int = 12
    """The radius of a box's corners."""
    head: int = 84
    """The height of the strip above the board, with the decision."""
    player: int = 86
    """The height of a player's box."""
    emblem: int = 60
    """The diameter of a dynasty's disc, in the strip and in a player's box."""
    stake: int = 52
    """The size of pieces in the strip that the decision is about."""

    hand_width: int = 640
    hand_tile: int = 92
    hand_leader: int = 72
    hand_icon: int = 44

    small_text: int = 20
    text: int = 24
    large_text: int = 30
    huge_text: int = 36

    @property
    def width(self) -> int:
        """The width of the board picture."""
        return COLUMNS * self.cell + self.side_margin + self.edge

    @property
    def field(self) -> int:
        """The height of the board with its margins."""
        return ROWS * self.cell + self.end_margin + self.edge

    @property
    def spheres(self) -> tuple[Rgb, Rgb, Rgb, Rgb]:
        """The paints of the four spheres, in the order of their colours."""
        return self.black, self.red, self.blue, self.green

    def of(self, colour: Colour) -> Rgb:
        """Return the paint of a sphere."""
        return self.spheres[colour]

    def rim_of(self, dynasty: Dynasty) -> Rgb:
        """Return the paint around the pieces of a dynasty."""
        return self.rims[_DYNASTIES.index(dynasty)]

    def light(self, paint: Rgb) -> Rgb:
        """Return *paint* in the light, also the step to cream."""
        return mix(paint, self.cream, 0.38)

    def shade(self, paint: Rgb) -> Rgb:
        """Return *paint* in the shade, also the step to ink."""
        return mix(paint, self.ink, 0.34)

    def on(self, ground: Rgb) -> Rgb:
        """Return the paint for text on *ground*: cream or ink, whichever has more contrast."""
        return max((self.cream, self.ink), key=lambda paint: contrast(paint, ground))


@lru_cache(maxsize=8)
def framed_small(theme: Theme) -> Theme:
    """Return *theme* at the size of a replay's frames: spaces of 30 pixels, drawn for it.

    Always the same object for one theme.
    """
    return replace(
        theme,
        cell=30,
        side_margin=28,
        end_margin=25,
        edge=6,
        rim=3,
        frame=3,
        glow=5,
        border=2,
        coordinate=17,
        badge=17,
        order=17,
        space_text=18,
        large_space_text=20,
        figure=18,
        gap=6,
        corner=8,
        head=44,
        emblem=34,
        text=20,
    )


@lru_cache(maxsize=256)
def luminance(colour: Rgb) -> float:
    """Return the relative luminance of *colour*, 0 to 1, as defined by WCAG 2."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast of two colours, 1 to 21, as defined by WCAG 2."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


THEME = Theme()
"""The default look."""

HIGH_CONTRAST = Theme(
    land=(255, 252, 242),
    land_line=(150, 140, 120),
    river=(120, 196, 240),
    river_line=(20, 84, 150),
    foam=(214, 240, 255),
    bank=(40, 60, 90),
    wings=(140, 96, 30),
    framed=(120, 20, 0),
    night=(0, 0, 0),
    panel=(26, 26, 34),
    lit=(0, 26, 84),
    rule=(150, 150, 150),
    cream=(255, 255, 255),
    dim=(230, 230, 230),
    gold=(255, 214, 0),
    bronze=(214, 150, 60),
    black=(24, 24, 24),
    red=(196, 18, 26),
    blue=(0, 40, 168),
    green=(20, 156, 96),
    ink=(0, 0, 0),
    wood=(255, 255, 255),
    clay=(150, 104, 64),
    clay_line=(70, 40, 20),
    brick=(214, 166, 110),
    ash=(150, 150, 150),
    ember=(255, 128, 0),
    mark=(220, 0, 150),
    realm=(214, 190, 140),
    realm_line=(84, 54, 20),
    white=(255, 255, 255),
    rims=((255, 255, 255), (96, 50, 10), (255, 176, 0), (160, 96, 216)),
    frame=5,
    border=4,
)
"""A look with higher contrast: white ground, deep colours, heavier lines."""
