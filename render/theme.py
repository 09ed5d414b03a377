"""Colours, sizes and line weights of the pictures, all in one place."""

from dataclasses import dataclass
from typing import TypeAlias

from engine import COLUMNS, ROWS, Colour

Rgb: TypeAlias = tuple[int, int, int]


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """*one* with *share* (0 to 1) of *other* mixed in."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


@dataclass(frozen=True)
class Theme:
    """Clay, lapis and bronze. Sizes and line weights are in pixels."""

    # The board.
    land: Rgb = (229, 209, 165)
    land_line: Rgb = (203, 178, 128)
    river: Rgb = (143, 194, 208)
    river_line: Rgb = (104, 164, 184)
    bank: Rgb = (176, 147, 94)
    wings: Rgb = (178, 138, 82)
    framed: Rgb = (140, 70, 34)

    # Around it.
    night: Rgb = (38, 29, 24)
    panel: Rgb = (58, 44, 35)
    lit: Rgb = (96, 68, 40)
    rule: Rgb = (122, 92, 56)
    cream: Rgb = (248, 236, 208)
    dim: Rgb = (196, 174, 134)
    gold: Rgb = (244, 184, 52)
    bronze: Rgb = (176, 118, 56)

    # Pieces.
    black: Rgb = (44, 42, 46)
    red: Rgb = (184, 56, 42)
    blue: Rgb = (32, 80, 164)
    green: Rgb = (64, 142, 64)
    ink: Rgb = (26, 19, 16)
    wood: Rgb = (244, 228, 188)
    clay: Rgb = (172, 126, 86)
    clay_line: Rgb = (132, 90, 58)
    ash: Rgb = (142, 134, 126)
    ember: Rgb = (236, 108, 24)
    mark: Rgb = (206, 28, 170)
    white: Rgb = (255, 255, 255)

    cell: int = 56
    side_margin: int = 38
    """Left and right of the board, for the row numbers."""
    end_margin: int = 34
    """Above and below the board, for the column letters."""
    rim: int = 4
    """The edge of the board."""
    frame: int = 4
    """Weight of the frame around what was just placed; it has a white line beside it."""

    gap: int = 8
    """Between the boxes around the board."""
    corner: int = 12
    """The radius of a box's corners."""
    head: int = 84
    """Height of the strip above the board: who decides what, and the supply."""
    player: int = 86
    """Height of a player's box."""
    emblem: int = 60
    """A dynasty's disc, in the strip and in a player's box."""
    stake: int = 52
    """Pieces in the strip that the decision is about."""
    icon: int = 30
    """Pieces that stand for a number of them."""
    leader: int = 36
    """Leaders off the board, in a player's box."""
    chip: tuple[int, int] = (34, 30)
    """Width and height of the plate under a number of points."""
    gain: tuple[int, int] = (46, 30)
    """The same for points just gained, which have a plus sign."""

    hand_width: int = 640
    hand_tile: int = 92
    hand_leader: int = 72
    hand_icon: int = 44
    hand_chip: tuple[int, int] = (72, 52)

    small_text: int = 20
    text: int = 24
    large_text: int = 30
    huge_text: int = 36

    @property
    def width(self) -> int:
        """The width of the board picture."""
        return COLUMNS * self.cell + 2 * self.side_margin

    @property
    def field(self) -> int:
        """The height of the board with its margins."""
        return ROWS * self.cell + 2 * self.end_margin

    def of(self, colour: Colour) -> Rgb:
        """The paint of a sphere."""
        return (self.black, self.red, self.blue, self.green)[colour]


THEME = Theme()
