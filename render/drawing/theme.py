"""The look of every picture: paints, sizes, type and line weights.

A theme is a file of colours in ``render/themes``. Each is loaded once: caches are keyed by it, and
it is compared by identity.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from engine import COLUMNS, ROWS, Colour, Dynasty

Rgb: TypeAlias = tuple[int, int, int]

_DYNASTIES = tuple(Dynasty)
_USUAL = "usual"


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """Return *one* with *share* (0 to 1) of *other* mixed in."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


@dataclass(frozen=True, eq=False, kw_only=True)
class Theme:
    """Paints as red, green and blue; sizes and line weights in pixels.

    The file has the name, the paints, the frame and the border.
    """

    word: str
    """The name of its file, by which it is chosen and stored."""
    name: str
    """Its name for players, in English."""

    # The board.
    land: Rgb
    land_line: Rgb
    river: Rgb
    river_line: Rgb
    foam: Rgb
    bank: Rgb
    wings: Rgb
    framed: Rgb
    realm: Rgb
    """The ground of a kingdom."""
    realm_line: Rgb
    """A kingdom's outline."""

    # Around it.
    night: Rgb
    panel: Rgb
    lit: Rgb
    """The panel of the player to move, of a winner, and titles."""
    rule: Rgb
    """Fine lines, and what is absent."""
    letters: Rgb
    dim: Rgb
    """Less important letters."""
    accent: Rgb
    """More important letters, and frames."""
    alarm: Rgb
    """Attackers, and those who left."""
    lines: tuple[Rgb, Rgb, Rgb, Rgb]
    """The dynasties' lines in charts, in their order."""

    # Pieces, and marks on the board.
    black: Rgb
    red: Rgb
    blue: Rgb
    green: Rgb
    rims: tuple[Rgb, Rgb, Rgb, Rgb]
    """The rims of the dynasties' pieces, in their order: hues of no sphere, each with its own

    lightness.
    """
    ink: Rgb
    """The edges of pieces, and dark letters on them."""
    cream: Rgb
    """Signs on pieces, and light plates with ink."""
    bronze: Rgb
    clay: Rgb
    clay_line: Rgb
    brick: Rgb
    ash: Rgb
    pale: Rgb
    """Plates that matter less than cream ones."""
    gold: Rgb
    ember: Rgb
    mark: Rgb
    """What is new, with cream around it."""

    frame: int
    """The weight of the frame around a space to choose."""
    border: int
    """The weight of a kingdom's border on either side of the line between two spaces."""
    cell: int = 58
    side_margin: int = 36
    """The margin left of the board, for the row numbers."""
    end_margin: int = 38
    """The margin above the board, for the column letters."""
    edge: int = 8
    """The margin right of the board and below it, with its rim."""
    rim: int = 4
    """The edge of the board."""
    glow: int = 7
    """The reach of a new piece's glow beyond its space."""
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


@lru_cache(maxsize=64)
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


def _read(file: Path, usual: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Read a theme's file. Raises ValueError with its name, and what is wrong in it.

    Its values have to be like those of the *usual* theme, unless that is what it is.
    """
    try:
        written = tomllib.loads(file.read_text("utf-8"))
        values = {name: _value(said) for name, said in written.items()}
    except ValueError as error:
        raise ValueError(f"{file.name}: {error}") from None
    if usual is not None:
        unlike = [name for name in values if _shape(values[name]) != _shape(usual.get(name))]
        if unlike or "name" not in values:
            raise ValueError(f"{file.name}: unlike {_USUAL}.toml in {', '.join(unlike) or 'name'}")
    return {**values, "word": file.stem}


def _value(said: object) -> object:
    """Return the value of a field: colours are written as ``#rrggbb``."""
    match said:
        case str() if said.startswith("#"):
            return tuple(bytes.fromhex(said[1:]))
        case list():
            return tuple(map(_value, said))
        case _:
            return said


def _shape(value: object) -> object:
    return tuple(map(_shape, value)) if isinstance(value, tuple) else type(value)


def _load() -> dict[str, Theme]:
    folder = Path(__file__).parents[1] / "themes"
    usual = _read(folder / f"{_USUAL}.toml")
    others = sorted(file for file in folder.glob("*.toml") if file.stem != _USUAL)
    every = [usual, *(_read(file, usual) for file in others)]
    return {values["word"]: Theme(**usual | values) for values in every}


THEMES: Mapping[str, Theme] = _load()
"""Every theme by its word, the usual one first."""
THEME = THEMES[_USUAL]


def theme_of(word: str | None) -> Theme:
    """Return a theme by its word; the usual one if none has it."""
    return THEMES.get(word or _USUAL, THEME)
