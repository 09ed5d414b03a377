"""Explanations of ties: the players, the totals compared, and the result (R14.3)."""

from collections.abc import Sequence

from engine import Dynasty, Tie
from render.drawing.canvas import Canvas
from render.drawing.text import text_width
from render.drawing.theme import THEME, Theme
from render.panels.labels import Labels
from render.panels.widgets import Row
from render.pieces.sprites import Emblem

_WIDTH = 640
_PADDING = 14
_EMBLEM = 40
_WORD = 90
"""The width for the word for a tie, more if there are few totals."""
_LINE, _TWO_LINES = 52, 84


class TieLine:
    """A line with both emblems, the compared totals between them, and the result.

    The result is below if there is no room beside them.
    """

    def __init__(self, seats: Sequence[Dynasty], tie: Tie, labels: Labels, theme: Theme) -> None:
        self._tie, self._emblems = tie, [Emblem(seats[each.seat]) for each in tie]
        self._word = labels.shown(lambda own: own.tie)
        self._follows = labels.shown(
            lambda own: own.next_decides if tie.broken else own.share_place
        )
        self._room, right = _WORD, _WIDTH - THEME.gap - _PADDING
        nowhere = Canvas(_WIDTH, _LINE, theme.panel, theme)
        self._room += max(0, right - self._draw_totals(nowhere, 0))
        end = self._draw_totals(nowhere, 0)
        beside = end + text_width(self._follows, THEME.text) <= right
        self.height = _LINE if beside else _TWO_LINES
        """The panel's height in pixels."""

    def draw(self, canvas: Canvas, top: int) -> None:
        """Draw the panel *top* pixels from the picture's upper edge."""
        theme, gap = canvas.theme, THEME.gap
        canvas.split(top)
        width = _WIDTH - 2 * gap
        canvas.box(gap, top, width, self.height, theme.panel, radius=THEME.corner)
        x, middle = self._draw_totals(canvas, top), top + _LINE // 2
        if self.height > _LINE:
            x, middle = gap + _PADDING, top + self.height - _LINE // 2 + 4
        row = Row(canvas, x, middle, theme.panel)
        row.word(self._follows, THEME.text, theme.dim, width + gap - _PADDING - x)

    def _draw_totals(self, canvas: Canvas, top: int) -> int:
        """Draw both players with their totals. Returns the right edge."""
        theme, (one, other) = canvas.theme, self._emblems
        row = Row(canvas, THEME.gap + _PADDING, top + _LINE // 2, theme.panel)
        row.word(self._word, THEME.text, theme.accent, self._room)
        row.x += 10
        row.piece(one, _EMBLEM, gap=8)
        for own, others in self._tie.compared:
            sign, paint = ("=", theme.letters) if own == others else (">", theme.accent)
            row.text(f"{own} {sign} {others}", THEME.text, paint)
            row.x += 14
        row.x -= 6
        row.piece(other, _EMBLEM, gap=10)
        return row.x
