"""An enlarged part of the board: the spaces in question, a quarter, or a battlefield."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from engine import COLUMNS, ROWS, Cell, Event, Leader, Piece, View, cells_of
from render.board.field import draw_field
from render.board.ground import corner_of
from render.board.marks import marks_of
from render.drawing.canvas import Canvas, Picture
from render.drawing.text import one_line
from render.drawing.theme import THEME, Rgb, Theme

_AROUND = 1
"""The number of spaces shown around those in question."""
_LEAST_ROWS, _LEAST_COLUMNS = 6, 8
"""The minimum size of a region: its place on the board must be recognisable."""
_SHARED = 2
"""The number of rows and columns in both quarters, so that the ziggurat fits in one."""


@dataclass(frozen=True, slots=True)
class Region:
    """Rows and columns of the board from the first to the last, as numbers of :class:`Cell`.

    Raises ValueError unless it is on the board, and first ones come first.
    """

    top: int
    left: int
    bottom: int
    right: int

    def __post_init__(self) -> None:
        if not (0 <= self.top <= self.bottom < ROWS and 0 <= self.left <= self.right < COLUMNS):
            raise ValueError(f"no part of the board: {self!r}")

    def __str__(self) -> str:
        """Return its first and last space: ``A1–I7``."""
        return f"{Cell(self.top, self.left)}–{Cell(self.bottom, self.right)}"

    def __contains__(self, cell: Cell) -> bool:
        return self.top <= cell.row <= self.bottom and self.left <= cell.col <= self.right

    @property
    def rows(self) -> range:
        """Its rows."""
        return range(self.top, self.bottom + 1)

    @property
    def columns(self) -> range:
        """Its columns."""
        return range(self.left, self.right + 1)

    @classmethod
    def around(cls, cells: Iterable[Cell]) -> "Region":
        """Return the region of *cells* and adjacent spaces, at least 8 columns by 6 rows.

        Raises ValueError if there is no space.
        """
        spaces = tuple(cells)
        if not spaces:
            raise ValueError("a region needs a space")
        top, bottom = _stretched([cell.row for cell in spaces], _LEAST_ROWS, ROWS)
        left, right = _stretched([cell.col for cell in spaces], _LEAST_COLUMNS, COLUMNS)
        return cls(top, left, bottom, right)

    @classmethod
    def quarters(cls) -> tuple["Region", "Region", "Region", "Region"]:
        """Return the four quarters of the board, row by row; neighbours share two lines."""
        high, wide = (ROWS + _SHARED + 1) // 2, (COLUMNS + _SHARED) // 2
        low, far = ROWS - high, COLUMNS - wide
        return (
            cls(0, 0, high - 1, wide - 1),
            cls(0, far, high - 1, COLUMNS - 1),
            cls(low, 0, ROWS - 1, wide - 1),
            cls(low, far, ROWS - 1, COLUMNS - 1),
        )


def _stretched(places: Sequence[int], least: int, there_are: int) -> tuple[int, int]:
    """Return the first and last place with their surroundings, at least *least*, on the board."""
    first, last = max(0, min(places) - _AROUND), min(there_are - 1, max(places) + _AROUND)
    missing = max(0, least - (last - first + 1))
    first = min(max(0, first - (missing + 1) // 2), there_are - least) if missing else first
    return first, max(last, first + least - 1)


def region_in_question(view: View, events: Sequence[Event], legal: Iterable[Cell] = ()) -> Region:
    """Return the part of the board that matters now.

    It contains the *legal* spaces and those of the decision; without any, those changed by
    *events*; without these, all occupied ones.
    """
    board, chosen = view.board, tuple(legal)
    asked = marks_of(board, (), view.decision, chosen).keys() | set(
        cells_of(board.unification_mask)
    )
    cells = asked or marks_of(board, events, view.decision).keys()
    return Region.around(cells or cells_of(board.connecting | board.catastrophes))


def region_png(
    view: View,
    region: Region,
    events: Sequence[Event] = (),
    *,
    legal: Iterable[Cell] = (),
    refused: Mapping[Cell, str] = MappingProxyType({}),
    planned: bool = False,
    piece: Piece | None = None,
    theme: Theme = THEME,
) -> bytes:
    """Return a part of the board at twice the size, with its coordinates, as a PNG.

    The marks are those of :func:`board_png` and :func:`spaces_png`. A space is twice as wide as
    there; the margins add two thirds of a space to the width and the height. The same arguments
    give the same bytes.
    """
    large = sized(theme, 2 * theme.cell)
    margin = large.coordinate * 4 // 3
    width = len(region.columns) * large.cell + margin + 2 * large.rim
    canvas = Canvas(width, window_height(region, large), large.night, large)
    window = Window(canvas, region, large)
    in_revolt = isinstance(piece, Leader)
    draw_field(
        window, view, events, 0, legal, refused=refused, planned=planned, in_revolt=in_revolt
    )
    window.draw_margins()
    return canvas.png()


@lru_cache(maxsize=64)
def sized(theme: Theme, cell: int) -> Theme:
    """Return the theme with spaces *cell* pixels wide and everything else in proportion.

    Always the same object for the same arguments.
    """
    values = {each.name: getattr(theme, each.name) for each in fields(theme)}
    sizes: dict[str, Any] = {
        name: round(value * cell / theme.cell)
        for name, value in values.items()
        if isinstance(value, int)
    }
    return replace(theme, **sizes)


def window_height(region: Region, theme: Theme) -> int:
    """Return the height in pixels of a window on *region*, with margin above and both rims."""
    return len(region.rows) * theme.cell + theme.coordinate * 4 // 3 + 2 * theme.rim


class Window(Canvas):
    """Shows a region of the board on a canvas; coordinates are those of the whole board.

    It takes the canvas's width, from its upper edge. Around the region there is a margin for
    letters and numbers, and a strip of the adjacent spaces as wide as the board's rim, which shows
    that the board continues. The part below the window is drawn later and covers what sticks out.
    """

    def __init__(self, canvas: Canvas, region: Region, theme: Theme) -> None:
        super().__init__(canvas.width, window_height(region, theme), theme.night, theme)
        self._canvas, self._region, rim = canvas, region, theme.rim
        self._above = theme.coordinate * 4 // 3
        self._left = self.width - len(region.columns) * theme.cell - 2 * rim
        """The margins for letters and for numbers; the other two sides have the rim alone."""
        x, y = corner_of(Cell(region.top, region.left), theme)
        self._right, self._down = self._left + rim - x, self._above + rim - y

    def split(self, y: int) -> None:
        """Begin a band at *y* of the whole board."""
        if 0 <= y + self._down <= self.height:
            self._canvas.split(y + self._down)

    def shows(self, x: int, y: int, width: int, height: int) -> bool:
        """True if any of that rectangle of the whole board is visible."""
        return super().shows(x + self._right, y + self._down, width, height)

    def put(self, picture: Picture, x: int, y: int) -> None:
        """Put an image at a place of the whole board, if it is visible."""
        if self.shows(x, y, picture.width, picture.height):
            self._canvas.put(picture, x + self._right, y + self._down)

    def box(self, x: int, y: int, width: int, height: int, colour: Rgb, *, radius: int = 0) -> None:
        """Fill a rectangle of the whole board, if it is visible."""
        if self.shows(x, y, width, height):
            x, y = x + self._right, y + self._down
            self._canvas.box(x, y, width, height, colour, radius=radius)

    def polygon(self, points: list[tuple[float, float]], colour: Rgb) -> None:
        """Fill a polygon of the whole board, if it is visible."""
        moved = [(x + self._right, y + self._down) for x, y in points]
        if any(0 <= y < self.height for _, y in moved):
            self._canvas.polygon(moved, colour)

    def draw_margins(self) -> None:
        """Cover the surroundings of the region, and write its letters and numbers."""
        theme, above, left = self.theme, self._above, self._left
        self._canvas.split(above)
        self._canvas.box(0, 0, self.width, above, theme.night)
        self._canvas.box(0, 0, left, self.height, theme.night)
        for col in self._region.columns:
            x, _ = corner_of(Cell(0, col), theme)
            self._write(str(Cell(0, col))[0], x + self._right + theme.cell // 2, above // 2)
        for row in self._region.rows:
            _, y = corner_of(Cell(row, 0), theme)
            self._write(str(row + 1), left // 2, y + self._down + theme.cell // 2)

    def _write(self, text: str, x: int, y: int) -> None:
        """Write a letter or number centred at *x*, *y* of the picture."""
        theme = self.theme
        size = theme.coordinate
        written = one_line(text, size, theme.letters, theme.night, size + 2, theme=theme)
        self._canvas.put(written, x - written.width // 2, y - written.height // 2)
